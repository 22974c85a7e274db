/* Chooses the format of an output file by its extension, and refuses options that contradict it. */
#ifndef CLI_OPTIONS_OUTPUT_FORMAT_H
#define CLI_OPTIONS_OUTPUT_FORMAT_H

#include "cli/options/args.h"

/* For show: sets --svg or --png by the extension of the output. Returns false with an error if the
 * extension is unknown or contradicts an option. */
bool output_picture_settle(struct request *request, qd_error *error);

/* For convert and generate: the format named by --to or by the extension of the output, else the
 * puzzle's own. Returns NULL with an error. */
const struct puzzle_format *output_format_of(const struct request *request,
                                             const struct puzzle *puzzle, qd_error *error);

#endif

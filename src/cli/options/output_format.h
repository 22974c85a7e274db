/* The format that a file is written in: its extension decides, and options that contradict it are
 * refused. */
#ifndef CLI_OPTIONS_OUTPUT_FORMAT_H
#define CLI_OPTIONS_OUTPUT_FORMAT_H

#include "cli/options/args.h"

/* For show: sets --svg or --png if the extension of the output says so. Returns false with an error
 * if the extension is not known, or one that the options contradict. */
bool output_picture_settle(struct request *request, qd_error *error);

/* For convert and generate: the puzzle's format that --to names or the extension of the output
 * belongs to, else its own. Returns NULL with an error. */
const struct puzzle_format *output_format_of(const struct request *request,
                                             const struct puzzle *puzzle, qd_error *error);

#endif

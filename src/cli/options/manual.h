/* Manual pages in scdoc's format, generated from the tables. */
#ifndef CLI_OPTIONS_MANUAL_H
#define CLI_OPTIONS_MANUAL_H

#include "cli/options/args.h"

/* Appends the page of the program, or of a verb. */
void manual_program(struct buf *out);
void manual_verb(const struct verb *verb, struct buf *out);

#endif

/* Help texts, generated from the tables. */
#ifndef CLI_OPTIONS_HELP_H
#define CLI_OPTIONS_HELP_H

#include "cli/options/args.h"

/* Each appends to the buf. */

/* The program as a whole. */
void help_overview(struct buf *out);
/* One verb: usage, description, examples, its options and those of each puzzle. */
void help_verb(const struct verb *verb, struct buf *out);
/* One puzzle: its formats, its moves, its options for every verb. */
void help_puzzle(const struct puzzle *puzzle, struct buf *out);
/* A puzzle's entry in a list: title, summary, formats, moves. */
void help_puzzle_entry(const struct puzzle *puzzle, struct buf *out);

#endif

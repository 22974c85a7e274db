/* New puzzles for tests. */
#ifndef TESTS_NONOGRAM_MAKE_H
#define TESTS_NONOGRAM_MAKE_H

#include "puzzles/nonogram/generate/generate.h"

/* "width=20 lines" as options, which the caller frees. */
struct options *nonogram_read_options(const char *text);
/* Makes a puzzle by such options. Returns false with an error. */
bool nonogram_make(const char *text, uint64_t seed, struct nonogram_generated *made,
                   qd_error *error);
/* The same where it must succeed. */
void nonogram_make_well(const char *text, uint64_t seed, struct nonogram_generated *made);

#endif

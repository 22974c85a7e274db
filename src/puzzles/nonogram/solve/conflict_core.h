/* Why a puzzle has no solution: sums that differ, or a set of lines that cannot hold together,
 * whatever the others say. */
#ifndef PUZZLES_NONOGRAM_SOLVE_CONFLICT_CORE_H
#define PUZZLES_NONOGRAM_SOLVE_CONFLICT_CORE_H

#include <quandary/types.h>

#include "base/buf.h"
#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* The plainest reason why a puzzle has no solution: for each colour of which rows and columns ask
 * for different numbers of cells a sentence that says so, with a newline behind it. */
void nonogram_say_sums(const struct nonogram_puzzle *puzzle, struct buf *out);

/* Marks in needed (rows first, then columns) lines of a puzzle that is known to have no solution
 * with these known cells (or NULL), such that they alone have none. QD_YES: none of them can be
 * left out; QD_LIMIT: the control ended the search for a smaller set; QD_NO: the puzzle has a
 * solution, nothing is marked. */
qd_status nonogram_core(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                        qd_control *control, uint8_t *needed);

#endif

/* Why a puzzle has no solution: sums that differ, or a minimal set of lines that contradict each
 * other. */
#ifndef PUZZLES_NONOGRAM_SOLVE_CONFLICT_CORE_H
#define PUZZLES_NONOGRAM_SOLVE_CONFLICT_CORE_H

#include <quandary/types.h>

#include "base/buf.h"
#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* Appends a sentence, with a newline, for each colour of which the rows and the columns need
 * different numbers of cells. */
void nonogram_say_sums(const struct nonogram_puzzle *puzzle, struct buf *out);

/* Marks in needed (rows first, then columns) lines that, with these known cells (or NULL), have no
 * solution together. QD_YES: none of them can be left out; QD_LIMIT: the control ended the search
 * for a smaller set; QD_NO: the puzzle has a solution, nothing is marked. */
qd_status nonogram_core(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                        qd_control *control, uint8_t *needed);

#endif

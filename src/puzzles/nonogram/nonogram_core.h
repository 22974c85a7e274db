/* Why a puzzle has no solution: a set of lines that cannot hold together, whatever the others
 * say. */
#ifndef NONOGRAM_CORE_H
#define NONOGRAM_CORE_H

#include <quandary/types.h>

#include "control.h"
#include "nonogram_puzzle.h"

/* Marks in needed (rows first, then columns) lines of a puzzle that is known to have no solution
 * with these known cells (or NULL), such that they alone have none. QD_YES: none of them can be
 * left out; QD_LIMIT: the control ended the search for a smaller set; QD_NO: the puzzle has a
 * solution, nothing is marked. */
qd_status nonogram_core(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                        qd_control *control, uint8_t *needed);

#endif

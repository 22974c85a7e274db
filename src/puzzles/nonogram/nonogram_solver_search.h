/* Inside of the solver: a search over some of the lines only. */
#ifndef NONOGRAM_SOLVER_SEARCH_H
#define NONOGRAM_SOLVER_SEARCH_H

#include "nonogram_solver.h"

/* As nonogram_solver_solve, but only the lines marked in set hold (rows first, then columns; NULL:
 * all). used (may be NULL) gets the lines from which something was concluded: if there is no
 * solution, they alone have none. */
qd_status nonogram_solver_search(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                 const struct nonogram_solver_options *options, const uint8_t *set,
                                 qd_control *control, struct nonogram_solutions *solutions,
                                 uint8_t *used);

#endif

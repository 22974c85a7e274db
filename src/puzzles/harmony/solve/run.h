/* Inside of the solver: the same search compiled for two sizes of boards. */
#ifndef PUZZLES_HARMONY_SOLVE_RUN_H
#define PUZZLES_HARMONY_SOLVE_RUN_H

#include "puzzles/harmony/solve/solver.h"

/* As harmony_solver_solve, for boards of up to 64 cells and for all; answer->swaps must have room
 * for all swaps, and the sum of moves must be even. */
qd_status harmony_solver_run_64(const struct harmony_board *board,
                                const struct harmony_solver_options *options, qd_control *control,
                                struct harmony_answer *answer);
qd_status harmony_solver_run_256(const struct harmony_board *board,
                                 const struct harmony_solver_options *options, qd_control *control,
                                 struct harmony_answer *answer);

#endif

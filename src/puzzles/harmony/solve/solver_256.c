/* The solver for boards of up to 256 cells. */
#define HARMONY_WORDS 4

#include "puzzles/harmony/solve/portfolio.h"

qd_status harmony_solver_run_256(const struct harmony_board *board,
                                 const struct harmony_solver_options *options, qd_control *control,
                                 struct harmony_answer *answer) {
    return run_engine(board, options, control, answer);
}

/* Shortest ways between any two boards of three pegs where every move is allowed, also if larger
 * discs lie on smaller ones. What is searched is only the order in which inverted discs are
 * released (puzzles/hanoi/solve/engines/phase.h), so the length of the way does not matter. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_TANGLE_H
#define PUZZLES_HANOI_SOLVE_ENGINES_TANGLE_H

#include "puzzles/hanoi/solve/engines/stages.h"
#include "puzzles/hanoi/solve/engines/support.h"
#include "search/control.h"

/* Takes task->start and task->goal, with 1 to 64 discs; the discs in task->fixed must lie on the
 * same at both ends; task->out is not used.
 * QD_YES: stages, which must be empty, holds a shortest way. QD_NO: proven that there is none.
 * QD_LIMIT: the control stopped it. nodes, which stages also gets: boards expanded. */
qd_status hanoi_tangle_solve(const struct hanoi_support_task *task, struct hanoi_stages *stages,
                             uint64_t *nodes, qd_control *control);

#endif

/* The next move of a shortest way to a goal: the planner of the freestanding Hanoi core
 * (puzzles/hanoi/core/core.h) for as many rings as that is built for, and its formulas
 * (puzzles/hanoi/core/three.h) for more.
 */
#ifndef RIG_EXECUTOR_PLAN_H
#define RIG_EXECUTOR_PLAN_H

#include "rig/executor/run.h"

struct rig_plan {
    int64_t moves; /* of a shortest way, 0: the goal is reached */
    int from, to;  /* its first move */
};

/* Plans from a board (all rings on towers, the orders taken as listed, larger ones may lie on
 * smaller ones) to all rings in order on one tower. Returns false only if the control ended a
 * search, or the board lacks rings. */
bool rig_plan(int rings, const struct rig_board *board, int goal, qd_control *control,
              struct rig_plan *plan);

/* Whether every ring lies on a larger one or on the floor. */
bool rig_board_is_regular(const struct rig_board *board);

#endif

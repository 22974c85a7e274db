/* The share of regular states that are nearer to the goal than a given one. */
#ifndef PUZZLES_HANOI_EXPLAIN_NEARER_H
#define PUZZLES_HANOI_EXPLAIN_NEARER_H

#include "puzzles/hanoi/solve/solution.h"

#define HANOI_NEARER_SAMPLES 100000u
/* Up to this many states are all visited. */
#define HANOI_NEARER_STATES (UINT64_C(1) << 24)

enum hanoi_nearer_kind {
    HANOI_NEARER_EXACT,
    HANOI_NEARER_ESTIMATE, /* from random states */
    HANOI_NEARER_UNKNOWN
};

struct hanoi_nearer {
    enum hanoi_nearer_kind kind;
    double share; /* 0 to 1 */
    double error; /* of an estimate: twice its standard deviation */
};

/* By formula where the goal is one full peg, else by visiting all states, else by sampling, else
 * not at all. solution is the position's. Returns QD_YES, or QD_LIMIT if it was stopped. */
qd_status hanoi_nearer_count(const struct position *position, const struct hanoi_solution *solution,
                             qd_control *control, struct hanoi_nearer *nearer);

#endif

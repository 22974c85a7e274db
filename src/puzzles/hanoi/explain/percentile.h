/* The share of regular states that are nearer to the goal than a given one. */
#ifndef PUZZLES_HANOI_EXPLAIN_PERCENTILE_H
#define PUZZLES_HANOI_EXPLAIN_PERCENTILE_H

#include "puzzles/hanoi/solve/solution.h"

/* Random states that an estimate is made from. */
#define HANOI_PERCENTILE_SAMPLES 100000u

enum hanoi_percentile_kind {
    HANOI_PERCENTILE_EXACT,    /* counted */
    HANOI_PERCENTILE_ESTIMATE, /* from random states */
    HANOI_PERCENTILE_UNKNOWN   /* too many states, or moves have costs */
};

struct hanoi_percentile {
    enum hanoi_percentile_kind kind;
    double share; /* 0 to 1 */
    double error; /* of an estimate: twice its standard deviation */
};

/* By formula where the goal is one full peg, else by visiting all nearer states if there are at
 * most 2^24 in all, else from random states if a formula gives their distance, else not at all.
 * solution is the position's. Returns QD_YES, or QD_LIMIT if the control stopped it. */
qd_status hanoi_percentile_find(const struct position *position,
                                const struct hanoi_solution *solution, qd_control *control,
                                struct hanoi_percentile *percentile);

#endif

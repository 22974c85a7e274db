/* The classic search: depth-first over all orders of swaps, with invalidity tests after each swap,
 * forced swaps and the last-move filter before. It is what the original program does; the default
 * solver (harmony_solver.h) is far ahead of it. Complete as long as the chosen tests are sound. */
#ifndef HARMONY_CLASSIC_H
#define HARMONY_CLASSIC_H

#include "control.h"
#include "harmony_invalid.h"

/* In which order the swaps of a state are tried, by the moves that their two tiles have left. */
enum harmony_sort { HARMONY_SORT_NONE, HARMONY_SMALLEST_FIRST, HARMONY_LARGEST_FIRST };

/* States with fewer swaps left than this stay with the worker that made them. */
#define HARMONY_CACHE_THRESHOLD 4

struct harmony_classic_options {
    struct harmony_invalid_set tests;
    enum harmony_sort sort;
    int threads;              /* at least 1 */
    unsigned cache_threshold; /* usually HARMONY_CACHE_THRESHOLD */
};

struct harmony_classic_result {
    struct harmony_swap *swaps; /* for QD_YES: the solution; else NULL */
    unsigned count;
    uint64_t generated; /* states made */
    uint64_t processed; /* states whose swaps were looked at */
    uint64_t pruned;    /* states that an invalidity test rejected */
    struct harmony_invalid_stats tests;
};

/* QD_YES: result has a solution. QD_NO: all states were looked at; with sound tests that is a
 * proof. QD_LIMIT: the control ended it. The result is always filled; harmony_classic_free releases
 * it. With one thread the search is always the same. */
qd_status harmony_classic_solve(const struct harmony_board *board,
                                const struct harmony_classic_options *options, qd_control *control,
                                struct harmony_classic_result *result);
void harmony_classic_free(struct harmony_classic_result *result);

#endif

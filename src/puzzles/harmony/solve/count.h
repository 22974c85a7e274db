/* The solutions of a board, one by one. Two swaps in a row that touch different places can be made
 * in either order; solutions that differ only by that count as one. */
#ifndef PUZZLES_HARMONY_SOLVE_COUNT_H
#define PUZZLES_HARMONY_SOLVE_COUNT_H

#include "puzzles/harmony/solve/outlook.h"

/* Takes a solution: its swaps in the smallest order, valid during the call. Returns false to end
 * the walk. */
typedef bool harmony_way_visit(void *context, const struct harmony_swap *swaps, unsigned count);

/* Bounds on the work beside those of the control; 0: none. */
struct harmony_ways_bounds {
    uint64_t asks;  /* questions to the solver */
    uint64_t nodes; /* search states */
};

/* Has every solution visited once. bounds may be NULL: none. Returns
 *   QD_YES    all were visited, perhaps none;
 *   QD_NO     visit ended the walk;
 *   QD_LIMIT  the control or the bounds ended it; there may be more. */
qd_status harmony_ways_each(const struct harmony_board *board,
                            const struct harmony_ways_bounds *bounds, qd_control *control,
                            harmony_way_visit *visit, void *context);

/* Counts the solutions with bounds of a few seconds, and stops at the first beyond limit. Returns
 *   QD_YES    there are exactly *count, which may be 0;
 *   QD_NO     there are more than limit;
 *   QD_LIMIT  not known: the control, or a bound on the work, ended the count at *count. */
qd_status harmony_ways_count(const struct harmony_board *board, uint64_t limit, qd_control *control,
                             uint64_t *count);

#endif

/* How many solutions a board has. Two swaps in a row that touch different places can be made in
 * either order; solutions that differ only by that count as one. */
#ifndef HARMONY_RATE_WAYS_H
#define HARMONY_RATE_WAYS_H

#include "harmony_outlook.h"

/* Counts the solutions, and stops at the first beyond limit. Returns
 *   QD_YES    there are exactly *count, which may be 0;
 *   QD_NO     there are more than limit;
 *   QD_LIMIT  not known: the control, or a bound on the work, ended the count at *count. */
qd_status harmony_ways_count(const struct harmony_board *board, uint64_t limit, qd_control *control,
                             uint64_t *count);

#endif

/* The two searches between regular states that regular.c chooses from. Both go breadth first from
 * both ends at once. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_SEARCH_H
#define PUZZLES_HANOI_SOLVE_REGULAR_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/regular/regular.h"
#include "search/control.h"

/* ---- any pegs, any set of allowed moves (bidirectional.c) ----
 * Keeps only the states it reaches, in a canonical form: pegs that are empty at both ends and
 * equivalent under the allowed moves are interchangeable. */

/* The most bytes of a state. Each disc takes 1, 2, 4 or 8 bits, enough for the number of pegs; so
 * 256 discs on 4 pegs, 128 on 16, 64 on 64. */
#define HANOI_BIDIRECTIONAL_BYTES 64

/* QD_YES: list, which must be empty, holds a shortest path. QD_NO: proven that there is none.
 * QD_LIMIT: the control stopped it, or a state takes more than HANOI_BIDIRECTIONAL_BYTES.
 * The task must be valid, its arcs not NULL. nodes: states expanded. */
qd_status hanoi_bidirectional(const struct hanoi_regular_task *task, struct hanoi_moves *list,
                              uint64_t *nodes, qd_control *control);

/* ---- four pegs, every move allowed (bidirectional4.c) ----
 * Bit-parallel, on two frontiers (frontier4.h). */

/* True if hanoi_bidirectional4 can take that number of discs and the control has the memory. */
bool hanoi_bidirectional4_fits(unsigned discs, const qd_control *control);

/* QD_YES: list, which must be empty, holds a shortest path. QD_LIMIT: the control stopped it; list
 * is still empty. nodes: the states reached from both ends. */
qd_status hanoi_bidirectional4(unsigned discs, const uint8_t *start, const uint8_t *goal,
                               struct hanoi_moves *list, uint64_t *nodes, qd_control *control);

#endif

/* Shortest ways between any two states of four pegs where every move is allowed: bit-parallel
 * breadth-first search from both ends (puzzles/hanoi/solve/engines/front4.h). */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_MEET4_H
#define PUZZLES_HANOI_SOLVE_ENGINES_MEET4_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/engines/move_list.h"
#include "search/control.h"

/* True if the number of discs is one that hanoi_meet4 can take and the control has the memory. */
bool hanoi_meet4_fits(unsigned discs, const qd_control *control);

/* QD_YES: way, which must be empty, holds a shortest way. QD_LIMIT: the control stopped it; way is
 * still empty. nodes: the states reached from both ends. */
qd_status hanoi_meet4(unsigned discs, const uint8_t *start, const uint8_t *goal,
                      struct hanoi_moves *way, uint64_t *nodes, qd_control *control);

#endif

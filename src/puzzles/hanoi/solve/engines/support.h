/* Boards for searching: for every disc what it lies on, one byte each. A move changes one byte, and
 * a disc that lies on something else at the goal must move at least once. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_SUPPORT_H
#define PUZZLES_HANOI_SOLVE_ENGINES_SUPPORT_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/engines/move_list.h"
#include "search/control.h"

#define HANOI_SUPPORT_PEGS  64
#define HANOI_SUPPORT_DISCS 64
#define HANOI_SUPPORT_DISC  64 /* disc d as something to lie on; less is a peg */

/* A search from one board to another. */
struct hanoi_support_task {
    unsigned pegs;
    unsigned discs;
    uint8_t start[HANOI_SUPPORT_DISCS];
    uint8_t goal[HANOI_SUPPORT_DISCS];
    uint64_t out[HANOI_SUPPORT_PEGS]; /* where discs may go from each peg */
    uint64_t fixed;                   /* discs that no way to the goal moves */
};

/* The top of each peg: what a disc that is put there will lie on. */
struct hanoi_tops {
    uint8_t at[HANOI_SUPPORT_PEGS];
};

void hanoi_support_tops(unsigned pegs, unsigned discs, const uint8_t *board,
                        struct hanoi_tops *tops);

/* True if the disc may be put on that. */
static inline bool hanoi_support_may_lie(unsigned disc, unsigned on) {
    return on < HANOI_SUPPORT_DISC || on > HANOI_SUPPORT_DISC + disc;
}

/* True if no disc lies on a smaller one. */
bool hanoi_support_regular(unsigned discs, const uint8_t *board);

/* The whole way by search from both ends (puzzles/hanoi/solve/engines/board_search.c); any pegs,
 * any allowed moves, any goal. QD_YES: way, which must be empty, holds a shortest way. QD_NO:
 * proven that there is none. QD_LIMIT: the control stopped it. nodes: boards expanded. */
qd_status hanoi_boards_solve(const struct hanoi_support_task *task, struct hanoi_moves *way,
                             uint64_t *nodes, qd_control *control);

#endif

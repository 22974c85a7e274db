/* The two searches over irregular boards that irregular.c chooses from, and the board they share:
 * for every disc its support, what it rests on, one byte each. A move changes one byte, and a disc
 * whose support at the goal is another one must move at least once. */
#ifndef PUZZLES_HANOI_SOLVE_IRREGULAR_SEARCH_H
#define PUZZLES_HANOI_SOLVE_IRREGULAR_SEARCH_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"
#include "puzzles/hanoi/solve/irregular/stages.h"
#include "search/control.h"

#define HANOI_SUPPORT_PEGS  64
#define HANOI_SUPPORT_DISCS 64
#define HANOI_SUPPORT_DISC  64 /* + d: rests on disc d; less than that: on a peg */

/* A search from one board to another. */
struct hanoi_support_task {
    unsigned pegs;
    unsigned discs;
    uint8_t start[HANOI_SUPPORT_DISCS];
    uint8_t goal[HANOI_SUPPORT_DISCS];
    uint64_t out[HANOI_SUPPORT_PEGS]; /* where discs may go from each peg */
    uint64_t fixed;                   /* discs that no path to the goal moves */
};

/* True if the rules let the disc be put on that support. */
static inline bool hanoi_support_is_legal(unsigned disc, unsigned on) {
    return on < HANOI_SUPPORT_DISC || on > HANOI_SUPPORT_DISC + disc;
}

/* Any pegs, any allowed moves, any goal (breadth_first.c): every board is searched, from both ends.
 * QD_YES: list, which must be empty, holds a shortest path. QD_NO: proven that there is none.
 * QD_LIMIT: the control stopped it. nodes: boards expanded. */
qd_status hanoi_irregular_breadth_first(const struct hanoi_support_task *task,
                                        struct hanoi_moves *list, uint64_t *nodes,
                                        qd_control *control);

/* Three pegs, every move allowed (astar.c): only the order in which inverted discs are released is
 * searched (phase.h), so the length of the path does not matter. There are 1 to 64 discs; those in
 * task->fixed must rest on the same at both ends; task->out is not used.
 * QD_YES: stages, which must be empty, holds a shortest path. QD_NO: proven that there is none.
 * QD_LIMIT: the control stopped it. nodes, which stages also gets: boards expanded. */
qd_status hanoi_irregular_astar(const struct hanoi_support_task *task, struct hanoi_stages *stages,
                                uint64_t *nodes, qd_control *control);

#endif

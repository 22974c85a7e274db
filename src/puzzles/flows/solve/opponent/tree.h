/* Monte Carlo tree search over moves and draws: the strong opponent's thinking. The tree grows
 * where playouts went well for the player to move; draws are sampled. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_TREE_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_TREE_H

#include "puzzles/flows/solve/opponent/playout.h"
#include "search/control.h"

/* A move at the root. */
struct flows_tree_root {
    struct flows_quick after; /* the position that it leads to */
    float prior;              /* what it looks like before any playout: the less, the better */
    uint64_t visits;          /* out: playouts that began with it */
    double win[FLOWS_AXES];   /* out: what each team got of them, added up */
};

/* Makes that many playouts from the moves of the root, where the team of axis is to move, and then
 * goes on until no move has done better, by its average, than the one with the most visits: each
 * move that has gets as many visits. Fills in visits and wins. Returns the number of playouts:
 * fewer than asked for if the control (may be NULL) ended it. */
uint64_t flows_tree_search(struct flows_tree_root *root, size_t count, unsigned axis,
                           uint64_t playouts, struct random *random, qd_control *control);

/* What the board looks like to the team of axis: the less, the better. A tie counts by its share.
 */
float flows_tree_prior(const struct flows_net *net, unsigned axis);

#endif

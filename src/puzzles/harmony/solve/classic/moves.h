/* The swaps that the classic search tries from a state, and in which order. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_MOVES_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_MOVES_H

#include "puzzles/harmony/model/board.h"

/* In which order the swaps of a state are tried, by the moves that their two tiles have left. */
enum harmony_sort { HARMONY_SORT_NONE, HARMONY_SMALLEST_FIRST, HARMONY_LARGEST_FIRST };

/* Which perfect swaps are made at once, without looking at any other swap. */
enum harmony_force { HARMONY_FORCE_BOTH, HARMONY_FORCE_VERTICAL, HARMONY_FORCE_NONE };

struct harmony_move_rules {
    enum harmony_force force;
    enum harmony_sort sort;
    bool wasteful; /* no last-move filter: swaps that waste a tile's last move are tried too */
};

enum { HARMONY_MOST_SWAPS = HARMONY_CELLS * (HARMONY_SIDE - 1) };

struct harmony_swap_list {
    unsigned count;
    struct harmony_swap swap[HARMONY_MOST_SWAPS];
    uint16_t key[HARMONY_MOST_SWAPS]; /* what they are sorted by */
};

/* Fills the list. A perfect swap that is forced is the only one: the horizontal before the
 * vertical. Else all legal swaps, or those that the last-move filter lets through: along the rows,
 * row by row, and then those along the columns, column by column; sorted if that is asked for,
 * equal ones keeping their order. */
void harmony_classic_moves(const struct harmony_board *board,
                           const struct harmony_move_rules *rules, struct harmony_swap_list *list);

#endif

/* Moves that may be made at once, and moves that need not be looked at. All are safe: if the board
 * has a solution, it still has one after a forced swap, and no swap that is dropped leads to one.
 */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_FORCED_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_FORCED_H

#include "puzzles/harmony/model/board.h"

/* Horizontal perfect swap: a row full of its own colour, nobody in it with more than one move, and
 * two or more with one, an even number. Any two of these can be swapped at once. Returns true and
 * the swap if there is such a row. */
bool harmony_forced_horizontal(const struct harmony_board *board, struct harmony_swap *swap);
/* Vertical perfect swap: two tiles of one column with one move each, each in the other's row. They
 * need each other. Returns true and the swap if there are such tiles. */
bool harmony_forced_vertical(const struct harmony_board *board, struct harmony_swap *swap);
/* One of both, the horizontal first. Returns false if there is none. */
bool harmony_forced_any(const struct harmony_board *board, struct harmony_swap *swap);

/* The last-move filter: false if one of the two tiles would spend its last move without being in
 * its row afterwards, so that the swap loses. The swap must be legal. */
bool harmony_last_move_fits(const struct harmony_board *board, struct harmony_swap swap);

#endif

/* What a hint says about its swap. Every sentence is true whatever else is done on the board. */
#ifndef PUZZLES_HARMONY_EXPLAIN_SENTENCES_H
#define PUZZLES_HARMONY_EXPLAIN_SENTENCES_H

#include "puzzles/harmony/model/position.h"

/* Each adds a sentence or two, no newline. The cell is one of the swap's. */

void harmony_say_row_pairs_off(const struct position *position, unsigned row, struct buf *out);
void harmony_say_pair(const struct position *position, struct harmony_swap swap, struct buf *out);
/* The tile spends its last move and gets home by it. */
void harmony_say_last_move(const struct position *position, unsigned cell, struct buf *out);
/* The tile is at home with its last move, and one other tile of its row can move. */
void harmony_say_last_in_row(const struct position *position, unsigned cell, unsigned partner,
                             struct buf *out);
/* The tile can swap with one other only. */
void harmony_say_one_partner(const struct position *position, unsigned cell, unsigned partner,
                             struct buf *out);
/* All swaps of the tile but this one are rejected by a test: says why. */
void harmony_say_others_lose(const struct position *position, unsigned cell,
                             struct harmony_swap swap, struct buf *out);
/* Who gets home by the swap, or who goes where. */
void harmony_say_effect(const struct position *position, struct harmony_swap swap, struct buf *out);

#endif

/* A Harmony board: a grid of coloured tiles, each with a number of moves left. Row i is the home of
 * colour i, and every colour has as many tiles as there are columns. A move swaps two tiles of one
 * row or of one column, at any distance, that both have moves left; each then has one less. It is
 * solved when every tile is in its colour's row and no moves are left anywhere. */
#ifndef PUZZLES_HARMONY_MODEL_BOARD_H
#define PUZZLES_HARMONY_MODEL_BOARD_H

#include <stdbool.h>
#include <stdint.h>

#define HARMONY_SIDE      16
#define HARMONY_CELLS     (HARMONY_SIDE * HARMONY_SIDE)
#define HARMONY_MAX_MOVES 255

/* Cell (row, column) has the index row * HARMONY_SIDE + column. */
struct harmony_board {
    uint8_t rows, columns;         /* 1 .. HARMONY_SIDE */
    uint8_t colour[HARMONY_CELLS]; /* 0 .. rows - 1; the home row */
    uint8_t moves[HARMONY_CELLS];
};

struct harmony_swap {
    uint8_t a, b; /* cells, a < b */
};

static inline unsigned harmony_cell(unsigned row, unsigned column) {
    return row * HARMONY_SIDE + column;
}

static inline unsigned harmony_row(unsigned cell) {
    return cell / HARMONY_SIDE;
}

static inline unsigned harmony_column(unsigned cell) {
    return cell % HARMONY_SIDE;
}

/* True if the two cells lie on the board in one row or one column, are not the same, and both tiles
 * have moves left. */
bool harmony_swap_legal(const struct harmony_board *board, struct harmony_swap swap);
/* Swaps the tiles; each loses a move. The swap must be legal. */
void harmony_swap_play(struct harmony_board *board, struct harmony_swap swap);
bool harmony_solved(const struct harmony_board *board);
/* The swaps that are left to be made: half the sum of all moves left (which must be even). */
unsigned harmony_swaps_left(const struct harmony_board *board);

#endif

#include "puzzles/harmony/solve/classic/forced.h"

/* True if the row is full of its own colour, and its moves are an even number of ones; swap is then
 * the first two of these, if there are any: found says how many ones there are. */
static bool row_pairs_off(const struct harmony_board *board, unsigned row,
                          struct harmony_swap *swap, unsigned *found) {
    unsigned ones = 0;
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned cell = harmony_cell(row, column);
        if (board->colour[cell] != row || board->moves[cell] > 1)
            return false;
        if (board->moves[cell] == 0)
            continue;
        if (ones == 0)
            swap->a = (uint8_t)cell;
        else if (ones == 1)
            swap->b = (uint8_t)cell;
        ones++;
    }
    *found = ones;
    return ones % 2 == 0;
}

bool harmony_forced_horizontal(const struct harmony_board *board, struct harmony_swap *swap) {
    for (unsigned row = 0; row < board->rows; row++) {
        struct harmony_swap pair = {0, 0};
        unsigned ones = 0;
        if (row_pairs_off(board, row, &pair, &ones) && ones > 0) {
            *swap = pair;
            return true;
        }
    }
    return false;
}

/* A tile with one move finds its partner without a search: it stands in its home row. */
bool harmony_forced_vertical(const struct harmony_board *board, struct harmony_swap *swap) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            unsigned home = board->colour[cell];
            unsigned partner = harmony_cell(home, column);
            if (home > row && board->moves[cell] == 1 && board->moves[partner] == 1 &&
                board->colour[partner] == row) {
                *swap = (struct harmony_swap){(uint8_t)cell, (uint8_t)partner};
                return true;
            }
        }
    return false;
}

bool harmony_forced_any(const struct harmony_board *board, struct harmony_swap *swap) {
    return harmony_forced_horizontal(board, swap) || harmony_forced_vertical(board, swap);
}

static bool arrives(const struct harmony_board *board, unsigned from, unsigned to) {
    return board->moves[from] != 1 || board->colour[from] == harmony_row(to);
}

bool harmony_last_move_fits(const struct harmony_board *board, struct harmony_swap swap) {
    return arrives(board, swap.a, swap.b) && arrives(board, swap.b, swap.a);
}

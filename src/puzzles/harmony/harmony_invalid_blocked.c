#include "harmony_invalid.h"

/* A cell without moves never moves again: the last step into it cannot be made. */
static bool blocked_swap(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            unsigned home = board->colour[cell];
            if (board->moves[cell] == 1 && home != row &&
                board->moves[harmony_cell(home, column)] == 0)
                return true;
        }
    return false;
}

const struct harmony_invalid_test harmony_blocked_swap = {
    .name = "blocked_swap",
    .summary = "a tile with one move whose cell at home holds a tile with none",
    .sound = true,
    .by_default = true,
    .by_document = true,
    .is_invalid = blocked_swap,
};

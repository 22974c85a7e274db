#include "puzzles/harmony/solve/classic/invalidity.h"

/* A cell without moves never moves again: the last step into it cannot be made. */
static bool blocked(const struct harmony_board *board, unsigned cell) {
    unsigned home = board->colour[cell];
    return board->moves[cell] == 1 && home != harmony_row(cell) &&
           board->moves[harmony_cell(home, harmony_column(cell))] == 0;
}

static bool blocked_swap(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (blocked(board, harmony_cell(row, column)))
                return true;
    return false;
}

const struct harmony_invalid_test harmony_blocked_swap = {
    .name = "blocked_swap",
    .summary = "a tile with one move whose cell at home holds a tile with none",
    .sound = true,
    .by_default = true,
    .by_document = true,
    .by_document_v1 = true,
    .is_invalid = blocked_swap,
    .of_cell = blocked,
};

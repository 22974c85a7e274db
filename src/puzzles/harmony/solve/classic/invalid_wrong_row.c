#include "puzzles/harmony/solve/classic/invalidity.h"

static bool lost(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 0 && board->colour[cell] != harmony_row(cell);
}

static bool wrong_row_zero_moves(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (lost(board, harmony_cell(row, column)))
                return true;
    return false;
}

const struct harmony_invalid_test harmony_wrong_row_zero_moves = {
    .name = "wrong_row_zero_moves",
    .summary = "a tile away from its row with no moves left",
    .sound = true,
    .by_default = true,
    .by_document = true,
    .by_document_v1 = true,
    .is_invalid = wrong_row_zero_moves,
    .of_cell = lost,
};

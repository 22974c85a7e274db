#include "puzzles/harmony/solve/classic/invalidity.h"

/* A tile at home with one move must spend it within its row. Cells without moves stay so, hence a
 * row that has no other cell with moves never will. */
static bool is_lonely(const struct harmony_board *board, unsigned row) {
    unsigned active = 0;
    bool last_move = false;
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned cell = harmony_cell(row, column);
        active += board->moves[cell] > 0;
        last_move |= board->moves[cell] == 1 && board->colour[cell] == row;
    }
    return last_move && active == 1;
}

static bool lonely_last_move(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_lonely(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_lonely_last_move = {
    .name = "lonely_last_move",
    .summary = "a tile at home with one move and no other tile with moves in its row",
    .sound = true,
    .by_default = true,
    .is_invalid = lonely_last_move,
};

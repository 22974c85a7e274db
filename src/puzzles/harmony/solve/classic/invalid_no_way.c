#include "puzzles/harmony/solve/classic/invalidity.h"

static bool is_active(const struct harmony_board *board, unsigned row, unsigned column) {
    return board->moves[harmony_cell(row, column)] > 0;
}

/* Two steps home: along the row and then the column, or the column and then the row, or twice along
 * the column. Every cell stepped on must have moves now, for it never gets any later. */
static bool can_step_home_twice(const struct harmony_board *board, unsigned row, unsigned column) {
    unsigned home = board->colour[harmony_cell(row, column)];
    bool straight = is_active(board, home, column);
    for (unsigned other = 0; other < board->columns; other++)
        if (other != column && is_active(board, home, other) &&
            (straight || is_active(board, row, other)))
            return true;
    for (unsigned via = 0; straight && via < board->rows; via++)
        if (via != row && via != home && is_active(board, via, column))
            return true;
    return false;
}

static bool no_way_home(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            if (board->moves[cell] == 2 && board->colour[cell] != row &&
                !can_step_home_twice(board, row, column))
                return true;
        }
    return false;
}

const struct harmony_invalid_test harmony_no_way_home = {
    .name = "no_way_home",
    .summary = "a tile away from its row with two moves and no two steps that bring it home",
    .sound = true,
    .by_default = true,
    .is_invalid = no_way_home,
};

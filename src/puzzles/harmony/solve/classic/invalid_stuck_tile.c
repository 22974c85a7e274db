#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* The oldest form: one move is left in the row, and nobody to share it with. */
static bool is_stuck(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.sum == 1;
}

static bool stuck_tile(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_stuck(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_stuck_tile = {
    .name = "stuck_tile",
    .summary = "a finished row but for a single move",
    .sound = true,
    .is_invalid = stuck_tile,
    .of_row = is_stuck,
};

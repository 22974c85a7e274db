#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* As the original program has it. It forgets that tiles of other colours can come into the row and
 * take part: boards that have a solution are rejected. Kept to show just that. */
static bool is_stuck(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind != HARMONY_STUCK_NOT && stuck.odd;
}

static bool stuck_tiles_v2(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_stuck(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_stuck_tiles_v2 = {
    .name = "stuck_tiles_v2",
    .summary =
        "UNSOUND: a colour with an odd number of moves, at most two each, at most one tile out",
    .by_document = true,
    .is_invalid = stuck_tiles_v2,
    .of_row = is_stuck,
};

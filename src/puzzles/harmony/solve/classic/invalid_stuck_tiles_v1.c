#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* Tiles at home with one move can only be swapped with each other, in pairs. */
static bool is_stuck(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.twos == 0 && stuck.odd;
}

static bool stuck_tiles_v1(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_stuck(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_stuck_tiles_v1 = {
    .name = "stuck_tiles_v1",
    .summary = "a row of its own colour with an odd number of one-move tiles, the others at rest",
    .sound = true,
    .by_document_v1 = true,
    .is_invalid = stuck_tiles_v1,
    .of_row = is_stuck,
};

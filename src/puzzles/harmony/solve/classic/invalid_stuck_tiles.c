#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* The cases of stuck_tiles_v2 in which the tiles of the colour alone show that nobody can help. A
 * tile of another colour comes into the row only where a tile with two moves makes room for it, and
 * it takes at least three swaps with such a visitor to spend an odd number. */
static bool is_stuck(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    switch (stuck.kind) {
    case HARMONY_STUCK_ALL_IN_ROW:
        return stuck.odd && stuck.twos <= 1;
    case HARMONY_STUCK_CORRECT_COLUMN:
        return stuck.odd && stuck.twos == 0;
    case HARMONY_STUCK_OTHER_COLUMN:
        return board->rows == 2 && stuck.sum == 1 && stuck.facing == 1;
    case HARMONY_STUCK_NOT:
        break;
    }
    return false;
}

static bool stuck_tiles(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_stuck(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_stuck_tiles = {
    .name = "stuck_tiles",
    .summary = "a colour with an odd number of moves in its row and too few to let others help",
    .sound = true,
    .by_default = true,
    .is_invalid = stuck_tiles,
};

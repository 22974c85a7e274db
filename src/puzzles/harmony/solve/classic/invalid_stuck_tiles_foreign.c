#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* An odd number needs an odd number of swaps with tiles of other colours along the row. The columns
 * where those stand must in the end be the columns where tiles of the colour are missing. If they
 * are so now, one swap spoils that and it takes three; if a tile of the colour is out and not in
 * the column where it is missing, one swap may do. */
static bool is_stuck(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    if (stuck.kind == HARMONY_STUCK_NOT || !stuck.odd)
        return false;
    unsigned enough = stuck.kind == HARMONY_STUCK_OTHER_COLUMN ? 1 : 3;
    return harmony_stuck_foreign_swaps(board, row) < enough;
}

static bool stuck_tiles_foreign(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        if (is_stuck(board, row))
            return true;
    return false;
}

const struct harmony_invalid_test harmony_stuck_tiles_foreign = {
    .name = "stuck_tiles_foreign",
    .summary =
        "a colour with an odd number of moves in its row and other tiles with too few to help",
    .sound = true,
    .by_default = true,
    .is_invalid = stuck_tiles_foreign,
};

#include "puzzles/harmony/solve/classic/invalidity.h"

/* A tile with one move can only come home along its column, and is then at rest for good: two of
 * one colour in one column would need the same cell. */
static bool shared_landing(const struct harmony_board *board) {
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned taken = 0; /* bit i: a tile must land in row i of this column */
        for (unsigned row = 0; row < board->rows; row++) {
            unsigned cell = harmony_cell(row, column);
            unsigned home = board->colour[cell];
            if (board->moves[cell] != 1 || home == row)
                continue;
            if ((taken >> home & 1) != 0)
                return true;
            taken |= 1U << home;
        }
    }
    return false;
}

const struct harmony_invalid_test harmony_shared_landing = {
    .name = "shared_landing",
    .summary = "two tiles of one colour with one move each that can only land in the same cell",
    .sound = true,
    .by_default = true,
    .is_invalid = shared_landing,
};

#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* All cells with moves of one row belong to one component, and its tiles must fill just these: as
 * many tiles of the row's colour as there are cells. */
static bool row_mismatch(const struct harmony_board *board, const unsigned *wanted) {
    for (unsigned row = 0; row < board->rows; row++) {
        unsigned cells = 0;
        for (unsigned column = 0; column < board->columns; column++)
            cells += board->moves[harmony_cell(row, column)] > 0;
        if (cells != wanted[row])
            return true;
    }
    return false;
}

/* A tile with moves must be in the component of its home row. If all are, counting the tiles of
 * each colour is enough. */
static bool component_colours(const struct harmony_board *board) {
    struct harmony_components components;
    unsigned wanted[HARMONY_SIDE] = {0}; /* tiles of each colour that have moves */
    harmony_components_find(board, &components);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            unsigned home = board->colour[cell];
            if (board->moves[cell] == 0)
                continue;
            wanted[home]++;
            if (components.of_row[home] != components.of_row[row])
                return true;
        }
    return row_mismatch(board, wanted);
}

const struct harmony_invalid_test harmony_component_colours = {
    .name = "component_colours",
    .summary = "a connected part of the board whose tiles do not fit its rows",
    .sound = true,
    .by_default = true,
    .is_invalid = component_colours,
};

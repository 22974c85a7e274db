#include "puzzles/harmony/solve/classic/invalidity.h"

struct active_lines {
    unsigned in_row[HARMONY_SIDE], in_column[HARMONY_SIDE]; /* tiles with moves */
};

static void count_active(const struct harmony_board *board, struct active_lines *lines) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (board->moves[harmony_cell(row, column)] > 0) {
                lines->in_row[row]++;
                lines->in_column[column]++;
            }
}

static bool isolated_tile(const struct harmony_board *board) {
    struct active_lines lines = {{0}, {0}};
    count_active(board, &lines);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns && lines.in_row[row] == 1; column++)
            if (board->moves[harmony_cell(row, column)] > 0 && lines.in_column[column] == 1)
                return true;
    return false;
}

static bool is_alone(const struct harmony_board *board, unsigned cell) {
    unsigned row = harmony_row(cell), column = harmony_column(cell);
    unsigned active = 0; /* in the row and in the column: the tile itself twice */
    for (unsigned other = 0; other < board->columns; other++)
        active += board->moves[harmony_cell(row, other)] > 0;
    for (unsigned other = 0; other < board->rows; other++)
        active += board->moves[harmony_cell(other, column)] > 0;
    return board->moves[cell] > 0 && active == 2;
}

const struct harmony_invalid_test harmony_isolated_tile = {
    .name = "isolated_tile",
    .summary = "a tile with moves and no other tile with moves in its row and column",
    .sound = true,
    .by_default = true,
    .by_document = true,
    .by_document_v1 = true,
    .is_invalid = isolated_tile,
    .of_cell = is_alone,
};

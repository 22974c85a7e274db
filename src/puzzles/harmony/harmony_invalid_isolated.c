#include "harmony_invalid.h"

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

const struct harmony_invalid_test harmony_isolated_tile = {
    .name = "isolated_tile",
    .summary = "a tile with moves and no other tile with moves in its row and column",
    .sound = true,
    .by_default = true,
    .by_document = true,
    .is_invalid = isolated_tile,
};

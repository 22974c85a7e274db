#include "puzzles/harmony/solve/dead_sentences.h"

const char *harmony_plural(size_t count) {
    return count == 1 ? "" : "s";
}

void harmony_tile_add(struct buf *out, const struct position *position, unsigned cell,
                      bool capital) {
    buf_printf(out, "%s %s tile at ", capital ? "The" : "the",
               position->name[position->board.colour[cell]]);
    harmony_place_add(out, cell);
}

/* What stands between item number index of count and the next one. */
static const char *joint(unsigned index, unsigned count) {
    return index + 1 == count ? "" : index + 2 == count ? " and " : ", ";
}

void harmony_rows_add(struct buf *out, unsigned rows) {
    unsigned count = 0, index = 0;
    for (unsigned row = 0; row < HARMONY_SIDE; row++)
        count += rows >> row & 1;
    buf_add(out, count == 1 ? "row " : "rows ");
    for (unsigned row = 0; row < HARMONY_SIDE; row++)
        if ((rows >> row & 1) != 0)
            buf_printf(out, "%c%s", harmony_row_letter(row), joint(index++, count));
}

void harmony_home_tiles_add(struct buf *out, const struct harmony_board *board, unsigned row) {
    unsigned cells[HARMONY_SIDE], count = 0;
    for (unsigned column = 0; column < board->columns; column++) {
        unsigned cell = harmony_cell(row, column);
        if (board->colour[cell] == row && board->moves[cell] > 0)
            cells[count++] = cell;
    }
    if (count == 0)
        buf_add(out, "none");
    for (unsigned i = 0; i < count; i++) {
        harmony_place_add(out, cells[i]);
        buf_printf(out, " (%u)%s", board->moves[cells[i]], joint(i, count));
    }
}

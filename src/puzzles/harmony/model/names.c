/* Places, swaps, tiles and rows as text: rows are letters from A, columns are numbers from 1. */
#include <string.h>

#include "puzzles/harmony/model/names.h"

static bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

size_t harmony_place_read(const char *text, size_t size, unsigned *row, unsigned *column) {
    char letter = size > 0 ? (char)(text[0] & ~0x20) : '\0';
    if (letter < 'A' || letter > 'Z' || size < 2 || !is_digit(text[1]) || text[1] == '0')
        return 0;
    unsigned number = (unsigned)(text[1] - '0');
    size_t used = 2;
    if (size > 2 && is_digit(text[2]))
        number = number * 10 + (unsigned)(text[used++] - '0');
    if (size > used && is_digit(text[used]))
        return 0;
    *row = (unsigned)(letter - 'A');
    *column = number - 1;
    return used;
}

void harmony_place_add(struct buf *out, unsigned cell) {
    buf_printf(out, "%c%u", harmony_row_letter(harmony_row(cell)), harmony_column(cell) + 1);
}

void harmony_swap_add(struct buf *out, struct harmony_swap swap) {
    harmony_place_add(out, swap.a);
    buf_char(out, '-');
    harmony_place_add(out, swap.b);
}

/* Reads a place that must be on the board. */
static bool read_cell(const struct harmony_board *board, const char *text, size_t size,
                      uint8_t *cell, struct buf *why) {
    unsigned row, column;
    if (harmony_place_read(text, size, &row, &column) != size || size == 0) {
        buf_add(why, "not a swap; expected two places, such as A1-B1");
        return false;
    }
    if (row >= board->rows || column >= board->columns) {
        buf_printf(why, "there is no place %c%u; the places are A1 to ", (char)('A' + row),
                   column + 1);
        harmony_place_add(why, harmony_cell(board->rows - 1u, board->columns - 1u));
        return false;
    }
    *cell = (uint8_t)harmony_cell(row, column);
    return true;
}

bool harmony_swap_read(const struct harmony_board *board, const char *text,
                       struct harmony_swap *swap, struct buf *why) {
    const char *dash = strchr(text, '-');
    size_t first = dash ? (size_t)(dash - text) : 0;
    const char *second = dash ? dash + 1 : text;
    uint8_t a, b;
    if (!read_cell(board, text, first, &a, why) ||
        !read_cell(board, second, strlen(second), &b, why))
        return false;
    *swap = (struct harmony_swap){.a = a < b ? a : b, .b = a < b ? b : a};
    return true;
}

/* Of two cells, the one whose tile has no moves left. */
static unsigned cell_at_rest(const struct harmony_board *board, struct harmony_swap swap) {
    return board->moves[swap.a] == 0 ? swap.a : swap.b;
}

bool harmony_swap_explain(const struct position *position, struct harmony_swap swap,
                          struct buf *why) {
    const struct harmony_board *board = &position->board;
    if (harmony_swap_legal(board, swap))
        return true;
    if (swap.a == swap.b) {
        buf_add(why, "a tile cannot be swapped with itself");
    } else if (harmony_row(swap.a) != harmony_row(swap.b) &&
               harmony_column(swap.a) != harmony_column(swap.b)) {
        harmony_place_add(why, swap.a);
        buf_add(why, " and ");
        harmony_place_add(why, swap.b);
        buf_add(why, " are neither in one row nor in one column");
    } else {
        unsigned cell = cell_at_rest(board, swap);
        buf_printf(why, "the %s tile at ", position->name[board->colour[cell]]);
        harmony_place_add(why, cell);
        buf_add(why, " has no moves left");
    }
    return false;
}

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

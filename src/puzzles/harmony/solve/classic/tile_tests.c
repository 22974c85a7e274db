/* Invalidity tests that look at single tiles: what each one looks for, why that leaves no solution,
 * and the sentence that says so. */
#include "puzzles/harmony/solve/classic/invalidity_tests.h"

static bool is_away(const struct harmony_board *board, unsigned cell) {
    return board->colour[cell] != harmony_row(cell);
}

/* Where a tile comes home along its column. */
static unsigned landing_of(const struct harmony_board *board, unsigned cell) {
    return harmony_cell(board->colour[cell], harmony_column(cell));
}

/* ---- wrong_row_zero_moves ---- */

bool harmony_at_rest_away(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 0 && is_away(board, cell);
}

ANY_CELL(wrong_row_zero_moves, harmony_at_rest_away)

void harmony_say_at_rest_away(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has no moves left and is not in row %c.", home_letter(position, cell));
}

/* ---- blocked_swap ---- */

/* A cell without moves never moves again: the last step into it cannot be made. */
bool harmony_is_blocked(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && is_away(board, cell) &&
           board->moves[landing_of(board, cell)] == 0;
}

ANY_CELL(blocked_swap, harmony_is_blocked)

void harmony_say_blocked(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_add(out, " has one move left, which can only bring it home to ");
    harmony_place_add(out, landing_of(&position->board, cell));
    buf_add(out, ", but the tile there has none left.");
}

/* ---- shared_landing ---- */

/* A tile with one move can only come home along its column, and is then at rest for good: two of
 * one colour in one column would need the same cell. */
bool harmony_test_shared_landing(const struct harmony_board *board) {
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

/* The tile below in the column that needs the same cell; the cell itself if there is none. */
static unsigned rival_of(const struct harmony_board *board, unsigned cell) {
    for (unsigned row = harmony_row(cell) + 1; row < board->rows; row++) {
        unsigned other = harmony_cell(row, harmony_column(cell));
        if (board->moves[other] == 1 && is_away(board, other) &&
            board->colour[other] == board->colour[cell])
            return other;
    }
    return cell;
}

bool harmony_has_rival(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && is_away(board, cell) && rival_of(board, cell) != cell;
}

void harmony_say_rivals(const struct position *position, unsigned cell, struct buf *out) {
    const struct harmony_board *board = &position->board;
    buf_printf(out, "The %s tiles at ", position->name[board->colour[cell]]);
    harmony_place_add(out, cell);
    buf_add(out, " and ");
    harmony_place_add(out, rival_of(board, cell));
    buf_add(out, " have one move left each, and it can only bring both home to ");
    harmony_place_add(out, landing_of(board, cell));
    buf_add(out, ", where there is room for one.");
}

/* ---- lonely_last_move ---- */

/* A tile at home with one move must spend it within its row. Cells without moves stay so, hence a
 * row that has no other cell with moves never will. */
bool harmony_is_lonely(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && !is_away(board, cell) &&
           active_in_row(board, harmony_row(cell)) == 1;
}

ANY_CELL(lonely_last_move, harmony_is_lonely)

void harmony_say_lonely(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_printf(out,
               " is at home with one move left, which it must spend within row %c, but no other "
               "tile there has moves left.",
               home_letter(position, cell));
}

/* ---- isolated_tile ---- */

struct active_lines {
    unsigned in_row[HARMONY_SIDE], in_column[HARMONY_SIDE]; /* tiles with moves */
};

static void count_active(const struct harmony_board *board, struct active_lines *lines) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            if (is_active(board, row, column)) {
                lines->in_row[row]++;
                lines->in_column[column]++;
            }
}

bool harmony_test_isolated_tile(const struct harmony_board *board) {
    struct active_lines lines = {{0}, {0}};
    count_active(board, &lines);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns && lines.in_row[row] == 1; column++)
            if (is_active(board, row, column) && lines.in_column[column] == 1)
                return true;
    return false;
}

bool harmony_is_isolated(const struct harmony_board *board, unsigned cell) {
    unsigned active = active_in_row(board, harmony_row(cell)); /* the tile counts twice */
    for (unsigned row = 0; row < board->rows; row++)
        active += is_active(board, row, harmony_column(cell));
    return board->moves[cell] > 0 && active == 2;
}

void harmony_say_isolated(const struct position *position, unsigned cell, struct buf *out) {
    unsigned moves = position->board.moves[cell];
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has %u move%s left, but no other tile of its row and column has any.", moves,
               harmony_plural(moves));
}

/* ---- no_way_home ---- */

/* Two steps home: along the row and then the column, or the column and then the row, or twice along
 * the column. Every cell stepped on must have moves now, for it never gets any later. */
static bool can_step_home_twice(const struct harmony_board *board, unsigned row, unsigned column) {
    unsigned home = board->colour[harmony_cell(row, column)];
    bool straight = is_active(board, home, column);
    for (unsigned other = 0; other < board->columns; other++)
        if (other != column && is_active(board, home, other) &&
            (straight || is_active(board, row, other)))
            return true;
    for (unsigned via = 0; straight && via < board->rows; via++)
        if (via != row && via != home && is_active(board, via, column))
            return true;
    return false;
}

bool harmony_has_no_way(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 2 && is_away(board, cell) &&
           !can_step_home_twice(board, harmony_row(cell), harmony_column(cell));
}

ANY_CELL(no_way_home, harmony_has_no_way)

void harmony_say_no_way(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_printf(out,
               " has two moves left, but no two steps over places that still have moves end in "
               "row %c.",
               home_letter(position, cell));
}

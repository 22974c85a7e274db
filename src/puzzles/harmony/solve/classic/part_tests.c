/* Invalidity tests of connected parts: sets of tiles with moves that can only ever meet each other.
 * A row with moves belongs to one of them. */
#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/solve/classic/invalidity_tests.h"

static struct harmony_components parts_of(const struct harmony_board *board) {
    struct harmony_components parts;
    harmony_components_find(board, &parts);
    return parts;
}

static void add_rows_of_part(const struct harmony_board *board,
                             const struct harmony_components *parts, unsigned part,
                             struct buf *out) {
    unsigned rows = 0;
    for (unsigned row = 0; row < board->rows; row++)
        if (active_in_row(board, row) > 0 && parts->of_row[row] == part)
            rows |= 1U << row;
    harmony_rows_add(out, rows);
}

/* A swap spends two moves, both within one component. */
bool harmony_test_component_sum(const struct harmony_board *board) {
    struct harmony_components parts = parts_of(board);
    for (unsigned i = 0; i < parts.count; i++)
        if (parts.sum[i] % 2 == 1)
            return true;
    return false;
}

bool harmony_part_is_odd(const struct harmony_board *board, unsigned row) {
    struct harmony_components parts = parts_of(board);
    return active_in_row(board, row) > 0 && parts.sum[parts.of_row[row]] % 2 == 1;
}

void harmony_say_part_is_odd(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_components parts = parts_of(&position->board);
    unsigned part = parts.of_row[row];
    buf_add(out, "The tiles with moves left in ");
    add_rows_of_part(&position->board, &parts, part, out);
    buf_printf(out, " can swap with no others, and have %u move%s together: an odd number.",
               parts.sum[part], harmony_plural(parts.sum[part]));
}

/* Every move of a tile is shared with another tile of its component. */
bool harmony_test_component_largest(const struct harmony_board *board) {
    struct harmony_components parts = parts_of(board);
    for (unsigned i = 0; i < parts.count; i++)
        if (2 * parts.largest[i] > parts.sum[i])
            return true;
    return false;
}

bool harmony_has_too_many(const struct harmony_board *board, unsigned cell) {
    struct harmony_components parts = parts_of(board);
    unsigned moves = board->moves[cell];
    return moves > 0 && 2 * moves > parts.sum[parts.of_row[harmony_row(cell)]];
}

void harmony_say_too_many(const struct position *position, unsigned cell, struct buf *out) {
    struct harmony_components parts = parts_of(&position->board);
    unsigned part = parts.of_row[harmony_row(cell)], moves = position->board.moves[cell];
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has %u move%s left, but all the tiles that it can ever meet, in ", moves,
               harmony_plural(moves));
    add_rows_of_part(&position->board, &parts, part, out);
    buf_printf(out, ", have only %u together.", parts.sum[part] - moves);
}

static unsigned active_of_colour(const struct harmony_board *board, unsigned colour) {
    unsigned tiles = 0;
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            tiles +=
                is_active(board, row, column) && board->colour[harmony_cell(row, column)] == colour;
    return tiles;
}

/* All cells with moves of one row belong to one component, and its tiles must fill just these: as
 * many tiles of the row's colour as there are cells. */
bool harmony_places_do_not_fit(const struct harmony_board *board, unsigned row) {
    return active_in_row(board, row) != active_of_colour(board, row);
}

/* A tile with moves must be in the component of its home row. If all are, counting the tiles of
 * each colour is enough. */
bool harmony_test_component_colours(const struct harmony_board *board) {
    struct harmony_components parts = parts_of(board);
    unsigned wanted[HARMONY_SIDE] = {0}; /* tiles of each colour that have moves */
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned home = board->colour[harmony_cell(row, column)];
            if (!is_active(board, row, column))
                continue;
            wanted[home]++;
            if (parts.of_row[home] != parts.of_row[row])
                return true;
        }
    for (unsigned row = 0; row < board->rows; row++)
        if (active_in_row(board, row) != wanted[row])
            return true;
    return false;
}

bool harmony_is_cut_off(const struct harmony_board *board, unsigned cell) {
    struct harmony_components parts = parts_of(board);
    return board->moves[cell] > 0 &&
           parts.of_row[board->colour[cell]] != parts.of_row[harmony_row(cell)];
}

void harmony_say_cut_off(const struct position *position, unsigned cell, struct buf *out) {
    struct harmony_components parts = parts_of(&position->board);
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " cannot get to row %c: the tiles with moves left that it can meet are all in ",
               home_letter(position, cell));
    add_rows_of_part(&position->board, &parts, parts.of_row[harmony_row(cell)], out);
    buf_char(out, '.');
}

void harmony_say_places_do_not_fit(const struct position *position, unsigned row, struct buf *out) {
    unsigned places = active_in_row(&position->board, row);
    unsigned tiles = active_of_colour(&position->board, row);
    buf_printf(out,
               "%u %s tile%s moves left, but in row %c there %s %u place%s where something can "
               "still move.",
               tiles, position->name[row], tiles == 1 ? " has" : "s have", harmony_row_letter(row),
               places == 1 ? "is" : "are", places, harmony_plural(places));
}

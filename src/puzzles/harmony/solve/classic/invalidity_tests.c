/* The invalidity tests: what each one looks for, why that leaves no solution, and the sentence that
 * says so. The table at the end has a row for each. */
#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/classic/stuck.h"

/* A test of the whole board that asks one cell, or one row, after the other. */
#define ANY_CELL(test, of_cell)                                                                    \
    static bool test(const struct harmony_board *board) {                                          \
        for (unsigned row = 0; row < board->rows; row++)                                           \
            for (unsigned column = 0; column < board->columns; column++)                           \
                if (of_cell(board, harmony_cell(row, column)))                                     \
                    return true;                                                                   \
        return false;                                                                              \
    }
#define ANY_ROW(test, of_row)                                                                      \
    static bool test(const struct harmony_board *board) {                                          \
        for (unsigned row = 0; row < board->rows; row++)                                           \
            if (of_row(board, row))                                                                \
                return true;                                                                       \
        return false;                                                                              \
    }

static bool is_away(const struct harmony_board *board, unsigned cell) {
    return board->colour[cell] != harmony_row(cell);
}

static bool is_active(const struct harmony_board *board, unsigned row, unsigned column) {
    return board->moves[harmony_cell(row, column)] > 0;
}

static unsigned active_in_row(const struct harmony_board *board, unsigned row) {
    unsigned active = 0;
    for (unsigned column = 0; column < board->columns; column++)
        active += is_active(board, row, column);
    return active;
}

/* Where a tile comes home along its column. */
static unsigned landing_of(const struct harmony_board *board, unsigned cell) {
    return harmony_cell(board->colour[cell], harmony_column(cell));
}

static char home_letter(const struct position *position, unsigned cell) {
    return harmony_row_letter(position->board.colour[cell]);
}

/* ---- wrong_row_zero_moves ---- */

static bool at_rest_away(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 0 && is_away(board, cell);
}

ANY_CELL(wrong_row_zero_moves, at_rest_away)

static void say_at_rest_away(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has no moves left and is not in row %c.", home_letter(position, cell));
}

/* ---- blocked_swap ---- */

/* A cell without moves never moves again: the last step into it cannot be made. */
static bool is_blocked(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && is_away(board, cell) &&
           board->moves[landing_of(board, cell)] == 0;
}

ANY_CELL(blocked_swap, is_blocked)

static void say_blocked(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_add(out, " has one move left, which can only bring it home to ");
    harmony_place_add(out, landing_of(&position->board, cell));
    buf_add(out, ", but the tile there has none left.");
}

/* ---- shared_landing ---- */

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

static bool has_rival(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && is_away(board, cell) && rival_of(board, cell) != cell;
}

static void say_rivals(const struct position *position, unsigned cell, struct buf *out) {
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
static bool is_lonely(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 1 && !is_away(board, cell) &&
           active_in_row(board, harmony_row(cell)) == 1;
}

ANY_CELL(lonely_last_move, is_lonely)

static void say_lonely(const struct position *position, unsigned cell, struct buf *out) {
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

static bool isolated_tile(const struct harmony_board *board) {
    struct active_lines lines = {{0}, {0}};
    count_active(board, &lines);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns && lines.in_row[row] == 1; column++)
            if (is_active(board, row, column) && lines.in_column[column] == 1)
                return true;
    return false;
}

static bool is_isolated(const struct harmony_board *board, unsigned cell) {
    unsigned active = active_in_row(board, harmony_row(cell)); /* the tile counts twice */
    for (unsigned row = 0; row < board->rows; row++)
        active += is_active(board, row, harmony_column(cell));
    return board->moves[cell] > 0 && active == 2;
}

static void say_isolated(const struct position *position, unsigned cell, struct buf *out) {
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

static bool has_no_way(const struct harmony_board *board, unsigned cell) {
    return board->moves[cell] == 2 && is_away(board, cell) &&
           !can_step_home_twice(board, harmony_row(cell), harmony_column(cell));
}

ANY_CELL(no_way_home, has_no_way)

static void say_no_way(const struct position *position, unsigned cell, struct buf *out) {
    harmony_tile_add(out, position, cell, true);
    buf_printf(out,
               " has two moves left, but no two steps over places that still have moves end in "
               "row %c.",
               home_letter(position, cell));
}

/* ---- the stuck tiles: one row and its colour ---- */

static struct harmony_stuck begin_stuck(const struct position *position, unsigned row,
                                        struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    bool all = stuck.kind == HARMONY_STUCK_ALL_IN_ROW;
    buf_printf(out,
               "%s %s tiles%s are at home in row %c, with %u move%s left: ", all ? "All" : "The",
               position->name[row], all ? "" : " but one", harmony_row_letter(row), stuck.sum,
               harmony_plural(stuck.sum));
    harmony_home_tiles_add(out, &position->board, row);
    buf_add(out, ". ");
    return stuck;
}

/* The oldest form: one move is left in the row, and nobody to share it with. */
static bool has_single_move(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.sum == 1;
}

ANY_ROW(stuck_tile, has_single_move)

static void say_single_move(const struct position *position, unsigned row, struct buf *out) {
    begin_stuck(position, row, out);
    buf_add(out, "That one has nobody to share its move with.");
}

/* Tiles at home with one move can only be swapped with each other, in pairs. */
static bool has_odd_ones(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.twos == 0 && stuck.odd;
}

ANY_ROW(stuck_tiles_v1, has_odd_ones)

static void say_odd_ones(const struct position *position, unsigned row, struct buf *out) {
    begin_stuck(position, row, out);
    buf_add(out, "They can only pair off with each other, and one is left over.");
}

/* The cases of stuck_tiles_v2 in which the tiles of the colour alone show that nobody can help. A
 * tile of another colour comes into the row only where a tile with two moves makes room for it, and
 * it takes at least three swaps with such a visitor to spend an odd number. */
static bool colour_is_stuck(const struct harmony_board *board, unsigned row) {
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

ANY_ROW(stuck_tiles, colour_is_stuck)

static void say_colour_is_stuck(const struct position *position, unsigned row, struct buf *out) {
    static const char *const why[] = {
        [HARMONY_STUCK_ALL_IN_ROW] =
            "That is odd, so tiles of other colours would have to make at least three of the swaps "
            "along the row, and with at most one tile of two moves in it none can.",
        [HARMONY_STUCK_CORRECT_COLUMN] =
            "The one outside has one move left and goes straight home, the others can only pair "
            "off with each other, and their number is odd.",
        [HARMONY_STUCK_OTHER_COLUMN] =
            "The one outside has two moves left: it can only come home in another column and never "
            "meets that tile; and if that tile spends its move with anyone else in the row, it "
            "takes the place that the other one needs.",
    };
    buf_add(out, why[begin_stuck(position, row, out).kind]);
}

/* An odd number needs an odd number of swaps with tiles of other colours along the row. The columns
 * where those stand must in the end be the columns where tiles of the colour are missing. If they
 * are so now, one swap spoils that and it takes three; if a tile of the colour is out and not in
 * the column where it is missing, one swap may do. */
static unsigned help_needed(const struct harmony_stuck *stuck) {
    return stuck->kind == HARMONY_STUCK_OTHER_COLUMN ? 1 : 3;
}

static bool gets_no_help(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind != HARMONY_STUCK_NOT && stuck.odd &&
           harmony_stuck_foreign_swaps(board, row) < help_needed(&stuck);
}

ANY_ROW(stuck_tiles_foreign, gets_no_help)

static void say_no_help(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = begin_stuck(position, row, out);
    buf_printf(out,
               "That is odd, so tiles of other colours would have to make at least %u of the swaps "
               "along the row; they have moves for %u.",
               help_needed(&stuck), harmony_stuck_foreign_swaps(&position->board, row));
}

/* As the original program has it. It forgets that tiles of other colours can come into the row and
 * take part: boards that have a solution are rejected. Kept to show just that. */
static bool is_odd(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind != HARMONY_STUCK_NOT && stuck.odd;
}

ANY_ROW(stuck_tiles_v2, is_odd)

/* ---- connected parts; a row with moves belongs to one of them ---- */

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
static bool component_sum(const struct harmony_board *board) {
    struct harmony_components parts = parts_of(board);
    for (unsigned i = 0; i < parts.count; i++)
        if (parts.sum[i] % 2 == 1)
            return true;
    return false;
}

static bool part_is_odd(const struct harmony_board *board, unsigned row) {
    struct harmony_components parts = parts_of(board);
    return active_in_row(board, row) > 0 && parts.sum[parts.of_row[row]] % 2 == 1;
}

static void say_part_is_odd(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_components parts = parts_of(&position->board);
    unsigned part = parts.of_row[row];
    buf_add(out, "The tiles with moves left in ");
    add_rows_of_part(&position->board, &parts, part, out);
    buf_printf(out, " can swap with no others, and have %u move%s together: an odd number.",
               parts.sum[part], harmony_plural(parts.sum[part]));
}

/* Every move of a tile is shared with another tile of its component. */
static bool component_largest(const struct harmony_board *board) {
    struct harmony_components parts = parts_of(board);
    for (unsigned i = 0; i < parts.count; i++)
        if (2 * parts.largest[i] > parts.sum[i])
            return true;
    return false;
}

static bool has_too_many(const struct harmony_board *board, unsigned cell) {
    struct harmony_components parts = parts_of(board);
    unsigned moves = board->moves[cell];
    return moves > 0 && 2 * moves > parts.sum[parts.of_row[harmony_row(cell)]];
}

static void say_too_many(const struct position *position, unsigned cell, struct buf *out) {
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
static bool places_do_not_fit(const struct harmony_board *board, unsigned row) {
    return active_in_row(board, row) != active_of_colour(board, row);
}

/* A tile with moves must be in the component of its home row. If all are, counting the tiles of
 * each colour is enough. */
static bool component_colours(const struct harmony_board *board) {
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

static bool is_cut_off(const struct harmony_board *board, unsigned cell) {
    struct harmony_components parts = parts_of(board);
    return board->moves[cell] > 0 &&
           parts.of_row[board->colour[cell]] != parts.of_row[harmony_row(cell)];
}

static void say_cut_off(const struct position *position, unsigned cell, struct buf *out) {
    struct harmony_components parts = parts_of(&position->board);
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " cannot get to row %c: the tiles with moves left that it can meet are all in ",
               home_letter(position, cell));
    add_rows_of_part(&position->board, &parts, parts.of_row[harmony_row(cell)], out);
    buf_char(out, '.');
}

static void say_places_do_not_fit(const struct position *position, unsigned row, struct buf *out) {
    unsigned places = active_in_row(&position->board, row);
    unsigned tiles = active_of_colour(&position->board, row);
    buf_printf(out,
               "%u %s tile%s moves left, but in row %c there %s %u place%s where something can "
               "still move.",
               tiles, position->name[row], tiles == 1 ? " has" : "s have", harmony_row_letter(row),
               places == 1 ? "is" : "are", places, harmony_plural(places));
}

/* ---- the table ---- */

#define SOUND           .sound = true
#define DEFAULT         .sound = true, .by_default = true
#define SEED            .by_document = true
#define SEED_V1         .by_document_v1 = true
#define TOUCHED         .touched = true
#define CELL(find, say) .of_cell = find, .say_cell = say
#define ROW(find, say)  .of_row = find, .say_row = say

/* The cheapest first. */
const struct harmony_invalid_test harmony_invalid_table[] = {
    {"wrong_row_zero_moves", "a tile away from its row with no moves left", wrong_row_zero_moves,
     DEFAULT, SEED, SEED_V1, TOUCHED, CELL(at_rest_away, say_at_rest_away)},
    {"blocked_swap", "a tile with one move whose cell at home holds a tile with none", blocked_swap,
     DEFAULT, SEED, SEED_V1, TOUCHED, CELL(is_blocked, say_blocked)},
    {"shared_landing",
     "two tiles of one colour with one move each that can only land in the same cell",
     shared_landing, DEFAULT, CELL(has_rival, say_rivals)},
    {"lonely_last_move", "a tile at home with one move and no other tile with moves in its row",
     lonely_last_move, DEFAULT, CELL(is_lonely, say_lonely)},
    {"isolated_tile", "a tile with moves and no other tile with moves in its row and column",
     isolated_tile, DEFAULT, SEED, SEED_V1, TOUCHED, CELL(is_isolated, say_isolated)},
    {"no_way_home", "a tile away from its row with two moves and no two steps that bring it home",
     no_way_home, DEFAULT, CELL(has_no_way, say_no_way)},
    {"stuck_tile", "a finished row but for a single move", stuck_tile, SOUND, TOUCHED,
     ROW(has_single_move, say_single_move)},
    {"stuck_tiles_v1",
     "a row of its own colour with an odd number of one-move tiles, the others at rest",
     stuck_tiles_v1, SOUND, SEED_V1, TOUCHED, ROW(has_odd_ones, say_odd_ones)},
    {"stuck_tiles",
     "a colour with an odd number of moves in its row and too few to let others help", stuck_tiles,
     DEFAULT, ROW(colour_is_stuck, say_colour_is_stuck)},
    {"stuck_tiles_foreign",
     "a colour with an odd number of moves in its row and other tiles with too few to help",
     stuck_tiles_foreign, DEFAULT, ROW(gets_no_help, say_no_help)},
    {"stuck_tiles_v2",
     "UNSOUND: a colour with an odd number of moves, at most two each, at most one tile out",
     stuck_tiles_v2, SEED, TOUCHED, ROW(is_odd, NULL)},
    {"component_sum", "an odd number of moves in a connected part of the board", component_sum,
     DEFAULT, ROW(part_is_odd, say_part_is_odd)},
    {"component_largest", "a tile with more moves than all others of its connected part together",
     component_largest, DEFAULT, CELL(has_too_many, say_too_many)},
    {"component_colours", "a connected part of the board whose tiles do not fit its rows",
     component_colours, DEFAULT, CELL(is_cut_off, say_cut_off),
     ROW(places_do_not_fit, say_places_do_not_fit)},
};

const unsigned harmony_invalid_table_size =
    sizeof harmony_invalid_table / sizeof harmony_invalid_table[0];

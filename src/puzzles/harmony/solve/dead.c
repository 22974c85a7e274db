/* Each test looks at one cell or one row after the other. Here the same conditions are written once
 * more, with the words for what they mean; a unit test sees to it that both always agree. */
#include "puzzles/harmony/solve/dead.h"

#include "puzzles/harmony/model/components.h"
#include "puzzles/harmony/solve/classic/invalid_stuck.h"
#include "puzzles/harmony/solve/dead_sentences.h"

static unsigned moves_at(const struct position *position, unsigned cell) {
    return position->board.moves[cell];
}

static unsigned home_of(const struct position *position, unsigned cell) {
    return position->board.colour[cell];
}

/* Where a tile comes home along its column. */
static unsigned landing_of(const struct position *position, unsigned cell) {
    return harmony_cell(home_of(position, cell), harmony_column(cell));
}

static bool is_away(const struct position *position, unsigned cell) {
    return home_of(position, cell) != harmony_row(cell);
}

/* ---- one tile ---- */

static bool at_rest_away(const struct position *position, unsigned cell, struct buf *out) {
    if (moves_at(position, cell) > 0 || !is_away(position, cell))
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has no moves left and is not in row %c.",
               harmony_row_letter(home_of(position, cell)));
    return true;
}

static bool landing_at_rest(const struct position *position, unsigned cell, struct buf *out) {
    unsigned landing = landing_of(position, cell);
    if (moves_at(position, cell) != 1 || !is_away(position, cell) || moves_at(position, landing))
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_add(out, " has one move left, which can only bring it home to ");
    harmony_place_add(out, landing);
    buf_add(out, ", but the tile there has none left.");
    return true;
}

/* The cell is the upper one of the two. */
static bool landing_is_shared(const struct position *position, unsigned cell, struct buf *out) {
    if (moves_at(position, cell) != 1 || !is_away(position, cell))
        return false;
    for (unsigned row = harmony_row(cell) + 1; row < position->board.rows; row++) {
        unsigned other = harmony_cell(row, harmony_column(cell));
        if (moves_at(position, other) != 1 || !is_away(position, other) ||
            home_of(position, other) != home_of(position, cell))
            continue;
        buf_printf(out, "The %s tiles at ", position->name[home_of(position, cell)]);
        harmony_place_add(out, cell);
        buf_add(out, " and ");
        harmony_place_add(out, other);
        buf_add(out, " have one move left each, and it can only bring both home to ");
        harmony_place_add(out, landing_of(position, cell));
        buf_add(out, ", where there is room for one.");
        return true;
    }
    return false;
}

/* Other tiles with moves left in the tile's row, or in its column. */
static unsigned partners_in(const struct harmony_board *board, unsigned cell, bool row) {
    unsigned count = 0;
    for (unsigned i = 0; i < (row ? board->columns : board->rows); i++) {
        unsigned other =
            row ? harmony_cell(harmony_row(cell), i) : harmony_cell(i, harmony_column(cell));
        count += other != cell && board->moves[other] > 0;
    }
    return count;
}

static bool last_move_alone(const struct position *position, unsigned cell, struct buf *out) {
    if (moves_at(position, cell) != 1 || is_away(position, cell) ||
        partners_in(&position->board, cell, true) > 0)
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out,
               " is at home with one move left, which it must spend within row %c, but no other "
               "tile there has moves left.",
               harmony_row_letter(harmony_row(cell)));
    return true;
}

static bool is_isolated(const struct position *position, unsigned cell, struct buf *out) {
    if (moves_at(position, cell) == 0 || partners_in(&position->board, cell, true) > 0 ||
        partners_in(&position->board, cell, false) > 0)
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has %u move%s left, but no other tile of its row and column has any.",
               moves_at(position, cell), harmony_plural(moves_at(position, cell)));
    return true;
}

/* True if a tile of these two moves can step from its cell to via and on to a cell of its home row,
 * as far as cells without moves are concerned. */
static bool steps_home_by(const struct position *position, unsigned cell, unsigned via) {
    const struct harmony_board *board = &position->board;
    unsigned home = home_of(position, cell);
    if (via == cell || board->moves[via] == 0)
        return false;
    if (harmony_row(via) == home)
        return partners_in(board, via, true) > 0;
    return board->moves[harmony_cell(home, harmony_column(via))] > 0;
}

static bool has_no_way(const struct position *position, unsigned cell, struct buf *out) {
    const struct harmony_board *board = &position->board;
    if (moves_at(position, cell) != 2 || !is_away(position, cell))
        return false;
    for (unsigned column = 0; column < board->columns; column++)
        if (steps_home_by(position, cell, harmony_cell(harmony_row(cell), column)))
            return false;
    for (unsigned row = 0; row < board->rows; row++)
        if (steps_home_by(position, cell, harmony_cell(row, harmony_column(cell))))
            return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out,
               " has two moves left, but no two steps over places that still have moves end in "
               "row %c.",
               harmony_row_letter(home_of(position, cell)));
    return true;
}

/* ---- one row and its colour ---- */

static void begin_stuck(const struct position *position, unsigned row,
                        const struct harmony_stuck *stuck, struct buf *out) {
    bool all = stuck->kind == HARMONY_STUCK_ALL_IN_ROW;
    buf_printf(out,
               "%s %s tiles%s are at home in row %c, with %u move%s left: ", all ? "All" : "The",
               position->name[row], all ? "" : " but one", harmony_row_letter(row), stuck->sum,
               harmony_plural(stuck->sum));
    harmony_home_tiles_add(out, &position->board, row);
    buf_add(out, ". ");
}

static bool row_has_single_move(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    if (stuck.kind != HARMONY_STUCK_ALL_IN_ROW || stuck.sum != 1)
        return false;
    begin_stuck(position, row, &stuck, out);
    buf_add(out, "That one has nobody to share its move with.");
    return true;
}

static bool row_has_odd_ones(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    if (stuck.kind != HARMONY_STUCK_ALL_IN_ROW || stuck.twos > 0 || !stuck.odd)
        return false;
    begin_stuck(position, row, &stuck, out);
    buf_add(out, "They can only pair off with each other, and one is left over.");
    return true;
}

static bool colour_is_stuck(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    bool all = stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.odd && stuck.twos <= 1;
    bool straight = stuck.kind == HARMONY_STUCK_CORRECT_COLUMN && stuck.odd && stuck.twos == 0;
    bool corner = stuck.kind == HARMONY_STUCK_OTHER_COLUMN && position->board.rows == 2 &&
                  stuck.sum == 1 && stuck.facing == 1;
    if (!all && !straight && !corner)
        return false;
    begin_stuck(position, row, &stuck, out);
    if (all)
        buf_add(out, "That is odd, so tiles of other colours would have to make at least three of "
                     "the swaps along the row, and with at most one tile of two moves in it "
                     "none can.");
    else if (straight)
        buf_add(out, "The one outside has one move left and goes straight home, the others can "
                     "only pair off with each other, and their number is odd.");
    else
        buf_add(out, "The one outside has two moves left: it can only come home in another column "
                     "and never meets that tile; and if that tile spends its move with anyone "
                     "else in the row, it takes the place that the other one needs.");
    return true;
}

static bool colour_gets_no_help(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    unsigned help = harmony_stuck_foreign_swaps(&position->board, row);
    unsigned enough = stuck.kind == HARMONY_STUCK_OTHER_COLUMN ? 1 : 3;
    if (stuck.kind == HARMONY_STUCK_NOT || !stuck.odd || help >= enough)
        return false;
    begin_stuck(position, row, &stuck, out);
    buf_printf(out,
               "That is odd, so tiles of other colours would have to make at least %u of the swaps "
               "along the row; they have moves for %u.",
               enough, help);
    return true;
}

/* ---- connected parts; a row belongs to one of them ---- */

static bool row_is_active(const struct harmony_board *board, unsigned row) {
    for (unsigned column = 0; column < board->columns; column++)
        if (board->moves[harmony_cell(row, column)] > 0)
            return true;
    return false;
}

static unsigned rows_of_part(const struct harmony_board *board,
                             const struct harmony_components *parts, unsigned part) {
    unsigned rows = 0;
    for (unsigned row = 0; row < board->rows; row++)
        if (row_is_active(board, row) && parts->of_row[row] == part)
            rows |= 1U << row;
    return rows;
}

static bool part_is_odd(const struct position *position, unsigned row, struct buf *out) {
    const struct harmony_board *board = &position->board;
    struct harmony_components parts;
    harmony_components_find(board, &parts);
    unsigned part = parts.of_row[row];
    if (!row_is_active(board, row) || parts.sum[part] % 2 == 0)
        return false;
    buf_add(out, "The tiles with moves left in ");
    harmony_rows_add(out, rows_of_part(board, &parts, part));
    buf_printf(out, " can swap with no others, and have %u move%s together: an odd number.",
               parts.sum[part], harmony_plural(parts.sum[part]));
    return true;
}

static bool has_too_many(const struct position *position, unsigned cell, struct buf *out) {
    const struct harmony_board *board = &position->board;
    struct harmony_components parts;
    harmony_components_find(board, &parts);
    unsigned part = parts.of_row[harmony_row(cell)], moves = board->moves[cell];
    if (moves == 0 || 2 * moves <= parts.sum[part])
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " has %u move%s left, but all the tiles that it can ever meet, in ", moves,
               harmony_plural(moves));
    harmony_rows_add(out, rows_of_part(board, &parts, part));
    buf_printf(out, ", have only %u together.", parts.sum[part] - moves);
    return true;
}

static bool is_cut_off(const struct position *position, unsigned cell, struct buf *out) {
    const struct harmony_board *board = &position->board;
    struct harmony_components parts;
    harmony_components_find(board, &parts);
    unsigned part = parts.of_row[harmony_row(cell)];
    if (board->moves[cell] == 0 || parts.of_row[home_of(position, cell)] == part)
        return false;
    harmony_tile_add(out, position, cell, true);
    buf_printf(out, " cannot get to row %c: the tiles with moves left that it can meet are all in ",
               harmony_row_letter(home_of(position, cell)));
    harmony_rows_add(out, rows_of_part(board, &parts, part));
    buf_char(out, '.');
    return true;
}

static bool places_do_not_fit(const struct position *position, unsigned row, struct buf *out) {
    const struct harmony_board *board = &position->board;
    unsigned places = 0, tiles = 0;
    for (unsigned at = 0; at < board->rows; at++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(at, column);
            places += at == row && board->moves[cell] > 0;
            tiles += board->colour[cell] == row && board->moves[cell] > 0;
        }
    if (places == tiles)
        return false;
    buf_printf(out,
               "%u %s tile%s moves left, but in row %c there %s %u place%s where something can "
               "still move.",
               tiles, position->name[row], tiles == 1 ? " has" : "s have", harmony_row_letter(row),
               places == 1 ? "is" : "are", places, harmony_plural(places));
    return true;
}

/* ---- all tests ---- */

typedef bool death_of(const struct position *position, unsigned place, struct buf *out);

static const struct death {
    const struct harmony_invalid_test *test;
    death_of *of_cell, *of_row; /* either may be NULL; cells are asked first */
} deaths[] = {
    {&harmony_wrong_row_zero_moves, at_rest_away, NULL},
    {&harmony_blocked_swap, landing_at_rest, NULL},
    {&harmony_shared_landing, landing_is_shared, NULL},
    {&harmony_lonely_last_move, last_move_alone, NULL},
    {&harmony_isolated_tile, is_isolated, NULL},
    {&harmony_no_way_home, has_no_way, NULL},
    {&harmony_stuck_tile, NULL, row_has_single_move},
    {&harmony_stuck_tiles_v1, NULL, row_has_odd_ones},
    {&harmony_stuck_tiles, NULL, colour_is_stuck},
    {&harmony_stuck_tiles_foreign, NULL, colour_gets_no_help},
    {&harmony_component_sum, NULL, part_is_odd},
    {&harmony_component_largest, has_too_many, NULL},
    {&harmony_component_colours, is_cut_off, places_do_not_fit},
};

static bool name_cell(const struct position *position, const struct death *death, struct buf *out) {
    for (unsigned row = 0; death->of_cell && row < position->board.rows; row++)
        for (unsigned column = 0; column < position->board.columns; column++)
            if (death->of_cell(position, harmony_cell(row, column), out))
                return true;
    return false;
}

static bool name_row(const struct position *position, const struct death *death, struct buf *out) {
    for (unsigned row = 0; death->of_row && row < position->board.rows; row++)
        if (death->of_row(position, row, out))
            return true;
    return false;
}

bool harmony_death_name(const struct position *position, const struct harmony_invalid_test *test,
                        struct buf *out) {
    for (size_t i = 0; i < sizeof deaths / sizeof *deaths; i++)
        if (deaths[i].test == test)
            return name_cell(position, &deaths[i], out) || name_row(position, &deaths[i], out);
    return false;
}

void harmony_death_explain(const struct position *position, const struct harmony_invalid_test *test,
                           struct buf *out) {
    if (harmony_death_name(position, test, out))
        return;
    buf_printf(out, "There is %s.", test->summary);
}

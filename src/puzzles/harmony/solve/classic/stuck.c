/* The stuck tiles: invalidity tests that look at a row and the tiles of its colour. */
#include "puzzles/harmony/solve/classic/stuck.h"

#include "puzzles/harmony/solve/classic/invalidity_tests.h"

struct outside {
    unsigned count, cell; /* tiles of the colour that are not at home; the last one seen */
};

/* Counts one tile of the colour; false if it has more than two moves. */
static bool count_own(const struct harmony_board *board, unsigned row, unsigned cell,
                      struct harmony_stuck *stuck, struct outside *outside) {
    unsigned moves = board->moves[cell];
    if (harmony_row(cell) != row) {
        outside->count++;
        outside->cell = cell;
    } else {
        stuck->sum += moves;
        stuck->twos += moves == 2;
    }
    return moves <= 2 && outside->count <= 1;
}

static bool count_all_own(const struct harmony_board *board, unsigned row,
                          struct harmony_stuck *stuck, struct outside *outside) {
    for (unsigned at = 0; at < board->rows; at++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(at, column);
            if (board->colour[cell] == row && !count_own(board, row, cell, stuck, outside))
                return false;
        }
    return true;
}

static void look_at_outside(const struct harmony_board *board, unsigned row, unsigned cell,
                            struct harmony_stuck *stuck) {
    unsigned facing = harmony_cell(row, harmony_column(cell));
    bool taken = board->colour[facing] == row;
    stuck->facing = board->moves[facing];
    if (board->moves[cell] == (taken ? 2 : 1))
        stuck->kind = taken ? HARMONY_STUCK_OTHER_COLUMN : HARMONY_STUCK_CORRECT_COLUMN;
}

struct harmony_stuck harmony_stuck_look(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = {.kind = HARMONY_STUCK_NOT};
    struct outside outside = {0, 0};
    if (!count_all_own(board, row, &stuck, &outside))
        return stuck;
    stuck.odd = stuck.sum % 2 == 1; /* two moves of a tile outside change nothing */
    if (outside.count == 0)
        stuck.kind = HARMONY_STUCK_ALL_IN_ROW;
    else
        look_at_outside(board, row, outside.cell, &stuck);
    return stuck;
}

/* An upper bound on the swaps that tiles of other colours can still make along the row: each must
 * also leave the row in the end, and enter it first if it is outside. */
static unsigned foreign_swaps(const struct harmony_board *board, unsigned row) {
    unsigned swaps = 0;
    for (unsigned at = 0; at < board->rows; at++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(at, column);
            unsigned needed = at == row ? 1 : 2;
            if (board->colour[cell] != row && board->moves[cell] > needed)
                swaps += board->moves[cell] - needed;
        }
    return swaps;
}

/* ---- the tests ---- */

static struct harmony_stuck begin_stuck(const struct position *position, unsigned row,
                                        struct buf *out) {
    struct harmony_stuck stuck = harmony_stuck_look(&position->board, row);
    bool all = stuck.kind == HARMONY_STUCK_ALL_IN_ROW;
    buf_printf(
        out, "All %s tiles%s are at home in row %c, with %u move%s left: ", position->name[row],
        all ? "" : " but one", harmony_row_letter(row), stuck.sum, harmony_plural(stuck.sum));
    harmony_home_tiles_add(out, &position->board, row);
    buf_add(out, ". ");
    return stuck;
}

/* The oldest form: one move is left in the row, and no tile to share it with. */
bool harmony_has_single_move(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.sum == 1;
}

ANY_ROW(stuck_tile, harmony_has_single_move)

void harmony_say_single_move(const struct position *position, unsigned row, struct buf *out) {
    begin_stuck(position, row, out);
    buf_add(out, "That tile has no partner for its move.");
}

/* Tiles at home with one move can only be swapped with each other, in pairs. */
bool harmony_has_odd_ones(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind == HARMONY_STUCK_ALL_IN_ROW && stuck.twos == 0 && stuck.odd;
}

ANY_ROW(stuck_tiles_v1, harmony_has_odd_ones)

void harmony_say_odd_ones(const struct position *position, unsigned row, struct buf *out) {
    begin_stuck(position, row, out);
    buf_add(out, "They can only pair off with each other, and one is left over.");
}

/* The cases of stuck_tiles_v2 in which the tiles of the colour alone show that nobody can help. A
 * tile of another colour comes into the row only where a tile with two moves makes room for it, and
 * it takes at least three swaps with such a visitor to spend an odd number. */
bool harmony_colour_is_stuck(const struct harmony_board *board, unsigned row) {
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

ANY_ROW(stuck_tiles, harmony_colour_is_stuck)

void harmony_say_colour_is_stuck(const struct position *position, unsigned row, struct buf *out) {
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

bool harmony_gets_no_help(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind != HARMONY_STUCK_NOT && stuck.odd &&
           foreign_swaps(board, row) < help_needed(&stuck);
}

ANY_ROW(stuck_tiles_foreign, harmony_gets_no_help)

void harmony_say_no_help(const struct position *position, unsigned row, struct buf *out) {
    struct harmony_stuck stuck = begin_stuck(position, row, out);
    buf_printf(out,
               "That is odd, so tiles of other colours would have to make at least %u of the swaps "
               "along the row; they have moves for %u.",
               help_needed(&stuck), foreign_swaps(&position->board, row));
}

/* As the original program has it. It forgets that tiles of other colours can come into the row and
 * take part: boards that have a solution are rejected. Kept to show just that. */
bool harmony_is_odd(const struct harmony_board *board, unsigned row) {
    struct harmony_stuck stuck = harmony_stuck_look(board, row);
    return stuck.kind != HARMONY_STUCK_NOT && stuck.odd;
}

ANY_ROW(stuck_tiles_v2, harmony_is_odd)

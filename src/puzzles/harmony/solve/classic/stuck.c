#include "puzzles/harmony/solve/classic/stuck.h"

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

unsigned harmony_stuck_foreign_swaps(const struct harmony_board *board, unsigned row) {
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

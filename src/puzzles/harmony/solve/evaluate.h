/* How promising a choice is: for a swap, the change of a sum of weights over the board's columns
 * and rows; for waiting, a weight of its own. The weights were learned from 25,000 scrambles whose
 * solution is known, as the ones that best tell a tile's choice in that solution from its other
 * choices that propagation does not refute (softmax regression). Only differences matter. */
#ifndef PUZZLES_HARMONY_SOLVE_EVALUATE_H
#define PUZZLES_HARMONY_SOLVE_EVALUATE_H

#include "puzzles/harmony/solve/state.h"

#define HOME_CLASSES 5
#define AWAY_CLASSES 27
#define ROW_CLASSES  15
#define SCORES       (HOME_CLASSES + AWAY_CLASSES + ROW_CLASSES)

/* In thousandths of a natural logarithm: classes of tiles at home, of tiles away, of rows. */
static const int16_t class_score[SCORES] = {
    1968, 1036, 554,  212, 48,  316,  -109, -162, -770, -436, -261, -881, -290, -129, -109, 112,
    -10,  -601, -150, 50,  37,  -69,  29,   -162, -10,  121,  -409, -84,  109,  29,   -91,  112,
    811,  -140, -619, 140, -86, -328, 302,  5,    -306, 81,   -146, -226, 652,  35,   -175};

static inline unsigned at_most(unsigned value, unsigned most) {
    return value < most ? value : most;
}

/* The class of a tile: at home by its moves; away by its moves and by the tile in its column that
 * stands in its home row: that tile's moves, and whether it wants to come here, is at home, or
 * neither. */
static inline unsigned tile_class(const struct geometry *grid, const struct state *state,
                                  unsigned cell) {
    unsigned row = grid->row[cell], home = state->colour[cell], moves = state->moves[cell];
    if (row == home)
        return at_most(moves, HOME_CLASSES - 1);
    unsigned there = home * grid->columns + grid->column[cell];
    unsigned relation = state->colour[there] == row ? 0 : state->colour[there] == home ? 1 : 2;
    unsigned partner_moves = state->moves[there] == 0 ? 0 : at_most(state->moves[there], 3) - 1;
    unsigned own_moves = moves == 0 ? 0 : at_most(moves, 3) - 1;
    return HOME_CLASSES + own_moves * 9 + relation * 3 + partner_moves;
}

/* The class of a row: how many of its tiles are at home with one move left, and how many other
 * tiles have two moves or more. */
static inline unsigned row_class(const struct geometry *grid, const struct state *state,
                                 unsigned row) {
    unsigned ones = 0, others = 0, cell = row * grid->columns;
    for (unsigned end = cell + grid->columns; cell < end; cell++) {
        ones += state->colour[cell] == row && state->moves[cell] == 1;
        others += state->moves[cell] >= 2;
    }
    return HOME_CLASSES + AWAY_CLASSES + at_most(ones, 4) * 3 + at_most(others, 2);
}

/* By the moves of the tile that waits, and by whether its partner's cell is in its home row and in
 * the row where it stands. */
static const int16_t wait_class_score[12] = {0,   0,    2271,  848,   -581, -276,
                                             575, -100, -1296, -1149, -579, -1064};

static inline int wait_score(const struct geometry *grid, const struct state *state, unsigned cell,
                             unsigned partner) {
    unsigned moves = at_most(state->moves[cell], 3) - 1;
    bool homeward = grid->row[partner] == state->colour[cell];
    bool same_row = grid->row[partner] == grid->row[cell];
    return wait_class_score[moves * 4 + homeward * 2 + same_row];
}

static inline int column_score(const struct geometry *grid, const struct state *state,
                               unsigned column) {
    int score = 0;
    for (unsigned cell = column; cell < grid->cells; cell += grid->columns)
        score += class_score[tile_class(grid, state, cell)];
    return score;
}

/* The part of the score that a swap of two cells can change. */
static inline int score_around(const struct geometry *grid, const struct state *state, unsigned a,
                               unsigned b) {
    int score = column_score(grid, state, grid->column[a]) +
                class_score[row_class(grid, state, grid->row[a])];
    if (grid->column[a] != grid->column[b])
        score += column_score(grid, state, grid->column[b]);
    if (grid->row[a] != grid->row[b])
        score += class_score[row_class(grid, state, grid->row[b])];
    return score;
}

static inline void exchange_tiles(struct state *state, unsigned a, unsigned b) {
    uint8_t colour = state->colour[a], moves = state->moves[a];
    state->colour[a] = state->colour[b];
    state->moves[a] = state->moves[b];
    state->colour[b] = colour;
    state->moves[b] = moves;
}

/* What a swap of two cells adds to the score of the board. The state is changed and restored. */
static inline int swap_score(const struct geometry *grid, struct state *state, unsigned a,
                             unsigned b) {
    int before = score_around(grid, state, a, b);
    exchange_tiles(state, a, b);
    state->moves[a]--;
    state->moves[b]--;
    int after = score_around(grid, state, a, b);
    state->moves[a]++;
    state->moves[b]++;
    exchange_tiles(state, a, b);
    return after - before;
}

#endif

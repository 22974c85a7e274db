/* Keys of states: sums over mixed columns, so that boards that differ only in the order of their
 * columns have the same key. Decisions between columns break that symmetry; a state that has one
 * is keyed with the columns' places. */
#ifndef HARMONY_SOLVER_KEY_H
#define HARMONY_SOLVER_KEY_H

#include "harmony_solver_state.h"

/* 96 bits together: a wrong match is not to be feared in any search that can be finished. */
struct state_key {
    uint64_t key;
    uint32_t check;
};

/* The finaliser of splitmix64 (Steele, Lea and Flood). */
static inline uint64_t key_mix(uint64_t value) {
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

/* What is decided about a cell's next swap: 0 nothing, else with whom and whether the tile that is
 * there now is to go first. */
static inline uint64_t key_decision(const struct geometry *grid, const struct state *state,
                                    unsigned cell, bool *across) {
    unsigned partner = state->partner[cell];
    if (partner == NO_CELL)
        return 0;
    bool waits = !bits_has(&state->next[partner], cell);
    bool same_column = grid->column[partner] == grid->column[cell];
    *across = *across || !same_column;
    unsigned place = same_column ? grid->row[partner] : HARMONY_SIDE + grid->column[partner];
    return 1 + 2 * place + waits;
}

static inline struct state_key state_key(const struct geometry *grid, const struct state *state) {
    uint64_t column_a[HARMONY_SIDE] = {0}, column_b[HARMONY_SIDE] = {0};
    bool across = false;
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        uint64_t decision = key_decision(grid, state, cell, &across);
        uint64_t tile = state->colour[cell] | (uint64_t)state->moves[cell] << 8 |
                        (uint64_t)grid->row[cell] << 16 | decision << 24;
        uint64_t mixed = key_mix(tile);
        column_a[grid->column[cell]] += mixed;
        column_b[grid->column[cell]] += key_mix(mixed);
    }
    uint64_t a = 0, b = 0;
    for (unsigned column = 0; column < grid->columns; column++) {
        uint64_t place = across ? key_mix(column + 1) : 0;
        a += key_mix(column_a[column] ^ place);
        b += key_mix(column_b[column] ^ place);
    }
    return (struct state_key){a, (uint32_t)(key_mix(b) >> 32)};
}

#endif

/* By brute force: has a state of the default solver a solution that keeps the decisions made so
 * far? Every state is remembered as a whole. Like the solver's own headers it needs HARMONY_WORDS.
 */
#ifndef HARMONY_TRUTH_H
#define HARMONY_TRUTH_H

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/engine_check.h"

enum { MOST_CELLS = 16, FREE = 255 };

/* A board with decisions. A tile with a partner swaps next with a tile at that cell; while it is
 * barred not with the one that is there now. */
struct plain {
    uint8_t colour[MOST_CELLS], moves[MOST_CELLS], partner[MOST_CELLS], barred[MOST_CELLS];
};

struct memo {
    struct plain *state;
    uint8_t *value; /* 0: free, else 1 + truth */
    size_t count, size;
};

static inline void memo_open(struct memo *memo, size_t size) {
    *memo = (struct memo){.size = size};
    memo->state = mem_new(size, sizeof *memo->state);
    memo->value = mem_new(size, 1);
}

static inline void memo_close(struct memo *memo) {
    free(memo->state);
    free(memo->value);
}

static inline size_t memo_place(const struct memo *memo, const struct plain *state) {
    const uint8_t *byte = (const uint8_t *)state;
    uint64_t hash = UINT64_C(1469598103934665603);
    for (size_t i = 0; i < sizeof *state; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    size_t at = (size_t)(hash ^ hash >> 29) & (memo->size - 1);
    while (memo->value[at] && memcmp(&memo->state[at], state, sizeof *state) != 0)
        at = (at + 1) & (memo->size - 1);
    return at;
}

static inline void memo_put(struct memo *memo, const struct plain *state, bool truth) {
    if (2 * memo->count >= memo->size) {
        struct memo larger;
        memo_open(&larger, 2 * memo->size);
        for (size_t i = 0; i < memo->size; i++)
            if (memo->value[i])
                memo_put(&larger, &memo->state[i], memo->value[i] == 2);
        memo_close(memo);
        *memo = larger;
    }
    size_t at = memo_place(memo, state);
    memo->count += memo->value[at] == 0;
    memo->state[at] = *state;
    memo->value[at] = (uint8_t)(1 + truth);
}

static inline bool may_swap_with(const struct plain *state, unsigned a, unsigned b) {
    return state->partner[a] == FREE || (state->partner[a] == b && !state->barred[a]);
}

/* The tile at the cell has changed: it has no decision yet, and nobody waits for it to go. */
static inline void plain_arrive(struct plain *state, unsigned cells, unsigned cell) {
    state->moves[cell]--;
    state->partner[cell] = FREE;
    state->barred[cell] = 0;
    for (unsigned other = 0; other < cells; other++)
        if (state->partner[other] == cell)
            state->barred[other] = 0;
}

static inline void plain_swap(struct plain *state, unsigned cells, unsigned a, unsigned b) {
    uint8_t colour = state->colour[a], moves = state->moves[a];
    state->colour[a] = state->colour[b];
    state->moves[a] = state->moves[b];
    state->colour[b] = colour;
    state->moves[b] = moves;
    plain_arrive(state, cells, a);
    plain_arrive(state, cells, b);
}

static inline bool plain_alive(const struct geometry *grid, const struct plain *state, bool *over) {
    *over = true;
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        if (state->moves[cell] > 0)
            *over = false;
        else if (state->colour[cell] != grid->row[cell] || state->partner[cell] != FREE)
            return false;
    }
    return true;
}

static inline bool has_solution(const struct geometry *grid, const struct plain *state,
                                struct memo *memo) {
    bool over, found = false;
    if (!plain_alive(grid, state, &over))
        return false;
    if (over)
        return true;
    size_t at = memo_place(memo, state);
    if (memo->value[at])
        return memo->value[at] == 2;
    for (unsigned a = 0; a < grid->cells && !found; a++)
        for (unsigned b = a + 1; b < grid->cells && !found; b++) {
            if (state->moves[a] == 0 || state->moves[b] == 0 || !bits_has(&grid->line[a], b) ||
                !may_swap_with(state, a, b) || !may_swap_with(state, b, a))
                continue;
            struct plain after = *state;
            plain_swap(&after, grid->cells, a, b);
            found = has_solution(grid, &after, memo);
        }
    memo_put(memo, state, found);
    return found;
}

static inline struct plain plain_of(const struct geometry *grid, const struct state *state) {
    struct plain plain = {.colour = {0}};
    for (unsigned cell = 0; cell < MOST_CELLS; cell++)
        plain.partner[cell] = FREE;
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        plain.colour[cell] = state->colour[cell];
        plain.moves[cell] = state->moves[cell];
        if (state->partner[cell] == NO_CELL)
            continue;
        plain.partner[cell] = (uint8_t)state->partner[cell];
        plain.barred[cell] = waits_at(state, cell);
    }
    return plain;
}

#endif

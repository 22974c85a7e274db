/* Whose next swap to choose, and what it can be. */
#ifndef PUZZLES_HARMONY_SOLVE_CHOOSE_H
#define PUZZLES_HARMONY_SOLVE_CHOOSE_H

#include "puzzles/harmony/solve/engine.h"

/* A cell has at most 30 others in its row and column; each may be swapped with or waited for. */
#define MOST_CHOICES 64
/* Added to the learned score of waiting. On 8x8 with 60 swaps, 2 s each: with 0 4 of 16 boards were
 * solved, with -2000 all 16; on another 24 boards -1400, -2000, -2800 solved 22, 23, 23. This lies
 * between the last two. */
#define WAIT_SCORE (-2400)

struct choice {
    uint8_t partner;
    bool wait;
    int score;
};

struct choices {
    unsigned count;
    struct choice list[MOST_CHOICES]; /* the best first */
};

static inline void blame(struct engine *engine, unsigned culprit) {
    assert(culprit == NO_TILE || culprit < engine->grid.cells);
    if (culprit != NO_TILE && (engine->grid.without & HARMONY_PART_WEIGHTS) == 0)
        engine->weight[culprit]++;
}

/* True if the tile at partner may have another swap before the one with the tile at cell. */
static inline bool may_wait(const struct state *state, unsigned cell, unsigned partner) {
    struct bits others = state->next[partner];
    bits_remove(&others, cell);
    return !bits_empty(others);
}

/* How many choices a tile has: each possible partner now, or later. */
static inline unsigned count_choices(const struct state *state, unsigned cell) {
    struct bits left = state->next[cell];
    bool decided = state->partner[cell] != NO_CELL;
    unsigned count = 0, partner;
    while (bits_take(&left, &partner)) {
        bool now = bits_has(&state->next[partner], cell);
        count += now + may_wait(state, cell, partner);
    }
    return decided && count < 2 ? 0 : count;
}

/* How late a tile with `choices` choices is to be chosen. To find solutions: the fewest choices for
 * its weight (dom/wdeg of Boussemart and others). For proofs the weights are a loss, they lead to
 * other tiles in every part of the tree; there it is the fewest partners and the fewest moves. On
 * 14 proofs (5x5 and 6x6 with 20 swaps, 6 s each) that took 5.0 million nodes, the fewest
 * choices 8.9, the fewest partners 6.5, the fewest choices and moves 7.1. */
static inline double cell_rank(const struct engine *engine, const struct state *state,
                               unsigned cell, unsigned choices) {
    if (engine->complete)
        return bits_count(state->next[cell]) * (1.0 + state->moves[cell]);
    return choices / (1.0 + engine->weight[state->tile[cell]]);
}

/* The tile to choose a swap for, or NO_CELL. */
static inline unsigned pick_cell(const struct engine *engine, const struct state *state) {
    struct bits left = state->active;
    unsigned cell, best = NO_CELL;
    double best_rank = 0;
    while (bits_take(&left, &cell)) {
        unsigned count = count_choices(state, cell);
        if (count == 0)
            continue;
        /* One partner left that is to be waited for: nothing to choose. */
        if (count == 1 && bits_single(state->next[cell]) &&
            !state_mutual(state, cell, bits_first(&state->next[cell])))
            continue;
        double rank = cell_rank(engine, state, cell, count);
        if (best == NO_CELL || rank < best_rank) {
            best = cell;
            best_rank = rank;
        }
    }
    return best;
}

static inline void add_choice(struct choices *choices, struct choice choice) {
    unsigned at = choices->count++;
    assert(at < MOST_CHOICES);
    while (at > 0 && choices->list[at - 1].score < choice.score) {
        choices->list[at] = choices->list[at - 1];
        at--;
    }
    choices->list[at] = choice;
}

static inline int noise_below(struct engine *engine, unsigned noise) {
    return noise > 0 ? (int)random_below(&engine->random, noise) : 0;
}

/* All that the next swap of a cell's tile can be, with random numbers below noise added to the
 * scores. */
static inline void list_choices(struct engine *engine, struct state *state, unsigned cell,
                                unsigned noise, struct choices *choices) {
    bool scored = (engine->grid.without & HARMONY_PART_SCORES) == 0;
    assert(bits_has(&state->active, cell));
    choices->count = 0;
    struct bits left = state->next[cell];
    unsigned partner;
    while (bits_take(&left, &partner)) {
        bool now = bits_has(&state->next[partner], cell);
        if (now) {
            int score = scored ? swap_score(&engine->grid, state, cell, partner) : 0;
            add_choice(choices, (struct choice){(uint8_t)partner, false,
                                                score + noise_below(engine, noise)});
        }
        if (may_wait(state, cell, partner))
            add_choice(
                choices,
                (struct choice){(uint8_t)partner, true,
                                WAIT_SCORE +
                                    (scored ? wait_score(&engine->grid, state, cell, partner) : 0) +
                                    noise_below(engine, noise)});
    }
}

#endif

/* Walks the whole state of a search and asserts that it fits together: for tests, in builds with
 * asserts. */
#ifndef PUZZLES_HARMONY_SOLVE_ENGINE_CHECK_H
#define PUZZLES_HARMONY_SOLVE_ENGINE_CHECK_H

#include <assert.h>
#include <string.h>

#include "puzzles/harmony/solve/tree.h"

/* The tiles: as many of each colour as there are columns, each there once, moves that pair up. */
static inline void check_tiles(const struct geometry *grid, const struct state *state) {
    unsigned of_colour[HARMONY_SIDE] = {0}, moves = 0;
    struct bits tiles = bits_none();
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        assert(state->colour[cell] < grid->rows && state->tile[cell] < grid->cells);
        assert(!bits_has(&tiles, state->tile[cell]));
        bits_add(&tiles, state->tile[cell]);
        of_colour[state->colour[cell]]++;
        moves += state->moves[cell];
        assert(bits_has(&state->active, cell) == (state->moves[cell] > 0));
    }
    for (unsigned colour = 0; colour < grid->rows; colour++)
        assert(of_colour[colour] == grid->columns);
    assert(moves == 2 * state->swaps_left);
    (void)of_colour;
    (void)moves;
}

/* What is known of a cell: steps that both ends allow, within a line, among tiles with moves. */
static inline void check_steps(const struct geometry *grid, const struct state *state,
                               unsigned cell) {
    struct bits steps = state->steps[cell];
    struct bits home = grid->row_cells[state->colour[cell]];
    unsigned to;
    assert(bits_empty(bits_without(steps, bits_and(grid->line[cell], state->active))));
    assert(bits_empty(bits_without(state->next[cell], steps)));
    assert(bits_empty(bits_without(state->ends[cell], home)) && !bits_empty(state->ends[cell]));
    assert(bits_has(&state->active, cell) == !bits_empty(state->next[cell]));
    if (!bits_has(&state->active, cell))
        assert(bits_empty(steps) && bits_equal(state->ends[cell], bits_one(cell)));
    while (bits_take(&steps, &to))
        assert(bits_has(&state->steps[to], cell));
    (void)home;
}

/* True if the tile waits for the one that is at its partner's cell to go. */
static inline bool waits_at(const struct state *state, unsigned cell) {
    return state->partner[cell] != NO_CELL && !bits_has(&state->next[state->partner[cell]], cell);
}

/* Decisions: one partner in line, and no circle of tiles that wait for each other. */
static inline void check_decision(const struct geometry *grid, const struct state *state,
                                  unsigned cell) {
    unsigned partner = state->partner[cell], at = cell;
    if (partner == NO_CELL)
        return;
    assert(bits_has(&grid->line[cell], partner) && bits_has(&state->active, partner));
    assert(bits_equal(state->next[cell], bits_one(partner)));
    for (unsigned length = 0; waits_at(state, at); length++) {
        assert(length < grid->cells || (grid->without & HARMONY_PART_WAITS) != 0);
        if (length == grid->cells)
            return;
        at = state->partner[at];
    }
}

/* A state that propagation has left alive. */
static inline void state_check(const struct geometry *grid, const struct state *state) {
    check_tiles(grid, state);
    for (unsigned cell = 0; cell < grid->cells; cell++) {
        check_steps(grid, state, cell);
        check_decision(grid, state, cell);
    }
}

/* A frame with choices: its key and hash are those of its state, and its swaps add up. */
static inline void check_frame(const struct tree *tree, const struct frame *frame) {
    const struct engine *engine = tree->engine;
    struct state_key key;
    state_check(&engine->grid, &frame->state);
    assert(frame->tried <= frame->choices.count && frame->choices.count <= MOST_CHOICES);
    assert(bits_has(&frame->state.active, frame->cell));
    assert(frame->trail_count + frame->state.swaps_left == engine->root.swaps_left);
    if (engine->team->dead == NULL)
        return;
    state_key(&engine->grid, &engine->layout, &frame->state, &key);
    assert(memcmp(key.word, frame->key.word, engine->layout.words * sizeof key.word[0]) == 0);
    assert(frame->hash == exact_set_hash(engine->team->dead, key.word));
}

/* The open frames of a tree. */
static inline void tree_check(const struct tree *tree) {
    assert(tree->begun && tree->depth < tree->room);
    for (unsigned depth = 0; depth <= tree->depth; depth++) {
        const struct frame *frame = tree->frame[depth];
        check_frame(tree, frame);
        /* What is below a shared frame may end without a proof for those above. */
        assert(depth == 0 || !frame->shared || tree->frame[depth - 1]->shared);
        assert(depth == 0 || frame->trail_count >= tree->frame[depth - 1]->trail_count);
        assert(depth >= tree->spent || frame->tried == frame->choices.count);
        (void)frame;
    }
}

#endif

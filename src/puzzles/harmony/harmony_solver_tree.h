/* The tree search: picks a tile and tries everything that its next swap can be. It is complete. */
#ifndef HARMONY_SOLVER_TREE_H
#define HARMONY_SOLVER_TREE_H

#include <stdlib.h>

#include "harmony_solver_choice.h"
#include "harmony_solver_engine.h"
#include "mem.h"

struct frame {
    struct state state; /* propagated, no forced swap left */
    struct state_key key;
    unsigned trail_count;
    unsigned cell; /* whose next swap is being chosen */
    unsigned tried;
    struct choices choices;
};

struct tree {
    struct engine *engine;
    struct frame **frame;
    unsigned depth, room;
    uint64_t budget; /* nodes left */
    unsigned noise;  /* added to the scores of the choices at random, below this */
};

/* ---- frames ---- */

/* The frame at this depth; NULL if there is no memory, the control has then ended. */
static inline struct frame *tree_frame(struct tree *tree, unsigned depth) {
    if (depth >= tree->room) {
        unsigned room = tree->room == 0 ? 256 : 2 * tree->room;
        tree->frame = mem_resize(tree->frame, room, sizeof(struct frame *));
        for (unsigned i = tree->room; i < room; i++)
            tree->frame[i] = NULL;
        tree->room = room;
    }
    if (tree->frame[depth] == NULL)
        tree->frame[depth] = control_reserve(tree->engine->pace.control, sizeof(struct frame));
    return tree->frame[depth];
}

static inline void tree_free(struct tree *tree) {
    for (unsigned i = 0; i < tree->room; i++)
        control_release(tree->engine->pace.control, tree->frame[i], sizeof(struct frame));
    free(tree->frame);
}

/* ---- the search ---- */

/* Propagates and makes the swaps that are forced. Returns false if the state is dead. */
static inline bool settle_forced(struct engine *engine, struct state *state) {
    unsigned culprit, a, b;
    for (;;) {
        if (!propagate(&engine->grid, state, &culprit)) {
            blame(engine, culprit);
            return false;
        }
        if (!forced_swap(state, &a, &b))
            return true;
        trail_add(engine, a, b);
        if (!state_swap(&engine->grid, state, a, b))
            return false;
    }
}

static inline bool known_dead(const struct engine *engine, struct state_key key) {
    uint32_t check;
    return engine->dead != NULL && table_find(engine->dead, key.key, &check) && check == key.check;
}

static inline void remember_dead(struct engine *engine, struct state_key key, unsigned left) {
    if (engine->dead != NULL)
        table_store(engine->dead, key.key, key.check, left);
}

/* Prepares the frame whose state has just been changed. Returns FOUND, NONE if it is dead, or
 * BUDGET_SPENT if it is open. */
static inline enum outcome open_frame(struct tree *tree, struct frame *frame) {
    struct engine *engine = tree->engine;
    if (!settle_forced(engine, &frame->state))
        return NONE;
    if (frame->state.swaps_left == 0)
        return FOUND;
    frame->key = state_key(&engine->grid, &frame->state);
    if (known_dead(engine, frame->key))
        return NONE;
    frame->trail_count = engine->trail_count;
    frame->cell = pick_cell(engine, &frame->state);
    if (frame->cell == NO_CELL)
        return NONE; /* all wait for each other */
    frame->tried = 0;
    list_choices(engine, &frame->state, frame->cell, tree->noise, &frame->choices);
    return BUDGET_SPENT;
}

/* Makes the next choice of the deepest frame in a new frame. Returns as open_frame does. */
static inline enum outcome try_choice(struct tree *tree, struct frame *frame, struct frame *child) {
    struct engine *engine = tree->engine;
    struct choice choice = frame->choices.list[frame->tried++];
    engine->trail_count = frame->trail_count;
    state_copy(&engine->grid, &child->state, &frame->state);
    if (choice.wait) {
        state_wait(&child->state, frame->cell, choice.partner);
    } else {
        trail_add(engine, frame->cell, choice.partner);
        if (!state_swap(&engine->grid, &child->state, frame->cell, choice.partner))
            return NONE;
    }
    return open_frame(tree, child);
}

static inline enum outcome tree_walk(struct tree *tree) {
    struct engine *engine = tree->engine;
    for (;;) {
        struct frame *frame = tree->frame[tree->depth];
        if (frame->tried == frame->choices.count) {
            remember_dead(engine, frame->key, frame->state.swaps_left);
            if (tree->depth == 0)
                return NONE;
            tree->depth--;
            continue;
        }
        if (tree->budget-- == 0)
            return BUDGET_SPENT;
        engine->tree_nodes++;
        struct frame *child = tree_frame(tree, tree->depth + 1);
        if (child == NULL || !engine_step(engine))
            return STOPPED;
        enum outcome outcome = try_choice(tree, tree->frame[tree->depth], child);
        if (outcome == FOUND)
            return FOUND;
        if (outcome == BUDGET_SPENT)
            tree->depth++;
    }
}

/* Searches from the root for so many nodes. FOUND leaves the swaps in the trail, NONE is a
 * proof. */
static inline enum outcome tree_search(struct engine *engine, uint64_t budget, unsigned noise) {
    struct tree tree = {.engine = engine, .budget = budget, .noise = noise};
    engine->trail_count = 0;
    struct frame *root = tree_frame(&tree, 0);
    enum outcome outcome = STOPPED;
    if (root != NULL) {
        state_copy(&engine->grid, &root->state, &engine->root);
        outcome = open_frame(&tree, root);
        if (outcome == BUDGET_SPENT)
            outcome = tree_walk(&tree);
    }
    tree_free(&tree);
    return outcome;
}

#endif

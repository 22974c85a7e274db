/* The nodes of the tree search. A node picks a tile and tries everything that its next swap can be;
 * the frames from the root to the node that is being searched form the stack. */
#ifndef PUZZLES_HARMONY_SOLVE_FRAME_H
#define PUZZLES_HARMONY_SOLVE_FRAME_H

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/choose.h"
#include "puzzles/harmony/solve/engine.h"

#define TREE_BATCH 1024 /* nodes are added to the team's in batches of this size */

struct frame {
    struct state state; /* propagated, no forced swap left */
    struct state_key key;
    uint64_t hash; /* of the key */
    unsigned trail_count;
    unsigned cell; /* whose next swap is being chosen */
    unsigned tried;
    bool shared; /* another thread has some of its choices: if all others fail, that proves nothing
                  */
    struct choices choices;
};

struct tree {
    struct engine *engine;
    struct frame **frame;
    unsigned depth, room;
    unsigned spent;  /* frames above this depth have no choices left to give away */
    uint64_t budget; /* nodes that it may still try */
    uint64_t nodes;  /* tried, but not added to the team's yet */
    unsigned noise;  /* random numbers below this are added to the scores of the choices */
    bool begun;      /* the frames up to depth are open; the search can go on from there */
    bool shares;     /* gives choices to threads that want work */
    uint8_t *path;   /* the choices that lead from the root of the search to frame 0 */
    unsigned path_count;
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
        tree->frame[depth] = control_reserve(tree->engine->counter.control, sizeof(struct frame));
    return tree->frame[depth];
}

static inline void tree_free(struct tree *tree) {
    for (unsigned i = 0; i < tree->room; i++)
        control_release(tree->engine->counter.control, tree->frame[i], sizeof(struct frame));
    free(tree->frame);
    free(tree->path);
}

/* ---- opening a frame ---- */

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

static inline bool known_dead(struct engine *engine, struct frame *frame) {
    struct exact_set *dead = engine->team->dead;
    if (dead == NULL)
        return false;
    engine->counts.crossing +=
        state_key(&engine->grid, &engine->layout, &frame->state, &frame->key);
    frame->hash = exact_set_hash(dead, frame->key.word);
    bool known = exact_set_has(dead, frame->hash, frame->key.word);
    engine->counts.dead_found += known;
    return known;
}

static inline void remember_dead(struct engine *engine, const struct frame *frame) {
    assert(frame->tried == frame->choices.count);
    if (engine->team->dead == NULL || frame->shared)
        return;
    assert(frame->hash == exact_set_hash(engine->team->dead, frame->key.word));
    exact_set_add(engine->team->dead, frame->hash, frame->key.word, frame->state.swaps_left);
    engine->counts.dead_added++;
}

/* Prepares the frame whose state has just been changed. Returns FOUND, NONE if it is dead, or
 * BUDGET_SPENT if it is open. */
static inline enum outcome open_frame(struct tree *tree, struct frame *frame) {
    struct engine *engine = tree->engine;
    if (!settle_forced(engine, &frame->state))
        return NONE;
    if (frame->state.swaps_left == 0)
        return FOUND;
    if (known_dead(engine, frame))
        return NONE;
    assert(engine->trail_count + frame->state.swaps_left == engine->root.swaps_left);
    frame->trail_count = engine->trail_count;
    frame->cell = pick_cell(engine, &frame->state);
    if (frame->cell == NO_CELL)
        return NONE; /* all wait for each other */
    frame->tried = 0;
    frame->shared = false;
    list_choices(engine, &frame->state, frame->cell, tree->noise, &frame->choices);
    return BUDGET_SPENT;
}

/* Makes the next choice of the deepest frame in a new frame. Returns as open_frame does. */
static inline enum outcome try_choice(struct tree *tree, struct frame *frame, struct frame *child) {
    struct engine *engine = tree->engine;
    assert(frame->tried < frame->choices.count);
    struct choice choice = frame->choices.list[frame->tried++];
    engine->trail_count = frame->trail_count;
    state_copy(&engine->grid, &child->state, &frame->state);
    if (choice.wait) {
        state_wait(&child->state, frame->cell, choice.partner);
        engine->counts.waits++;
    } else {
        trail_add(engine, frame->cell, choice.partner);
        if (!state_swap(&engine->grid, &child->state, frame->cell, choice.partner))
            return NONE;
    }
    return open_frame(tree, child);
}

/* ---- steps ---- */

static inline void count_nodes(struct tree *tree) {
    atomic_fetch_add_explicit(&tree->engine->team->tree_nodes, tree->nodes, memory_order_relaxed);
    tree->nodes = 0;
}

/* Tries one more node. Returns BUDGET_SPENT to go on, or how the search ends; *left: it ends. */
static inline enum outcome tree_step(struct tree *tree, bool *left) {
    struct engine *engine = tree->engine;
    struct frame *child = tree_frame(tree, tree->depth + 1);
    *left = child == NULL || !engine_step(engine);
    if (*left)
        return STOPPED;
    assert(tree->budget > 0 && tree->depth < tree->room);
    tree->budget--;
    if (++tree->nodes == TREE_BATCH)
        count_nodes(tree);
    enum outcome outcome = try_choice(tree, tree->frame[tree->depth], child);
    tree->depth += outcome == BUDGET_SPENT;
    *left = outcome == FOUND;
    return outcome;
}

/* Leaves the deepest frame, all of whose choices have failed. Returns false if it was the first. */
static inline bool tree_back(struct tree *tree) {
    remember_dead(tree->engine, tree->frame[tree->depth]);
    if (tree->depth == 0)
        return false;
    tree->depth--;
    tree->spent = tree->spent < tree->depth ? tree->spent : tree->depth;
    return true;
}

/* Opens the first frame, at the root. Returns as open_frame does. */
static inline enum outcome tree_begin(struct tree *tree) {
    struct engine *engine = tree->engine;
    struct frame *root = tree_frame(tree, 0);
    assert(!tree->begun);
    if (root == NULL)
        return STOPPED;
    engine->trail_count = 0;
    tree->depth = tree->spent = 0;
    tree->begun = true;
    state_copy(&engine->grid, &root->state, &engine->root);
    return open_frame(tree, root);
}

#endif

/* The tree search: picks a tile and tries everything that its next swap can be. It is complete. A
 * thread at it hands choices near its root to threads that have nothing to do. */
#ifndef PUZZLES_HARMONY_SOLVE_TREE_H
#define PUZZLES_HARMONY_SOLVE_TREE_H

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/choose.h"
#include "puzzles/harmony/solve/engine.h"

#define TREE_COUNT 1024 /* nodes that are counted at a time */
#define LEAST_LEFT 4    /* swaps left in a node that is worth handing over */

struct frame {
    struct state state; /* propagated, no forced swap left */
    struct state_key key;
    uint64_t hash; /* of the key */
    unsigned trail_count;
    unsigned cell; /* whose next swap is being chosen */
    unsigned tried;
    bool shared; /* another thread has some of its choices: that all here fail proves nothing */
    struct choices choices;
};

struct piece {
    struct piece *next;
    struct frame frame;
    struct harmony_swap trail[]; /* frame.trail_count of them */
};

struct tree {
    struct engine *engine;
    struct frame **frame;
    unsigned depth, room;
    unsigned kept;   /* frames above this depth have no choices left to hand over */
    uint64_t budget; /* nodes that it may still try */
    uint64_t nodes;  /* tried since they were last added to the team's */
    unsigned noise;  /* added to the scores of the choices at random, below this */
    bool begun;      /* the frames up to depth are open; a walk can go on from there */
    bool shares;     /* hands choices over to threads without work */
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

/* ---- handing over ---- */

/* The frame nearest to the root that has choices to spare: all that it has not tried, but one of
 * them stays if nothing below it is being searched. Returns false if there is none. */
static inline bool find_spare(struct tree *tree, unsigned *depth, unsigned *first) {
    for (; tree->kept <= tree->depth; tree->kept++) {
        const struct frame *frame = tree->frame[tree->kept];
        *first = frame->tried + (tree->kept == tree->depth);
        if (frame->state.swaps_left < LEAST_LEFT)
            return false;
        if (*first < frame->choices.count) {
            *depth = tree->kept;
            return true;
        }
        if (tree->kept == tree->depth)
            return false;
    }
    return false;
}

static inline struct piece *cut_piece(struct tree *tree, unsigned depth, unsigned first) {
    const struct engine *engine = tree->engine;
    struct frame *frame = tree->frame[depth];
    assert(tree->begun && depth <= tree->depth);
    assert(first >= frame->tried && first < frame->choices.count);
    size_t trail = frame->trail_count * sizeof(struct harmony_swap);
    for (unsigned i = 0; i <= depth; i++)
        tree->frame[i]->shared = true;
    struct piece *piece = mem_new(1, sizeof(struct piece) + trail);
    piece->frame = *frame;
    piece->frame.tried = first;
    frame->choices.count = first;
    memcpy(piece->trail, engine->trail, trail);
    return piece;
}

static inline void hand_over(struct tree *tree) {
    struct team *team = tree->engine->team;
    unsigned depth, first;
    if (!find_spare(tree, &depth, &first))
        return;
    struct piece *piece = cut_piece(tree, depth, first);
    tree->engine->counts.handed_over++;
    team_watch(team, HARMONY_AT_CUT, tree->engine->thread);
    thread_lock_take(&team->lock);
    piece->next = team->waiting;
    team->waiting = piece;
    atomic_fetch_sub(&team->wanted, 1);
    thread_signal_wake_one(&team->changed);
    thread_lock_leave(&team->lock);
}

/* Begins with the frame that a piece is, and frees the piece. Returns false if there is no memory
 * for it. */
static inline bool take_over(struct tree *tree, struct piece *piece) {
    struct engine *engine = tree->engine;
    struct frame *root = tree_frame(tree, 0);
    if (root != NULL) {
        *root = piece->frame;
        engine->trail_count = root->trail_count;
        memcpy(engine->trail, piece->trail, root->trail_count * sizeof(struct harmony_swap));
        tree->depth = tree->kept = 0;
        tree->begun = true;
        engine->counts.taken_over++;
        assert(root->tried < root->choices.count && root->shared);
    }
    free(piece);
    return root != NULL;
}

/* ---- walks ---- */

static inline void count_nodes(struct tree *tree) {
    atomic_fetch_add_explicit(&tree->engine->team->tree_nodes, tree->nodes, memory_order_relaxed);
    tree->nodes = 0;
}

/* One node more. Returns BUDGET_SPENT to go on, or how the walk ends. */
static inline enum outcome tree_step(struct tree *tree, bool *left) {
    struct engine *engine = tree->engine;
    struct frame *child = tree_frame(tree, tree->depth + 1);
    *left = child == NULL || !engine_step(engine);
    if (*left)
        return STOPPED;
    assert(tree->budget > 0 && tree->depth < tree->room);
    tree->budget--;
    if (++tree->nodes == TREE_COUNT)
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
    tree->kept = tree->kept < tree->depth ? tree->kept : tree->depth;
    return true;
}

/* Goes on with the frames that are open, until all has been tried or the budget is spent. */
static inline enum outcome tree_walk(struct tree *tree) {
    const struct team *team = tree->engine->team;
    for (bool left = false;;) {
        const struct frame *frame = tree->frame[tree->depth];
        if (frame->tried == frame->choices.count) {
            if (!tree_back(tree))
                return NONE;
            continue;
        }
        if (tree->budget == 0)
            return BUDGET_SPENT;
        enum outcome outcome = tree_step(tree, &left);
        if (left)
            return outcome;
        if (tree->shares && atomic_load_explicit(&team->wanted, memory_order_relaxed) > 0)
            hand_over(tree);
    }
}

/* Opens the first frame, at the root. Returns as open_frame does. */
static inline enum outcome tree_begin(struct tree *tree) {
    struct engine *engine = tree->engine;
    struct frame *root = tree_frame(tree, 0);
    assert(!tree->begun);
    if (root == NULL)
        return STOPPED;
    engine->trail_count = 0;
    tree->depth = tree->kept = 0;
    tree->begun = true;
    state_copy(&engine->grid, &root->state, &engine->root);
    return open_frame(tree, root);
}

/* Tries so many nodes more: from the root, or from where the last walk's budget was spent. FOUND
 * leaves the swaps in the trail. NONE: all that was not handed over has no solution. */
static inline enum outcome tree_search(struct tree *tree, uint64_t budget) {
    assert(budget > 0);
    enum outcome outcome = tree->begun ? BUDGET_SPENT : tree_begin(tree);
    tree->budget = budget;
    if (outcome == BUDGET_SPENT)
        outcome = tree_walk(tree);
    count_nodes(tree);
    return outcome;
}

#endif

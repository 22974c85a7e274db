/* The beam search: the tree search's choices layer by layer, where only the most promising states
 * of each layer are kept. It finds most solutions. It proves nothing: it drops states, and it
 * treats states of a layer with the same hash as one. */
#ifndef PUZZLES_HARMONY_SOLVE_BEAM_H
#define PUZZLES_HARMONY_SOLVE_BEAM_H

#include <stdlib.h>
#include <string.h>

#include "puzzles/harmony/solve/choose.h"
#include "puzzles/harmony/solve/engine.h"

#define BEAM_FIRST_WIDTH 32
#define BEAM_CANDIDATES  32 /* kept for each node of a layer, a power of two */
/* Also bounds the time between two looks at the control: a layer's candidates are sorted at once.
 */
#define BEAM_MOST_BYTES (UINT64_C(1) << 26)
/* Makes a beam that cannot be wider than the one before at least another one. */
#define BEAM_NOISE 500

struct beam_step {
    uint32_t parent; /* in the layer before */
    uint8_t a, b;
    bool wait; /* a waits for b; else they are swapped */
};

struct candidate {
    int score;
    struct beam_step step;
};

struct beam_node {
    struct state state;
    int score;
};

struct beam {
    struct engine *engine;
    unsigned width;
    unsigned noise;                  /* added to the scores at random, below this */
    struct beam_node *layer, *below; /* width nodes each */
    unsigned count, below_count;
    struct candidate *candidate; /* BEAM_CANDIDATES for each node of a layer */
    size_t candidate_count;
    uint64_t *seen; /* keys of the layer below, open addressing; 0: free */
    size_t seen_size;
    struct beam_step *steps; /* width for each layer, from the first swap on */
    size_t depth, most_layers;
};

/* ---- candidates ---- */

static int compare_candidates(const void *left, const void *right) {
    const struct candidate *a = left, *b = right;
    if (a->score != b->score)
        return a->score < b->score ? 1 : -1;
    if (a->step.parent != b->step.parent)
        return a->step.parent < b->step.parent ? -1 : 1;
    int choice_a = a->step.b * 2 + a->step.wait, choice_b = b->step.b * 2 + b->step.wait;
    return (choice_a > choice_b) - (choice_a < choice_b);
}

/* Drops the worse half of the candidates. */
static inline void drop_candidates(struct beam *beam) {
    qsort(beam->candidate, beam->candidate_count, sizeof(struct candidate), compare_candidates);
    beam->candidate_count /= 2;
}

static inline void add_candidate(struct beam *beam, int score, struct beam_step step) {
    if (beam->candidate_count == (size_t)BEAM_CANDIDATES * beam->width)
        drop_candidates(beam);
    assert(beam->candidate_count < (size_t)BEAM_CANDIDATES * beam->width);
    assert(step.parent < beam->count && step.a != step.b);
    beam->candidate[beam->candidate_count++] = (struct candidate){score, step};
}

/* The choices of one tile, each for what its score lacks to the best of them; or the one swap that
 * is forced. */
static inline void list_candidates(struct beam *beam, unsigned parent) {
    struct engine *engine = beam->engine;
    struct beam_node *node = &beam->layer[parent];
    struct choices choices = {0};
    unsigned a, b;
    if (forced_swap(&node->state, &a, &b)) {
        add_candidate(beam, node->score, (struct beam_step){parent, (uint8_t)a, (uint8_t)b, false});
        return;
    }
    a = pick_cell(engine, &node->state);
    if (a == NO_CELL)
        return; /* all wait for each other */
    list_choices(engine, &node->state, a, beam->noise, &choices);
    for (unsigned i = 0; i < choices.count; i++) {
        const struct choice *choice = &choices.list[i];
        add_candidate(beam, node->score + choice->score - choices.list[0].score,
                      (struct beam_step){parent, (uint8_t)a, choice->partner, choice->wait});
    }
}

/* ---- layers ---- */

/* Marks a key as seen in this layer. Returns false if it was already. */
static inline bool mark_seen(struct beam *beam, uint64_t key) {
    assert((beam->seen_size & (beam->seen_size - 1)) == 0);
    key += key == 0;
    size_t at = (size_t)key & (beam->seen_size - 1);
    while (beam->seen[at] != 0) {
        if (beam->seen[at] == key)
            return false;
        at = (at + 1) & (beam->seen_size - 1);
    }
    beam->seen[at] = key;
    return true;
}

static inline uint64_t beam_hash(const struct engine *engine, const struct state *state) {
    struct state_key key;
    uint64_t hash = 0;
    state_key(&engine->grid, &engine->layout, state, &key);
    for (unsigned i = 0; i < engine->layout.words; i++) {
        hash = (hash ^ key.word[i]) * UINT64_C(0xbf58476d1ce4e5b9);
        hash ^= hash >> 31;
    }
    return hash;
}

/* Makes a candidate's choice in the layer below. Returns true if it is new and not dead. */
static inline bool make_child(struct beam *beam, const struct candidate *candidate) {
    struct engine *engine = beam->engine;
    struct beam_step step = candidate->step;
    struct beam_node *child = &beam->below[beam->below_count];
    unsigned culprit;
    state_copy(&engine->grid, &child->state, &beam->layer[step.parent].state);
    child->score = candidate->score;
    if (step.wait)
        state_wait(&child->state, step.a, step.b);
    else if (!state_swap(&engine->grid, &child->state, step.a, step.b))
        return false;
    if (!mark_seen(beam, beam_hash(engine, &child->state)))
        return false;
    engine->beam_nodes++;
    bool alive = propagate(&engine->grid, &child->state, &culprit);
    if (!alive)
        blame(engine, culprit);
    return alive;
}

/* Fills the layer below with the best candidates. Returns FOUND if one of them is solved, it is
 * then the last; STOPPED if the control says so; else BUDGET_SPENT. */
static inline enum outcome fill_layer(struct beam *beam) {
    memset(beam->seen, 0, beam->seen_size * sizeof(beam->seen[0]));
    beam->below_count = 0;
    for (size_t i = 0; i < beam->candidate_count && beam->below_count < beam->width; i++) {
        if (!engine_step(beam->engine))
            return STOPPED;
        if (!make_child(beam, &beam->candidate[i]))
            continue;
        beam->steps[beam->depth * beam->width + beam->below_count] = beam->candidate[i].step;
        if (beam->below[beam->below_count++].state.swaps_left == 0)
            return FOUND;
    }
    return BUDGET_SPENT;
}

static inline void take_layer(struct beam *beam) {
    struct beam_node *layer = beam->layer;
    beam->layer = beam->below;
    beam->below = layer;
    beam->count = beam->below_count;
    beam->depth++;
}

/* Writes the swaps of the way to the last node of the layer below into the trail. */
static inline void trace_back(struct beam *beam) {
    struct engine *engine = beam->engine;
    uint32_t node = beam->below_count - 1;
    engine->trail_count = engine->root.swaps_left;
    unsigned left = engine->trail_count;
    for (size_t depth = beam->depth + 1; depth-- > 0;) {
        struct beam_step step = beam->steps[depth * beam->width + node];
        assert(node < beam->width && (step.wait || left > 0));
        if (!step.wait)
            trail_put(engine, --left, step.a, step.b);
        node = step.parent;
    }
    assert(left == 0); /* as many swaps as there are moves for */
}

static inline enum outcome beam_walk(struct beam *beam) {
    state_copy(&beam->engine->grid, &beam->layer[0].state, &beam->engine->root);
    beam->layer[0].score = 0;
    beam->count = 1;
    while (beam->count > 0) {
        if (beam->depth == beam->most_layers)
            return BUDGET_SPENT;
        beam->candidate_count = 0;
        for (unsigned i = 0; i < beam->count; i++)
            list_candidates(beam, i);
        qsort(beam->candidate, beam->candidate_count, sizeof(struct candidate), compare_candidates);
        enum outcome outcome = fill_layer(beam);
        assert(beam->below_count <= beam->width);
        if (outcome == FOUND)
            trace_back(beam);
        if (outcome != BUDGET_SPENT)
            return outcome;
        take_layer(beam);
    }
    return BUDGET_SPENT;
}

/* ---- memory ---- */

/* Divides a block among the arrays of a beam. Returns how many bytes they take; block may be NULL
 * to ask for that alone. */
static inline size_t beam_divide(struct beam *beam, char *block) {
    size_t width = beam->width;
    beam->seen_size = 2 * BEAM_CANDIDATES * width;
    size_t nodes = width * sizeof(struct beam_node), seen = beam->seen_size * sizeof(uint64_t);
    size_t candidates = BEAM_CANDIDATES * width * sizeof(struct candidate);
    if (block != NULL) {
        beam->layer = (void *)block;
        beam->below = (void *)(block + nodes);
        beam->seen = (void *)(block + 2 * nodes);
        beam->candidate = (void *)(block + 2 * nodes + seen);
        beam->steps = (void *)(block + 2 * nodes + seen + candidates);
    }
    return 2 * nodes + seen + candidates + width * beam->most_layers * sizeof(struct beam_step);
}

/* One beam search of a width that grows with the turn. Returns FOUND with the swaps in the trail,
 * BUDGET_SPENT if it found none (or there is no memory for it), STOPPED. */
static inline enum outcome beam_search(struct engine *engine, unsigned turn) {
    qd_control *control = engine->counter.control;
    struct beam beam = {.engine = engine,
                        .width = BEAM_FIRST_WIDTH << (turn < 16 ? turn : 16),
                        .most_layers = 2 * (size_t)engine->root.swaps_left + 16};
    while (beam.width > 1 && beam_divide(&beam, NULL) > BEAM_MOST_BYTES) {
        beam.width /= 2;
        beam.noise = BEAM_NOISE;
    }
    size_t bytes = beam_divide(&beam, NULL);
    engine->counts.beams++;
    if (!control_has_room(control, bytes))
        return BUDGET_SPENT;
    char *block = control_reserve(control, bytes);
    if (block == NULL)
        return STOPPED;
    beam_divide(&beam, block);
    enum outcome outcome = beam_walk(&beam);
    control_release(control, block, bytes);
    atomic_fetch_add(&engine->team->beam_nodes, engine->beam_nodes);
    engine->beam_nodes = 0;
    return outcome;
}

#endif

/* What a thread of the solver has for itself: its copy of the root, what it has learned, the swaps
 * it has made. The tree search and the beam search run on it. */
#ifndef PUZZLES_HARMONY_SOLVE_ENGINE_H
#define PUZZLES_HARMONY_SOLVE_ENGINE_H

#include <assert.h>

#include "base/random.h"
#include "puzzles/harmony/solve/evaluate.h"
#include "puzzles/harmony/solve/key.h"
#include "puzzles/harmony/solve/parallel.h"
#include "puzzles/harmony/solve/propagate.h"
#include "puzzles/harmony/solve/solver.h"
#include "puzzles/harmony/solve/state.h"
#include "search/node_counter.h"

struct engine {
    struct team *team;
    struct geometry grid;
    struct key_layout layout;
    struct state root; /* propagated */
    struct node_counter counter;
    struct harmony_solver_counts counts; /* since they were last added to the team's */
    unsigned thread;                     /* 0: the first one */
    struct random random;
    bool complete;               /* it is the complete search's */
    uint32_t weight[BITS_CELLS]; /* by tile: how often it was left without a way */
    struct harmony_swap *trail;  /* the swaps made so far, cells by their number in the grid */
    unsigned trail_count;
    uint64_t beam_nodes; /* since they were last added to the team's */
};

/* One more state. On large boards a state takes so long that the clock is looked at each time.
 * Returns true while the search may go on. */
static inline bool engine_step(struct engine *engine) {
    return node_counter_step(&engine->counter) && !team_ended(engine->team) &&
           (HARMONY_WORDS == 1 || control_spend(engine->counter.control, 0));
}

/* Two tiles that have only each other left. Returns false if there are none. */
static inline bool forced_swap(const struct state *state, unsigned *a, unsigned *b) {
    struct bits left = state->active;
    while (bits_take(&left, a)) {
        if (!bits_single(state->next[*a]))
            continue;
        *b = bits_first(&state->next[*a]);
        assert(*b != *a && bits_has(&state->active, *b));
        if (bits_equal(state->next[*b], bits_one(*a)))
            return true;
    }
    return false;
}

static inline void trail_put(struct engine *engine, unsigned at, unsigned a, unsigned b) {
    assert(at < engine->root.swaps_left && a != b);
    engine->trail[at] = (struct harmony_swap){(uint8_t)(a < b ? a : b), (uint8_t)(a < b ? b : a)};
}

static inline void trail_add(struct engine *engine, unsigned a, unsigned b) {
    trail_put(engine, engine->trail_count++, a, b);
}

#endif

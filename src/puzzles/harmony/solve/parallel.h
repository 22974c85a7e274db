/* What the threads of one solver share: the table of dead states, the subproblems of the complete
 * search, and the verdict. */
#ifndef PUZZLES_HARMONY_SOLVE_PARALLEL_H
#define PUZZLES_HARMONY_SOLVE_PARALLEL_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

#include "base/thread.h"
#include "puzzles/harmony/model/board.h"
#include "puzzles/harmony/solve/solver.h"
#include "search/control.h"
#include "search/exact_set.h"
#include "search/pool.h"

/* How a search ended. */
enum outcome { NONE, BUDGET_SPENT, STOPPED, FOUND };

/* A node of the tree with choices to try; its size depends on that of the board
 * (puzzles/harmony/solve/subproblem.h). */
struct subproblem;

struct team {
    const struct harmony_solver_options *options;
    qd_control *control;
    struct exact_set *dead; /* NULL: no room for one */
    struct pool pool;       /* of struct subproblem *, of the complete search */

    struct mutex lock;          /* over what follows up to the atomic counters */
    bool beam_busy;             /* a thread is in a beam search */
    bool beam_off;              /* there is no memory for one */
    unsigned beams;             /* beam searches begun */
    enum outcome outcome;       /* if the pool ended without being exhausted */
    struct harmony_swap *swaps; /* the solution, cells by their number in the grid */
    unsigned count;
    struct harmony_solver_counts counts; /* of the engines that have ended */

    _Atomic uint64_t tree_nodes, beam_nodes;
};

static inline bool team_ended(const struct team *team) {
    return pool_ended(&team->pool);
}

/* Adds what an engine has counted; once for each engine. */
static inline void team_add_counts(struct team *team, const struct harmony_solver_counts *more) {
    mutex_lock(&team->lock);
    team->counts.restarts += more->restarts;
    team->counts.beams += more->beams;
    team->counts.waits += more->waits;
    team->counts.crossing += more->crossing;
    team->counts.dead_added += more->dead_added;
    team->counts.dead_found += more->dead_found;
    mutex_unlock(&team->lock);
}

static inline void drop_subproblem(void *item) {
    free(*(struct subproblem **)item);
}

static inline void team_open(struct team *team) {
    struct pool_options options = {.workers = team->options->threads,
                                   .item_size = sizeof(struct subproblem *),
                                   .drop = drop_subproblem,
                                   .watch = team->options->watch};
    pool_open(&team->pool, &options, team->control);
    mutex_init(&team->lock);
}

static inline void team_close(struct team *team) {
    assert(!team->beam_busy);
    pool_close(&team->pool);
    mutex_destroy(&team->lock);
}

/* Ends the search for all threads; the first verdict wins. For FOUND, with the swaps. */
static inline void team_end(struct team *team, enum outcome outcome,
                            const struct harmony_swap *swaps, unsigned count) {
    assert(outcome != BUDGET_SPENT && (outcome == FOUND || count == 0));
    mutex_lock(&team->lock);
    if (!team_ended(team)) {
        team->outcome = outcome;
        for (unsigned i = 0; i < count; i++)
            team->swaps[i] = swaps[i];
        team->count = count;
    }
    pool_end(&team->pool);
    mutex_unlock(&team->lock);
}

/* The verdict, once the search has ended. */
static inline enum outcome team_outcome(const struct team *team) {
    return pool_exhausted(&team->pool) ? NONE : team->outcome;
}

#endif

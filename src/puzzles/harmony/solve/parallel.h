/* What the threads of one solver share: the table of dead states, the verdict, and the pieces of
 * the steady tree that one hands to another when it has nothing to do. */
#ifndef PUZZLES_HARMONY_SOLVE_PARALLEL_H
#define PUZZLES_HARMONY_SOLVE_PARALLEL_H

#include <assert.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

#include "base/thread.h"
#include "puzzles/harmony/model/board.h"
#include "puzzles/harmony/solve/solver.h"
#include "search/control.h"
#include "search/exact_set.h"

/* How a search ended. A larger one outweighs a smaller one where threads end differently. */
enum outcome { NONE, BUDGET_SPENT, STOPPED, FOUND };

/* A node of the tree with choices to try; the sizes differ, see puzzles/harmony/solve/tree.h. */
struct piece;

struct team {
    const struct harmony_solver_options *options;
    qd_control *control;
    struct exact_set *dead; /* NULL: no room for one */

    struct thread_lock lock; /* over what follows up to the atomic ones */
    struct thread_signal changed;
    struct piece *waiting;      /* pieces of the steady tree that nobody has taken */
    unsigned running;           /* threads that are at a piece of the steady tree */
    bool beam_busy;             /* a helper is at a beam search */
    bool beam_off;              /* there is no memory for one */
    unsigned beams;             /* beam searches begun */
    enum outcome outcome;       /* of it all; valid once over */
    struct harmony_swap *swaps; /* the solution, cells by their number in the grid */
    unsigned count;
    struct harmony_solver_counts counts; /* of the engines that have ended */

    atomic_bool over;  /* there is a verdict, or the control has ended it */
    atomic_int wanted; /* threads without work, less the pieces that wait for them */
    _Atomic uint64_t tree_nodes, beam_nodes;
};

static inline bool team_over(const struct team *team) {
    return atomic_load_explicit(&team->over, memory_order_relaxed);
}

static inline void team_watch(const struct team *team, enum harmony_solver_point point,
                              unsigned thread) {
    const struct harmony_solver_watch *watch = team->options->watch;
    if (watch != NULL)
        watch->at(watch->context, point, thread);
}

/* Adds what an engine has counted, once. */
static inline void team_add_counts(struct team *team, const struct harmony_solver_counts *more) {
    thread_lock_take(&team->lock);
    team->counts.restarts += more->restarts;
    team->counts.beams += more->beams;
    team->counts.waits += more->waits;
    team->counts.crossing += more->crossing;
    team->counts.dead_added += more->dead_added;
    team->counts.dead_found += more->dead_found;
    team->counts.handed_over += more->handed_over;
    team->counts.taken_over += more->taken_over;
    thread_lock_leave(&team->lock);
}

static inline void team_open(struct team *team) {
    thread_lock_init(&team->lock);
    thread_signal_init(&team->changed);
}

static inline void team_close(struct team *team) {
    assert(team_over(team) || team->running == 0);
    assert(team->waiting == NULL && !team->beam_busy);
    thread_signal_destroy(&team->changed);
    thread_lock_destroy(&team->lock);
}

/* The verdict of all; the first one stays. For FOUND, with the swaps. */
static inline void team_end(struct team *team, enum outcome outcome,
                            const struct harmony_swap *swaps, unsigned count) {
    assert(outcome != BUDGET_SPENT && (outcome == FOUND || count == 0));
    thread_lock_take(&team->lock);
    if (!team_over(team)) {
        team->outcome = outcome;
        for (unsigned i = 0; i < count; i++)
            team->swaps[i] = swaps[i];
        team->count = count;
        atomic_store(&team->over, true);
    }
    thread_signal_wake_all(&team->changed);
    thread_lock_leave(&team->lock);
}

#endif

/* Work sharing between the threads of one search. The search is cut into subproblems, which to the
 * pool are blocks of a fixed size. A worker takes a subproblem, searches it by itself, and adds
 * parts of it to the pool when it sees that other workers want work; so the work that nobody else
 * wants needs no lock (Acar, Chargueraud, Rainey, "Scheduling parallel programs by work stealing
 * with private deques", 2013). When no worker holds a subproblem and none waits, the search is
 * exhausted.
 *
 * Workers are numbered from 0; worker 0 is the thread that made the pool. */
#ifndef SEARCH_POOL_H
#define SEARCH_POOL_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

/* Points at which a test can hold a worker up. The pool is not locked there. */
enum pool_point {
    POOL_START,  /* worker 0 has started the others */
    POOL_ADD,    /* is about to add a subproblem, which no other worker can see yet */
    POOL_FINISH, /* has finished its subproblem, but the pool does not know yet */
    POOL_LOOK,   /* is about to look for a subproblem */
    POOL_WAIT,   /* found none, and the others know that it wants one */
    POOL_WAKE,   /* has waited and is about to look again */
    POOL_TAKE,   /* has taken a subproblem and not begun with it */
    POOL_END     /* has left the search; worker 0 is about to wait for the others */
};
enum { POOL_POINTS = POOL_END + 1 };

/* Called at these points by all workers, at the same time. */
struct pool_watch {
    void (*at)(void *context, enum pool_point point, unsigned worker);
    void *context;
};

struct pool_options {
    unsigned workers;    /* 0 counts as 1 */
    size_t item_size;    /* bytes of a subproblem */
    unsigned priorities; /* subproblems have priorities below this; 0 counts as 1 */
    void (*drop)(
        void *); /* frees what a subproblem owns if nobody takes it; NULL: it owns nothing */
    const struct pool_watch *watch; /* for tests; NULL: none */
};

struct pool_shared;

/* Use it through the functions below. */
struct pool {
    atomic_bool ended;   /* changed under the lock, like the next two */
    atomic_bool pausing; /* a worker wants the others to pause */
    atomic_int wanted;   /* workers that want a subproblem, less the subproblems that wait */
    struct pool_shared *shared;
};

/* Prepares a pool without subproblems; the control, which must outlive it, grants the memory for
 * those that wait. */
void pool_open(struct pool *pool, const struct pool_options *options, qd_control *control);
/* Drops the subproblems that wait. All workers must have returned. */
void pool_close(struct pool *pool);

/* Starts workers 1, 2, ... on threads of their own: each calls work with its element of an array,
 * whose element 0 is worker 0's. A worker for which the machine has no thread is left out. */
void pool_start(struct pool *pool, void (*work)(void *worker), void *workers, size_t worker_size);
/* Waits until the workers that pool_start started have returned. */
void pool_join(struct pool *pool);

/* Adds a subproblem, which is copied. Those of higher priority are taken first, and among equals
 * the one that was added first. Returns false if the memory limit is reached; the control has then
 * ended. */
bool pool_add(struct pool *pool, unsigned worker, unsigned priority, const void *item);

/* Has the worker hold a subproblem that was never in the pool, such as the whole search. */
void pool_hold(struct pool *pool, unsigned worker);
/* The worker is done with the subproblem it holds, apart from the parts that it added. */
void pool_finish(struct pool *pool, unsigned worker);
/* Finishes the subproblem that the worker holds, if any, and takes another one; waits while there
 * is none. Returns false when the search is over. */
bool pool_take(struct pool *pool, unsigned worker, unsigned *priority, void *item);
/* Takes a subproblem for a worker that holds none. If there is none, lets the others know that the
 * worker wants one and returns false. */
bool pool_try_take(struct pool *pool, unsigned worker, unsigned *priority, void *item);
bool pool_holds(const struct pool *pool, unsigned worker);

/* Ends the search for all workers: a verdict was reached, or the control has ended. */
void pool_end(struct pool *pool);
static inline bool pool_ended(const struct pool *pool) {
    return atomic_load_explicit(&pool->ended, memory_order_relaxed);
}
/* True if the search ended because every subproblem was finished. */
bool pool_exhausted(const struct pool *pool);
/* True if a worker should add a subproblem, because another one wants it. */
static inline bool pool_wants(const struct pool *pool) {
    return atomic_load_explicit(&pool->wanted, memory_order_relaxed) > 0;
}

/* Calls look while all other workers are paused at a safepoint or hold no subproblem, so that it
 * may read what belongs to them; of the pool it may call pool_each and pool_check only. For a
 * worker that holds a subproblem. Returns false, without calling look, if the search has ended. */
bool pool_pause_others(struct pool *pool, unsigned worker, void (*look)(void *context),
                       void *context);
void pool_pause(struct pool *pool, unsigned worker);
/* Pauses while another worker wants that. A search that uses pool_pause_others calls it often; a
 * worker that holds no subproblem goes on at once. */
static inline void pool_safepoint(struct pool *pool, unsigned worker) {
    if (atomic_load_explicit(&pool->pausing, memory_order_relaxed))
        pool_pause(pool, worker);
}
/* Visits the subproblems that wait, those of the lowest priority first and equals in their order.
 * Only while the other workers are paused, or when none runs. */
void pool_each(const struct pool *pool,
               void (*visit)(void *context, unsigned priority, const void *item), void *context);

/* How many subproblems were ever added, and taken. Only when no worker runs. */
uint64_t pool_added(const struct pool *pool);
uint64_t pool_taken(const struct pool *pool);
/* Asserts that the whole state is consistent. Only while the other workers are paused, or when none
 * runs. */
void pool_check(const struct pool *pool);

#endif

/* Depth-first search of a tree by one or more threads. The states are opaque blocks of a fixed size
 * that are copied; a thread without work gets the oldest waiting state (near the root, so usually a
 * large subtree) of a thread that has some, as soon as that one has expanded the state it is at.
 * So, and for a quick stop, expanding one state should take no more than some milliseconds. */
#ifndef SEARCH_DFS_H
#define SEARCH_DFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

#include "search/control.h"

/* Where expand puts what it finds; belongs to one worker. */
struct dfs_sink;

/* Adds a child of the state that is being expanded; the state is copied. The one that is emitted
 * first is searched first. */
void dfs_emit(struct dfs_sink *sink, const void *state);

/* Reports a solution: the search's `solution` is called at once, with this state. Returns false
 * when the search is to end; expand may then return early. Takes a lock: where solutions are merely
 * counted, and there are millions, count them in the worker's own context instead. */
bool dfs_solution(struct dfs_sink *sink, const void *state);

/* Moments of the work sharing that a test may want to hear of, or to draw out. */
enum dfs_moment {
    DFS_GIVEN, /* a worker has put a state, or some, into the pool */
    DFS_TAKEN, /* a worker has taken one out, and has not begun with it */
    DFS_IDLE,  /* a worker has nothing to do; called with the pool locked: no waiting here */
};

struct dfs_problem {
    size_t state_size; /* at least 1; states are aligned for any type */
    const void *root;
    void *context;
    /* Makes what a worker needs for itself (scratch memory, counters, the shared context). Called
     * by the thread that called dfs_search, for workers 0, 1, ... NULL: every worker gets
     * context itself. */
    void *(*worker_new)(void *context, int worker);
    /* Ends a worker's own things after all work is done, again by the calling thread and in the
     * order 0, 1, ..., so counters can be added up here. May be NULL. */
    void (*worker_free)(void *context, void *worker);
    /* Expands a state: emits its children, the most promising first, and reports it if it is a
     * solution. A state that emits nothing is a leaf. Called by many threads at the same time, for
     * each worker by one. */
    void (*expand)(void *worker, const void *state, struct dfs_sink *sink);
    /* Takes a solution; returns whether to go on searching. Called by one thread at a time, and
     * never again after it returned false. Must not call into the search. NULL: the first solution
     * ends the search. */
    bool (*solution)(void *context, const void *state);
    int threads; /* less than 1 counts as 1 */
    /* NULL, or room for `threads` numbers: the states that each worker expanded. */
    uint64_t *worker_nodes;
    /* For tests: called at these moments with the context, by many threads at the same time. May be
     * NULL. */
    void (*on_moment)(void *context, enum dfs_moment moment);
};

struct dfs_result {
    uint64_t nodes;     /* states expanded by all workers */
    uint64_t solutions; /* reported */
    uint64_t shared;    /* states that went from one worker to another */
    bool exhausted;     /* the whole tree was searched */
};

/* Searches the tree below root. With one thread everything happens on the calling thread, in
 * exactly the order of a recursive search; with more the order changes from run to run, but the
 * states expanded by a search of the whole tree are the same. The memory is the waiting states:
 * about depth times branching for each worker, reserved from the control.
 *
 * QD_YES: `solution` ended the search, or the whole tree was searched and held at least one
 * solution. QD_NO: the whole tree was searched and holds none. QD_LIMIT: the control ended the
 * search before (result->solutions says what was found until then). QD_BAD_INPUT: state_size is
 * 0. The result is always filled. */
qd_status dfs_search(const struct dfs_problem *problem, qd_control *control,
                     struct dfs_result *result);

#endif

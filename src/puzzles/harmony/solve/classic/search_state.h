/* What the parts of the classic search share: the search, its workers, and the states. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_STATE_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_STATE_H

#include <stdatomic.h>

#include "base/thread.h"
#include "puzzles/harmony/solve/classic/pending.h"
#include "puzzles/harmony/solve/classic/search.h"

/* A state and the swaps that led to it; the number of swaps is its depth, so how many are left need
 * not be counted again. */
struct classic_state {
    struct harmony_board board;
    struct harmony_swap path[];
};

/* When what is due. Only the thread that moved due to infinity looks at the rest. */
struct classic_tending {
    _Atomic double due;
    double start, next_note, next_line, next_save; /* by the wall clock */
    double last_line;
    uint64_t last_processed; /* by then */
};

struct classic_worker;

struct classic_search {
    const struct harmony_board *board;
    const struct harmony_classic_options *options;
    qd_control *control;
    struct harmony_pending *pending;
    unsigned swaps; /* of every solution */
    size_t state_size;
    struct harmony_classic_counts before; /* what the checkpoint had counted */
    int worker_count;
    struct classic_worker *workers;
    struct classic_tending tending;
    atomic_bool found;
    struct thread_lock lock;        /* over the solution */
    struct classic_state *solution; /* NULL while there is none */
};

/* Everything in it is the worker's own; others may look while it rests. */
struct classic_worker {
    struct classic_search *search;
    struct thread thread;
    struct classic_state *state; /* being processed */
    struct classic_state *next;  /* its successor */
    unsigned char *cache;        /* states of the worker's own, the last one first out */
    unsigned *cache_depth;
    size_t cached, cache_room;
    uint64_t unspent;
    struct harmony_classic_counts counts;
};

/* puzzles/harmony/solve/classic/report.c: notes and reports about the search, and its checkpoint */

/* Before the workers begin. */
void classic_tend_begin(struct classic_search *search);
/* For a worker between two states, now and then: does what is due. */
void classic_tend(struct classic_search *search);

/* Adds up what all workers and the checkpoint before them counted. No worker may be running. */
void classic_tend_count(const struct classic_search *search, struct harmony_classic_counts *counts,
                        size_t *waiting);
/* Writes the checkpoint while no worker runs. Returns false with an error (QD_FAILURE). */
bool classic_tend_save(const struct classic_search *search, qd_error *error);

#endif

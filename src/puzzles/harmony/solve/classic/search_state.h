/* What the parts of the classic search share: the search, its workers, and the states. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_STATE_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_STATE_H

#include <stdatomic.h>

#include "base/thread.h"
#include "puzzles/harmony/solve/classic/search.h"
#include "search/pool.h"

/* A state and the swaps that led to it; the number of swaps is its depth, so how many are left need
 * not be counted again. */
struct classic_state {
    struct harmony_board board;
    struct harmony_swap path[];
};

/* When the next note, report line and checkpoint are due. Only the worker that set `due` to
 * infinity may read the rest. */
struct classic_schedule {
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
    struct pool pending; /* PendingStates: states by depth, the deepest and oldest first out */
    unsigned swaps;      /* of every solution */
    size_t state_size;
    struct harmony_classic_counts before; /* what the checkpoint had counted */
    unsigned worker_count;
    struct classic_worker *workers;
    struct classic_schedule schedule;
    struct mutex lock;              /* over the solution */
    struct classic_state *solution; /* NULL while there is none */
};

/* Belongs to its worker; others may read it while that is paused. */
struct classic_worker {
    struct classic_search *search;
    unsigned number;
    struct classic_state *state; /* being processed */
    struct classic_state *next;  /* its successor */
    unsigned char *cache;        /* states of the worker's own, the last one first out */
    unsigned *cache_depth;
    size_t cached, cache_room;
    uint64_t uncounted; /* states that the control does not know of yet */
    struct harmony_classic_counts counts;
};

/* puzzles/harmony/solve/classic/report.c: notes and reports about the search, and its checkpoint */

/* Sets the schedule, before the workers begin. */
void classic_report_begin(struct classic_search *search);
/* Notes, reports and saves what is due. For a worker between two states. */
void classic_report_if_due(struct classic_search *search, unsigned worker);

/* Adds up the counts of all workers and of the checkpoint before them, and the states that wait.
 * No worker may be running. */
void classic_count(const struct classic_search *search, struct harmony_classic_counts *counts,
                   size_t *waiting);
/* Writes the checkpoint while no worker runs. Returns false with an error (QD_FAILURE). */
bool classic_save(const struct classic_search *search, qd_error *error);

#endif

/* The classic search: depth-first over all orders of swaps, with invalidity tests after each swap,
 * forced swaps and the last-move filter before. It is what the original program does; the default
 * solver (puzzles/harmony/solve/solver.h) is far ahead of it. Complete as long as the chosen tests
 * are sound. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_SEARCH_H

#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/classic/moves.h"
#include "search/control.h"

/* What the tests look at after a swap. The start is always looked at as a whole. */
enum harmony_scope {
    HARMONY_SCOPE_TOUCHED, /* what the swap touched, as far as a test can do with that */
    HARMONY_SCOPE_BOARD,
};

/* States with fewer swaps left than this stay with the worker that made them. */
#define HARMONY_CACHE_THRESHOLD 4
/* How often a checkpoint is written if no report interval was given, in seconds. */
#define HARMONY_CHECKPOINT_INTERVAL 30.0

struct harmony_classic_options {
    struct harmony_invalid_set tests;
    enum harmony_scope scope;
    struct harmony_move_rules moves;
    int threads;              /* at least 1 */
    unsigned cache_threshold; /* usually HARMONY_CACHE_THRESHOLD */
    double report_interval;   /* seconds between two lines of report (control_say); 0: none */
    const char *checkpoint;   /* a file's path, or NULL: none */
};

struct harmony_classic_counts {
    uint64_t generated; /* states made */
    uint64_t processed; /* states whose swaps were looked at */
    uint64_t pruned;    /* states that an invalidity test rejected */
    struct harmony_invalid_stats tests;
};

struct harmony_classic_result {
    struct harmony_swap *swaps; /* for QD_YES: the solution; else NULL */
    unsigned count;
    struct harmony_classic_counts counts; /* with those of the checkpoint that it went on from */
    bool resumed;                         /* it went on from a checkpoint */
    size_t waiting;                       /* for QD_LIMIT: states that were not looked at */
};

/* QD_YES: result has a solution. QD_NO: all states were looked at; with sound tests that is a
 * proof. QD_LIMIT: the control ended it. With one thread the search is always the same.
 *
 * With a checkpoint: if the file is there, the search goes on from it; it is written at the
 * beginning, regularly and at QD_LIMIT, and removed at QD_YES and QD_NO. QD_BAD_INPUT with an
 * error: it is damaged, or belongs to another board or to other options (the number of threads and
 * the report interval may differ); nothing was searched or written. QD_FAILURE with an error: it
 * could not be read, or not be written at the beginning or at the end.
 *
 * The result is always filled; harmony_classic_free releases it. */
qd_status harmony_classic_solve(const struct harmony_board *board,
                                const struct harmony_classic_options *options, qd_control *control,
                                struct harmony_classic_result *result, qd_error *error);
void harmony_classic_free(struct harmony_classic_result *result);

#endif

/* Inside of the solver: a search over some of the lines only, and what tests change about one. */
#ifndef PUZZLES_NONOGRAM_SOLVE_SEARCH_H
#define PUZZLES_NONOGRAM_SOLVE_SEARCH_H

#include "puzzles/nonogram/solve/solver.h"

/* A cell that does not have a colour. */
struct nonogram_forbidden {
    uint32_t cell;
    uint8_t colour;
};

/* When the parts of the search come into play. Tests make the numbers small, so that small boards,
 * of which all solutions are known, reach every part. */
struct nonogram_solver_tuning {
    unsigned restart_unit;                  /* conflicts */
    unsigned first_nogoods;                 /* kept before some are forgotten */
    unsigned more_nogoods;                  /* kept in addition after each time */
    unsigned alone;                         /* conflicts before other threads are called */
    unsigned first_belief;                  /* conflicts before a guess at what is likely */
    unsigned cache_conflicts;               /* before there is a cache of lines */
    unsigned cache_bits;                    /* of places for each line in it */
    unsigned larger_conflicts, larger_bits; /* the same for the larger one */
    unsigned most_reasons;                  /* numbers kept of reasons; then all are forgotten */
};

extern const struct nonogram_solver_tuning nonogram_solver_usual;

/* Places in the hand-over of cubes; no lock is held. */
enum nonogram_handover {
    HANDOVER_CALLED, /* the first thread has called the others */
    HANDOVER_OFFER,  /* a thread is about to offer a cube */
    HANDOVER_DONE,   /* a thread is done with its cube and is about to say so */
    HANDOVER_IDLE,   /* a thread is about to wait for a cube */
    HANDOVER_WOKEN,  /* a thread that waited is about to look for one */
    HANDOVER_TAKEN,  /* a thread has taken a cube and is about to search it */
    HANDOVER_OVER    /* a thread has found that it is over */
};

/* What a test changes and sees. Calls come from all threads. */
struct nonogram_solver_hooks {
    const struct nonogram_solver_tuning *tuning; /* NULL: the usual */
    void (*pause)(void *context, enum nonogram_handover where);
    /* A nogood: not all of these cells can be without these colours. solution: it only excludes
     * one that was found. */
    void (*learned)(void *context, const struct nonogram_forbidden *list, size_t count,
                    bool solution);
    void *context;
    unsigned check_every; /* walk the whole state once in so many steps (builds with asserts only);
                           * 0: never */
};

/* As nonogram_solver_solve, but only the lines marked in set hold (rows first, then columns; NULL:
 * all). used (may be NULL) gets the lines from which something was concluded: if there is no
 * solution, they alone have none. */
qd_status nonogram_solver_search(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                 const struct nonogram_solver_options *options, const uint8_t *set,
                                 qd_control *control, struct nonogram_solutions *solutions,
                                 uint8_t *used);

#endif

/* Inside the solver: a search over some of the lines only, and what tests can change. */
#ifndef PUZZLES_NONOGRAM_SOLVE_SEARCH_H
#define PUZZLES_NONOGRAM_SOLVE_SEARCH_H

#include "puzzles/nonogram/solve/solver.h"
#include "search/pool.h"

/* A literal: the cell has the colour. */
struct nonogram_literal {
    uint32_t cell;
    uint8_t colour;
};

/* When the parts of the search come into play. Tests make the numbers small, so that small boards,
 * whose solutions are all known, reach every part. */
struct nonogram_solver_tuning {
    unsigned restart_unit;                  /* conflicts */
    unsigned first_clauses;                 /* learned before the first reduction */
    unsigned more_clauses;                  /* more after each reduction */
    unsigned alone;                         /* conflicts before other threads start */
    unsigned first_belief;                  /* conflicts before beliefs are followed */
    unsigned cache_conflicts;               /* before there is a line cache */
    unsigned cache_bits;                    /* 2^this slots for each line */
    unsigned larger_conflicts, larger_bits; /* the same for the larger cache */
    unsigned most_reasons; /* the reason cache is cleared when it has more numbers */
};

extern const struct nonogram_solver_tuning nonogram_solver_defaults;

/* What a test can change and see. All threads call these. */
struct nonogram_solver_hooks {
    const struct nonogram_solver_tuning *tuning; /* NULL: the default */
    const struct pool_watch *watch;              /* of the pool of subproblems; NULL: none */
    /* A learned clause. solution: it only excludes a solution that was found. */
    void (*learned)(void *context, const struct nonogram_literal *list, size_t count,
                    bool solution);
    void *context;
    unsigned check_every; /* steps between two calls of engine_check (builds with asserts only);
                           * 0: never */
};

/* As nonogram_solver_solve, but only the lines marked in set count (rows first, then columns; NULL:
 * all). used (may be NULL) gets the lines from which something was concluded: if there is no
 * solution, these lines alone have none. */
qd_status nonogram_solver_search(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                 const struct nonogram_solver_options *options, const uint8_t *set,
                                 qd_control *control, struct nonogram_solutions *solutions,
                                 uint8_t *used);

#endif

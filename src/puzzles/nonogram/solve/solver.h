/* The solver: line solving, probing, and conflict-driven search with clause learning. Complete. */
#ifndef PUZZLES_NONOGRAM_SOLVE_SOLVER_H
#define PUZZLES_NONOGRAM_SOLVE_SOLVER_H

#include <quandary/types.h>

#include "puzzles/nonogram/model/puzzle.h"
#include "search/control.h"

/* Parts of the solver that can be left out, to measure what they gain. It stays complete. */
enum nonogram_solver_part {
    NONOGRAM_PART_LEARNING = 1 << 0,  /* clauses from conflicts; without them it backtracks
                                       * chronologically and never restarts */
    NONOGRAM_PART_SHRINKING = 1 << 1, /* minimal reasons of lines */
    NONOGRAM_PART_ACTIVITY = 1 << 2,  /* cells of recent conflicts are decided first */
    NONOGRAM_PART_PHASES = 1 << 3,    /* a cell is given the colour it had last */
    NONOGRAM_PART_RESTARTS = 1 << 4,
    NONOGRAM_PART_PROBES = 1 << 5,      /* probing at the first restart */
    NONOGRAM_PART_REASON_SIDE = 1 << 6, /* reasons of a clause's literals count for activity */
    NONOGRAM_PART_BELIEFS = 1 << 7      /* likely colours are tried first */
};

struct nonogram_solver_hooks; /* puzzles/nonogram/solve/search.h */

struct nonogram_solver_options {
    unsigned most;    /* end when this many solutions are found; 0 counts as 1 */
    unsigned threads; /* 0 and 1: one thread */
    uint64_t seed;    /* of the other threads */
    unsigned without; /* bits of enum nonogram_solver_part */
    /* Only this part of the search, as puzzles/nonogram/solve/parallel.h writes it: solutions, and
     * whether these are all, are those of the part. NULL: the whole. */
    const char *subproblem;
    const struct nonogram_solver_hooks *hooks; /* for tests; NULL: none */
};

/* What the search did, on all threads. Tests assert that they reach what they are there for. */
struct nonogram_solver_stats {
    uint64_t conflicts;
    uint64_t learned;   /* clauses, units included */
    uint64_t minimized; /* literals that minimization removed */
    uint64_t backjumps; /* over more than one level */
    uint64_t restarts;
    uint64_t reductions; /* of the learned clauses */
    uint64_t probes, failed_probes;
    uint64_t beliefs; /* how often they were followed */
    uint64_t cache_hits, cache_evictions;
    uint64_t reasons, reused_reasons;              /* that lines gave; that came from the cache */
    uint64_t cleared_reasons;                      /* how often the reason cache was cleared */
    uint64_t subproblems_added, subproblems_taken; /* by one thread for another */
};

struct nonogram_solutions {
    unsigned count;
    uint8_t **pictures;   /* each row by row, all cells known */
    bool complete;        /* there are no others */
    bool by_lines;        /* lines alone gave the solution, without probing or search */
    uint64_t nodes;       /* decisions of the search */
    uint64_t line_solves; /* lines propagated */
    struct nonogram_solver_stats stats;
};

/* Looks for solutions that keep the known cells (row by row, or NULL: none known). options may be
 * NULL: all zero. QD_YES: at least one was found (solutions->complete says whether there are more);
 * QD_NO: it is proven that there is none; QD_LIMIT: the control ended the search before that;
 * QD_BAD_INPUT: options->subproblem is none of this puzzle. The solutions are filled in every case;
 * nonogram_solutions_free releases them. */
qd_status nonogram_solver_solve(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                const struct nonogram_solver_options *options, qd_control *control,
                                struct nonogram_solutions *solutions);
void nonogram_solutions_free(struct nonogram_solutions *solutions);

/* One line by itself: cells[i] is the set of colours that cell i may have, a bit for each (bit 0:
 * empty). Removes every colour that no arrangement of the clues within the sets has. Returns false
 * if there is no arrangement; the cells are then undefined. */
bool nonogram_line_solve(const struct nonogram_line *line, uint32_t *cells, unsigned length);

#endif

/* The next step of a person who solves a nonogram: the easiest technique that gives something. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_HINT_STEP_H
#define PUZZLES_NONOGRAM_EXPLAIN_HINT_STEP_H

#include "puzzles/nonogram/explain/board.h"
#include "puzzles/nonogram/explain/chains.h"
#include "puzzles/nonogram/solve/solver.h"

struct nonogram_cell {
    unsigned row, column;
    uint8_t value;
};

struct nonogram_step {
    enum nonogram_technique technique;
    unsigned line;   /* where to look (first) */
    unsigned length; /* how many lines one looks at: 1 for techniques of one line, those of the
                        chain for the others, 0 for search and choice */
    unsigned count;  /* of cells, at least 1 */
    struct nonogram_cell *cells;
    struct buf text; /* sentences, no newline */
};

/* Takes steps on a board. Proofs that one step found but did not use wait for a step that finds
 * nothing easier: they stay true. */
struct nonogram_stepper {
    struct nonogram_board *board;
    struct nonogram_proofs pending;
    bool quiet; /* without texts */
    /* Within one step: what a technique of the board leaves to the harder ones. */
    struct nonogram_probe *probe;
    const struct nonogram_proof *proof; /* one of pending */
    struct nonogram_solutions solutions;
};

/* QD_YES: a step; QD_NO: there is none, because the board is full or has no solution; QD_LIMIT.
 * Release the step with nonogram_step_free in every case. Steps lead to a solution only if the
 * board has one. */
qd_status nonogram_step_find(struct nonogram_stepper *stepper, qd_control *control,
                             struct nonogram_step *step);
void nonogram_step_free(struct nonogram_step *step);
/* Adds a cell to the step. */
void nonogram_step_add(struct nonogram_step *step, unsigned row, unsigned column, uint8_t value);
/* Sets the step's cells on the board. */
void nonogram_step_take(struct nonogram_stepper *stepper, const struct nonogram_step *step);
/* Frees the pending proofs; the board is the caller's. */
void nonogram_stepper_end(struct nonogram_stepper *stepper);

#endif

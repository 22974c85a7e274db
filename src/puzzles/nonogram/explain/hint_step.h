/* The next step of a person who solves a nonogram: the easiest technique that gives something. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_HINT_STEP_H
#define PUZZLES_NONOGRAM_EXPLAIN_HINT_STEP_H

#include "puzzles/nonogram/explain/what_if.h"
#include "puzzles/nonogram/explain/working_board.h"

struct nonogram_cell {
    unsigned row, column;
    uint8_t value;
};

struct nonogram_step {
    enum nonogram_technique technique;
    unsigned line;   /* where to look (first) */
    unsigned length; /* how many looks at lines it takes: 1 for the techniques of one line, the
                      * length of the chain for the others, 0 for search and choice */
    unsigned count;  /* of cells, at least 1 */
    struct nonogram_cell *cells;
    struct buf text; /* sentences, no newline */
};

/* Steps over a board. The proofs by supposition that were found at one place and not used are taken
 * later if nothing easier is there: they stay true. */
struct nonogram_stepper {
    struct nonogram_notebook *notebook;
    struct nonogram_proofs pending;
    bool quiet; /* no texts */
};

/* QD_YES: a step; QD_NO: there is none, the board is full or has no solution; QD_LIMIT. Release the
 * step with nonogram_step_free in every case. The board must have a solution for the steps to be
 * steps towards it. */
qd_status nonogram_step_find(struct nonogram_stepper *stepper, qd_control *control,
                             struct nonogram_step *step);
void nonogram_step_free(struct nonogram_step *step);
/* Sets the step's cells. */
void nonogram_step_take(struct nonogram_stepper *stepper, const struct nonogram_step *step);
/* Frees the pending proofs; the notebook is the caller's. */
void nonogram_stepper_end(struct nonogram_stepper *stepper);

#endif

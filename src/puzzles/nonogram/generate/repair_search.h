/* A picture under repair: change it, take that back, ask whether it is good.
 *
 * Good is: its clues have no other solution (or lines alone solve it, where that is wished). Which
 * changes can matter follows from what is wrong. Let Q be another solution of the clues of P. If
 * all changes are in cells whose row and whose column are the same in P and Q, the same changes in
 * Q give another solution of the changed P's clues: still not good. So at least one of the changes
 * that make P good is in a row or column in which P and Q differ. The same holds for lines alone:
 * let U be the cells that stay unknown. If all changes are in cells whose row and column have no
 * cell of U, the lines with cells of U have the clues that they had, and what lines alone gave
 * before, with the changed cells as they are now, is as far as lines alone can come again. So at
 * least one of the changes is in a row or column with a cell of U. */
#ifndef PUZZLES_NONOGRAM_GENERATE_REPAIR_SEARCH_H
#define PUZZLES_NONOGRAM_GENERATE_REPAIR_SEARCH_H

#include "puzzles/nonogram/generate/repair.h"
#include "puzzles/nonogram/model/puzzle.h"

enum nonogram_good {
    NONOGRAM_GOOD,
    NONOGRAM_NOT_GOOD,
    NONOGRAM_UNDECIDED /* too hard for the solver, or the control ended it */
};

/* Another solution as the cells in which it differs. Put into a picture that has changed since, it
 * often still is another solution; then no solver is needed. */
struct nonogram_witness {
    size_t count;
    size_t *cells;
    uint8_t *values;
};

enum { NONOGRAM_WITNESSES = 64 };

struct nonogram_repair_work {
    const struct nonogram_repair_wish *wish;
    unsigned width, height, colours;
    size_t cells;
    struct nonogram_puzzle *puzzle; /* its clues are always those of the picture */
    uint8_t *picture;
    const uint8_t *original;
    uint8_t *known;   /* what lines alone give */
    uint8_t *scratch; /* equal to the picture between calls */
    bool *open;       /* after NONOGRAM_NOT_GOOD: in which cells it is not settled */
    struct nonogram_witness witnesses[NONOGRAM_WITNESSES]; /* the latest that served first */
    unsigned witness_count;
    uint64_t looked, tested; /* pictures, and witnesses put to the test */
    uint64_t looks_end;      /* the exact search ends when so many looks are spent */
    bool undecided;          /* some picture was; nothing is proven then */
    qd_control *control;
};

void nonogram_repair_begin(struct nonogram_repair_work *work, unsigned width, unsigned height,
                           unsigned colours, const uint8_t *picture,
                           const struct nonogram_repair_wish *wish, qd_control *control);
void nonogram_repair_end(struct nonogram_repair_work *work);

/* The cell and its mirrors get a value. */
void nonogram_repair_set(struct nonogram_repair_work *work, size_t cell, uint8_t value);
/* Everything as it was at the beginning. */
void nonogram_repair_reset(struct nonogram_repair_work *work);
/* How many cells differ from the original. */
unsigned nonogram_repair_changed(const struct nonogram_repair_work *work);
/* Looks at the picture as it is now. */
enum nonogram_good nonogram_repair_look(struct nonogram_repair_work *work);
/* The same, but a known witness will do. */
enum nonogram_good nonogram_repair_glance(struct nonogram_repair_work *work);

/* puzzles/nonogram/generate/repair_exact.c */

/* True, with work->undecided set, at work->looks_end or if the control ended it. */
bool nonogram_repair_worn_out(struct nonogram_repair_work *work);
/* Looks through all further changes of up to that many cells, of which those of fewer cells may be
 * left out where they are no part of larger ones. Returns whether the picture is now good; if not,
 * it is as it was. Ends early when worn out. */
bool nonogram_repair_exact(struct nonogram_repair_work *work, unsigned cells);

#endif

/* A picture under repair: change it, undo that, ask whether it is good.
 *
 * A picture is good if its clues have no other solution (or if lines alone solve it, where the
 * settings ask for that). Which changes can matter follows from what is wrong. Let Q be another
 * solution of the clues of P. If all changes are in cells whose row and column are the same in P
 * and Q, then the same changes in Q give another solution of the changed P's clues: still not good.
 * So at least one of the changes that make P good is in a row or column in which P and Q differ.
 * The same holds for lines alone: let U be the cells that stay unknown. If all changes are in cells
 * whose row and column have no cell of U, the lines with cells of U keep their clues, and line
 * solving stops where it stopped before. So at least one of the changes is in a row or column with
 * a cell of U. */
#ifndef PUZZLES_NONOGRAM_GENERATE_REPAIR_SEARCH_H
#define PUZZLES_NONOGRAM_GENERATE_REPAIR_SEARCH_H

#include "puzzles/nonogram/generate/repair.h"
#include "puzzles/nonogram/model/puzzle.h"

enum nonogram_good {
    NONOGRAM_GOOD,
    NONOGRAM_NOT_GOOD,
    NONOGRAM_UNDECIDED /* too hard for the solver, or the control ended */
};

/* Another solution, as the cells in which it differs. It is often another solution of a picture
 * that has changed since, too; then no solver is needed. */
struct nonogram_witness {
    size_t count;
    size_t *cells;
    uint8_t *values;
};

enum { NONOGRAM_WITNESSES = 64 };

struct nonogram_repair_state {
    const struct nonogram_repair_settings *settings;
    unsigned width, height, colours;
    size_t cells;
    struct nonogram_puzzle *puzzle; /* always has the clues of the picture */
    uint8_t *picture;
    const uint8_t *original;
    uint8_t *known;   /* what line solving gives */
    uint8_t *scratch; /* equal to the picture between calls */
    bool *open;       /* after NONOGRAM_NOT_GOOD: the cells that are not settled */
    struct nonogram_witness witnesses[NONOGRAM_WITNESSES]; /* the one used last comes first */
    unsigned witness_count;
    uint64_t looked, tested; /* how many pictures and witnesses were tested */
    uint64_t looks_end;      /* the exact search ends when `looked` reaches this */
    bool undecided;          /* some picture was undecided, so nothing is proven */
    qd_control *control;
};

void nonogram_repair_begin(struct nonogram_repair_state *state, unsigned width, unsigned height,
                           unsigned colours, const uint8_t *picture,
                           const struct nonogram_repair_settings *settings, qd_control *control);
void nonogram_repair_end(struct nonogram_repair_state *state);

/* Sets a cell and its mirrors. */
void nonogram_repair_set(struct nonogram_repair_state *state, size_t cell, uint8_t value);
/* Undoes all changes. */
void nonogram_repair_reset(struct nonogram_repair_state *state);
/* How many cells differ from the original. */
unsigned nonogram_repair_changed(const struct nonogram_repair_state *state);
/* Whether the picture is good now. */
enum nonogram_good nonogram_repair_look(struct nonogram_repair_state *state);
/* The same, but tries the known witnesses first. */
enum nonogram_good nonogram_repair_glance(struct nonogram_repair_state *state);

/* puzzles/nonogram/generate/repair_exact.c */

/* True, with state->undecided set, when looks_end is reached or the control has ended. */
bool nonogram_repair_exhausted(struct nonogram_repair_state *state);
/* Tries all further changes of up to `cells` cells; sets that no larger set contains may be
 * skipped. Returns whether the picture is now good; if not, it is unchanged. Ends early when
 * exhausted. */
bool nonogram_repair_exact(struct nonogram_repair_state *state, unsigned cells);

#endif

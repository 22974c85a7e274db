/* Breadth-first search over the states of a three-peg tower, 27 states at a time.
 *
 * The three smallest discs are the place in a cell, the others the number of the cell. As with four
 * pegs (frontier4.h) each state has two bits: not reached, or its distance modulo 3. There are
 * 2^discs layers and each is thin, so the cells of a layer are kept in a list. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER3_H
#define PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

/* More would need 90 GB. */
#define HANOI_FRONTIER3_DISCS 23

/* The codes of 27 states: 0 not reached, else 1 + distance modulo 3; lo and hi are its bits. The
 * top bits say that the cell is in the list of an even layer (lo) or of an odd one (hi). */
struct hanoi_cell3 {
    uint32_t lo;
    uint32_t hi;
};

/* How a move between the two pegs other than c changes the number of a cell, for each placement of
 * five discs; 0 if all five are on c. */
struct hanoi_changes {
    int32_t by[243][3];
};

struct hanoi_cell_list {
    uint32_t *cells;
    size_t count;
};

struct hanoi_frontier3 {
    uint32_t depth;    /* layers that are complete, not counting the start's own */
    uint64_t layer;    /* states in the last layer */
    uint64_t reached;  /* states in all layers */
    unsigned discs;    /* the rest is private */
    unsigned fields;   /* bytes of a cell's number; each has five discs, the last has the rest */
    uint32_t valid;    /* states of a cell that exist; all unless there are under 3 discs */
    size_t cell_count; /* including unused numbers, in which a byte is over 242 */
    struct hanoi_cell3 *cells;
    struct hanoi_cell_list now;  /* cells with states of the last layer */
    struct hanoi_cell_list next; /* cells with states of the layer in progress */
    uint64_t unspent;            /* states not reported to the control yet */
    qd_control *control;
    void *block;
    size_t bytes;
    struct hanoi_changes full; /* for a byte of five discs */
    struct hanoi_changes last; /* for the last byte */
};

/* Starts a frontier at a state; discs is at most HANOI_FRONTIER3_DISCS, start[i] is the peg of disc
 * i. Returns false if the control refuses the memory; then there is nothing to release. */
bool hanoi_frontier3_begin(struct hanoi_frontier3 *front, unsigned discs, const uint8_t *start,
                           qd_control *control);
void hanoi_frontier3_end(struct hanoi_frontier3 *front);

/* Makes the next layer.
 * QD_YES: there is a new layer. QD_NO: there are no more states; depth stays.
 * QD_LIMIT: the control stopped it; only hanoi_frontier3_end may follow. */
qd_status hanoi_frontier3_step(struct hanoi_frontier3 *front);

/* 0: not reached; else 1 + the distance from the start modulo 3. */
unsigned hanoi_frontier3_code(const struct hanoi_frontier3 *front, const uint8_t *pegs);

#endif

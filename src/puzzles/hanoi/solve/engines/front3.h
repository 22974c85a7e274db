/* Breadth-first search over the states of a three-peg tower, 27 states at a time.
 *
 * The three smallest discs are the place in a cell, the others the number of the cell. As with four
 * pegs (puzzles/hanoi/solve/engines/front4.h) each state has two bits: not reached, or its distance
 * modulo 3. The layers are thin, 2^discs of them, so the cells that matter stand in a list. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_FRONT3_H
#define PUZZLES_HANOI_SOLVE_ENGINES_FRONT3_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

/* More would need 90 GB. */
#define HANOI_FRONT3_DISCS 23

/* The codes of 27 states: 0 not reached, else 1 + distance modulo 3; lo and hi are its bits. The
 * top bits say that the cell is in a list: that of an even layer (lo), that of an odd one (hi). */
struct hanoi_cell3 {
    uint32_t lo;
    uint32_t hi;
};

/* How the number of a cell changes by the move between the two pegs other than c, by the pegs of
 * five discs; 0 if all five are on c. */
struct hanoi_changes {
    int32_t by[243][3];
};

struct hanoi_cell_list {
    uint32_t *cells;
    size_t count;
};

struct hanoi_front3 {
    uint32_t depth;    /* layers that are complete, not counting the start's own */
    uint64_t layer;    /* states in the last layer */
    uint64_t reached;  /* states in all layers */
    unsigned discs;    /* the rest is private */
    unsigned fields;   /* bytes of a cell's number; each has five discs, the last has the rest */
    uint32_t valid;    /* states of a cell that exist; all unless there are under 3 discs */
    size_t cell_count; /* cells, with those that do not exist because a byte is over 242 */
    struct hanoi_cell3 *cells;
    struct hanoi_cell_list now;  /* cells with states of the last layer */
    struct hanoi_cell_list next; /* cells with states of the layer that is being made */
    uint64_t unspent;            /* states that the control does not know of yet */
    qd_control *control;
    void *block;
    size_t bytes;
    struct hanoi_changes full; /* for a byte of five discs */
    struct hanoi_changes last; /* for the last byte */
};

/* The memory that a front takes. */
size_t hanoi_front3_bytes(unsigned discs);

/* Starts a front; discs is at most HANOI_FRONT3_DISCS, pegs[i] is the peg of disc i. Returns false
 * if the control refused the memory; the front then needs no freeing. */
bool hanoi_front3_begin(struct hanoi_front3 *front, unsigned discs, const uint8_t *start,
                        qd_control *control);
void hanoi_front3_end(struct hanoi_front3 *front);

/* Makes the next layer.
 * QD_YES: there is a new layer. QD_NO: there are no more states; depth stays.
 * QD_LIMIT: the control stopped it; the front is only good for freeing. */
qd_status hanoi_front3_step(struct hanoi_front3 *front);

/* 0: not reached; else 1 + the distance from the start modulo 3. */
unsigned hanoi_front3_code(const struct hanoi_front3 *front, const uint8_t *pegs);

#endif

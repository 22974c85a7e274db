/* The breadth-first layers around a regular state, for three or four pegs where every move is
 * allowed: how many states are at each distance. Two bits per state, no parents. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_LAYERS_H
#define PUZZLES_HANOI_SOLVE_REGULAR_LAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

struct hanoi_layers_task {
    unsigned pegs;         /* 3 or 4 */
    unsigned discs;        /* 0 .. 23 with three pegs, 0 .. 20 with four */
    const uint8_t *start;  /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *target; /* NULL, or the state to stop at; in the form of start */
    uint32_t max_depth;    /* the last layer to make; UINT32_MAX: all */
};

struct hanoi_layers {
    uint64_t *counts; /* counts[d]: the states that are d moves from the start, d = 0 .. depth */
    uint32_t depth;   /* the last layer that was made */
    uint64_t states;  /* in all these layers */
    bool complete;    /* there are no more states, so depth is the start's eccentricity */
    bool hit;         /* the target was reached: depth is its distance */
    size_t room;      /* private */
};

/* Searches to the end, to the target or to max_depth, whichever comes first.
 * QD_YES: done. QD_LIMIT: the control stopped it; layers holds the complete layers. QD_BAD_INPUT:
 * the task is not as described above. layers is always filled; hanoi_layers_free releases it. */
qd_status hanoi_layers_run(const struct hanoi_layers_task *task, struct hanoi_layers *layers,
                           qd_control *control);
void hanoi_layers_free(struct hanoi_layers *layers);

#endif

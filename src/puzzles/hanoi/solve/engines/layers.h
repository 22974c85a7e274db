/* Complete breadth-first search from one regular state, for three or four pegs where every move is
 * allowed: how many states are how far away. On one core, without parents, two bits a state. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_LAYERS_H
#define PUZZLES_HANOI_SOLVE_ENGINES_LAYERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

struct hanoi_layers_task {
    unsigned pegs;         /* 3 or 4 */
    unsigned discs;        /* 0 .. 23 with three pegs, 0 .. 20 with four */
    const uint8_t *start;  /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *target; /* NULL, or the state at which to end; written as start is */
    uint32_t max_depth;    /* the last layer wanted; UINT32_MAX: all */
};

struct hanoi_layers {
    uint64_t *counts; /* counts[d]: the states that are d moves from the start, d = 0 .. depth */
    uint32_t depth;   /* the last layer that was made */
    uint64_t states;  /* in all these layers */
    bool complete;    /* there are no more states, so depth is the start's eccentricity */
    bool hit;         /* depth is the distance of the target */
    size_t room;      /* private */
};

/* The memory that a search to the end takes, for any start. From a perfect state of four pegs it
 * takes about a sixth of it, as the three other pegs are not told apart. */
size_t hanoi_layers_bytes(unsigned pegs, unsigned discs);

/* Searches to the end, to the target or to max_depth, whichever comes first.
 * QD_YES: done. QD_LIMIT: the control stopped it; layers holds the layers before. QD_BAD_INPUT:
 * the task is not as said above. layers is always filled; hanoi_layers_free releases it. */
qd_status hanoi_layers_run(const struct hanoi_layers_task *task, struct hanoi_layers *layers,
                           qd_control *control);
void hanoi_layers_free(struct hanoi_layers *layers);

#endif

/* What the frontiers of three and of four pegs (frontier3.h, frontier4.h) share. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER_H
#define PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER_H

#include <stdbool.h>
#include <stdint.h>

#include "search/control.h"

#define HANOI_FRONTIER_BATCH 2048 /* states between two looks at the control */

static inline unsigned hanoi_count_bits(uint64_t bits) {
#if defined(__POPCNT__) || !defined(__x86_64__)
    return (unsigned)__builtin_popcountll(bits);
#else
    /* Without the instruction the builtin is a call; this is the well-known sum by halves. */
    bits -= bits >> 1 & 0x5555555555555555u;
    bits = (bits & 0x3333333333333333u) + (bits >> 2 & 0x3333333333333333u);
    bits = (bits + (bits >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (unsigned)(bits * 0x0101010101010101u >> 56);
#endif
}

/* Counts states that were reached; *unspent are those that the control does not know of yet.
 * Returns true while the search may go on. */
static inline bool hanoi_frontier_spend(uint64_t *unspent, uint64_t states, qd_control *control) {
    *unspent += states;
    if (*unspent < HANOI_FRONTIER_BATCH)
        return true;
    uint64_t nodes = *unspent;
    *unspent = 0;
    return control_spend(control, nodes);
}

#endif

/* Folding by symmetry. From a perfect state on peg 0 the pegs 1, 2 and 3 are interchangeable: a
 * search need keep only one of the up to six cells (frontier4.h) that differ by the names of these
 * pegs. The canonical one is that in which, from the largest disc down, peg 1 is the first of the
 * three to hold a disc and peg 2 the second. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_FOLD4_H
#define PUZZLES_HANOI_SOLVE_REGULAR_FOLD4_H

#include <stdint.h>

/* The high and the low bit of every disc in the number of a cell. */
#define HANOI_FOLD_HIGH 0xaaaaaaaaaaaaaaaau
#define HANOI_FOLD_LOW  0x5555555555555555u

/* Swaps pegs x and y, x < y, in the number of a cell. */
static inline uint64_t hanoi_fold4_swap_cell(uint64_t cell, unsigned x, unsigned y) {
    uint64_t not_x = cell ^ x * HANOI_FOLD_LOW, not_y = cell ^ y * HANOI_FOLD_LOW;
    uint64_t either = ~((not_x | not_x >> 1) & (not_y | not_y >> 1)) & HANOI_FOLD_LOW;
    return cell ^ either * (x ^ y);
}

/* Swaps pegs x and y, x < y, in the places of discs 0, 1 and 2. */
static inline uint64_t hanoi_fold4_swap_states(uint64_t states, unsigned x, unsigned y) {
    static const uint64_t on_0[3] = {0x1111111111111111u, 0x000f000f000f000fu, 0x000000000000ffffu};
    for (unsigned disc = 0; disc < 3; disc++) {
        unsigned far = (y - x) << 2 * disc;
        uint64_t change = (states >> far ^ states) & on_0[disc] << (x << 2 * disc);
        states ^= change ^ change << far;
    }
    return states;
}

/* How many cells fold into this one. */
static inline unsigned hanoi_fold4_weight(uint64_t cell) {
    if (cell & HANOI_FOLD_HIGH)
        return 6;
    return cell != 0 ? 3 : 1;
}

/* If some renaming leaves a folded cell unchanged, the renamed states are reached as well. */
static inline uint64_t hanoi_fold4_close(uint64_t cell, uint64_t states) {
    if ((cell & HANOI_FOLD_HIGH) == 0)
        states |= hanoi_fold4_swap_states(states, 2, 3);
    if (cell == 0)
        states |= hanoi_fold4_swap_states(states, 1, 2) | hanoi_fold4_swap_states(states, 1, 3);
    return states;
}

/* The peg of the largest disc that has a bit set in some; some is not 0. */
static inline unsigned hanoi_fold4_largest(uint64_t cell, uint64_t some) {
    return (unsigned)(cell >> ((63 - __builtin_clzll(some)) & ~1)) & 3;
}

/* Folds *cell and returns its states with the same renaming, closed. */
static inline uint64_t hanoi_fold4(uint64_t *cell, uint64_t states) {
    unsigned first = *cell != 0 ? hanoi_fold4_largest(*cell, *cell) : 1;
    if (first != 1) {
        *cell = hanoi_fold4_swap_cell(*cell, 1, first);
        states = hanoi_fold4_swap_states(states, 1, first);
    }
    uint64_t others = *cell & HANOI_FOLD_HIGH;
    if (others != 0 && hanoi_fold4_largest(*cell, others) == 3) {
        *cell = hanoi_fold4_swap_cell(*cell, 2, 3);
        states = hanoi_fold4_swap_states(states, 2, 3);
    }
    return hanoi_fold4_close(*cell, states);
}

#endif

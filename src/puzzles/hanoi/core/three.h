/* The Tower of Hanoi with three pegs and 1 to 64 discs, by formula: exact distances between any
 * two regular states, and the shortest paths move by move, starting at any point of them; no
 * search, no memory. Freestanding: nothing is allocated, nothing is kept between calls.
 *
 * Discs are 0 (the smallest) to n - 1, pegs are 0, 1, 2.
 *
 * For the theory see Hinz, Klavzar, Petr: The Tower of Hanoi - Myths and Maths. */
#ifndef PUZZLES_HANOI_CORE_THREE_H
#define PUZZLES_HANOI_CORE_THREE_H

#include <stdbool.h>
#include <stdint.h>

#define HANOI_THREE_MAX_DISCS 64
#define HANOI_THREE_NO_DISC   UINT8_MAX

/* A state as two bit planes: bit i of hi and lo is the peg of disc i in binary. A bit is never set
 * in both planes, nor for a disc that does not exist. All functions take valid states only, as
 * hanoi_three_from_pegs makes them. */
struct hanoi_three {
    uint64_t lo;
    uint64_t hi;
};

/* How the largest disc that is on different pegs moves on the shortest paths. */
enum hanoi_three_kind {
    HANOI_THREE_SAME = 0,  /* the states are equal */
    HANOI_THREE_ONCE = 1,  /* straight to its peg; there is one shortest path */
    HANOI_THREE_TWICE = 2, /* through the third peg; there is one shortest path */
    HANOI_THREE_TIE = 3    /* both are equally short; there are exactly two shortest paths */
};

struct hanoi_three_distance {
    uint64_t length; /* moves of a shortest path, at most 2^n - 1 */
    uint8_t kind;    /* an enum hanoi_three_kind */
    uint8_t
        largest; /* the largest disc that differs, HANOI_THREE_NO_DISC if the states are equal */
};

struct hanoi_three_move {
    uint8_t disc;
    uint8_t from;
    uint8_t to;
};

/* A shortest path, opened to be followed move by move. `at` may be read, the rest is private. */
struct hanoi_three_path {
    struct hanoi_three at;     /* the state now */
    struct hanoi_three target; /* where the path leads */
    uint64_t counter;          /* the next disc to move is its lowest set bit */
    uint64_t step;             /* what to add to the counter after a move: 1 or -1 */
    uint64_t left;             /* moves until step or spin change */
    uint64_t ahead;            /* a bit for each later run of this stage */
    uint64_t spread;           /* moves of the last stage */
    uint8_t spin;              /* the direction in which the smallest disc goes round */
    uint8_t stage;
    uint8_t largest; /* the largest disc that moves */
    uint8_t gather;  /* the peg the smaller discs gather on first */
    uint8_t release; /* the peg they leave in the last stage */
};

/* A whole number below 2^128: high * 2^64 + low. */
struct hanoi_three_count {
    uint64_t high;
    uint64_t low;
};

/* The peg of one disc. */
static inline unsigned hanoi_three_peg(struct hanoi_three state, unsigned disc) {
    return (unsigned)(state.lo >> disc & 1) | (unsigned)(state.hi >> disc & 1) << 1;
}

/* Makes a state from the pegs of the discs, the smallest disc first. Returns false, and leaves
 * *state alone, if discs is not 1 to 64 or a peg is not 0, 1 or 2. */
bool hanoi_three_from_pegs(struct hanoi_three *state, const uint8_t *pegs, unsigned discs);

/* Writes the peg of each disc, the smallest first. */
void hanoi_three_to_pegs(struct hanoi_three state, uint8_t *pegs, unsigned discs);

/* All discs on one peg; discs is 0 to 64. */
struct hanoi_three hanoi_three_perfect(unsigned peg, unsigned discs);

/* The distances to all discs on peg 0, on peg 1 and on peg 2. Disc i moves to the perfect state
 * only if bit i is set. The three add up to 2 * (2^n - 1). */
void hanoi_three_to_perfect(struct hanoi_three state, unsigned discs, uint64_t distance[3]);

/* The distance between two states of the same number of discs. */
struct hanoi_three_distance hanoi_three_measure(struct hanoi_three from, struct hanoi_three to);

/* The state after that many moves of a shortest path. Path 0 always exists. Path 1 exists only for
 * HANOI_THREE_TIE: there the largest disc moves once on path 0 and twice on path 1.
 * Returns false, and leaves *state alone, if there is no such path or it has fewer moves. */
bool hanoi_three_state_after(struct hanoi_three from, struct hanoi_three to, unsigned index,
                             uint64_t moves, struct hanoi_three *state);

/* Opens a shortest path (numbered as above) after its first `moves` moves, in time O(n).
 * Returns false if there is no such path or it has fewer moves; *path is then not usable. */
bool hanoi_three_path_open(struct hanoi_three_path *path, struct hanoi_three from,
                           struct hanoi_three to, unsigned index, uint64_t moves);

/* Makes the next move and stores it in *move. Returns false at the end, with *move untouched. */
bool hanoi_three_path_next(struct hanoi_three_path *path, struct hanoi_three_move *move);

/* How many states of that number of discs are less than `distance` moves from a given perfect
 * state. */
struct hanoi_three_count hanoi_three_nearer(uint64_t distance, unsigned discs);

#endif

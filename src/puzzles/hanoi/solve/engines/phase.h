/* Irregular boards on three pegs, every move allowed, seen as few things that can happen.
 *
 * Call a disc inverted while it lies on a smaller one, as it did from the start; no move makes a
 * disc inverted. The topmost inverted disc of a peg is its cap; it and all below it stand still
 * until the cap is released, i.e. moved off. All other discs, the loose ones, are in order, and a
 * loose disc can go to a peg only if it is smaller than the cap there. So a board is known from
 * the pegs of its discs and from which of them are inverted, and until a cap is released:
 * - with pegs p, q, r in the order of their caps (a peg without one comes last), loose discs that
 *   are smaller than p's cap, the small ones, move freely, as on a regular board;
 * - a larger one can be on q or r only. It can move there only while all smaller loose discs are
 *   on p, where no other larger one can be: so only the smallest of the larger ones ever moves, and
 *   only if it is smaller than q's cap. Call it the shuttle;
 * - p's cap can be released to q or r while the small discs are on the third peg;
 * - q's cap can be released to r while all smaller loose discs are on p, which needs that there is
 *   no shuttle;
 * - r's cap can be released to no peg.
 * A release leaves one inverted disc less, so there are as many of them in a way as there are
 * inverted discs less at its end. Between two of them the small discs go from where they are to one
 * peg, and the shuttle is moved once or not at all, and both by formula. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_PHASE_H
#define PUZZLES_HANOI_SOLVE_ENGINES_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/engines/length.h"
#include "puzzles/hanoi/solve/engines/stages.h"
#include "puzzles/hanoi/solve/engines/support.h"

#define HANOI_PHASE_PEGS    3
#define HANOI_PHASE_DISCS   64
#define HANOI_NO_CAP        HANOI_PHASE_DISCS
#define HANOI_MOST_RELEASES 5

/* A board. There is no padding, so it can be compared as bytes. */
struct hanoi_jam {
    struct hanoi_three pegs;
    uint64_t inverted;
};

/* What the start says about all boards that come from it. */
struct hanoi_pile {
    unsigned discs;
    uint64_t all;                                       /* a bit for every disc */
    uint8_t knots[HANOI_PHASE_PEGS][HANOI_PHASE_DISCS]; /* inverted discs, from the bottom */
    uint64_t knot_set[HANOI_PHASE_PEGS];                /* the same as sets */
    uint64_t under[HANOI_PHASE_DISCS];  /* for an inverted disc: it and those below it */
    uint64_t maxima[HANOI_PHASE_DISCS]; /* of these the ones that are larger than all above */
};

/* A board until the next release. */
struct hanoi_phase {
    uint8_t peg[HANOI_PHASE_PEGS]; /* p, q and r */
    uint8_t cap[HANOI_PHASE_PEGS]; /* of p, q and r; HANOI_NO_CAP */
    uint64_t loose;
    uint64_t small;
    unsigned small_count;
    bool has_shuttle;
    uint8_t shuttle;
    uint64_t gather[HANOI_PHASE_PEGS]; /* moves of the small discs to one peg: 0, 1, 2 */
};

/* A cap that can be released. */
struct hanoi_release {
    uint8_t cap;
    uint8_t from;
    uint8_t to;
    bool shuttle;        /* the shuttle is moved before */
    hanoi_length length; /* moves, with the release */
};

/* Reads a stacking (puzzles/hanoi/solve/engines/support.h) of three pegs into pile and jam. */
void hanoi_pile_read(struct hanoi_pile *pile, struct hanoi_jam *jam, unsigned discs,
                     const uint8_t *board);

/* Which discs can move, and what it takes to gather the small ones. */
void hanoi_phase_find(const struct hanoi_pile *pile, const struct hanoi_jam *jam,
                      struct hanoi_phase *phase);

/* Discs that are in order if all others are left out: those larger than all above them. */
uint64_t hanoi_phase_maxima(const struct hanoi_pile *pile, const struct hanoi_phase *phase);

/* All that can happen next, except releases of discs in fixed; returns how many. */
unsigned hanoi_phase_releases(const struct hanoi_phase *phase, uint64_t fixed,
                              struct hanoi_release releases[HANOI_MOST_RELEASES]);

/* The board after a release. */
struct hanoi_jam hanoi_phase_after(const struct hanoi_phase *phase, const struct hanoi_jam *jam,
                                   const struct hanoi_release *release);

/* True if the goal, which has the same inverted discs in the same places, can be reached without a
 * release; *length is then how many moves it takes. */
bool hanoi_phase_finish(const struct hanoi_phase *phase, const struct hanoi_jam *jam,
                        const struct hanoi_jam *goal, hanoi_length *length);

/* Adds the moves to the board after the release, and those to the goal that finish found. */
void hanoi_phase_add_release(const struct hanoi_phase *phase, const struct hanoi_jam *jam,
                             const struct hanoi_release *release, struct hanoi_stages *stages);
void hanoi_phase_add_finish(const struct hanoi_phase *phase, const struct hanoi_jam *jam,
                            const struct hanoi_jam *goal, struct hanoi_stages *stages);

#endif

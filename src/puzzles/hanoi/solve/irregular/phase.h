/* Irregular boards on three pegs, every move allowed, reduced to the few events that matter.
 *
 * A disc is inverted while it lies on a smaller one, as it has from the start; no move makes a disc
 * inverted. The topmost inverted disc of a peg is its cap; the cap and all discs below it stay in
 * place until the cap is released, that is, moved off. All other discs are loose: they are in
 * order, and a loose disc can go to a peg only if it is smaller than the cap there. So the pegs of
 * the discs and the set of inverted ones determine the board, and until a cap is released:
 * - let p, q, r be the pegs in the order of their caps (a peg without a cap comes last). Loose
 * discs smaller than p's cap, the small discs, move freely, as on a regular board;
 * - a larger loose disc can be on q or r only, and can move between them only while all smaller
 *   loose discs are on p, where no other larger one can be. So only the smallest of the larger ones
 *   ever moves, and only if it is smaller than q's cap: the shuttle;
 * - p's cap can be released to q or r while the small discs are on the third peg;
 * - q's cap can be released to r while all smaller loose discs are on p, so only if there is no
 *   shuttle;
 * - r's cap can be released to no peg.
 * Each release removes one inversion, so a path has as many releases as inversions disappear.
 * Between two releases the small discs go from where they are to one peg, and the shuttle moves at
 * most once; a formula gives the moves. */
#ifndef PUZZLES_HANOI_SOLVE_IRREGULAR_PHASE_H
#define PUZZLES_HANOI_SOLVE_IRREGULAR_PHASE_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/irregular/search.h"
#include "puzzles/hanoi/solve/irregular/stages.h"

#define HANOI_PHASE_PEGS    3
#define HANOI_PHASE_DISCS   64
#define HANOI_NO_CAP        HANOI_PHASE_DISCS
#define HANOI_MOST_RELEASES 5

/* A board. Without padding, so that it can be compared as bytes. */
struct hanoi_irregular_state {
    struct hanoi_three pegs;
    uint64_t inverted;
};

/* The inverted discs of the start, from which those of every later board follow. */
struct hanoi_inversions {
    unsigned discs;
    uint64_t all;                                        /* a bit for every disc */
    uint8_t listed[HANOI_PHASE_PEGS][HANOI_PHASE_DISCS]; /* inverted discs, from the bottom */
    uint64_t set[HANOI_PHASE_PEGS];                      /* the same as sets */
    uint64_t under[HANOI_PHASE_DISCS];  /* for an inverted disc: it and those below it */
    uint64_t maxima[HANOI_PHASE_DISCS]; /* those of them that are larger than all above */
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
    bool shuttle;        /* the shuttle moves first */
    hanoi_length length; /* moves, including the release */
};

/* Reads a board (search.h) of three pegs. */
void hanoi_inversions_read(struct hanoi_inversions *inversions, struct hanoi_irregular_state *state,
                           unsigned discs, const uint8_t *board);

/* Finds which discs can move, and how many moves it takes to gather the small ones on each peg. */
void hanoi_phase_find(const struct hanoi_inversions *inversions,
                      const struct hanoi_irregular_state *state, struct hanoi_phase *phase);

/* Discs that form a regular board if all others are left out: those larger than all above them. */
uint64_t hanoi_phase_maxima(const struct hanoi_inversions *inversions,
                            const struct hanoi_phase *phase);

/* Lists the possible releases, except those of discs in fixed; returns how many. */
unsigned hanoi_phase_releases(const struct hanoi_phase *phase, uint64_t fixed,
                              struct hanoi_release releases[HANOI_MOST_RELEASES]);

/* The board after a release. */
struct hanoi_irregular_state hanoi_phase_after(const struct hanoi_phase *phase,
                                               const struct hanoi_irregular_state *state,
                                               const struct hanoi_release *release);

/* True if the goal, which has the same inverted discs in the same places, can be reached without a
 * release; *length is then how many moves it takes. */
bool hanoi_phase_finish(const struct hanoi_phase *phase, const struct hanoi_irregular_state *state,
                        const struct hanoi_irregular_state *goal, hanoi_length *length);

/* Add the moves up to and including a release, and those of hanoi_phase_finish. */
void hanoi_phase_add_release(const struct hanoi_phase *phase,
                             const struct hanoi_irregular_state *state,
                             const struct hanoi_release *release, struct hanoi_stages *stages);
void hanoi_phase_add_finish(const struct hanoi_phase *phase,
                            const struct hanoi_irregular_state *state,
                            const struct hanoi_irregular_state *goal, struct hanoi_stages *stages);

/* A lower bound of the distance (lower_bound.c): no path from state to the goal, which has no other
 * inverted discs than state and those in the same places, has fewer moves. phase is that of state.
 */
hanoi_length hanoi_lower_bound(const struct hanoi_inversions *inversions,
                               const struct hanoi_irregular_state *state,
                               const struct hanoi_phase *phase,
                               const struct hanoi_irregular_state *goal);

#endif

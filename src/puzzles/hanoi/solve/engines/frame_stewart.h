/* Three pegs and more, every move allowed: ways of a known length, as an upper bound.
 *
 * From one full peg to another the ways are those of Frame and Stewart (1941). They are proven to
 * be shortest for three pegs (classical) and for four (Bousch 2014); for five and more that is
 * open. Between other states no formula is known with four pegs or more; the ways given here are
 * put together from transfers of Frame and Stewart's kind and are often longer than needed. With
 * three pegs hanoi_graph gives shortest ways between all states; the ways given here are not
 * always. Whatever is shown of these lengths must be called a bound unless
 * hanoi_frame_stewart_is_proven says otherwise. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_FRAME_STEWART_H
#define PUZZLES_HANOI_SOLVE_ENGINES_FRAME_STEWART_H

#include <gmp.h>
#include <stdint.h>

#include "puzzles/hanoi/model/path.h"

#define HANOI_FRAME_STEWART_MAX_DISCS 4096
#define HANOI_FRAME_STEWART_MIN_PEGS  3
#define HANOI_FRAME_STEWART_MAX_PEGS  64

/* The number of moves from one full peg to another: disc by disc it grows by 2^j, and each 2^j
 * comes C(j + pegs - 3, pegs - 3) times. discs 0 .. 4096, pegs 3 .. 64. */
void hanoi_frame_stewart_length(mpz_ptr moves, unsigned discs, unsigned pegs);

struct hanoi_frame_stewart_task {
    unsigned discs;       /* 1 .. HANOI_FRAME_STEWART_MAX_DISCS */
    unsigned pegs;        /* 3 .. HANOI_FRAME_STEWART_MAX_PEGS */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
};

/* What is wrong with the task, as a sentence without a full stop; NULL if nothing is. */
const char *hanoi_frame_stewart_fault(const struct hanoi_frame_stewart_task *task);

/* True if the plan's number of moves is proven to be the least: when, apart from the largest discs
 * that already agree, start and goal are full pegs and there are three or four pegs, or when start
 * and goal are equal. The task must have no fault. */
bool hanoi_frame_stewart_is_proven(const struct hanoi_frame_stewart_task *task);

/* One way from start to goal. It may be shared by threads: only its count of holders changes, and
 * that is atomic. */
struct hanoi_frame_stewart_plan;

/* Finds a way; there always is one. Returns NULL only if the task has a fault. Of several ways that
 * it knows it takes the shortest. The largest tasks take about half a second. */
struct hanoi_frame_stewart_plan *
hanoi_frame_stewart_plan_new(const struct hanoi_frame_stewart_task *task);

/* Gives up the caller's hold; the memory goes when the last open path goes too. May be NULL. */
void hanoi_frame_stewart_plan_free(struct hanoi_frame_stewart_plan *plan);

/* The exact number of moves of the plan's way. Valid as long as the plan. */
mpz_srcptr hanoi_frame_stewart_plan_moves(const struct hanoi_frame_stewart_plan *plan);

/* Opens the way behind its first `skip` moves. Returns NULL if it has fewer. The path holds the
 * plan by itself. */
struct hanoi_path *hanoi_frame_stewart_path_open(struct hanoi_frame_stewart_plan *plan,
                                                 mpz_srcptr skip);

/* The peg of each disc after the moves so far, skipped ones included. path must come from
 * hanoi_frame_stewart_path_open; the array lives as long as it, and each move changes it. */
const uint8_t *hanoi_frame_stewart_path_pegs(const struct hanoi_path *path);

#endif

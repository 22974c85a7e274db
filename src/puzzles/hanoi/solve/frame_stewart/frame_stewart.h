/* Three pegs and more, every move allowed: paths of a known length, an upper bound.
 *
 * From one full peg to another these are the paths of Frame and Stewart (1941). They are proven to
 * be shortest for three pegs (classical) and for four (Bousch 2014); for five and more that is
 * open. Between other states no formula is known with four pegs or more; the paths given here are
 * made of Frame-Stewart transfers and are often longer than necessary, even with three pegs, where
 * hanoi_graph finds the shortest. Unless hanoi_frame_stewart_is_proven returns true, the length
 * must be presented as a bound. */
#ifndef PUZZLES_HANOI_SOLVE_FRAME_STEWART_FRAME_STEWART_H
#define PUZZLES_HANOI_SOLVE_FRAME_STEWART_FRAME_STEWART_H

#include <gmp.h>
#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"

#define HANOI_FRAME_STEWART_MAX_DISCS 4096
#define HANOI_FRAME_STEWART_MIN_PEGS  3
#define HANOI_FRAME_STEWART_MAX_PEGS  64

struct hanoi_frame_stewart_task {
    unsigned discs;       /* 1 .. HANOI_FRAME_STEWART_MAX_DISCS */
    unsigned pegs;        /* 3 .. HANOI_FRAME_STEWART_MAX_PEGS */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
};

/* True if the plan is proven to be shortest: start and goal are equal, or there are three or four
 * pegs and, apart from the largest discs that already agree, start and goal are full pegs. The task
 * must be valid. */
bool hanoi_frame_stewart_is_proven(const struct hanoi_frame_stewart_task *task);

/* A path from start to goal. Threads may share it: only its reference count changes, and that is
 * atomic. */
struct hanoi_frame_stewart_plan;

/* Finds a path; there always is one, and of several that it knows it takes the shortest. Returns
 * NULL only if the task does not keep to the limits above or a disc is on no peg. The largest tasks
 * take about half a second. */
struct hanoi_frame_stewart_plan *
hanoi_frame_stewart_plan_new(const struct hanoi_frame_stewart_task *task);

/* Drops the caller's reference; the memory is released with the last open path. May be NULL. */
void hanoi_frame_stewart_plan_free(struct hanoi_frame_stewart_plan *plan);

/* The exact number of moves of the plan. Valid as long as the plan. */
mpz_srcptr hanoi_frame_stewart_plan_moves(const struct hanoi_frame_stewart_plan *plan);

/* Opens the path after its first `skip` moves. Returns NULL if it has fewer. The path holds its own
 * reference to the plan. */
struct hanoi_path *hanoi_frame_stewart_path_open(struct hanoi_frame_stewart_plan *plan,
                                                 mpz_srcptr skip);

/* The peg of each disc after the moves so far, skipped ones included. path must come from
 * hanoi_frame_stewart_path_open; the array is valid as long as the path and changes with every
 * move. */
const uint8_t *hanoi_frame_stewart_path_pegs(const struct hanoi_path *path);

#endif

/* A lower bound for the distance between two boards of three pegs
 * (puzzles/hanoi/solve/engines/phase.h). */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_BOUND_H
#define PUZZLES_HANOI_SOLVE_ENGINES_BOUND_H

#include "puzzles/hanoi/solve/engines/phase.h"

/* No way from jam to the goal, which has no other inverted discs than jam and those in the same
 * places, has fewer moves. phase is that of jam. */
hanoi_length hanoi_bound(const struct hanoi_pile *pile, const struct hanoi_jam *jam,
                         const struct hanoi_phase *phase, const struct hanoi_jam *goal);

#endif

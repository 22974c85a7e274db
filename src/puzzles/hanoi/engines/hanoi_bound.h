/* A lower bound for the distance between two boards of three pegs (hanoi_phase.h). */
#ifndef HANOI_BOUND_H
#define HANOI_BOUND_H

#include "hanoi_phase.h"

/* No way from jam to the goal, which has no other inverted discs than jam and those in the same
 * places, has fewer moves. phase is that of jam. */
hanoi_length hanoi_bound(const struct hanoi_pile *pile, const struct hanoi_jam *jam,
                         const struct hanoi_phase *phase, const struct hanoi_jam *goal);

#endif

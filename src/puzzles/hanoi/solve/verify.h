/* The checker of answers, written apart from the engines: it knows only the rules, and for the
 * length the classical recursion. */
#ifndef PUZZLES_HANOI_SOLVE_VERIFY_H
#define PUZZLES_HANOI_SOLVE_VERIFY_H

#include "puzzles/hanoi/model/position.h"

/* Ways up to this length are played through; of longer ones only the beginning and the end. */
#define HANOI_VERIFY_WHOLE (1 << 20)
#define HANOI_VERIFY_PART  4096

/* True if the answer holds. Otherwise says why not. */
bool hanoi_verify(const struct position *position, const struct answer *answer, struct buf *why);

#endif

/* The share of legal swaps that keep a board solvable, along one of its solutions. */
#ifndef PUZZLES_HARMONY_EXPLAIN_RATE_ALONG_H
#define PUZZLES_HARMONY_EXPLAIN_RATE_ALONG_H

#include "puzzles/harmony/explain/rate.h"

/* Plays a solution of the board, and at each of its positions sorts the legal swaps into
 * good, bad and unknown. Fills forced, legal, good, unknown, share, luck and narrowest of a rating
 * that was all zero. Ends early if the control says so. */
void harmony_rate_along(const struct harmony_board *board, const struct harmony_answer *way,
                        qd_control *control, struct harmony_rating *rating);

#endif

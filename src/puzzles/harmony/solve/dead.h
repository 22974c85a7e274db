/* Why a board is dead, in words that name the tiles: for every sound invalidity test the culprit
 * that it has seen. */
#ifndef PUZZLES_HARMONY_SOLVE_DEAD_H
#define PUZZLES_HARMONY_SOLVE_DEAD_H

#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/invalidity.h"

/* Adds a sentence with a full stop, no newline, that says what the test sees. Returns false and
 * adds nothing if the test does not reject the board, or if there are no words for this test. */
bool harmony_death_name(const struct position *position, const struct harmony_invalid_test *test,
                        struct buf *out);

/* The same for a test that rejects the board: where there are no better words it is the test's
 * summary, as a sentence. */
void harmony_death_explain(const struct position *position, const struct harmony_invalid_test *test,
                           struct buf *out);

#endif

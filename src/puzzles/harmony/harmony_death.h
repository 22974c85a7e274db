/* Why a board is dead, in words that name the tiles: for every sound invalidity test the culprit
 * that it has seen. */
#ifndef HARMONY_DEATH_H
#define HARMONY_DEATH_H

#include "harmony.h"
#include "harmony_invalid.h"

/* Adds a sentence with a full stop, no newline, that says what the test sees. Returns false and
 * adds nothing if the test does not reject the board, or if there are no words for this test. */
bool harmony_death_name(const struct position *position, const struct harmony_invalid_test *test,
                        struct buf *out);

/* The same for a test that rejects the board: where there are no better words it is the test's
 * summary, as a sentence. */
void harmony_death_explain(const struct position *position, const struct harmony_invalid_test *test,
                           struct buf *out);

#endif

/* Whether two games are the same. */
#ifndef TESTS_FLOWS_SAME_H
#define TESTS_FLOWS_SAME_H

#include "puzzles/flows/model/game.h"

/* All that there is to a game, as text. The caller frees it. */
char *flows_state_of(const struct flows_game *game);

/* Fails the test unless the two are the same. */
void flows_expect_same(const struct flows_game *one, const struct flows_game *two);

#endif

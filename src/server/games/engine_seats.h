/* Seats for which the server plays. */
#ifndef SERVER_GAMES_ENGINE_SEATS_H
#define SERVER_GAMES_ENGINE_SEATS_H

#include "server/games/app.h"

/* What engines wait in for their turn to think: two think at a time, and 4096 games may wait. Never
 * NULL. */
struct thread_pool *engine_pool_new(void);

/* If an engine moves next in this game, which the caller has taken, and was not asked yet: has it
 * think, and then move. */
void engine_schedule(struct app *app, struct cached_game *game);

/* The levels of engines of a puzzle as its option has them, "random|greedy|strong"; NULL if it has
 * no engines. */
const char *engine_levels(const struct puzzle *puzzle);
/* True if it is one of the levels. */
bool engine_knows(const struct puzzle *puzzle, const char *level);
/* Copies the strongest level. */
void engine_strongest(const struct puzzle *puzzle, char level[STORE_LEVEL + 1]);

#endif

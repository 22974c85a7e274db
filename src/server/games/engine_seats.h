/* Seats that the server plays. */
#ifndef SERVER_GAMES_ENGINE_SEATS_H
#define SERVER_GAMES_ENGINE_SEATS_H

#include "server/games/app.h"

/* The threads on which engines think: two at a time, while up to 4096 games wait. Never NULL. */
struct thread_pool *engine_pool_new(void);

/* If an engine moves next in this game, which the caller has locked, has it think and move, unless
 * it is thinking already. */
void engine_schedule(struct app *app, struct cached_game *game);

/* The engine levels of a puzzle, as in its option: "random|greedy|strong"; NULL if it has none. */
const char *engine_levels(const struct puzzle *puzzle);
/* True if it is one of the levels. */
bool engine_knows(const struct puzzle *puzzle, const char *level);
/* Copies the strongest level. */
void engine_strongest(const struct puzzle *puzzle, char level[STORE_LEVEL + 1]);

#endif

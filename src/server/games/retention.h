/* Retention: how many games are kept, and for how long. A thread in the background removes games
 * that nobody has touched for that time, but none that a page has open. */
#ifndef SERVER_GAMES_RETENTION_H
#define SERVER_GAMES_RETENTION_H

#include "server/games/app.h"

struct retention;

/* Removes some games that have expired by `now` (milliseconds since 1970), touches those that are
 * open, and sweeps some entries of removed games. Returns true if there may be more to do at once.
 */
bool retention_run(struct app *app, int64_t now);

/* Touches a game, because a page has just opened it. */
void retention_touch(struct app *app, const struct cached_game *game);

/* Stores a new game, if need be after removing expired ones. QD_YES; QD_NO with an error of that
 * status if there is no room; QD_FAILURE with an error. */
qd_status retention_store(struct app *app, const struct store_game *game, qd_error *error);

/* Starts the thread, which calls retention_run once a minute. */
struct retention *retention_start(struct app *app);
void retention_stop(struct retention *retention);

#endif

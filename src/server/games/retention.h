/* How many games are kept, and how long. A beat in the background removes some of those that nobody
 * has touched for so long; never one that somebody has open here. */
#ifndef SERVER_GAMES_RETENTION_H
#define SERVER_GAMES_RETENTION_H

#include "server/games/app.h"

struct retention;

/* Removes some games whose time is over at the time now (milliseconds since 1970), and sweeps some
 * entries of removed ones. An open game is touched instead. Returns true if there may be more to
 * do at once. */
bool retention_run(struct app *app, int64_t now);

/* Counts a game, which somebody has just opened, as touched. */
void retention_touch(struct app *app, const struct cached_game *game);

/* Keeps a new game if there is room, or can be made by removing old ones. QD_YES; QD_NO with an
 * error of that status, which tells that there is no room; QD_FAILURE with an error. */
qd_status retention_store(struct app *app, const struct store_game *game, qd_error *error);

/* Beats once a minute on a thread of its own. retention_stop ends it. */
struct retention *retention_start(struct app *app);
void retention_stop(struct retention *retention);

#endif

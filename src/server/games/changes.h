/* Changes to a game, which the caller has locked. */
#ifndef SERVER_GAMES_CHANGES_H
#define SERVER_GAMES_CHANGES_H

#include "server/games/app.h"

/* These return true when the change is on disk and in memory. Otherwise the response has the
 * problem, and the caller must end with game_cache_drop. */

/* Writes entries, with the change of a seat (or NULL), and notifies listeners. The entries have
 * been applied to the session already. */
bool append_entries(struct app *app, struct cached_game *game, struct store_entry *entries,
                    size_t count, const struct store_change *change, struct response *response);
/* Plays one move for a seat. */
bool append_move(struct app *app, struct cached_game *game, unsigned seat, const char *move,
                 struct response *response);

/* An entry with the present time. The text is not copied. */
struct store_entry append_entry(enum store_entry_kind kind, unsigned seat, char *text);

#endif

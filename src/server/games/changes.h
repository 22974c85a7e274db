/* What changes a game. The caller has taken it. */
#ifndef SERVER_GAMES_CHANGES_H
#define SERVER_GAMES_CHANGES_H

#include "server/games/app.h"

/* All of these return true when what they did is on disk and in the game; otherwise the problem is
 * in the reply, and the game must be given back by game_cache_drop. */

/* Writes entries, and the change of a seat with them (or NULL), and tells those who listen. The
 * session has already done what the entries say. */
bool append_entries(struct app *app, struct cached_game *game, struct store_entry *entries,
                    size_t count, const struct store_change *change, struct response *response);
/* Plays one move for a seat. */
bool append_move(struct app *app, struct cached_game *game, unsigned seat, const char *move,
                 struct response *response);

/* An entry of now. The text is not copied. */
struct store_entry append_entry(enum store_entry_kind kind, unsigned seat, char *text);

#endif

/* Games in memory: each is rebuilt from the store when somebody asks for it, and stays for a while.
 */
#ifndef SERVER_GAMES_CACHE_H
#define SERVER_GAMES_CACHE_H

#include <stdatomic.h>

#include "base/thread.h"
#include "server/store/store.h"
#include "session/session.h"

/* A game that is being looked at or played. Whoever has taken it is alone with it. */
struct cached_game {
    struct store_game stored;
    struct session *session;
    uint64_t version;
    int64_t updated;    /* when the last entry was written, in milliseconds since 1970 */
    size_t start_moves; /* moves that came with the start */
    char rematch[SECRET_ID + 1];
    bool thinking; /* an engine has been asked for its move */

    /* For cache.c: */
    char key[SECRET_ID + 1]; /* the id; never changes, so that it can be read without the lock */
    struct mutex lock;
    unsigned holders;
    bool loaded;
    atomic_bool dropped; /* set under the lock of the table */
    size_t bytes;        /* when it was last given back */
    uint64_t used;
    double seen; /* when it was taken last, by the wall clock */
    struct cached_game *next;
};

struct game_cache;

/* Room for that many games and bytes; more only while games are in use. Never NULL. */
struct game_cache *game_cache_new(struct store *store, size_t most, size_t most_bytes);
void game_cache_free(struct game_cache *cache);

/* Takes a game, as new as the store has it. QD_YES: to be given back by game_cache_unlock or
 * game_cache_drop; QD_NO: there is none of that id; QD_FAILURE with an error. */
qd_status game_cache_lock(struct game_cache *cache, const char *id, struct cached_game **game,
                          qd_error *error);
void game_cache_unlock(struct game_cache *cache, struct cached_game *game);
/* The same, and what is in memory is forgotten: it may differ from what is in the store. */
void game_cache_drop(struct game_cache *cache, struct cached_game *game);

/* Takes a game that is about to be removed, without reading it: to be given back by
 * game_cache_drop. Returns NULL if somebody has it, an engine thinks about it, or it was taken in
 * the last minutes.
 */
struct cached_game *game_cache_claim(struct game_cache *cache, const char *id);
/* Forgets a game that another server has removed; without an id (NULL) all that may have been. What
 * is in use is read anew by the next who takes it. */
void game_cache_invalidate(struct game_cache *cache, const char *id);

/* Walks all games in memory. Returns false if the table is broken. */
bool game_cache_check(struct game_cache *cache);

#endif

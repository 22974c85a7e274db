/* Games in memory. A game is rebuilt from the store when it is first asked for, and stays until its
 * room is needed. */
#ifndef SERVER_GAMES_CACHE_H
#define SERVER_GAMES_CACHE_H

#include <stdatomic.h>

#include "base/thread.h"
#include "server/store/store.h"
#include "session/session.h"

/* A game in memory. Only the thread that has locked it may use it. */
struct cached_game {
    struct store_game stored;
    struct session *session;
    uint64_t version;
    int64_t updated;    /* when the last entry was written, in milliseconds since 1970 */
    size_t start_moves; /* moves that the text of a new game had */
    char rematch[SECRET_ID + 1];
    bool thinking; /* an engine is thinking about its move */

    /* For cache.c: */
    char key[SECRET_ID + 1]; /* the id, which can be read without the lock */
    struct mutex lock;
    unsigned holders;
    bool loaded;
    atomic_bool dropped; /* set under the lock of the table */
    size_t bytes;        /* when it was last unlocked */
    uint64_t used;
    double seen; /* when it was locked last, by clock_wall */
    struct cached_game *next;
};

struct game_cache;

/* Holds at most that many games and bytes, and more only while games are in use. Never NULL. */
struct game_cache *game_cache_new(struct store *store, size_t most, size_t most_bytes);
void game_cache_free(struct game_cache *cache);

/* Locks a game, up to date with the store. QD_YES: the caller ends with game_cache_unlock or
 * game_cache_drop; QD_NO: there is no such game; QD_FAILURE with an error. */
qd_status game_cache_lock(struct game_cache *cache, const char *id, struct cached_game **game,
                          qd_error *error);
void game_cache_unlock(struct game_cache *cache, struct cached_game *game);
/* Unlocks a game and evicts it, because it may differ from what is in the store. */
void game_cache_drop(struct game_cache *cache, struct cached_game *game);

/* Locks a game that is about to be removed, without reading it; the caller ends with
 * game_cache_drop. Returns NULL if it is in use, an engine is thinking about it, or it was locked
 * in the last ten minutes. */
struct cached_game *game_cache_claim(struct game_cache *cache, const char *id);
/* Evicts a game that another server has removed; without an id (NULL) all games. A game in use is
 * read again when it is locked next. */
void game_cache_invalidate(struct game_cache *cache, const char *id);

/* Walks all games in memory. Returns false if the table is broken. */
bool game_cache_check(struct game_cache *cache);

#endif

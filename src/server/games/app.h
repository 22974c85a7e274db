/* The server's state, which all handlers share. */
#ifndef SERVER_GAMES_APP_H
#define SERVER_GAMES_APP_H

#include <stdatomic.h>

#include "server/games/cache.h"
#include "server/games/events.h"
#include "server/http/request.h"
#include "server/store/store.h"

enum {
    APP_BODY = 4 << 20,    /* the most bytes of a body */
    APP_MOVES = 1000,      /* in one request */
    APP_LEGAL = 400,       /* moves that are listed for a game */
    APP_ENTRIES = 1000,    /* of a log, in one answer */
    APP_VERSIONS = 200000, /* entries of a game */
    APP_GAME = 8 << 20,    /* bytes of a game in memory */
    APP_PIXELS = 4000000   /* of a picture; drawing one takes a tenth of a second */
};

struct jobs;
struct mhd;
struct thread_pool;
struct connection_timeouts;

struct app {
    const struct mhd *mhd;
    const char *version; /* of the program */
    struct store *store;
    struct game_cache *cache;
    struct jobs *jobs;
    struct events *events;
    struct thread_pool *engines; /* on which engine seats think */
    uint64_t most_games;         /* 0: any number */
    int64_t retention_ms;        /* how long an untouched game is kept; 0: forever */
    qd_limits thinking;          /* for an engine's move */
    qd_limits deciding;          /* for deciding whether the moves of a request are legal */
    const struct connection_timeouts *timeouts; /* NULL: connection_timeouts_default */
    atomic_bool stopping;
};

/* Who sends the request. */
struct viewer {
    unsigned seats; /* bit n - 1 for seat n; 0 for a spectator */
    bool known;     /* the token belongs to this game */
    bool owner;
    uint8_t hash[SECRET_HASH]; /* of the token */
};

/* Locks the game that the request's first parameter names, and finds out who asks. Returns NULL
 * with a problem. must: without a token of the game it is 401. */
struct cached_game *app_lock_game(struct app *app, const struct request *request, bool must,
                                  struct viewer *viewer, struct response *response);

/* The time, in milliseconds since 1970. */
int64_t app_now(void);
/* Such a time in ISO 8601. */
json_t *app_time(int64_t time);

#endif

/* What all handlers of requests share. */
#ifndef SERVER_GAMES_APP_H
#define SERVER_GAMES_APP_H

#include <stdatomic.h>

#include "server/games/cache.h"
#include "server/games/events.h"
#include "server/http/request.h"
#include "server/store/store.h"

enum {
    APP_BODY = 4 << 20,    /* bytes of a request's body */
    APP_MOVES = 1000,      /* moves in one request */
    APP_LEGAL = 400,       /* moves that are listed */
    APP_ENTRIES = 1000,    /* entries of a log in one answer */
    APP_VERSIONS = 200000, /* entries of a game */
    APP_GAME = 8 << 20,    /* bytes of a game in memory */
    APP_PIXELS = 4000000   /* of a picture: such a one takes a tenth of a second */
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
    struct thread_pool *engines; /* where engine seats think */
    uint64_t most_games;         /* that are kept; 0: any number */
    int64_t retention_ms; /* how long they are kept untouched, in milliseconds; 0: for ever */
    qd_limits thinking;   /* of an engine for one move */
    qd_limits deciding;   /* of a request, to tell whether its moves are legal */
    const struct connection_timeouts
        *timeouts; /* with those who connect; NULL: connection_timeouts_default */
    atomic_bool stopping;
};

/* Whoever asks. */
struct viewer {
    unsigned seats; /* bit n - 1 for seat n; 0 for a spectator */
    bool known;     /* the token is one of this game */
    bool owner;
    uint8_t hash[SECRET_HASH]; /* of the token */
};

/* Takes the game of the call's first part and finds out who asks. Returns NULL with the problem in
 * the reply; else the game must be given back. must: without a token of the game it is 401. */
struct cached_game *app_lock_game(struct app *app, const struct request *request, bool must,
                                  struct viewer *viewer, struct response *response);

/* The time, in milliseconds since 1970. */
int64_t app_now(void);
/* Such a time as a text. */
json_t *app_time(int64_t time);

#endif

/* What all handlers of requests share. */
#ifndef SERVER_GAMES_APP_H
#define SERVER_GAMES_APP_H

#include <stdatomic.h>

#include "server/games/cache.h"
#include "server/games/events.h"
#include "server/http/response.h"
#include "server/store/store.h"

enum {
    APP_BODY = 4 << 20,    /* bytes of a request's body */
    APP_MOVES = 1000,      /* moves in one request */
    APP_LEGAL = 400,       /* moves that are listed */
    APP_ENTRIES = 1000,    /* entries of a log in one answer */
    APP_VERSIONS = 200000, /* entries of a game */
    APP_PIXELS = 4000000   /* of a picture: such a one takes a tenth of a second */
};

struct jobs;
struct mhd;
struct thread_pool;
struct peers_times;

struct app {
    const struct mhd *mhd;
    const char *version; /* of the program */
    struct store *store;
    struct lives *lives;
    struct jobs *jobs;
    struct events *events;
    struct thread_pool *engines; /* where engine seats think */
    uint64_t most_games;         /* that are kept; 0: any number */
    int64_t keep_ms;    /* how long they are kept untouched, in milliseconds; 0: for ever */
    qd_limits thinking; /* of an engine for one move */
    qd_limits deciding; /* of a request, to tell whether its moves are legal */
    const struct peers_times *patience; /* with those who connect; NULL: peers_usual */
    atomic_bool stopping;
};

struct MHD_Connection;

/* A request, as far as handlers need to know it. */
struct call {
    const char *part[2]; /* what stands in the places of {} in the route */
    const char *token;   /* of the Authorization field; NULL: none was given */
    const json_t *body;  /* an object; NULL: there was no body */
    const struct mhd *mhd;
    struct MHD_Connection *connection;
};

/* A value of the query, as in ?since=3; NULL if it is not there. */
const char *call_query(const struct call *call, const char *name);
/* Calls see for each value of the query. */
void call_queries(const struct call *call,
                  void (*see)(void *context, const char *name, const char *value), void *context);

/* Whoever asks. */
struct viewer {
    unsigned seats; /* bit n - 1 for seat n; 0 for a spectator */
    bool known;     /* the token is one of this game */
    bool owner;
    uint8_t hash[SECRET_HASH]; /* of the token */
};

/* Takes the game of the call's first part and finds out who asks. Returns NULL with the problem in
 * the reply; else the game must be given back. must: without a token of the game it is 401. */
struct live *app_take(struct app *app, const struct call *call, bool must, struct viewer *viewer,
                      struct reply *reply);

/* The time, in milliseconds since 1970. */
int64_t app_now(void);
/* Such a time as a text. */
json_t *app_time(int64_t time);

#endif

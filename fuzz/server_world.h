/* The fuzzed server: what runs in one process, what was learnt of it from its answers, and one
 * request after the other. */
#ifndef FUZZ_SERVER_WORLD_H
#define FUZZ_SERVER_WORLD_H

#include "fuzz/fuzz.h"
#include "server/api/api.h"
#include "server/dispatch.h"
#include "server/tests/fake_mhd.h"

enum { GAMES = 8, TOKENS = 16, JOBS = 8, RIGHTS = 64, STREAMS = 4 };
#define DAY (INT64_C(24) * 3600 * 1000)

struct known_game {
    char id[SECRET_ID + 1], invite[SECRET_LONG + 1];
    uint64_t version; /* before the request that is being made */
    bool gone;
};

/* What is known of a job: the token it was started with, and whether that had the turn. */
struct known_job {
    char id[SECRET_LONG + 1];
    size_t token;
    bool had_turn;
};

/* A token may play for these seats of a game. */
struct right {
    size_t token, game;
    unsigned seats;
};

struct world {
    const char *input;
    struct mhd mhd;
    struct app app;
    struct http *http;
    struct known_game game[GAMES];
    char token[TOKENS][SECRET_LONG + 1];
    struct known_job job[JOBS];
    struct right right[RIGHTS];
    struct MHD_Response *stream[STREAMS];
    size_t games, tokens, jobs, rights, streams;
};

/* One request, and what came of it. */
struct exchange {
    char *method, *who, *target, *body; /* NULL: none */
    size_t token;                       /* its number; TOKENS: none that was given out */
    struct fake_answer answer;
    json_t *json;  /* of the answer; NULL: it is none */
    size_t issued; /* the token that the answer gave out; TOKENS: none */
};

/* Starts with the same randomness each time, so that an input does the same each time. */
void world_open(struct world *world);
void world_close(struct world *world);

/* Locks a game; NULL if it was removed. game_cache_unlock, or game_cache_drop. */
struct cached_game *world_lock(struct world *world, size_t game);
/* The seats that a token plays for; *any says whether it is one of the game at all. */
unsigned world_seats(const struct world *world, size_t token, size_t game, bool *any);

/* Makes a request from a line. Returns false if it is none; else exchange_free. */
bool exchange_read(struct world *world, char *line, struct exchange *exchange);
/* Sends it, and learns what the answer tells. */
void exchange_do(struct world *world, struct exchange *exchange);
bool exchange_path_ends(const struct exchange *exchange, const char *end);
void exchange_free(struct exchange *exchange);

/* fake_thread_pool.c: runs the first task that waits in any pool. Returns false if none does. */
bool fake_thread_pools_run(void);

#endif

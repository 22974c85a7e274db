#include "server/games/retention.h"

#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "base/mem.h"
#include "base/source.h"

enum {
    EVERY = 60 * 1000, /* milliseconds between beats */
    SOON = 50,         /* the same while there is more to do */
    AT_ONCE = 20,      /* games that are removed in a beat */
    SWEEPS = 4         /* and how often entries are swept */
};

struct retention {
    struct app *app;
    struct thread thread;
    bool running;
    int wake[2]; /* closing this pipe ends it */
};

static bool complain(const qd_error *error) {
    fprintf(stderr, "quandary serve: old games cannot be removed: %s\n", error->message);
    return false;
}

/* Whoever is about to move has the store between two of these. */
static void breathe(void) {
    const struct timespec moment = {.tv_nsec = 2000000};
    nanosleep(&moment, NULL);
}

/* Returns true if it was removed. Whoever asks for the game at this moment waits, and is told then
 * that it is not there. */
static bool remove_one(struct app *app, const char *id, int64_t before, qd_error *error) {
    struct cached_game *game = game_cache_claim(app->cache, id);
    if (!game)
        return false;
    qd_status status = store_remove(app->store, id, before, error);
    game_cache_drop(app->cache, game);
    breathe();
    return status == QD_YES;
}

/* One hour lies between the time from which on an open game is touched and that from which on one
 * is removed: each server that has it open has done so by then. */
static bool remove_old(struct app *app, int64_t now, unsigned *removed, qd_error *error) {
    struct store_old *old = MEM_NEW(struct store_old);
    int64_t over = now - app->retention_ms;
    qd_status status = store_old(app->store, over, old, error);
    for (size_t i = 0; status == QD_YES && !error->status && i < old->count; i++) {
        const struct store_old_game *game = &old->game[i];
        if (events_has_listener(app->events, game->id))
            store_touch(app->store, game->id, over, now, error);
        else if (game->touched < over - STORE_GRAIN && *removed < AT_ONCE)
            *removed += remove_one(app, game->id, over - STORE_GRAIN, error);
    }
    free(old);
    return !error->status;
}

/* Returns true if there is more. */
static bool sweep(struct app *app, qd_error *error) {
    qd_status status = QD_YES;
    for (int i = 0; i < SWEEPS && status == QD_YES; i++) {
        status = store_sweep(app->store, error);
        breathe();
    }
    return status == QD_YES;
}

bool retention_run(struct app *app, int64_t now) {
    unsigned removed = 0;
    qd_error error = {0};
    if (app->retention_ms && !remove_old(app, now, &removed, &error))
        return complain(&error);
    bool more = sweep(app, &error);
    if (error.status)
        return complain(&error);
    return more || removed == AT_ONCE;
}

void retention_touch(struct app *app, const struct cached_game *game) {
    qd_error error = {0};
    int64_t now = app_now();
    if ((app->retention_ms || store_is_shared(app->store)) && game->updated < now - STORE_GRAIN &&
        store_touch(app->store, game->key, now - STORE_GRAIN, now, &error) == QD_FAILURE)
        complain(&error);
}

qd_status retention_store(struct app *app, const struct store_game *game, qd_error *error) {
    unsigned removed = 0;
    qd_status status = store_create(app->store, game, app->most_games, error);
    if (status == QD_NO && app->retention_ms && remove_old(app, app_now(), &removed, error) &&
        removed)
        status = store_create(app->store, game, app->most_games, error);
    if (error->status == QD_FAILURE)
        return QD_FAILURE;
    if (status == QD_NO)
        error_set(error, QD_NO, "this server keeps %llu games, and that is all it may keep",
                  (unsigned long long)app->most_games);
    return status;
}

/* ---- in the background ---- */

/* Where games are kept for ever there are at most entries to be swept from another time. */
static void beat(void *context) {
    struct retention *retention = context;
    struct pollfd wake = {.fd = retention->wake[0], .events = POLLIN};
    bool more = retention_run(retention->app, app_now());
    while ((more || retention->app->retention_ms) && poll(&wake, 1, more ? SOON : EVERY) <= 0)
        more = retention_run(retention->app, app_now());
}

struct retention *retention_start(struct app *app) {
    struct retention *retention = MEM_NEW(struct retention);
    retention->app = app;
    if (pipe2(retention->wake, O_CLOEXEC) == 0) {
        retention->running = thread_start(&retention->thread, beat, retention);
        if (!retention->running) {
            close(retention->wake[0]);
            close(retention->wake[1]);
        }
    }
    if (!retention->running)
        fprintf(stderr, "quandary serve: warning: old games are not removed\n");
    return retention;
}

void retention_stop(struct retention *retention) {
    if (retention->running) {
        close(retention->wake[1]); /* the other end hears that, as it would hear a byte */
        thread_join(&retention->thread);
        close(retention->wake[0]);
    }
    free(retention);
}

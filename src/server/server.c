#include "server/server.h"

#include <assert.h>
#include <malloc.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/source.h"
#include "base/thread_pool.h"
#include "server/api/api.h"
#include "server/dispatch.h"
#include "server/games/engine_seats.h"
#include "server/games/retention.h"
#include "server/http/mhd.h"

#define THINKING_SECONDS 10.0
#define DECIDING_SECONDS 5.0
enum { GAMES_IN_MEMORY = 400, GAMES_BYTES = 64 << 20 };

/* The store if none is named. */
static bool default_store(struct buf *url, qd_error *error) {
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    if (data && data[0] == '/')
        buf_printf(url, "sqlite:%s/quandary/games.sqlite", data);
    else if (home && home[0] == '/')
        buf_printf(url, "sqlite:%s/.local/share/quandary/games.sqlite", home);
    else {
        return error_set(error, QD_BAD_INPUT,
                         "there is no home folder for the store; name a store");
    }
    return true;
}

static void changed_elsewhere(void *context, const char *id, uint64_t now) {
    struct app *app = context;
    if (!id || now == STORE_GONE)
        game_cache_invalidate(app->cache, id);
    if (!id)
        events_restart(app->events);
    else if (now != STORE_GONE)
        events_game(app->events, id, now);
}

static bool open_app(struct app *app, const struct mhd *mhd, const struct server_config *config,
                     qd_error *error) {
    const qd_limits job_limits = {.seconds = JOBS_SECONDS, .bytes = JOBS_BYTES};
    struct buf url = {0};
    bool named = config->store || default_store(&url, error);
    app->version = config->version;
    app->mhd = mhd;
    app->most_games = config->most_games;
    app->retention_ms = (int64_t)config->retention_days * 24 * 3600 * 1000;
    app->thinking = (qd_limits){.seconds = THINKING_SECONDS, .bytes = JOBS_BYTES};
    app->deciding = (qd_limits){.seconds = DECIDING_SECONDS, .bytes = JOBS_BYTES};
    app->store = named ? store_open(config->store ? config->store : buf_text(&url), error) : NULL;
    buf_free(&url);
    if (!app->store)
        return false;
    app->events = events_new(mhd);
    app->cache = game_cache_new(app->store, GAMES_IN_MEMORY, GAMES_BYTES);
    app->engines = engine_pool_new();
    app->jobs = jobs_new(app->events, &job_limits, api_made, app);
    store_watch(app->store, changed_elsewhere, app);
    return true;
}

/* Refuses new work and stops what is running. */
static void stop_app(struct app *app) {
    atomic_store(&app->stopping, true);
    events_stop(app->events);
    jobs_stop(app->jobs);
    thread_pool_stop(app->engines);
}

static void close_app(struct app *app) {
    assert(game_cache_check(app->cache) && jobs_check(app->jobs) && events_check(app->events));
    jobs_free(app->jobs);
    thread_pool_free(app->engines);
    game_cache_free(app->cache);
    store_close(app->store);
    events_free(app->events);
}

static void print_address(const struct http *http, bool quiet) {
    struct buf address = {0};
    http_address(http, &address);
    if (quiet)
        printf("%s\n", buf_text(&address));
    else
        printf("Quandary is at %s (Ctrl-C ends it)\n", buf_text(&address));
    fflush(stdout);
    if (!http_is_local(http))
        fprintf(stderr, "quandary serve: warning: other machines can connect, and nothing is "
                        "encrypted: put a proxy with TLS before it (docs/server.md)\n");
    buf_free(&address);
}

/* Only the main thread waits for signals: they are blocked before any other thread starts. */
static void block_signals(sigset_t *ends) {
    sigemptyset(ends);
    sigaddset(ends, SIGINT);
    sigaddset(ends, SIGTERM);
    pthread_sigmask(SIG_BLOCK, ends, NULL);
    signal(SIGPIPE, SIG_IGN);
}

/* The C library gives every thread an arena of its own, which keeps what it has freed: with many
 * threads the same large game may be paid for several times. */
static void use_few_arenas(void) {
#ifdef M_ARENA_MAX
    mallopt(M_ARENA_MAX, 2);
#endif
}

qd_status server_run(const struct server_config *config, qd_error *error) {
    struct app app = {0};
    struct mhd mhd;
    sigset_t ends;
    int which;
    block_signals(&ends);
    use_few_arenas();
    if (!mhd_load(&mhd, error) || !open_app(&app, &mhd, config, error))
        return error->status;
    struct http *http = http_start(&app, config->bind, config->port, error);
    if (http) {
        struct retention *retention = retention_start(&app);
        print_address(http, config->quiet);
        sigwait(&ends, &which);
        store_hurry(app.store);
        retention_stop(retention);
    }
    stop_app(&app);
    if (http)
        http_stop(http);
    close_app(&app);
    return http ? QD_YES : error->status;
}

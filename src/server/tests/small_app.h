/* A server's state without HTTP: a store in memory, a cache of a few games. */
#ifndef SERVER_TESTS_SMALL_APP_H
#define SERVER_TESTS_SMALL_APP_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "server/games/create.h"
#include "server/http/mhd.h"

enum { SMALL_CACHE = 10 };

struct small_app {
    struct mhd mhd;
    struct app app;
};

static inline struct small_app *small_app_new(const char *url) {
    struct small_app *small = calloc(1, sizeof *small);
    qd_error error = {0};
    small->app.mhd = &small->mhd;
    small->app.store = store_open(url, &error);
    assert_non_null(small->app.store);
    small->app.events = events_new(&small->mhd);
    small->app.cache = game_cache_new(small->app.store, SMALL_CACHE, SIZE_MAX);
    return small;
}

static inline void small_app_free(struct small_app *small) {
    assert_true(game_cache_check(small->app.cache));
    assert_true(events_check(small->app.events));
    events_stop(small->app.events);
    game_cache_free(small->app.cache);
    store_close(small->app.store);
    events_free(small->app.events);
    free(small);
}

static inline struct session *small_session(const char *text) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    qd_error error = {0};
    struct session *session = session_open(&source, NULL, NULL, NULL, &error);
    assert_non_null(session);
    return session;
}

/* A tower of three discs for one player, not yet stored. */
static inline struct store_game small_game(int64_t created) {
    struct session *session = small_session("3 2 1 | |\n");
    struct store_game game;
    create_begin(&game, session);
    session_free(session);
    game.created = created;
    game.seat_count = 1;
    return game;
}

/* Stores such a game. */
static inline void small_game_add(struct small_app *small, int64_t created,
                                  char id[SECRET_ID + 1]) {
    struct store_game game = small_game(created);
    qd_error error = {0};
    assert_int_equal(store_create(small->app.store, &game, 0, &error), QD_YES);
    memcpy(id, game.id, SECRET_ID + 1);
    store_game_free(&game);
}

static inline struct cached_game *small_lock(struct small_app *small, const char *id) {
    struct cached_game *game = NULL;
    qd_error error = {0};
    assert_int_equal(game_cache_lock(small->app.cache, id, &game, &error), QD_YES);
    return game;
}

#endif

/* The cache of games: up to date with the store, limited in size, one game for each id, and none
 * that was dropped. */
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/thread.h"
#include "server/games/changes.h"
#include "server/tests/small_app.h"
#include "tests/support/temporary.h"

static int set_up(void **state) {
    *state = small_app_new("sqlite::memory:");
    return 0;
}

static int tear_down(void **state) {
    small_app_free(*state);
    return 0;
}

static void leave(struct small_app *small, struct cached_game *game) {
    game_cache_unlock(small->app.cache, game);
    assert_true(game_cache_check(small->app.cache));
}

/* Marks the game in memory with something that is not in the store. */
static void mark(struct small_app *small, const char *id) {
    struct cached_game *game = small_lock(small, id);
    game->start_moves = 77;
    leave(small, game);
}

static bool is_marked(struct small_app *small, const char *id) {
    struct cached_game *game = small_lock(small, id);
    bool marked = game->start_moves == 77;
    leave(small, game);
    return marked;
}

/* ---- room ---- */

/* The least recently used game is evicted; the tenth still has room. */
static void test_room(void **state) {
    struct small_app *small = *state;
    char id[SMALL_CACHE + 1][SECRET_ID + 1];
    for (int i = 0; i <= SMALL_CACHE; i++)
        small_game_add(small, 0, id[i]);
    for (int i = 0; i < SMALL_CACHE; i++)
        mark(small, id[i]);
    assert_true(is_marked(small, id[0])); /* now it is the most recently used */
    mark(small, id[SMALL_CACHE]);
    assert_true(is_marked(small, id[0]));
    assert_false(is_marked(small, id[1]));
}

/* A game that is locked, or that an engine is thinking about, is not evicted. */
static void test_held_games_stay(void **state) {
    struct small_app *small = *state;
    struct cached_game *held[SMALL_CACHE + 3];
    char id[SMALL_CACHE + 3][SECRET_ID + 1];
    for (int i = 0; i < SMALL_CACHE + 3; i++) {
        small_game_add(small, 0, id[i]);
        held[i] = small_lock(small, id[i]);
        assert_true(game_cache_check(small->app.cache));
    }
    held[0]->thinking = true;
    held[0]->start_moves = 77;
    for (int i = 0; i < SMALL_CACHE + 3; i++)
        leave(small, held[i]);
    assert_true(is_marked(small, id[0]));
    struct cached_game *game = small_lock(small, id[0]);
    game->thinking = false;
    leave(small, game);
}

/* However many games there would be room for, their bytes have a limit. */
static void test_room_in_bytes(void **state) {
    struct small_app *small = *state;
    char id[3][SECRET_ID + 1];
    small_game_add(small, 0, id[0]);
    struct cached_game *game = small_lock(small, id[0]);
    size_t bytes = sizeof *game + session_bytes(game->session);
    game_cache_unlock(small->app.cache, game);
    game_cache_free(small->app.cache);
    small->app.cache = game_cache_new(small->app.store, SMALL_CACHE, 2 * bytes);
    small_game_add(small, 0, id[1]);
    small_game_add(small, 0, id[2]);
    mark(small, id[0]);
    mark(small, id[1]);
    assert_true(is_marked(small, id[0]));
    mark(small, id[2]); /* no room for all three */
    assert_true(is_marked(small, id[0]));
    assert_false(is_marked(small, id[1]));
}

/* ---- dropping ---- */

static void test_dropped_games_are_read_again(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1];
    small_game_add(small, 0, id);
    mark(small, id);
    game_cache_drop(small->app.cache, small_lock(small, id));
    assert_true(game_cache_check(small->app.cache));
    assert_false(is_marked(small, id));
    mark(small, id);
    game_cache_invalidate(small->app.cache, "AAAAAAAAAAAA");
    assert_true(is_marked(small, id));
    game_cache_invalidate(small->app.cache, id);
    assert_false(is_marked(small, id));
    mark(small, id);
    game_cache_invalidate(small->app.cache, NULL);
    assert_false(is_marked(small, id));
}

struct taker {
    struct small_app *small;
    const char *id;
    bool marked;
};

static void take_aside(void *context) {
    struct taker *taker = context;
    struct cached_game *game = small_lock(taker->small, taker->id);
    taker->marked = game->start_moves == 77;
    game_cache_unlock(taker->small->app.cache, game);
}

/* A thread that waited for a game that was dropped reads it from the store; while the old one is
 * still locked, another thread gets the new one. */
static void test_forgotten_while_held(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1];
    struct thread thread;
    struct taker taker = {.small = small, .id = id, .marked = true};
    small_game_add(small, 0, id);
    mark(small, id);
    struct cached_game *held = small_lock(small, id);
    game_cache_invalidate(small->app.cache, id);
    assert_true(game_cache_check(small->app.cache));
    assert_true(thread_start(&thread, take_aside, &taker));
    thread_join(&thread); /* it does not wait for the game that was invalidated */
    assert_false(taker.marked);
    leave(small, held);
    assert_false(is_marked(small, id));
}

/* ---- claiming ---- */

/* Ten minutes after it was locked last, not earlier. */
static void test_claimed_when_idle(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1], never[SECRET_ID + 1];
    small_game_add(small, 0, id);
    small_game_add(small, 0, never);
    struct cached_game *game = small_lock(small, id);
    assert_null(game_cache_claim(small->app.cache, id)); /* held */
    game->seen = clock_wall() - 590;
    leave(small, game);
    assert_null(game_cache_claim(small->app.cache, id));
    game->seen = clock_wall() - 601;
    game->thinking = true;
    assert_null(game_cache_claim(small->app.cache, id));
    game->thinking = false;
    assert_ptr_equal(game_cache_claim(small->app.cache, id), game);
    game_cache_drop(small->app.cache, game);
    game = game_cache_claim(small->app.cache, never);
    assert_non_null(game);
    game_cache_drop(small->app.cache, game);
    assert_true(game_cache_check(small->app.cache));
}

/* ---- entries ---- */

static struct store_entry entry_of(enum store_entry_kind kind, const char *text, char copy[64]) {
    snprintf(copy, 64, "%s", text);
    return (struct store_entry){.kind = (uint8_t)kind, .seat = 1, .text = copy, .time = 5};
}

/* The log is replayed entry by entry. */
static void test_rebuilt(void **state) {
    struct small_app *small = *state;
    static const struct {
        enum store_entry_kind kind;
        const char *text;
    } log[] = {{STORE_MOVE, "0>2"}, {STORE_MOVE, "0>1"}, {STORE_MOVE, "2>1"},
               {STORE_UNDO, "2"},   {STORE_REDO, "1"},   {STORE_REMATCH, "AAAAAAAAAAAA"}};
    enum { COUNT = sizeof log / sizeof *log };
    char id[SECRET_ID + 1], text[COUNT][64];
    struct store_entry entries[COUNT];
    uint64_t present;
    qd_error error = {0};
    small_game_add(small, 0, id);
    for (int i = 0; i < COUNT; i++)
        entries[i] = entry_of(log[i].kind, log[i].text, text[i]);
    assert_int_equal(store_append(small->app.store, id, 0, entries, COUNT, NULL, &present, &error),
                     QD_YES);
    struct cached_game *game = small_lock(small, id);
    assert_int_equal(game->version, COUNT);
    assert_int_equal(game->updated, 5);
    assert_int_equal(session_moves(game->session)->count, 2);
    assert_int_equal(session_redo_count(game->session), 1);
    assert_string_equal(game->rematch, "AAAAAAAAAAAA");
    leave(small, game);
}

/* More entries than are read at a time. */
static void test_long_logs_are_read_whole(void **state) {
    struct small_app *small = *state;
    enum { COUNT = 2001 };
    char id[SECRET_ID + 1], text[2][64];
    struct store_entry *entries = calloc(COUNT, sizeof *entries);
    uint64_t present;
    qd_error error = {0};
    small_game_add(small, 0, id);
    for (int i = 0; i < COUNT; i++)
        entries[i] = entry_of(STORE_MOVE, i % 2 ? "2>0" : "0>2", text[i % 2]);
    assert_int_equal(store_append(small->app.store, id, 0, entries, COUNT, NULL, &present, &error),
                     QD_YES);
    struct cached_game *game = small_lock(small, id);
    assert_int_equal(game->version, COUNT);
    assert_int_equal(session_moves(game->session)->count, COUNT);
    leave(small, game);
    free(entries);
}

/* A log that cannot be replayed is a failure, and nothing of it stays in memory. */
static void test_a_broken_log_is_refused(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1], text[64];
    struct store_entry entry = entry_of(STORE_MOVE, "2>0", text);
    struct cached_game *game = NULL;
    uint64_t present;
    qd_error error = {0};
    small_game_add(small, 0, id);
    assert_int_equal(store_append(small->app.store, id, 0, &entry, 1, NULL, &present, &error),
                     QD_YES);
    assert_int_equal(game_cache_lock(small->app.cache, id, &game, &error), QD_FAILURE);
    assert_non_null(strstr(error.message, "at version 1"));
    assert_true(game_cache_check(small->app.cache));
}

/* ---- writing ---- */

static int status_of(struct small_app *small, struct cached_game *game, size_t count) {
    static char text[2][64];
    struct store_entry entries[2] = {entry_of(STORE_UNDO, "1", text[0]),
                                     entry_of(STORE_REDO, "1", text[1])};
    struct response response = {0};
    bool good = append_entries(&small->app, game, entries, count, NULL, &response);
    const json_t *error = json_object_get(response.json, "error");
    const char *code = json_string_value(json_object_get(error, "code"));
    int status = good ? 200 : strcmp(code, "too_many") == 0 ? 1 : response.status;
    response_free(&response);
    return status;
}

/* The last entry that a game may have is written, the one after it is not. */
static void test_the_longest_game(void **state) {
    struct small_app *small = *state;
    char folder[64], url[96], path[80], id[SECRET_ID + 1];
    sqlite3 *base = NULL;
    assert_true(temporary_folder(folder, sizeof folder, "live"));
    snprintf(path, sizeof path, "%s/games", folder);
    snprintf(url, sizeof url, "sqlite:%s", path);
    struct small_app *filed = small_app_new(url);
    small_game_add(filed, 0, id);
    small_app_free(filed);
    assert_int_equal(sqlite3_open(path, &base), SQLITE_OK);
    char text[96];
    snprintf(text, sizeof text, "UPDATE game SET version = %d", APP_VERSIONS - 2);
    assert_int_equal(sqlite3_exec(base, text, NULL, NULL, NULL), SQLITE_OK);
    sqlite3_close(base);
    filed = small_app_new(url);
    struct cached_game *game = small_lock(filed, id);
    game->version = APP_VERSIONS - 2; /* without the entries before, which take long to play */
    assert_int_equal(status_of(filed, game, 1), 200);
    assert_int_equal(status_of(filed, game, 2), 1);
    assert_int_equal(status_of(filed, game, 1), 200);
    assert_int_equal(game->version, APP_VERSIONS);
    assert_int_equal(status_of(filed, game, 1), 1);
    game_cache_unlock(filed->app.cache, game);
    small_app_free(filed);
    remove(path);
    rmdir(folder);
    (void)small;
}

/* A game that takes too much memory gets no further entries. */
static void test_the_largest_game(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1];
    small_game_add(small, 0, id);
    struct cached_game *game = small_lock(small, id);
    while (session_bytes(game->session) <= APP_GAME) {
        assert_int_equal(session_move(game->session, "0>1", NULL, NULL), QD_YES);
        assert_int_equal(session_move(game->session, "1>0", NULL, NULL), QD_YES);
    }
    assert_int_equal(status_of(small, game, 1), 409);
    assert_int_equal(session_rewind(game->session, 100000, NULL), QD_YES);
    assert_int_equal(session_move(game->session, "0>1", NULL, NULL), QD_YES);
    assert_int_equal(status_of(small, game, 1), 200);
    game_cache_drop(small->app.cache, game);
}

/* However often moves were taken back and played again, a game is played once when it is read. */
static void test_undone_and_redone(void **state) {
    struct small_app *small = *state;
    static const struct {
        enum store_entry_kind kind;
        const char *text;
    } log[] = {{STORE_MOVE, "0>1"}, {STORE_MOVE, "0>2"}, {STORE_UNDO, "2"},
               {STORE_REDO, "1"},   {STORE_REDO, "1"},   {STORE_UNDO, "1"},
               {STORE_MOVE, "1>2"}, {STORE_MOVE, "0>1"}, {STORE_UNDO, "1"}};
    char id[SECRET_ID + 1], text[64];
    uint64_t present;
    qd_error error = {0};
    small_game_add(small, 0, id);
    for (size_t i = 0; i < sizeof log / sizeof *log; i++) {
        struct store_entry entry = entry_of(log[i].kind, log[i].text, text);
        assert_int_equal(store_append(small->app.store, id, i, &entry, 1, NULL, &present, &error),
                         QD_YES);
    }
    struct cached_game *game = small_lock(small, id);
    assert_int_equal(game->version, sizeof log / sizeof *log);
    assert_int_equal(session_moves(game->session)->count, 2);
    assert_string_equal(session_moves(game->session)->moves[1].text, "1>2");
    assert_int_equal(session_redo_count(game->session), 1);
    assert_int_equal(session_redo(game->session, NULL), QD_YES);
    assert_string_equal(session_moves(game->session)->moves[2].text, "0>1");
    game_cache_drop(small->app.cache, game);
    struct store_entry entry = entry_of(STORE_UNDO, "9", text);
    assert_int_equal(store_append(small->app.store, id, sizeof log / sizeof *log, &entry, 1, NULL,
                                  &present, &error),
                     QD_YES);
    assert_int_equal(game_cache_lock(small->app.cache, id, &game, &error), QD_FAILURE);
    assert_non_null(strstr(error.message, "cannot be rebuilt"));
}

/* A change that comes too late is refused with the present version. */
static void test_conflict(void **state) {
    struct small_app *small = *state;
    char id[SECRET_ID + 1], text[64];
    uint64_t present;
    qd_error error = {0};
    struct store_entry entry = entry_of(STORE_MOVE, "0>1", text);
    small_game_add(small, 0, id);
    struct cached_game *game = small_lock(small, id);
    assert_int_equal(store_append(small->app.store, id, 0, &entry, 1, NULL, &present, &error),
                     QD_YES); /* as another server does */
    struct response response = {0};
    assert_false(append_move(&small->app, game, 1, "0>2", &response));
    assert_int_equal(response.status, 409);
    const json_t *problem = json_object_get(response.json, "error");
    assert_int_equal(json_integer_value(json_object_get(problem, "version")), 1);
    assert_int_equal(game->version, 0);
    response_free(&response);
    game_cache_drop(small->app.cache, game);
    game = small_lock(small, id);
    assert_int_equal(game->version, 1);
    assert_string_equal(session_moves(game->session)->moves[0].text, "0>1");
    assert_false(append_move(&small->app, game, 1, "2>0", &response));
    assert_int_equal(response.status, 422);
    response_free(&response);
    game_cache_drop(small->app.cache, game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_held_games_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_dropped_games_are_read_again, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_forgotten_while_held, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_claimed_when_idle, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_rebuilt, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_long_logs_are_read_whole, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_a_broken_log_is_refused, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_longest_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_the_largest_game, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_undone_and_redone, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_room_in_bytes, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_conflict, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

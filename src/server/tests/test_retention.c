/* Games go when nobody has touched them for long enough, and not before; never one that somebody
 * has open; and no more are kept than may be. */
#include "server/games/retention.h"
#include "server/tests/fake_mhd.h"
#include "server/tests/small_app.h"

enum { DAY = 24 * 3600 * 1000, KEPT = 30 };

static const int64_t begin = 1700000000000;

static int set_up(void **state) {
    struct small_app *world = small_app_new("sqlite::memory:");
    fake_mhd_fill(&world->mhd);
    world->app.retention_ms = (int64_t)KEPT * DAY;
    *state = world;
    return 0;
}

static int tear_down(void **state) {
    small_app_free(*state);
    return 0;
}

static bool there(struct small_app *world, const char *id) {
    struct store_game game;
    qd_error error = {0};
    qd_status status = store_load(world->app.store, id, &game, &error);
    assert_int_not_equal(status, QD_FAILURE);
    store_game_free(&game);
    return status == QD_YES;
}

static void test_goes_in_time(void **state) {
    struct small_app *world = *state;
    char old[SECRET_ID + 1], young[SECRET_ID + 1];
    small_game_add(world, begin, old);
    small_game_add(world, begin + DAY, young);
    retention_run(&world->app, begin + (int64_t)KEPT * DAY + STORE_GRAIN);
    assert_true(there(world, old));
    retention_run(&world->app, begin + (int64_t)KEPT * DAY + STORE_GRAIN + 1);
    assert_false(there(world, old));
    assert_true(there(world, young));
    world->app.retention_ms = 0;
    retention_run(&world->app, begin + (int64_t)10000 * DAY);
    assert_true(there(world, young));
}

/* In steps: each beat does a part, and says that there is more. */
static void test_goes_in_steps(void **state) {
    struct small_app *world = *state;
    char id[70][SECRET_ID + 1];
    int64_t now = begin + (int64_t)100 * DAY;
    size_t left = 70;
    for (int i = 0; i < 70; i++)
        small_game_add(world, begin + i, id[i]);
    for (int beats = 1; left > 0; beats++) {
        bool more = retention_run(&world->app, now);
        size_t before = left;
        left = 0;
        for (int i = 0; i < 70; i++)
            left += there(world, id[i]);
        assert_int_equal(before - left, before < 20 ? before : 20);
        assert_true(more || left == 0);
        assert_in_range(beats, 1, 4);
    }
}

static void test_open_games_stay(void **state) {
    struct small_app *world = *state;
    struct MHD_Connection *nobody = NULL;
    char id[SECRET_ID + 1];
    int64_t late = begin + (int64_t)50 * DAY;
    small_game_add(world, begin, id);
    struct MHD_Response *response = events_response(events_open(world->app.events, nobody, id));
    retention_run(&world->app, late);
    assert_true(there(world, id));
    fake_stream_end(response);
    retention_run(&world->app, late + (int64_t)KEPT * DAY); /* it was touched while it was open */
    assert_true(there(world, id));
    retention_run(&world->app, late + (int64_t)KEPT * DAY + STORE_GRAIN + 1);
    assert_false(there(world, id));
}

static void test_games_in_use_stay(void **state) {
    struct small_app *world = *state;
    struct cached_game *game, *again;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    int64_t late = begin + (int64_t)50 * DAY;
    small_game_add(world, begin, id);
    assert_int_equal(game_cache_lock(world->app.cache, id, &game, &error), QD_YES);
    retention_run(&world->app, late);
    game_cache_unlock(world->app.cache, game);
    retention_run(&world->app, late); /* somebody looked a moment ago */
    assert_true(there(world, id));
    game_cache_invalidate(world->app.cache, id);
    retention_run(&world->app, late);
    assert_false(there(world, id));
    assert_int_equal(game_cache_lock(world->app.cache, id, &again, &error), QD_NO);
}

/* A stream that begins counts as a touch, at this very moment. */
static void test_opening_touches(void **state) {
    struct small_app *world = *state;
    struct cached_game *game;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    int64_t now = app_now();
    small_game_add(world, now - (int64_t)100 * DAY, id);
    assert_int_equal(game_cache_lock(world->app.cache, id, &game, &error), QD_YES);
    retention_touch(&world->app, game);
    game_cache_drop(world->app.cache, game);
    retention_run(&world->app, now + DAY);
    assert_true(there(world, id));
}

/* A move counts as one too, by the time of its entry: it goes as long after it as others. */
static void test_moving_touches(void **state) {
    struct small_app *world = *state;
    char id[SECRET_ID + 1], text[] = "0>2";
    const int64_t moved = begin + (int64_t)20 * DAY;
    struct store_entry entry = {.time = moved, .seat = 1, .kind = STORE_MOVE, .text = text};
    uint64_t present;
    qd_error error = {0};
    small_game_add(world, begin, id);
    assert_int_equal(store_append(world->app.store, id, 0, &entry, 1, NULL, &present, &error),
                     QD_YES);
    retention_run(&world->app, moved + (int64_t)KEPT * DAY + STORE_GRAIN);
    assert_true(there(world, id));
    retention_run(&world->app, moved + (int64_t)KEPT * DAY + STORE_GRAIN + 1);
    assert_false(there(world, id));
}

/* Entries of removed games are swept, a limited number in each beat, until none is left. */
static void test_sweeps(void **state) {
    struct small_app *world = *state;
    enum { ENTRIES = 4 * STORE_SWEPT + 1 };
    char id[SECRET_ID + 1], text[] = "x";
    struct store_entry *entries = calloc(ENTRIES, sizeof *entries);
    struct store_entries left;
    uint64_t present;
    qd_error error = {0};
    small_game_add(world, begin, id);
    for (int i = 0; i < ENTRIES; i++)
        entries[i] = (struct store_entry){.time = begin, .seat = 1, .text = text};
    assert_int_equal(
        store_append(world->app.store, id, 0, entries, ENTRIES, NULL, &present, &error), QD_YES);
    assert_int_equal(store_remove(world->app.store, id, INT64_MAX, &error), QD_YES);
    assert_true(retention_run(&world->app, begin));
    assert_int_equal(store_since(world->app.store, id, 0, 10, &left, &error), QD_YES);
    assert_int_equal(left.count, 1);
    store_entries_free(&left);
    assert_false(retention_run(&world->app, begin));
    assert_int_equal(store_since(world->app.store, id, 0, 10, &left, &error), QD_YES);
    assert_int_equal(left.count, 0);
    store_entries_free(&left);
    free(entries);
}

/* Whoever asks for games that do not exist does not make others be read from the store again. */
static void test_strangers_push_nobody_out(void **state) {
    struct small_app *world = *state;
    struct cached_game *game;
    char id[10][SECRET_ID + 1], none[SECRET_ID + 1];
    qd_error error = {0};
    for (int i = 0; i < 10; i++) {
        small_game_add(world, begin, id[i]);
        assert_int_equal(game_cache_lock(world->app.cache, id[i], &game, &error), QD_YES);
        game->start_moves = 77; /* as no store has it */
        game_cache_unlock(world->app.cache, game);
    }
    for (int i = 0; i < 20; i++) {
        secret_name(none, SECRET_ID);
        assert_int_equal(game_cache_lock(world->app.cache, none, &game, &error), QD_NO);
    }
    for (int i = 0; i < 10; i++) {
        assert_int_equal(game_cache_lock(world->app.cache, id[i], &game, &error), QD_YES);
        assert_int_equal(game->start_moves, 77);
        game_cache_unlock(world->app.cache, game);
    }
    small_game_add(world, begin, none); /* an eleventh one takes the place of the first */
    assert_int_equal(game_cache_lock(world->app.cache, none, &game, &error), QD_YES);
    game_cache_unlock(world->app.cache, game);
    assert_int_equal(game_cache_lock(world->app.cache, id[0], &game, &error), QD_YES);
    assert_int_equal(game->start_moves, 0);
    game_cache_unlock(world->app.cache, game);
}

static void test_room(void **state) {
    struct small_app *world = *state;
    struct store_game game = small_game(app_now());
    char old[SECRET_ID + 1], young[SECRET_ID + 1];
    qd_error error = {0};
    world->app.most_games = 2;
    small_game_add(world, app_now() - (int64_t)100 * DAY, old);
    small_game_add(world, app_now(), young);
    assert_int_equal(retention_store(&world->app, &game, &error), QD_YES);
    assert_false(there(world, old));
    assert_true(there(world, young));
    store_game_free(&game);
    game = small_game(app_now());
    assert_int_equal(retention_store(&world->app, &game, &error), QD_NO);
    assert_int_equal(error.status, QD_NO);
    assert_non_null(strstr(error.message, "2 games"));
    assert_false(there(world, game.id));
    store_game_free(&game);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_goes_in_time, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_goes_in_steps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_open_games_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_games_in_use_stay, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_opening_touches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_moving_touches, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_sweeps, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_strangers_push_nobody_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Games go when nobody has touched them for long enough, and not before; never one that somebody
 * has open; and no more are kept than may be. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "create.h"
#include "keep.h"
#include "mhd.h"

enum { DAY = 24 * 3600 * 1000, KEPT = 30 };

static const int64_t begin = 1700000000000;

/* Streams only begin and end here: nothing is read from them. */
struct MHD_Response {
    MHD_ContentReaderFreeCallback forget;
    void *context;
};

static struct MHD_Response *create_response(uint64_t size, size_t block,
                                            MHD_ContentReaderCallback read, void *context,
                                            MHD_ContentReaderFreeCallback forget) {
    (void)size;
    (void)block;
    (void)read;
    struct MHD_Response *response = calloc(1, sizeof *response);
    *response = (struct MHD_Response){.forget = forget, .context = context};
    return response;
}

struct world {
    struct mhd mhd;
    struct app app;
};

static int set_up(void **state) {
    struct world *world = calloc(1, sizeof *world);
    qd_error error = {0};
    world->mhd.create_response_from_callback = create_response;
    world->app.store = store_open("sqlite::memory:", &error);
    world->app.events = events_new(&world->mhd);
    world->app.lives = lives_new(world->app.store, 10);
    world->app.keep_ms = (int64_t)KEPT * DAY;
    *state = world;
    return world->app.store ? 0 : -1;
}

static int tear_down(void **state) {
    struct world *world = *state;
    events_stop(world->app.events);
    lives_free(world->app.lives);
    store_close(world->app.store);
    events_free(world->app.events);
    free(world);
    return 0;
}

static struct store_game new_game(int64_t created) {
    static const char tower[] = "3 2 1 | |\n";
    struct source source = {.name = "text", .data = tower, .size = sizeof tower - 1};
    qd_error error = {0};
    struct session *session = session_open(&source, NULL, NULL, &error);
    struct store_game game;
    assert_non_null(session);
    create_begin(&game, session);
    session_free(session);
    game.created = created;
    game.seat_count = 1;
    return game;
}

/* Keeps a game that was created then. */
static void add(struct world *world, int64_t created, char id[SECRET_ID + 1]) {
    struct store_game game = new_game(created);
    qd_error error = {0};
    assert_int_equal(store_create(world->app.store, &game, 0, &error), QD_YES);
    memcpy(id, game.id, SECRET_ID + 1);
    store_game_free(&game);
}

static bool there(struct world *world, const char *id) {
    struct store_game game;
    qd_error error = {0};
    qd_status status = store_load(world->app.store, id, &game, &error);
    assert_int_not_equal(status, QD_FAILURE);
    store_game_free(&game);
    return status == QD_YES;
}

static void test_goes_in_time(void **state) {
    struct world *world = *state;
    char old[SECRET_ID + 1], young[SECRET_ID + 1];
    add(world, begin, old);
    add(world, begin + DAY, young);
    keep_beat(&world->app, begin + (int64_t)KEPT * DAY + STORE_GRAIN);
    assert_true(there(world, old));
    keep_beat(&world->app, begin + (int64_t)KEPT * DAY + STORE_GRAIN + 1);
    assert_false(there(world, old));
    assert_true(there(world, young));
    world->app.keep_ms = 0;
    keep_beat(&world->app, begin + (int64_t)10000 * DAY);
    assert_true(there(world, young));
}

/* In steps: each beat does a part, and says that there is more. */
static void test_goes_in_steps(void **state) {
    struct world *world = *state;
    char id[70][SECRET_ID + 1];
    int64_t now = begin + (int64_t)100 * DAY;
    size_t left = 70;
    for (int i = 0; i < 70; i++)
        add(world, begin + i, id[i]);
    for (int beats = 1; left > 0; beats++) {
        bool more = keep_beat(&world->app, now);
        size_t before = left;
        left = 0;
        for (int i = 0; i < 70; i++)
            left += there(world, id[i]);
        assert_true(before > left && before - left <= 20);
        assert_true(more || left == 0);
        assert_in_range(beats, 1, 4);
    }
}

static void test_open_games_stay(void **state) {
    struct world *world = *state;
    struct MHD_Connection *nobody = NULL;
    char id[SECRET_ID + 1];
    int64_t late = begin + (int64_t)50 * DAY;
    add(world, begin, id);
    struct MHD_Response *response = events_answer(events_begin(world->app.events, nobody, id));
    keep_beat(&world->app, late);
    assert_true(there(world, id));
    response->forget(response->context);
    free(response);
    keep_beat(&world->app, late + (int64_t)KEPT * DAY); /* it was touched while it was open */
    assert_true(there(world, id));
    keep_beat(&world->app, late + (int64_t)KEPT * DAY + STORE_GRAIN + 1);
    assert_false(there(world, id));
}

static void test_games_in_use_stay(void **state) {
    struct world *world = *state;
    struct live *live, *again;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    int64_t late = begin + (int64_t)50 * DAY;
    add(world, begin, id);
    assert_int_equal(lives_take(world->app.lives, id, &live, &error), QD_YES);
    keep_beat(&world->app, late);
    lives_leave(world->app.lives, live);
    keep_beat(&world->app, late); /* somebody looked a moment ago */
    assert_true(there(world, id));
    lives_forget(world->app.lives, id);
    keep_beat(&world->app, late);
    assert_false(there(world, id));
    assert_int_equal(lives_take(world->app.lives, id, &again, &error), QD_NO);
}

/* A stream that begins counts as a touch, at this very moment. */
static void test_opening_touches(void **state) {
    struct world *world = *state;
    struct live *live;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    int64_t now = app_now();
    add(world, now - (int64_t)100 * DAY, id);
    assert_int_equal(lives_take(world->app.lives, id, &live, &error), QD_YES);
    keep_opened(&world->app, live);
    lives_drop(world->app.lives, live);
    keep_beat(&world->app, now + DAY);
    assert_true(there(world, id));
}

/* Whoever asks for games that do not exist does not make others be read from the store again. */
static void test_strangers_push_nobody_out(void **state) {
    struct world *world = *state;
    struct live *live;
    char id[10][SECRET_ID + 1], none[SECRET_ID + 1];
    qd_error error = {0};
    for (int i = 0; i < 10; i++) {
        add(world, begin, id[i]);
        assert_int_equal(lives_take(world->app.lives, id[i], &live, &error), QD_YES);
        live->start_moves = 77; /* as no store has it */
        lives_leave(world->app.lives, live);
    }
    for (int i = 0; i < 20; i++) {
        secret_name(none, SECRET_ID);
        assert_int_equal(lives_take(world->app.lives, none, &live, &error), QD_NO);
    }
    for (int i = 0; i < 10; i++) {
        assert_int_equal(lives_take(world->app.lives, id[i], &live, &error), QD_YES);
        assert_int_equal(live->start_moves, 77);
        lives_leave(world->app.lives, live);
    }
    add(world, begin, none); /* an eleventh one takes the place of the first */
    assert_int_equal(lives_take(world->app.lives, none, &live, &error), QD_YES);
    lives_leave(world->app.lives, live);
    assert_int_equal(lives_take(world->app.lives, id[0], &live, &error), QD_YES);
    assert_int_equal(live->start_moves, 0);
    lives_leave(world->app.lives, live);
}

static void test_room(void **state) {
    struct world *world = *state;
    struct store_game game = new_game(app_now());
    char old[SECRET_ID + 1], young[SECRET_ID + 1];
    qd_error error = {0};
    world->app.most_games = 2;
    add(world, app_now() - (int64_t)100 * DAY, old);
    add(world, app_now(), young);
    assert_int_equal(keep_game(&world->app, &game, &error), QD_YES);
    assert_false(there(world, old));
    assert_true(there(world, young));
    store_game_free(&game);
    game = new_game(app_now());
    assert_int_equal(keep_game(&world->app, &game, &error), QD_NO);
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
        cmocka_unit_test_setup_teardown(test_strangers_push_nobody_out, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A store keeps what it was given, across a close; versions decide who was first; an open seat is
 * taken once; another server is kept out, or notified of changes. QUANDARY_TEST_STORE may have the
 * URL of another store to test (tests/with-postgres.py). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/thread.h"
#include "server/store/store.h"
#include "tests/support/temporary.h"

struct world {
    char folder[64], url[256];
    bool own; /* a file of this test */
    struct store *store;
    struct store *other; /* of another server, if the store is shared; else the same */
};

static int set_up(void **state) {
    struct world *world = calloc(1, sizeof *world);
    const char *given = getenv("QUANDARY_TEST_STORE");
    qd_error error = {0};
    assert_true(temporary_folder(world->folder, sizeof world->folder, "store"));
    world->own = !given || !*given;
    snprintf(world->url, sizeof world->url, world->own ? "sqlite:%s/deep/games.sqlite" : "%s",
             world->own ? world->folder : given);
    world->store = store_open(world->url, &error);
    if (!world->store)
        print_error("%s\n", error.message);
    *state = world;
    if (!world->store)
        return -1;
    world->other = store_is_shared(world->store) ? store_open(world->url, &error) : world->store;
    return world->other ? 0 : -1;
}

static void remove_file(const struct world *world, const char *name) {
    char path[160];
    snprintf(path, sizeof path, "%s/%s", world->folder, name);
    remove(path);
}

static int tear_down(void **state) {
    struct world *world = *state;
    if (world->other != world->store)
        store_close(world->other);
    store_close(world->store);
    remove_file(world, "deep/games.sqlite");
    remove_file(world, "deep/games.sqlite-wal");
    remove_file(world, "deep/games.sqlite-shm");
    remove_file(world, "deep");
    rmdir(world->folder);
    free(world);
    return 0;
}

static void reopen(struct world *world) {
    qd_error error = {0};
    bool alone = world->other == world->store;
    store_close(world->store);
    world->store = store_open(world->url, &error);
    assert_non_null(world->store);
    if (alone)
        world->other = world->store;
}

static struct store_game sample_game(void) {
    struct store_game game = {.puzzle = "flows", .created = 1234567890123, .seat_count = 3};
    secret_name(game.id, SECRET_ID);
    secret_token(game.invite);
    game.start = strdup("{\"quandary_game\": 1, \"start\": \"it's \\\"quoted\\\"; \xc3\xa4\"}");
    game.seats[0] = (struct store_seat){.kind = STORE_PERSON, .name = "O'Neill"};
    game.seats[1] = (struct store_seat){.kind = STORE_OPEN};
    game.seats[2] = (struct store_seat){.kind = STORE_ENGINE, .level = "strong"};
    game.token_count = 1;
    secret_hash("token", game.tokens[0].hash);
    game.tokens[0].seats = 1;
    game.tokens[0].owner = true;
    return game;
}

static void create(struct world *world, const struct store_game *game) {
    qd_error error = {0};
    assert_int_equal(store_create(world->store, game, 0, &error), QD_YES);
}

static qd_status append_to(struct store *store, const char *id, uint64_t expected, const char *text,
                           const struct store_change *change, uint64_t *present) {
    qd_error error = {0};
    char copy[64];
    snprintf(copy, sizeof copy, "%s", text);
    struct store_entry entry = {.time = 99, .seat = 1, .kind = STORE_MOVE, .text = copy};
    return store_append(store, id, expected, &entry, 1, change, present, &error);
}

static qd_status append(struct world *world, const char *id, uint64_t expected, const char *text,
                        const struct store_change *change, uint64_t *present) {
    return append_to(world->store, id, expected, text, change, present);
}

static void test_keeps_games(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game(), seen;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    create(world, &game);
    reopen(world);
    assert_int_equal(store_load(world->store, game.id, &seen, &error), QD_YES);
    assert_string_equal(seen.id, game.id);
    assert_string_equal(seen.puzzle, "flows");
    assert_string_equal(seen.start, game.start);
    assert_string_equal(seen.invite, game.invite);
    assert_int_equal(seen.created, game.created);
    assert_int_equal(seen.seat_count, 3);
    assert_string_equal(seen.seats[0].name, "O'Neill");
    assert_int_equal(seen.seats[1].kind, STORE_OPEN);
    assert_string_equal(seen.seats[2].level, "strong");
    assert_int_equal(seen.token_count, 1);
    assert_memory_equal(seen.tokens[0].hash, game.tokens[0].hash, SECRET_HASH);
    assert_true(seen.tokens[0].owner);
    assert_int_equal(store_invited(world->store, game.invite, id, &error), QD_YES);
    assert_string_equal(id, game.id);
    assert_int_equal(store_invited(world->store, "nobody", id, &error), QD_NO);
    store_game_free(&seen);
    assert_int_equal(store_load(world->store, "AAAAAAAAAAAA", &seen, &error), QD_NO);
    store_game_free(&game);
}

static void test_versions(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game();
    struct store_entries entries;
    uint64_t present;
    qd_error error = {0};
    create(world, &game);
    assert_int_equal(append(world, game.id, 0, "a", NULL, &present), QD_YES);
    assert_int_equal(append(world, game.id, 0, "b", NULL, &present), QD_NO);
    assert_int_equal(present, 1);
    assert_int_equal(append(world, game.id, 2, "b", NULL, &present), QD_NO);
    assert_int_equal(append(world, game.id, 1, "c", NULL, &present), QD_YES);
    assert_int_equal(append(world, "AAAAAAAAAAAA", 0, "c", NULL, &present), QD_NO);
    assert_true(present == STORE_GONE);
    reopen(world);
    assert_int_equal(store_since(world->store, game.id, 0, 10, &entries, &error), QD_YES);
    assert_int_equal(entries.count, 2);
    assert_int_equal(entries.entry[0].version, 1);
    assert_string_equal(entries.entry[0].text, "a");
    assert_string_equal(entries.entry[1].text, "c");
    assert_int_equal(entries.entry[1].time, 99);
    store_entries_free(&entries);
    assert_int_equal(store_since(world->store, game.id, 1, 10, &entries, &error), QD_YES);
    assert_int_equal(entries.count, 1);
    store_entries_free(&entries);
    assert_int_equal(store_since(world->store, game.id, 0, 1, &entries, &error), QD_YES);
    assert_int_equal(entries.count, 1);
    store_entries_free(&entries);
    store_game_free(&game);
}

static void test_seats_change_once(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game(), seen;
    struct store_token token = {.seats = 2};
    struct store_change change = {.seat = 2, .now = {.name = "Bob"}, .token = &token};
    uint64_t present;
    qd_error error = {0};
    secret_hash("other", token.hash);
    create(world, &game);
    assert_int_equal(append(world, game.id, 0, "Bob", &change, &present), QD_YES);
    assert_int_equal(append(world, game.id, 1, "Bob", &change, &present), QD_NO);
    assert_int_equal(present, 1); /* not the expected version */
    assert_int_equal(append(world, game.id, 1, "next", NULL, &present), QD_YES);
    assert_int_equal(store_load(world->store, game.id, &seen, &error), QD_YES);
    assert_int_equal(seen.seats[1].kind, STORE_PERSON);
    assert_string_equal(seen.seats[1].name, "Bob");
    assert_int_equal(seen.token_count, 2);
    assert_memory_equal(seen.tokens[1].hash, token.hash, SECRET_HASH);
    store_game_free(&seen);
    store_game_free(&game);
}

struct racer {
    struct store *store;
    const char *id;
    unsigned won;
};

static void race(void *context) {
    struct racer *racer = context;
    uint64_t version = 0, present;
    while (version < 200) {
        qd_status status = append_to(racer->store, racer->id, version, "x", NULL, &present);
        racer->won += status == QD_YES;
        version = status == QD_YES ? version + 1 : present;
    }
}

/* Four threads, of two servers if the store can be shared, append to one game: each version has
 * exactly one winner. */
static void test_race(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game();
    struct racer racers[4];
    struct thread threads[4];
    unsigned won = 0;
    create(world, &game);
    for (int i = 0; i < 4; i++) {
        racers[i] = (struct racer){.store = i % 2 ? world->other : world->store, .id = game.id};
        assert_true(thread_start(&threads[i], race, &racers[i]));
    }
    for (int i = 0; i < 4; i++) {
        thread_join(&threads[i]);
        won += racers[i].won;
    }
    assert_in_range(won, 200, 203); /* the last of each may come after version 200 */
    struct store_entries entries;
    qd_error error = {0};
    assert_int_equal(store_since(world->store, game.id, 0, 1000, &entries, &error), QD_YES);
    assert_int_equal(entries.count, won);
    store_entries_free(&entries);
    store_game_free(&game);
}

/* ---- what is kept ---- */

static bool lists(struct store *store, int64_t before, const char *id) {
    struct store_old *old = calloc(1, sizeof *old);
    qd_error error = {0};
    bool found = false;
    assert_int_equal(store_old(store, before, old, &error), QD_YES);
    for (size_t i = 0; i < old->count; i++) {
        assert_true(old->game[i].touched < before);
        assert_true(i == 0 || old->game[i - 1].touched <= old->game[i].touched);
        found |= strcmp(old->game[i].id, id) == 0;
    }
    free(old);
    return found;
}

static qd_status append_at(struct world *world, const char *id, uint64_t version, int64_t time) {
    qd_error error = {0};
    uint64_t present;
    char text[] = "x";
    struct store_entry entry = {.time = time, .seat = 1, .kind = STORE_MOVE, .text = text};
    return store_append(world->store, id, version, &entry, 1, NULL, &present, &error);
}

/* The time of the last touch is that of an entry, at most STORE_GRAIN before the last one. */
static void test_touched(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game();
    const int64_t hour = STORE_GRAIN, begin = game.created;
    qd_error error = {0};
    create(world, &game);
    assert_false(lists(world->store, begin, game.id));
    assert_true(lists(world->store, begin + 1, game.id));
    assert_int_equal(append_at(world, game.id, 0, begin + hour), QD_YES); /* not worth writing */
    assert_true(lists(world->store, begin + 1, game.id));
    assert_int_equal(append_at(world, game.id, 1, begin + hour + 5), QD_YES);
    assert_false(lists(world->store, begin + hour + 5, game.id));
    assert_true(lists(world->other, begin + hour + 6, game.id));
    assert_int_equal(store_touch(world->store, game.id, begin, begin + 9 * hour, &error), QD_NO);
    assert_int_equal(store_touch(world->store, game.id, begin + 2 * hour, begin + 9 * hour, &error),
                     QD_YES);
    assert_int_equal(store_touch(world->store, "AAAAAAAAAAAA", begin, begin, &error), QD_NO);
    reopen(world);
    assert_false(lists(world->store, begin + 9 * hour, game.id));
    assert_true(lists(world->store, begin + 9 * hour + 1, game.id));
    store_game_free(&game);
}

/* The oldest come first, whatever their order in the store is. */
static void test_oldest_first(void **state) {
    struct world *world = *state;
    enum { COUNT = 12 };
    struct store_old *old = calloc(1, sizeof *old);
    qd_error error = {0};
    for (int i = 0; i < COUNT; i++) {
        struct store_game game = sample_game();
        game.created = i * 5 % COUNT;
        create(world, &game);
        store_game_free(&game);
    }
    assert_int_equal(store_old(world->store, COUNT, old, &error), QD_YES);
    assert_int_equal(old->count, COUNT);
    for (int i = 0; i < COUNT; i++) {
        assert_int_equal(old->game[i].touched, i);
        assert_int_equal(store_remove(world->store, old->game[i].id, COUNT, &error), QD_YES);
    }
    free(old);
}

static void sweep_all(struct store *store) {
    qd_error error = {0};
    qd_status status;
    while ((status = store_sweep(store, &error)) == QD_YES)
        ;
    assert_int_equal(status, QD_NO);
}

/* More entries than are swept at a time, and another game beside it that loses nothing. */
static void test_removed(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game(), other = sample_game(), seen;
    struct store_entries entries;
    uint64_t present;
    char id[SECRET_ID + 1];
    qd_error error = {0};
    create(world, &game);
    create(world, &other);
    for (uint64_t version = 0; version < STORE_SWEPT + 100; version++)
        assert_int_equal(append(world, game.id, version, "x", NULL, &present), QD_YES);
    assert_int_equal(append(world, other.id, 0, "x", NULL, &present), QD_YES);
    assert_int_equal(store_remove(world->store, game.id, game.created, &error), QD_NO);
    assert_int_equal(store_remove(world->store, game.id, game.created + 1, &error), QD_YES);
    assert_int_equal(store_remove(world->store, game.id, game.created + 1, &error), QD_NO);
    assert_int_equal(store_load(world->other, game.id, &seen, &error), QD_NO);
    assert_int_equal(store_invited(world->other, game.invite, id, &error), QD_NO);
    assert_int_equal(append_to(world->other, game.id, STORE_SWEPT + 100, "x", NULL, &present),
                     QD_NO);
    assert_true(present == STORE_GONE);
    assert_int_equal(store_sweep(world->store, &error), QD_YES);
    reopen(world); /* what is left is found again */
    sweep_all(world->store);
    assert_int_equal(store_since(world->store, game.id, 0, 10, &entries, &error), QD_YES);
    assert_int_equal(entries.count, 0);
    store_entries_free(&entries);
    assert_int_equal(store_since(world->store, other.id, 0, 10, &entries, &error), QD_YES);
    assert_int_equal(entries.count, 1);
    store_entries_free(&entries);
    store_game_free(&game);
    store_game_free(&other);
}

/* The number of games, found by trying limits. */
static uint64_t count_games(struct world *world) {
    for (uint64_t most = 1;; most++) {
        struct store_game game = sample_game();
        qd_error error = {0};
        qd_status status = store_create(world->store, &game, most, &error);
        if (status == QD_YES)
            assert_int_equal(store_remove(world->other, game.id, INT64_MAX, &error), QD_YES);
        store_game_free(&game);
        if (status == QD_YES)
            return most - 1;
        assert_int_equal(status, QD_NO);
    }
}

static void test_room(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game(), more = sample_game();
    qd_error error = {0};
    uint64_t before = count_games(world);
    create(world, &game);
    assert_int_equal(count_games(world), before + 1);
    assert_int_equal(store_create(world->other, &more, before + 1, &error), QD_NO);
    reopen(world);
    assert_int_equal(count_games(world), before + 1);
    assert_int_equal(store_remove(world->store, game.id, game.created + 1, &error), QD_YES);
    assert_int_equal(store_remove(world->store, game.id, game.created + 1, &error), QD_NO);
    assert_int_equal(count_games(world), before);
    sweep_all(world->store);
    store_game_free(&game);
    store_game_free(&more);
}

static void test_one_server(void **state) {
    struct world *world = *state;
    qd_error error = {0};
    if (store_is_shared(world->store))
        skip();
    assert_null(store_open(world->url, &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_non_null(strstr(error.message, "in use"));
}

/* What a watcher has heard. */
struct told {
    struct mutex lock;
    struct condition more;
    char id[SECRET_ID + 1];
    unsigned calls;
    uint64_t version;
};

static void hear(void *context, const char *id, uint64_t now) {
    struct told *told = context;
    mutex_lock(&told->lock);
    snprintf(told->id, sizeof told->id, "%s", id ? id : "");
    told->version = now;
    told->calls++;
    condition_broadcast(&told->more);
    mutex_unlock(&told->lock);
}

static void wait_for(struct told *told, uint64_t version) {
    mutex_lock(&told->lock);
    while (told->version != version)
        condition_wait(&told->more, &told->lock);
    mutex_unlock(&told->lock);
}

/* A server hears of another server's changes, and only of those. */
static void test_told_of_others(void **state) {
    struct world *world = *state;
    struct store_game game = sample_game();
    struct told told = {0};
    struct store_change taken = {.seat = 1};
    uint64_t present;
    if (!store_is_shared(world->store)) {
        store_game_free(&game);
        skip();
    }
    mutex_init(&told.lock);
    condition_init(&told.more);
    store_watch(world->store, hear, &told);
    create(world, &game);
    assert_int_equal(append_to(world->other, game.id, 0, "a", NULL, &present), QD_YES);
    wait_for(&told, 1);
    assert_string_equal(told.id, game.id);
    assert_int_equal(append(world, game.id, 1, "own", NULL, &present), QD_YES);
    assert_int_equal(append_to(world->other, game.id, 1, "late", NULL, &present), QD_NO);
    assert_int_equal(append_to(world->other, game.id, 2, "taken", &taken, &present), QD_NO);
    assert_int_equal(append_to(world->other, game.id, 2, "b", NULL, &present), QD_YES);
    wait_for(&told, 3);
    assert_int_equal(told.calls, 2);
    qd_error error = {0};
    assert_int_equal(store_remove(world->other, game.id, game.created, &error), QD_NO);
    assert_int_equal(store_remove(world->other, game.id, INT64_MAX, &error), QD_YES);
    wait_for(&told, STORE_GONE);
    assert_string_equal(told.id, game.id);
    assert_int_equal(told.calls, 3);
    store_close(world->store); /* ends the watching */
    world->store = world->other;
    mutex_destroy(&told.lock);
    condition_destroy(&told.more);
    store_game_free(&game);
}

static void test_bad_urls(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(store_open("games.sqlite", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(store_open("mysql:x", &error));
    assert_null(store_open("sqlite:/proc/nothing/here", &error));
    assert_int_equal(error.status, QD_FAILURE);
    assert_null(store_open("postgresql://nobody@/none?host=/proc/nothing", &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(test_keeps_games, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_versions, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_seats_change_once, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_race, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_touched, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_oldest_first, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_removed, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_room, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_one_server, set_up, tear_down),
        cmocka_unit_test_setup_teardown(test_told_of_others, set_up, tear_down),
        cmocka_unit_test(test_bad_urls),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

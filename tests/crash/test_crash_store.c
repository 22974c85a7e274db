/* The store of games: after any crash it opens, and holds every change that was acknowledged and no
 * half of another. Leaving out any of its syncs makes this fail. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <sqlite3.h>

#include "base/buf.h"
#include "base/mem.h"
#include "server/store/store.h"
#include "tests/crash/crash_disk.h"
#include "tests/crash/crash_vfs.h"
#include "tests/support/temporary.h"

enum { MOST_STATES = 8, MOST_CHANGES = 32, GAMES = 3, INSPECT_EVERY = 8 };

struct world {
    char folder[64], url[128];
    struct store_game game[GAMES];
    char *content[MOST_CHANGES]; /* the store as text, after each change */
    unsigned changes;
    unsigned opened; /* stores, after crashes */
    struct crash_log *log;
    struct store *store;
};

static int make_world(void **state) {
    struct world *world = MEM_NEW(struct world);
    *state = world;
    if (!temporary_folder(world->folder, sizeof world->folder, "store"))
        return -1;
    snprintf(world->url, sizeof world->url, "sqlite:%s/deep/games.sqlite", world->folder);
    for (int i = 0; i < GAMES; i++) {
        struct store_game *game = &world->game[i];
        *game = (struct store_game){
            .puzzle = "hanoi", .created = 1000 + i, .seat_count = 2, .token_count = 1};
        secret_name(game->id, SECRET_ID);
        secret_token(game->invite);
        game->start = mem_new(7000, 1); /* more than a page */
        memset(game->start, 'a' + i, (size_t)(i == 1 ? 6999 : 40));
        game->seats[1].kind = STORE_OPEN;
        secret_hash("token", game->tokens[0].hash);
    }
    return 0;
}

static int remove_world(void **state) {
    struct world *world = *state;
    static const char *const names[] = {"/deep/games.sqlite", "/deep/games.sqlite-wal", "/deep",
                                        ""};
    crash_disk_record(NULL);
    crash_vfs_record(NULL);
    store_close(world->store);
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        char path[128];
        snprintf(path, sizeof path, "%s%s", world->folder, names[i]);
        remove(path);
    }
    for (unsigned i = 0; i < world->changes; i++)
        free(world->content[i]);
    for (int i = 0; i < GAMES; i++)
        store_game_free(&world->game[i]);
    if (world->log)
        crash_log_free(world->log);
    free(world);
    return 0;
}

/* ---- what a store holds, as text ---- */

static void print_game(struct store *store, const char *id, struct buf *out) {
    struct store_game game;
    struct store_entries entries;
    if (store_load(store, id, &game, NULL) == QD_YES) {
        buf_printf(out, "game %s %s %s %lld", id, game.start, game.invite, (long long)game.created);
        for (unsigned i = 0; i < game.seat_count; i++)
            buf_printf(out, " seat %d '%s'", game.seats[i].kind, game.seats[i].name);
        buf_printf(out, " %u tokens\n", game.token_count);
        store_game_free(&game);
    }
    if (store_since(store, id, 0, 1000, &entries, NULL) == QD_YES)
        for (size_t i = 0; i < entries.count; i++)
            buf_printf(out, "%s %llu %s\n", id, (unsigned long long)entries.entry[i].version,
                       entries.entry[i].text);
    store_entries_free(&entries);
}

static char *print_store(const struct world *world, struct store *store) {
    struct buf out = {0};
    struct store_old *old = MEM_NEW(struct store_old);
    for (int i = 0; i < GAMES; i++)
        print_game(store, world->game[i].id, &out);
    store_old(store, INT64_MAX, old, NULL);
    for (size_t i = 0; i < old->count; i++)
        buf_printf(&out, "%s touched %lld\n", old->game[i].id, (long long)old->game[i].touched);
    free(old);
    return buf_take(&out);
}

/* ---- what is done to it ---- */

static void acknowledge(struct world *world) {
    crash_log_acknowledge(world->log);
    world->content[world->changes++] = print_store(world, world->store);
}

static void append(struct world *world, int game, uint64_t version, int count, bool joins) {
    struct store_entry entry[4] = {0};
    char text[4][16];
    struct store_change change = {.seat = 2, .now = {.kind = STORE_PERSON, .name = "she"}};
    uint64_t present;
    for (int i = 0; i < count; i++) {
        snprintf(text[i], sizeof text[i], "move %d", (int)version + i);
        entry[i] = (struct store_entry){.time = 5000 * 1000, .seat = 1, .text = text[i]};
    }
    assert_int_equal(store_append(world->store, world->game[game].id, version, entry, (size_t)count,
                                  joins ? &change : NULL, &present, NULL),
                     QD_YES);
    acknowledge(world);
}

static void create(struct world *world, int game) {
    assert_int_equal(store_create(world->store, &world->game[game], 0, NULL), QD_YES);
    acknowledge(world);
}

static void open_store(struct world *world) {
    qd_error error = {0};
    world->store = store_open(world->url, &error);
    if (!world->store)
        fail_msg("%s", error.message);
}

static void reopen(struct world *world) {
    store_close(world->store);
    open_store(world);
}

static void change_it(struct world *world) {
    world->content[world->changes++] = mem_text("");
    open_store(world);
    create(world, 0);
    append(world, 0, 0, 1, false);
    append(world, 0, 1, 3, true);
    create(world, 1);
    reopen(world);
    append(world, 1, 0, 2, false);
    create(world, 2);
    assert_int_equal(store_touch(world->store, world->game[2].id, 9000, 9000, NULL), QD_YES);
    acknowledge(world);
    assert_int_equal(store_remove(world->store, world->game[0].id, INT64_MAX, NULL), QD_YES);
    acknowledge(world);
    assert_int_equal(store_sweep(world->store, NULL), QD_YES);
    acknowledge(world);
    store_close(world->store);
    world->store = NULL;
}

/* ---- what a crash has left ---- */

static bool is_sound(const char *path) {
    sqlite3 *base = NULL;
    sqlite3_stmt *statement = NULL;
    bool sound =
        sqlite3_open(path, &base) == SQLITE_OK &&
        sqlite3_exec(base, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL) == SQLITE_OK &&
        sqlite3_prepare_v2(base, "PRAGMA integrity_check", -1, &statement, NULL) == SQLITE_OK &&
        sqlite3_step(statement) == SQLITE_ROW &&
        strcmp((const char *)sqlite3_column_text(statement, 0), "ok") == 0;
    sqlite3_finalize(statement);
    sqlite3_close(base);
    return sound;
}

static bool holds_what_was_acknowledged(void *context, const char *folder, unsigned acknowledged) {
    struct world *world = context;
    char url[512];
    qd_error error = {0};
    snprintf(url, sizeof url, "sqlite:%s/deep/games.sqlite", folder);
    struct store *store = store_open(url, &error);
    if (!store) {
        print_message("%s\n", error.message);
        return false;
    }
    char *found = print_store(world, store);
    store_close(store);
    unsigned next = acknowledged + 1 < world->changes ? acknowledged + 1 : acknowledged;
    bool good = strcmp(found, world->content[acknowledged]) == 0 ||
                strcmp(found, world->content[next]) == 0;
    if (!good)
        print_message("found:\n%s", found);
    free(found);
    return good && (++world->opened % INSPECT_EVERY != 0 || is_sound(strchr(url, ':') + 1));
}

static void every_acknowledged_change_survives(void **state) {
    struct world *world = *state;
    world->log = crash_log_new(world->folder);
    crash_disk_record(world->log);
    crash_vfs_record(world->log);
    change_it(world);
    crash_disk_record(NULL);
    crash_vfs_record(NULL);
    struct crash_counts counts =
        crash_log_replay(world->log, MOST_STATES, holds_what_was_acknowledged, world);
    print_message("%zu operations, %zu syncs, %zu states, %zu different\n", counts.operations,
                  crash_log_syncs(world->log), counts.states, counts.different);
    assert_false(counts.failed);
    assert_true(counts.states > 5000);
    assert_true(counts.different > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_acknowledged_change_survives, make_world,
                                        remove_world),
    };
    crash_vfs_install();
    return cmocka_run_group_tests(tests, NULL, NULL);
}

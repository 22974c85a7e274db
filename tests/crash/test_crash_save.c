/* A file that is replaced is the older or the newer one, whole, whenever the power goes; and
 * whichever call of the system fails, nothing is lost and the failure is told. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <dirent.h>
#include <errno.h>
#include <sys/stat.h>

#include "base/file.h"
#include "base/mem.h"
#include "session/session.h"
#include "tests/crash/crash_disk.h"
#include "tests/support/temporary.h"

enum { PIECE = 1000, MOST_STATES = 20000 };

/* A folder, the file in it, and what the file holds after each replacement; [0]: before the
 * first, NULL: there is none. */
struct world {
    char folder[64], path[96];
    const char *version[5];
    unsigned versions;
    char *large; /* some pieces of text */
};

static int make_world(void **state) {
    struct world *world = MEM_NEW(struct world);
    *state = world;
    if (!temporary_folder(world->folder, sizeof world->folder, "save"))
        return -1;
    snprintf(world->path, sizeof world->path, "%s/game", world->folder);
    world->large = mem_new(5 * PIECE + 1, 1);
    for (int i = 0; i < 5 * PIECE; i++)
        world->large[i] = (char)('a' + i % 23);
    return 0;
}

static int remove_world(void **state) {
    struct world *world = *state;
    crash_disk_reset();
    chmod(world->folder, 0700);
    unlink(world->path);
    int failed = rmdir(world->folder);
    free(world->large);
    free(world);
    return failed;
}

static bool holds(const char *path, const char *text) {
    struct source source;
    if (!text)
        return access(path, F_OK) != 0;
    if (!file_read(path, &source, NULL))
        return false;
    bool same = source.size == strlen(text) && memcmp(source.data, text, source.size) == 0;
    file_close(&source);
    return same;
}

static bool older_or_newer(void *context, const char *folder, unsigned acknowledged) {
    const struct world *world = context;
    char path[512];
    snprintf(path, sizeof path, "%s/game", folder);
    return holds(path, world->version[acknowledged]) ||
           (acknowledged + 1 < world->versions && holds(path, world->version[acknowledged + 1]));
}

static void replace(const struct world *world, const char *text) {
    qd_error error = {0};
    if (!file_replace(world->path, text, strlen(text), &error))
        fail_msg("%s: %s", error.file, error.message);
}

/* ---- power cuts ---- */

static void every_crash_leaves_the_older_or_the_newer_file(void **state) {
    struct world *world = *state;
    const char *versions[] = {NULL, "the first\n", world->large, "", "shorter again\n"};
    memcpy(world->version, versions, sizeof versions);
    world->versions = 5;
    struct crash_log *log = crash_log_new(world->folder);
    crash_disk_record(log);
    crash_disk_pieces(PIECE);
    for (unsigned i = 1; i < world->versions; i++) {
        replace(world, world->version[i]);
        crash_log_acknowledge(log);
    }
    crash_disk_record(NULL);
    struct crash_counts counts = crash_log_replay(log, MOST_STATES, older_or_newer, world);
    print_message("%zu operations, %zu states, %zu different\n", counts.operations, counts.states,
                  counts.different);
    assert_false(counts.failed);
    assert_int_equal(crash_log_syncs(log), 8);
    assert_true(counts.states > 5000);
    assert_true(counts.different > 1000);
    crash_log_free(log);
}

/* ---- the replay itself finds what it is there for ---- */

static void write_in_place(struct crash_log *log, const struct world *world) {
    int file = crash_log_open(log, world->path);
    crash_log_truncate(log, file, 0);
    crash_log_write(log, file, 0, "newer\n", 6);
    crash_log_sync(log, file);
}

static void rename_it(struct crash_log *log, const struct world *world, bool sync, bool folder) {
    char beside[128];
    snprintf(beside, sizeof beside, "%s.new", world->path);
    int file = crash_log_open(log, beside);
    crash_log_write(log, file, 0, "newer\n", 6);
    if (sync)
        crash_log_sync(log, file);
    crash_log_rename(log, beside, world->path);
    if (folder)
        crash_log_sync_folder(log, world->folder);
}

static void careless_writers_are_found(void **state) {
    struct world *world = *state;
    world->version[0] = "older\n";
    world->version[1] = "newer\n";
    world->versions = 2;
    replace(world, "older\n");
    for (int way = 0; way < 4; way++) {
        struct crash_log *log = crash_log_new(world->folder);
        if (way == 0)
            write_in_place(log, world);
        else
            rename_it(log, world, way != 1, way != 2);
        crash_log_acknowledge(log);
        bool failed = crash_log_replay(log, MOST_STATES, older_or_newer, world).failed;
        assert_int_equal(failed, way < 3); /* the last way is the right one */
        crash_log_free(log);
    }
}

/* A game that is saved through a session: what opens again is a whole game. */
static bool opens(void *context, const char *folder, unsigned acknowledged) {
    (void)context;
    char path[512];
    struct source source;
    snprintf(path, sizeof path, "%s/game", folder);
    if (acknowledged == 0 && access(path, F_OK) != 0)
        return true;
    if (!file_read(path, &source, NULL))
        return false;
    struct session *session = session_open(&source, NULL, NULL, NULL, NULL);
    bool good = session && session_moves(session)->count >= (acknowledged ? acknowledged - 1 : 0) &&
                session_moves(session)->count <= acknowledged;
    session_free(session);
    file_close(&source);
    return good;
}

static void every_crash_leaves_a_game_that_opens(void **state) {
    struct world *world = *state;
    static const char *const moves[] = {"0>2", "0>1", "2>1", "0>2"};
    struct source source = {.name = "tower", .data = "3 2 1 | |\n", .size = 10};
    struct session *session = session_open(&source, NULL, NULL, NULL, NULL);
    assert_non_null(session);
    struct crash_log *log = crash_log_new(world->folder);
    crash_disk_record(log);
    crash_disk_pieces(30);
    for (int i = 0; i <= 4; i++) {
        assert_true(session_save(session, world->path, NULL));
        crash_log_acknowledge(log);
        if (i < 4)
            assert_int_equal(session_move(session, moves[i], NULL, NULL), QD_YES);
    }
    crash_disk_record(NULL);
    session_free(session);
    struct crash_counts counts = crash_log_replay(log, MOST_STATES, opens, NULL);
    print_message("%zu operations, %zu states, %zu different\n", counts.operations, counts.states,
                  counts.different);
    assert_false(counts.failed);
    assert_true(counts.states > 2000);
    crash_log_free(log);
}

/* ---- calls that fail ---- */

static int files_in(const char *folder) {
    DIR *dir = opendir(folder);
    int count = 0;
    for (const struct dirent *entry; dir && (entry = readdir(dir));)
        count += entry->d_name[0] != '.';
    closedir(dir);
    return count;
}

/* Has a call fail. Returns false if there are fewer calls. */
static bool fail_at(const struct world *world, long call, int reason, bool *done) {
    qd_error error = {0};
    crash_disk_fail(0, 0);
    replace(world, "older\n");
    crash_disk_fail(call, reason);
    *done = file_replace(world->path, world->large, strlen(world->large), &error);
    bool reached = crash_disk_calls() >= call;
    crash_disk_fail(0, 0);
    assert_true(holds(world->path, world->large) || (!*done && holds(world->path, "older\n")));
    assert_int_equal(files_in(world->folder), 1);
    if (*done)
        return reached;
    assert_int_equal(error.status, QD_FAILURE); /* exit 4 */
    assert_string_equal(error.file, world->path);
    if (!strstr(error.message, strerror(reason)))
        fail_msg("call %ld: '%s' does not say '%s'", call, error.message, strerror(reason));
    return reached;
}

static void whatever_fails_nothing_is_lost(void **state) {
    static const int reasons[] = {ENOSPC, EIO, EROFS, EDQUOT};
    const struct world *world = *state;
    int failures = 0;
    crash_disk_pieces(PIECE);
    for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
        bool done;
        for (long call = 1; fail_at(world, call, reasons[i], &done); call++) {
            /* open, five writes, sync, close, rename; open and sync of the folder; closing that
             * one loses nothing */
            assert_int_equal(done, call == 12);
            failures += !done;
        }
        assert_true(done);
    }
    assert_int_equal(failures, 4 * 11);
}

/* A signal makes nothing fail; only opening is not tried again. */
static void signals_do_no_harm(void **state) {
    const struct world *world = *state;
    bool done;
    crash_disk_pieces(PIECE);
    for (long call = 2; fail_at(world, call, EINTR, &done); call++)
        assert_true(done || call == 9 || call == 10);
}

static void reading_goes_on_after_signals_and_short_reads(void **state) {
    struct world *world = *state;
    struct source source;
    replace(world, world->large);
    crash_disk_pieces(7);
    crash_disk_fail(3, EINTR);
    assert_true(file_read(world->path, &source, NULL));
    assert_true(crash_disk_calls() > 5 * PIECE / 7);
    assert_string_equal(source.data, world->large);
    file_close(&source);
}

static void reading_that_fails_is_a_failure(void **state) {
    struct world *world = *state;
    struct source source;
    qd_error error = {0};
    replace(world, world->large);
    crash_disk_pieces(PIECE);
    crash_disk_fail(4, EIO);
    assert_false(file_read(world->path, &source, &error));
    assert_int_equal(error.status, QD_FAILURE);
}

/* A folder without write permission (which does not stop root). */
static void a_folder_that_cannot_be_written_keeps_its_file(void **state) {
    struct world *world = *state;
    qd_error error = {0};
    replace(world, "older\n");
    chmod(world->folder, 0500);
    bool done = file_replace(world->path, "newer\n", 6, &error);
    chmod(world->folder, 0700);
    assert_int_equal(done, geteuid() == 0);
    assert_true(holds(world->path, done ? "newer\n" : "older\n"));
    assert_true(done || error.status == QD_FAILURE);
}

#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, make_world, remove_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD_TEST(every_crash_leaves_the_older_or_the_newer_file),
        WORLD_TEST(every_crash_leaves_a_game_that_opens),
        WORLD_TEST(whatever_fails_nothing_is_lost),
        WORLD_TEST(signals_do_no_harm),
        WORLD_TEST(reading_goes_on_after_signals_and_short_reads),
        WORLD_TEST(reading_that_fails_is_a_failure),
        WORLD_TEST(a_folder_that_cannot_be_written_keeps_its_file),
        WORLD_TEST(careless_writers_are_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

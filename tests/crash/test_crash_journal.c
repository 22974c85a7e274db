/* The journal of a rig: every line that was acknowledged before the power went is there afterwards,
 * and the journal can be opened and written again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include <errno.h>

#include "base/file.h"
#include "base/mem.h"
#include "rig/executor/journal.h"
#include "tests/crash/crash_disk.h"
#include "tests/support/temporary.h"

enum { PIECE = 7, MOST_STATES = 20000, MOST_LINES = 64 };

/* The lines of the journal as they were acknowledged, without their check and number. */
struct world {
    char folder[64], path[96];
    struct rig_config config;
    char *line[MOST_LINES];
    unsigned lines;
    struct crash_log *log;
    struct rig_journal journal;
};

static int make_world(void **state) {
    struct world *world = MEM_NEW(struct world);
    *state = world;
    if (!temporary_folder(world->folder, sizeof world->folder, "journal"))
        return -1;
    snprintf(world->path, sizeof world->path, "%s/journal", world->folder);
    rig_config_init(&world->config);
    world->config.journal = world->path;
    world->log = crash_log_new(world->folder);
    crash_disk_record(world->log);
    crash_disk_pieces(PIECE);
    return 0;
}

static int remove_world(void **state) {
    struct world *world = *state;
    crash_disk_reset();
    rig_journal_close(&world->journal);
    for (unsigned i = 0; i < world->lines; i++)
        free(world->line[i]);
    crash_log_free(world->log);
    unlink(world->path);
    int failed = rmdir(world->folder);
    free(world);
    return failed;
}

/* ---- writing, with notes of what was acknowledged ---- */

static void note(struct world *world, const char *text) {
    world->line[world->lines++] = mem_text(text);
    crash_log_acknowledge(world->log);
}

static void add(struct world *world, const char *text) {
    assert_true(rig_journal_add(&world->journal, "%s", text));
    note(world, text);
}

/* Opens it: two lines at once. */
static void open_journal(struct world *world, struct rig_recovery *recovery) {
    char message[256];
    if (!rig_journal_open(&world->journal, &world->config, recovery, message, sizeof message))
        fail_msg("%s", message);
    note(world, "rings 30 60 110");
    note(world, "run reset 0");
}

/* ---- looking at it after a crash ---- */

/* True if the text has these lines, in this order, each with a good check; others may stand
 * between them. */
static bool has_lines(char *text, char *const *line, unsigned count) {
    unsigned found = 0;
    for (char *at = strtok(text, "\n"); at && found < count; at = strtok(NULL, "\n")) {
        unsigned check;
        long number;
        int length = 0;
        if (sscanf(at, "%8x %ld %n", &check, &number, &length) == 2 && length > 0)
            found += strcmp(at + length, line[found]) == 0;
    }
    return found == count;
}

/* Zeros stand for what was lost; they may only follow what was acknowledged. */
static bool acknowledged_lines_are_there(const char *path, const struct world *world,
                                         unsigned acknowledged) {
    struct source source;
    if (acknowledged == 0)
        return true;
    if (!file_read(path, &source, NULL))
        return false;
    char *text = mem_new(source.size + 1, 1);
    for (size_t i = 0; i < source.size; i++)
        text[i] = source.data[i] ? source.data[i] : '?';
    file_close(&source);
    bool good = has_lines(text, world->line, acknowledged);
    free(text);
    return good;
}

/* Twice: what the first opening has written must be readable too. */
static bool opens_and_goes_on(const char *path, const struct world *world, unsigned acknowledged) {
    for (int i = 0; i < 2; i++) {
        struct rig_config config = world->config;
        struct rig_journal journal;
        struct rig_recovery recovery;
        char message[256];
        config.journal = path;
        if (!rig_journal_open(&journal, &config, &recovery, message, sizeof message)) {
            print_message("%s\n", message);
            return false;
        }
        bool good = recovery.lines >= (long)acknowledged && rig_journal_add(&journal, "want 0 2");
        rig_journal_close(&journal);
        if (!good)
            return false;
        acknowledged += 3;
    }
    return true;
}

static bool nothing_is_lost(void *context, const char *folder, unsigned acknowledged) {
    const struct world *world = context;
    char path[512];
    snprintf(path, sizeof path, "%s/journal", folder);
    return acknowledged_lines_are_there(path, world, acknowledged) &&
           opens_and_goes_on(path, world, acknowledged);
}

static void replay(struct world *world, size_t expected) {
    crash_disk_record(NULL);
    crash_disk_pieces(0);
    struct crash_counts counts = crash_log_replay(world->log, MOST_STATES, nothing_is_lost, world);
    print_message("%zu operations, %zu states, %zu different\n", counts.operations, counts.states,
                  counts.different);
    assert_false(counts.failed);
    assert_true(counts.states > expected);
}

/* ---- the tests ---- */

static void every_acknowledged_line_survives(void **state) {
    struct world *world = *state;
    struct rig_recovery recovery;
    open_journal(world, &recovery);
    assert_int_equal(recovery.lines, 0);
    add(world, "board 210 - - 0 0 0 empty -");
    add(world, "want 0 2");
    add(world, "step 1 lift 0 0");
    add(world, "did 1");
    rig_journal_close(&world->journal);
    open_journal(world, &recovery);
    assert_int_equal(recovery.lines, 6);
    add(world, "board 21 - 0 0 0 0 empty -");
    add(world, "done");
    rig_journal_close(&world->journal);
    /* A line each, the folder at each opening, the older lines at the second. */
    assert_int_equal(crash_log_syncs(world->log), 13);
    replay(world, 4000);
}

/* Killed after each call of the first opening: the next one finds whatever it left in memory, and
 * the power goes during or after that. */
static void a_journal_whose_maker_was_killed_survives(void **state) {
    struct world *world = *state;
    struct rig_recovery recovery;
    char message[256];
    crash_disk_pieces(0);
    for (long call = 2;; call++) {
        crash_disk_fail(call, EIO);
        bool opened =
            rig_journal_open(&world->journal, &world->config, &recovery, message, sizeof message);
        crash_disk_fail(0, 0);
        if (opened)
            break;
        open_journal(world, &recovery);
        add(world, "want 0 1");
        rig_journal_close(&world->journal);
        replay(world, 10);
        for (unsigned i = 0; i < world->lines; i++)
            free(world->line[i]);
        world->lines = 0;
        crash_log_free(world->log);
        unlink(world->path);
        world->log = crash_log_new(world->folder);
        crash_disk_record(world->log);
    }
}

/* A line that was torn in memory (the disk was full) is ended before the next. */
static void after_a_crash_in_a_line_the_next_run_survives(void **state) {
    struct world *world = *state;
    struct rig_recovery recovery;
    open_journal(world, &recovery);
    crash_disk_fail(2, ENOSPC);
    assert_false(rig_journal_add(&world->journal, "step 1 lift 0 0"));
    crash_disk_fail(0, 0);
    rig_journal_close(&world->journal);
    open_journal(world, &recovery);
    assert_int_equal(recovery.damaged, 1);
    add(world, "want 0 2");
    replay(world, 500);
}

/* After a failure a later sync would say that all is good; the journal does not. */
static void after_a_failure_nothing_is_acknowledged(void **state) {
    struct world *world = *state;
    struct rig_recovery recovery;
    static const int reasons[] = {ENOSPC, EIO};
    crash_disk_pieces(0);
    for (int i = 0; i < 4; i++) {
        open_journal(world, &recovery);
        crash_disk_fail(1 + i / 2, reasons[i % 2]); /* the write, or the sync */
        assert_false(rig_journal_add(&world->journal, "want 0 2"));
        assert_false(rig_journal_add(&world->journal, "want 0 1"));
        rig_journal_close(&world->journal);
        crash_disk_fail(0, 0);
    }
}

static void signals_and_short_writes_do_no_harm(void **state) {
    struct world *world = *state;
    struct rig_recovery recovery;
    for (long call = 1; call < 8; call++) {
        open_journal(world, &recovery);
        crash_disk_fail(call, EINTR);
        add(world, "step 1 lift 0 0");
        crash_disk_fail(0, 0);
        rig_journal_close(&world->journal);
    }
    open_journal(world, &recovery);
    assert_int_equal(recovery.lines, 7 * 3);
    assert_int_equal(recovery.damaged, 0);
}

#define WORLD_TEST(name) cmocka_unit_test_setup_teardown(name, make_world, remove_world)

int main(void) {
    const struct CMUnitTest tests[] = {
        WORLD_TEST(every_acknowledged_line_survives),
        WORLD_TEST(a_journal_whose_maker_was_killed_survives),
        WORLD_TEST(after_a_crash_in_a_line_the_next_run_survives),
        WORLD_TEST(after_a_failure_nothing_is_acknowledged),
        WORLD_TEST(signals_and_short_writes_do_no_harm),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The checkpoint of Harmony's classic search: after any crash it is the last one that was written
 * or the one that was being written, whole, and the search continues from it to the same verdict.
 */
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
#include "puzzles/harmony/solve/classic/checkpoint.h"
#include "search/control.h"
#include "tests/crash/crash_disk.h"
#include "tests/support/temporary.h"

enum { PIECES = 4, PIECE_BYTES = 80, MOST_STATES = 6000 };

struct world {
    char folder[64], path[96];
    struct harmony_board board;
    struct harmony_classic_options options;
    struct harmony_classic_counts whole; /* of an undisturbed search */
    uint64_t nodes;                      /* of a piece of it */
    uint64_t processed[PIECES + 1];      /* in all, by the number of pieces done */
    size_t resumed;                      /* searches that went on after a crash */
};

/* Eight swaps long and without a solution; none of the tests sees that from the start. */
static struct harmony_board unsolvable(void) {
    static const uint8_t colours[3][3] = {{0, 2, 2}, {1, 1, 2}, {0, 1, 0}};
    static const uint8_t moves[3][3] = {{0, 3, 2}, {1, 2, 2}, {2, 2, 2}};
    struct harmony_board board = {.rows = 3, .columns = 3};
    for (unsigned row = 0; row < 3; row++)
        for (unsigned column = 0; column < 3; column++) {
            board.colour[harmony_cell(row, column)] = colours[row][column];
            board.moves[harmony_cell(row, column)] = moves[row][column];
        }
    return board;
}

static qd_status search(const struct world *world, const char *checkpoint, uint64_t nodes,
                        struct harmony_classic_counts *counts, qd_error *error) {
    qd_limits limits = {.nodes = nodes};
    qd_control *control = control_new(&limits);
    struct harmony_classic_options options = world->options;
    struct harmony_classic_result result;
    options.checkpoint = checkpoint;
    qd_status status = harmony_classic_solve(&world->board, &options, control, &result, error);
    *counts = result.counts;
    harmony_classic_free(&result);
    control_free(control);
    return status;
}

static int make_world(void **state) {
    struct world *world = MEM_NEW(struct world);
    struct buf problem = {0};
    *state = world;
    if (!temporary_folder(world->folder, sizeof world->folder, "checkpoint"))
        return -1;
    snprintf(world->path, sizeof world->path, "%s/file", world->folder);
    world->board = unsolvable();
    world->options =
        (struct harmony_classic_options){.threads = 1, .cache_threshold = HARMONY_CACHE_THRESHOLD};
    if (!harmony_invalid_choose(&world->options.tests, "none", &problem))
        return -1;
    buf_free(&problem);
    if (search(world, NULL, 0, &world->whole, NULL) != QD_NO)
        return -1;
    world->nodes = world->whole.processed / (PIECES + 2);
    return 0;
}

static int remove_world(void **state) {
    struct world *world = *state;
    crash_disk_reset();
    unlink(world->path);
    int failed = rmdir(world->folder);
    free(world);
    return failed;
}

/* How far the search of a checkpoint has come. Returns false if it cannot be read. */
static bool read_processed(const struct world *world, const char *path, uint64_t *processed) {
    struct source source;
    struct harmony_checkpoint checkpoint;
    if (!file_read(path, &source, NULL))
        return false;
    bool good = harmony_checkpoint_read(&source, &world->board, &world->options, &checkpoint, NULL);
    file_close(&source);
    if (!good)
        return false;
    *processed = checkpoint.counts.processed;
    harmony_checkpoint_free(&checkpoint);
    return true;
}

static bool goes_on(struct world *world, const char *path) {
    struct harmony_classic_counts counts;
    world->resumed++;
    return search(world, path, 0, &counts, NULL) == QD_NO &&
           counts.processed == world->whole.processed && counts.generated == world->whole.generated;
}

static bool can_be_gone_on_from(void *context, const char *folder, unsigned acknowledged) {
    struct world *world = context;
    char path[512];
    uint64_t processed;
    snprintf(path, sizeof path, "%s/file", folder);
    if (acknowledged == 0 && access(path, F_OK) != 0)
        return true;
    if (!read_processed(world, path, &processed) || processed < world->processed[acknowledged])
        return false;
    /* The first crash of each kind checks that the search itself continues; that takes longer. */
    return world->resumed > acknowledged || goes_on(world, path);
}

static void every_crash_leaves_a_checkpoint_to_go_on_from(void **state) {
    struct world *world = *state;
    struct harmony_classic_counts counts;
    struct crash_log *log = crash_log_new(world->folder);
    crash_disk_record(log);
    crash_disk_pieces(PIECE_BYTES);
    for (int piece = 1; piece <= PIECES; piece++) {
        assert_int_equal(search(world, world->path, world->nodes, &counts, NULL), QD_LIMIT);
        crash_log_acknowledge(log);
        world->processed[piece] = counts.processed;
        assert_true(world->processed[piece] > world->processed[piece - 1]);
    }
    crash_disk_record(NULL);
    crash_disk_pieces(0);
    struct crash_counts found = crash_log_replay(log, MOST_STATES, can_be_gone_on_from, world);
    print_message("%zu operations, %zu states, %zu different, %zu resumed\n", found.operations,
                  found.states, found.different, world->resumed);
    assert_false(found.failed);
    assert_true(found.states > 4000);
    assert_int_equal(world->resumed, PIECES + 1);
    crash_log_free(log);
}

/* Whatever call fails: the older checkpoint or the newer is there, and the failure is told. */
static void failures_leave_the_older_checkpoint(void **state) {
    struct world *world = *state;
    struct harmony_classic_counts counts;
    uint64_t before, after;
    long failures = 0;
    assert_int_equal(search(world, world->path, 50, &counts, NULL), QD_LIMIT);
    for (long call = 1;; call++) {
        qd_error error = {0};
        assert_true(read_processed(world, world->path, &before));
        crash_disk_fail(call, ENOSPC);
        qd_status status = search(world, world->path, 20, &counts, &error);
        bool reached = crash_disk_calls() >= call;
        crash_disk_fail(0, 0);
        assert_true(read_processed(world, world->path, &after));
        assert_true(after >= before);
        if (!reached)
            break;
        assert_true(status == QD_LIMIT || (status == QD_FAILURE && error.file[0]));
        failures += status == QD_FAILURE;
    }
    assert_int_equal(failures, 10); /* two of reading, eight of replacing */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(every_crash_leaves_a_checkpoint_to_go_on_from, make_world,
                                        remove_world),
        cmocka_unit_test_setup_teardown(failures_leave_the_older_checkpoint, make_world,
                                        remove_world),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Breadth-first search under limits of memory, nodes and time; stops, and problems that are
 * refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "search/tests/bfs_boards.h"

/* An endless graph: numbers, each with two larger neighbours. */
static void expand_number(void *context, const void *key, struct bfs_sink *sink) {
    const double *slow = context; /* seconds for each state, or NULL */
    uint64_t number;
    memcpy(&number, key, sizeof(number));
    for (uint64_t i = 1; i <= 2; i++) {
        uint64_t next = 2 * number + i;
        bfs_emit(sink, &next, (uint16_t)i);
    }
    for (double end = slow ? clock_wall() + *slow : 0; slow && clock_wall() < end;) {
    }
}

static const uint64_t zero_number = 0;

static const struct bfs_problem endless = {
    .key_size = sizeof(uint64_t), .start = &zero_number, .expand = expand_number};

static void test_memory_limit(void **state) {
    (void)state;
    qd_limits limits = {.bytes = 4 << 20};
    qd_control *control = control_new(&limits);
    struct bfs_result result;
    assert_int_equal(bfs_search(&endless, control, &result), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_BYTES);
    /* Three quarters of 2^17 slots (1 MiB): with 14 bytes for each of the states, the 2 MiB for
     * twice the slots do not fit beside the old ones any more. */
    assert_int_equal(result.states, 3 << 15);
    assert_all_released(control);
    control_free(control);
}

/* Layers of one state each: the memory runs out between two expansions, and that is no proof. */
static void expand_chain(void *context, const void *key, struct bfs_sink *sink) {
    (void)context;
    uint64_t number;
    memcpy(&number, key, sizeof(number));
    number++;
    bfs_emit(sink, &number, 0);
}

static void test_memory_limit_on_a_chain(void **state) {
    (void)state;
    struct bfs_problem problem = endless;
    problem.expand = expand_chain;
    for (uint64_t bytes = 100000; bytes <= 3200000; bytes *= 2) {
        qd_limits limits = {.bytes = bytes};
        qd_control *control = control_new(&limits);
        struct bfs_result result;
        assert_int_equal(bfs_search(&problem, control, &result), QD_LIMIT);
        assert_int_equal(control_end(control), QD_END_BYTES);
        assert_all_released(control);
        control_free(control);
    }
}

/* Growing the set, adding records and starting must all give up cleanly. */
static void test_every_small_memory_limit(void **state) {
    (void)state;
    for (uint64_t bytes = 1; bytes < 400000; bytes = bytes * 5 / 4 + 1) {
        qd_limits limits = {.bytes = bytes};
        for (int both = 0; both < 2; both++) {
            struct board board = {3, 3};
            const unsigned char swapped[9] = {2, 1, 3, 4, 5, 6, 7, 8, 0};
            struct bfs_problem problem = board_problem(&board, swapped, solved3x3);
            problem.expand_back = both ? expand_board_back : NULL;
            qd_control *control = control_new(&limits);
            struct bfs_result result;
            assert_int_equal(bfs_search(&problem, control, &result), QD_LIMIT);
            assert_int_equal(control_end(control), QD_END_BYTES);
            assert_null(result.labels);
            qd_progress progress;
            control_progress(control, &progress);
            assert_int_equal(progress.bytes, 0);
            assert_true(progress.peak_bytes <= bytes);
            bfs_result_free(&result);
            control_free(control);
        }
    }
}

static void test_node_limit_is_repeatable(void **state) {
    (void)state;
    for (int round = 0; round < 2; round++) {
        qd_limits limits = {.nodes = 5000};
        qd_control *control = control_new(&limits);
        struct bfs_result result;
        assert_int_equal(bfs_search(&endless, control, &result), QD_LIMIT);
        assert_int_equal(control_end(control), QD_END_NODES);
        assert_int_equal(result.nodes, 5120); /* the batch in which the limit lies */
        assert_int_equal(result.states, 2 * 5120 + 1);
        control_free(control);
    }
}

/* An answer that is found counts, even if a limit is reached by the last states. */
static void test_answer_beats_limit(void **state) {
    (void)state;
    struct board board = {3, 2};
    struct bfs_problem problem = board_problem(&board, solved2x3, NULL);
    qd_limits limits = {.nodes = 360};
    qd_control *control = control_new(&limits);
    struct bfs_result result;
    assert_int_equal(bfs_search(&problem, control, &result), QD_NO);
    assert_int_equal(result.nodes, 360);
    control_free(control);
}

static void test_stopped_before(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    control_stop(control);
    struct bfs_result result;
    assert_int_equal(bfs_search(&endless, control, &result), QD_LIMIT);
    assert_int_equal(result.nodes, 0);
    control_free(control);
}

struct stopping {
    qd_control *control;
    int left; /* states before the stop */
};

static void expand_until_stopped(void *context, const void *key, struct bfs_sink *sink) {
    struct stopping *stopping = context;
    if (--stopping->left == 0)
        control_stop(stopping->control);
    expand_number(NULL, key, sink);
}

static void test_a_stop_is_seen_at_the_next_state(void **state) {
    (void)state;
    struct stopping stopping = {.control = control_new(NULL), .left = 5000};
    struct bfs_problem problem = endless;
    struct bfs_result result;
    problem.expand = expand_until_stopped;
    problem.context = &stopping;
    assert_int_equal(bfs_search(&problem, stopping.control, &result), QD_LIMIT);
    assert_int_equal(control_end(stopping.control), QD_END_STOPPED);
    assert_int_equal(result.nodes, 5000);
    assert_all_released(stopping.control);
    control_free(stopping.control);
}

/* Slow states do not make it deaf to the clock. */
static void test_time_limit_with_slow_states(void **state) {
    (void)state;
    double slow = 0.0001;
    struct bfs_problem problem = endless;
    problem.context = &slow;
    qd_limits limits = {.seconds = 0.03};
    qd_control *control = control_new(&limits);
    struct bfs_result result;
    assert_int_equal(bfs_search(&problem, control, &result), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_SECONDS);
    assert_true(result.nodes <= 512); /* 300 in 0.03 s, and then at most 64 more */
    control_free(control);
}

static void test_bad_problems(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct bfs_result result;
    struct bfs_problem problem = endless;
    problem.key_size = 0;
    assert_int_equal(bfs_search(&problem, control, &result), QD_BAD_INPUT);
    problem.key_size = BFS_KEY_LIMIT + 1;
    assert_int_equal(bfs_search(&problem, control, &result), QD_BAD_INPUT);
    problem = endless;
    problem.expand_back = expand_number;
    assert_int_equal(bfs_search(&problem, control, &result), QD_BAD_INPUT);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_memory_limit_on_a_chain),
        cmocka_unit_test(test_every_small_memory_limit),
        cmocka_unit_test(test_node_limit_is_repeatable),
        cmocka_unit_test(test_answer_beats_limit),
        cmocka_unit_test(test_stopped_before),
        cmocka_unit_test(test_a_stop_is_seen_at_the_next_state),
        cmocka_unit_test(test_time_limit_with_slow_states),
        cmocka_unit_test(test_bad_problems),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

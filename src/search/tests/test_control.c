/* The control: limits, stops, memory, notes, reports. */
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/thread.h"
#include "search/control.h"

/* A test asks for more memory than there is; the sanitizers must refuse like the machine does. */
const char *__asan_default_options(void);
const char *__asan_default_options(void) {
    return "allocator_may_return_null=1";
}
const char *__tsan_default_options(void);
const char *__tsan_default_options(void) {
    return "allocator_may_return_null=1";
}

static qd_progress progress_of(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    return progress;
}

static void test_fresh(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    assert_true(control_going(control));
    assert_int_equal(control_end(control), QD_END_NONE);
    qd_progress progress = progress_of(control);
    assert_true(progress.seconds >= 0 && progress.seconds < 10);
    assert_int_equal(progress.nodes, 0);
    assert_int_equal(progress.bytes, 0);
    assert_int_equal(progress.peak_bytes, 0);
    assert_true(progress.fraction < 0);
    assert_string_equal(progress.note, "");
    control_free(control);
    control_free(NULL);
}

static void test_node_limit(void **state) {
    (void)state;
    qd_limits limits = {.nodes = 1000};
    qd_control *control = control_new(&limits);
    assert_true(control_spend(control, 999));
    assert_true(control_spend(control, 0));
    assert_false(control_spend(control, 1));
    assert_false(control_spend(control, 0));
    assert_false(control_going(control));
    assert_int_equal(control_end(control), QD_END_NODES);
    assert_int_equal(progress_of(control).nodes, 1000);
    control_free(control);
}

static void test_time_limit(void **state) {
    (void)state;
    qd_limits limits = {.seconds = 0.05};
    double start = clock_wall();
    qd_control *control = control_new(&limits);
    while (control_spend(control, 1))
        assert_true(clock_wall() - start < 10);
    assert_true(clock_wall() - start >= 0.05);
    assert_true(progress_of(control).seconds >= 0.05);
    assert_int_equal(control_end(control), QD_END_SECONDS);
    control_free(control);
}

static void test_first_reason_stays(void **state) {
    (void)state;
    qd_limits limits = {.nodes = 10, .bytes = 10};
    qd_control *control = control_new(&limits);
    control_stop(control);
    assert_false(control_spend(control, 20));
    assert_null(control_reserve(control, 20));
    assert_int_equal(control_end(control), QD_END_STOPPED);
    control_free(control);
}

static void stop_now(void *context) {
    control_stop(context);
}

static void test_stop_from_thread(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct thread thread;
    assert_true(thread_start(&thread, stop_now, control));
    double start = clock_wall();
    while (control_spend(control, 1))
        assert_true(clock_wall() - start < 10);
    thread_join(&thread);
    assert_int_equal(control_end(control), QD_END_STOPPED);
    control_free(control);
}

static void on_signal(int number, siginfo_t *info, void *machine) {
    (void)number;
    (void)machine;
    control_stop(info->si_value.sival_ptr);
}

static void test_stop_from_signal(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct sigaction action = {.sa_sigaction = on_signal, .sa_flags = SA_SIGINFO};
    struct sigaction before;
    assert_int_equal(sigaction(SIGUSR1, &action, &before), 0);
    assert_int_equal(sigqueue(getpid(), SIGUSR1, (union sigval){.sival_ptr = control}), 0);
    double start = clock_wall();
    while (control_going(control))
        assert_true(clock_wall() - start < 10);
    assert_int_equal(sigaction(SIGUSR1, &before, NULL), 0);
    assert_int_equal(control_end(control), QD_END_STOPPED);
    control_free(control);
}

static void test_memory(void **state) {
    (void)state;
    qd_limits limits = {.bytes = 1000};
    qd_control *control = control_new(&limits);
    assert_true(control_has_room(control, 1000));
    assert_false(control_has_room(control, 1001));
    assert_false(control_has_room(control, SIZE_MAX));
    unsigned char *first = control_reserve(control, 600);
    assert_non_null(first);
    for (size_t i = 0; i < 600; i++)
        assert_int_equal(first[i], 0);
    memset(first, 1, 600);
    unsigned char *second = control_reserve(control, 400);
    assert_non_null(second);
    assert_true(control_going(control));
    assert_false(control_has_room(control, 1));
    control_release(control, first, 600);
    assert_int_equal(progress_of(control).bytes, 400);
    assert_int_equal(progress_of(control).peak_bytes, 1000);
    assert_null(control_reserve(control, 601));
    assert_int_equal(control_end(control), QD_END_BYTES);
    assert_int_equal(progress_of(control).bytes, 400);
    assert_int_equal(progress_of(control).peak_bytes, 1000);
    first = control_reserve(control, 600);
    assert_non_null(first); /* what fits is granted even when the search is to end */
    control_release(control, first, 600);
    control_release(control, second, 400);
    control_release(control, NULL, 400);
    assert_int_equal(progress_of(control).bytes, 0);
    control_free(control);
}

static void test_no_bytes(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    void *block = control_reserve(control, 0);
    assert_non_null(block);
    control_release(control, block, 0);
    assert_int_equal(progress_of(control).peak_bytes, 0);
    control_free(control);
}

static void test_large_block_is_zeroed(void **state) {
    (void)state;
    const size_t bytes = ((size_t)9 << 20) + 12345;
    qd_control *control = control_new(NULL);
    for (int round = 0; round < 2; round++) {
        unsigned char *block = control_reserve(control, bytes);
        assert_non_null(block);
        for (size_t i = 0; i < bytes; i += 509)
            assert_int_equal(block[i], 0);
        memset(block, 0xFF, bytes);
        control_release(control, block, bytes);
    }
    assert_int_equal(progress_of(control).peak_bytes, bytes);
    control_free(control);
}

static void test_machine_refuses(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    assert_null(control_reserve(control, SIZE_MAX / 4));
    assert_int_equal(control_end(control), QD_END_BYTES);
    assert_int_equal(progress_of(control).bytes, 0);
    assert_int_equal(progress_of(control).peak_bytes, 0);
    control_free(control);
}

#define MEMORY_THREADS 4
#define MEMORY_LIMIT   1000

struct memory_user {
    struct thread thread;
    qd_control *control;
    size_t step;
    bool over; /* the limit was seen to be exceeded */
    int granted;
    int refused;
};

static void use_memory(void *context) {
    struct memory_user *user = context;
    for (int round = 0; round < 2000; round++) {
        size_t bytes = 1 + (size_t)round * user->step % 500;
        void *block = control_reserve(user->control, bytes);
        qd_progress progress = progress_of(user->control);
        user->over |= progress.bytes > MEMORY_LIMIT || progress.peak_bytes > MEMORY_LIMIT;
        user->granted += block != NULL;
        user->refused += block == NULL;
        control_release(user->control, block, bytes);
    }
}

static void test_memory_in_parallel(void **state) {
    (void)state;
    qd_limits limits = {.bytes = MEMORY_LIMIT};
    qd_control *control = control_new(&limits);
    struct memory_user users[MEMORY_THREADS];
    for (int i = 0; i < MEMORY_THREADS; i++) {
        users[i] = (struct memory_user){.control = control, .step = (size_t)(7 + 6 * i)};
        assert_true(thread_start(&users[i].thread, use_memory, &users[i]));
    }
    int granted = 0;
    for (int i = 0; i < MEMORY_THREADS; i++) {
        thread_join(&users[i].thread);
        assert_false(users[i].over);
        assert_int_equal(users[i].granted + users[i].refused, 2000);
        granted += users[i].granted;
    }
    assert_true(granted > 0);
    assert_int_equal(progress_of(control).bytes, 0);
    control_free(control);
}

static void test_note_and_fraction(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    control_note(control, "layer %d of %s", 7, "twelve");
    control_fraction(control, 0.25);
    assert_string_equal(progress_of(control).note, "layer 7 of twelve");
    assert_true(progress_of(control).fraction == 0.25);
    char wide[200];
    memset(wide, 'x', sizeof(wide) - 1);
    wide[sizeof(wide) - 1] = '\0';
    control_note(control, "%s", wide);
    qd_progress progress = progress_of(control);
    assert_int_equal(strlen(progress.note), sizeof(progress.note) - 1);
    assert_memory_equal(progress.note, wide, sizeof(progress.note) - 1);
    control_note(control, "%s", "");
    assert_string_equal(progress_of(control).note, "");
    control_free(control);
}

#define REPORT_INTERVAL 0.01

struct reports {
    qd_control *control;
    atomic_int inside; /* threads that are in the report */
    atomic_bool overlapped;
    bool too_soon;
    bool went_back;
    int count;
    int stop_at;
    double last;
    uint64_t nodes;
};

static void take_report(void *context, const qd_progress *progress) {
    struct reports *reports = context;
    if (atomic_fetch_add(&reports->inside, 1) != 0)
        atomic_store(&reports->overlapped, true);
    reports->too_soon |= progress->seconds - reports->last < REPORT_INTERVAL;
    reports->went_back |= progress->nodes < reports->nodes;
    reports->last = progress->seconds;
    reports->nodes = progress->nodes;
    reports->count++;
    if (reports->count == reports->stop_at)
        control_stop(reports->control);
    atomic_fetch_sub(&reports->inside, 1);
}

static void spend_to_the_end(void *context) {
    while (control_spend(context, 1)) {
    }
}

static void check_reports(int threads) {
    qd_limits limits = {.seconds = 10};
    qd_control *control = control_new(&limits);
    struct reports reports = {.control = control, .stop_at = 5};
    control_report(control, REPORT_INTERVAL, take_report, &reports);
    struct thread others[4];
    for (int i = 1; i < threads; i++)
        assert_true(thread_start(&others[i], spend_to_the_end, control));
    spend_to_the_end(control);
    for (int i = 1; i < threads; i++)
        thread_join(&others[i]);
    assert_int_equal(reports.count, 5); /* the fifth stopped it */
    assert_int_equal(control_end(control), QD_END_STOPPED);
    assert_false(reports.too_soon);
    assert_false(reports.went_back);
    assert_false(atomic_load(&reports.overlapped));
    assert_true(reports.last >= 5 * REPORT_INTERVAL);
    assert_true(reports.nodes > 0);
    control_free(control);
}

static void test_reports(void **state) {
    (void)state;
    check_reports(1);
}

static void test_reports_in_parallel(void **state) {
    (void)state;
    check_reports(4);
}

static void test_no_report_after_the_end(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct reports reports = {.control = control};
    control_report(control, 0, take_report, &reports);
    assert_true(control_spend(control, 1));
    assert_int_equal(reports.count, 1);
    control_stop(control);
    assert_false(control_spend(control, 1));
    assert_int_equal(reports.count, 1);
    control_free(control);
}

static void test_what_is_said_is_taken_once(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    char line[CONTROL_LINE], expected[CONTROL_LINE + 10];
    assert_false(control_said(control, line));
    control_say(control, "%d of %d", 1, 3);
    control_say(control, "%d of %d", 2, 3); /* nobody took the first */
    assert_true(control_said(control, line));
    assert_string_equal(line, "2 of 3");
    assert_false(control_said(control, line));
    memset(expected, 'x', sizeof expected - 1);
    expected[sizeof expected - 1] = '\0';
    control_say(control, "%s", expected);
    assert_true(control_said(control, line));
    assert_int_equal(strlen(line), CONTROL_LINE - 1);
    control_free(control);
}

static void test_report_switched_off(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct reports reports = {.control = control};
    control_report(control, 0, take_report, &reports);
    assert_true(control_spend(control, 1));
    assert_int_equal(reports.count, 1);
    control_report(control, 0, NULL, NULL);
    assert_true(control_spend(control, 1));
    assert_int_equal(reports.count, 1);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_fresh),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_first_reason_stays),
        cmocka_unit_test(test_stop_from_thread),
        cmocka_unit_test(test_stop_from_signal),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_no_bytes),
        cmocka_unit_test(test_large_block_is_zeroed),
        cmocka_unit_test(test_machine_refuses),
        cmocka_unit_test(test_memory_in_parallel),
        cmocka_unit_test(test_note_and_fraction),
        cmocka_unit_test(test_reports),
        cmocka_unit_test(test_reports_in_parallel),
        cmocka_unit_test(test_no_report_after_the_end),
        cmocka_unit_test(test_report_switched_off),
        cmocka_unit_test(test_what_is_said_is_taken_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

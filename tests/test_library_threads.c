/* The public library with several threads, limits and stopping. Includes nothing but its installed
 * headers. Meant to be run under the thread sanitizer too. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>

#include <quandary/quandary.h>

/* A search that would take minutes and many gigabytes, but begins small. */
static const char endless[] = "18 16 14 12 10 8 6 4 2 | 17 15 13 11 9 7 5 3 1 | | | |\n"
                              "goal: | | | | 17 15 13 11 9 7 5 3 1 | 18 16 14 12 10 8 6 4 2\n";

static qd_session *open_text(const char *text) {
    qd_error error;
    qd_session *session = qd_open_text(text, strlen(text), "text", NULL, NULL, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

/* Solves the endless one; it must end by its control, for this reason. */
static void expect_end(qd_control *control, qd_end reason) {
    qd_session *session = open_text(endless);
    qd_error error;
    qd_answer *answer = qd_solve(session, NULL, control, &error);
    assert_non_null(answer);
    assert_int_equal(qd_answer_status(answer), QD_LIMIT);
    assert_int_equal(qd_answer_verdict(answer), QD_UNKNOWN);
    assert_int_equal(qd_answer_solutions(answer), 0);
    assert_null(qd_solution_open(answer, 0, NULL, NULL));
    assert_int_equal(qd_control_end(control), reason);
    qd_progress progress;
    qd_control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    qd_answer_free(answer);
    qd_session_free(session);
}

static void a_limit_of_states_ends_a_search(void **state) {
    (void)state;
    qd_control *control = qd_control_new(&(qd_limits){.nodes = 5000});
    assert_int_equal(qd_control_end(control), QD_END_NONE);
    expect_end(control, QD_END_NODES);
    qd_progress progress;
    qd_control_progress(control, &progress);
    assert_true(progress.nodes >= 5000 && progress.nodes < 500000);
    assert_true(progress.peak_bytes > 0);
    qd_control_free(control);
}

static void a_limit_of_memory_ends_a_search(void **state) {
    (void)state;
    qd_control *control = qd_control_new(&(qd_limits){.bytes = 4 << 20});
    expect_end(control, QD_END_BYTES);
    qd_progress progress;
    qd_control_progress(control, &progress);
    assert_true(progress.peak_bytes <= 4 << 20);
    qd_control_free(control);
}

static void a_limit_of_time_ends_a_search(void **state) {
    (void)state;
    qd_control *control = qd_control_new(&(qd_limits){.seconds = 0.05});
    expect_end(control, QD_END_SECONDS);
    qd_progress progress;
    qd_control_progress(control, &progress);
    assert_true(progress.seconds >= 0.05);
    qd_control_free(control);
}

static void what_was_stopped_before_ends_at_once(void **state) {
    (void)state;
    qd_control *control = qd_control_new(NULL);
    qd_control_stop(control);
    qd_control_stop(control);
    expect_end(control, QD_END_STOPPED);
    qd_control_free(control);
}

/* Waits until the search has begun, then stops it. */
static void *stop_soon(void *context) {
    qd_control *control = context;
    qd_progress progress;
    do {
        sched_yield();
        qd_control_progress(control, &progress);
    } while (progress.nodes == 0);
    qd_control_stop(control);
    return NULL;
}

static void another_thread_stops_a_search(void **state) {
    (void)state;
    qd_control *control = qd_control_new(NULL);
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, stop_soon, control), 0);
    expect_end(control, QD_END_STOPPED);
    pthread_join(thread, NULL);
    qd_control_free(control);
}

struct reports {
    qd_control *control;
    int count;
    double last;
    bool forward; /* seconds never went back */
};

static void stop_at_third(void *context, const qd_progress *progress) {
    struct reports *reports = context;
    reports->forward = reports->forward && progress->seconds >= reports->last;
    reports->last = progress->seconds;
    if (++reports->count == 3)
        qd_control_stop(reports->control);
}

static void a_progress_report_stops_a_search(void **state) {
    (void)state;
    qd_control *control = qd_control_new(NULL);
    struct reports reports = {.control = control, .forward = true};
    qd_control_report(control, 0, stop_at_third, &reports);
    expect_end(control, QD_END_STOPPED);
    assert_true(reports.count >= 3);
    assert_true(reports.forward);
    qd_control_free(control);
}

static qd_control *to_interrupt; /* a signal handler has no context */

static void interrupt(int number) {
    (void)number;
    qd_control_stop(to_interrupt);
}

static void interrupt_us(void *context, const qd_progress *progress) {
    (void)context;
    (void)progress;
    raise(SIGUSR1);
}

static void a_signal_handler_stops_a_search(void **state) {
    (void)state;
    to_interrupt = qd_control_new(NULL);
    void (*older)(int) = signal(SIGUSR1, interrupt);
    qd_control_report(to_interrupt, 0, interrupt_us, NULL);
    expect_end(to_interrupt, QD_END_STOPPED);
    signal(SIGUSR1, older);
    qd_control_free(to_interrupt);
}

/* ---- Several sessions at once ---- */

enum { THREADS = 4, ROUNDS = 25 };

/* Everything that one thread does with puzzles of its own; all threads must find the same. */
struct worker {
    pthread_t thread;
    char *found; /* texts of the answers, one behind the other */
    size_t size, room;
    bool failed;
};

static void note(struct worker *worker, const char *text) {
    size_t length = text ? strlen(text) : 0;
    worker->failed = worker->failed || !text;
    if (worker->size + length + 1 > worker->room) {
        worker->room = 2 * (worker->size + length + 1);
        worker->found = realloc(worker->found, worker->room);
    }
    memcpy(worker->found + worker->size, text ? text : "", length + 1);
    worker->size += length;
}

static void note_report(struct worker *worker, qd_report *report) {
    note(worker, report ? qd_report_text(report) : NULL);
    note(worker, report ? qd_report_json(report) : NULL);
    qd_report_free(report);
}

static void note_own(struct worker *worker, char *text) {
    note(worker, text);
    qd_free(text);
}

static void ask_everything(struct worker *worker, const char *puzzle, uint64_t seed) {
    qd_session *session = qd_generate(puzzle, NULL, seed, NULL, NULL);
    if (!session) {
        worker->failed = true;
        return;
    }
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    note(worker, answer ? qd_answer_text(answer) : NULL);
    note(worker, answer ? qd_answer_json(answer) : NULL);
    qd_answer_free(answer);
    note_report(worker, qd_hint(session, NULL, NULL, NULL));
    note_report(worker, qd_check(session, NULL, NULL, NULL));
    note_report(worker, qd_rate(session, NULL, NULL, NULL));
    qd_moves *legal = qd_session_legal(session, 1, NULL, NULL);
    note(worker, qd_moves_at(legal, 0));
    worker->failed |= !qd_session_play(session, qd_moves_at(legal, 0), NULL, NULL);
    qd_moves_free(legal);
    note_own(worker, qd_session_game(session));
    note_own(worker, qd_session_board(session, NULL, true, NULL));
    note_own(worker, qd_session_svg(session, NULL, NULL));
    size_t size;
    qd_free(qd_session_png(session, NULL, 0.5, &size, NULL));
    qd_session_free(session);
}

static void *work(void *context) {
    struct worker *worker = context;
    for (uint64_t seed = 1; seed <= ROUNDS; seed++) {
        ask_everything(worker, "template", seed);
        ask_everything(worker, "hanoi", seed);
    }
    return NULL;
}

static void sessions_of_several_threads_do_not_meet(void **state) {
    (void)state;
    struct worker workers[THREADS] = {{0}};
    for (int i = 0; i < THREADS; i++)
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    for (int i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (int i = 0; i < THREADS; i++) {
        assert_false(workers[i].failed);
        assert_string_equal(workers[i].found, workers[0].found);
    }
    for (int i = 0; i < THREADS; i++)
        free(workers[i].found);
}

static void *search_until_stopped(void *context) {
    qd_session *session = qd_open_text(endless, strlen(endless), NULL, NULL, NULL, NULL);
    qd_answer *answer = qd_solve(session, NULL, context, NULL);
    bool stopped = answer && qd_answer_status(answer) == QD_LIMIT;
    qd_answer_free(answer);
    qd_session_free(session);
    return stopped ? context : NULL;
}

static void stopping_one_search_leaves_another_alone(void **state) {
    (void)state;
    qd_control *first = qd_control_new(NULL), *second = qd_control_new(NULL);
    pthread_t threads[2];
    assert_int_equal(pthread_create(&threads[0], NULL, search_until_stopped, first), 0);
    assert_int_equal(pthread_create(&threads[1], NULL, search_until_stopped, second), 0);
    stop_soon(first);
    void *result = NULL;
    pthread_join(threads[0], &result);
    assert_ptr_equal(result, first);
    assert_int_equal(qd_control_end(second), QD_END_NONE);
    stop_soon(second);
    pthread_join(threads[1], &result);
    assert_ptr_equal(result, second);
    assert_int_equal(qd_control_end(second), QD_END_STOPPED);
    qd_control_free(first);
    qd_control_free(second);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_limit_of_states_ends_a_search),
        cmocka_unit_test(a_limit_of_memory_ends_a_search),
        cmocka_unit_test(a_limit_of_time_ends_a_search),
        cmocka_unit_test(what_was_stopped_before_ends_at_once),
        cmocka_unit_test(another_thread_stops_a_search),
        cmocka_unit_test(a_progress_report_stops_a_search),
        cmocka_unit_test(a_signal_handler_stops_a_search),
        cmocka_unit_test(sessions_of_several_threads_do_not_meet),
        cmocka_unit_test(stopping_one_search_leaves_another_alone),
    };
    return cmocka_run_group_tests_name("library-threads", tests, NULL, NULL);
}

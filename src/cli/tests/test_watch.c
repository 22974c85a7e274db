/* Signals while something is watched. */
#include <sched.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cmocka.h>

#include "cli/print/watch.h"

static void count_stop(void *context) {
    atomic_fetch_add((atomic_int *)context, 1);
}

static void say_nothing(void *context, struct buf *out) {
    (void)context;
    (void)out;
}

/* Sends a Ctrl-C and waits until the watch has heard it. */
static void interrupt_and_wait(atomic_int *stops, int wanted) {
    kill(getpid(), SIGINT);
    while (atomic_load(stops) < wanted)
        sched_yield();
}

static struct watch_view view_of(atomic_int *stops, bool keep_running) {
    return (struct watch_view){.context = stops,
                               .stop = count_stop,
                               .messages = say_nothing,
                               .describe = say_nothing,
                               .keep_running = keep_running};
}

static void what_stays_is_stopped_each_time(void **state) {
    (void)state;
    struct watch watch;
    atomic_int stops = 0;
    struct watch_view view = view_of(&stops, true);
    watch_begin(&watch, &view, WATCH_SILENT, NULL);
    for (int i = 1; i <= 3; i++)
        interrupt_and_wait(&stops, i);
    assert_true(watch_end(&watch));
    assert_int_equal(atomic_load(&stops), 3);
}

/* In a child: the second Ctrl-C ends the program that watches. */
static void interrupt_twice(void) {
    struct watch watch;
    atomic_int stops = 0;
    struct watch_view view = view_of(&stops, false);
    alarm(10); /* or nothing would end it if that Ctrl-C does not */
    watch_begin(&watch, &view, WATCH_SILENT, NULL);
    interrupt_and_wait(&stops, 1);
    kill(getpid(), SIGINT);
    for (;;)
        pause();
}

static void all_else_ends_at_the_second(void **state) {
    (void)state;
    int status = 0;
    pid_t child = fork();
    if (child == 0)
        interrupt_twice();
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 130);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_stays_is_stopped_each_time),
        cmocka_unit_test(all_else_ends_at_the_second),
    };
    return cmocka_run_group_tests_name("watch", tests, NULL, NULL);
}

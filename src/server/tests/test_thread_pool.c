/* All that is taken is run, no more than the limit waits, and nothing is taken after the end. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/thread.h"
#include "base/thread_pool.h"
#include "server/games/engine_seats.h"

static void count(void *context) {
    atomic_fetch_add((atomic_int *)context, 1);
}

static void test_all_run(void **state) {
    (void)state;
    atomic_int done = 0;
    int taken = 0;
    struct thread_pool *queue = thread_pool_new(3, 8);
    for (int i = 0; i < 2000; i++)
        taken += thread_pool_submit(queue, count, &done);
    thread_pool_stop(queue);
    assert_false(thread_pool_submit(queue, count, &done));
    thread_pool_free(queue);
    assert_true(taken >= 8);
    assert_int_equal(atomic_load(&done), taken);
}

struct gate {
    struct mutex lock;
    struct condition open;
    bool is_open;
    atomic_int inside;
};

static void wait_at(void *context) {
    struct gate *gate = context;
    atomic_fetch_add(&gate->inside, 1);
    mutex_lock(&gate->lock);
    while (!gate->is_open)
        condition_wait(&gate->open, &gate->lock);
    mutex_unlock(&gate->lock);
}

/* Threads that all work, and as many tasks behind them as may wait: that many and not one more. */
static void check_limit(struct thread_pool *queue, int threads, int most) {
    struct gate gate = {.is_open = false};
    mutex_init(&gate.lock);
    condition_init(&gate.open);
    for (int i = 1; i <= threads; i++) {
        assert_true(thread_pool_submit(queue, wait_at, &gate));
        while (atomic_load(&gate.inside) < i)
            sched_yield();
    }
    for (int i = 0; i < most; i++)
        assert_true(thread_pool_submit(queue, wait_at, &gate));
    assert_false(thread_pool_submit(queue, wait_at, &gate));
    assert_true(thread_pool_check(queue));
    mutex_lock(&gate.lock);
    gate.is_open = true;
    condition_broadcast(&gate.open);
    mutex_unlock(&gate.lock);
    thread_pool_stop(queue);
    thread_pool_free(queue);
    assert_int_equal(atomic_load(&gate.inside), threads + most);
    condition_destroy(&gate.open);
    mutex_destroy(&gate.lock);
}

static void test_limit(void **state) {
    (void)state;
    check_limit(thread_pool_new(1, 4), 1, 4);
}

static void test_engines_wait(void **state) {
    (void)state;
    check_limit(engine_pool_new(), 2, 4096);
}

/* ---- order ---- */

struct order {
    int next;
    bool wrong;
};

struct in_order {
    struct order *order;
    int number;
};

static void note(void *context) {
    struct in_order *one = context;
    one->order->wrong |= one->order->next++ != one->number;
}

/* One thread does everything in the order in which it came, also around the end of the ring. */
static void test_order(void **state) {
    (void)state;
    struct order order = {0};
    struct in_order tasks[20];
    struct thread_pool *queue = thread_pool_new(1, 3);
    for (int i = 0; i < 20; i++) {
        tasks[i] = (struct in_order){.order = &order, .number = i};
        while (!thread_pool_submit(queue, note, &tasks[i]))
            sched_yield();
        assert_true(thread_pool_check(queue));
    }
    thread_pool_stop(queue);
    thread_pool_free(queue);
    assert_int_equal(order.next, 20);
    assert_false(order.wrong);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_all_run), cmocka_unit_test(test_order),
                                       cmocka_unit_test(test_limit),
                                       cmocka_unit_test(test_engines_wait)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}

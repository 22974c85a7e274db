/* The pool in the hands of one thread: order, bookkeeping, ends, memory. Random sequences of calls
 * are compared with a list that is kept apart. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "search/control.h"
#include "search/pool.h"

enum { WORKERS = 3, PRIORITIES = 4 };

struct fixture {
    qd_control *control;
    struct pool pool;
};

static void open_pool(struct fixture *fixture, void (*drop)(void *)) {
    struct pool_options options = {
        .workers = WORKERS, .item_size = sizeof(int), .priorities = PRIORITIES, .drop = drop};
    fixture->control = control_new(NULL);
    pool_open(&fixture->pool, &options, fixture->control);
}

static void close_pool(struct fixture *fixture) {
    qd_progress progress;
    pool_close(&fixture->pool);
    control_progress(fixture->control, &progress);
    assert_int_equal(progress.bytes, 0);
    control_free(fixture->control);
}

static void add(struct fixture *fixture, unsigned priority, int item) {
    assert_true(pool_add(&fixture->pool, 0, priority, &item));
    pool_check(&fixture->pool);
}

static void expect_taken(struct fixture *fixture, unsigned worker, unsigned priority, int item) {
    unsigned got_priority = 99;
    int got = -1;
    assert_true(pool_take(&fixture->pool, worker, &got_priority, &got));
    assert_int_equal(got, item);
    assert_int_equal(got_priority, priority);
    assert_true(pool_holds(&fixture->pool, worker));
    pool_check(&fixture->pool);
}

static void expect_over(struct fixture *fixture, unsigned worker, bool exhausted) {
    int item;
    assert_false(pool_take(&fixture->pool, worker, NULL, &item));
    assert_true(pool_ended(&fixture->pool));
    assert_int_equal(pool_exhausted(&fixture->pool), exhausted);
}

static void higher_priorities_and_older_ones_come_first(void **state) {
    struct fixture fixture;
    (void)state;
    open_pool(&fixture, NULL);
    add(&fixture, 1, 10);
    add(&fixture, 3, 30);
    add(&fixture, 1, 11);
    add(&fixture, 3, 31);
    add(&fixture, 0, 0);
    expect_taken(&fixture, 0, 3, 30);
    add(&fixture, 2, 20);
    expect_taken(&fixture, 0, 3, 31);
    expect_taken(&fixture, 0, 2, 20);
    expect_taken(&fixture, 0, 1, 10);
    expect_taken(&fixture, 0, 1, 11);
    expect_taken(&fixture, 0, 0, 0);
    expect_over(&fixture, 0, true);
    assert_int_equal(pool_added(&fixture.pool), 6);
    assert_int_equal(pool_taken(&fixture.pool), 6);
    close_pool(&fixture);
}

/* While a subproblem waits the search is not over, even if nobody holds one. */
static void what_waits_is_searched(void **state) {
    struct fixture fixture;
    (void)state;
    open_pool(&fixture, NULL);
    pool_hold(&fixture.pool, 0);
    add(&fixture, 0, 1);
    pool_finish(&fixture.pool, 0);
    assert_false(pool_ended(&fixture.pool));
    expect_taken(&fixture, 1, 0, 1);
    pool_finish(&fixture.pool, 1);
    assert_true(pool_exhausted(&fixture.pool));
    close_pool(&fixture);
}

/* While somebody holds a subproblem the search is not over, even if none waits. */
static void what_is_held_is_waited_for(void **state) {
    struct fixture fixture;
    int item;
    (void)state;
    open_pool(&fixture, NULL);
    pool_hold(&fixture.pool, 0);
    add(&fixture, 0, 1);
    expect_taken(&fixture, 1, 0, 1);
    pool_finish(&fixture.pool, 0);
    assert_false(pool_ended(&fixture.pool));
    assert_false(pool_try_take(&fixture.pool, 0, NULL, &item));
    pool_finish(&fixture.pool, 1);
    assert_true(pool_exhausted(&fixture.pool));
    close_pool(&fixture);
}

static void the_first_end_counts(void **state) {
    struct fixture fixture;
    (void)state;
    open_pool(&fixture, NULL);
    pool_hold(&fixture.pool, 0);
    pool_end(&fixture.pool);
    expect_over(&fixture, 0, false);
    add(&fixture, 0, 1);
    expect_over(&fixture, 1, false);
    close_pool(&fixture);

    open_pool(&fixture, NULL);
    pool_hold(&fixture.pool, 0);
    pool_finish(&fixture.pool, 0);
    pool_end(&fixture.pool);
    expect_over(&fixture, 1, true);
    close_pool(&fixture);
}

/* As many subproblems are wanted as workers have asked for one, less those that wait. */
static void wants_are_counted(void **state) {
    struct fixture fixture;
    int item;
    (void)state;
    open_pool(&fixture, NULL);
    pool_hold(&fixture.pool, 0);
    assert_false(pool_wants(&fixture.pool));
    for (int times = 0; times < 3; times++)
        assert_false(pool_try_take(&fixture.pool, 1, NULL, &item));
    assert_true(pool_wants(&fixture.pool));
    add(&fixture, 0, 1);
    assert_false(pool_wants(&fixture.pool));
    assert_false(pool_try_take(&fixture.pool, 2, NULL, &item) && item != 1);
    assert_true(pool_wants(&fixture.pool)); /* worker 2 was served, worker 1 still wants one */
    add(&fixture, 0, 2);
    assert_true(pool_try_take(&fixture.pool, 1, NULL, &item));
    assert_int_equal(item, 2);
    assert_false(pool_wants(&fixture.pool));
    close_pool(&fixture);
}

static void note(void *context, unsigned priority, const void *item) {
    int **at = context;
    *(*at)++ = (int)priority * 1000 + *(const int *)item;
}

static void each_visits_what_waits_in_order(void **state) {
    static const int expected[] = {1, 2, 1003, 3004, 3005};
    struct fixture fixture;
    int seen[5], *at = seen;
    (void)state;
    open_pool(&fixture, NULL);
    add(&fixture, 3, 4);
    add(&fixture, 0, 1);
    add(&fixture, 3, 5);
    add(&fixture, 1, 3);
    add(&fixture, 0, 2);
    pool_each(&fixture.pool, note, &at);
    assert_ptr_equal(at, seen + 5);
    assert_memory_equal(seen, expected, sizeof expected);
    close_pool(&fixture);
}

/* ---- memory ---- */

static void free_item(void *item) {
    free(*(void **)item);
}

/* What nobody takes is freed once; LeakSanitizer and ASan see the rest. */
static void what_nobody_takes_is_dropped(void **state) {
    struct pool_options options = {.item_size = sizeof(void *), .drop = free_item};
    qd_control *control = control_new(NULL);
    struct pool pool;
    void *item;
    (void)state;
    pool_open(&pool, &options, control);
    for (int i = 0; i < 100; i++) {
        item = malloc(16);
        assert_true(pool_add(&pool, 0, 0, &item));
    }
    for (int i = 0; i < 40; i++) {
        assert_true(pool_take(&pool, 0, NULL, &item));
        free(item);
    }
    pool_close(&pool);
    control_free(control);
}

static void no_memory_is_told(void **state) {
    struct pool_options options = {.item_size = 1000};
    qd_control *control = control_new(&(qd_limits){.bytes = 100000});
    struct pool pool;
    char item[1000] = {0};
    unsigned added = 0;
    (void)state;
    pool_open(&pool, &options, control);
    while (pool_add(&pool, 0, 0, item))
        added++;
    assert_in_range(added, 16, 99);
    assert_int_equal(control_end(control), QD_END_BYTES);
    pool_check(&pool);
    assert_int_equal(pool_added(&pool), added);
    pool_close(&pool);
    control_free(control);
}

/* ---- random calls ---- */

struct model {
    struct {
        unsigned priority;
        int item;
    } waiting[2000];
    size_t count;
    bool holds[WORKERS];
};

/* The index of the one that must be taken next. */
static size_t next_of(const struct model *model) {
    size_t best = 0;
    for (size_t i = 1; i < model->count; i++)
        if (model->waiting[i].priority > model->waiting[best].priority)
            best = i;
    return best;
}

static void take_like(struct fixture *fixture, struct model *model, unsigned worker) {
    size_t next = next_of(model);
    expect_taken(fixture, worker, model->waiting[next].priority, model->waiting[next].item);
    model->count--;
    memmove(&model->waiting[next], &model->waiting[next + 1],
            (model->count - next) * sizeof model->waiting[0]);
    model->holds[worker] = true;
}

static void one_call(struct fixture *fixture, struct model *model, struct random *random, int item,
                     unsigned adding) {
    unsigned worker = (unsigned)random_below(random, WORKERS);
    if (random_below(random, 100) < adding) {
        unsigned priority = (unsigned)random_below(random, PRIORITIES);
        add(fixture, priority, item);
        model->waiting[model->count].priority = priority;
        model->waiting[model->count++].item = item;
    } else if (model->count > 0) {
        take_like(fixture, model, worker);
    } else if (worker > 0 && model->holds[worker]) {
        pool_finish(&fixture->pool, worker); /* worker 0 keeps the search from ending */
        model->holds[worker] = false;
    }
    assert_false(pool_ended(&fixture->pool));
}

/* Queues grow, run empty and wrap around again and again. */
static void random_calls_agree_with_a_list(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct fixture fixture;
        struct random random;
        struct model model = {.count = 0, .holds = {true}};
        random_seed(&random, seed);
        open_pool(&fixture, NULL);
        pool_hold(&fixture.pool, 0);
        for (int item = 0; item < 3000; item++)
            one_call(&fixture, &model, &random, item, item / 500 % 2 == 0 ? 70 : 30);
        assert_int_equal(pool_added(&fixture.pool) - pool_taken(&fixture.pool), model.count);
        close_pool(&fixture);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(higher_priorities_and_older_ones_come_first),
        cmocka_unit_test(what_waits_is_searched),
        cmocka_unit_test(what_is_held_is_waited_for),
        cmocka_unit_test(the_first_end_counts),
        cmocka_unit_test(wants_are_counted),
        cmocka_unit_test(each_visits_what_waits_in_order),
        cmocka_unit_test(what_nobody_takes_is_dropped),
        cmocka_unit_test(no_memory_is_told),
        cmocka_unit_test(random_calls_agree_with_a_list),
    };
    return cmocka_run_group_tests_name("pool", tests, NULL, NULL);
}

/* How the workers of a search share a tree: nothing is lost or searched twice, and nobody says "no"
 * while somebody still holds a part of it. Workers are held up at the points of a hand-over, so
 * nothing here depends on how threads happen to be scheduled. */
#include <sched.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/thread.h"
#include "search/control.h"
#include "search/node_counter.h"
#include "search/pool.h"

enum { MOST_WORKERS = 8 };

/* ---- holding workers up ---- */

/* The worker that takes the first subproblem, or each of the first two, is held until all others
 * wait. A worker that has given one away waits until it was taken: else it might take it back. */
struct gate {
    struct mutex lock;
    struct condition changed;
    unsigned hold, workers;
    unsigned takes, adds;
    bool waiting[MOST_WORKERS];
};

static void gate_open(struct gate *gate, unsigned hold, unsigned workers) {
    *gate = (struct gate){.hold = hold, .workers = workers};
    mutex_init(&gate->lock);
    condition_init(&gate->changed);
}

static void gate_close(struct gate *gate) {
    condition_destroy(&gate->changed);
    mutex_destroy(&gate->lock);
}

static unsigned count_waiting(const struct gate *gate) {
    unsigned count = 0;
    for (unsigned i = 0; i < gate->workers; i++)
        count += gate->waiting[i];
    return count;
}

static void at_gate(void *context, enum pool_point point, unsigned worker) {
    struct gate *gate = context;
    mutex_lock(&gate->lock);
    gate->waiting[worker] = point == POOL_WAIT;
    gate->takes += point == POOL_TAKE;
    gate->adds += point == POOL_ADD;
    condition_broadcast(&gate->changed);
    while (point == POOL_TAKE && gate->takes <= gate->hold &&
           count_waiting(gate) + 1 < gate->workers)
        condition_wait(&gate->changed, &gate->lock);
    mutex_unlock(&gate->lock);
}

/* ---- a binary tree with one solution, or none ---- */

struct place {
    uint32_t depth, path; /* path: a bit for each turn, 1 is the second child */
};

struct tree {
    struct gate gate;
    struct pool pool;
    uint32_t depth;       /* of the leaves */
    uint32_t path;        /* to the only solution */
    bool no_solution;     /* there is none, not even there */
    bool give_everything; /* the second child always goes into the pool */
    atomic_uint leaves;
    atomic_bool found;
};

struct worker {
    struct tree *tree;
    unsigned number;
    struct node_counter counter;
};

static void search_below(struct worker *worker, struct place place) {
    struct tree *tree = worker->tree;
    if (!node_counter_step(&worker->counter))
        pool_end(&tree->pool);
    if (pool_ended(&tree->pool))
        return;
    if (place.depth == tree->depth) {
        atomic_fetch_add(&tree->leaves, 1);
        if (place.path == tree->path && !tree->no_solution) {
            atomic_store(&tree->found, true);
            pool_end(&tree->pool);
        }
        return;
    }
    struct place first = {place.depth + 1, place.path << 1};
    struct place second = {place.depth + 1, place.path << 1 | 1};
    bool give = tree->give_everything || pool_wants(&tree->pool);
    if (give)
        assert_true(pool_add(&tree->pool, worker->number, 0, &second));
    search_below(worker, first);
    if (!give)
        search_below(worker, second);
}

static void work(void *context) {
    struct worker *worker = context;
    struct place place;
    while (pool_take(&worker->tree->pool, worker->number, NULL, &place))
        search_below(worker, place);
    node_counter_flush(&worker->counter);
}

/* Searches the tree, with the workers held up as the gate says. Returns the nodes of all. */
static uint64_t search(struct tree *tree, unsigned hold, unsigned workers, qd_control *control) {
    struct pool_watch watch = {.at = at_gate, .context = &tree->gate};
    struct pool_options options = {
        .workers = workers, .item_size = sizeof(struct place), .watch = &watch};
    struct worker all[MOST_WORKERS];
    struct place root = {0};
    uint64_t nodes = 0;
    gate_open(&tree->gate, hold, workers);
    pool_open(&tree->pool, &options, control);
    for (unsigned i = 0; i < workers; i++)
        all[i] = (struct worker){tree, i, {.control = control}};
    assert_true(pool_add(&tree->pool, 0, 0, &root));
    pool_start(&tree->pool, work, all, sizeof *all);
    work(&all[0]);
    pool_join(&tree->pool);
    for (unsigned i = 0; i < workers; i++)
        nodes += all[i].counter.nodes;
    return nodes;
}

static void end_search(struct tree *tree) {
    pool_close(&tree->pool);
    gate_close(&tree->gate);
}

/* One worker holds the half with the solution and has not begun, until the others have searched all
 * the rest and wait: they must not say "no". */
static void a_subproblem_in_transit_is_waited_for(void **state) {
    uint64_t taken = 0;
    (void)state;
    for (uint32_t depth = 1; depth <= 10; depth++)
        for (unsigned hold = 1; hold <= 2; hold++) {
            struct tree tree = {.depth = depth, .path = (1U << depth) - 1};
            qd_control *control = control_new(NULL);
            tree.give_everything = hold == 2;
            search(&tree, hold, 2, control);
            assert_true(atomic_load(&tree.found));
            assert_false(pool_exhausted(&tree.pool));
            taken += pool_taken(&tree.pool) - 1;
            end_search(&tree);
            control_free(control);
        }
    print_message("%llu subproblems went from worker to worker\n", (unsigned long long)taken);
    assert_true(taken >= 20);
}

/* Wherever the solution is, with any number of workers. */
static void the_only_solution_is_found_wherever_it_is(void **state) {
    enum { DEPTH = 5 };
    (void)state;
    for (unsigned workers = 2; workers <= 5; workers++)
        for (uint32_t path = 0; path < 1U << DEPTH; path++) {
            struct tree tree = {.depth = DEPTH, .path = path};
            qd_control *control = control_new(NULL);
            search(&tree, 1, workers, control);
            assert_true(atomic_load(&tree.found) && !pool_exhausted(&tree.pool));
            end_search(&tree);
            control_free(control);
        }
}

/* Without a solution every leaf is searched once, by any worker, and the control has counted every
 * node. */
static void no_leaf_is_lost_or_searched_twice(void **state) {
    uint64_t taken = 0;
    (void)state;
    for (unsigned workers = 1; workers <= 6; workers++)
        for (uint32_t depth = 1; depth <= 9; depth++) {
            struct tree tree = {.depth = depth, .no_solution = true};
            qd_control *control = control_new(NULL);
            qd_progress progress;
            tree.give_everything = depth % 2 == 1;
            uint64_t nodes = search(&tree, 1, workers, control);
            assert_true(pool_exhausted(&tree.pool));
            assert_int_equal(atomic_load(&tree.leaves), 1U << depth);
            assert_int_equal(nodes, (1U << (depth + 1)) - 1);
            taken += pool_taken(&tree.pool) - 1;
            control_progress(control, &progress);
            assert_int_equal(progress.nodes, nodes);
            end_search(&tree);
            control_progress(control, &progress);
            assert_int_equal(progress.bytes, 0);
            control_free(control);
        }
    assert_true(taken > 1000);
}

/* With one worker the order is that of a recursive search, and the nodes of a tree that ends early
 * are always the same. */
static void one_worker_searches_in_order(void **state) {
    (void)state;
    for (uint32_t path = 0; path < 16; path++) {
        struct tree tree = {.depth = 4, .path = path};
        qd_control *control = control_new(NULL);
        search(&tree, 0, 1, control);
        assert_int_equal(atomic_load(&tree.leaves), path + 1);
        assert_int_equal(pool_added(&tree.pool), 1);
        end_search(&tree);
        control_free(control);
    }
}

/* ---- ends ---- */

/* A limit ends all workers, and nothing is proven. */
static void a_limit_ends_all_workers(void **state) {
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        struct tree tree = {.depth = 25, .no_solution = true};
        qd_control *control = control_new(&(qd_limits){.nodes = 20000});
        uint64_t nodes = search(&tree, 0, workers, control);
        assert_true(pool_ended(&tree.pool) && !pool_exhausted(&tree.pool));
        assert_int_equal(control_end(control), QD_END_NODES);
        assert_in_range(nodes, 20000, 20000 + workers * NODES_PER_BATCH);
        end_search(&tree);
        control_free(control);
    }
}

/* ---- a stop ---- */

struct stopping {
    struct pool pool;
    qd_control *control;
    atomic_uint steps, late; /* late: begun after the stop */
    atomic_bool stopped;
};

struct stopping_worker {
    struct stopping *stopping;
    unsigned number;
};

static void step_until_stopped(void *context) {
    struct stopping_worker *worker = context;
    struct stopping *stopping = worker->stopping;
    struct node_counter counter = {.control = stopping->control};
    int item;
    if (pool_take(&stopping->pool, worker->number, NULL, &item))
        while (node_counter_step(&counter)) {
            atomic_fetch_add(&stopping->late, atomic_load(&stopping->stopped));
            if (atomic_fetch_add(&stopping->steps, 1) == 5000) {
                control_stop(stopping->control);
                atomic_store(&stopping->stopped, true);
            }
        }
    pool_end(&stopping->pool);
}

/* Every worker sees a stop when it has finished the node that it is at. */
static void a_stop_is_seen_at_the_next_node(void **state) {
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        struct stopping stopping = {.control = control_new(NULL)};
        struct pool_options options = {.workers = workers, .item_size = sizeof(int)};
        struct stopping_worker all[4];
        pool_open(&stopping.pool, &options, stopping.control);
        for (unsigned i = 0; i < workers; i++) {
            all[i] = (struct stopping_worker){&stopping, i};
            assert_true(pool_add(&stopping.pool, 0, 0, &(int){0}));
        }
        pool_start(&stopping.pool, step_until_stopped, all, sizeof *all);
        step_until_stopped(&all[0]);
        pool_join(&stopping.pool);
        assert_int_equal(control_end(stopping.control), QD_END_STOPPED);
        assert_true(atomic_load(&stopping.late) < workers);
        pool_close(&stopping.pool);
        control_free(stopping.control);
    }
}

/* ---- pauses ---- */

/* Workers add to two numbers of their own; both are equal only at a safepoint. */
struct pausing {
    struct pool pool;
    qd_control *control;
    atomic_uint begun;
    unsigned items;
    atomic_bool enough;
    struct {
        uint64_t first, second;
    } numbers[MOST_WORKERS];
    unsigned workers, looks, torn;
};

struct pausing_worker {
    struct pausing *pausing;
    unsigned number;
};

static void look_at_numbers(void *context) {
    struct pausing *pausing = context;
    pool_check(&pausing->pool);
    for (unsigned i = 0; i < pausing->workers; i++)
        pausing->torn += pausing->numbers[i].first != pausing->numbers[i].second;
    if (++pausing->looks == 200)
        atomic_store(&pausing->enough, true);
}

/* Every worker also wants the others to pause now and then, two often at the same moment. */
static void add_and_look(void *context) {
    struct pausing_worker *worker = context;
    struct pausing *pausing = worker->pausing;
    int item;
    while (pool_take(&pausing->pool, worker->number, NULL, &item)) {
        atomic_fetch_add(&pausing->begun, 1);
        while (atomic_load(&pausing->begun) < pausing->items)
            pool_safepoint(&pausing->pool, worker->number);
        for (unsigned step = 0; !atomic_load(&pausing->enough); step++) {
            pausing->numbers[worker->number].first++;
            pausing->numbers[worker->number].second++;
            pool_safepoint(&pausing->pool, worker->number);
            if (step % 50 == 0)
                pool_pause_others(&pausing->pool, worker->number, look_at_numbers, pausing);
        }
    }
}

static void others_are_paused(void **state) {
    (void)state;
    for (unsigned workers = 1; workers <= 4; workers++) {
        unsigned items = workers > 1 ? workers - 1 : 1; /* one worker stays without, if it can */
        struct pausing pausing = {.control = control_new(NULL), .workers = workers, .items = items};
        struct pool_options options = {.workers = workers, .item_size = sizeof(int)};
        struct pausing_worker all[4];
        pool_open(&pausing.pool, &options, pausing.control);
        for (unsigned i = 0; i < workers; i++)
            all[i] = (struct pausing_worker){&pausing, i};
        for (unsigned i = 0; i < items; i++)
            assert_true(pool_add(&pausing.pool, 0, 0, &(int){0}));
        pool_start(&pausing.pool, add_and_look, all, sizeof *all);
        add_and_look(&all[0]);
        pool_join(&pausing.pool);
        assert_true(pool_exhausted(&pausing.pool));
        assert_true(pausing.looks >= 200);
        assert_int_equal(pausing.torn, 0);
        pool_close(&pausing.pool);
        control_free(pausing.control);
    }
}

/* Worker 1 finishes its subproblem once worker 0 waits for it to pause. */
static void finish_during_the_pause(void *context, enum pool_point point, unsigned worker) {
    struct pausing *pausing = context;
    if (worker == 1 && point == POOL_TAKE)
        atomic_fetch_add(&pausing->begun, 1);
    while (worker == 1 && point == POOL_FINISH && !atomic_load(&pausing->pool.pausing))
        sched_yield();
}

static void take_all(void *context) {
    struct pausing_worker *worker = context;
    int item;
    while (pool_take(&worker->pausing->pool, worker->number, NULL, &item))
        ;
}

static void a_finished_worker_is_not_waited_for(void **state) {
    struct pausing pausing = {.control = control_new(NULL), .workers = 2};
    struct pool_watch watch = {.at = finish_during_the_pause, .context = &pausing};
    struct pool_options options = {.workers = 2, .item_size = sizeof(int), .watch = &watch};
    struct pausing_worker all[2] = {{&pausing, 0}, {&pausing, 1}};
    (void)state;
    pool_open(&pausing.pool, &options, pausing.control);
    pool_hold(&pausing.pool, 0);
    assert_true(pool_add(&pausing.pool, 0, 0, &(int){0}));
    pool_start(&pausing.pool, take_all, all, sizeof *all);
    while (atomic_load(&pausing.begun) == 0)
        sched_yield();
    assert_true(pool_pause_others(&pausing.pool, 0, look_at_numbers, &pausing));
    assert_int_equal(pausing.looks, 1);
    take_all(&all[0]);
    pool_join(&pausing.pool);
    assert_true(pool_exhausted(&pausing.pool));
    pool_close(&pausing.pool);
    control_free(pausing.control);
}

/* It would wait for the end of the pause, and be counted in place of a worker that still runs. */
static void a_worker_without_a_subproblem_does_not_pause(void **state) {
    struct pausing pausing = {.control = control_new(NULL), .workers = 2};
    struct pool_options options = {.workers = 2, .item_size = sizeof(int)};
    (void)state;
    pool_open(&pausing.pool, &options, pausing.control);
    pool_hold(&pausing.pool, 0);
    atomic_store(&pausing.pool.pausing, true);
    pool_safepoint(&pausing.pool, 1);
    atomic_store(&pausing.pool.pausing, false);
    pool_check(&pausing.pool);
    assert_true(pool_pause_others(&pausing.pool, 0, look_at_numbers, &pausing));
    assert_int_equal(pausing.looks, 1);
    pool_end(&pausing.pool);
    pool_close(&pausing.pool);
    control_free(pausing.control);
}

/* After the end nobody is paused, and nobody is waited for. */
static void nobody_pauses_after_the_end(void **state) {
    struct pausing pausing = {.control = control_new(NULL), .workers = 2};
    struct pool_options options = {.workers = 2, .item_size = sizeof(int)};
    (void)state;
    pool_open(&pausing.pool, &options, pausing.control);
    pool_hold(&pausing.pool, 0);
    pool_hold(&pausing.pool, 1);
    pool_end(&pausing.pool);
    assert_false(pool_pause_others(&pausing.pool, 0, look_at_numbers, &pausing));
    assert_int_equal(pausing.looks, 0);
    pool_close(&pausing.pool);
    control_free(pausing.control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_subproblem_in_transit_is_waited_for),
        cmocka_unit_test(the_only_solution_is_found_wherever_it_is),
        cmocka_unit_test(no_leaf_is_lost_or_searched_twice),
        cmocka_unit_test(one_worker_searches_in_order),
        cmocka_unit_test(a_limit_ends_all_workers),
        cmocka_unit_test(a_stop_is_seen_at_the_next_node),
        cmocka_unit_test(others_are_paused),
        cmocka_unit_test(a_finished_worker_is_not_waited_for),
        cmocka_unit_test(a_worker_without_a_subproblem_does_not_pause),
        cmocka_unit_test(nobody_pauses_after_the_end),
    };
    return cmocka_run_group_tests_name("pool_threads", tests, NULL, NULL);
}

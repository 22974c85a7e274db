/* How the workers of a depth-first search share the tree: nothing is lost or done twice, and nobody
 * says "no" while somebody still holds a part of it. The moments of a hand-over are drawn out as
 * far as they go, so that nothing here depends on how threads happen to be scheduled. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/thread.h"
#include "search/control.h"
#include "search/dfs.h"

/* Who has taken the first state, or each of the first two, is kept waiting until all others are
 * idle. Before the second the giver waits until it was taken, or it could take it back itself. */
enum { HOLD_FIRST = 1, HOLD_SECOND = 2 };
/* The first is held, and then whoever gives waits until all others are idle again: with two workers
 * one gives a state away with every step. */
enum { GIVE_ALWAYS = 100 };

/* Who is where. */
struct gate {
    struct thread_lock lock;
    struct thread_signal changed;
    int hold;
    int workers;
    int idles, takens, givens; /* moments so far */
};

static void gate_open(struct gate *gate, int hold, int workers) {
    *gate = (struct gate){.hold = hold, .workers = workers};
    thread_lock_init(&gate->lock);
    thread_signal_init(&gate->changed);
}

static void gate_close(struct gate *gate) {
    thread_signal_destroy(&gate->changed);
    thread_lock_destroy(&gate->lock);
}

/* Every worker is idle, then takes a state or is idle to the end. */
static void wait_for_the_others(struct gate *gate) {
    while (gate->idles - gate->takens < gate->workers - 1)
        thread_signal_wait(&gate->changed, &gate->lock);
}

/* Two workers: what was given has been taken and done. */
static bool is_back(const struct gate *gate) {
    return gate->takens == 1 + gate->givens && gate->idles == gate->takens + 1;
}

static void pass_gate(struct gate *gate, enum dfs_moment moment) {
    thread_lock_take(&gate->lock);
    gate->idles += moment == DFS_IDLE;
    gate->takens += moment == DFS_TAKEN;
    gate->givens += moment == DFS_GIVEN;
    thread_signal_wake_all(&gate->changed);
    bool always = gate->hold == GIVE_ALWAYS;
    if (moment == DFS_TAKEN && gate->takens <= (always ? HOLD_FIRST : gate->hold))
        wait_for_the_others(gate);
    while (!always && moment == DFS_GIVEN && gate->takens < gate->hold)
        thread_signal_wait(&gate->changed, &gate->lock);
    while (always && moment == DFS_GIVEN && !is_back(gate))
        thread_signal_wait(&gate->changed, &gate->lock);
    thread_lock_leave(&gate->lock);
}

/* ---- a tree of which only the last leaf is a solution ---- */

struct place {
    uint32_t depth, path; /* path: a bit for each turn, 1 is the last child */
};

struct hidden {
    struct gate gate;
    void (*expand)(void *context, const void *state,
                   struct dfs_sink *sink); /* NULL: expand_hidden */
    uint64_t *worker_nodes;                /* or NULL */
    uint32_t depth;                        /* of the leaves */
    uint32_t path;                         /* to the only solution */
    bool no_solution;                      /* it is not there either */
    atomic_uint leaves;
};

static void expand_hidden(void *context, const void *state, struct dfs_sink *sink) {
    struct hidden *hidden = context;
    const struct place *place = state;
    if (place->depth == hidden->depth) {
        atomic_fetch_add(&hidden->leaves, 1);
        if (place->path == hidden->path && !hidden->no_solution)
            dfs_solution(sink, place);
        return;
    }
    for (uint32_t turn = 0; turn < 2; turn++)
        dfs_emit(sink, &(struct place){place->depth + 1, place->path << 1 | turn});
}

static void hear_hidden(void *context, enum dfs_moment moment) {
    pass_gate(&((struct hidden *)context)->gate, moment);
}

/* Searches with that many workers, held up as the gate says. */
static qd_status search_held(struct hidden *hidden, int hold, int threads,
                             struct dfs_result *result) {
    struct place root = {0};
    struct dfs_problem problem = {.state_size = sizeof root,
                                  .root = &root,
                                  .context = hidden,
                                  .expand = hidden->expand ? hidden->expand : expand_hidden,
                                  .threads = threads,
                                  .worker_nodes = hidden->worker_nodes,
                                  .on_moment = hear_hidden};
    qd_control *control = control_new(NULL);
    gate_open(&hidden->gate, hold, threads);
    qd_status status = dfs_search(&problem, control, result);
    gate_close(&hidden->gate);
    control_free(control);
    return status;
}

/* The half with the solution goes to the second worker, which is held until the first has done its
 * own half and found nothing: it must not say so for both. */
static void a_subtree_in_transit_is_waited_for(void **state) {
    (void)state;
    for (uint32_t depth = 1; depth <= 10; depth++) {
        struct hidden hidden = {.depth = depth, .path = (1U << depth) - 1};
        struct dfs_result result;
        assert_int_equal(search_held(&hidden, HOLD_SECOND, 2, &result), QD_YES);
        assert_int_equal(result.solutions, 1);
        assert_true(result.shared >= 1);
    }
}

/* Wherever the solution is, with any number of workers: one of them is held at its first state
 * until all others wait, so that states must go from hand to hand. */
static void the_only_solution_is_found_wherever_it_is(void **state) {
    (void)state;
    enum { DEPTH = 5 };
    uint64_t shared = 0;
    for (int threads = 2; threads <= 5; threads++)
        for (uint32_t path = 0; path < 1U << DEPTH; path++) {
            struct hidden hidden = {.depth = DEPTH, .path = path};
            struct dfs_result result;
            assert_int_equal(search_held(&hidden, HOLD_FIRST, threads, &result), QD_YES);
            assert_true(result.shared >= 1);
            shared += result.shared;
        }
    print_message("%llu states went to another worker\n", (unsigned long long)shared);
}

/* Without a solution every leaf is seen once, whoever sees it. */
static void no_leaf_is_lost_or_seen_twice(void **state) {
    (void)state;
    for (int threads = 2; threads <= 6; threads++)
        for (uint32_t depth = 1; depth <= 9; depth++) {
            struct hidden hidden = {.depth = depth, .no_solution = true};
            struct dfs_result result;
            assert_int_equal(search_held(&hidden, HOLD_FIRST, threads, &result), QD_NO);
            assert_true(result.exhausted);
            assert_int_equal(atomic_load(&hidden.leaves), 1U << depth);
            assert_int_equal(result.nodes, (1U << (depth + 1)) - 1);
            assert_true(result.shared >= 1 && hidden.gate.givens >= 1);
        }
}

/* Both workers hold a state at the same moment, so both have worked. */
static void two_workers_work_at_the_same_time(void **state) {
    (void)state;
    uint64_t nodes[2] = {0};
    struct hidden hidden = {.depth = 6, .no_solution = true, .worker_nodes = nodes};
    struct dfs_result result;
    assert_int_equal(search_held(&hidden, HOLD_SECOND, 2, &result), QD_NO);
    assert_true(nodes[0] > 0 && nodes[1] > 0);
    assert_int_equal(nodes[0] + nodes[1], 127);
}

/* ---- a single path ---- */

static void expand_path(void *context, const void *state, struct dfs_sink *sink) {
    struct hidden *hidden = context;
    struct place place = *(const struct place *)state;
    if (place.depth++ < hidden->depth)
        dfs_emit(sink, &place);
}

/* Three of four workers have nothing to do; they wait, and are not asked again and again. */
static void idle_workers_wait(void **state) {
    (void)state;
    struct hidden hidden = {.depth = 3000, .expand = expand_path};
    struct dfs_result result;
    assert_int_equal(search_held(&hidden, HOLD_FIRST, 4, &result), QD_NO);
    assert_int_equal(result.nodes, 3001);
    assert_int_equal(result.shared, 0);
    assert_int_equal(hidden.gate.idles, 5); /* one of them twice: before the root, and at the end */
    assert_int_equal(hidden.gate.takens, 1);
}

/* ---- a path with two leaves beside each state ---- */

static void expand_comb(void *context, const void *state, struct dfs_sink *sink) {
    struct hidden *hidden = context;
    const struct place *place = state;
    if (place->path != 0) {
        atomic_fetch_add(&hidden->leaves, place->path);
        return;
    }
    for (uint32_t leaf = 0; leaf < 3 && place->depth < hidden->depth; leaf++)
        dfs_emit(sink, &(struct place){place->depth + 1, leaf == 0 ? 0 : 2 * place->depth + leaf});
}

/* The row of a worker grows by two states with each step, and loses its oldest to another worker:
 * it is moved down, and grows, again and again. The numbers of the leaves add up only if each of
 * them is met once. */
static void long_rows_lose_nothing(void **state) {
    (void)state;
    for (int threads = 1; threads <= 2; threads++) {
        struct hidden hidden = {.depth = 300, .expand = expand_comb};
        struct dfs_result result;
        assert_int_equal(search_held(&hidden, GIVE_ALWAYS, threads, &result), QD_NO);
        assert_int_equal(result.nodes, 1 + 3 * 300);
        assert_int_equal(atomic_load(&hidden.leaves), 600 * 601 / 2);
        assert_true(threads == 1 || result.shared >= 300);
    }
}

/* ---- stops ---- */

struct stopping {
    qd_control *control;
    atomic_int expanded, late; /* late: begun after the stop */
    atomic_bool stopped;
    int stop_at;
};

static void expand_until_stopped(void *context, const void *state, struct dfs_sink *sink) {
    struct stopping *stopping = context;
    atomic_fetch_add(&stopping->late, atomic_load(&stopping->stopped));
    if (atomic_fetch_add(&stopping->expanded, 1) + 1 == stopping->stop_at) {
        control_stop(stopping->control);
        atomic_store(&stopping->stopped, true);
    }
    dfs_emit(sink, state);
    dfs_emit(sink, state);
}

/* A stop is seen by every worker when it has done the state that it is at. */
static void a_stop_is_seen_at_the_next_state(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        struct stopping stopping = {.control = control_new(NULL), .stop_at = 5000};
        struct dfs_problem problem = {.state_size = sizeof(int),
                                      .root = &(int){0},
                                      .context = &stopping,
                                      .expand = expand_until_stopped,
                                      .threads = threads};
        struct dfs_result result;
        assert_int_equal(dfs_search(&problem, stopping.control, &result), QD_LIMIT);
        assert_int_equal(control_end(stopping.control), QD_END_STOPPED);
        assert_true(result.nodes >= 5000);
        assert_true(atomic_load(&stopping.late) < threads);
        control_free(stopping.control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_subtree_in_transit_is_waited_for),
        cmocka_unit_test(the_only_solution_is_found_wherever_it_is),
        cmocka_unit_test(no_leaf_is_lost_or_seen_twice),
        cmocka_unit_test(two_workers_work_at_the_same_time),
        cmocka_unit_test(idle_workers_wait),
        cmocka_unit_test(long_rows_lose_nothing),
        cmocka_unit_test(a_stop_is_seen_at_the_next_state),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

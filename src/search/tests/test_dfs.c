/* Parallel depth-first search: queens against known counts, random trees against recursion. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/thread.h"
#include "search/control.h"
#include "search/dfs.h"

static void assert_all_released(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
}

/* Searches without limits; the control must have counted the same nodes. */
static qd_status search(const struct dfs_problem *problem, struct dfs_result *result) {
    qd_control *control = control_new(NULL);
    qd_status status = dfs_search(problem, control, result);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.nodes, result->nodes);
    assert_all_released(control);
    control_free(control);
    return status;
}

/* Queens on an n x n board, row by row. */
struct queens {
    unsigned char size;
    unsigned char row;
    unsigned char column[16];
};

static bool queen_fits(const struct queens *queens, int column) {
    for (int row = 0; row < queens->row; row++) {
        int aside = queens->column[row] - column;
        if (aside == 0 || abs(aside) == queens->row - row)
            return false;
    }
    return true;
}

static void expand_queens(void *worker, const void *state, struct dfs_sink *sink) {
    (void)worker;
    const struct queens *queens = state;
    if (queens->row == queens->size) {
        dfs_solution(sink, queens);
        return;
    }
    for (int column = 0; column < queens->size; column++) {
        if (queen_fits(queens, column)) {
            struct queens next = *queens;
            next.column[next.row++] = (unsigned char)column;
            dfs_emit(sink, &next);
        }
    }
}

/* What the solutions were; stops after `stop_at` of them (0: never). */
struct found {
    uint64_t count;
    uint64_t stop_at;
    bool called_after_end;
    struct queens first;
    struct queens last;
};

static bool take_queens(void *context, const void *state) {
    struct found *found = context;
    found->called_after_end |= found->stop_at != 0 && found->count >= found->stop_at;
    found->last = *(const struct queens *)state;
    if (found->count++ == 0)
        found->first = found->last;
    return found->count != found->stop_at;
}

static struct dfs_problem queens_problem(const struct queens *root, struct found *found,
                                         int threads) {
    return (struct dfs_problem){.state_size = sizeof(*root),
                                .root = root,
                                .context = found,
                                .expand = expand_queens,
                                .solution = take_queens,
                                .threads = threads};
}

/* The numbers of solutions are those of OEIS A000170; the nodes are all placements of queens in the
 * first rows that do not attack each other, with the empty one. */
static void check_queens(int size, int threads, uint64_t solutions, uint64_t nodes) {
    struct queens root = {.size = (unsigned char)size};
    struct found found = {0};
    uint64_t worker_nodes[8] = {0};
    struct dfs_problem problem = queens_problem(&root, &found, threads);
    problem.worker_nodes = worker_nodes;
    struct dfs_result result;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_true(result.exhausted);
    assert_int_equal(result.solutions, solutions);
    assert_int_equal(found.count, solutions);
    assert_int_equal(result.nodes, nodes);
    uint64_t sum = 0;
    for (int i = 0; i < threads; i++)
        sum += worker_nodes[i];
    assert_int_equal(sum, nodes);
}

static void test_queens(void **state) {
    (void)state;
    static const uint64_t solutions[] = {2, 10, 4, 40, 92, 352};
    static const uint64_t nodes[] = {17, 54, 153, 552, 2057, 8394};
    static const int threads[] = {1, 2, 4, 8};
    for (int size = 4; size <= 9; size++)
        for (size_t i = 0; i < sizeof(threads) / sizeof(threads[0]); i++)
            check_queens(size, threads[i], solutions[size - 4], nodes[size - 4]);
}

static void test_no_solution(void **state) {
    (void)state;
    struct queens root = {.size = 3};
    for (int threads = 0; threads <= 4; threads++) {
        struct found found = {0};
        struct dfs_problem problem = queens_problem(&root, &found, threads);
        struct dfs_result result;
        assert_int_equal(search(&problem, &result), QD_NO);
        assert_true(result.exhausted);
        assert_int_equal(result.solutions, 0);
        assert_int_equal(result.nodes, 6); /* the empty board, three rooks' places, 1-3 and 3-1 */
    }
}

/* With one thread the first solution is the first in the order of columns, found after 114 states
 * (113 placements of queens, as in the textbooks, and the empty board). */
static void test_first_solution(void **state) {
    (void)state;
    static const unsigned char expected[8] = {0, 4, 7, 5, 2, 6, 1, 3};
    static const unsigned char expected_last[8] = {7, 3, 0, 2, 5, 1, 6, 4};
    struct queens root = {.size = 8};
    struct found found = {.stop_at = 1};
    struct dfs_problem problem = queens_problem(&root, &found, 1);
    struct dfs_result result;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_false(result.exhausted);
    assert_int_equal(result.solutions, 1);
    assert_int_equal(result.nodes, 114);
    assert_memory_equal(found.first.column, expected, sizeof(expected));
    problem.solution = NULL;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(result.nodes, 114);
    found = (struct found){0};
    problem.solution = take_queens;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_memory_equal(found.last.column, expected_last, sizeof(expected_last));
}

static void test_stop_from_callback(void **state) {
    (void)state;
    struct queens root = {.size = 9};
    for (int threads = 1; threads <= 4; threads++) {
        for (uint64_t stop_at = 1; stop_at <= 352; stop_at += 39) {
            struct found found = {.stop_at = stop_at};
            struct dfs_problem problem = queens_problem(&root, &found, threads);
            struct dfs_result result;
            assert_int_equal(search(&problem, &result), QD_YES);
            assert_int_equal(found.count, stop_at);
            assert_int_equal(result.solutions, stop_at);
            assert_false(found.called_after_end);
            assert_false(result.exhausted);
        }
    }
}

/* One state that reports five solutions, of which two are wanted. */
static void expand_to_five(void *worker, const void *state, struct dfs_sink *sink) {
    int *granted = worker;
    for (int i = 0; i < 5; i++)
        *granted += dfs_solution(sink, state);
    dfs_emit(sink, state);
}

static bool take_two(void *context, const void *state) {
    (void)context;
    int *count = *(int *const *)state;
    (*count)++;
    return *count < 2;
}

static void test_solutions_after_the_end(void **state) {
    (void)state;
    int granted = 0;
    int count = 0;
    int *root = &count;
    struct dfs_problem problem = {.state_size = sizeof(root),
                                  .root = &root,
                                  .context = &granted,
                                  .expand = expand_to_five,
                                  .solution = take_two,
                                  .threads = 1};
    struct dfs_result result;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(count, 2);
    assert_int_equal(granted, 1);
    assert_int_equal(result.solutions, 2);
    assert_int_equal(result.nodes, 1);
    problem.solution = NULL; /* the first is enough, and the only one */
    granted = 0;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(granted, 0);
    assert_int_equal(result.solutions, 1);
}

/* Random trees without memory: what is below a state follows from its number. */
struct place {
    uint64_t number;
    uint32_t depth;
};

struct tree {
    uint32_t depth_limit;
    uint64_t *order; /* the numbers in the order of expansion, or NULL */
    size_t count;
    size_t room;
};

static uint64_t scramble(uint64_t number) {
    number = (number ^ number >> 31) * UINT64_C(0x7FB5D329728EA185);
    number = (number ^ number >> 27) * UINT64_C(0x81DADEF4BC2DD44D);
    return number ^ number >> 33;
}

/* 0 to 5 children, fewer below and never any at the deepest level; some children are subtrees many
 * times larger than others. */
static unsigned children_of(const struct tree *tree, const struct place *place) {
    if (place->depth == 0)
        return 5;
    return place->depth >= tree->depth_limit ? 0 : (unsigned)(scramble(place->number) % 5);
}

static struct place child_of(const struct place *place, unsigned index) {
    return (struct place){.number = scramble(place->number * 8 + index + 1),
                          .depth = place->depth + 1};
}

static void note_order(struct tree *tree, uint64_t number) {
    tree->order = mem_grow(tree->order, tree->count, &tree->room, sizeof(*tree->order));
    tree->order[tree->count++] = number;
}

/* The oracle. */
static void walk_by_recursion(struct tree *tree, struct place place) {
    note_order(tree, place.number);
    for (unsigned i = 0; i < children_of(tree, &place); i++)
        walk_by_recursion(tree, child_of(&place, i));
}

/* A worker's share: counts and adds up, so that a lost or doubled state shows. */
struct tree_worker {
    struct tree *tree;
    int number;
    uint64_t nodes;
    uint64_t sum;
    bool note;
};

struct tree_search {
    struct tree tree;
    bool note;
    int workers_made;
    int workers_freed;
    bool out_of_order;
    uint64_t nodes;
    uint64_t sum;
};

static void *new_tree_worker(void *context, int number) {
    struct tree_search *shared = context;
    struct tree_worker *worker = MEM_NEW(struct tree_worker);
    *worker = (struct tree_worker){.tree = &shared->tree, .number = number, .note = shared->note};
    shared->out_of_order |= number != shared->workers_made;
    shared->workers_made++;
    return worker;
}

static void free_tree_worker(void *context, void *own) {
    struct tree_search *shared = context;
    struct tree_worker *worker = own;
    shared->out_of_order |= worker->number != shared->workers_freed;
    shared->workers_freed++;
    shared->nodes += worker->nodes;
    shared->sum += worker->sum;
    free(worker);
}

static void expand_place(void *own, const void *state, struct dfs_sink *sink) {
    struct tree_worker *worker = own;
    const struct place *place = state;
    worker->nodes++;
    worker->sum += scramble(place->number);
    if (worker->note)
        note_order(worker->tree, place->number);
    for (unsigned i = 0; i < children_of(worker->tree, place); i++) {
        struct place child = child_of(place, i);
        dfs_emit(sink, &child);
    }
}

static struct dfs_problem tree_problem(struct tree_search *shared, const struct place *root,
                                       int threads) {
    return (struct dfs_problem){.state_size = sizeof(*root),
                                .root = root,
                                .context = shared,
                                .worker_new = new_tree_worker,
                                .worker_free = free_tree_worker,
                                .expand = expand_place,
                                .threads = threads};
}

static void check_order(uint64_t seed) {
    struct place root = {.number = seed};
    struct tree oracle = {.depth_limit = 12};
    walk_by_recursion(&oracle, root);
    struct tree_search shared = {.tree.depth_limit = 12, .note = true};
    struct dfs_problem problem = tree_problem(&shared, &root, 1);
    struct dfs_result result;
    assert_int_equal(search(&problem, &result), QD_NO);
    assert_int_equal(result.nodes, oracle.count);
    assert_int_equal(shared.tree.count, oracle.count);
    assert_memory_equal(shared.tree.order, oracle.order, oracle.count * sizeof(*oracle.order));
    free(oracle.order);
    free(shared.tree.order);
}

static void test_order_is_that_of_recursion(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++)
        check_order(seed);
}

static void check_tree(uint64_t seed, int threads) {
    struct place root = {.number = seed};
    struct tree oracle = {.depth_limit = 13};
    walk_by_recursion(&oracle, root);
    uint64_t sum = 0;
    for (size_t i = 0; i < oracle.count; i++)
        sum += scramble(oracle.order[i]);
    free(oracle.order);
    struct tree_search shared = {.tree.depth_limit = 13};
    struct dfs_problem problem = tree_problem(&shared, &root, threads);
    struct dfs_result result;
    assert_int_equal(search(&problem, &result), QD_NO);
    assert_int_equal(result.nodes, oracle.count);
    assert_int_equal(shared.nodes, oracle.count);
    assert_true(shared.sum == sum);
    assert_int_equal(shared.workers_made, threads);
    assert_int_equal(shared.workers_freed, threads);
    assert_false(shared.out_of_order);
}

static void test_trees_in_parallel(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 12; seed++) {
        check_tree(seed, 2);
        check_tree(seed, 4);
        check_tree(seed, 7);
    }
}

/* A tree of one state, many times: the start and the end of a search race with each other. */
static void test_tiny_trees(void **state) {
    (void)state;
    for (int round = 0; round < 300; round++) {
        struct place root = {.number = (uint64_t)round, .depth = (uint32_t)(round % 2)};
        struct tree_search shared = {.tree.depth_limit = 1};
        struct dfs_problem problem = tree_problem(&shared, &root, 1 + round % 4);
        struct dfs_result result;
        assert_int_equal(search(&problem, &result), QD_NO);
        assert_int_equal(result.nodes, round % 2 == 0 ? 6 : 1);
    }
}

/* Trees without end: a path with a leaf beside each state, and one that explodes. */
static void expand_endless_path(void *context, const void *state, struct dfs_sink *sink) {
    (void)context;
    uint64_t number = *(const uint64_t *)state;
    if (number % 2 == 0) {
        dfs_emit(sink, &(uint64_t){number + 1});
        dfs_emit(sink, &(uint64_t){number + 2});
    }
}

static void expand_endless_bush(void *context, const void *state, struct dfs_sink *sink) {
    (void)context;
    uint64_t number = *(const uint64_t *)state;
    for (uint64_t i = 0; i < 100; i++)
        dfs_emit(sink, &(uint64_t){number + i});
}

static struct dfs_problem endless(int threads, bool bush) {
    static const uint64_t root = 0;
    return (struct dfs_problem){.state_size = sizeof(root),
                                .root = &root,
                                .expand = bush ? expand_endless_bush : expand_endless_path,
                                .threads = threads};
}

static void test_node_limit(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        qd_limits limits = {.nodes = 10000};
        qd_control *control = control_new(&limits);
        struct dfs_problem problem = endless(threads, false);
        struct dfs_result result;
        assert_int_equal(dfs_search(&problem, control, &result), QD_LIMIT);
        assert_int_equal(control_end(control), QD_END_NODES);
        assert_false(result.exhausted);
        if (threads == 1)
            assert_int_equal(result.nodes, 10240); /* the batch in which the limit lies */
        qd_progress progress;
        control_progress(control, &progress);
        assert_int_equal(progress.nodes, result.nodes);
        assert_all_released(control);
        control_free(control);
    }
}

static void test_memory_limit(void **state) {
    (void)state;
    for (int threads = 1; threads <= 4; threads++) {
        for (uint64_t bytes = 1; bytes <= 1 << 20; bytes *= 4) {
            qd_limits limits = {.bytes = bytes};
            qd_control *control = control_new(&limits);
            struct dfs_problem problem = endless(threads, true);
            struct dfs_result result;
            assert_int_equal(dfs_search(&problem, control, &result), QD_LIMIT);
            assert_int_equal(control_end(control), QD_END_BYTES);
            assert_all_released(control);
            control_free(control);
        }
    }
}

static void test_memory_stays_small_on_a_path(void **state) {
    (void)state;
    qd_limits limits = {.nodes = 1000000, .bytes = 100000};
    for (int threads = 1; threads <= 2; threads++) {
        qd_control *control = control_new(&limits);
        struct dfs_problem problem = endless(threads, false);
        struct dfs_result result;
        assert_int_equal(dfs_search(&problem, control, &result), QD_LIMIT);
        assert_int_equal(control_end(control), QD_END_NODES);
        qd_progress progress;
        control_progress(control, &progress);
        assert_true(progress.peak_bytes <= (uint64_t)threads * 2 * 64 * 16);
        control_free(control);
    }
}

static void test_stopped_before(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    control_stop(control);
    struct dfs_problem problem = endless(3, false);
    struct dfs_result result;
    assert_int_equal(dfs_search(&problem, control, &result), QD_LIMIT);
    assert_int_equal(result.nodes, 0);
    control_free(control);
}

static void test_time_limit(void **state) {
    (void)state;
    qd_limits limits = {.seconds = 0.05};
    qd_control *control = control_new(&limits);
    double start = clock_wall();
    struct dfs_problem problem = endless(2, false);
    struct dfs_result result;
    assert_int_equal(dfs_search(&problem, control, &result), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_SECONDS);
    assert_true(clock_wall() - start >= 0.05);
    control_free(control);
}

/* Two searches at once in one process, each with two threads. */
struct rival {
    struct thread thread;
    int size;
    uint64_t solutions;
    uint64_t nodes;
    qd_status status;
};

static void run_rival(void *context) {
    struct rival *rival = context;
    struct queens root = {.size = (unsigned char)rival->size};
    struct found found = {0};
    struct dfs_problem problem = queens_problem(&root, &found, 2);
    qd_control *control = control_new(NULL);
    struct dfs_result result;
    rival->status = dfs_search(&problem, control, &result);
    rival->solutions = result.solutions;
    rival->nodes = result.nodes;
    control_free(control);
}

static void test_two_searches_at_once(void **state) {
    (void)state;
    struct rival rivals[2] = {{.size = 8}, {.size = 9}};
    for (int i = 0; i < 2; i++)
        assert_true(thread_start(&rivals[i].thread, run_rival, &rivals[i]));
    for (int i = 0; i < 2; i++) {
        thread_join(&rivals[i].thread);
        assert_int_equal(rivals[i].status, QD_YES);
    }
    assert_int_equal(rivals[0].solutions, 92);
    assert_int_equal(rivals[0].nodes, 2057);
    assert_int_equal(rivals[1].solutions, 352);
    assert_int_equal(rivals[1].nodes, 8394);
}

static void test_bad_problem(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct dfs_problem problem = endless(1, false);
    problem.state_size = 0;
    struct dfs_result result;
    assert_int_equal(dfs_search(&problem, control, &result), QD_BAD_INPUT);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_queens),
        cmocka_unit_test(test_no_solution),
        cmocka_unit_test(test_first_solution),
        cmocka_unit_test(test_stop_from_callback),
        cmocka_unit_test(test_solutions_after_the_end),
        cmocka_unit_test(test_order_is_that_of_recursion),
        cmocka_unit_test(test_trees_in_parallel),
        cmocka_unit_test(test_tiny_trees),
        cmocka_unit_test(test_node_limit),
        cmocka_unit_test(test_memory_limit),
        cmocka_unit_test(test_memory_stays_small_on_a_path),
        cmocka_unit_test(test_stopped_before),
        cmocka_unit_test(test_time_limit),
        cmocka_unit_test(test_two_searches_at_once),
        cmocka_unit_test(test_bad_problem),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

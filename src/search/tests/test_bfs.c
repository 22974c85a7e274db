/* Breadth-first search: sliding tiles against known figures, random graphs against an oracle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/thread.h"
#include "search/bfs.h"
#include "search/control.h"

/* Sliding tiles: a key is the board row by row, 0 is the gap; a label is where the gap goes. */
struct board {
    int width;
    int height;
};

enum { GAP_UP, GAP_DOWN, GAP_LEFT, GAP_RIGHT };

/* Moves the gap. Returns false if it would leave the board. */
static bool slide(const struct board *board, unsigned char *tiles, int label) {
    static const int step_x[] = {0, 0, -1, 1};
    static const int step_y[] = {-1, 1, 0, 0};
    int gap = 0;
    while (tiles[gap] != 0)
        gap++;
    int x = gap % board->width + step_x[label];
    int y = gap / board->width + step_y[label];
    if (x < 0 || x >= board->width || y < 0 || y >= board->height)
        return false;
    tiles[gap] = tiles[y * board->width + x];
    tiles[y * board->width + x] = 0;
    return true;
}

static void expand_board(void *context, const void *key, struct bfs_sink *sink) {
    const struct board *board = context;
    size_t size = (size_t)(board->width * board->height);
    for (int label = 0; label < 4; label++) {
        unsigned char next[16];
        memcpy(next, key, size);
        if (slide(board, next, label) && !bfs_emit(sink, next, (uint16_t)label))
            return;
    }
}

/* The gap's way back is the opposite direction. */
static void expand_board_back(void *context, const void *key, struct bfs_sink *sink) {
    const struct board *board = context;
    size_t size = (size_t)(board->width * board->height);
    for (int label = 0; label < 4; label++) {
        unsigned char next[16];
        memcpy(next, key, size);
        if (slide(board, next, label))
            bfs_emit(sink, next, (uint16_t)(label ^ 1));
    }
}

static struct bfs_problem board_problem(struct board *board, const void *start, const void *goal) {
    return (struct bfs_problem){.key_size = (size_t)(board->width * board->height),
                                .start = start,
                                .goal = goal,
                                .expand = expand_board,
                                .context = board};
}

static const unsigned char solved3x3[9] = {1, 2, 3, 4, 5, 6, 7, 8, 0};
static const unsigned char solved2x3[6] = {1, 2, 3, 4, 5, 0};

static void assert_all_released(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    assert_true(progress.peak_bytes > 0);
}

/* Searches without limits; the answer must agree with the control's count of nodes. */
static qd_status search(const struct bfs_problem *problem, struct bfs_result *result) {
    qd_control *control = control_new(NULL);
    qd_status status = bfs_search(problem, control, result);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.nodes, result->nodes);
    assert_all_released(control);
    control_free(control);
    return status;
}

static void assert_path_leads(const struct board *board, const unsigned char *from,
                              const unsigned char *to, const struct bfs_result *result) {
    size_t size = (size_t)(board->width * board->height);
    unsigned char tiles[16];
    memcpy(tiles, from, size);
    for (size_t i = 0; i < result->length; i++)
        assert_true(slide(board, tiles, result->labels[i]));
    assert_memory_equal(tiles, to, size);
}

static void check_whole_graph(struct board board, const unsigned char *start, uint64_t states,
                              size_t depth) {
    struct bfs_problem problem = board_problem(&board, start, NULL);
    struct bfs_result result;
    assert_int_equal(search(&problem, &result), QD_NO);
    assert_int_equal(result.states, states);
    assert_int_equal(result.nodes, states);
    assert_int_equal(result.depth, depth);
    assert_int_equal(result.length, 0);
    assert_null(result.labels);
    bfs_result_free(&result);
}

/* Half of all arrangements can be reached, and the furthest are 31 and 21 moves away: figures known
 * since Schofield's count of 1967 for the larger board. */
static void test_whole_graphs(void **state) {
    (void)state;
    check_whole_graph((struct board){3, 3}, solved3x3, 181440, 31);
    check_whole_graph((struct board){3, 2}, solved2x3, 360, 21);
}

static void test_parity_is_proven(void **state) {
    (void)state;
    struct board board = {3, 3};
    unsigned char swapped[9] = {2, 1, 3, 4, 5, 6, 7, 8, 0};
    struct bfs_problem problem = board_problem(&board, swapped, solved3x3);
    struct bfs_result result;
    assert_int_equal(search(&problem, &result), QD_NO);
    assert_int_equal(result.nodes, 181440);
    bfs_result_free(&result);
    problem.expand_back = expand_board_back;
    assert_int_equal(search(&problem, &result), QD_NO);
    /* One side is complete; the other is as far as the turns took it. */
    assert_in_range(result.states, 181440, 2 * 181440);
    bfs_result_free(&result);
}

/* One of the two furthest arrangements. */
static void test_furthest(void **state) {
    (void)state;
    struct board board = {3, 3};
    const unsigned char far[9] = {8, 6, 7, 2, 5, 4, 3, 0, 1};
    struct bfs_problem problem = board_problem(&board, far, solved3x3);
    struct bfs_result result;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(result.length, 31);
    assert_path_leads(&board, far, solved3x3, &result);
    assert_int_equal(result.nodes, 181355);
    bfs_result_free(&result);
    problem.expand_back = expand_board_back;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(result.length, 31);
    assert_path_leads(&board, far, solved3x3, &result);
    assert_int_equal(result.nodes, 10004);
    bfs_result_free(&result);
}

static void test_already_there(void **state) {
    (void)state;
    struct board board = {3, 3};
    struct bfs_problem problem = board_problem(&board, solved3x3, solved3x3);
    struct bfs_result result;
    for (int both = 0; both < 2; both++) {
        problem.expand_back = both ? expand_board_back : NULL;
        assert_int_equal(search(&problem, &result), QD_YES);
        assert_int_equal(result.length, 0);
        assert_int_equal(result.nodes, 0);
        assert_non_null(result.labels);
        bfs_result_free(&result);
    }
}

static bool gap_in_middle(void *context, const void *key) {
    (void)context;
    return ((const unsigned char *)key)[4] == 0;
}

static void test_goal_by_predicate(void **state) {
    (void)state;
    struct board board = {3, 3};
    struct bfs_problem problem = board_problem(&board, solved3x3, NULL);
    problem.is_goal = gap_in_middle;
    struct bfs_result result;
    assert_int_equal(search(&problem, &result), QD_YES);
    assert_int_equal(result.length, 2);
    assert_int_equal(result.labels[0], GAP_UP); /* the order of emission decides */
    assert_int_equal(result.labels[1], GAP_LEFT);
    assert_int_equal(result.nodes, 3); /* the start and its two neighbours */
    bfs_result_free(&result);
}

static void test_random_boards_both_ways(void **state) {
    (void)state;
    const uint64_t seed = 20240611;
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    struct board board = {3, 3};
    for (int round = 0; round < 6; round++) {
        unsigned char start[9];
        memcpy(start, solved3x3, sizeof(start));
        for (int i = 0; i < 200; i++)
            slide(&board, start, (int)random_below(&random, 4));
        struct bfs_problem problem = board_problem(&board, start, solved3x3);
        struct bfs_result one;
        struct bfs_result two;
        assert_int_equal(search(&problem, &one), QD_YES);
        problem.expand_back = expand_board_back;
        assert_int_equal(search(&problem, &two), QD_YES);
        assert_int_equal(one.length, two.length);
        assert_path_leads(&board, start, solved3x3, &one);
        assert_path_leads(&board, start, solved3x3, &two);
        bfs_result_free(&one);
        bfs_result_free(&two);
    }
}

/* Random directed graphs. A key is the node's number in its first byte (and the second if there is
 * one) and a filling that depends on it. */
#define GRAPH_LIMIT 40

struct graph {
    int count;
    size_t key_size;
    bool edge[GRAPH_LIMIT][GRAPH_LIMIT];
};

static void write_key(const struct graph *graph, int node, unsigned char *key) {
    for (size_t i = 0; i < graph->key_size; i++)
        key[i] = (unsigned char)(i % 7 == 0 ? node : 200 - node * (int)i);
}

static void expand_node(void *context, const void *key, struct bfs_sink *sink) {
    const struct graph *graph = context;
    int from = *(const unsigned char *)key;
    for (int to = 0; to < graph->count; to++) {
        unsigned char next[BFS_KEY_LIMIT];
        if (graph->edge[from][to]) {
            write_key(graph, to, next);
            bfs_emit(sink, next, (uint16_t)(from * GRAPH_LIMIT + to));
        }
    }
}

static void expand_node_back(void *context, const void *key, struct bfs_sink *sink) {
    const struct graph *graph = context;
    int to = *(const unsigned char *)key;
    for (int from = 0; from < graph->count; from++) {
        unsigned char next[BFS_KEY_LIMIT];
        if (graph->edge[from][to]) {
            write_key(graph, from, next);
            bfs_emit(sink, next, (uint16_t)(from * GRAPH_LIMIT + to));
        }
    }
}

static void make_graph(struct graph *graph, struct random *random) {
    *graph = (struct graph){.count = 1 + (int)random_below(random, GRAPH_LIMIT),
                            .key_size = 1 + (size_t)random_below(random, BFS_KEY_LIMIT)};
    uint64_t edges = random_below(random, 3 * (uint64_t)graph->count);
    for (uint64_t i = 0; i < edges; i++) {
        uint64_t from = random_below(random, (uint64_t)graph->count);
        uint64_t to = random_below(random, (uint64_t)graph->count);
        graph->edge[from][to] = true;
    }
}

/* The oracle: all distances by relaxing every edge until nothing changes; -1 is unreachable. */
static void relax_distances(const struct graph *graph, int start, int *distance) {
    for (int i = 0; i < graph->count; i++)
        distance[i] = i == start ? 0 : -1;
    for (bool changed = true; changed;) {
        changed = false;
        for (int a = 0; a < graph->count; a++) {
            for (int b = 0; b < graph->count; b++) {
                if (graph->edge[a][b] && distance[a] >= 0 &&
                    (distance[b] < 0 || distance[b] > distance[a] + 1)) {
                    distance[b] = distance[a] + 1;
                    changed = true;
                }
            }
        }
    }
}

static void assert_walk(const struct graph *graph, int from, int to,
                        const struct bfs_result *result) {
    for (size_t i = 0; i < result->length; i++) {
        assert_int_equal(result->labels[i] / GRAPH_LIMIT, from);
        int next = result->labels[i] % GRAPH_LIMIT;
        assert_true(graph->edge[from][next]);
        from = next;
    }
    assert_int_equal(from, to);
}

static void check_graph_pair(struct graph *graph, int start, int goal, int distance) {
    unsigned char start_key[BFS_KEY_LIMIT];
    unsigned char goal_key[BFS_KEY_LIMIT];
    write_key(graph, start, start_key);
    write_key(graph, goal, goal_key);
    struct bfs_problem problem = {.key_size = graph->key_size,
                                  .start = start_key,
                                  .goal = goal_key,
                                  .expand = expand_node,
                                  .context = graph};
    for (int both = 0; both < 2; both++) {
        problem.expand_back = both ? expand_node_back : NULL;
        struct bfs_result result;
        assert_int_equal(search(&problem, &result), distance >= 0 ? QD_YES : QD_NO);
        if (distance >= 0) {
            assert_int_equal(result.length, distance);
            assert_walk(graph, start, goal, &result);
        }
        bfs_result_free(&result);
    }
}

static void test_random_graphs(void **state) {
    (void)state;
    const uint64_t seed = 77001;
    print_message("seed %llu\n", (unsigned long long)seed);
    struct random random;
    random_seed(&random, seed);
    int pairs[2] = {0, 0};
    for (int round = 0; round < 200; round++) {
        struct graph graph;
        make_graph(&graph, &random);
        int start = (int)random_below(&random, (uint64_t)graph.count);
        int distance[GRAPH_LIMIT];
        relax_distances(&graph, start, distance);
        for (int goal = 0; goal < graph.count; goal++) {
            check_graph_pair(&graph, start, goal, distance[goal]);
            pairs[distance[goal] >= 0]++;
        }
    }
    print_message("%d reachable, %d unreachable pairs\n", pairs[1], pairs[0]);
    assert_true(pairs[0] > 300 && pairs[1] > 300);
}

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
        cmocka_unit_test(test_whole_graphs),
        cmocka_unit_test(test_parity_is_proven),
        cmocka_unit_test(test_furthest),
        cmocka_unit_test(test_already_there),
        cmocka_unit_test(test_goal_by_predicate),
        cmocka_unit_test(test_random_boards_both_ways),
        cmocka_unit_test(test_random_graphs),
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

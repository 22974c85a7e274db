/* Breadth-first search: sliding tiles against known figures, random graphs against an oracle. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "search/tests/bfs_boards.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_whole_graphs),      cmocka_unit_test(test_parity_is_proven),
        cmocka_unit_test(test_furthest),          cmocka_unit_test(test_already_there),
        cmocka_unit_test(test_goal_by_predicate), cmocka_unit_test(test_random_boards_both_ways),
        cmocka_unit_test(test_random_graphs),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

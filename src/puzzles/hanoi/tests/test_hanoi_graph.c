/* The plan for any graph on three pegs, against Dijkstra's algorithm on the states themselves. */
#include "base/random.h"
#include "puzzles/hanoi/tests/graph_oracle.h"

/* ---- comparing plan and oracle ---- */

enum depth { LENGTHS, PATHS, SEEKS };

struct tally {
    unsigned long pairs, unreachable, tied, paths, seeks, most_paths;
};

static void check_paths(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                        enum depth depth, struct tally *tally) {
    uint64_t paths = hanoi_graph_plan_paths(plan);

    for (uint64_t index = 0; index < paths && index < 32; index++) {
        check_replay(plan, task, index, 0);
        tally->paths++;
        if (depth == SEEKS && index < 3) {
            check_seeks(plan, task, index);
            tally->seeks += mpz_get_ui(hanoi_graph_plan_moves(plan)) + 1;
        }
    }
    check_paths_differ(plan, paths);
}

static void check_pair(const struct oracle *oracle, const struct hanoi_graph_task *task,
                       unsigned goal, enum depth depth, struct tally *tally) {
    struct hanoi_graph_plan *plan;
    qd_status status = hanoi_graph_solve(task, &plan);

    tally->pairs++;
    if (oracle->key[goal] == UINT64_MAX) {
        assert_int_equal(status, QD_NO);
        assert_null(plan);
        tally->unreachable++;
        return;
    }
    assert_int_equal(status, QD_YES);
    assert_int_equal(mpz_get_ui(hanoi_graph_plan_cost(plan)), oracle->key[goal] >> 20);
    assert_int_equal(mpz_get_ui(hanoi_graph_plan_moves(plan)), oracle->key[goal] & 0xfffff);
    assert_int_equal(hanoi_graph_plan_paths(plan), oracle->paths[goal]);
    if (oracle->paths[goal] > tally->most_paths)
        tally->most_paths = oracle->paths[goal];
    tally->tied += oracle->paths[goal] > 1;
    if (depth >= PATHS)
        check_paths(plan, task, depth, tally);
    hanoi_graph_plan_free(plan);
}

/* Every goal from one start. */
static void check_start(const struct hanoi_graph *graph, unsigned discs, unsigned start,
                        enum depth depth, struct tally *tally) {
    uint8_t from[SMALL_DISCS], to[SMALL_DISCS];
    struct hanoi_graph_task task = {graph, discs, from, to};
    struct oracle oracle;

    unpack(start, discs, from);
    oracle_run(&oracle, graph, discs, start);
    for (unsigned goal = 0; goal < power3[discs]; goal++) {
        unpack(goal, discs, to);
        check_pair(&oracle, &task, goal, depth, tally);
    }
}

static void check_graph(const struct hanoi_graph *graph, unsigned discs, enum depth depth,
                        struct tally *tally) {
    for (unsigned start = 0; start < power3[discs]; start++)
        check_start(graph, discs, start, depth, tally);
}

static void tally_print(const char *what, const struct tally *tally) {
    print_message("%s: %lu pairs (%lu unreachable, %lu tied, most paths %lu), %lu paths, %lu "
                  "seeks\n",
                  what, tally->pairs, tally->unreachable, tally->tied, tally->most_paths,
                  tally->paths, tally->seeks);
}

static void graph_of_mask(struct hanoi_graph *graph, unsigned mask) {
    memset(graph, 0, sizeof *graph);
    for (unsigned arc = 0, bit = 0; arc < 9; arc++)
        if (arc / 3 != arc % 3)
            graph->cost[arc / 3][arc % 3] = mask >> bit++ & 1;
}

static void test_every_graph(void **state) {
    struct tally tally = {0};
    (void)state;

    for (unsigned mask = 0; mask < 64; mask++) {
        struct hanoi_graph graph;
        graph_of_mask(&graph, mask);
        check_graph(&graph, 1, SEEKS, &tally);
        check_graph(&graph, 2, SEEKS, &tally);
        check_graph(&graph, 3, mask % 8 == 7 ? SEEKS : PATHS, &tally);
        check_graph(&graph, 4, LENGTHS, &tally);
    }
    tally_print("64 graphs, unit costs, n = 1..4", &tally);
    assert_int_equal(tally.pairs, 64 * (9 + 81 + 729 + 6561));
}

/* The graph's costs and, for half of the cases, costs of single discs. */
static void random_graph(struct random *random, struct hanoi_graph *graph, hanoi_arc_costs *own,
                         uint32_t limit) {
    graph_of_mask(graph, (unsigned)random_below(random, 64));
    memset(own, 0, SMALL_DISCS * sizeof *own);
    for (unsigned arc = 0; arc < 9; arc++) {
        uint32_t *cost = &graph->cost[arc / 3][arc % 3];
        if (*cost == 0)
            continue;
        *cost = (uint32_t)random_below(random, limit) + 1;
        for (unsigned disc = 0; disc < SMALL_DISCS; disc++)
            own[disc][arc / 3][arc % 3] = (uint32_t)random_below(random, limit + 1);
    }
    graph->disc_cost = random_below(random, 2) ? (const hanoi_arc_costs *)own : NULL;
}

static void test_random_costs(void **state) {
    static const uint32_t limits[] = {2, 3, 10, 1000, HANOI_GRAPH_MAX_COST};
    const uint64_t seed = 20240611;
    struct random random;
    struct tally tally = {0};
    (void)state;

    print_message("seed %lu\n", (unsigned long)seed);
    random_seed(&random, seed);
    for (unsigned round = 0; round < 800; round++) {
        struct hanoi_graph graph;
        hanoi_arc_costs own[SMALL_DISCS];
        unsigned discs = 1 + round % 5;
        random_graph(&random, &graph, own, limits[random_below(&random, 5)]);
        unsigned start = (unsigned)random_below(&random, power3[discs]);
        check_start(&graph, discs, start, discs <= 3 ? SEEKS : PATHS, &tally);
    }
    tally_print("random costs, n = 1..5", &tally);
    assert_true(tally.tied > 0 && tally.unreachable > 0);
}

/* The graphs people play on, deeper. */
static void test_usual_graphs(void **state) {
    struct hanoi_graph graphs[3];
    struct tally tally[3] = {{0}, {0}, {0}};
    (void)state;

    complete_graph(&graphs[0]);
    adjacent_graph(&graphs[1]);
    cyclic_graph(&graphs[2]);
    for (unsigned i = 0; i < 3; i++) {
        check_graph(&graphs[i], 3, SEEKS, &tally[i]);
        for (unsigned start = 0; start < power3[5]; start += 20)
            check_start(&graphs[i], 5, start, PATHS, &tally[i]);
        assert_int_equal(tally[i].unreachable, 0);
    }
    tally_print("complete", &tally[0]);
    tally_print("adjacent", &tally[1]);
    tally_print("cyclic", &tally[2]);
    assert_int_equal(tally[0].most_paths, 2);
    assert_int_equal(tally[1].most_paths, 1);
}

/* Three discs lie 110 to 001 (smallest first): five moves with two moves of the largest, where the
 * rule "the largest moves once" gives seven. */
static void test_largest_moves_twice(void **state) {
    static const uint8_t start[] = {1, 1, 0}, goal[] = {0, 0, 1};
    struct hanoi_graph graph;
    struct hanoi_graph_task task = {&graph, 3, start, goal};
    struct hanoi_graph_plan *plan;
    (void)state;

    complete_graph(&graph);
    assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
    assert_int_equal(mpz_get_ui(hanoi_graph_plan_moves(plan)), 5);
    hanoi_graph_plan_free(plan);
}

static void test_many_paths(void **state) {
    struct hanoi_graph graph;
    hanoi_arc_costs own[12] = {0};
    struct tally tally = {0};
    (void)state;

    tie_graph(&graph, own);
    check_graph(&graph, 3, SEEKS, &tally);
    check_start(&graph, 5, 0, PATHS, &tally);
    tally_print("a graph with ties", &tally);
    struct hanoi_graph_plan *plan = solve_tower(&graph, 6, 0, 2);
    assert_int_equal(hanoi_graph_plan_paths(plan), 32);
    check_paths_differ(plan, 32);
    hanoi_graph_plan_free(plan);
}

/* ---- the edges of the interface ---- */

static void check_fault(const struct hanoi_graph_task *task) {
    struct hanoi_graph_plan *plan;

    assert_int_equal(hanoi_graph_solve(task, &plan), QD_BAD_INPUT);
    assert_null(plan);
}

static void check_no_fault(const struct hanoi_graph_task *task) {
    struct hanoi_graph_plan *plan;

    assert_int_equal(hanoi_graph_solve(task, &plan), QD_YES);
    hanoi_graph_plan_free(plan);
}

static void test_faults(void **state) {
    static uint8_t pegs[HANOI_GRAPH_MAX_DISCS + 1];
    static const uint8_t wrong[] = {0, 3};
    struct hanoi_graph graph;
    hanoi_arc_costs own[2] = {0};
    (void)state;

    cyclic_graph(&graph);
    check_no_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, 0, pegs, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, HANOI_GRAPH_MAX_DISCS + 1, pegs, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, 2, wrong, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, wrong});
    graph.disc_cost = (const hanoi_arc_costs *)own;
    own[1][0][2] = 7; /* not an arc of the cyclic graph */
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    check_no_fault(&(struct hanoi_graph_task){&graph, 1, pegs, pegs});
    own[1][0][2] = 0;
    own[1][0][1] = HANOI_GRAPH_MAX_COST + 1;
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    own[1][0][1] = HANOI_GRAPH_MAX_COST;
    check_no_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    graph.cost[1][1] = 1;
    check_fault(&(struct hanoi_graph_task){&graph, 1, pegs, pegs});
}

static void test_path_outlives_plan(void **state) {
    struct hanoi_graph graph;
    struct hanoi_move move;
    unsigned moves = 0;
    (void)state;

    complete_graph(&graph);
    struct hanoi_graph_plan *plan = solve_tower(&graph, 10, 0, 1);
    struct hanoi_path *path = open_at(plan, 0, 0);
    mpz_t negative;
    mpz_init_set_si(negative, -1);
    assert_null(hanoi_graph_path_open(plan, 0, negative));
    mpz_clear(negative);
    hanoi_graph_plan_free(plan);
    hanoi_graph_plan_free(NULL);
    while (path->next(path, &move))
        moves++;
    assert_int_equal(moves, 1023);
    path->free(path);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_graph),        cmocka_unit_test(test_random_costs),
        cmocka_unit_test(test_usual_graphs),       cmocka_unit_test(test_largest_moves_twice),
        cmocka_unit_test(test_many_paths),         cmocka_unit_test(test_faults),
        cmocka_unit_test(test_path_outlives_plan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

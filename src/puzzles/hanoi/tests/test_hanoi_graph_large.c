/* Plans with many discs and with more cheapest paths than 64 bits can count. */
#include "base/random.h"
#include "puzzles/hanoi/tests/graph_oracle.h"

/* ---- many discs ---- */

static void test_towers(void **state) {
    static const unsigned sizes[] = {1, 2, 63, 64, 65, 100, 1000, 4096};
    struct hanoi_graph complete, adjacent;
    mpz_t expected;
    (void)state;

    mpz_init(expected);
    complete_graph(&complete);
    adjacent_graph(&adjacent);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct hanoi_graph_plan *plan = solve_tower(&complete, sizes[i], 0, 2);
        mpz_ui_pow_ui(expected, 2, sizes[i]);
        mpz_sub_ui(expected, expected, 1);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_moves(plan)), 0);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_cost(plan)), 0);
        assert_int_equal(hanoi_graph_plan_paths(plan), 1);
        hanoi_graph_plan_free(plan);

        plan = solve_tower(&adjacent, sizes[i], 2, 0);
        mpz_ui_pow_ui(expected, 3, sizes[i]);
        mpz_sub_ui(expected, expected, 1);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_moves(plan)), 0);
        hanoi_graph_plan_free(plan);
    }
    mpz_clear(expected);
}

/* The states of the adjacent-only graph form one line; the rank is the place in it. */
static void adjacent_rank(mpz_t rank, const uint8_t *pegs, unsigned discs) {
    mpz_set_ui(rank, 0);
    for (unsigned i = discs; i-- > 0;) {
        unsigned digit = mpz_odd_p(rank) ? 2u - pegs[i] : pegs[i];
        mpz_mul_ui(rank, rank, 3);
        mpz_add_ui(rank, rank, digit);
    }
}

static void random_pegs(struct random *random, uint8_t *pegs, unsigned discs) {
    for (unsigned i = 0; i < discs; i++)
        pegs[i] = (uint8_t)random_below(random, 3);
}

static void test_adjacent_ranks(void **state) {
    struct hanoi_graph graph;
    uint8_t start[200], goal[200];
    struct random random;
    mpz_t from, to;
    (void)state;

    print_message("seed 77\n");
    random_seed(&random, 77);
    mpz_inits(from, to, NULL);
    adjacent_graph(&graph);
    for (unsigned round = 0; round < 200; round++) {
        unsigned discs = 1 + (unsigned)random_below(&random, 200);
        struct hanoi_graph_task task = {&graph, discs, start, goal};
        struct hanoi_graph_plan *plan;
        random_pegs(&random, start, discs);
        random_pegs(&random, goal, discs);
        assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
        adjacent_rank(from, start, discs);
        adjacent_rank(to, goal, discs);
        mpz_sub(from, from, to);
        assert_int_equal(mpz_cmpabs(from, hanoi_graph_plan_moves(plan)), 0);
        assert_int_equal(hanoi_graph_plan_paths(plan), 1);
        hanoi_graph_plan_free(plan);
    }
    mpz_clears(from, to, NULL);
}

/* Plays `window` moves from two opened places that are `window` apart: the first must arrive where
 * the second begins. */
static void check_window(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                         uint64_t index, mpz_srcptr skip) {
    enum { window = 300 };
    mpz_t later;
    mpz_init(later);
    mpz_add_ui(later, skip, window);

    struct hanoi_path *early = hanoi_graph_path_open(plan, index, skip);
    struct hanoi_path *late = hanoi_graph_path_open(plan, index, later);
    uint8_t *pegs = malloc(task->discs);
    assert_non_null(early);
    assert_non_null(late);
    memcpy(pegs, hanoi_graph_path_pegs(early), task->discs);
    for (unsigned i = 0; i < window; i++) {
        struct hanoi_move move;
        assert_true(early->next(early, &move));
        assert_int_equal(top_disc(pegs, task->discs, move.from), move.disc);
        assert_int_not_equal(oracle_cost(task->graph, pegs, task->discs, move.from, move.to), 0);
        pegs[move.disc] = move.to;
    }
    assert_memory_equal(pegs, hanoi_graph_path_pegs(late), task->discs);
    early->free(early);
    late->free(late);
    free(pegs);
    mpz_clear(later);
}

/* The last 300 moves must end on the goal, and then there is nothing more. */
static void check_end(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                      uint64_t index) {
    mpz_t skip;
    struct hanoi_move move;
    unsigned moves = 0;

    mpz_init(skip);
    mpz_sub_ui(skip, hanoi_graph_plan_moves(plan), 300);
    struct hanoi_path *path = hanoi_graph_path_open(plan, index, skip);
    while (path->next(path, &move))
        moves++;
    assert_int_equal(moves, 300);
    assert_memory_equal(hanoi_graph_path_pegs(path), task->goal, task->discs);
    path->free(path);
    mpz_clear(skip);
}

static void check_windows(const struct hanoi_graph *graph, unsigned discs, gmp_randstate_t places,
                          struct random *random) {
    uint8_t *pegs = malloc(2 * (size_t)discs);
    struct hanoi_graph_task task = {graph, discs, pegs, pegs + discs};
    struct hanoi_graph_plan *plan;
    mpz_t skip, room;

    mpz_inits(skip, room, NULL);
    random_pegs(random, pegs, 2 * discs);
    assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
    mpz_sub_ui(room, hanoi_graph_plan_moves(plan), 300);
    for (unsigned i = 0; i < 8; i++) {
        if (i > 0)
            mpz_urandomm(skip, places, room);
        check_window(plan, &task, i % hanoi_graph_plan_paths(plan), skip);
    }
    check_end(plan, &task, hanoi_graph_plan_paths(plan) - 1);
    hanoi_graph_plan_free(plan);
    mpz_clears(skip, room, NULL);
    free(pegs);
}

static void test_many_discs(void **state) {
    static const unsigned sizes[] = {20, 64, 65, 100, 1000, 4096};
    struct hanoi_graph graphs[3];
    gmp_randstate_t places;
    struct random random;
    (void)state;

    print_message("seed 5\n");
    random_seed(&random, 5);
    gmp_randinit_mt(places);
    gmp_randseed_ui(places, 5);
    complete_graph(&graphs[0]);
    adjacent_graph(&graphs[1]);
    cyclic_graph(&graphs[2]);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned kind = 0; kind < 3; kind++)
            check_windows(&graphs[kind], sizes[i], places, &random);
    gmp_randclear(places);
}

/* ---- many paths ---- */

/* Indices up to the last one give paths of the stated length, all different. */
static void test_path_counts_saturate(void **state) {
    static const uint64_t numbers[] = {0, 1, 1234567890123456789u, UINT64_MAX - 2, UINT64_MAX - 1};
    enum { discs = 12, tried = sizeof numbers / sizeof *numbers };
    uint8_t start[discs], goal[discs], pegs[discs];
    struct hanoi_graph graph;
    hanoi_arc_costs own[discs] = {0};
    struct hanoi_graph_task task = {&graph, discs, start, goal};
    uint64_t cost, moves, prints[tried];
    (void)state;

    memset(start, 0, discs);
    memset(goal, 2, discs);
    tie_graph(&graph, own);
    struct hanoi_graph_plan *plan = solve_tower(&graph, discs, 0, 2);
    assert_int_equal(hanoi_graph_plan_paths(plan), UINT64_MAX);
    assert_null(open_at(plan, UINT64_MAX, 0));
    for (unsigned i = 0; i < tried; i++) {
        struct hanoi_path *path = open_at(plan, numbers[i], 0);
        memcpy(pegs, start, discs);
        replay(path, &task, pegs, &cost, &moves);
        path->free(path);
        assert_memory_equal(pegs, goal, discs);
        assert_int_equal(cost, mpz_get_ui(hanoi_graph_plan_cost(plan)));
        assert_int_equal(moves, mpz_get_ui(hanoi_graph_plan_moves(plan)));
        check_seeks(plan, &task, numbers[i]);
        prints[i] = path_print(plan, numbers[i]);
        for (unsigned other = 0; other < i; other++)
            assert_int_not_equal(prints[i], prints[other]);
    }
    hanoi_graph_plan_free(plan);
}

/* Eleven discs whose largest moves once on 16 paths and twice on more paths than 64 bits can count.
 * The cost of moving it once makes those cheaper, more expensive, or exactly as cheap. */
static void test_paths_of_a_tie_add_up(void **state) {
    static const uint8_t start[] = {1, 0, 2, 0, 2, 1, 2, 2, 0, 1, 0};
    static const uint8_t goal[] = {2, 0, 1, 1, 2, 0, 0, 0, 0, 0, 1};
    static const struct {
        uint32_t cost;
        uint64_t paths;
    } rows[] = {{138, 16}, {139, UINT64_MAX}, {140, UINT64_MAX}};
    (void)state;

    for (unsigned i = 0; i < 3; i++) {
        struct hanoi_graph graph;
        hanoi_arc_costs own[11] = {0};
        struct hanoi_graph_task task = {&graph, 11, start, goal};
        struct hanoi_graph_plan *plan;
        tie_graph(&graph, own);
        own[10][0][1] = rows[i].cost;
        assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
        assert_int_equal(hanoi_graph_plan_paths(plan), rows[i].paths);
        assert_int_equal(mpz_get_ui(hanoi_graph_plan_moves(plan)), 1789);
        hanoi_graph_plan_free(plan);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_towers),
        cmocka_unit_test(test_adjacent_ranks),
        cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_path_counts_saturate),
        cmocka_unit_test(test_paths_of_a_tie_add_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The plan for any graph on three pegs, against Dijkstra's algorithm on the states themselves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/hanoi/solve/engines/graph.h"

#define SMALL_DISCS  5
#define SMALL_STATES 243

/* ---- the oracle: states as base-3 numbers, disc 0 the lowest digit ---- */

struct oracle {
    unsigned discs;
    unsigned states;
    const struct hanoi_graph *graph;
    uint64_t key[SMALL_STATES]; /* cost * 2^20 + moves from the start; UINT64_MAX: out of reach */
    uint64_t ways[SMALL_STATES];
    bool done[SMALL_STATES];
};

static const unsigned power3[] = {1, 3, 9, 27, 81, 243};

static void unpack(unsigned state, unsigned discs, uint8_t *pegs) {
    for (unsigned i = 0; i < discs; i++)
        pegs[i] = (uint8_t)(state / power3[i] % 3);
}

/* The smallest disc on the peg, or discs if it is empty. */
static unsigned top_disc(const uint8_t *pegs, unsigned discs, unsigned peg) {
    unsigned i = 0;
    while (i < discs && pegs[i] != peg)
        i++;
    return i;
}

/* What it costs to move the top disc, 0 if that is not allowed. */
static uint32_t oracle_cost(const struct hanoi_graph *graph, const uint8_t *pegs, unsigned discs,
                            unsigned from, unsigned to) {
    unsigned disc = top_disc(pegs, discs, from);

    if (from == to || disc == discs || top_disc(pegs, discs, to) < disc)
        return 0;
    if (graph->disc_cost && graph->disc_cost[disc][from][to])
        return graph->disc_cost[disc][from][to];
    return graph->cost[from][to];
}

static void oracle_relax(struct oracle *oracle, unsigned state, unsigned from, unsigned to) {
    uint8_t pegs[SMALL_DISCS];

    unpack(state, oracle->discs, pegs);
    uint32_t cost = oracle_cost(oracle->graph, pegs, oracle->discs, from, to);
    if (cost == 0)
        return;
    unsigned disc = top_disc(pegs, oracle->discs, from);
    unsigned next = state + to * power3[disc] - from * power3[disc];
    uint64_t key = oracle->key[state] + ((uint64_t)cost << 20) + 1;
    if (key < oracle->key[next]) {
        oracle->key[next] = key;
        oracle->ways[next] = 0;
    }
    if (key == oracle->key[next])
        oracle->ways[next] += oracle->ways[state];
}

static bool oracle_nearest(const struct oracle *oracle, unsigned *nearest) {
    uint64_t best = UINT64_MAX;

    for (unsigned state = 0; state < oracle->states; state++) {
        if (!oracle->done[state] && oracle->key[state] < best) {
            best = oracle->key[state];
            *nearest = state;
        }
    }
    return best != UINT64_MAX;
}

static void oracle_run(struct oracle *oracle, const struct hanoi_graph *graph, unsigned discs,
                       unsigned start) {
    unsigned state = start;

    *oracle = (struct oracle){.discs = discs, .states = power3[discs], .graph = graph};
    memset(oracle->key, 0xff, sizeof oracle->key);
    oracle->key[start] = 0;
    oracle->ways[start] = 1;
    while (oracle_nearest(oracle, &state)) {
        oracle->done[state] = true;
        for (unsigned arc = 0; arc < 9; arc++)
            oracle_relax(oracle, state, arc / 3, arc % 3);
    }
}

/* ---- replaying ---- */

/* Plays the path from pegs to its end by the oracle's rules; fails on an illegal move. */
static void replay(struct hanoi_path *path, const struct hanoi_graph_task *task, uint8_t *pegs,
                   uint64_t *cost, uint64_t *moves) {
    struct hanoi_move move;

    *cost = *moves = 0;
    assert_memory_equal(pegs, hanoi_graph_path_pegs(path), task->discs);
    while (path->next(path, &move)) {
        assert_int_equal(move.disc, top_disc(pegs, task->discs, move.from));
        uint32_t step = oracle_cost(task->graph, pegs, task->discs, move.from, move.to);
        assert_int_not_equal(step, 0);
        pegs[move.disc] = move.to;
        *cost += step;
        *moves += 1;
        assert_int_equal(hanoi_graph_path_pegs(path)[move.disc], move.to);
    }
    assert_false(path->next(path, &move));
}

static struct hanoi_path *open_at(struct hanoi_graph_plan *plan, uint64_t way, uint64_t skip) {
    mpz_t number;

    mpz_init_set_ui(number, skip);
    struct hanoi_path *path = hanoi_graph_path_open(plan, way, number);
    mpz_clear(number);
    return path;
}

/* The path opened behind every move must go on exactly as the path from the start does. */
static void check_seeks(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                        uint64_t way) {
    uint64_t moves = mpz_get_ui(hanoi_graph_plan_moves(plan));
    struct hanoi_path *whole = open_at(plan, way, 0);

    for (uint64_t skip = 0; skip <= moves; skip++) {
        struct hanoi_path *rest = open_at(plan, way, skip);
        struct hanoi_move expected, move;
        assert_non_null(rest);
        assert_memory_equal(hanoi_graph_path_pegs(rest), hanoi_graph_path_pegs(whole), task->discs);
        bool more = whole->next(whole, &expected);
        assert_int_equal(more, skip < moves);
        assert_int_equal(rest->next(rest, &move), more);
        if (more)
            assert_true(move.disc == expected.disc && move.from == expected.from &&
                        move.to == expected.to);
        rest->free(rest);
    }
    assert_null(open_at(plan, way, moves + 1));
    whole->free(whole);
}

static void check_replay(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                         uint64_t way, uint64_t skip) {
    uint8_t pegs[SMALL_DISCS];
    uint64_t cost, moves;
    struct hanoi_path *path = open_at(plan, way, skip);

    assert_non_null(path);
    memcpy(pegs, hanoi_graph_path_pegs(path), task->discs);
    if (skip == 0)
        assert_memory_equal(pegs, task->start, task->discs);
    replay(path, task, pegs, &cost, &moves);
    assert_memory_equal(pegs, task->goal, task->discs);
    assert_int_equal(moves, mpz_get_ui(hanoi_graph_plan_moves(plan)) - skip);
    if (skip == 0)
        assert_int_equal(cost, mpz_get_ui(hanoi_graph_plan_cost(plan)));
    path->free(path);
}

/* A number that two different ways hardly share. */
static uint64_t way_print(struct hanoi_graph_plan *plan, uint64_t way) {
    struct hanoi_path *path = open_at(plan, way, 0);
    struct hanoi_move move;
    uint64_t print = 1;

    while (path->next(path, &move))
        print = (print ^ (move.disc * 9u + move.from * 3u + move.to + 1u)) * 0x9e3779b97f4a7c15u;
    path->free(path);
    return print;
}

static void check_ways_differ(struct hanoi_graph_plan *plan, uint64_t ways) {
    uint64_t prints[32];

    for (uint64_t way = 0; way < ways && way < 32; way++) {
        prints[way] = way_print(plan, way);
        for (uint64_t other = 0; other < way; other++)
            assert_int_not_equal(prints[way], prints[other]);
    }
    assert_null(open_at(plan, ways, 0));
}

/* ---- comparing plan and oracle ---- */

enum depth { LENGTHS, PATHS, SEEKS };

struct tally {
    unsigned long pairs, unreachable, tied, paths, seeks, most_ways;
};

static void check_paths(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                        enum depth depth, struct tally *tally) {
    uint64_t ways = hanoi_graph_plan_ways(plan);

    for (uint64_t way = 0; way < ways && way < 32; way++) {
        check_replay(plan, task, way, 0);
        tally->paths++;
        if (depth == SEEKS && way < 3) {
            check_seeks(plan, task, way);
            tally->seeks += mpz_get_ui(hanoi_graph_plan_moves(plan)) + 1;
        }
    }
    check_ways_differ(plan, ways);
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
    assert_int_equal(hanoi_graph_plan_ways(plan), oracle->ways[goal]);
    if (oracle->ways[goal] > tally->most_ways)
        tally->most_ways = oracle->ways[goal];
    tally->tied += oracle->ways[goal] > 1;
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
    print_message("%s: %lu pairs (%lu unreachable, %lu tied, most ways %lu), %lu paths, %lu "
                  "seeks\n",
                  what, tally->pairs, tally->unreachable, tally->tied, tally->most_ways,
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

    hanoi_graph_complete(&graphs[0]);
    hanoi_graph_adjacent(&graphs[1]);
    hanoi_graph_cyclic(&graphs[2]);
    for (unsigned i = 0; i < 3; i++) {
        check_graph(&graphs[i], 3, SEEKS, &tally[i]);
        for (unsigned start = 0; start < power3[5]; start += 20)
            check_start(&graphs[i], 5, start, PATHS, &tally[i]);
        assert_int_equal(tally[i].unreachable, 0);
    }
    tally_print("complete", &tally[0]);
    tally_print("adjacent", &tally[1]);
    tally_print("cyclic", &tally[2]);
    assert_int_equal(tally[0].most_ways, 2);
    assert_int_equal(tally[1].most_ways, 1);
}

/* ---- many discs ---- */

static struct hanoi_graph_plan *solve_tower(const struct hanoi_graph *graph, unsigned discs,
                                            uint8_t from, uint8_t to) {
    uint8_t *pegs = malloc(2 * (size_t)discs);
    struct hanoi_graph_task task = {graph, discs, pegs, pegs + discs};
    struct hanoi_graph_plan *plan;

    memset(pegs, from, discs);
    memset(pegs + discs, to, discs);
    assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
    free(pegs);
    return plan;
}

static void test_towers(void **state) {
    static const unsigned sizes[] = {1, 2, 63, 64, 65, 100, 1000, 4096};
    struct hanoi_graph complete, adjacent;
    mpz_t expected;
    (void)state;

    mpz_init(expected);
    hanoi_graph_complete(&complete);
    hanoi_graph_adjacent(&adjacent);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct hanoi_graph_plan *plan = solve_tower(&complete, sizes[i], 0, 2);
        mpz_ui_pow_ui(expected, 2, sizes[i]);
        mpz_sub_ui(expected, expected, 1);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_moves(plan)), 0);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_cost(plan)), 0);
        assert_int_equal(hanoi_graph_plan_ways(plan), 1);
        hanoi_graph_plan_free(plan);

        plan = solve_tower(&adjacent, sizes[i], 2, 0);
        mpz_ui_pow_ui(expected, 3, sizes[i]);
        mpz_sub_ui(expected, expected, 1);
        assert_int_equal(mpz_cmp(expected, hanoi_graph_plan_moves(plan)), 0);
        hanoi_graph_plan_free(plan);
    }
    mpz_clear(expected);
}

/* Where the states of the adjacent-only graph stand in the one line that they form. */
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
    hanoi_graph_adjacent(&graph);
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
        assert_int_equal(hanoi_graph_plan_ways(plan), 1);
        hanoi_graph_plan_free(plan);
    }
    mpz_clears(from, to, NULL);
}

/* Plays `window` moves from two opened places that are `window` apart: the first must arrive where
 * the second begins. */
static void check_window(struct hanoi_graph_plan *plan, const struct hanoi_graph_task *task,
                         uint64_t way, mpz_srcptr skip) {
    enum { window = 300 };
    mpz_t later;
    mpz_init(later);
    mpz_add_ui(later, skip, window);

    struct hanoi_path *early = hanoi_graph_path_open(plan, way, skip);
    struct hanoi_path *late = hanoi_graph_path_open(plan, way, later);
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
                      uint64_t way) {
    mpz_t skip;
    struct hanoi_move move;
    unsigned moves = 0;

    mpz_init(skip);
    mpz_sub_ui(skip, hanoi_graph_plan_moves(plan), 300);
    struct hanoi_path *path = hanoi_graph_path_open(plan, way, skip);
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
        check_window(plan, &task, i % hanoi_graph_plan_ways(plan), skip);
    }
    check_end(plan, &task, hanoi_graph_plan_ways(plan) - 1);
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
    hanoi_graph_complete(&graphs[0]);
    hanoi_graph_adjacent(&graphs[1]);
    hanoi_graph_cyclic(&graphs[2]);
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++)
        for (unsigned kind = 0; kind < 3; kind++)
            check_windows(&graphs[kind], sizes[i], places, &random);
    gmp_randclear(places);
}

/* Three discs lie 110 to 001 (smallest first): five moves with two moves of the largest, where the
 * rule "the largest moves once" gives seven. */
static void test_largest_moves_twice(void **state) {
    static const uint8_t start[] = {1, 1, 0}, goal[] = {0, 0, 1};
    struct hanoi_graph graph;
    struct hanoi_graph_task task = {&graph, 3, start, goal};
    struct hanoi_graph_plan *plan;
    (void)state;

    hanoi_graph_complete(&graph);
    assert_int_equal(hanoi_graph_solve(&task, &plan), QD_YES);
    assert_int_equal(mpz_get_ui(hanoi_graph_plan_moves(plan)), 5);
    hanoi_graph_plan_free(plan);
}

/* Costs of the smallest disc that make ties, and so ways that multiply with every disc: 32 for a
 * tower of 6 discs, more than 64 bits hold for 12. */
static void tie_graph(struct hanoi_graph *graph, hanoi_arc_costs *own) {
    static const hanoi_arc_costs smallest = {{0, 4, 2}, {1, 0, 2}, {3, 1, 0}};

    hanoi_graph_complete(graph);
    memcpy(own[0], smallest, sizeof smallest);
    graph->disc_cost = (const hanoi_arc_costs *)own;
}

static void test_many_ways(void **state) {
    struct hanoi_graph graph;
    hanoi_arc_costs own[12] = {0};
    struct tally tally = {0};
    (void)state;

    tie_graph(&graph, own);
    check_graph(&graph, 3, SEEKS, &tally);
    check_start(&graph, 5, 0, PATHS, &tally);
    tally_print("a graph with ties", &tally);
    struct hanoi_graph_plan *plan = solve_tower(&graph, 6, 0, 2);
    assert_int_equal(hanoi_graph_plan_ways(plan), 32);
    check_ways_differ(plan, 32);
    hanoi_graph_plan_free(plan);
}

/* Way numbers up to the last one are ways of the stated length, and differ. */
static void test_ways_are_cut_off(void **state) {
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
    assert_int_equal(hanoi_graph_plan_ways(plan), UINT64_MAX);
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
        prints[i] = way_print(plan, numbers[i]);
        for (unsigned other = 0; other < i; other++)
            assert_int_not_equal(prints[i], prints[other]);
    }
    hanoi_graph_plan_free(plan);
}

/* Eleven discs whose largest moves once in 16 ways and twice in more than 64 bits hold. Its own
 * cost of moving once makes that the cheaper one, the dearer one, or exactly as cheap. */
static void test_ways_of_a_tie_add_up(void **state) {
    static const uint8_t start[] = {1, 0, 2, 0, 2, 1, 2, 2, 0, 1, 0};
    static const uint8_t goal[] = {2, 0, 1, 1, 2, 0, 0, 0, 0, 0, 1};
    static const struct {
        uint32_t cost;
        uint64_t ways;
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
        assert_int_equal(hanoi_graph_plan_ways(plan), rows[i].ways);
        assert_int_equal(mpz_get_ui(hanoi_graph_plan_moves(plan)), 1789);
        hanoi_graph_plan_free(plan);
    }
}

/* ---- the edges of the interface ---- */

static void check_fault(const struct hanoi_graph_task *task) {
    struct hanoi_graph_plan *plan;

    assert_non_null(hanoi_graph_fault(task));
    assert_int_equal(hanoi_graph_solve(task, &plan), QD_BAD_INPUT);
    assert_null(plan);
}

static void test_faults(void **state) {
    static uint8_t pegs[HANOI_GRAPH_MAX_DISCS + 1];
    static const uint8_t wrong[] = {0, 3};
    struct hanoi_graph graph;
    hanoi_arc_costs own[2] = {0};
    (void)state;

    hanoi_graph_cyclic(&graph);
    assert_null(hanoi_graph_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs}));
    check_fault(&(struct hanoi_graph_task){&graph, 0, pegs, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, HANOI_GRAPH_MAX_DISCS + 1, pegs, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, 2, wrong, pegs});
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, wrong});
    graph.disc_cost = (const hanoi_arc_costs *)own;
    own[1][0][2] = 7; /* not an arc of the cyclic graph */
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    assert_null(hanoi_graph_fault(&(struct hanoi_graph_task){&graph, 1, pegs, pegs}));
    own[1][0][2] = 0;
    own[1][0][1] = HANOI_GRAPH_MAX_COST + 1;
    check_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs});
    own[1][0][1] = HANOI_GRAPH_MAX_COST;
    assert_null(hanoi_graph_fault(&(struct hanoi_graph_task){&graph, 2, pegs, pegs}));
    graph.cost[1][1] = 1;
    check_fault(&(struct hanoi_graph_task){&graph, 1, pegs, pegs});
}

static void test_path_outlives_plan(void **state) {
    struct hanoi_graph graph;
    struct hanoi_move move;
    unsigned moves = 0;
    (void)state;

    hanoi_graph_complete(&graph);
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
        cmocka_unit_test(test_every_graph),          cmocka_unit_test(test_random_costs),
        cmocka_unit_test(test_usual_graphs),         cmocka_unit_test(test_towers),
        cmocka_unit_test(test_adjacent_ranks),       cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_largest_moves_twice),  cmocka_unit_test(test_ways_are_cut_off),
        cmocka_unit_test(test_ways_of_a_tie_add_up), cmocka_unit_test(test_faults),
        cmocka_unit_test(test_path_outlives_plan),   cmocka_unit_test(test_many_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

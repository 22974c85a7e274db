/* Shortest paths on any pegs with any moves, against a plain breadth-first search over all states.
 */
#include "base/random.h"
#include "puzzles/hanoi/solve/regular/regular.h"
#include "puzzles/hanoi/solve/regular/search.h"
#include "puzzles/hanoi/tests/state_oracle.h"

/* ---- the checker ---- */

/* Replays the list as a path; its moves must be legal and end at the goal. */
static void check_moves(const struct hanoi_regular_task *task, struct hanoi_moves *list) {
    uint8_t peg_of[4096];
    const uint64_t *arcs = task->arcs != NULL ? task->arcs : every_move;
    memcpy(peg_of, task->start, task->discs);
    struct hanoi_move move;
    size_t count = 0;
    while (list->path.next(&list->path, &move)) {
        assert_memory_equal(&move, &list->moves[count], sizeof(move));
        assert_true(move.disc < task->discs && move.to < task->pegs);
        assert_int_equal(peg_of[move.disc], move.from);
        assert_true(may_move(arcs, peg_of, move.disc, move.to));
        peg_of[move.disc] = move.to;
        count++;
    }
    assert_int_equal(count, list->count);
    assert_memory_equal(peg_of, task->goal, task->discs);
}

/* Solves the task and returns the nodes; length is FAR if there must be no path. */
static uint64_t check_task(const struct hanoi_regular_task *task, unsigned length) {
    struct hanoi_regular_answer answer;
    qd_control *control = control_new(NULL);
    qd_status status = hanoi_regular_solve(task, &answer, control);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    control_free(control);
    assert_int_equal(status, length == FAR ? QD_NO : QD_YES);
    if (length == FAR) {
        assert_null(answer.list);
        return answer.nodes;
    }
    assert_int_equal(answer.list->count, length);
    check_moves(task, answer.list);
    answer.list->path.free(&answer.list->path);
    return answer.nodes;
}

static void check_goal(const struct oracle *oracle, const uint8_t *start, unsigned to) {
    uint8_t goal[MOST_DISCS];
    unpack(oracle->pegs, oracle->discs, to, goal);
    struct hanoi_regular_task task = {.pegs = oracle->pegs,
                                      .discs = oracle->discs,
                                      .start = start,
                                      .goal = goal,
                                      .arcs = oracle->arcs};
    check_task(&task, oracle->distance[to]);
}

static void check_from(struct oracle *oracle, unsigned pegs, unsigned discs, unsigned from,
                       const uint64_t *arcs) {
    uint8_t start[MOST_DISCS];
    unpack(pegs, discs, from, start);
    oracle_search(oracle, pegs, discs, from, arcs);
    for (unsigned to = 0; to < oracle->states; to++)
        check_goal(oracle, start, to);
}

/* ---- every pair ---- */

static void test_four_pegs_every_pair(void **state) {
    (void)state;
    struct oracle *oracle = oracle_new();
    for (unsigned discs = 0; discs <= 4; discs++)
        for (unsigned from = 0; from < power(4, discs); from++)
            check_from(oracle, 4, discs, from, every_move);
    free(oracle);
}

/* True if pegs are used in the order of their numbers, from disc 0 on. Every pair of states has the
 * same distance as one with such a start, by renaming the pegs. */
static bool is_named_in_order(unsigned pegs, unsigned discs, unsigned state) {
    uint8_t peg_of[MOST_DISCS];
    unsigned next = 0;
    unpack(pegs, discs, state, peg_of);
    for (unsigned i = 0; i < discs; i++) {
        if (peg_of[i] > next)
            return false;
        next += peg_of[i] == next;
    }
    return true;
}

static void test_more_pegs_every_pair(void **state) {
    (void)state;
    struct oracle *oracle = oracle_new();
    for (unsigned pegs = 5; pegs <= 6; pegs++)
        for (unsigned discs = 0; discs <= (pegs == 5 ? 4 : 3); discs++)
            for (unsigned from = 0; from < power(pegs, discs); from++)
                if (is_named_in_order(pegs, discs, from))
                    check_from(oracle, pegs, discs, from, every_move);
    free(oracle);
}

static void test_few_pegs_every_pair(void **state) {
    (void)state;
    struct oracle *oracle = oracle_new();
    for (unsigned discs = 0; discs <= 4; discs++) {
        check_from(oracle, 1, discs, 0, every_move);
        for (unsigned from = 0; from < power(2, discs); from++)
            check_from(oracle, 2, discs, from, every_move);
        for (unsigned from = 0; from < power(3, discs) && discs < 4; from++)
            check_from(oracle, 3, discs, from, every_move);
    }
    free(oracle);
}

/* ---- restricted moves ---- */

static void random_arcs(struct random *random, unsigned pegs, uint64_t *arcs) {
    for (unsigned peg = 0; peg < pegs; peg++)
        arcs[peg] = random_bits(random) | random_bits(random);
}

/* Four pegs: a random set of the 4096; three: all 64. */
static void test_restricted_moves(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240501;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    struct oracle *oracle = oracle_new();
    for (unsigned i = 0; i < 120; i++) {
        uint64_t arcs[4];
        unsigned discs = 1 + i % 3;
        random_arcs(&random, 4, arcs);
        for (unsigned j = 0; j < 4; j++)
            check_from(oracle, 4, discs, (unsigned)random_below(&random, power(4, discs)), arcs);
    }
    for (unsigned set = 0; set < 64; set++) {
        const uint64_t arcs[3] = {(set & 3) << 1, (set >> 2 & 1) | (set >> 3 & 1) << 2,
                                  set >> 4 & 3};
        check_from(oracle, 3, 3, (unsigned)random_below(&random, 27), arcs);
        check_from(oracle, 3, 2, 0, arcs);
    }
    free(oracle);
}

/* Sparse random moves on more pegs: many pegs are alike, many goals are out of reach. */
static void test_restricted_moves_many_pegs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240502;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    struct oracle *oracle = oracle_new();
    for (unsigned i = 0; i < 120; i++) {
        uint64_t arcs[8];
        unsigned pegs = 5 + i % 3, discs = 1 + i % 4;
        for (unsigned peg = 0; peg < pegs; peg++)
            arcs[peg] = random_bits(&random) & random_bits(&random) & 3;
        arcs[0] |= random_bits(&random);
        arcs[1] |= random_bits(&random) | random_bits(&random);
        unsigned from = (unsigned)random_below(&random, power(pegs, discs));
        uint8_t start[MOST_DISCS];
        unpack(pegs, discs, from, start);
        oracle_search(oracle, pegs, discs, from, arcs);
        for (unsigned j = 0; j < 40; j++)
            check_goal(oracle, start, (unsigned)random_below(&random, oracle->states));
    }
    free(oracle);
}

/* ---- larger boards ---- */

static void test_random_pairs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240503;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    static const unsigned sizes[][2] = {{3, 9}, {4, 7}, {4, 8}, {5, 6}, {6, 6}, {9, 5}};
    struct oracle *oracle = oracle_new();
    for (unsigned i = 0; i < 12; i++) {
        unsigned pegs = sizes[i % 6][0], discs = sizes[i % 6][1];
        unsigned from = (unsigned)random_below(&random, power(pegs, discs));
        uint8_t start[MOST_DISCS];
        unpack(pegs, discs, from, start);
        oracle_search(oracle, pegs, discs, from, every_move);
        for (unsigned j = 0; j < 20; j++)
            check_goal(oracle, start, (unsigned)random_below(&random, oracle->states));
    }
    free(oracle);
}

/* The two engines for four pegs agree where no oracle reaches. */
static void test_engines_agree(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240504;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 8; i++) {
        uint8_t start[10], goal[10];
        for (unsigned disc = 0; disc < 10; disc++) {
            start[disc] = (uint8_t)random_below(&random, 4);
            goal[disc] = (uint8_t)random_below(&random, 4);
        }
        uint64_t arcs[4] = {14, 13, 11, 7}, nodes;
        struct hanoi_regular_task task = {
            .pegs = 4, .discs = 10, .start = start, .goal = goal, .arcs = arcs};
        struct hanoi_moves *list = hanoi_moves_new();
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_bidirectional(&task, list, &nodes, control), QD_YES);
        check_moves(&task, list);
        check_task(&task, (unsigned)list->count);
        hanoi_moves_free(list);
        control_free(control);
    }
}

/* Frame and Stewart: move the smallest k discs aside on all pegs, the others on one peg fewer, then
 * the k discs on top; for the best k. */
static unsigned frame_stewart(unsigned pegs, unsigned discs) {
    unsigned best = FAR;
    if (discs <= 1)
        return discs;
    if (pegs == 3)
        return (1u << discs) - 1;
    for (unsigned k = 1; k < discs; k++) {
        unsigned length = 2 * frame_stewart(pegs, k) + frame_stewart(pegs - 1, discs - k);
        best = length < best ? length : best;
    }
    return best;
}

static void test_frame_stewart(void **state) {
    (void)state;
    static const unsigned most[] = {0, 0, 0, 8, 11, 8, 7, 6, 6};
    for (unsigned pegs = 3; pegs <= 8; pegs++) {
        for (unsigned discs = 0; discs <= most[pegs]; discs++) {
            uint8_t start[MOST_DISCS], goal[MOST_DISCS];
            memset(start, 1, sizeof(start));
            memset(goal, 2, sizeof(goal));
            struct hanoi_regular_task task = {
                .pegs = pegs, .discs = discs, .start = start, .goal = goal};
            check_task(&task, frame_stewart(pegs, discs));
        }
    }
}

/* 64 pegs: 62 of them are interchangeable, so this is a small search. */
static void test_many_pegs(void **state) {
    (void)state;
    uint8_t start[10] = {0}, goal[10];
    memset(goal, 63, sizeof(goal));
    struct hanoi_regular_task task = {.pegs = 64, .discs = 6, .start = start, .goal = goal};
    assert_int_equal(check_task(&task, 11), 90);
}

/* Only the smallest discs differ: thousands of larger ones do not matter. */
static void test_many_discs(void **state) {
    (void)state;
    uint8_t start[4096], goal[4096];
    for (unsigned i = 0; i < 4096; i++)
        start[i] = goal[i] = (uint8_t)(i % 4);
    for (unsigned i = 0; i < 4; i++)
        goal[i] = 3;
    struct oracle *oracle = oracle_new();
    oracle_search(oracle, 4, 4, pack(4, 4, start), every_move);
    struct hanoi_regular_task task = {.pegs = 4, .discs = 4096, .start = start, .goal = goal};
    check_task(&task, oracle->distance[pack(4, 4, goal)]);
    free(oracle);
}

/* ---- limits and pinned figures ---- */

/* A change of the searches shows here. */
static void test_pinned_nodes(void **state) {
    (void)state;
    static const struct {
        unsigned pegs, discs, length;
        uint64_t nodes;
    } cases[] = {{4, 8, 33, 11644}, {4, 10, 49, 89745}, {4, 11, 65, 431428},
                 {3, 6, 63, 444},   {5, 7, 19, 1235},   {6, 7, 17, 1013}};
    uint8_t start[MOST_DISCS] = {0}, goal[MOST_DISCS];
    memset(goal, 2, sizeof(goal));
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct hanoi_regular_task task = {
            .pegs = cases[i].pegs, .discs = cases[i].discs, .start = start, .goal = goal};
        assert_int_equal(check_task(&task, cases[i].length), cases[i].nodes);
    }
}

static void check_limited(const struct hanoi_regular_task *task, qd_limits limits, qd_end end) {
    struct hanoi_regular_answer answer;
    qd_control *control = control_new(&limits);
    assert_int_equal(hanoi_regular_solve(task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), end);
    assert_null(answer.list);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    control_free(control);
}

static void test_limits(void **state) {
    (void)state;
    uint8_t start[100] = {0}, goal[100];
    memset(goal, 1, sizeof(goal));
    for (unsigned pegs = 4; pegs <= 5; pegs++) {
        struct hanoi_regular_task task = {.pegs = pegs, .discs = 12, .start = start, .goal = goal};
        check_limited(&task, (qd_limits){.nodes = 5000}, QD_END_NODES);
        check_limited(&task, (qd_limits){.bytes = 1200000}, QD_END_BYTES);
        check_limited(&task, (qd_limits){.bytes = 1000}, QD_END_BYTES);
        check_limited(&task, (qd_limits){.seconds = 1e-9}, QD_END_SECONDS);
    }
    struct hanoi_regular_task large = {.pegs = 4, .discs = 19, .start = start, .goal = goal};
    check_limited(&large, (qd_limits){.bytes = 3000000}, QD_END_BYTES);
    struct hanoi_regular_task too_large = {.pegs = 17, .discs = 65, .start = start, .goal = goal};
    check_limited(&too_large, (qd_limits){.nodes = 0}, QD_END_NONE);
}

/* Too many discs for the bit-parallel search, but the path is short. */
static void test_short_way_of_many_discs(void **state) {
    (void)state;
    uint8_t start[64], goal[64];
    for (unsigned i = 0; i < 64; i++)
        start[i] = goal[i] = (uint8_t)(i < 63 ? i % 2 : 2);
    goal[63] = 3;
    goal[0] = 2;
    struct hanoi_regular_task task = {.pegs = 4, .discs = 64, .start = start, .goal = goal};
    check_task(&task, 2);
}

/* A disc that cannot get to its peg at all: that needs no search. */
static void test_disc_out_of_reach(void **state) {
    (void)state;
    uint8_t start[30] = {0}, goal[30] = {0};
    const uint64_t arcs[5] = {30, 29, 27, 7, 0}; /* none leads away from peg 4 */
    goal[29] = 1;
    start[7] = 4;
    struct hanoi_regular_task task = {
        .pegs = 5, .discs = 30, .start = start, .goal = goal, .arcs = arcs};
    assert_int_equal(check_task(&task, FAR), 0);
}

static void test_bad_tasks(void **state) {
    (void)state;
    static const uint8_t good[2] = {0, 1}, bad[2] = {0, 5};
    const struct hanoi_regular_task tasks[] = {
        {.pegs = 0, .discs = 0, .start = good, .goal = good},
        {.pegs = 65, .discs = 2, .start = good, .goal = good},
        {.pegs = 5, .discs = 2, .start = bad, .goal = good},
        {.pegs = 5, .discs = 2, .start = good, .goal = bad},
        {.pegs = 5, .discs = 65536, .start = good, .goal = good},
    };
    qd_control *control = control_new(NULL);
    for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
        struct hanoi_regular_answer answer;
        assert_int_equal(hanoi_regular_solve(&tasks[i], &answer, control), QD_BAD_INPUT);
        assert_null(answer.list);
    }
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_four_pegs_every_pair),
        cmocka_unit_test(test_more_pegs_every_pair),
        cmocka_unit_test(test_few_pegs_every_pair),
        cmocka_unit_test(test_restricted_moves),
        cmocka_unit_test(test_restricted_moves_many_pegs),
        cmocka_unit_test(test_random_pairs),
        cmocka_unit_test(test_engines_agree),
        cmocka_unit_test(test_frame_stewart),
        cmocka_unit_test(test_many_pegs),
        cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_pinned_nodes),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_short_way_of_many_discs),
        cmocka_unit_test(test_disc_out_of_reach),
        cmocka_unit_test(test_bad_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

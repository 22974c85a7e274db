/* Shortest ways on any pegs by any moves, against a plain breadth-first search over all states. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/hanoi/solve/engines/meet4.h"
#include "puzzles/hanoi/solve/engines/multi.h"
#include "puzzles/hanoi/solve/engines/sparse.h"

#define MOST_DISCS  12
#define MOST_STATES 65536
#define FAR         UINT16_MAX

/* ---- the oracle: states as numbers of base pegs, disc 0 the lowest digit. No disc is ever set
 * aside, and the search goes from the start only. ---- */

struct oracle {
    unsigned pegs;
    unsigned discs;
    unsigned states;
    const uint64_t *arcs;
    unsigned queue[MOST_STATES];
    uint16_t distance[MOST_STATES];
};

static const uint64_t every_move[HANOI_MULTI_PEGS] = {
    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
    UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX, UINT64_MAX,
};

static unsigned power(unsigned base, unsigned exponent) {
    return exponent == 0 ? 1 : base * power(base, exponent - 1);
}

static void unpack(unsigned pegs, unsigned discs, unsigned state, uint8_t *peg_of) {
    for (unsigned i = 0; i < discs; i++, state /= pegs)
        peg_of[i] = (uint8_t)(state % pegs);
}

static unsigned pack(unsigned pegs, unsigned discs, const uint8_t *peg_of) {
    unsigned state = 0;
    for (unsigned i = discs; i-- > 0;)
        state = state * pegs + peg_of[i];
    return state;
}

/* True if the move is allowed and no smaller disc is on either peg. */
static bool may_move(const uint64_t *arcs, const uint8_t *peg_of, unsigned disc, unsigned to) {
    for (unsigned i = 0; i < disc; i++)
        if (peg_of[i] == peg_of[disc] || peg_of[i] == to)
            return false;
    return to != peg_of[disc] && arcs[peg_of[disc]] >> to & 1;
}

static unsigned expand(struct oracle *oracle, unsigned state, unsigned end) {
    uint8_t peg_of[MOST_DISCS];
    unpack(oracle->pegs, oracle->discs, state, peg_of);
    for (unsigned move = 0; move < oracle->discs * oracle->pegs; move++) {
        unsigned disc = move / oracle->pegs, to = move % oracle->pegs, from = peg_of[disc];
        if (!may_move(oracle->arcs, peg_of, disc, to))
            continue;
        peg_of[disc] = (uint8_t)to;
        unsigned next = pack(oracle->pegs, oracle->discs, peg_of);
        peg_of[disc] = (uint8_t)from;
        if (oracle->distance[next] == FAR) {
            oracle->distance[next] = oracle->distance[state] + 1;
            oracle->queue[end++] = next;
        }
    }
    return end;
}

static void ask_oracle(struct oracle *oracle, unsigned pegs, unsigned discs, unsigned start,
                       const uint64_t *arcs) {
    oracle->pegs = pegs;
    oracle->discs = discs;
    oracle->states = power(pegs, discs);
    oracle->arcs = arcs;
    memset(oracle->distance, 0xff, oracle->states * sizeof(oracle->distance[0]));
    oracle->queue[0] = start;
    oracle->distance[start] = 0;
    for (unsigned at = 0, end = 1; at < end; at++)
        end = expand(oracle, oracle->queue[at], end);
}

static struct oracle *new_oracle(void) {
    struct oracle *oracle = malloc(sizeof(*oracle));
    assert_non_null(oracle);
    return oracle;
}

/* ---- the checker ---- */

/* Replays the way as a path; it must be legal and end at the goal. */
static void check_way(const struct hanoi_multi_task *task, struct hanoi_moves *way) {
    uint8_t peg_of[4096];
    const uint64_t *arcs = task->arcs != NULL ? task->arcs : every_move;
    memcpy(peg_of, task->start, task->discs);
    struct hanoi_move move;
    size_t count = 0;
    while (way->path.next(&way->path, &move)) {
        assert_memory_equal(&move, &way->moves[count], sizeof(move));
        assert_true(move.disc < task->discs && move.to < task->pegs);
        assert_int_equal(peg_of[move.disc], move.from);
        assert_true(may_move(arcs, peg_of, move.disc, move.to));
        peg_of[move.disc] = move.to;
        count++;
    }
    assert_int_equal(count, way->count);
    assert_memory_equal(peg_of, task->goal, task->discs);
}

/* Solves the task and returns the nodes; length is FAR if there must be no way. */
static uint64_t check_task(const struct hanoi_multi_task *task, unsigned length) {
    struct hanoi_multi_answer answer;
    qd_control *control = control_new(NULL);
    qd_status status = hanoi_multi_solve(task, &answer, control);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    control_free(control);
    assert_int_equal(status, length == FAR ? QD_NO : QD_YES);
    if (length == FAR) {
        assert_null(answer.way);
        return answer.nodes;
    }
    assert_int_equal(answer.way->count, length);
    check_way(task, answer.way);
    answer.way->path.free(&answer.way->path);
    return answer.nodes;
}

static void check_goal(const struct oracle *oracle, const uint8_t *start, unsigned to) {
    uint8_t goal[MOST_DISCS];
    unpack(oracle->pegs, oracle->discs, to, goal);
    struct hanoi_multi_task task = {.pegs = oracle->pegs,
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
    ask_oracle(oracle, pegs, discs, from, arcs);
    for (unsigned to = 0; to < oracle->states; to++)
        check_goal(oracle, start, to);
}

/* ---- every pair ---- */

static void test_four_pegs_every_pair(void **state) {
    (void)state;
    struct oracle *oracle = new_oracle();
    for (unsigned discs = 0; discs <= 4; discs++)
        for (unsigned from = 0; from < power(4, discs); from++)
            check_from(oracle, 4, discs, from, every_move);
    free(oracle);
}

/* True if pegs are used in the order of their numbers, from disc 0 on. Every pair of states has the
 * same distance as one with such a start, by naming the pegs anew. */
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
    struct oracle *oracle = new_oracle();
    for (unsigned pegs = 5; pegs <= 6; pegs++)
        for (unsigned discs = 0; discs <= (pegs == 5 ? 4 : 3); discs++)
            for (unsigned from = 0; from < power(pegs, discs); from++)
                if (is_named_in_order(pegs, discs, from))
                    check_from(oracle, pegs, discs, from, every_move);
    free(oracle);
}

static void test_few_pegs_every_pair(void **state) {
    (void)state;
    struct oracle *oracle = new_oracle();
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
    struct oracle *oracle = new_oracle();
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
    struct oracle *oracle = new_oracle();
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
        ask_oracle(oracle, pegs, discs, from, arcs);
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
    struct oracle *oracle = new_oracle();
    for (unsigned i = 0; i < 12; i++) {
        unsigned pegs = sizes[i % 6][0], discs = sizes[i % 6][1];
        unsigned from = (unsigned)random_below(&random, power(pegs, discs));
        uint8_t start[MOST_DISCS];
        unpack(pegs, discs, from, start);
        ask_oracle(oracle, pegs, discs, from, every_move);
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
        struct hanoi_multi_task task = {
            .pegs = 4, .discs = 10, .start = start, .goal = goal, .arcs = arcs};
        struct hanoi_moves *way = hanoi_moves_new();
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_sparse_solve(&task, way, &nodes, control), QD_YES);
        check_way(&task, way);
        check_task(&task, (unsigned)way->count);
        hanoi_moves_free(way);
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
            struct hanoi_multi_task task = {
                .pegs = pegs, .discs = discs, .start = start, .goal = goal};
            check_task(&task, frame_stewart(pegs, discs));
        }
    }
}

/* 64 pegs: 62 of them are not told apart, so this is a small search. */
static void test_many_pegs(void **state) {
    (void)state;
    uint8_t start[10] = {0}, goal[10];
    memset(goal, 63, sizeof(goal));
    struct hanoi_multi_task task = {.pegs = 64, .discs = 6, .start = start, .goal = goal};
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
    struct oracle *oracle = new_oracle();
    ask_oracle(oracle, 4, 4, pack(4, 4, start), every_move);
    struct hanoi_multi_task task = {.pegs = 4, .discs = 4096, .start = start, .goal = goal};
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
        struct hanoi_multi_task task = {
            .pegs = cases[i].pegs, .discs = cases[i].discs, .start = start, .goal = goal};
        assert_int_equal(check_task(&task, cases[i].length), cases[i].nodes);
    }
}

static void check_limited(const struct hanoi_multi_task *task, qd_limits limits, qd_end end) {
    struct hanoi_multi_answer answer;
    qd_control *control = control_new(&limits);
    assert_int_equal(hanoi_multi_solve(task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), end);
    assert_null(answer.way);
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
        struct hanoi_multi_task task = {.pegs = pegs, .discs = 12, .start = start, .goal = goal};
        check_limited(&task, (qd_limits){.nodes = 5000}, QD_END_NODES);
        check_limited(&task, (qd_limits){.bytes = 1200000}, QD_END_BYTES);
        check_limited(&task, (qd_limits){.bytes = 1000}, QD_END_BYTES);
        check_limited(&task, (qd_limits){.seconds = 1e-9}, QD_END_SECONDS);
    }
    struct hanoi_multi_task large = {.pegs = 4, .discs = 19, .start = start, .goal = goal};
    check_limited(&large, (qd_limits){.bytes = 3000000}, QD_END_BYTES);
    struct hanoi_multi_task too_large = {.pegs = 17, .discs = 65, .start = start, .goal = goal};
    check_limited(&too_large, (qd_limits){.nodes = 0}, QD_END_NONE);
}

/* Too many discs for the bit-parallel search, but the way is short. */
static void test_short_way_of_many_discs(void **state) {
    (void)state;
    uint8_t start[64], goal[64];
    for (unsigned i = 0; i < 64; i++)
        start[i] = goal[i] = (uint8_t)(i < 63 ? i % 2 : 2);
    goal[63] = 3;
    goal[0] = 2;
    struct hanoi_multi_task task = {.pegs = 4, .discs = 64, .start = start, .goal = goal};
    check_task(&task, 2);
}

/* A disc that cannot get to its peg at all: no search is needed to see that. */
static void test_disc_out_of_reach(void **state) {
    (void)state;
    uint8_t start[30] = {0}, goal[30] = {0};
    const uint64_t arcs[5] = {30, 29, 27, 7, 0}; /* none leads away from peg 4 */
    goal[29] = 1;
    start[7] = 4;
    struct hanoi_multi_task task = {
        .pegs = 5, .discs = 30, .start = start, .goal = goal, .arcs = arcs};
    assert_int_equal(check_task(&task, FAR), 0);
}

static void test_bad_tasks(void **state) {
    (void)state;
    static const uint8_t good[2] = {0, 1}, bad[2] = {0, 5};
    const struct hanoi_multi_task tasks[] = {
        {.pegs = 0, .discs = 0, .start = good, .goal = good},
        {.pegs = 65, .discs = 2, .start = good, .goal = good},
        {.pegs = 5, .discs = 2, .start = bad, .goal = good},
        {.pegs = 5, .discs = 2, .start = good, .goal = bad},
        {.pegs = 5, .discs = 65536, .start = good, .goal = good},
    };
    qd_control *control = control_new(NULL);
    for (size_t i = 0; i < sizeof(tasks) / sizeof(tasks[0]); i++) {
        struct hanoi_multi_answer answer;
        assert_int_equal(hanoi_multi_solve(&tasks[i], &answer, control), QD_BAD_INPUT);
        assert_null(answer.way);
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

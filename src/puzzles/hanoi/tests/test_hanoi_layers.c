/* The bit-parallel searches, against a plain one with a byte array and a queue. */
#include "base/random.h"
#include "puzzles/hanoi/core/three.h"
#include "puzzles/hanoi/solve/regular/fold4.h"
#include "puzzles/hanoi/solve/regular/frontier3.h"
#include "puzzles/hanoi/solve/regular/frontier4.h"
#include "puzzles/hanoi/solve/regular/layers.h"
#include "puzzles/hanoi/tests/state_oracle.h"

static struct oracle *ask_oracle(unsigned pegs, unsigned discs, const uint8_t *start) {
    struct oracle *oracle = oracle_new();
    oracle_search(oracle, pegs, discs, pack(pegs, discs, start), every_move);
    return oracle;
}

static void random_state(struct random *random, unsigned pegs, unsigned discs, uint8_t *peg_of) {
    for (unsigned i = 0; i < discs; i++)
        peg_of[i] = (uint8_t)random_below(random, pegs);
}

static struct hanoi_layers run(const struct hanoi_layers_task *task, qd_status expected) {
    struct hanoi_layers layers;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_layers_run(task, &layers, control), expected);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    assert_int_equal(progress.nodes, layers.states);
    control_free(control);
    return layers;
}

static void check_layers(const struct oracle *oracle, const uint8_t *start) {
    struct hanoi_layers_task task = {
        .pegs = oracle->pegs, .discs = oracle->discs, .start = start, .max_depth = UINT32_MAX};
    struct hanoi_layers layers = run(&task, QD_YES);
    assert_true(layers.complete);
    assert_false(layers.hit);
    assert_int_equal(layers.depth, oracle->depth);
    assert_int_equal(layers.states, oracle->states);
    assert_memory_equal(layers.counts, oracle->counts,
                        (oracle->depth + 1) * sizeof(oracle->counts[0]));
    hanoi_layers_free(&layers);
}

/* ---- four pegs ---- */

static void finish_front4(struct hanoi_frontier4 *front) {
    qd_status status = QD_YES;
    while (status == QD_YES)
        status = hanoi_frontier4_step(front, NULL);
    assert_int_equal(status, QD_NO);
}

static void check_codes4(const struct oracle *oracle, const struct hanoi_frontier4 *front) {
    for (unsigned state = 0; state < oracle->states; state++)
        assert_int_equal(hanoi_frontier4_code(front, state), 1 + oracle->distance[state] % 3);
}

/* Goes from the state back to the start, by legal moves only. */
static unsigned walk_back(const struct hanoi_frontier4 *front, unsigned discs, uint64_t state,
                          uint64_t start) {
    unsigned moves = 0;
    while (state != start) {
        uint8_t peg_of[MOST_DISCS];
        unpack(4, discs, (unsigned)state, peg_of);
        struct hanoi_move move = hanoi_frontier4_descend(front, &state);
        assert_int_equal(peg_of[move.disc], move.from);
        assert_true(may_move(every_move, peg_of, move.disc, move.to));
        peg_of[move.disc] = move.to;
        assert_int_equal(state, pack(4, discs, peg_of));
        moves++;
    }
    return moves;
}

/* From the perfect state: plain and folded frontiers know the distance of every state. */
static void test_four_pegs_every_state(void **state) {
    (void)state;
    static const uint8_t start[MOST_DISCS] = {0};
    for (unsigned discs = 0; discs <= 8; discs++) {
        struct oracle *oracle = ask_oracle(4, discs, start);
        qd_control *control = control_new(NULL);
        struct hanoi_frontier4 plain, folded;
        assert_true(hanoi_frontier4_begin(&plain, discs, 0, control));
        assert_true(hanoi_frontier4_begin_folded(&folded, discs, control));
        finish_front4(&plain);
        finish_front4(&folded);
        check_codes4(oracle, &plain);
        check_codes4(oracle, &folded);
        assert_int_equal(plain.reached, oracle->states);
        assert_int_equal(folded.reached, oracle->states);
        for (unsigned from = 0; from < oracle->states; from += discs < 8 ? 1 : 17) {
            assert_int_equal(walk_back(&plain, discs, from, 0), oracle->distance[from]);
            assert_int_equal(walk_back(&folded, discs, from, 0), oracle->distance[from]);
        }
        hanoi_frontier4_end(&plain);
        hanoi_frontier4_end(&folded);
        check_layers(oracle, start);
        control_free(control);
        free(oracle);
    }
}

/* Every state is a start; the target is the perfect state of each peg in turn. */
static void test_four_pegs_every_start(void **state) {
    (void)state;
    for (unsigned discs = 1; discs <= 6; discs++) {
        for (unsigned peg = 0; peg < 4; peg++) {
            uint8_t goal[MOST_DISCS], start[MOST_DISCS];
            memset(goal, (int)peg, sizeof(goal));
            struct oracle *oracle = ask_oracle(4, discs, goal);
            for (unsigned from = peg; from < oracle->states; from += discs < 6 ? 1 : 4) {
                unpack(4, discs, from, start);
                struct hanoi_layers_task task = {
                    .pegs = 4, .discs = discs, .start = start, .target = goal, .max_depth = 1000};
                struct hanoi_layers layers = run(&task, QD_YES);
                assert_true(layers.hit);
                assert_int_equal(layers.depth, oracle->distance[from]);
                hanoi_layers_free(&layers);
            }
            free(oracle);
        }
    }
}

/* From perfect states, which are folded, to any target. */
static void test_four_pegs_folded_targets(void **state) {
    (void)state;
    const unsigned discs = 5;
    for (unsigned peg = 0; peg < 4; peg++) {
        uint8_t start[MOST_DISCS], goal[MOST_DISCS];
        memset(start, (int)peg, sizeof(start));
        struct oracle *oracle = ask_oracle(4, discs, start);
        for (unsigned to = 0; to < oracle->states; to++) {
            unpack(4, discs, to, goal);
            struct hanoi_layers_task task = {
                .pegs = 4, .discs = discs, .start = start, .target = goal, .max_depth = 1000};
            struct hanoi_layers layers = run(&task, QD_YES);
            assert_true(layers.hit);
            assert_int_equal(layers.depth, oracle->distance[to]);
            hanoi_layers_free(&layers);
        }
        free(oracle);
    }
}

static void test_four_pegs_random_starts(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240401;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 24; i++) {
        uint8_t start[MOST_DISCS];
        unsigned discs = 1 + i % 8;
        random_state(&random, 4, discs, start);
        struct oracle *oracle = ask_oracle(4, discs, start);
        check_layers(oracle, start);
        free(oracle);
    }
}

/* ---- three pegs ---- */

static void check_codes3(const struct oracle *oracle, const uint8_t *start) {
    qd_control *control = control_new(NULL);
    struct hanoi_frontier3 *front = malloc(sizeof(*front));
    assert_non_null(front);
    assert_true(hanoi_frontier3_begin(front, oracle->discs, start, control));
    qd_status status = QD_YES;
    while (status == QD_YES)
        status = hanoi_frontier3_step(front);
    assert_int_equal(status, QD_NO);
    for (unsigned i = 0; i < oracle->states; i++) {
        uint8_t peg_of[MOST_DISCS];
        unpack(3, oracle->discs, i, peg_of);
        assert_int_equal(hanoi_frontier3_code(front, peg_of), 1 + oracle->distance[i] % 3);
    }
    hanoi_frontier3_end(front);
    free(front);
    control_free(control);
}

/* The oracle itself against the formula. */
static void check_formula(const struct oracle *oracle, const uint8_t *start) {
    struct hanoi_three from, to;
    assert_true(hanoi_three_from_pegs(&from, start, oracle->discs));
    for (unsigned i = 0; i < oracle->states; i++) {
        uint8_t peg_of[MOST_DISCS];
        unpack(3, oracle->discs, i, peg_of);
        assert_true(hanoi_three_from_pegs(&to, peg_of, oracle->discs));
        assert_int_equal(hanoi_three_measure(from, to).length, oracle->distance[i]);
    }
}

static void test_three_pegs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240402;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned discs = 0; discs <= 10; discs++) {
        for (unsigned i = 0; i < 3; i++) {
            uint8_t start[MOST_DISCS] = {0};
            if (i > 0)
                random_state(&random, 3, discs, start);
            struct oracle *oracle = ask_oracle(3, discs, start);
            check_layers(oracle, start);
            check_codes3(oracle, start);
            if (discs > 0)
                check_formula(oracle, start);
            free(oracle);
        }
    }
}

static void test_three_pegs_targets(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240403;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 200; i++) {
        uint8_t start[12], goal[12];
        unsigned discs = 1 + i % 12;
        random_state(&random, 3, discs, start);
        random_state(&random, 3, discs, goal);
        struct hanoi_layers_task task = {
            .pegs = 3, .discs = discs, .start = start, .target = goal, .max_depth = UINT32_MAX};
        struct hanoi_layers layers = run(&task, QD_YES);
        struct hanoi_three from, to;
        assert_true(hanoi_three_from_pegs(&from, start, discs));
        assert_true(hanoi_three_from_pegs(&to, goal, discs));
        assert_true(layers.hit);
        assert_int_equal(layers.depth, hanoi_three_measure(from, to).length);
        hanoi_layers_free(&layers);
    }
}

/* 14 discs: a cell's number has three bytes, the last of them only partly used. */
static void test_three_pegs_many_discs(void **state) {
    (void)state;
    static const uint8_t start[14] = {0};
    struct hanoi_layers_task task = {
        .pegs = 3, .discs = 14, .start = start, .max_depth = UINT32_MAX};
    struct hanoi_layers layers = run(&task, QD_YES);
    assert_int_equal(layers.depth, (1 << 14) - 1);
    assert_int_equal(layers.states, 4782969);
    for (uint32_t depth = 0; depth <= layers.depth; depth += 97) {
        struct hanoi_three_count below = hanoi_three_nearer(depth, 14);
        struct hanoi_three_count with = hanoi_three_nearer(depth + 1, 14);
        assert_int_equal(layers.counts[depth], with.low - below.low);
    }
    hanoi_layers_free(&layers);
}

/* ---- limits and pinned figures ---- */

static void test_known_figures(void **state) {
    (void)state;
    static const uint8_t start[12] = {0};
    static const uint32_t depths[] = {0, 1, 3, 5, 9, 13, 17, 25, 33, 41, 49, 65, 81};
    for (unsigned discs = 0; discs <= 11; discs++) {
        struct hanoi_layers_task task = {
            .pegs = 4, .discs = discs, .start = start, .max_depth = UINT32_MAX};
        struct hanoi_layers layers = run(&task, QD_YES);
        assert_int_equal(layers.depth, depths[discs]);
        assert_int_equal(layers.states, (uint64_t)1 << 2 * discs);
        hanoi_layers_free(&layers);
    }
}

static void test_max_depth(void **state) {
    (void)state;
    static const uint8_t start[8] = {0};
    for (unsigned pegs = 3; pegs <= 4; pegs++) {
        struct oracle *oracle = ask_oracle(pegs, 8, start);
        for (uint32_t depth = 0; depth <= 20; depth++) {
            struct hanoi_layers_task task = {
                .pegs = pegs, .discs = 8, .start = start, .max_depth = depth};
            struct hanoi_layers layers = run(&task, QD_YES);
            assert_false(layers.complete);
            assert_int_equal(layers.depth, depth);
            assert_memory_equal(layers.counts, oracle->counts,
                                (depth + 1) * sizeof(oracle->counts[0]));
            hanoi_layers_free(&layers);
        }
        free(oracle);
    }
}

static void check_limited(const struct hanoi_layers_task *task, qd_limits limits, qd_end end) {
    struct hanoi_layers layers;
    struct oracle *oracle = ask_oracle(task->pegs, task->discs, task->start);
    qd_control *control = control_new(&limits);
    assert_int_equal(hanoi_layers_run(task, &layers, control), QD_LIMIT);
    assert_int_equal(control_end(control), end);
    assert_false(layers.complete);
    assert_true(layers.states < oracle->states);
    if (layers.states > 0)
        assert_memory_equal(layers.counts, oracle->counts,
                            (layers.depth + 1) * sizeof(oracle->counts[0]));
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    hanoi_layers_free(&layers);
    control_free(control);
    free(oracle);
}

static void test_limits(void **state) {
    (void)state;
    uint8_t start[8] = {0, 1, 2, 0, 1, 2, 0, 1};
    for (unsigned pegs = 3; pegs <= 4; pegs++) {
        struct hanoi_layers_task task = {
            .pegs = pegs, .discs = 8, .start = start, .max_depth = UINT32_MAX};
        check_limited(&task, (qd_limits){.nodes = 3000}, QD_END_NODES);
        check_limited(&task, (qd_limits){.bytes = 1000}, QD_END_BYTES);
        check_limited(&task, (qd_limits){.seconds = 1e-9}, QD_END_SECONDS);
    }
    memset(start, 0, sizeof(start));
    struct hanoi_layers_task folded = {
        .pegs = 4, .discs = 8, .start = start, .max_depth = UINT32_MAX};
    check_limited(&folded, (qd_limits){.nodes = 3000}, QD_END_NODES);
    check_limited(&folded, (qd_limits){.bytes = 1000}, QD_END_BYTES);
}

/* Pages are reserved in chunks; the limit falls into the middle of the search. */
static void test_page_limit(void **state) {
    (void)state;
    static const uint8_t start[12] = {1};
    qd_control *control = control_new(&(qd_limits){.bytes = 1000000});
    struct hanoi_layers_task task = {
        .pegs = 4, .discs = 12, .start = start, .max_depth = UINT32_MAX};
    struct hanoi_layers layers;
    assert_int_equal(hanoi_layers_run(&task, &layers, control), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_BYTES);
    assert_true(layers.depth > 20 && layers.depth < 81);
    hanoi_layers_free(&layers);
    control_free(control);
}

static void test_stopped(void **state) {
    (void)state;
    static const uint8_t start[8] = {1};
    qd_control *control = control_new(NULL);
    control_stop(control);
    for (unsigned pegs = 3; pegs <= 4; pegs++) {
        struct hanoi_layers_task task = {
            .pegs = pegs, .discs = 8, .start = start, .max_depth = UINT32_MAX};
        struct hanoi_layers layers;
        assert_int_equal(hanoi_layers_run(&task, &layers, control), QD_LIMIT);
        assert_int_equal(layers.depth, 0);
        hanoi_layers_free(&layers);
    }
    control_free(control);
}

static void test_bad_tasks(void **state) {
    (void)state;
    static const uint8_t start[HANOI_FRONTIER3_DISCS + 1] = {3}, other[3] = {0, 4, 0};
    const struct hanoi_layers_task bad[] = {
        {.pegs = 2, .discs = 0, .start = start},
        {.pegs = 5, .discs = 1, .start = start},
        {.pegs = 3, .discs = 1, .start = start},
        {.pegs = 4, .discs = 3, .start = other},
        {.pegs = 4, .discs = 3, .start = start, .target = other},
        {.pegs = 4, .discs = HANOI_FRONTIER4_DISCS + 1, .start = start},
        {.pegs = 3, .discs = HANOI_FRONTIER3_DISCS + 1, .start = start},
    };
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct hanoi_layers layers = run(&bad[i], QD_BAD_INPUT);
        assert_null(layers.counts);
    }
}

/* ---- folding ---- */

/* The same number with the peg of each of its six discs renamed. */
static unsigned renamed(unsigned state, const uint8_t *name) {
    uint8_t peg_of[6];
    unpack(4, 6, state, peg_of);
    for (unsigned disc = 0; disc < 6; disc++)
        peg_of[disc] = name[peg_of[disc]];
    return pack(4, 6, peg_of);
}

/* A cell is folded to one of those that differ by the names of pegs 1, 2 and 3, always to the same
 * one, and its states to all states that some renaming brings there. */
static void test_folding_every_state(void **state) {
    static const uint8_t names[6][4] = {{0, 1, 2, 3}, {0, 1, 3, 2}, {0, 2, 1, 3},
                                        {0, 2, 3, 1}, {0, 3, 1, 2}, {0, 3, 2, 1}};
    (void)state;
    for (unsigned index = 0; index < 4096; index++) {
        uint64_t cell = index / 64, expected = 0;
        uint64_t states = hanoi_fold4(&cell, UINT64_C(1) << index % 64);
        unsigned alike = 0; /* the renamings that lead to the folded cell */
        for (unsigned i = 0; i < 6; i++) {
            unsigned other = renamed(index, names[i]);
            uint64_t other_cell = other / 64;
            alike += other_cell == cell;
            expected |= other_cell == cell ? UINT64_C(1) << other % 64 : 0;
            hanoi_fold4(&other_cell, 0);
            assert_int_equal(other_cell, cell);
        }
        assert_true(alike > 0);
        assert_int_equal(states, expected);
        assert_int_equal(hanoi_fold4_close(cell, states), states);
        assert_int_equal(hanoi_fold4_weight(cell), 6 / alike);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_folding_every_state),
        cmocka_unit_test(test_four_pegs_every_state),
        cmocka_unit_test(test_four_pegs_every_start),
        cmocka_unit_test(test_four_pegs_folded_targets),
        cmocka_unit_test(test_four_pegs_random_starts),
        cmocka_unit_test(test_three_pegs),
        cmocka_unit_test(test_three_pegs_targets),
        cmocka_unit_test(test_three_pegs_many_discs),
        cmocka_unit_test(test_known_figures),
        cmocka_unit_test(test_max_depth),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_page_limit),
        cmocka_unit_test(test_stopped),
        cmocka_unit_test(test_bad_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Irregular boards that no search over boards could solve, paths opened in the middle, limits, bad
 * input. */
#include "puzzles/hanoi/tests/stacking_oracle.h"

/* Paths of a million moves and more are streamed, and can be opened anywhere. */
static void test_long_ways(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240606;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 8; i++) {
        struct game game = {.pegs = 3, .discs = 10 + i};
        struct boards boards[2];
        random_stacks(&random, 3, game.discs, &game.start);
        random_regular(&random, 3, game.discs, &game.goal);
        check_by_plan(&game, plan_length(&game));
        struct hanoi_irregular_task task = task_of(&game, boards);
        struct hanoi_stages *plan;
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
        assert_true(plan->ends_regular);
        hanoi_stages_free(plan);
        control_free(control);
    }
}

/* The path after skip moves against the whole one. */
static void check_skip(const struct hanoi_stages *plan, uint64_t skip) {
    struct hanoi_path *whole = hanoi_stages_open(plan, (struct hanoi_three_count){0, 0});
    struct hanoi_path *part = hanoi_stages_open(plan, (struct hanoi_three_count){0, skip});
    struct hanoi_move a, b;
    assert_non_null(part);
    for (uint64_t i = 0; i < skip; i++)
        assert_true(whole->next(whole, &a));
    while (whole->next(whole, &a)) {
        assert_true(part->next(part, &b));
        assert_memory_equal(&a, &b, sizeof(a));
    }
    assert_false(part->next(part, &b));
    whole->free(whole);
    part->free(part);
}

static void test_skip(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240607;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 20; i++) {
        struct game game = {.pegs = 3, .discs = 7};
        struct boards boards[2];
        random_stacks(&random, 3, 7, &game.start);
        random_regular(&random, 3, 7, &game.goal);
        struct hanoi_irregular_task task = task_of(&game, boards);
        struct hanoi_stages *plan;
        qd_control *control = control_new(NULL);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
        uint64_t length = hanoi_stages_length(plan, plan->count).low;
        for (uint64_t skip = 0; skip <= length; skip++)
            check_skip(plan, skip);
        assert_null(hanoi_stages_open(plan, (struct hanoi_three_count){0, length + 1}));
        assert_null(hanoi_stages_open(plan, (struct hanoi_three_count){1, 0}));
        hanoi_stages_free(plan);
        control_free(control);
    }
}

/* 64 discs on peg 0, the two smallest swapped: one move makes it regular, so the length is known.
 */
static void test_sixty_four_discs(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 64};
    for (unsigned disc = 63; disc >= 2; disc--)
        put(&game.start, 0, disc);
    put(&game.start, 0, 0);
    put(&game.start, 0, 1);
    perfect(&game.goal, 64, 2);
    struct hanoi_three on_1 = hanoi_three_perfect(0, 64), on_2 = on_1;
    on_1.lo |= 2;
    on_2.hi |= 2;
    uint64_t by_1 = hanoi_three_measure(on_1, hanoi_three_perfect(2, 64)).length;
    uint64_t by_2 = hanoi_three_measure(on_2, hanoi_three_perfect(2, 64)).length;
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_YES);
    assert_int_equal(answer.list->count, 1);
    assert_true(answer.remaining == (by_1 < by_2 ? by_1 : by_2));
    hanoi_irregular_free(&answer);
    control_free(control);
}

/* The worst board of 64 discs, the two largest swapped: 5 * 2^62 - 1 moves do not fit in 64 bits,
 * and the moves before the board is regular are too many to be listed. */
static void test_longest_way(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 64};
    put(&game.start, 0, 62);
    put(&game.start, 0, 63);
    for (unsigned disc = 62; disc-- > 0;)
        put(&game.start, 0, disc);
    perfect(&game.goal, 64, 0);
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_irregular_answer answer;
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
    struct hanoi_three_count length = hanoi_stages_length(plan, plan->count);
    assert_int_equal(length.high, 1);
    assert_int_equal(length.low, ((uint64_t)1 << 62) - 1);
    hanoi_stages_free(plan);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_NONE);
    hanoi_irregular_free(&answer);
    control_free(control);
}

/* Random boards of thirty discs, a million times too large for a search over boards. A path is one
 * move longer than the path from its second board. */
static void test_thirty_discs(void **state) {
    (void)state;
    struct random random;
    const uint64_t seed = 20240608;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned i = 0; i < 40; i++) {
        struct game game = {.pegs = 3, .discs = 30};
        random_stacks(&random, 3, 30, &game.start);
        random_regular(&random, 3, 30, &game.goal);
        uint64_t length = plan_length(&game);
        uint64_t shortest = UINT64_MAX;
        for (unsigned move = 0; move < 9; move++) {
            struct game after = game;
            if (move_top(&after.start, move / 3, move % 3, UINT64_MAX)) {
                uint64_t rest = plan_length(&after);
                assert_true(rest + 1 >= length);
                shortest = rest < shortest ? rest : shortest;
            }
        }
        assert_int_equal(length, shortest + 1);
    }
}

/* A thousand discs of which the larger ones are in place at both ends. */
static void test_many_discs(void **state) {
    (void)state;
    enum { ALL = 1000 };
    static uint8_t peg[2][ALL];
    static uint16_t below[2][ALL];
    for (unsigned i = 0; i < ALL; i++) {
        peg[0][i] = peg[1][i] = 0;
        below[0][i] = below[1][i] = i + 1 < ALL ? (uint16_t)(i + 1) : HANOI_ON_PEG;
    }
    below[0][1] = 0; /* 2, 0, 1 from the bottom */
    below[0][0] = 2;
    struct hanoi_irregular_task task = {
        .pegs = 3, .discs = ALL, .start = {peg[0], below[0]}, .goal = {peg[1], below[1]}};
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_YES);
    assert_int_equal(answer.list->count + answer.remaining, 4);
    assert_int_equal(answer.pegs[ALL - 1], 0);
    hanoi_irregular_free(&answer);
    memset(peg[1], 1, ALL);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    hanoi_irregular_free(&answer);
    control_free(control);
}

static const uint64_t every_arc[3] = {UINT64_MAX, UINT64_MAX, UINT64_MAX};

/* Arcs that allow every move are the same as none. */
static void test_all_arcs(void **state) {
    (void)state;
    struct game game = {.pegs = 3, .discs = 3, .arcs = every_arc};
    struct boards boards[2];
    put(&game.start, 0, 0);
    put(&game.start, 0, 1);
    put(&game.start, 0, 2);
    perfect(&game.goal, 3, 0);
    check_game(&game, 7);
    struct hanoi_irregular_task task = task_of(&game, boards);
    struct hanoi_stages *plan;
    qd_control *control = control_new(NULL);
    assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_YES);
    check_plan(&game, plan, 7);
    hanoi_stages_free(plan);
    control_free(control);
}

/* ---- limits and pinned figures ---- */

/* A change of the search shows here. */
static void test_pinned_nodes(void **state) {
    (void)state;
    struct random random;
    uint64_t three = 0;
    random_seed(&random, 20240609);
    for (unsigned i = 0; i < 100; i++) {
        struct game game = {.pegs = 3, .discs = 8};
        random_stacks(&random, 3, 8, &game.start);
        perfect(&game.goal, 8, 0);
        three += check_game(&game, plan_length(&game));
    }
    struct game game = {.pegs = 4, .discs = 6};
    for (unsigned disc = 0; disc < 6; disc++)
        put(&game.start, 0, disc);
    perfect(&game.goal, 6, 1);
    assert_int_equal(three, 669);
    assert_int_equal(check_game(&game, 6), 26);
}

/* Discs 5, 6 and 7 lie inverted at both ends; no board in which one has moved is looked at. */
static void test_pinned_nodes_irregular_goal(void **state) {
    (void)state;
    struct game game = {.pegs = 4, .discs = 8};
    for (unsigned peg = 0; peg < 2; peg++) {
        struct stacks *stacks = peg == 0 ? &game.start : &game.goal;
        for (unsigned disc = 5; disc < 8; disc++)
            put(stacks, 0, disc);
        for (unsigned disc = 5; disc-- > 0;)
            put(stacks, peg + 1, disc);
    }
    assert_int_equal(check_game(&game, 13), 175);
}

static void check_limited(const struct game *game, qd_limits limits, qd_end end) {
    struct boards boards[2];
    struct hanoi_irregular_task task = task_of(game, boards);
    struct hanoi_irregular_answer answer;
    qd_control *control = control_new(&limits);
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_LIMIT);
    assert_int_equal(control_end(control), end);
    assert_null(answer.list);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    hanoi_irregular_free(&answer);
    control_free(control);
}

static void test_limits(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 20240610);
    for (unsigned pegs = 3; pegs <= 4; pegs++) {
        struct game game = {.pegs = pegs, .discs = 40};
        random_stacks(&random, pegs, 40, &game.start);
        perfect(&game.goal, 40, 0);
        check_limited(&game, (qd_limits){.nodes = 64}, QD_END_NODES);
        check_limited(&game, (qd_limits){.bytes = 8000}, QD_END_BYTES);
        check_limited(&game, (qd_limits){.bytes = 100}, QD_END_BYTES);
        check_limited(&game, (qd_limits){.seconds = 1e-9}, QD_END_SECONDS);
    }
}

static void test_bad_tasks(void **state) {
    (void)state;
    static const uint8_t pegs[3] = {0, 0, 0}, split[3] = {0, 1, 0}, none[3] = {0, 0, 3};
    static const uint16_t good[3] = {1, 2, HANOI_ON_PEG}, circle[3] = {1, 0, HANOI_ON_PEG},
                          self[3] = {0, 2, HANOI_ON_PEG}, twice[3] = {2, 2, HANOI_ON_PEG},
                          two[3] = {1, HANOI_ON_PEG, HANOI_ON_PEG}, far[3] = {1, 3, HANOI_ON_PEG};
    const struct hanoi_stacking fine = {pegs, good};
    const struct hanoi_stacking bad[] = {{pegs, circle}, {pegs, self},  {pegs, twice}, {pegs, two},
                                         {pegs, far},    {split, good}, {none, good}};
    qd_control *control = control_new(NULL);
    struct hanoi_irregular_answer answer;
    struct hanoi_stages *plan;
    for (size_t i = 0; i < sizeof(bad) / sizeof(bad[0]); i++) {
        struct hanoi_irregular_task task = {.pegs = 3, .discs = 3, .start = fine, .goal = bad[i]};
        assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
        task = (struct hanoi_irregular_task){.pegs = 3, .discs = 3, .start = bad[i], .goal = fine};
        assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
        assert_int_equal(hanoi_irregular_plan(&task, &plan, control), QD_BAD_INPUT);
    }
    struct hanoi_irregular_task task = {.pegs = 65, .discs = 3, .start = fine, .goal = fine};
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
    task.pegs = 0;
    assert_int_equal(hanoi_irregular_solve(&task, &answer, control), QD_BAD_INPUT);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_all_arcs),
        cmocka_unit_test(test_long_ways),
        cmocka_unit_test(test_skip),
        cmocka_unit_test(test_sixty_four_discs),
        cmocka_unit_test(test_longest_way),
        cmocka_unit_test(test_thirty_discs),
        cmocka_unit_test(test_many_discs),
        cmocka_unit_test(test_pinned_nodes),
        cmocka_unit_test(test_pinned_nodes_irregular_goal),
        cmocka_unit_test(test_limits),
        cmocka_unit_test(test_bad_tasks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

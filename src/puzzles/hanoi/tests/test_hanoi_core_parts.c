/* Plans, and the parts the planner is made of: history, queue and set. */
#include "puzzles/hanoi/core/core.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/support/seed.h"

/* ---- the parts ---- */

static void history_holds_more_than_20_and_ends_well(void **unused) {
    (void)unused;
    history_stack history;
    move_tuple move = {0, 0};
    history_init(&history);
    assert_int_equal(history_pop(&history, &move), HANOI_EMPTY);
    assert_true(MAX_MOVES > 20);
    for (int i = 0; i < MAX_MOVES; i++) {
        move_tuple pushed = {(uint8_t)(i % 3), (uint8_t)((i + 1) % 3)};
        assert_int_equal(history_push(&history, pushed), HANOI_OK);
    }
    assert_int_equal(history_push(&history, move), HANOI_FULL);
    assert_int_equal(history_length(&history), MAX_MOVES);
    for (int i = MAX_MOVES - 1; i >= 0; i--) {
        assert_int_equal(history_pop(&history, &move), HANOI_OK);
        assert_true(move.source == i % 3 && move.destination == (i + 1) % 3);
    }
    assert_int_equal(history_length(&history), 0);
}

/* Limitation of the original: 64 entries, and no test for the end. */
static void queue_cannot_overflow(void **unused) {
    (void)unused;
    Queue queue;
    queue_init(&queue);
    assert_true(queue_empty(&queue));
    assert_null(queue_pop(&queue));
    for (int i = 0; i < HANOI_STACKINGS; i++) {
        Queue_Entry entry = {(uint16_t)i, HANOI_NO_PARENT, {0, 1}};
        assert_int_equal(queue_push(&queue, &entry), HANOI_OK);
    }
    Queue_Entry more = {9999, HANOI_NO_PARENT, {0, 1}};
    assert_int_equal(queue_push(&queue, &more), HANOI_FULL);
    for (int i = 0; i < HANOI_STACKINGS; i++) {
        assert_false(queue_empty(&queue));
        assert_int_equal(queue_pop(&queue)->state, i);
    }
    assert_true(queue_empty(&queue));
    assert_null(queue_pop(&queue));
}

/* Bug 1 of the original: states in the set were compared through a wrong pointer. */
static void set_holds_every_state_once(void **unused) {
    (void)unused;
    Set set;
    hanoi_game game;
    set_init(&set);
    for (int round = 0; round < 2; round++) {
        for (uint16_t number = 0; number < HANOI_STATE_NUMBERS; number++) {
            assert_int_equal(hanoi_state_from_number(number, &game), HANOI_OK);
            assert_int_equal(in_set(&set, &game), round == 1);
            assert_int_equal(set_add(&set, &game), HANOI_OK);
            assert_true(in_set(&set, &game));
        }
        assert_int_equal(set.idx, HANOI_STATE_NUMBERS);
    }
    game.num_rings = 0;
    assert_int_equal(set_add(&set, &game), HANOI_INVALID_STATE);
    assert_false(in_set(&set, &game));
    assert_int_equal(set.idx, HANOI_STATE_NUMBERS);
}

/* ---- plans ---- */

static hanoi_game full_tower(int tower) {
    hanoi_game game;
    assert_int_equal(hanoi_reset_goal(&game, MAX_RINGS, tower), HANOI_OK);
    return game;
}

/* A game whose largest ring lies on the next smaller one; needs two rings. */
static hanoi_game irregular_board(void) {
    hanoi_game game = full_tower(0);
#if MAX_RINGS > 1
    int bottom = game.towers[0][0];
    game.towers[0][0] = game.towers[0][1];
    game.towers[0][1] = bottom;
#endif
    return game;
}

/* Does the next move of the plan on the board. */
static void do_next(const hanoi_plan *plan, hanoi_game *board) {
    move_tuple move;
    assert_int_equal(hanoi_plan_next(plan, &move), HANOI_OK);
    assert_int_equal(hanoi_execute_move(board, move), HANOI_OK);
}

static void plan_leads_from_every_board_to_the_goal(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move = {7, 7};
    for (uint16_t number = 0; number < HANOI_STATE_NUMBERS; number++) {
        hanoi_game board;
        assert_int_equal(hanoi_state_from_number(number, &board), HANOI_OK);
        assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, NULL), HANOI_OK);
        for (int left = hanoi_plan_left(&plan); left > 0; left--) {
            assert_int_equal(hanoi_plan_left(&plan), left);
            do_next(&plan, &board);
            assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_OK);
        }
        hanoi_game reset;
        assert_int_equal(hanoi_init_game(&reset, board.num_rings), HANOI_OK);
        assert_true(states_are_equal(&board, &reset));
        assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_DONE);
        assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_UNCHANGED);
    }
    assert_int_equal(move.source, 7);
}

static void failed_move_is_tried_again(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    hanoi_game board = full_tower(0);
    hanoi_game goal = full_tower(1);
    move_tuple first;
    move_tuple again;
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, &goal), HANOI_OK);
    assert_int_equal(hanoi_plan_next(&plan, &first), HANOI_OK);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_UNCHANGED);
    assert_int_equal(hanoi_plan_next(&plan, &again), HANOI_OK);
    assert_memory_equal(&first, &again, sizeof first);
    assert_int_equal(hanoi_plan_left(&plan), (1 << MAX_RINGS) - 1);
}

/* A plan that does not understand the board gives no move, and never says that it is done. */
static void impossible_board_stops_the_plan(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move;
    hanoi_game board = full_tower(0);
    hanoi_game goal = full_tower(2);
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, &goal), HANOI_OK);
    int left = hanoi_plan_left(&plan);
    hanoi_game lost = board;
    lost.towers[0][MAX_RINGS - 1] = 0;
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &lost), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_left(&plan), 0);
    /* Found again where it was, then lost and found where it should go. */
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_UNCHANGED);
    assert_int_equal(hanoi_plan_left(&plan), left);
    do_next(&plan, &board);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &lost), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_OK);
    assert_int_equal(hanoi_plan_left(&plan), left - 1);
}

static void plan_from_an_impossible_board(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move;
    hanoi_game board = full_tower(0);
    hanoi_game goal = full_tower(1);
    hanoi_game lost = board;
    lost.towers[0][MAX_RINGS - 1] = 0;
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &lost, &goal), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_left(&plan), 0);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_REPLANNED);
    assert_int_equal(hanoi_plan_left(&plan), (1 << MAX_RINGS) - 1);
    lost.num_rings = 0;
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &lost, NULL), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_INVALID_GOAL);
}

static void goal_out_of_reach_is_never_done(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move;
    hanoi_game board = full_tower(1);
    hanoi_game goal = irregular_board();
    if (MAX_RINGS == 1)
        skip();
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, &goal), HANOI_NO_SOLUTION);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_NO_SOLUTION);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_NO_SOLUTION);
    hanoi_game lost = board;
    lost.towers[1][MAX_RINGS - 1] = 0;
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &lost), HANOI_INVALID_STATE);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_NO_SOLUTION);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_NO_SOLUTION);
    /* Somebody puts the rings there by hand. */
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &goal), HANOI_REPLANNED);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_DONE);
}

static void other_number_of_rings_stops_the_plan(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move;
    hanoi_game board = full_tower(1);
    hanoi_game smaller;
    if (MAX_RINGS == 1)
        skip();
    assert_int_equal(hanoi_init_game(&smaller, MAX_RINGS - 1), HANOI_OK);
    assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, NULL), HANOI_OK);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &smaller), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_REPLANNED);
}

/* ---- plans on a table with people around it ---- */

/* Steele, Lea and Flood's splitmix64. */
static unsigned random_below(uint64_t *seed, unsigned limit) {
    uint64_t z = (*seed += UINT64_C(0x9E3779B97F4A7C15));
    z = (z ^ z >> 30) * UINT64_C(0xBF58476D1CE4E5B9);
    z = (z ^ z >> 27) * UINT64_C(0x94D049BB133111EB);
    return (unsigned)((z ^ z >> 31) % limit);
}

/* One turn: the move works, or does not, or somebody puts all rings elsewhere, or the board cannot
 * be read. Checks what the plan makes of it. */
static void play_turn(hanoi_plan *plan, hanoi_workspace *workspace, hanoi_game *board,
                      uint64_t *seed) {
    hanoi_game before = *board;
    hanoi_game expected = *board;
    unsigned trouble = random_below(seed, 4);
    do_next(plan, &expected);
    if (trouble == 1) {
        unsigned first = HANOI_STATE_NUMBERS - HANOI_STACKINGS;
        uint16_t number = (uint16_t)(first + random_below(seed, HANOI_STACKINGS));
        assert_int_equal(hanoi_state_from_number(number, board), HANOI_OK);
    } else if (trouble != 0) {
        *board = expected;
    }
    if (trouble == 2) {
        hanoi_game unreadable = *board;
        unreadable.towers[random_below(seed, NUM_TOWERS)][0] = 1;
        assert_int_equal(hanoi_plan_observe(plan, workspace, &unreadable), HANOI_INVALID_STATE);
    }
    hanoi_status wanted = states_are_equal(board, &expected) ? HANOI_OK
                          : states_are_equal(board, &before) ? HANOI_UNCHANGED
                                                             : HANOI_REPLANNED;
    assert_int_equal(hanoi_plan_observe(plan, workspace, board), wanted);
    assert_true(states_are_equal(&plan->now, board));
}

static void plan_survives_interference(void **unused) {
    (void)unused;
    uint64_t seed = test_seed(__func__);
    hanoi_workspace workspace;
    hanoi_plan plan;
    move_tuple move;
    for (int game = 0; game < 100; game++) {
        hanoi_game board = full_tower(0);
        hanoi_game goal = full_tower(2);
        assert_int_equal(hanoi_plan_start(&plan, &workspace, &board, &goal), HANOI_OK);
        for (int turn = 0; turn < 20 && hanoi_plan_next(&plan, &move) == HANOI_OK; turn++)
            play_turn(&plan, &workspace, &board, &seed);
        while (hanoi_plan_next(&plan, &move) == HANOI_OK) {
            assert_int_equal(hanoi_execute_move(&board, move), HANOI_OK);
            assert_int_equal(hanoi_plan_observe(&plan, &workspace, &board), HANOI_OK);
        }
        assert_int_equal(hanoi_plan_next(&plan, &move), HANOI_DONE);
        assert_true(states_are_equal(&board, &goal));
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(history_holds_more_than_20_and_ends_well),
        cmocka_unit_test(queue_cannot_overflow),
        cmocka_unit_test(set_holds_every_state_once),
        cmocka_unit_test(plan_leads_from_every_board_to_the_goal),
        cmocka_unit_test(failed_move_is_tried_again),
        cmocka_unit_test(impossible_board_stops_the_plan),
        cmocka_unit_test(plan_from_an_impossible_board),
        cmocka_unit_test(goal_out_of_reach_is_never_done),
        cmocka_unit_test(other_number_of_rings_stops_the_plan),
        cmocka_unit_test(plan_survives_interference),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Defects of the original firmware that the ring planner must not have: wrong goals, impossible
 * states that were accepted, rings and memory left over. */
#include "puzzles/hanoi/core/core.h"

#include "puzzles/hanoi/tests/core_oracle.h"

/* ---- regressions: goals ---- */

/* Bug 9 of the original: the order of the goal. With fewer rings it is made of the largest. */
static void goal_has_largest_rings_in_order(void **unused) {
    (void)unused;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        for (int tower = 0; tower < NUM_TOWERS; tower++) {
            hanoi_game goal;
            memset(&goal, 0x5A, sizeof goal);
            assert_int_equal(hanoi_reset_goal(&goal, rings, tower), HANOI_OK);
            for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
                int place = i % MAX_RINGS;
                bool filled = i / MAX_RINGS == tower && place < rings;
                assert_int_equal(goal.towers[i / MAX_RINGS][place],
                                 filled ? ring_weights[MAX_RINGS - 1 - place] : 0);
            }
            assert_int_equal(goal.num_rings, rings);
        }
    }
}

static void goals_that_cannot_be_are_refused(void **unused) {
    (void)unused;
    hanoi_game goal = {.num_rings = 77};
    assert_int_equal(hanoi_reset_goal(&goal, 0, 0), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, MAX_RINGS + 1, 0), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, 1, -1), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_reset_goal(&goal, 1, NUM_TOWERS), HANOI_INVALID_GOAL);
    assert_int_equal(hanoi_init_game(&goal, 0), HANOI_INVALID_STATE);
    assert_int_equal(goal.num_rings, 77);
    hanoi_workspace workspace;
    history_stack history;
    hanoi_game game = game_of("1||");
    goal = game;
    goal.towers[1][0] = goal.towers[0][0];
    assert_int_equal(optimal_solve(&workspace, &game, &goal, &history), HANOI_INVALID_GOAL);
    assert_int_equal(history_length(&history), 0);
#if MAX_RINGS > 1
    goal = game_of("21||");
    assert_int_equal(optimal_solve(&workspace, &game, &goal, &history), HANOI_INVALID_GOAL);
#endif
}

/* Limitation of the original: tower 0 was the only goal. */
static void forward_to_tower_2(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_game game;
    hanoi_game goal;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        assert_int_equal(hanoi_reset_goal(&goal, rings, 2), HANOI_OK);
        assert_int_equal(solved_length(&workspace, &game, &goal), (1 << rings) - 1);
    }
}

#if MAX_RINGS == 3
static void weights_of_the_original_rig(void **unused) {
    (void)unused;
    hanoi_game goal;
    assert_int_equal(hanoi_reset_goal(&goal, 3, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 60 && goal.towers[0][2] == 30);
    assert_int_equal(hanoi_reset_goal(&goal, 2, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 60 && goal.towers[0][2] == 0);
    assert_int_equal(hanoi_reset_goal(&goal, 1, 0), HANOI_OK);
    assert_true(goal.towers[0][0] == 110 && goal.towers[0][1] == 0 && goal.towers[0][2] == 0);
}
#endif

/* ---- regressions: states that cannot be ---- */

static void expect_fault(const hanoi_game *game, hanoi_fault_kind kind, int tower, int place,
                         int weight) {
    hanoi_fault fault;
    hanoi_workspace workspace;
    history_stack history;
    uint16_t number;
    int count = 7;
    Queue_Entry entries[HANOI_MOVES_PER_STATE];
    hanoi_game copy = *game;
    assert_int_equal(hanoi_state_check(game, &fault), HANOI_INVALID_STATE);
    assert_int_equal(fault.kind, kind);
    assert_int_equal(fault.tower, tower);
    assert_int_equal(fault.place, place);
    assert_int_equal(fault.weight, weight);
    assert_int_equal(optimal_solve(&workspace, game, NULL, &history), HANOI_INVALID_STATE);
    assert_int_equal(history_length(&history), 0);
    assert_int_equal(hanoi_state_number(game, &number), HANOI_INVALID_STATE);
    assert_int_equal(get_moves(game, entries, &count), HANOI_INVALID_STATE);
    assert_int_equal(count, 0);
    assert_int_equal(hanoi_execute_move(&copy, (move_tuple){0, 1}), HANOI_INVALID_STATE);
    assert_memory_equal(&copy, game, sizeof copy);
}

static void unknown_weights_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.towers[0][0]--;
    expect_fault(&game, HANOI_FAULT_UNKNOWN_WEIGHT, 0, 0, game.towers[0][0]);
    game = game_of("||1");
    game.towers[2][0] = -game.towers[2][0];
    expect_fault(&game, HANOI_FAULT_UNKNOWN_WEIGHT, 2, 0, game.towers[2][0]);
}

/* The original ran over its queue when a ring was there twice. */
static void duplicate_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    game.towers[1][0] = ring_weights[MAX_RINGS - 1];
    expect_fault(&game, HANOI_FAULT_DUPLICATE_RING, 1, 0, ring_weights[MAX_RINGS - 1]);
}

/* The original reported a reset as complete when a ring had gone. */
static void missing_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        game.towers[0][rings - 1] = 0;
        expect_fault(&game, HANOI_FAULT_MISSING_RING, -1, -1, ring_weights[MAX_RINGS - rings]);
    }
}

static void ring_counts_out_of_range_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.num_rings = 0;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
    game.num_rings = MAX_RINGS + 1;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
    game.num_rings = -1;
    expect_fault(&game, HANOI_FAULT_RING_COUNT, -1, -1, 0);
}

#if MAX_RINGS > 1
static void ghost_rings_are_refused(void **unused) {
    (void)unused;
    hanoi_game game = game_of("1||");
    game.towers[0][1] = game.towers[0][0];
    game.towers[0][0] = 0;
    expect_fault(&game, HANOI_FAULT_GHOST_RING, 0, 1, game.towers[0][1]);
}

/* The original took two rings other than the largest and reset them to a goal of other rings. */
static void small_rings_in_a_small_game_are_refused(void **unused) {
    (void)unused;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, 1), HANOI_OK);
    game.towers[0][0] = ring_weights[0];
    expect_fault(&game, HANOI_FAULT_SPARE_RING, 0, 0, ring_weights[0]);
}
#endif

#if MAX_RINGS <= 3
static bool valid_by_counting(const hanoi_game *game) {
    int seen[MAX_RINGS] = {0};
    for (int tower = 0; tower < NUM_TOWERS; tower++) {
        bool gap = false;
        for (int place = 0; place < MAX_RINGS; place++) {
            for (int ring = 0; ring < MAX_RINGS; ring++)
                seen[ring] += game->towers[tower][place] == ring_weights[ring];
            if (gap && game->towers[tower][place] != 0)
                return false;
            gap = game->towers[tower][place] == 0;
        }
    }
    for (int ring = 0; ring < MAX_RINGS; ring++)
        if (seen[ring] != (ring >= MAX_RINGS - game->num_rings))
            return false;
    return true;
}

/* Every filling of the places with known weights: exactly the stackings pass, and solving ends. */
static void every_filling_is_judged_right(void **unused) {
    (void)unused;
    int fillings = 1;
    int valid = 0;
    hanoi_workspace workspace;
    for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++)
        fillings *= MAX_RINGS + 1;
    for (int filling = 0; filling < fillings * MAX_RINGS; filling++) {
        int rest = filling / MAX_RINGS;
        history_stack history;
        hanoi_game game = {.num_rings = 1 + filling % MAX_RINGS};
        for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
            int ring = rest % (MAX_RINGS + 1);
            game.towers[i / MAX_RINGS][i % MAX_RINGS] = ring == 0 ? 0 : ring_weights[ring - 1];
            rest /= MAX_RINGS + 1;
        }
        bool expected = valid_by_counting(&game);
        hanoi_status status = optimal_solve(&workspace, &game, NULL, &history);
        assert_int_equal(status, expected ? HANOI_OK : HANOI_INVALID_STATE);
        assert_int_equal(hanoi_state_check(&game, NULL), status);
        valid += expected;
    }
    assert_int_equal(valid, HANOI_STATE_NUMBERS);
}
#endif

/* ---- regressions: moves, memory ---- */

/* Ghost rings: in the original, solving failed after any move, because of the weight it left. */
static void solving_works_after_every_move(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    for (int from = 0; from < NUM_TOWERS; from++) {
        for (int to = 0; to < NUM_TOWERS; to++) {
            hanoi_game after = game;
            move_tuple move = {(uint8_t)from, (uint8_t)to};
            if (hanoi_execute_move(&after, move) == HANOI_OK) {
                assert_int_equal(find_top_of_state(after.towers[from]), MAX_RINGS - 2);
                assert_int_equal(solved_length(&workspace, &after, NULL), 1);
            }
        }
    }
}

/* Bug 8 of the original: what was on the towers before showed through a new game. */
static void new_game_forgets_the_old_one(void **unused) {
    (void)unused;
    hanoi_game game;
    memset(&game, 0x5A, sizeof game);
    assert_int_equal(hanoi_init_game(&game, 1), HANOI_OK);
    assert_int_equal(hanoi_state_check(&game, NULL), HANOI_OK);
}

static void illegal_moves_change_nothing(void **unused) {
    (void)unused;
    const move_tuple wrong[] = {{0, 0}, {3, 0}, {0, 3}, {255, 255}, {1, 0}, {2, 1}};
    hanoi_game game;
    assert_int_equal(hanoi_init_game(&game, MAX_RINGS), HANOI_OK);
    hanoi_game before = game;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        assert_int_equal(hanoi_execute_move(&game, wrong[i]), HANOI_ILLEGAL_MOVE);
        assert_true(states_are_equal(&game, &before));
    }
#if MAX_RINGS > 1
    game = game_of("2|1|");
    assert_int_equal(hanoi_execute_move(&game, (move_tuple){0, 1}), HANOI_ILLEGAL_MOVE);
    assert_int_equal(hanoi_execute_move(&game, (move_tuple){1, 0}), HANOI_OK);
#endif
}

/* Nothing is allocated and nothing is left over: whatever is in the workspace, the answer is the
 * same, and the memory next to it stays untouched. */
static void workspace_content_does_not_matter(void **unused) {
    (void)unused;
    struct {
        uint8_t before[64];
        hanoi_workspace workspace;
        uint8_t after[64];
    } memory;
    history_stack first;
    hanoi_game game;
    assert_int_equal(hanoi_reset_goal(&game, MAX_RINGS, 2), HANOI_OK);
    for (int fill = 0; fill < 256; fill += 51) {
        history_stack history;
        memset(&memory, fill, sizeof memory);
        assert_int_equal(optimal_solve(&memory.workspace, &game, NULL, &history), HANOI_OK);
        first = fill == 0 ? history : first;
        assert_int_equal(history.top_idx, first.top_idx);
        assert_memory_equal(history.moves, first.moves,
                            (size_t)history_length(&history) * sizeof history.moves[0]);
        for (int i = 0; i < 64; i++) {
            assert_int_equal(memory.before[i], fill);
            assert_int_equal(memory.after[i], fill);
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(goal_has_largest_rings_in_order),
        cmocka_unit_test(goals_that_cannot_be_are_refused),
        cmocka_unit_test(forward_to_tower_2),
#if MAX_RINGS == 3
        cmocka_unit_test(weights_of_the_original_rig),
#endif
        cmocka_unit_test(unknown_weights_are_refused),
        cmocka_unit_test(duplicate_rings_are_refused),
        cmocka_unit_test(missing_rings_are_refused),
        cmocka_unit_test(ring_counts_out_of_range_are_refused),
#if MAX_RINGS > 1
        cmocka_unit_test(ghost_rings_are_refused),
        cmocka_unit_test(small_rings_in_a_small_game_are_refused),
#endif
#if MAX_RINGS <= 3
        cmocka_unit_test(every_filling_is_judged_right),
#endif
        cmocka_unit_test(solving_works_after_every_move),
        cmocka_unit_test(new_game_forgets_the_old_one),
        cmocka_unit_test(illegal_moves_change_nothing),
        cmocka_unit_test(workspace_content_does_not_matter),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The ring planner: its helper functions, the cases of the solver document, and every state to
 * every state against the search of core_oracle.h. */
#include "puzzles/hanoi/core/core.h"

#include "puzzles/hanoi/tests/core_oracle.h"

/* ---- helper functions of the original firmware's solver document ---- */

static void find_top_of_state_finds_top(void **unused) {
    (void)unused;
    int tower[MAX_RINGS] = {0};
    assert_int_equal(find_top_of_state(tower), -1);
    for (int height = 1; height <= MAX_RINGS; height++) {
        tower[height - 1] = ring_weights[MAX_RINGS - height];
        assert_int_equal(find_top_of_state(tower), height - 1);
    }
}

static void states_are_equal_sees_every_place(void **unused) {
    (void)unused;
    hanoi_game a;
    assert_int_equal(hanoi_init_game(&a, MAX_RINGS), HANOI_OK);
    for (int i = 0; i < NUM_TOWERS * MAX_RINGS; i++) {
        hanoi_game b = a;
        assert_true(states_are_equal(&a, &b));
        b.towers[i / MAX_RINGS][i % MAX_RINGS]++;
        assert_false(states_are_equal(&a, &b));
    }
    hanoi_game b = a;
    b.num_rings--;
    assert_false(states_are_equal(&a, &b));
}

/* Bugs 4 and 5 of the original: room for one entry only, and loops over rings instead of towers. */
static void get_moves_gives_all_moves(void **unused) {
    (void)unused;
    int most = 0;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        struct oracle *oracle = make_oracle(rings);
        for (int i = 0; i < oracle->count; i++) {
            Queue_Entry entries[HANOI_MOVES_PER_STATE];
            int found = 0;
            int expected = 0;
            hanoi_game game = game_of(oracle->row[i]);
            assert_int_equal(get_moves(&game, entries, &found), HANOI_OK);
            for (; oracle->next[i][expected] >= 0; expected++) {
                hanoi_game after = game_of(oracle->row[oracle->next[i][expected]]);
                hanoi_game entry;
                assert_true(expected < found);
                assert_int_equal(hanoi_state_from_number(entries[expected].state, &entry),
                                 HANOI_OK);
                assert_true(states_are_equal(&after, &entry));
                assert_int_equal(entries[expected].parent, HANOI_NO_PARENT);
            }
            assert_int_equal(found, expected);
            most = found > most ? found : most;
        }
        free(oracle);
    }
    assert_int_equal(most, MAX_RINGS == 1 ? 2 : 3);
}

/* ---- the six solver cases of the original firmware's solver document ---- */

/* Bug 3 of the original: the goal was looked for in the wrong place, and so missed at the start. */
static void tc1_initial_state_needs_no_move(void **unused) {
    (void)unused;
    hanoi_game game;
    hanoi_workspace workspace;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        assert_int_equal(hanoi_init_game(&game, rings), HANOI_OK);
        assert_int_equal(solved_length(&workspace, &game, NULL), 0);
    }
}

#if MAX_RINGS >= 3
static int length_to_reset(const char *row) {
    hanoi_workspace workspace;
    hanoi_game game = game_of(row);
    return solved_length(&workspace, &game, NULL);
}

static void tc2_scattered_rings_find_back(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("3|2|1"), 2);
    assert_int_equal(length_to_reset("1|2|3"), 5);
    assert_int_equal(length_to_reset("2|31|"), 6);
}

static void tc3_one_move_away(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("32|1|"), 1);
    assert_int_equal(length_to_reset("|1|"), 1);
}

/* Bug 2 of the original: the search began with an empty queue and found nothing. */
static void tc4_all_on_tower_2_needs_seven(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("||321"), 7);
}

static void tc5_two_rings_at_start(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("21||"), 0);
}

static void tc6_single_ring_on_tower_2(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("||1"), 1);
}

/* The original firmware took an inverted tower for a solved one. */
static void inverted_tower_is_not_solved(void **unused) {
    (void)unused;
    assert_int_equal(length_to_reset("123||"), 7);
    assert_int_equal(length_to_reset("12||"), 4);
    assert_int_equal(length_to_reset("||123"), 3);
}
#endif

/* ---- every state to every state ---- */

static void compare_pair(hanoi_workspace *workspace, const struct oracle *oracle, int from,
                         int to) {
    hanoi_game start = game_of(oracle->row[from]);
    hanoi_game goal = game_of(oracle->row[to]);
    int length = solved_length(workspace, &start, &goal);
    if (length != oracle->distance[to]) {
        fail_msg("%s to %s: %d moves, search %d", oracle->row[from], oracle->row[to], length,
                 oracle->distance[to]);
    }
}

/* All pairs up to 3 rings, which are all 60 stackings and among them all 27 regular states. */
static void every_state_to_every_state(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    for (int rings = 1; rings <= MAX_RINGS && rings <= 3; rings++) {
        struct oracle *oracle = make_oracle(rings);
        for (int from = 0; from < oracle->count; from++) {
            search_rows(oracle, from);
            for (int to = 0; to < oracle->count; to++)
                compare_pair(&workspace, oracle, from, to);
        }
        free(oracle);
    }
}

/* Larger games: from everywhere to one of the three full towers, and pairs strewn evenly. */
#if MAX_RINGS > 3
static void many_rings_to_full_towers(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int from = 0; from < oracle->count; from++) {
        char goal[2 * ROW];
        int tower = from % NUM_TOWERS;
        snprintf(goal, sizeof goal, "%.*s%s%.*s", tower, "||", &"54321"[5 - MAX_RINGS], 2 - tower,
                 "||");
        search_rows(oracle, from);
        compare_pair(&workspace, oracle, from, find_row(oracle, goal));
    }
    free(oracle);
}

static void many_rings_sampled_pairs(void **unused) {
    (void)unused;
    hanoi_workspace workspace;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int i = 0; i < SAMPLED_PAIRS; i++) {
        int from = i * 7919 % oracle->count;
        search_rows(oracle, from);
        compare_pair(&workspace, oracle, from, i * 104729 % oracle->count);
    }
    free(oracle);
}
#endif

/* The original firmware's solver document speaks of 120 states for 3 rings; there are 60, and 27
 * regular ones. */
static void states_are_counted_and_numbered(void **unused) {
    (void)unused;
    bool seen[HANOI_STATE_NUMBERS] = {false};
    int stackings = 1;
    for (int rings = 1; rings <= MAX_RINGS; rings++) {
        int regular = 0;
        struct oracle *oracle = make_oracle(rings);
        stackings *= rings + 2;
        assert_int_equal(oracle->count, stackings);
        for (int i = 0; i < oracle->count; i++) {
            uint16_t number = 0;
            hanoi_game back;
            hanoi_fault fault;
            hanoi_game game = game_of(oracle->row[i]);
            assert_int_equal(hanoi_state_check(&game, &fault), HANOI_OK);
            assert_true(fault.kind == HANOI_FAULT_NONE && fault.tower == -1 && fault.weight == 0);
            assert_int_equal(hanoi_state_number(&game, &number), HANOI_OK);
            assert_true(number < HANOI_STATE_NUMBERS && !seen[number]);
            seen[number] = true;
            assert_int_equal(hanoi_state_from_number(number, &back), HANOI_OK);
            assert_true(states_are_equal(&game, &back));
            assert_int_equal(hanoi_is_regular(&game), row_is_regular(oracle->row[i]));
            regular += hanoi_is_regular(&game);
        }
        assert_int_equal(regular, power_of_3(rings));
        free(oracle);
    }
    assert_int_equal(stackings, HANOI_STACKINGS);
    for (int number = 0; number < HANOI_STATE_NUMBERS; number++)
        assert_true(seen[number]);
    hanoi_game none;
    assert_int_equal(hanoi_state_from_number(HANOI_STATE_NUMBERS, &none), HANOI_INVALID_STATE);
}

/* Limitation of the original: a history of 20 moves. The bound must hold and be reached. */
static void longest_solution_is_as_stated(void **unused) {
    (void)unused;
    int longest = 0;
    int from_worst = 0;
    int to_worst = 0;
    struct oracle *oracle = make_oracle(MAX_RINGS);
    for (int from = 0; from < oracle->count; from++) {
        search_rows(oracle, from);
        for (int to = 0; to < oracle->count; to++) {
            if (oracle->distance[to] > longest) {
                longest = oracle->distance[to];
                from_worst = from;
                to_worst = to;
            }
        }
    }
    hanoi_workspace workspace;
    hanoi_game start = game_of(oracle->row[from_worst]);
    hanoi_game goal = game_of(oracle->row[to_worst]);
    assert_int_equal(longest, HANOI_LONGEST_SOLUTION);
    assert_int_equal(solved_length(&workspace, &start, &goal), longest);
    free(oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(find_top_of_state_finds_top),
        cmocka_unit_test(states_are_equal_sees_every_place),
        cmocka_unit_test(get_moves_gives_all_moves),
        cmocka_unit_test(tc1_initial_state_needs_no_move),
#if MAX_RINGS >= 3
        cmocka_unit_test(tc2_scattered_rings_find_back),
        cmocka_unit_test(tc3_one_move_away),
        cmocka_unit_test(tc4_all_on_tower_2_needs_seven),
        cmocka_unit_test(tc5_two_rings_at_start),
        cmocka_unit_test(tc6_single_ring_on_tower_2),
        cmocka_unit_test(inverted_tower_is_not_solved),
#endif
        cmocka_unit_test(every_state_to_every_state),
#if MAX_RINGS > 3
        cmocka_unit_test(many_rings_to_full_towers),
        cmocka_unit_test(many_rings_sampled_pairs),
#endif
        cmocka_unit_test(states_are_counted_and_numbered),
        cmocka_unit_test(longest_solution_is_as_stated),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

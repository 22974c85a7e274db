/* Invalidity tests and forced moves by example, and the coordinator that chooses and runs them.
 * What they may reject is held against the oracle in test_harmony_invalid.c. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/harmony/solve/classic/forced.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/tests/harmony_oracle.h"

/* ---- named boards ---- */

/* A board as text: the colours from the top row on, a tile a word, '/' between colours. */
static struct harmony_board board_of(unsigned rows, unsigned columns, const char *text) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    unsigned colour = 0, tiles = 0;
    for (; *text != '\0'; text++) {
        if (*text == '/')
            colour++;
        if (*text < 'A' || *text > 'Z')
            continue;
        unsigned cell = harmony_cell((unsigned)(text[0] - 'A'), (unsigned)(text[1] - '1'));
        board.colour[cell] = (uint8_t)colour;
        board.moves[cell] = (uint8_t)(text[3] - '0');
        tiles++;
    }
    assert_int_equal(tiles, rows * columns);
    return board;
}

static void replay(struct harmony_board board, const struct harmony_swap *swaps, unsigned count) {
    for (unsigned i = 0; i < count; i++) {
        assert_true(harmony_swap_legal(&board, swaps[i]));
        harmony_swap_play(&board, swaps[i]);
    }
    assert_true(harmony_solved(&board));
}

static unsigned swaps_of(const char *text, struct harmony_swap *swaps) {
    unsigned count = 0;
    for (; strlen(text) >= 5; text += text[5] == ' ' ? 6 : 5) {
        unsigned a = harmony_cell((unsigned)(text[0] - 'A'), (unsigned)(text[1] - '1'));
        unsigned b = harmony_cell((unsigned)(text[3] - 'A'), (unsigned)(text[4] - '1'));
        swaps[count++] = (struct harmony_swap){(uint8_t)a, (uint8_t)b};
    }
    return count;
}

/* Has a solution, which the oracle finds as well; v2 says it has none, every sound test is silent.
 */
static void check_counterexample(unsigned rows, unsigned columns, const char *tiles,
                                 const char *solution) {
    struct harmony_board board = board_of(rows, columns, tiles);
    struct harmony_oracle *oracle = harmony_oracle_new(rows, columns, HARMONY_UP_TO_COLUMNS);
    struct harmony_swap swaps[HARMONY_ORACLE_CELLS];
    unsigned count = harmony_swaps_left(&board);
    assert_int_equal(swaps_of(solution, swaps), count);
    replay(board, swaps, count);
    assert_true(harmony_oracle_solution(oracle, &board, swaps));
    replay(board, swaps, count);
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        assert_int_equal(harmony_invalid_at(i)->is_invalid(&board), !harmony_invalid_at(i)->sound);
    harmony_oracle_free(oracle);
}

static void v2_loses_all_in_row_with_two_moves(void **unused) {
    (void)unused;
    check_counterexample(2, 3, "A1:1 A2:2 A3:2 / B1:0 B2:0 B3:5", "A3-B3 A2-A3 A1-A2 A1-A3 A3-B3");
}

static void v2_loses_one_out_in_correct_column(void **unused) {
    (void)unused;
    check_counterexample(2, 3, "A1:1 A2:2 B3:1 / A3:4 B1:0 B2:0", "A2-A3 A1-A2 A1-A3 A3-B3");
}

static void v2_loses_one_out_in_other_column(void **unused) {
    (void)unused;
    check_counterexample(2, 3, "A1:0 A2:1 B1:2 / A3:2 B2:1 B3:0", "A2-A3 B1-B2 A2-B2");
}

static void v2_loses_one_out_in_other_column_of_three_rows(void **unused) {
    (void)unused;
    check_counterexample(3, 2, "A1:0 B1:2 / B2:1 C2:2 / A2:1 C1:0", "B1-B2 A2-C2 A2-B2");
}

static void v2_loses_the_board_the_original_cannot_solve(void **unused) {
    (void)unused;
    check_counterexample(2, 4, "A1:2 A2:2 A3:1 B4:1 / B1:5 B2:0 B3:0 A4:1",
                         "A4-B4 A1-B1 A1-A2 A2-A3 A1-A3 A1-B1");
}

/* The boards by which the original's document explains its tests. */
static void rejects_the_examples(void **unused) {
    static const struct {
        const char *test;
        unsigned rows, columns;
        const char *tiles;
        bool invalid;
    } examples[] = {
        {"stuck_tiles_v2", 2, 4, "A1:1 A2:1 A3:1 A4:0 / B1:0 B2:0 B3:0 B4:0", true},
        {"stuck_tiles_v1", 2, 4, "A1:1 A2:1 A3:1 A4:0 / B1:0 B2:0 B3:0 B4:0", true},
        {"stuck_tile", 2, 4, "A1:1 A2:1 A3:1 A4:0 / B1:0 B2:0 B3:0 B4:0", false},
        {"stuck_tiles_v2", 2, 3, "A1:1 A2:0 B3:1 / A3:1 B1:0 B2:0", true},
        {"stuck_tiles", 2, 3, "A1:1 A2:0 B3:1 / A3:1 B1:0 B2:0", true},
        {"stuck_tiles_foreign", 2, 3, "A1:1 A2:0 B3:1 / A3:1 B1:0 B2:0", true},
        {"stuck_tile", 2, 3, "A1:0 A2:1 A3:0 / B1:0 B2:0 B3:0", true},
        {"wrong_row_zero_moves", 2, 3, "A2:2 A3:1 B1:1 / A1:0 B2:0 B3:0", true},
        {"wrong_row_zero_moves", 2, 3, "A2:2 A3:1 B1:1 / A1:1 B2:0 B3:0", false},
        {"blocked_swap", 2, 2, "A2:0 B1:0 / A1:1 B2:0", true},
        {"blocked_swap", 2, 2, "A2:0 B1:1 / A1:1 B2:0", false},
        {"isolated_tile", 2, 2, "A1:2 A2:0 / B1:0 B2:0", true},
        {"isolated_tile", 2, 2, "A1:2 A2:2 / B1:0 B2:0", false},
        {"shared_landing", 3, 2, "B1:1 C1:1 / A1:2 B2:0 / A2:0 C2:0", true},
        {"lonely_last_move", 2, 2, "A1:1 A2:0 / B1:2 B2:1", true},
        {"no_way_home", 2, 2, "B1:2 A2:0 / A1:2 B2:0", true},
        {"component_sum", 2, 2, "A1:1 A2:2 / B1:2 B2:2", true},
        {"component_largest", 2, 2, "A1:5 A2:1 / B1:1 B2:1", true},
        {"component_colours", 2, 2, "A1:0 B1:2 / A2:0 B2:2", true},
        /* a new test goes here */
    };
    (void)unused;
    for (size_t i = 0; i < sizeof examples / sizeof examples[0]; i++) {
        struct harmony_board board =
            board_of(examples[i].rows, examples[i].columns, examples[i].tiles);
        const struct harmony_invalid_test *test = harmony_invalid_named(examples[i].test);
        assert_non_null(test);
        assert_int_equal(test->is_invalid(&board), examples[i].invalid);
    }
}

static void assert_forced(const char *tiles, const char *horizontal, const char *vertical) {
    struct harmony_board board = board_of(2, 4, tiles);
    struct harmony_swap found, expected = {0, 0};
    assert_int_equal(harmony_forced_horizontal(&board, &found), *horizontal != '\0');
    assert_true(swaps_of(horizontal, &expected) == 0 ||
                (found.a == expected.a && found.b == expected.b));
    assert_int_equal(harmony_forced_vertical(&board, &found), *vertical != '\0');
    assert_true(swaps_of(vertical, &expected) == 0 ||
                (found.a == expected.a && found.b == expected.b));
}

/* Solvable boards do not show what is done with an odd number of one-move tiles: there are none. */
static void perfect_swaps_by_example(void **unused) {
    (void)unused;
    assert_forced("A1:0 A2:1 A3:0 A4:1 / B1:0 B2:0 B3:0 B4:0", "A2-A4", "");
    assert_forced("A1:1 A2:1 A3:1 A4:1 / B1:1 B2:1 B3:1 B4:0", "A1-A2", "");
    assert_forced("A1:1 A2:1 A3:1 A4:0 / B1:0 B2:0 B3:1 B4:1", "B3-B4", "");
    assert_forced("A1:1 A2:1 A3:1 A4:0 / B1:0 B2:0 B3:0 B4:1", "", "");
    assert_forced("A1:1 A2:1 A3:2 A4:0 / B1:0 B2:0 B3:0 B4:0", "", "");
    assert_forced("A1:1 A2:1 A3:0 B4:1 / B1:0 B2:0 B3:0 A4:1", "", "A4-B4");
    assert_forced("A1:1 A2:1 A3:0 B4:1 / B1:0 B2:0 B3:0 A4:2", "", "");
    assert_forced("A1:1 A2:1 A4:0 B4:1 / B1:0 B2:0 A3:1 B3:1", "", "");
}

/* ---- the coordinator ---- */

static void assert_chosen(const char *list, const char *names, bool sound) {
    struct harmony_invalid_set set = {0};
    struct buf problem = {0}, seen = {0};
    unsigned unsound = 0;
    assert_true(harmony_invalid_choose(&set, list, &problem));
    for (unsigned i = 0; i < set.count; i++)
        buf_printf(&seen, "%s%s", i == 0 ? "" : " ", set.test[i]->name);
    assert_string_equal(buf_text(&seen), names);
    for (unsigned i = 0; i < set.count; i++)
        unsound += !set.test[i]->sound;
    assert_int_equal(unsound == 0, sound);
    assert_int_equal(problem.size, 0);
    buf_free(&seen);
    buf_free(&problem);
}

static void sets_are_chosen_by_name(void **unused) {
    (void)unused;
    assert_chosen("none", "", true);
    assert_chosen("blocked_swap,wrong_row_zero_moves,blocked_swap",
                  "wrong_row_zero_moves blocked_swap", true);
    assert_chosen("seed", "wrong_row_zero_moves blocked_swap isolated_tile stuck_tiles_v2", false);
    assert_chosen("none,stuck_tile", "stuck_tile", true);
    assert_chosen("default",
                  "wrong_row_zero_moves blocked_swap shared_landing lonely_last_move isolated_tile "
                  "no_way_home stuck_tiles stuck_tiles_foreign component_sum component_largest "
                  "component_colours",
                  true);
    assert_chosen("none,stuck_tiles_v1,seed",
                  "wrong_row_zero_moves blocked_swap isolated_tile stuck_tiles_v1 stuck_tiles_v2",
                  false);
}

static void all_are_the_sound_ones(void **unused) {
    struct buf sound = {0}, every = {0};
    (void)unused;
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        const struct harmony_invalid_test *test = harmony_invalid_at(i);
        buf_printf(&every, "%s%s", i == 0 ? "" : " ", test->name);
        if (test->sound)
            buf_printf(&sound, "%s%s", i == 0 ? "" : " ", test->name);
    }
    assert_chosen("all", buf_text(&sound), true);
    assert_chosen("all,seed", buf_text(&every), false);
    buf_free(&sound);
    buf_free(&every);
}

/* All names are listed behind what is expected. */
static void assert_refused(const char *list, const char *expected) {
    struct harmony_invalid_set set = {.count = 1, .test = {harmony_invalid_named("stuck_tile")}};
    struct buf problem = {0};
    assert_false(harmony_invalid_choose(&set, list, &problem));
    assert_memory_equal(buf_text(&problem), expected, strlen(expected));
    assert_non_null(strstr(buf_text(&problem), "; there are default, seed, seed_v1, all, none, "));
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++)
        assert_non_null(strstr(buf_text(&problem), harmony_invalid_at(i)->name));
    assert_true(set.count == 1 && set.test[0] == harmony_invalid_named("stuck_tile"));
    buf_free(&problem);
}

static void unknown_names_are_refused(void **unused) {
    (void)unused;
    assert_refused("stuck_tile,bloked_swap",
                   "there is no invalidity test 'bloked_swap'; did you mean 'blocked_swap'?");
    assert_refused("sed", "there is no invalidity test 'sed'; did you mean 'seed'?");
    assert_refused("", "there is no invalidity test ''");
    assert_refused("stuck_tile,", "there is no invalidity test ''");
    assert_null(harmony_invalid_named("zzz"));
}

static void only_sound_tests_run_by_default(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < HARMONY_INVALID_TESTS; i++) {
        const struct harmony_invalid_test *test = harmony_invalid_at(i);
        assert_true(test->sound || !test->by_default);
        assert_int_equal(strstr(test->summary, "UNSOUND") != NULL, !test->sound);
        assert_ptr_equal(harmony_invalid_named(test->name), test);
    }
}

static void first_rejection_ends_the_run(void **unused) {
    struct harmony_invalid_set set = {0};
    struct harmony_invalid_stats stats = {0}, sum = {0};
    struct buf problem = {0};
    struct harmony_board blocked = board_of(2, 2, "A2:0 B1:0 / A1:1 B2:1");
    struct harmony_board fine = board_of(2, 2, "A1:1 A2:1 / B1:0 B2:0");
    (void)unused;
    assert_true(harmony_invalid_choose(&set, "blocked_swap,isolated_tile,component_sum", &problem));
    assert_ptr_equal(harmony_invalid_run(&set, &blocked, &stats),
                     harmony_invalid_named("blocked_swap"));
    assert_null(harmony_invalid_run(&set, &fine, &stats));
    assert_ptr_equal(harmony_invalid_run(&set, &blocked, NULL),
                     harmony_invalid_named("blocked_swap"));
    assert_true(stats.of[0].called == 2 && stats.of[0].rejected == 1);
    assert_true(stats.of[1].called == 1 && stats.of[1].rejected == 0);
    assert_true(stats.of[2].called == 1 && stats.of[2].rejected == 0);
    assert_int_equal(stats.of[0].measured, 1);
    harmony_invalid_add(&sum, &stats);
    harmony_invalid_add(&sum, &stats);
    assert_true(sum.of[0].called == 4 && sum.of[0].rejected == 2 && sum.of[0].measured == 2);
    assert_int_equal(sum.of[0].nanoseconds, 2 * stats.of[0].nanoseconds);
    struct harmony_invalid_count count = {.called = 100, .measured = 2, .nanoseconds = 50};
    assert_int_equal((int)harmony_invalid_time(&count), 2500);
    assert_int_equal((int)harmony_invalid_time(&stats.of[3]), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sets_are_chosen_by_name),
        cmocka_unit_test(all_are_the_sound_ones),
        cmocka_unit_test(unknown_names_are_refused),
        cmocka_unit_test(only_sound_tests_run_by_default),
        cmocka_unit_test(first_rejection_ends_the_run),
        cmocka_unit_test(rejects_the_examples),
        cmocka_unit_test(perfect_swaps_by_example),
        cmocka_unit_test(v2_loses_all_in_row_with_two_moves),
        cmocka_unit_test(v2_loses_one_out_in_correct_column),
        cmocka_unit_test(v2_loses_one_out_in_other_column),
        cmocka_unit_test(v2_loses_one_out_in_other_column_of_three_rows),
        cmocka_unit_test(v2_loses_the_board_the_original_cannot_solve),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

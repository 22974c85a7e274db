/* The classic search against a plain search without any pruning, on random boards with and without
 * a solution; the same answer and the same count of states by any number of threads; the order of
 * the swaps and pinned counts; stops; reports. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/random.h"
#include "base/thread.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/search.h"
#include "puzzles/harmony/tests/harmony_samples.h"
#include "tests/support/puzzle_texts.h"

/* A solved board, on which random swaps are taken back: each tile gains a move. */
static struct harmony_board scramble(unsigned rows, unsigned columns, unsigned swaps,
                                     struct random *random) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)harmony_row(cell);
    for (unsigned i = 0; i < swaps;) {
        unsigned a = harmony_cell((unsigned)random_below(random, rows),
                                  (unsigned)random_below(random, columns));
        unsigned b = harmony_cell((unsigned)random_below(random, rows),
                                  (unsigned)random_below(random, columns));
        bool one_line = harmony_row(a) == harmony_row(b) || harmony_column(a) == harmony_column(b);
        if (a == b || !one_line)
            continue;
        uint8_t colour = board.colour[a], moves = board.moves[a];
        board.colour[a] = board.colour[b];
        board.moves[a] = (uint8_t)(board.moves[b] + 1);
        board.colour[b] = colour;
        board.moves[b] = (uint8_t)(moves + 1);
        i++;
    }
    return board;
}

/* Gives one tile's move to another tile: usually nothing solves the board then. */
static void disturb(struct harmony_board *board, struct random *random) {
    for (int tries = 0; tries < 100; tries++) {
        unsigned a = harmony_cell((unsigned)random_below(random, board->rows),
                                  (unsigned)random_below(random, board->columns));
        unsigned b = harmony_cell((unsigned)random_below(random, board->rows),
                                  (unsigned)random_below(random, board->columns));
        if (a != b && board->moves[a] > 0) {
            board->moves[a]--;
            board->moves[b]++;
            return;
        }
    }
}

/* Every swap in every order, nothing left out. */
static bool solvable(const struct harmony_board *board) {
    if (harmony_swaps_left(board) == 0)
        return harmony_solved(board);
    unsigned end = board->rows * (unsigned)HARMONY_SIDE;
    for (unsigned a = 0; a < end; a++) {
        for (unsigned b = a + 1; board->moves[a] && b < end; b++) {
            struct harmony_swap swap = {.a = (uint8_t)a, .b = (uint8_t)b};
            if (!harmony_swap_legal(board, swap))
                continue;
            struct harmony_board next = *board;
            harmony_swap_play(&next, swap);
            if (solvable(&next))
                return true;
        }
    }
    return false;
}

static void replay(const struct harmony_board *board, const struct harmony_classic_result *result) {
    struct harmony_board reached = *board;
    for (unsigned i = 0; i < result->count; i++) {
        assert_true(harmony_swap_legal(&reached, result->swaps[i]));
        harmony_swap_play(&reached, result->swaps[i]);
    }
    assert_true(harmony_solved(&reached));
}

static qd_status solve(const struct harmony_board *board,
                       const struct harmony_classic_options *options,
                       struct harmony_classic_result *result) {
    qd_control *control = control_new(NULL);
    qd_status status = harmony_classic_solve(board, options, control, result, NULL);
    if (status == QD_YES)
        replay(board, result);
    harmony_classic_free(result);
    control_free(control);
    return status;
}

static void verdicts_agree_with_plain_search(void **state) {
    (void)state;
    static const struct {
        unsigned rows, columns, swaps;
    } sizes[] = {{2, 2, 6}, {2, 3, 5}, {3, 2, 5}, {3, 3, 4}};
    struct random random;
    random_seed(&random, 31);
    print_message("# seed 31\n");
    unsigned yes = 0, no = 0;
    for (unsigned i = 0; i < 400; i++) {
        struct harmony_board board =
            scramble(sizes[i % 4].rows, sizes[i % 4].columns, 1 + i % sizes[i % 4].swaps, &random);
        if (i % 3)
            disturb(&board, &random);
        struct harmony_classic_result result;
        bool expected = solvable(&board);
        for (int sort = 0; sort < 3; sort++) {
            struct harmony_classic_options options = harmony_with_tests("default", 1);
            options.moves.sort = (enum harmony_sort)sort;
            options.scope = (enum harmony_scope)(i / 3 % 2);
            options.moves.force = (enum harmony_force)((unsigned)sort + i / 6) % 3;
            assert_int_equal(solve(&board, &options, &result), expected ? QD_YES : QD_NO);
            yes += expected;
            no += !expected;
        }
    }
    assert_true(yes > 100 && no > 100);
}

static void threads_and_caches_do_not_change_a_proof(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 5);
    print_message("# seed 5\n");
    unsigned proofs = 0;
    for (int i = 0; i < 30 && proofs < 6; i++) {
        struct harmony_board board = scramble(3, 3, 7, &random);
        disturb(&board, &random);
        struct harmony_classic_options options = harmony_with_tests("default", 1);
        struct harmony_classic_result one, other;
        if (solve(&board, &options, &one) != QD_NO)
            continue;
        proofs++;
        for (int threads = 1; threads <= 4; threads++) {
            options.threads = threads;
            options.cache_threshold = (unsigned)threads % 3 * 4;
            assert_int_equal(solve(&board, &options, &other), QD_NO);
            assert_true(one.counts.generated == other.counts.generated &&
                        one.counts.pruned == other.counts.pruned &&
                        one.counts.processed == other.counts.processed);
        }
    }
    assert_true(proofs >= 3);
}

/* A board without a solution, which the default solver proves with some million states: colour and
 * moves of each tile. The classic search is far from an end after the limit below. */
static struct harmony_board long_search(void) {
    static const char *const rows[] = {"a3 a0 a1 a1 a2 a2", "b1 b1 b0 b0 b0 b0",
                                       "c1 e4 f2 d3 c0 c1", "d0 d0 c3 c2 f2 d0",
                                       "e3 c1 e1 e0 e0 e1", "f0 f0 d2 f1 d1 f1"};
    return harmony_six(rows);
}

static void a_stop_ends_it(void **state) {
    (void)state;
    struct harmony_board board = long_search();
    for (int threads = 1; threads <= 2; threads++) {
        qd_limits limits = {.nodes = 20000};
        qd_control *control = control_new(&limits);
        struct harmony_classic_options options = harmony_with_tests("default", threads);
        struct harmony_classic_result result;
        assert_int_equal(harmony_classic_solve(&board, &options, control, &result, NULL), QD_LIMIT);
        assert_true(result.counts.processed > 0 && result.counts.processed < 40000);
        assert_true(result.waiting > 0);
        harmony_classic_free(&result);
        control_free(control);
    }
}

static void no_swaps_left(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 1);
    struct harmony_board board = scramble(2, 2, 0, &random);
    struct harmony_classic_options options = harmony_with_tests("none", 1);
    struct harmony_classic_result result;
    assert_int_equal(solve(&board, &options, &result), QD_YES);
    board.colour[harmony_cell(0, 0)] = 1;
    board.colour[harmony_cell(1, 0)] = 0;
    assert_int_equal(solve(&board, &options, &result), QD_NO);
}

/* What each choice costs on one board. */
static void counts_are_pinned(void **state) {
    (void)state;
    static const struct {
        const char *tests;
        enum harmony_scope scope;
        enum harmony_force force;
        enum harmony_sort sort;
        uint64_t generated, processed, pruned;
    } pinned[] = {
        {"default", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_BOTH, HARMONY_SORT_NONE, 3670, 1592, 2062},
        {"default", HARMONY_SCOPE_BOARD, HARMONY_FORCE_BOTH, HARMONY_SORT_NONE, 3100, 1189, 1896},
        {"seed_v1", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_BOTH, HARMONY_SORT_NONE, 7686, 4415, 3255},
        {"seed_v1", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_VERTICAL, HARMONY_SORT_NONE, 7972, 4543,
         3412},
        {"seed_v1", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_NONE, HARMONY_SORT_NONE, 11114, 6533,
         4560},
        {"seed_v1", HARMONY_SCOPE_BOARD, HARMONY_FORCE_BOTH, HARMONY_SORT_NONE, 5613, 2416, 3182},
        {"default", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_BOTH, HARMONY_SMALLEST_FIRST, 3623, 1572,
         2034},
        {"default", HARMONY_SCOPE_TOUCHED, HARMONY_FORCE_BOTH, HARMONY_LARGEST_FIRST, 103, 31, 36},
    };
    struct random random;
    random_seed(&random, 24);
    struct harmony_board board = scramble(3, 3, 9, &random);
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        struct harmony_classic_options options = harmony_with_tests(pinned[i].tests, 1);
        options.scope = pinned[i].scope;
        options.moves.force = pinned[i].force;
        options.moves.sort = pinned[i].sort;
        struct harmony_classic_result result;
        assert_int_equal(solve(&board, &options, &result), QD_YES);
        assert_int_equal(result.counts.generated, pinned[i].generated);
        assert_int_equal(result.counts.processed, pinned[i].processed);
        assert_int_equal(result.counts.pruned, pinned[i].pruned);
    }
}

/* Swaps along the rows come first, then those along the columns, each in reading order. */
static void swaps_come_in_the_documents_order(void **state) {
    (void)state;
    static const char *const expected = "A1-A2 A1-A3 A2-A3 B1-B2 B1-B3 B2-B3 A1-B1 A2-B2 A3-B3 ";
    struct harmony_board board = {.rows = 2, .columns = 3};
    for (unsigned cell = 0; cell < 2 * HARMONY_SIDE; cell++) {
        board.colour[cell] = (uint8_t)(1 - harmony_row(cell));
        board.moves[cell] = 2;
    }
    struct harmony_swap_list *list = calloc(1, sizeof *list);
    struct buf text = {0};
    harmony_classic_moves(&board, &(struct harmony_move_rules){.force = HARMONY_FORCE_BOTH}, list);
    for (unsigned i = 0; i < list->count; i++) {
        harmony_swap_add(&text, list->swap[i]);
        buf_char(&text, ' ');
    }
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
    free(list);
}

static bool by_parts(const struct harmony_invalid_test *test, const struct harmony_board *board) {
    bool invalid = false;
    for (unsigned row = 0; row < board->rows; row++) {
        invalid |= test->of_row && test->of_row(board, row);
        for (unsigned column = 0; column < board->columns; column++)
            invalid |= test->of_cell && test->of_cell(board, harmony_cell(row, column));
    }
    return invalid;
}

/* A board is rejected exactly if one of its cells or rows is the reason. */
static void parts_make_the_whole_test(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 12);
    print_message("# seed 12\n");
    unsigned rejected[HARMONY_INVALID_TESTS] = {0};
    for (unsigned i = 0; i < 60000; i++) {
        struct harmony_board board = scramble(2 + i % 2, 2 + i / 2 % 2, 1 + i % 4, &random);
        for (unsigned times = i % 4; times > 0; times--)
            disturb(&board, &random);
        for (unsigned t = 0; t < HARMONY_INVALID_TESTS; t++) {
            const struct harmony_invalid_test *test = harmony_invalid_at(t);
            assert_int_equal(by_parts(test, &board), test->is_invalid(&board));
            rejected[t] += test->is_invalid(&board);
        }
    }
    unsigned tests = 0;
    for (unsigned t = 0; t < HARMONY_INVALID_TESTS; t++)
        tests += rejected[t] > 0;
    assert_int_equal(tests, HARMONY_INVALID_TESTS);
}

static bool read_board(const char *path, struct harmony_board *board) {
    struct source source;
    struct record moves = {0};
    if (!file_read(path, &source, NULL))
        return false;
    struct position *position = text_parse(&harmony_text, &source, &moves, NULL);
    if (position)
        *board = position->board;
    harmony_rules.free(position);
    record_free(&moves);
    file_close(&source);
    return position != NULL;
}

/* The documents give 35,636 states and 31 % for this board; with one thread it must be the same
 * search as that of the original program, which makes 35,721 states and prunes 30.9 %. */
static void figures_of_the_documents(void **state) {
    (void)state;
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct harmony_board board;
    struct buf path = {0};
    buf_printf(&path, "%s/harmony/simple.txt", corpus ? corpus : "");
    bool there = corpus && read_board(buf_text(&path), &board);
    buf_free(&path);
    if (!there)
        skip();
    struct harmony_classic_options options = harmony_with_tests("seed_v1", 1);
    struct harmony_classic_result result;
    options.moves.force = HARMONY_FORCE_VERTICAL;
    assert_int_equal(solve(&board, &options, &result), QD_YES);
    assert_int_equal(result.counts.generated, 35721);
    assert_int_equal(result.counts.pruned, 11035);
    options.threads = 2;
    assert_int_equal(solve(&board, &options, &result), QD_YES);
    assert_in_range(result.counts.generated, 30000, 40000);
    assert_in_range(result.counts.pruned * 100 / result.counts.generated, 29, 33);
}

static void reports_are_said(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 8);
    struct harmony_board board = scramble(6, 6, 60, &random);
    for (int threads = 1; threads <= 3; threads++) {
        qd_limits limits = {.seconds = 0.3};
        qd_control *control = control_new(&limits);
        struct harmony_classic_options options = harmony_with_tests("seed_v1", threads);
        options.report_interval = 0.01;
        struct harmony_classic_result result;
        char line[CONTROL_LINE];
        assert_int_equal(harmony_classic_solve(&board, &options, control, &result, NULL), QD_LIMIT);
        assert_true(control_said(control, line));
        unsigned long long generated, processed, waiting, deepest, there;
        double seconds, share, rate;
        assert_int_equal(sscanf(line,
                                "%lf s: %llu states generated, %lf %% pruned, %llu processed, "
                                "%lf/s, %llu waiting (depth %llu: %llu,",
                                &seconds, &generated, &share, &processed, &rate, &waiting, &deepest,
                                &there),
                         8);
        assert_true(seconds > 0 && rate > 0 && share > 0 && share < 100);
        assert_true(generated <= result.counts.generated && processed < generated);
        assert_true(deepest <= 60 && there > 0 && there < waiting);
        qd_progress progress;
        control_progress(control, &progress);
        assert_non_null(strstr(progress.note, "% pruned"));
        harmony_classic_free(&result);
        control_free(control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_agree_with_plain_search),
        cmocka_unit_test(threads_and_caches_do_not_change_a_proof),
        cmocka_unit_test(a_stop_ends_it),
        cmocka_unit_test(no_swaps_left),
        cmocka_unit_test(counts_are_pinned),
        cmocka_unit_test(swaps_come_in_the_documents_order),
        cmocka_unit_test(parts_make_the_whole_test),
        cmocka_unit_test(figures_of_the_documents),
        cmocka_unit_test(reports_are_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

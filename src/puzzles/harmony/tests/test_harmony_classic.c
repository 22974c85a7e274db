/* The classic search against a plain search without any pruning, on random boards with and without
 * a solution; the same answer and the same count of states by any number of threads; stops. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "buf.h"
#include "harmony_classic.h"
#include "random.h"

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

static struct harmony_classic_options with_tests(const char *tests, int threads) {
    struct harmony_classic_options options = {.threads = threads,
                                              .cache_threshold = HARMONY_CACHE_THRESHOLD};
    struct buf problem = {0};
    assert_true(harmony_invalid_choose(&options.tests, tests, &problem));
    buf_free(&problem);
    return options;
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
    qd_status status = harmony_classic_solve(board, options, control, result);
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
            struct harmony_classic_options options = with_tests("default", 1);
            options.sort = (enum harmony_sort)sort;
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
        struct harmony_classic_options options = with_tests("default", 1);
        struct harmony_classic_result one, other;
        if (solve(&board, &options, &one) != QD_NO)
            continue;
        proofs++;
        for (int threads = 1; threads <= 4; threads++) {
            options.threads = threads;
            options.cache_threshold = (unsigned)threads % 3 * 4;
            assert_int_equal(solve(&board, &options, &other), QD_NO);
            assert_true(one.generated == other.generated && one.pruned == other.pruned &&
                        one.processed == other.processed);
        }
    }
    assert_true(proofs >= 3);
}

static void a_stop_ends_it(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 8);
    struct harmony_board board = scramble(6, 6, 60, &random);
    disturb(&board, &random);
    for (int threads = 1; threads <= 2; threads++) {
        qd_limits limits = {.nodes = 20000};
        qd_control *control = control_new(&limits);
        struct harmony_classic_options options = with_tests("default", threads);
        struct harmony_classic_result result;
        assert_int_equal(harmony_classic_solve(&board, &options, control, &result), QD_LIMIT);
        assert_true(result.processed > 0 && result.processed < 40000);
        harmony_classic_free(&result);
        control_free(control);
    }
}

static void no_swaps_left(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 1);
    struct harmony_board board = scramble(2, 2, 0, &random);
    struct harmony_classic_options options = with_tests("none", 1);
    struct harmony_classic_result result;
    assert_int_equal(solve(&board, &options, &result), QD_YES);
    board.colour[harmony_cell(0, 0)] = 1;
    board.colour[harmony_cell(1, 0)] = 0;
    assert_int_equal(solve(&board, &options, &result), QD_NO);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(verdicts_agree_with_plain_search),
        cmocka_unit_test(threads_and_caches_do_not_change_a_proof),
        cmocka_unit_test(a_stop_ends_it),
        cmocka_unit_test(no_swaps_left),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

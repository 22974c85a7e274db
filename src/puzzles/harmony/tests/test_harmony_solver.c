/* The default solver against two oracles that share nothing with it (harmony_oracle.h): the set of
 * all solvable boards of a size, found backwards from the solved one, and a plain memoised search
 * forwards. With QUANDARY_SLOW_TESTS set in the environment the sets are larger. */
#include "puzzles/harmony/solve/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/random.h"
#include "base/thread.h"
#include "puzzles/harmony/tests/harmony_oracle.h"
#include "puzzles/harmony/tests/harmony_samples.h"

static bool slow_tests(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- small boards as text: two characters a cell ---- */

/* Colour and moves of each cell, row by row, both from 'a'. */
static struct harmony_board board_of(unsigned rows, unsigned columns, const char *code) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++, code += 2) {
            board.colour[harmony_cell(row, column)] = (uint8_t)(code[0] - 'a');
            board.moves[harmony_cell(row, column)] = (uint8_t)(code[1] - 'a');
        }
    return board;
}

static struct harmony_board solved_board(unsigned rows, unsigned columns) {
    struct harmony_board board = {.rows = (uint8_t)rows, .columns = (uint8_t)columns};
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++)
        board.colour[cell] = (uint8_t)(harmony_row(cell) < rows ? harmony_row(cell) : 0);
    return board;
}

/* ---- the solver under test ---- */

static qd_status solve(const struct harmony_board *start, struct harmony_solver_options options) {
    struct harmony_board board = *start;
    qd_control *control = control_new(NULL);
    struct harmony_answer answer;
    options.table_bytes = 1 << 14;
    qd_status status = harmony_solver_solve(&board, &options, control, &answer);
    control_free(control);
    if (status == QD_YES) {
        assert_int_equal(answer.count, harmony_swaps_left(&board));
        for (unsigned i = 0; i < answer.count; i++) {
            assert_true(answer.swaps[i].a < answer.swaps[i].b);
            assert_true(harmony_swap_legal(&board, answer.swaps[i]));
            harmony_swap_play(&board, answer.swaps[i]);
        }
        assert_true(harmony_solved(&board));
    }
    harmony_answer_free(&answer);
    return status;
}

static void expect(const struct harmony_board *board, bool solvable,
                   struct harmony_solver_options options) {
    qd_status status = solve(board, options);
    if (status == (solvable ? QD_YES : QD_NO))
        return;
    fprintf(stderr, "%ux%u", board->rows, board->columns);
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            fprintf(stderr, " %c%u", 'a' + board->colour[harmony_cell(row, column)],
                    board->moves[harmony_cell(row, column)]);
    fail_msg("it is %s, the solver says %d (without %x, threads %u)",
             solvable ? "solvable" : "unsolvable", status, options.without, options.threads);
}

/* The beam alone may find nothing, but it must not find what is not there, or prove anything. */
static void expect_beam(const struct harmony_board *board, bool solvable, uint64_t seed) {
    struct harmony_solver_options options = {.seed = seed, .without = HARMONY_PART_TREE};
    qd_status status = solve(board, options);
    if (status == QD_YES ? !solvable : status == QD_NO && solvable)
        fail();
}

/* Leaves out parts at random, the tree search apart. */
static unsigned some_parts(uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    return (unsigned)random_below(&random, 2 * HARMONY_PART_COMPLETE) &
           ~(unsigned)HARMONY_PART_TREE;
}

static void expect_all_ways(const struct harmony_board *board, bool solvable, uint64_t seed) {
    expect(board, solvable, (struct harmony_solver_options){.seed = seed});
    expect(board, solvable,
           (struct harmony_solver_options){.seed = seed, .without = HARMONY_PART_BEAM});
    expect(board, solvable,
           (struct harmony_solver_options){.seed = seed, .without = some_parts(seed)});
    expect(board, solvable,
           (struct harmony_solver_options){.seed = seed,
                                           .without = HARMONY_PART_RESTARTS | HARMONY_PART_BEAM});
    if (seed % 16 == 8)
        expect_beam(board, solvable, seed);
    if (seed % 16 == 0)
        expect(board, solvable,
               (struct harmony_solver_options){.seed = seed, .threads = 3, .alone = 1});
    if (seed % 16 == 4)
        expect(board, solvable,
               (struct harmony_solver_options){
                   .seed = seed, .threads = 3, .alone = 1, .without = HARMONY_PART_RESTARTS});
}

/* ---- all boards of a size ---- */

struct census {
    struct harmony_layers *solvable;
    unsigned long boards, yes;
};

static void judge_board(void *context, const struct harmony_board *board, unsigned copies) {
    struct census *census = context;
    bool solvable = harmony_layers_has(census->solvable, board);
    (void)copies;
    census->boards++;
    census->yes += solvable;
    expect(board, solvable, (struct harmony_solver_options){0});
    if (census->boards % 64 == 0)
        expect_beam(board, solvable, 0);
}

/* Rows and columns may be permuted freely: of boards that differ only by that one is looked at. */
static void all_boards(unsigned rows, unsigned columns, unsigned most_swaps) {
    enum harmony_symmetry symmetry = HARMONY_UP_TO_ROWS_AND_COLUMNS;
    struct census census = {.solvable = harmony_layers_new(rows, columns, most_swaps, symmetry)};
    double start = clock_wall();
    for (unsigned swaps = 0; swaps <= most_swaps; swaps++)
        harmony_each_board(rows, columns, swaps, symmetry, judge_board, &census);
    harmony_layers_free(census.solvable);
    print_message("%ux%u up to %u swaps: %lu boards, %lu solvable, %.1f s\n", rows, columns,
                  most_swaps, census.boards, census.yes, clock_wall() - start);
    assert_true(census.yes > 0 && census.yes < census.boards);
}

static void all_2x2(void **unused) {
    (void)unused;
    all_boards(2, 2, slow_tests() ? 12 : 8);
}

static void all_2x3(void **unused) {
    (void)unused;
    all_boards(2, 3, slow_tests() ? 8 : 6);
}

static void all_3x2(void **unused) {
    (void)unused;
    all_boards(3, 2, slow_tests() ? 8 : 6);
}

static void all_2x4(void **unused) {
    (void)unused;
    all_boards(2, 4, slow_tests() ? 6 : 4);
}

static void all_3x3(void **unused) {
    (void)unused;
    all_boards(3, 3, slow_tests() ? 5 : 4);
}

/* ---- random boards, nearly solvable ---- */

static unsigned random_cell(const struct harmony_board *board, struct random *random) {
    unsigned row = (unsigned)random_below(random, board->rows);
    return harmony_cell(row, (unsigned)random_below(random, board->columns));
}

static struct harmony_board random_board(unsigned rows, unsigned columns, unsigned swaps,
                                         struct random *random) {
    struct harmony_board board = solved_board(rows, columns);
    while (swaps > 0) {
        unsigned a = random_cell(&board, random), b = random_cell(&board, random);
        if (a == b || (harmony_row(a) != harmony_row(b) && harmony_column(a) != harmony_column(b)))
            continue;
        board.moves[a] += 2; /* playing the swap takes one away */
        board.moves[b] += 2;
        harmony_swap_play(&board, (struct harmony_swap){(uint8_t)a, (uint8_t)b});
        swaps--;
    }
    return board;
}

/* Exchanges the moves or the colours of two cells. */
static void disturb(struct harmony_board *board, bool moves, struct random *random) {
    uint8_t *list = moves ? board->moves : board->colour;
    unsigned a = random_cell(board, random), b = random_cell(board, random);
    uint8_t kept = list[a];
    list[a] = list[b];
    list[b] = kept;
}

static void near_boards(unsigned rows, unsigned columns, unsigned swaps, int boards,
                        uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    int yes = 0;
    double start = clock_wall();
    struct harmony_oracle *oracle = harmony_oracle_new(rows, columns, HARMONY_UP_TO_COLUMNS);
    for (int i = 0; i < boards; i++) {
        struct harmony_board board = random_board(rows, columns, swaps, &random);
        disturb(&board, i % 2 == 1, &random);
        bool solvable = harmony_oracle_solvable(oracle, &board);
        yes += solvable;
        expect_all_ways(&board, solvable, (uint64_t)i);
    }
    harmony_oracle_free(oracle);
    print_message("%ux%u, %u swaps, seed %llu: %d boards, %d solvable, %.1f s\n", rows, columns,
                  swaps, (unsigned long long)seed, boards, yes, clock_wall() - start);
    assert_true(yes > 0 && yes < boards);
}

static void near_solvable(void **unused) {
    (void)unused;
    int times = slow_tests() ? 10 : 1;
    near_boards(2, 3, 9, 700 * times, 11);
    near_boards(3, 2, 7, 700 * times, 12);
    near_boards(3, 3, 6, 1500 * times, 13);
    near_boards(2, 5, 6, 1000 * times, 14);
    near_boards(4, 3, 6, 500 * times, 15);
    near_boards(4, 4, 6, 500 * times, 16);
    near_boards(3, 3, 7, 300 * times, 17);
    near_boards(3, 4, 6, 250 * times, 18);
    near_boards(5, 3, 5, 250 * times, 19);
}

/* Boards with a solution that a well-known, wrong rule about stuck tiles takes for dead. Cells row
 * by row: colour from 'a', moves from 'a'. */
static void tiles_that_look_stuck(void **unused) {
    (void)unused;
    static const struct {
        unsigned rows, columns;
        const char *code;
    } cases[] = {
        {2, 3, "abacacbababf"}, {2, 3, "abacbebabaab"},     {2, 3, "aaabbcacbbba"},
        {3, 2, "aacbacbbcabc"}, {2, 4, "acacabbbbfbabaab"},
    };
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct harmony_board board = board_of(cases[i].rows, cases[i].columns, cases[i].code);
        expect_all_ways(&board, true, i);
    }
}

/* ---- the shape of the calls ---- */

static void large_boards(void **unused) {
    (void)unused;
    static const unsigned cases[][2] = {{6, 25}, {8, 40}, {9, 30}, {12, 50}, {16, 60}};
    for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        struct harmony_board board = harmony_scrambled(cases[i][0], cases[i][1], i);
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_YES);
        for (unsigned at = 0; at < answer.count; at++) {
            assert_true(harmony_swap_legal(&board, answer.swaps[at]));
            harmony_swap_play(&board, answer.swaps[at]);
        }
        assert_true(harmony_solved(&board));
        harmony_answer_free(&answer);
        control_free(control);
    }
}

static void same_seed_same_search(void **unused) {
    (void)unused;
    struct harmony_board board = harmony_scrambled(5, 45, 7);
    struct harmony_answer answer[2];
    for (int run = 0; run < 2; run++) {
        qd_control *control = control_new(NULL);
        struct harmony_solver_options options = {.seed = 5};
        assert_int_equal(harmony_solver_solve(&board, &options, control, &answer[run]), QD_YES);
        control_free(control);
    }
    assert_int_equal(answer[0].tree_nodes, answer[1].tree_nodes);
    assert_int_equal(answer[0].beam_nodes, answer[1].beam_nodes);
    assert_int_equal(answer[0].count, answer[1].count);
    assert_memory_equal(answer[0].swaps, answer[1].swaps,
                        answer[0].count * sizeof(struct harmony_swap));
    harmony_answer_free(&answer[0]);
    harmony_answer_free(&answer[1]);
}

/* A change of these numbers is a change of the search: measure before they are changed. */
static void pinned_node_counts(void **unused) {
    (void)unused;
    static const uint64_t pinned[][5] = {
        {4, 20, 1, 48, 0}, {5, 40, 2, 100, 1305}, {6, 40, 3, 43, 0}};
    for (size_t i = 0; i < sizeof(pinned) / sizeof(pinned[0]); i++) {
        struct harmony_board board =
            harmony_scrambled((unsigned)pinned[i][0], (unsigned)pinned[i][1], pinned[i][2]);
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_YES);
        assert_int_equal(answer.tree_nodes, pinned[i][3]);
        assert_int_equal(answer.beam_nodes, pinned[i][4]);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

/* The same for the tree that is restarted, alone. */
static void pinned_restarts(void **unused) {
    (void)unused;
    struct harmony_board board = harmony_scrambled(5, 40, 2);
    struct harmony_solver_options options = {.slice = 20,
                                             .without = HARMONY_PART_BEAM | HARMONY_PART_COMPLETE};
    qd_control *control = control_new(NULL);
    struct harmony_answer answer;
    assert_int_equal(harmony_solver_solve(&board, &options, control, &answer), QD_YES);
    print_message("%llu restarts, %llu nodes\n", (unsigned long long)answer.counts.restarts,
                  (unsigned long long)answer.tree_nodes);
    assert_int_equal(answer.counts.restarts, 7);
    assert_int_equal(answer.tree_nodes, 222);
    harmony_answer_free(&answer);
    control_free(control);
}

/* A disturbed scramble without a solution, whose proof takes long enough for all to take part:
 * colour and moves of each tile. */
static struct harmony_board long_proof(void) {
    static const char *const rows[] = {"a1 a1 a0 c3 a0 f5", "b1 e1 b0 b0 b0 e1",
                                       "c0 c0 c0 a1 c3 a2", "e3 d0 d0 d2 d1 d0",
                                       "e0 b2 e0 d1 b2 e1", "f3 f2 f1 f2 c1 f0"};
    return harmony_six(rows);
}

static void threads_prove_together(void **unused) {
    (void)unused;
    struct harmony_board board = long_proof();
    for (unsigned threads = 2; threads <= 4; threads += 2) {
        struct harmony_solver_options options = {.threads = threads};
        options.without = threads == 4 ? HARMONY_PART_RESTARTS : 0; /* all share one tree */
        qd_control *control = control_new(NULL);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, &options, control, &answer), QD_NO);
        print_message("%u threads: %llu tree nodes, %llu beam nodes\n", threads,
                      (unsigned long long)answer.tree_nodes, (unsigned long long)answer.beam_nodes);
        assert_true(answer.tree_nodes > 10000 && answer.counts.dead_added > 1000);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

/* ---- stopping ---- */

struct stopper {
    qd_control *control;
    uint64_t stopped; /* the nodes just after that */
};

static uint64_t nodes_of(const qd_control *control) {
    qd_progress progress;
    control_progress(control, &progress);
    return progress.nodes;
}

static void stop_soon(void *context) {
    struct stopper *stopper = context;
    while (nodes_of(stopper->control) < 1000)
        sched_yield();
    control_stop(stopper->control);
    stopper->stopped = nodes_of(stopper->control);
}

/* As Ctrl-C does, in the middle of a large search. How long it takes is counted in nodes, because a
 * busy machine takes its time. */
static void a_stop_is_seen_at_once(void **unused) {
    (void)unused;
    struct harmony_board board = harmony_scrambled(12, 600, 3);
    for (unsigned threads = 1; threads <= 2; threads++) {
        struct stopper stopper = {.control = control_new(NULL)};
        struct harmony_solver_options options = {.threads = threads, .alone = 1};
        struct harmony_answer answer;
        struct thread thread;
        assert_true(thread_start(&thread, stop_soon, &stopper));
        assert_int_equal(harmony_solver_solve(&board, &options, stopper.control, &answer),
                         QD_LIMIT);
        thread_join(&thread);
        uint64_t after = nodes_of(stopper.control) - stopper.stopped;
        print_message("%u threads: %llu nodes after the stop\n", threads,
                      (unsigned long long)after);
        assert_true(after < 2000);
        harmony_answer_free(&answer);
        control_free(stopper.control);
    }
}

static void broken_boards_are_refused(void **unused) {
    (void)unused;
    struct harmony_board board = board_of(2, 2, "aaaabaaa");
    assert_int_equal(solve(&board, (struct harmony_solver_options){0}), QD_NO);
    board = board_of(2, 2, "abacbaba"); /* three moves in all */
    assert_int_equal(solve(&board, (struct harmony_solver_options){0}), QD_NO);
    board = solved_board(2, 2);
    assert_int_equal(solve(&board, (struct harmony_solver_options){0}), QD_YES);
}

/* A board that no search finishes soon: a long scramble with two tiles' moves exchanged. */
static struct harmony_board hard_board(void) {
    struct harmony_board board = harmony_scrambled(9, 200, 3);
    unsigned a = harmony_cell(0, 0), b = harmony_cell(1, 1);
    uint8_t moves = board.moves[a];
    board.moves[a] = board.moves[b];
    board.moves[b] = moves;
    return board;
}

static void limits_end_the_search(void **unused) {
    (void)unused;
    struct harmony_board board = hard_board();
    qd_limits limits[] = {{.seconds = 0.2}, {.nodes = 2000}, {.bytes = 1 << 16}};
    for (int i = 0; i < 3; i++) {
        qd_control *control = control_new(&limits[i]);
        struct harmony_answer answer;
        assert_int_equal(harmony_solver_solve(&board, NULL, control, &answer), QD_LIMIT);
        assert_null(answer.swaps);
        harmony_answer_free(&answer);
        control_free(control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_2x2),
        cmocka_unit_test(all_2x3),
        cmocka_unit_test(all_3x2),
        cmocka_unit_test(all_2x4),
        cmocka_unit_test(all_3x3),
        cmocka_unit_test(near_solvable),
        cmocka_unit_test(tiles_that_look_stuck),
        cmocka_unit_test(large_boards),
        cmocka_unit_test(same_seed_same_search),
        cmocka_unit_test(pinned_node_counts),
        cmocka_unit_test(pinned_restarts),
        cmocka_unit_test(threads_prove_together),
        cmocka_unit_test(a_stop_is_seen_at_once),
        cmocka_unit_test(broken_boards_are_refused),
        cmocka_unit_test(limits_end_the_search),
    };
    return cmocka_run_group_tests_name("harmony_solver", tests, NULL, NULL);
}

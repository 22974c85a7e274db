/* The oracle itself: its symmetries change no verdict, it counts what formulas say, and what it
 * calls a solution is one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/harmony/tests/harmony_oracle.h"

static const struct size {
    unsigned rows, columns, swaps;
} sizes[] = {{2, 2, 6}, {2, 3, 4}, {3, 2, 4}, {1, 4, 5}, {4, 1, 5}};

enum { SIZES = sizeof sizes / sizeof sizes[0] };

/* ---- verdicts ---- */

struct trio {
    struct harmony_oracle *plain, *columns, *both;
    struct harmony_layers *backwards;
    uint64_t boards, solvable;
};

static void compare_verdicts(void *context, const struct harmony_board *board, unsigned copies) {
    struct trio *trio = context;
    bool solvable = harmony_oracle_solvable(trio->plain, board);
    assert_int_equal(copies, 1);
    assert_int_equal(harmony_oracle_solvable(trio->columns, board), solvable);
    assert_int_equal(harmony_oracle_solvable(trio->both, board), solvable);
    assert_int_equal(harmony_layers_has(trio->backwards, board), solvable);
    trio->boards++;
    trio->solvable += solvable;
}

static void symmetry_changes_no_verdict(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < SIZES; i++) {
        struct size size = sizes[i];
        struct trio trio = {
            harmony_oracle_new(size.rows, size.columns, HARMONY_ALL_DIFFERENT),
            harmony_oracle_new(size.rows, size.columns, HARMONY_UP_TO_COLUMNS),
            harmony_oracle_new(size.rows, size.columns, HARMONY_UP_TO_ROWS_AND_COLUMNS),
            harmony_layers_new(size.rows, size.columns, size.swaps, HARMONY_ALL_DIFFERENT),
            0,
            0,
        };
        for (unsigned swaps = 0; swaps <= size.swaps; swaps++)
            harmony_each_board(size.rows, size.columns, swaps, HARMONY_ALL_DIFFERENT,
                               compare_verdicts, &trio);
        assert_true(trio.solvable > 0 && trio.solvable < trio.boards);
        assert_int_equal(harmony_oracle_seen(trio.plain), trio.boards);
        harmony_oracle_free(trio.plain);
        harmony_oracle_free(trio.columns);
        harmony_oracle_free(trio.both);
        harmony_layers_free(trio.backwards);
    }
}

/* ---- numbers ---- */

static uint64_t choose(unsigned n, unsigned k) {
    uint64_t result = 1;
    for (unsigned i = 1; i <= k; i++)
        result = result * (n - k + i) / i;
    return result;
}

/* Ways to place the colours, times ways to give out the moves. */
static uint64_t number_of_boards(unsigned rows, unsigned columns, unsigned swaps) {
    uint64_t result = choose(2 * swaps + rows * columns - 1, rows * columns - 1);
    for (unsigned row = 1; row <= rows; row++)
        result *= choose(row * columns, columns);
    return result;
}

static void count_copies(void *context, const struct harmony_board *board, unsigned copies) {
    (void)board;
    *(uint64_t *)context += copies;
}

static uint64_t count_boards(struct size size, enum harmony_symmetry symmetry) {
    uint64_t count = 0;
    harmony_each_board(size.rows, size.columns, size.swaps, symmetry, count_copies, &count);
    return count;
}

static void boards_are_all_there(void **unused) {
    (void)unused;
    for (unsigned i = 0; i < SIZES; i++) {
        struct size size = sizes[i];
        assert_int_equal(count_boards(size, HARMONY_ALL_DIFFERENT),
                         number_of_boards(size.rows, size.columns, size.swaps));
        assert_int_equal(count_boards(size, HARMONY_UP_TO_ROWS_AND_COLUMNS),
                         count_boards(size, HARMONY_UP_TO_COLUMNS));
    }
}

/* Two columns: by Burnside's lemma the orders of columns halve the boards, but for those whose two
 * columns are alike. With three rows a colour would have to be in both or in neither column: each
 * row order is one such placement, and each column then holds half of the moves. */
static void columns_are_counted_by_burnside(void **unused) {
    (void)unused;
    for (unsigned swaps = 0; swaps <= 5; swaps++) {
        uint64_t alike = 6 * choose(swaps + 2, 2);
        struct size size = {3, 2, swaps};
        assert_int_equal(count_boards(size, HARMONY_UP_TO_COLUMNS),
                         (number_of_boards(3, 2, swaps) + alike) / 2);
    }
}

/* ---- solutions ---- */

static void solved_board(struct harmony_board *board, unsigned rows, unsigned columns) {
    memset(board, 0, sizeof *board);
    board->rows = (uint8_t)rows;
    board->columns = (uint8_t)columns;
    for (unsigned row = 0; row < rows; row++)
        for (unsigned column = 0; column < columns; column++)
            board->colour[harmony_cell(row, column)] = (uint8_t)row;
}

/* A swap made backwards, at random. */
static void scramble(struct random *random, struct harmony_board *board) {
    unsigned row = (unsigned)random_below(random, board->rows);
    unsigned column = (unsigned)random_below(random, board->columns);
    bool along_row = random_below(random, 2) == 0;
    unsigned side = along_row ? board->columns : board->rows;
    unsigned step = 1 + (unsigned)random_below(random, side - 1);
    unsigned a = harmony_cell(row, column);
    unsigned b = along_row ? harmony_cell(row, (column + step) % side)
                           : harmony_cell((row + step) % side, column);
    uint8_t colour = board->colour[a], moves = board->moves[a];
    board->colour[a] = board->colour[b];
    board->moves[a] = (uint8_t)(board->moves[b] + 1);
    board->colour[b] = colour;
    board->moves[b] = (uint8_t)(moves + 1);
}

static void scrambles_are_solved(void **unused) {
    enum { BOARDS = 300, SWAPS = 7, SEED = 4711 };
    struct random random;
    struct harmony_oracle *oracle = harmony_oracle_new(3, 3, HARMONY_UP_TO_ROWS_AND_COLUMNS);
    (void)unused;
    print_message("seed %d\n", SEED);
    random_seed(&random, SEED);
    for (unsigned n = 0; n < BOARDS; n++) {
        struct harmony_board board;
        struct harmony_swap swaps[SWAPS];
        solved_board(&board, 3, 3);
        for (unsigned i = 0; i < SWAPS; i++)
            scramble(&random, &board);
        assert_true(harmony_oracle_solution(oracle, &board, swaps));
        for (unsigned i = 0; i < SWAPS; i++) {
            assert_true(harmony_swap_legal(&board, swaps[i]));
            harmony_swap_play(&board, swaps[i]);
        }
        assert_true(harmony_solved(&board));
    }
    harmony_oracle_free(oracle);
}

static void no_solution_is_no_solution(void **unused) {
    struct harmony_oracle *oracle = harmony_oracle_new(2, 2, HARMONY_UP_TO_COLUMNS);
    struct harmony_board board;
    struct harmony_swap swaps[1];
    (void)unused;
    solved_board(&board, 2, 2);
    board.moves[harmony_cell(0, 0)] = 1;
    board.moves[harmony_cell(1, 0)] = 1;
    assert_false(harmony_oracle_solution(oracle, &board, swaps));
    harmony_oracle_free(oracle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetry_changes_no_verdict),     cmocka_unit_test(boards_are_all_there),
        cmocka_unit_test(columns_are_counted_by_burnside), cmocka_unit_test(scrambles_are_solved),
        cmocka_unit_test(no_solution_is_no_solution),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

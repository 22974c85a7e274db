/* The template against an oracle: every board up to 3 x 3 and 2 x 4, every set of presses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/template/solve/subproblem.h"
#include "puzzles/template/tests/template_boards.h"
#include "tests/support/puzzle_texts.h"

/* ---- the oracle: presses every set of lamps on a board of characters ---- */

/* For a shape: what every set of presses makes of a dark board. Pressing the same set on the result
 * makes it dark again. */
struct oracle {
    int rows, columns, cells;
    uint32_t *result; /* [set of presses]: the lamps that are lit then */
};

static void toggle(char *board, int rows, int columns, int row, int column) {
    if (row < 0 || row >= rows || column < 0 || column >= columns)
        return;
    char *lamp = &board[row * columns + column];
    *lamp = *lamp == '#' ? '.' : '#';
}

static uint32_t press_all(int rows, int columns, uint32_t presses) {
    char board[16];
    memset(board, '.', sizeof board);
    for (int row = 0; row < rows; row++) {
        for (int column = 0; column < columns; column++) {
            if (!(presses >> (row * columns + column) & 1))
                continue;
            toggle(board, rows, columns, row, column);
            toggle(board, rows, columns, row - 1, column);
            toggle(board, rows, columns, row + 1, column);
            toggle(board, rows, columns, row, column - 1);
            toggle(board, rows, columns, row, column + 1);
        }
    }
    uint32_t lit = 0;
    for (int i = 0; i < rows * columns; i++)
        lit |= (uint32_t)(board[i] == '#') << i;
    return lit;
}

static struct oracle oracle_new(int rows, int columns) {
    struct oracle oracle = {.rows = rows, .columns = columns, .cells = rows * columns};
    oracle.result = mem_new((size_t)1 << oracle.cells, sizeof *oracle.result);
    for (uint32_t presses = 0; presses < 1u << oracle.cells; presses++)
        oracle.result[presses] = press_all(rows, columns, presses);
    return oracle;
}

/* How many sets of presses solve the board; *fewest is the size of the smallest. */
static int oracle_ways(const struct oracle *oracle, uint32_t lit, int *fewest) {
    int solutions = 0;
    *fewest = oracle->cells + 1;
    for (uint32_t presses = 0; presses < 1u << oracle->cells; presses++) {
        if (oracle->result[presses] != lit)
            continue;
        int size = __builtin_popcount(presses);
        *fewest = size < *fewest ? size : *fewest;
        solutions++;
    }
    return solutions;
}

/* ---- the solver, the rating and the hints against the oracle ---- */

static void compare_solver(const struct oracle *oracle, uint32_t lit, int solutions) {
    struct position *position = template_board(oracle->rows, oracle->columns, lit);
    struct template_run run =
        template_run_solve(position, template_asked("1000000", false, NULL), NULL);
    assert_int_equal(run.status, solutions ? QD_YES : QD_NO);
    assert_int_equal(run.answer.verdict, solutions ? QD_SOLVED : QD_UNSOLVABLE);
    assert_int_equal(run.answer.solutions, solutions);
    for (int solution = 0; solution < solutions; solution++) {
        uint32_t presses = template_presses(position, &run.answer, (unsigned)solution);
        assert_int_equal(oracle->result[presses], lit);
        for (int other = 0; other < solution; other++)
            assert_int_not_equal(template_presses(position, &run.answer, (unsigned)other), presses);
    }
    struct buf why = {0};
    if (solutions)
        assert_true(template_verify(position, &run.answer, &why));
    template_run_done(&run);
    run = template_run_solve(position, template_asked(NULL, true, NULL), NULL);
    assert_int_equal(run.status, solutions == 1 ? QD_YES : QD_NO);
    assert_int_equal(run.answer.solutions, solutions > 2 ? 2 : solutions);
    template_run_done(&run);
    free(position);
}

static int rated_presses(const struct position *position, qd_status *status) {
    struct finding finding = {0};
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    *status = template_rate.rate(position, options, control, &finding, NULL);
    int presses = (int)json_integer_value(json_object_get(finding.fields, "presses"));
    finding_free(&finding);
    options_free(options);
    control_free(control);
    return presses;
}

static void compare_rating(const struct oracle *oracle, uint32_t lit, int solutions, int fewest) {
    struct position *position = template_board(oracle->rows, oracle->columns, lit);
    qd_status status;
    int presses = rated_presses(position, &status);
    assert_int_equal(status, solutions ? QD_YES : QD_NO);
    assert_int_equal(presses, solutions ? fewest : 0);
    free(position);
}

/* Follows one hint; returns false when there is none. */
static bool follow_hint(struct position *position) {
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    struct hint hint = {0};
    struct record none = {0};
    struct game game = {.start = position, .moves = &none, .position = position};
    qd_status status = template_hint.hint(&game, options, control, &hint, NULL);
    assert_true(hint.text.size > 0);
    if (status == QD_YES) {
        assert_int_equal(hint.moves.count, 1);
        rules_replay(&template_rules, position, hint.moves.moves[0].text);
    }
    hint_free(&hint);
    control_free(control);
    options_free(options);
    return status == QD_YES;
}

/* The hints lead to the end in as few presses as there can be. */
static void compare_hints(const struct oracle *oracle, uint32_t lit, int solutions, int fewest) {
    struct position *position = template_board(oracle->rows, oracle->columns, lit);
    int followed = 0;
    while (followed <= oracle->cells && follow_hint(position))
        followed++;
    assert_int_equal(followed, solutions ? fewest : 0);
    assert_int_equal(template_rules.solved(position), solutions > 0);
    free(position);
}

static void compare_shape(int rows, int columns) {
    struct oracle oracle = oracle_new(rows, columns);
    for (uint32_t lit = 0; lit < 1u << oracle.cells; lit++) {
        int fewest;
        int solutions = oracle_ways(&oracle, lit, &fewest);
        compare_solver(&oracle, lit, solutions);
        compare_rating(&oracle, lit, solutions, fewest);
        compare_hints(&oracle, lit, solutions, fewest);
    }
    free(oracle.result);
}

static void small_boards_agree_with_the_oracle(void **state) {
    (void)state;
    for (int rows = 1; rows <= 3; rows++)
        for (int columns = 1; columns <= 3; columns++)
            compare_shape(rows, columns);
    compare_shape(2, 4);
    compare_shape(4, 2);
    compare_shape(1, 6);
    compare_shape(6, 1);
}

/* The number of boards with a solution is 2 to the rank of the press matrix; the nullities of the
 * square boards from 1 to 6 are 0, 0, 0, 4, 2, 0 (sequence A159257 of the OEIS). */
static void square_boards_have_the_known_number_of_ways(void **state) {
    (void)state;
    static const int solutions[] = {1, 1, 1, 16, 4, 1};
    for (int side = 1; side <= 6; side++) {
        struct position *dark = template_board(side, side, 0);
        struct template_run run =
            template_run_solve(dark, template_asked("1000000", false, NULL), NULL);
        assert_int_equal(run.answer.solutions, solutions[side - 1]);
        template_run_done(&run);
        free(dark);
    }
}

/* ---- the search ---- */

/* The whole tree: 2^columns - 1 states of the first row, then a chain of (rows - 1) * columns + 1
 * below each of the 2^columns solutions to press it. */
static void the_whole_tree_has_a_pinned_size(void **state) {
    (void)state;
    static const struct {
        int rows, columns;
        uint64_t nodes;
    } pinned[] = {{3, 3, 63}, {5, 5, 703}, {6, 6, 2047}, {6, 1, 13}, {1, 6, 127}};
    for (size_t i = 0; i < sizeof pinned / sizeof *pinned; i++) {
        struct position *dark = template_board(pinned[i].rows, pinned[i].columns, 0);
        for (int threads = 1; threads <= 3; threads++) {
            const char count[] = {(char)('0' + threads), 0};
            struct template_run run =
                template_run_solve(dark, template_asked("1000000", false, count), NULL);
            assert_int_equal(run.nodes, pinned[i].nodes);
            template_run_done(&run);
        }
        free(dark);
    }
}

static void the_first_solution_has_a_pinned_cost(void **state) {
    (void)state;
    struct position *cross = template_sample("cross");
    struct template_run run = template_run_solve(cross, template_asked(NULL, false, NULL), NULL);
    assert_int_equal(run.status, QD_YES);
    assert_int_equal(run.nodes, 10);
    template_run_done(&run);
    free(cross);
}

static void threads_find_the_same_solutions(void **state) {
    (void)state;
    struct position *several = template_sample("several solutions");
    struct template_run one =
        template_run_solve(several, template_asked("1000000", false, "1"), NULL);
    struct template_run four =
        template_run_solve(several, template_asked("1000000", false, "4"), NULL);
    assert_int_equal(one.answer.solutions, 4);
    assert_int_equal(four.answer.solutions, 4);
    for (unsigned solution = 0; solution < 4; solution++)
        assert_int_equal(template_presses(several, &one.answer, solution),
                         template_presses(several, &four.answer, solution));
    assert_string_equal(buf_text(&one.answer.text), buf_text(&four.answer.text));
    template_run_done(&one);
    template_run_done(&four);
    free(several);
}

static void a_limit_gives_no_verdict(void **state) {
    (void)state;
    struct position *board = template_board(6, 6, 1);
    qd_limits limits = {.nodes = 100};
    struct template_run run = template_run_solve(board, template_asked(NULL, true, NULL), &limits);
    assert_int_equal(run.status, QD_LIMIT);
    assert_int_equal(run.answer.verdict, QD_UNKNOWN);
    assert_int_equal(run.answer.solutions, 0);
    template_run_done(&run);
    limits = (qd_limits){.bytes = 1};
    run = template_run_solve(board, template_asked(NULL, true, NULL), &limits);
    assert_int_equal(run.status, QD_LIMIT);
    template_run_done(&run);
    free(board);
}

/* ---- subproblems as text ---- */

/* All subproblems with this many lamps decided, written, read back and searched: together they find
 * what the whole search finds, each solution once. */
static void search_pieces(const struct position *position, int decided) {
    struct template_solutions whole, found;
    qd_control *control = control_new(NULL);
    template_search(position, NULL, TEMPLATE_ALL, 1, control, &whole);
    int sum = 0;
    for (uint32_t pressed = 0; pressed < 1u << decided; pressed++) {
        struct template_subproblem piece = {.cell = decided, .pressed = pressed}, read;
        struct buf text = {0};
        template_subproblem_print(&piece, &text);
        assert_int_equal(text.size, decided);
        assert_true(template_subproblem_read(position, buf_text(&text), &read));
        assert_true(read.cell == decided && read.pressed == pressed);
        qd_status status = template_search(position, &read, TEMPLATE_ALL, 1, control, &found);
        assert_int_equal(status, found.count > 0 ? QD_YES : QD_NO);
        assert_true(found.complete);
        for (int i = 0; i < found.count; i++)
            assert_int_equal(found.presses[i] & ((1u << decided) - 1), pressed);
        sum += found.count;
        buf_free(&text);
    }
    assert_int_equal(sum, whole.count);
    control_free(control);
}

static void subproblems_are_read_back(void **state) {
    (void)state;
    static const int sides[][2] = {{1, 6}, {2, 3}, {3, 3}, {4, 4}, {5, 5}};
    for (size_t i = 0; i < sizeof sides / sizeof *sides; i++)
        for (uint64_t lit = 0; lit < 24; lit++) {
            int cells = sides[i][0] * sides[i][1];
            struct position *board =
                template_board(sides[i][0], sides[i][1], lit & ((1u << cells) - 1));
            for (int decided = 0; decided <= cells && decided < 8; decided++)
                search_pieces(board, decided);
            free(board);
        }
}

static void bad_subproblems_are_refused(void **state) {
    (void)state;
    static const char *const bad[] = {"x", " ", ".# ", "..\n", "#.#.#.#", "......."};
    struct position *board = template_board(2, 3, 0);
    struct template_subproblem read;
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++)
        assert_false(template_subproblem_read(board, bad[i], &read));
    assert_true(template_subproblem_read(board, "", &read) && read.cell == 0);
    assert_true(template_subproblem_read(board, "#.#.#.", &read) && read.cell == 6);
    free(board);
}

/* ---- iterators and the checker of answers ---- */

static void a_walk_begins_where_it_is_told(void **state) {
    (void)state;
    struct position *board = template_board(1, 3, 5); /* #.# takes A1 and A3 */
    struct template_run run =
        template_run_solve(board, template_asked("1000000", false, NULL), NULL);
    static const char *const bad[] = {"", "x", "-1", "3", "1x", "99999999999999999999"};
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        qd_error error = {0};
        assert_null(template_solve.iterate(&run.answer, 0, bad[i], &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
    }
    struct move_iterator *iterator = template_solve.iterate(&run.answer, 0, "1", NULL);
    struct buf move = {0};
    assert_true(template_solve.next(iterator, &move));
    assert_string_equal(move.text, "A3");
    assert_false(template_solve.next(iterator, &move));
    template_solve.end(iterator);
    iterator = template_solve.iterate(&run.answer, 0, "2", NULL);
    assert_false(template_solve.next(iterator, &move));
    template_solve.end(iterator);
    buf_free(&move);
    template_run_done(&run);
    free(board);
}

/* An answer for one board must be refused for every other board. */
static void the_checker_refuses_wrong_answers(void **state) {
    (void)state;
    struct position *board = template_board(3, 3, 0x1f);
    struct template_run run =
        template_run_solve(board, template_asked("1000000", false, NULL), NULL);
    struct buf why = {0};
    assert_true(template_verify(board, &run.answer, &why));
    for (uint32_t lit = 0; lit < 512; lit++) {
        struct position *other = template_board(3, 3, lit);
        assert_int_equal(template_verify(other, &run.answer, &why), lit == 0x1f);
        free(other);
    }
    assert_true(why.size > 0);
    unsigned solutions = run.answer.solutions;
    run.answer.solutions = 0;
    assert_false(template_verify(board, &run.answer, &why));
    run.answer.solutions = TEMPLATE_WAYS + 1;
    assert_false(template_verify(board, &run.answer, &why));
    run.answer.solutions = solutions;
    buf_free(&why);
    template_run_done(&run);
    free(board);
}

/* A dark board is solved by pressing nothing. If the answer claims a second solution, that presses
 * nothing either. */
static void the_checker_refuses_equal_ways(void **state) {
    (void)state;
    struct position *dark = template_board(3, 3, 0);
    struct template_run run =
        template_run_solve(dark, template_asked("1000000", false, NULL), NULL);
    assert_int_equal(run.answer.solutions, 1);
    run.answer.solutions = 2;
    struct buf why = {0};
    assert_false(template_verify(dark, &run.answer, &why));
    assert_string_equal(buf_text(&why), "solutions 0 and 1 are the same");
    buf_free(&why);
    template_run_done(&run);
    free(dark);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree_with_the_oracle),
        cmocka_unit_test(square_boards_have_the_known_number_of_ways),
        cmocka_unit_test(the_whole_tree_has_a_pinned_size),
        cmocka_unit_test(the_first_solution_has_a_pinned_cost),
        cmocka_unit_test(threads_find_the_same_solutions),
        cmocka_unit_test(a_limit_gives_no_verdict),
        cmocka_unit_test(subproblems_are_read_back),
        cmocka_unit_test(bad_subproblems_are_refused),
        cmocka_unit_test(a_walk_begins_where_it_is_told),
        cmocka_unit_test(the_checker_refuses_wrong_answers),
        cmocka_unit_test(the_checker_refuses_equal_ways),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

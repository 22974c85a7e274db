/* The template against an oracle: every board up to 3 x 3 and 2 x 4, every set of presses. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/template/model/position.h"

#include "base/mem.h"
#include "puzzles/interface/terminal/player.h"
#include "tests/support/puzzle_texts.h"

extern const struct puzzle template_puzzle;

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

/* ---- helpers ---- */

static struct position *parse_text(const char *text, struct record *moves, qd_error *error) {
    struct source source = {.name = "test", .data = text, .size = strlen(text)};
    return text_parse(&template_text, &source, moves, error);
}

static struct position *parse_good(const char *text) {
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = parse_text(text, &moves, &error);
    if (!position)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    record_free(&moves);
    return position;
}

static struct position *board_of(int rows, int columns, uint64_t lit) {
    struct buf text = {0};
    buf_add(&text, TEMPLATE_KEYWORD "\n");
    for (int i = 0; i < rows * columns; i++)
        buf_printf(&text, "%c%s", lit >> i & 1 ? '#' : '.', (i + 1) % columns ? "" : "\n");
    struct position *position = parse_good(text.text);
    buf_free(&text);
    return position;
}

static struct position *sample(const char *name) {
    const struct puzzle_sample *at = template_puzzle.samples;
    while (at->name && strcmp(at->name, name) != 0)
        at++;
    assert_non_null(at->name);
    return parse_good(at->text);
}

/* The options that all puzzles share, as the command line has them. */
static const struct option_spec common[] = {
    {.name = "count", .kind = OPTION_INT, .low = 1, .high = 1000000},
    {.name = "unique", .kind = OPTION_FLAG},
    {.name = "threads", .kind = OPTION_INT, .low = 1, .high = 64},
    {.name = NULL},
};

static struct options *options_of(const char *count, bool unique, const char *threads) {
    struct options *options = options_new(NULL);
    if (count)
        assert_true(options_set(options, option_find(common, "count"), count, NULL));
    if (unique)
        assert_true(options_set(options, option_find(common, "unique"), NULL, NULL));
    if (threads)
        assert_true(options_set(options, option_find(common, "threads"), threads, NULL));
    return options;
}

/* Solves with these options and limits; the caller calls done(). */
struct run {
    struct options *options;
    qd_control *control;
    struct answer answer;
    qd_status status;
    uint64_t nodes;
};

static struct run run_solve(const struct position *position, struct options *options,
                            const qd_limits *limits) {
    struct run run = {.options = options, .control = control_new(limits)};
    qd_error error = {0};
    run.status = template_solve.solve(position, options, run.control, &run.answer, &error);
    qd_progress progress;
    control_progress(run.control, &progress);
    run.nodes = progress.nodes;
    return run;
}

static void done(struct run *run) {
    if (run->answer.data)
        template_solve.release(&run->answer);
    buf_free(&run->answer.text);
    json_decref(run->answer.fields);
    control_free(run->control);
    options_free(run->options);
}

static uint32_t presses_of(const struct position *position, const struct answer *answer,
                           unsigned solution) {
    struct move_iterator *iterator = template_solve.iterate(answer, solution, NULL, NULL);
    assert_non_null(iterator);
    struct buf move = {0};
    uint32_t presses = 0;
    while (buf_clear(&move), template_solve.next(iterator, &move))
        presses ^= 1u << template_find(position, buf_text(&move));
    buf_free(&move);
    template_solve.end(iterator);
    return presses;
}

/* ---- the solver, the rating and the hints against the oracle ---- */

static void compare_solver(const struct oracle *oracle, uint32_t lit, int solutions) {
    struct position *position = board_of(oracle->rows, oracle->columns, lit);
    struct run run = run_solve(position, options_of("1000000", false, NULL), NULL);
    assert_int_equal(run.status, solutions ? QD_YES : QD_NO);
    assert_int_equal(run.answer.verdict, solutions ? QD_SOLVED : QD_UNSOLVABLE);
    assert_int_equal(run.answer.solutions, solutions);
    for (int solution = 0; solution < solutions; solution++) {
        uint32_t presses = presses_of(position, &run.answer, (unsigned)solution);
        assert_int_equal(oracle->result[presses], lit);
        for (int other = 0; other < solution; other++)
            assert_int_not_equal(presses_of(position, &run.answer, (unsigned)other), presses);
    }
    struct buf why = {0};
    if (solutions)
        assert_true(template_verify(position, &run.answer, &why));
    done(&run);
    run = run_solve(position, options_of(NULL, true, NULL), NULL);
    assert_int_equal(run.status, solutions == 1 ? QD_YES : QD_NO);
    assert_int_equal(run.answer.solutions, solutions > 2 ? 2 : solutions);
    done(&run);
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
    struct position *position = board_of(oracle->rows, oracle->columns, lit);
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
    struct position *position = board_of(oracle->rows, oracle->columns, lit);
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
        struct position *dark = board_of(side, side, 0);
        struct run run = run_solve(dark, options_of("1000000", false, NULL), NULL);
        assert_int_equal(run.answer.solutions, solutions[side - 1]);
        done(&run);
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
        struct position *dark = board_of(pinned[i].rows, pinned[i].columns, 0);
        for (int threads = 1; threads <= 3; threads++) {
            const char count[] = {(char)('0' + threads), 0};
            struct run run = run_solve(dark, options_of("1000000", false, count), NULL);
            assert_int_equal(run.nodes, pinned[i].nodes);
            done(&run);
        }
        free(dark);
    }
}

static void the_first_solution_has_a_pinned_cost(void **state) {
    (void)state;
    struct position *cross = sample("cross");
    struct run run = run_solve(cross, options_of(NULL, false, NULL), NULL);
    assert_int_equal(run.status, QD_YES);
    assert_int_equal(run.nodes, 10);
    done(&run);
    free(cross);
}

static void threads_find_the_same_solutions(void **state) {
    (void)state;
    struct position *several = sample("several solutions");
    struct run one = run_solve(several, options_of("1000000", false, "1"), NULL);
    struct run four = run_solve(several, options_of("1000000", false, "4"), NULL);
    assert_int_equal(one.answer.solutions, 4);
    assert_int_equal(four.answer.solutions, 4);
    for (unsigned solution = 0; solution < 4; solution++)
        assert_int_equal(presses_of(several, &one.answer, solution),
                         presses_of(several, &four.answer, solution));
    assert_string_equal(buf_text(&one.answer.text), buf_text(&four.answer.text));
    done(&one);
    done(&four);
    free(several);
}

static void a_limit_gives_no_verdict(void **state) {
    (void)state;
    struct position *board = board_of(6, 6, 1);
    qd_limits limits = {.nodes = 100};
    struct run run = run_solve(board, options_of(NULL, true, NULL), &limits);
    assert_int_equal(run.status, QD_LIMIT);
    assert_int_equal(run.answer.verdict, QD_UNKNOWN);
    assert_int_equal(run.answer.solutions, 0);
    done(&run);
    limits = (qd_limits){.bytes = 1};
    run = run_solve(board, options_of(NULL, true, NULL), &limits);
    assert_int_equal(run.status, QD_LIMIT);
    done(&run);
    free(board);
}

/* ---- iterators and the checker of answers ---- */

static void a_walk_begins_where_it_is_told(void **state) {
    (void)state;
    struct position *board = board_of(1, 3, 5); /* #.# takes A1 and A3 */
    struct run run = run_solve(board, options_of("1000000", false, NULL), NULL);
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
    done(&run);
    free(board);
}

/* An answer for one board must be refused for every other board. */
static void the_checker_refuses_wrong_answers(void **state) {
    (void)state;
    struct position *board = board_of(3, 3, 0x1f);
    struct run run = run_solve(board, options_of("1000000", false, NULL), NULL);
    struct buf why = {0};
    assert_true(template_verify(board, &run.answer, &why));
    for (uint32_t lit = 0; lit < 512; lit++) {
        struct position *other = board_of(3, 3, lit);
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
    done(&run);
    free(board);
}

/* A dark board is solved by pressing nothing. If the answer claims a second solution, that presses
 * nothing either. */
static void the_checker_refuses_equal_ways(void **state) {
    (void)state;
    struct position *dark = board_of(3, 3, 0);
    struct run run = run_solve(dark, options_of("1000000", false, NULL), NULL);
    assert_int_equal(run.answer.solutions, 1);
    run.answer.solutions = 2;
    struct buf why = {0};
    assert_false(template_verify(dark, &run.answer, &why));
    assert_string_equal(buf_text(&why), "ways 0 and 1 are the same");
    buf_free(&why);
    done(&run);
    free(dark);
}

/* ---- text ---- */

static void bad_text_is_refused_at_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text;
        int line, column;
        const char *says;
    } cases[] = {
        {"", 1, 1, "the text is empty"},
        {" ; nothing\n", 2, 1, "the text is empty"},
        {"lamp\n#\n", 1, 1, "the first line must be"},
        {TEMPLATE_KEYWORD " x\n#\n", 1, 1, "the first line must be"},
        {TEMPLATE_KEYWORD "\n", 2, 1, "the rows are missing"},
        {TEMPLATE_KEYWORD "\n.x.\n", 2, 2, "a lamp is"},
        {TEMPLATE_KEYWORD "\n...\n..\n", 3, 1, "this row has 2 lamps, the first one has 3"},
        {TEMPLATE_KEYWORD "\n.......\n", 2, 7, "at most 6 lamps"},
        {TEMPLATE_KEYWORD "\n.\n.\n.\n.\n.\n.\n  .\n", 8, 3, "at most 6 rows"},
        {TEMPLATE_KEYWORD "\nmoves: A1\n.\n", 2, 1, "before the moves"},
        {TEMPLATE_KEYWORD "\n.\nmoves:\n.\n", 4, 1, "only more lines"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        struct record moves = {0};
        qd_error error = {0};
        assert_null(parse_text(cases[i].text, &moves, &error));
        assert_int_equal(error.line, cases[i].line);
        assert_int_equal(error.column, cases[i].column);
        if (!strstr(error.message, cases[i].says))
            fail_msg("'%s' does not say '%s'", error.message, cases[i].says);
        record_free(&moves);
    }
}

static void good_text_is_read(void **state) {
    (void)state;
    struct record moves = {0};
    qd_error error = {0};
    struct position *position =
        parse_text("\xef\xbb\xbf ; a mark, CRLF, blanks\r\n" TEMPLATE_KEYWORD
                   "\r\n\r\n #. ; one\r\n\t.#\r\nmoves: A1\tB2 ;x\r\n"
                   "moves:\r\nmoves: zz\r\n",
                   &moves, &error);
    assert_non_null(position);
    assert_int_equal(position->rows, 2);
    assert_int_equal(position->columns, 2);
    assert_int_equal(position->lit, 9);
    assert_int_equal(moves.count, 3);
    assert_string_equal(moves.moves[1].text, "B2");
    assert_string_equal(moves.moves[2].text, "zz");
    record_free(&moves);
    free(position);
}

static void long_records_are_wrapped(void **state) {
    (void)state;
    struct position *board = board_of(1, 1, 1);
    struct record moves = {0};
    for (int i = 0; i < 17; i++)
        record_add(&moves, "A1", 0);
    struct buf out = {0};
    assert_true(template_text.print(board, &moves, template_text.formats, &out, NULL));
    assert_string_equal(out.text,
                        TEMPLATE_KEYWORD "\n#\nmoves: A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 A1 "
                                         "A1 A1 A1 A1\nmoves: A1\n");
    buf_free(&out);
    record_free(&moves);
    free(board);
}

/* ---- the rest ---- */

static void new_boards_have_the_size_that_was_asked(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(options_set(options, option_find(template_options, "rows"), "1", NULL));
    assert_true(options_set(options, option_find(template_options, "columns"), "2", NULL));
    for (uint64_t seed = 0; seed < 100; seed++) {
        struct position *made = template_generate.generate(options, seed, NULL, NULL, NULL);
        assert_int_equal(made->rows, 1);
        assert_int_equal(made->columns, 2);
        assert_int_equal(made->lit, 3); /* the only lit board of this size with a solution */
        free(made);
    }
    options_free(options);
}

static void keys_move_the_cursor_and_press(void **state) {
    (void)state;
    struct position *board = board_of(2, 3, 0);
    struct play_input input = {0};
    struct buf move = {0};
    static const int steps[] = {PLAY_UP,   PLAY_LEFT,  'x',       PLAY_DOWN,
                                PLAY_DOWN, PLAY_RIGHT, PLAY_RIGHT};
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++)
        assert_false(template_terminal.key(board, &input, steps[i], &move));
    assert_true(template_terminal.key(board, &input, ' ', &move));
    assert_string_equal(move.text, "B2");
    buf_clear(&move);
    assert_true(template_terminal.key(board, &input, PLAY_ENTER, &move));
    assert_string_equal(move.text, "B2");
    buf_free(&move);
    free(board);
}

static void the_mouse_presses(void **state) {
    (void)state;
    struct position *board = board_of(2, 3, 0);
    struct play_input input = {0};
    struct buf move = {0};
    assert_true(template_terminal.point(board, &input, NULL, 2, 6, PLAY_BUTTON_LEFT, &move));
    assert_string_equal(move.text, "B3");
    assert_int_equal(input.row, 1);
    assert_int_equal(input.column, 2);
    static const int nothing[][3] = {{2, 6, PLAY_LET_GO},      {2, 6, PLAY_BUTTON_RIGHT},
                                     {0, 2, PLAY_BUTTON_LEFT}, {3, 2, PLAY_BUTTON_LEFT},
                                     {1, 1, PLAY_BUTTON_LEFT}, {1, 8, PLAY_BUTTON_LEFT}};
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        assert_false(template_terminal.point(board, &input, NULL, nothing[i][0], nothing[i][1],
                                             nothing[i][2], &move));
    buf_free(&move);
    free(board);
}

static void the_board_looks_as_it_should(void **state) {
    (void)state;
    const struct option_spec ascii = {.name = "ascii", .kind = OPTION_FLAG};
    struct options *options = options_new(NULL);
    assert_true(options_set(options, &ascii, NULL, NULL));
    struct position *board = board_of(2, 3, 0x15);
    struct canvas *canvas = canvas_new();
    template_render.text(board, options, canvas);
    struct buf out = {0};
    canvas_print(canvas, false, &out);
    assert_string_equal(out.text, "  1 2 3\n"
                                  "A # . #\n"
                                  "B . # .\n");
    struct play_input input = {.row = 1, .column = 1};
    template_terminal.mark(board, &input, options, canvas);
    assert_int_equal(canvas_cell(canvas, 2, 4)->style.back, INK_BLUE);
    assert_string_equal(canvas_cell(canvas, 2, 4)->text, "#");
    buf_free(&out);
    canvas_free(canvas);
    options_free(options);
    free(board);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(small_boards_agree_with_the_oracle),
        cmocka_unit_test(square_boards_have_the_known_number_of_ways),
        cmocka_unit_test(the_whole_tree_has_a_pinned_size),
        cmocka_unit_test(the_first_solution_has_a_pinned_cost),
        cmocka_unit_test(threads_find_the_same_solutions),
        cmocka_unit_test(a_limit_gives_no_verdict),
        cmocka_unit_test(a_walk_begins_where_it_is_told),
        cmocka_unit_test(the_checker_refuses_wrong_answers),
        cmocka_unit_test(the_checker_refuses_equal_ways),
        cmocka_unit_test(bad_text_is_refused_at_its_place),
        cmocka_unit_test(good_text_is_read),
        cmocka_unit_test(long_records_are_wrapped),
        cmocka_unit_test(new_boards_have_the_size_that_was_asked),
        cmocka_unit_test(keys_move_the_cursor_and_press),
        cmocka_unit_test(the_mouse_presses),
        cmocka_unit_test(the_board_looks_as_it_should),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

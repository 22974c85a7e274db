/* The check capability. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/nonogram/tests/nonogram_boards.h"

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const diagonal[] = {"#.", ".#", NULL};

/* Checks the game and compares with the text; returns the fields, which the caller frees. */
static json_t *checked_game(const struct game *game, const qd_limits *limits,
                            qd_status expected_status, const char *expected_text) {
    struct options *options = options_new(NULL);
    qd_control *control = control_new(limits);
    struct finding finding = {0};
    qd_error error = {0};
    qd_status status = nonogram_check.check(game, options, control, &finding, &error);
    assert_string_equal(buf_text(&finding.text), expected_text);
    assert_int_equal(status, expected_status);
    json_t *fields = json_incref(finding.fields);
    finding_free(&finding);
    control_free(control);
    options_free(options);
    return fields;
}

static json_t *checked(const struct position *position, const qd_limits *limits,
                       qd_status expected_status, const char *expected_text) {
    struct record none = {0};
    struct game game = {.start = position, .moves = &none, .position = position};
    return checked_game(&game, limits, expected_status, expected_text);
}

static void expect_checked(const struct position *position, qd_status status, const char *text,
                           const char *fields) {
    json_t *found = checked(position, NULL, status, text);
    char *line = json_dumps(found, JSON_COMPACT | JSON_PRESERVE_ORDER);
    assert_string_equal(line, fields);
    free(line);
    json_decref(found);
}

static void puzzles_are_checked(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    expect_checked(position, QD_YES,
                   "6 rows, 7 columns, black and white.\n"
                   "The puzzle has exactly one solution.\n",
                   "{\"rows\":6,\"columns\":7,\"colours\":1,\"cells_set\":0,\"solved\":false,"
                   "\"unique\":true,\"wrong_lines\":[],\"solvable\":true}");
    nonogram_rules.free(position);
    position = nonogram_from_picture(diagonal);
    expect_checked(position, QD_YES,
                   "2 rows, 2 columns, black and white.\n"
                   "The puzzle has more than one solution.\n",
                   "{\"rows\":2,\"columns\":2,\"colours\":1,\"cells_set\":0,\"solved\":false,"
                   "\"unique\":false,\"wrong_lines\":[],\"solvable\":true}");
    nonogram_set_cells(position, (const char *const[]){"?#", "#?"});
    expect_checked(position, QD_YES,
                   "2 rows, 2 columns, black and white.\n"
                   "2 of 4 cells set.\n"
                   "It is solved.\n"
                   "This is not the picture in the file.\n"
                   "The puzzle has more than one solution.\n",
                   "{\"rows\":2,\"columns\":2,\"colours\":1,\"cells_set\":2,\"solved\":true,"
                   "\"as_goal\":false,\"unique\":false,\"wrong_lines\":[],\"solvable\":true}");
    nonogram_rules.free(position);
}

static void cells_are_checked(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    position->cells[3] = 1;
    position->cells[4] = NONOGRAM_EMPTY;
    json_t *fields = checked(position, NULL, QD_YES,
                             "6 rows, 7 columns, black and white.\n"
                             "2 of 42 cells set.\n"
                             "The puzzle has exactly one solution.\n"
                             "All cells set so far are right.\n");
    assert_int_equal(json_integer_value(json_object_get(fields, "mistakes")), 0);
    json_decref(fields);
    position->cells[2 * 7 + 2] = 1; /* no single line shows that this is wrong */
    fields = checked(position, NULL, QD_NO,
                     "6 rows, 7 columns, black and white.\n"
                     "3 of 42 cells set.\n"
                     "The puzzle has exactly one solution.\n"
                     "Each line can still be completed, but no picture has all the cells that are "
                     "set.\n"
                     "One of the filled cells in row 3 is wrong.\n");
    assert_int_equal(json_integer_value(json_object_get(fields, "mistakes")), 1);
    assert_string_equal(json_string_value(json_object_get(fields, "mistake")), "cell");
    assert_string_equal(json_string_value(json_object_get(fields, "line")), "R3");
    assert_true(json_is_false(json_object_get(fields, "solvable")));
    json_decref(fields);
    position->cells[1] = 1; /* row 1 has two groups now */
    fields = checked(position, NULL, QD_NO,
                     "6 rows, 7 columns, black and white.\n"
                     "4 of 42 cells set.\n"
                     "The puzzle has exactly one solution.\n"
                     "Row 1 (1) has 2 filled cells, but its clue is 1.\n"
                     "In all, 2 cells are wrong.\n");
    assert_string_equal(json_string_value(json_object_get(fields, "mistake")), "line");
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(fields, "wrong_lines"), 0)), "R1");
    json_decref(fields);
    nonogram_rules.free(position);
}

/* Plays the moves and checks the game. */
static json_t *checked_moves(const struct position *start, const char *const *moves,
                             qd_status expected_status, const char *expected_text) {
    struct position *position = nonogram_rules.copy(start);
    struct record record = {0};
    struct refusal why = {0};
    for (; *moves; moves++) {
        assert_int_equal(nonogram_rules.move(position, *moves, NULL, &why), QD_YES);
        record_add(&record, *moves, 0);
    }
    struct game game = {.start = start, .moves = &record, .position = position};
    json_t *fields = checked_game(&game, NULL, expected_status, expected_text);
    record_free(&record);
    nonogram_rules.free(position);
    return fields;
}

/* The number of moves to undo is given whether a line shows the mistake or not. */
static void moves_are_checked(void **state) {
    (void)state;
    struct position *start = nonogram_from_picture(boat);
    json_t *fields = checked_moves(
        start, (const char *const[]){"R1C4=#", "R3C3=#", "R1C5=.", "R6C1=.", NULL}, QD_NO,
        "6 rows, 7 columns, black and white.\n"
        "4 of 42 cells set.\n"
        "The puzzle has exactly one solution.\n"
        "Each line can still be completed, but no picture has all the cells that are set.\n"
        "One of the filled cells in row 3 is wrong.\n"
        "Undo 3 moves to put it right.\n");
    assert_int_equal(json_integer_value(json_object_get(fields, "fatal_number")), 2);
    assert_int_equal(json_integer_value(json_object_get(fields, "undo")), 3);
    json_decref(fields);
    json_decref(checked_moves(
        start, (const char *const[]){"R1C4=#", "R1C2=#", "R5C5=.", NULL}, QD_NO,
        "6 rows, 7 columns, black and white.\n"
        "3 of 42 cells set.\n"
        "The puzzle has exactly one solution.\n"
        "Row 1 (1) has 2 filled cells, but its clue is 1.\n"
        "Row 5 (7) has room for only 6 filled cells, but its clue is 7.\n"
        "Column 5 (2 2) cannot be completed: its clues do not fit the cells that are set.\n"
        "In all, 2 cells are wrong.\n"
        "Undo 2 moves to put it right.\n"));
    nonogram_rules.free(start);
}

/* With several solutions, cells are right if one of them has all. */
static void cells_of_ambiguous_puzzles_are_checked(void **state) {
    (void)state;
    static const char *const two[] = {"#...", ".#..", "..#.", "...#", NULL};
    struct position *position = nonogram_from_picture(two);
    nonogram_set_cells(position, (const char *const[]){"?#??", "????", "????", "????"});
    json_decref(checked(position, NULL, QD_YES,
                        "4 rows, 4 columns, black and white.\n"
                        "1 of 16 cells set.\n"
                        "The puzzle has more than one solution.\n"
                        "The cells set so far fit a solution.\n"));
    nonogram_set_cells(position, (const char *const[]){"??..", "??..", "??..", "????"});
    json_t *fields = checked(position, NULL, QD_NO,
                             "4 rows, 4 columns, black and white.\n"
                             "6 of 16 cells set.\n"
                             "The puzzle has more than one solution.\n"
                             "Each line can still be completed, but no picture has all the cells "
                             "that are set.\n");
    assert_null(json_object_get(fields, "mistakes")); /* which one is unknown */
    assert_true(json_is_false(json_object_get(fields, "solvable")));
    assert_int_equal(json_array_size(json_object_get(fields, "wrong_lines")), 0);
    json_decref(fields);
    nonogram_rules.free(position);
}

static void impossible_puzzles_are_checked(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(3, 2);
    nonogram_line_add(&puzzle->rows[0], 2, 1);
    nonogram_line_add(&puzzle->columns[1], 1, 1);
    struct position *position = nonogram_position_new(puzzle);
    expect_checked(position, QD_NO,
                   "2 rows, 3 columns, black and white.\n"
                   "The puzzle has no solution: no picture has all its clues.\n"
                   "The rows ask for 2 black cells, the columns for 1.\n",
                   "{\"rows\":2,\"columns\":3,\"colours\":1,\"cells_set\":0,\"solved\":false,"
                   "\"unique\":false,\"wrong_lines\":[],\"solvable\":false}");
    nonogram_line_add(&puzzle->rows[0], 1, 1);
    json_decref(checked(position, NULL, QD_NO,
                        "2 rows, 3 columns, black and white.\n"
                        "The puzzle has no solution: no picture has all its clues.\n"
                        "The rows ask for 3 black cells, the columns for 1.\n"
                        "Row 1 (2 1) has 3 cells, but its clues need 4 with the gaps.\n"));
    nonogram_rules.free(position);
}

static void limits_are_kept(void **state) {
    (void)state;
    struct position *position = nonogram_chessboard(30, 30, 1);
    struct record none = {0};
    struct game game = {.start = position, .moves = &none, .position = position};
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    struct finding finding = {0};
    qd_error error = {0};
    control_stop(control);
    assert_int_equal(nonogram_check.check(&game, options, control, &finding, &error), QD_LIMIT);
    assert_non_null(strstr(buf_text(&finding.text), "It is not known whether"));
    assert_true(json_is_null(json_object_get(finding.fields, "unique")));
    finding_free(&finding);
    control_free(control);
    options_free(options);
    nonogram_rules.free(position);
}

/* What solve says about a puzzle without a solution. */
static void expect_no_solution(const struct position *position, const char *text,
                               const char *fields) {
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    struct answer answer = {0};
    qd_error error = {0};
    assert_int_equal(nonogram_solve.solve(position, options, control, &answer, &error), QD_NO);
    assert_int_equal(answer.verdict, QD_UNSOLVABLE);
    assert_string_equal(buf_text(&answer.text), text);
    char *line = json_dumps(answer.fields, JSON_COMPACT | JSON_PRESERVE_ORDER);
    assert_string_equal(line, fields);
    free(line);
    nonogram_solve.release(&answer);
    buf_free(&answer.text);
    json_decref(answer.fields);
    control_free(control);
    options_free(options);
}

/* By colour, and instead of blaming lines. */
static void sums_that_differ_come_first(void **state) {
    static const char *const flag[] = {"rrb", "r.b", NULL};
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    position->puzzle->rows[1].clues[0].length = 2; /* red */
    position->puzzle->rows[0].clues[1].length = 2; /* blue */
    expect_no_solution(position,
                       "No solution: the sums of rows and columns differ.\n"
                       "The rows ask for 4 red cells, the columns for 3.\n"
                       "The rows ask for 3 blue cells, the columns for 2.\n"
                       "Besides, these lines cannot hold together: R1. None of them can be left "
                       "out.\n",
                       "{\"sums\":[{\"colour\":\"red\",\"rows\":4,\"columns\":3},"
                       "{\"colour\":\"blue\",\"rows\":3,\"columns\":2}],"
                       "\"contradiction\":[\"R1\"],\"irreducible\":true}");
    nonogram_rules.free(position);
    position = nonogram_from_picture(diagonal);
    position->puzzle->columns[1].clues[0].length = 2;
    expect_no_solution(position,
                       "No solution: the sums of rows and columns differ.\n"
                       "The rows ask for 2 black cells, the columns for 3.\n",
                       "{\"sums\":[{\"colour\":\"black\",\"rows\":2,\"columns\":3}],"
                       "\"contradiction\":[\"R1\",\"R2\",\"C1\",\"C2\"],\"irreducible\":true}");
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(puzzles_are_checked),
        cmocka_unit_test(cells_are_checked),
        cmocka_unit_test(moves_are_checked),
        cmocka_unit_test(cells_of_ambiguous_puzzles_are_checked),
        cmocka_unit_test(impossible_puzzles_are_checked),
        cmocka_unit_test(sums_that_differ_come_first),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests_name("nonogram_check", tests, NULL, NULL);
}

/* The public library as another program sees it: nothing here but its installed headers.
 * The template puzzle (rows of lamps; a press toggles a lamp and its neighbours) serves where exact
 * values are compared; what must hold for every puzzle is tested with every sample of each. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <unistd.h>

#include <quandary/quandary.h>

#include "tests/support/temporary.h"

static const char cross[] = "lamps\n.#.\n###\n.#.\n";

/* Opens a text from a block of exactly its size, so that reading behind it is noticed. */
static qd_session *open_text(const char *text, qd_error *error) {
    size_t size = strlen(text);
    char *block = calloc(size ? size : 1, 1);
    memcpy(block, text, size);
    qd_session *session = qd_open_text(block, size, "a.txt", NULL, NULL, error);
    free(block);
    return session;
}

static qd_session *open_fine(const char *text) {
    qd_error error;
    qd_session *session = open_text(text, &error);
    if (!session)
        fail_msg("%s", error.message);
    return session;
}

typedef void sample_visit(const qd_puzzle *puzzle, const char *text);

static void samples_of(const qd_puzzle *puzzle, sample_visit *visit) {
    const char *text;
    size_t count = 0;
    for (; (text = qd_puzzle_sample(puzzle, count)); count++)
        visit(puzzle, text);
    assert_true(count > 0);
}

/* Calls back with every sample of every puzzle, and of the template, which is not listed. */
static void each_sample(sample_visit *visit) {
    const qd_puzzle *puzzle;
    for (size_t i = 0; (puzzle = qd_puzzle_at(i)); i++)
        samples_of(puzzle, visit);
    samples_of(qd_puzzle_find("template"), visit);
}

/* ---- Version, puzzles ---- */

static void the_version_is_that_of_the_headers(void **state) {
    (void)state;
    char version[32];
    snprintf(version, sizeof version, "%d.%d.%d", QD_VERSION_MAJOR, QD_VERSION_MINOR,
             QD_VERSION_PATCH);
    assert_string_equal(qd_version(), version);
}

static void puzzles_are_listed_and_found_by_name(void **state) {
    (void)state;
    const qd_puzzle *puzzle;
    size_t count = 0;
    for (; (puzzle = qd_puzzle_at(count)); count++) {
        assert_ptr_equal(qd_puzzle_find(qd_puzzle_name(puzzle)), puzzle);
        assert_string_not_equal(qd_puzzle_name(puzzle), "template");
        assert_true(strlen(qd_puzzle_title(puzzle)) > 0);
        assert_true(strlen(qd_puzzle_summary(puzzle)) > 0);
        assert_true(strlen(qd_puzzle_moves(puzzle)) > 0);
        assert_non_null(qd_puzzle_sample(puzzle, 0));
    }
    assert_true(count >= 1);
    assert_null(qd_puzzle_at(count + 1));
    assert_null(qd_puzzle_at(SIZE_MAX));
    assert_null(qd_puzzle_find("no such puzzle"));
}

static void the_template_says_what_it_can_do(void **state) {
    (void)state;
    const qd_puzzle *puzzle = qd_puzzle_find("template");
    assert_non_null(puzzle);
    assert_int_equal(qd_puzzle_capabilities(puzzle), QD_CAN_SOLVE | QD_CAN_HINT | QD_CAN_CHECK |
                                                         QD_CAN_RATE | QD_CAN_GENERATE |
                                                         QD_CAN_SHOW);
    qd_format format;
    assert_true(qd_puzzle_format(puzzle, 0, &format));
    assert_string_equal(format.name, "lamps");
    assert_string_equal(format.extension, ".lamps");
    assert_true(strlen(format.summary) > 0);
    assert_false(qd_puzzle_format(puzzle, 1, &format));
    assert_string_equal(format.name, "lamps");
}

/* ---- Errors ---- */

static void an_error_points_to_its_place(void **state) {
    (void)state;
    qd_error error;
    assert_null(open_text("lamps\n.#.\n##x\n.#.\n", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "a.txt");
    assert_int_equal(error.line, 3);
    assert_int_equal(error.column, 3);
    char text[QD_ERROR_SIZE];
    size_t length = qd_error_text(&error, text, sizeof text);
    assert_int_equal(length, strlen(text));
    assert_string_equal(text, "a.txt:3:3: a lamp is '#' (lit) or '.' (dark)\n"
                              "  ##x\n"
                              "    ^\n");
}

static void an_error_text_is_cut_to_its_buffer(void **state) {
    (void)state;
    qd_error error;
    assert_null(open_text("lamps\n.#.\n##x\n.#.\n", &error));
    char whole[QD_ERROR_SIZE];
    size_t length = qd_error_text(&error, whole, sizeof whole);
    assert_int_equal(qd_error_text(&error, NULL, 0), length);
    char small[8];
    memset(small, 'z', sizeof small);
    assert_int_equal(qd_error_text(&error, small, 6), length);
    assert_string_equal(small, "a.txt");
    assert_int_equal(small[6], 'z');
}

static void the_longest_error_text_fits(void **state) {
    (void)state;
    qd_error error = {.status = QD_BAD_INPUT, .line = INT32_MAX, .column = INT32_MAX};
    memset(error.file, 'f', sizeof error.file - 1);
    memset(error.message, 'm', sizeof error.message - 1);
    memset(error.excerpt, 'e', sizeof error.excerpt - 1);
    error.caret = (int)sizeof error.excerpt;
    assert_true(qd_error_text(&error, NULL, 0) < QD_ERROR_SIZE);
}

static void texts_that_are_no_puzzle_are_refused(void **state) {
    (void)state;
    qd_error error;
    assert_null(open_text("", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(open_text("good morning\n", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(open_text("good morning\n", NULL));
    assert_null(qd_open_text("", SIZE_MAX, NULL, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_open_text("x", 1, NULL, "template", NULL, &error));
    assert_string_equal(error.file, "<text>");
}

/* The bytes are never looked at. */
static void a_text_that_is_too_large_is_refused(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(qd_open_text("", ((size_t)64 << 20) + 1, NULL, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "64 MiB"));
}

static void an_illegal_move_in_a_text_is_an_error_there(void **state) {
    (void)state;
    qd_error error;
    assert_null(open_text("lamps\n.#.\n###\n.#.\nmoves: B2 Z9\n", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_int_equal(error.line, 5);
    assert_int_equal(error.column, 11);
}

static void an_unknown_puzzle_is_an_error_that_helps(void **state) {
    (void)state;
    qd_error error;
    const char *first = qd_puzzle_name(qd_puzzle_at(0));
    char name[64], expected[128];
    snprintf(name, sizeof name, "%sx", first);
    snprintf(expected, sizeof expected, "there is no puzzle '%s'; did you mean '%s'?", name, first);
    assert_null(qd_open_text(cross, strlen(cross), NULL, name, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.message, expected);
    assert_null(qd_generate(name, NULL, 1, NULL, &error));
    assert_string_equal(error.message, expected);
    assert_null(qd_options_new("", &error));
    assert_string_equal(error.message, "there is no puzzle ''");
}

static void a_successful_call_clears_the_error(void **state) {
    (void)state;
    qd_error error;
    assert_null(open_text("lamps\n", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    qd_session *session = open_text(cross, &error);
    assert_int_equal(error.status, QD_YES);
    assert_string_equal(error.message, "");
    qd_session_free(session);
}

static void freeing_nothing_is_fine(void **state) {
    (void)state;
    qd_free(NULL);
    qd_session_free(NULL);
    qd_moves_free(NULL);
    qd_options_free(NULL);
    qd_control_free(NULL);
    qd_answer_free(NULL);
    qd_solution_close(NULL);
    qd_report_free(NULL);
}

/* ---- Moves ---- */

static void moves_are_played_taken_back_and_played_again(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    assert_string_equal(qd_puzzle_name(qd_session_puzzle(session)), "template");
    assert_false(qd_session_undo(session));
    assert_false(qd_session_redo(session));
    assert_true(qd_session_play(session, "A1", NULL, NULL));
    assert_true(qd_session_play(session, "B2", NULL, NULL));
    assert_true(qd_session_play(session, "A1", NULL, NULL));
    assert_true(qd_session_solved(session));
    assert_true(qd_session_undo(session));
    assert_true(qd_session_undo(session));
    assert_int_equal(qd_session_redo_count(session), 2);
    assert_false(qd_session_solved(session));
    assert_true(qd_session_redo(session));
    assert_true(qd_session_redo(session));
    assert_true(qd_session_solved(session));
    qd_session_free(session);
}

static void the_played_moves_are_a_copy(void **state) {
    (void)state;
    qd_session *session = open_fine("lamps\n.#.\n###\n.#.\nmoves: A1 C3\n");
    qd_moves *played = qd_session_played(session);
    qd_session_free(session);
    assert_int_equal(qd_moves_count(played), 2);
    assert_string_equal(qd_moves_at(played, 0), "A1");
    assert_string_equal(qd_moves_at(played, 1), "C3");
    assert_null(qd_moves_at(played, 2));
    qd_moves_free(played);
}

static void an_illegal_move_changes_nothing(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    char *before = qd_session_game(session);
    qd_error error;
    assert_false(qd_session_play(session, "Z9", NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_true(strlen(error.message) > 0);
    assert_false(qd_session_play(session, "", NULL, NULL));
    char longer[2 * QD_MOVE_SIZE];
    memset(longer, 'A', sizeof longer - 1);
    longer[sizeof longer - 1] = '\0';
    assert_false(qd_session_play(session, longer, NULL, &error));
    char *after = qd_session_game(session);
    assert_string_equal(before, after);
    qd_free(before);
    qd_free(after);
    qd_session_free(session);
}

static void legal_moves_can_all_be_played(const qd_puzzle *puzzle, const char *text) {
    (void)puzzle;
    qd_session *session = open_fine(text);
    char *before = qd_session_position(session, NULL);
    qd_moves *legal = qd_session_legal(session, 10, NULL, NULL);
    assert_true(qd_moves_count(legal) <= 10);
    for (size_t i = 0; i < qd_moves_count(legal); i++) {
        assert_true(strlen(qd_moves_at(legal, i)) < QD_MOVE_SIZE);
        assert_true(qd_session_play(session, qd_moves_at(legal, i), NULL, NULL));
        assert_true(qd_session_undo(session));
    }
    char *after = qd_session_position(session, NULL);
    assert_string_equal(before, after);
    qd_free(before);
    qd_free(after);
    qd_moves_free(legal);
    qd_moves *none = qd_session_legal(session, 0, NULL, NULL);
    assert_int_equal(qd_moves_count(none), 0);
    qd_moves_free(none);
    qd_session_free(session);
}

static void legal_moves_of_all_samples(void **state) {
    (void)state;
    each_sample(legal_moves_can_all_be_played);
}

/* ---- Texts, pictures, files ---- */

static void a_position_is_a_start_and_a_conversion_has_the_moves(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    assert_true(qd_session_play(session, "A1", NULL, NULL));
    char *position = qd_session_position(session, NULL);
    assert_string_equal(position, "lamps\n#..\n.##\n.#.\n");
    qd_free(position);
    char *own = qd_session_convert(session, NULL, NULL);
    assert_string_equal(own, "lamps\n.#.\n###\n.#.\nmoves: A1\n");
    qd_free(own);
    qd_error error;
    assert_null(qd_session_convert(session, "paper", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "lamps"));
    qd_session_free(session);
}

static bool is_ascii(const char *text) {
    for (; *text; text++)
        if ((unsigned char)*text >= 0x80)
            return false;
    return true;
}

static void boards_come_plain_coloured_and_in_ascii(const qd_puzzle *puzzle, const char *text) {
    if (!(qd_puzzle_capabilities(puzzle) & QD_CAN_SHOW))
        return;
    qd_session *session = open_fine(text);
    qd_options *options = qd_options_new(qd_puzzle_name(puzzle), NULL);
    assert_true(qd_options_set(options, "ascii", NULL, NULL));
    char *plain = qd_session_board(session, NULL, false, NULL);
    char *coloured = qd_session_board(session, NULL, true, NULL);
    char *ascii = qd_session_board(session, options, false, NULL);
    assert_null(strchr(plain, '\033'));
    assert_non_null(strchr(coloured, '\033'));
    assert_true(strlen(ascii) > 0 && is_ascii(ascii));
    qd_free(plain);
    qd_free(coloured);
    qd_free(ascii);
    qd_options_free(options);
    qd_session_free(session);
}

static void boards_of_all_samples(void **state) {
    (void)state;
    each_sample(boards_come_plain_coloured_and_in_ascii);
}

static void pictures_are_svg_and_png(const qd_puzzle *puzzle, const char *text) {
    if (!(qd_puzzle_capabilities(puzzle) & QD_CAN_SHOW))
        return;
    qd_session *session = open_fine(text);
    char *svg = qd_session_svg(session, NULL, NULL);
    assert_non_null(strstr(svg, "<svg"));
    assert_non_null(strstr(svg, "</svg>"));
    qd_free(svg);
    size_t size = 0;
    unsigned char *png = qd_session_png(session, NULL, 1, &size, NULL);
    assert_true(size > 50);
    assert_memory_equal(png, "\x89PNG\r\n\x1a\n", 8);
    assert_memory_equal(png + size - 8, "IEND", 4);
    qd_free(png);
    qd_session_free(session);
}

static void pictures_of_all_samples(void **state) {
    (void)state;
    each_sample(pictures_are_svg_and_png);
}

static void a_png_of_no_size_is_refused(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    size_t size = 7;
    qd_error error;
    assert_null(qd_session_png(session, NULL, 0, &size, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_session_png(session, NULL, 1e9, &size, NULL));
    assert_int_equal(size, 7);
    qd_session_free(session);
}

static void a_game_is_saved_with_what_was_taken_back(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    assert_true(qd_session_play(session, "A1", NULL, NULL));
    assert_true(qd_session_play(session, "C3", NULL, NULL));
    assert_true(qd_session_undo(session));
    char path[64];
    temporary_name(path, sizeof path, "library");
    int file = mkstemp(path);
    assert_true(file >= 0);
    close(file);
    assert_true(qd_session_save(session, path, NULL));
    qd_error error;
    qd_session *again = qd_open_file(path, NULL, NULL, &error);
    assert_non_null(again);
    unlink(path);
    assert_int_equal(qd_session_redo_count(again), 1);
    char *game = qd_session_game(session), *game_again = qd_session_game(again);
    assert_string_equal(game, game_again);
    qd_free(game);
    qd_free(game_again);
    qd_session_free(again);
    qd_session_free(session);
}

static void files_that_cannot_be_used_are_errors(void **state) {
    (void)state;
    qd_error error;
    assert_null(qd_open_file("/nowhere/at/all", NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "/nowhere/at/all");
    qd_session *session = open_fine(cross);
    assert_false(qd_session_save(session, "/nowhere/at/all", &error));
    assert_int_equal(error.status, QD_FAILURE);
    qd_session_free(session);
}

/* ---- Options ---- */

static void options_are_checked_when_they_are_set(void **state) {
    (void)state;
    qd_error error;
    qd_options *options = qd_options_new("template", &error);
    assert_true(qd_options_set(options, "threads", "2", &error));
    assert_true(qd_options_set(options, "unique", "no", &error));
    assert_false(qd_options_set(options, "rows", "seven", &error));
    assert_string_equal(error.message, "'rows' takes a whole number from 1 to 6, not 'seven'");
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_false(qd_options_set(options, "rows", NULL, &error));
    assert_false(qd_options_set(options, "row", "3", &error));
    assert_string_equal(error.message, "there is no option 'row'; did you mean 'rows'?");
    assert_false(qd_options_set(options, "xyzzy", "3", &error));
    assert_string_equal(error.message, "there is no option 'xyzzy'");
    qd_options_free(options);
}

static void options_are_listed_once_each_and_can_be_set(void **state) {
    (void)state;
    const qd_puzzle *puzzle = qd_puzzle_find("template");
    qd_option option;
    size_t count = 0, threads = 0, rows = 0;
    for (; qd_option_at(puzzle, count, &option); count++) {
        assert_true(strlen(option.help) > 0);
        assert_null(strstr(option.help, "--"));
        threads += strcmp(option.name, "threads") == 0 && option.shared;
        rows += strcmp(option.name, "rows") == 0 && !option.shared;
    }
    assert_int_equal(threads, 1);
    assert_int_equal(rows, 1);
    assert_false(qd_option_at(puzzle, count, &option));
    qd_options *options = qd_options_new(NULL, NULL);
    for (size_t i = 0; qd_option_at(NULL, i, &option); i++) {
        assert_true(option.shared);
        assert_true(qd_options_set(options, option.name, option.argument ? "1" : NULL, NULL));
    }
    qd_options_free(options);
}

static void no_call_ignores_an_option(void **state) {
    (void)state;
    qd_error error;
    qd_session *session = qd_generate("hanoi", NULL, 1, NULL, NULL);
    qd_options *options = qd_options_new("hanoi", NULL);
    assert_false(qd_options_set(options, "threads", "2", &error));
    assert_true(qd_options_set(options, "unique", NULL, &error));
    assert_null(qd_hint(session, options, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.message, "hanoi's hint does not take 'unique'");
    assert_null(qd_generate("hanoi", options, 1, NULL, &error));
    qd_options_free(options);
    options = qd_options_new("flows", NULL);
    assert_true(qd_options_set(options, "anyone", NULL, NULL));
    assert_null(qd_generate("flows", options, 1, NULL, &error));
    assert_string_equal(error.message, "'anyone' needs 'supermove=double' or single");
    qd_options_free(options);
    options = qd_options_new(NULL, NULL);
    assert_true(qd_options_set(options, "ascii", NULL, NULL));
    assert_null(qd_session_svg(session, options, &error));
    assert_string_equal(error.message, "'ascii' is for boards made of characters");
    assert_null(qd_solve(session, options, NULL, &error));
    assert_string_equal(error.message, "'ascii' is for boards, and none is shown here");
    qd_options_free(options);
    qd_session_free(session);
}

/* In Flows it takes a search to see that this move is not legal. */
static void a_limit_leaves_moves_undecided(void **state) {
    (void)state;
    static const char text[] = "flows\nradius: 3\nplayers: 3\nseats: 0 2 4\nboard:\n"
                               "        .   2S  .   0NW\n"
                               "      2S  .   0SW 0SW 3S\n"
                               "    1NW .   .   .   .   .\n"
                               "  .   .   .   .   3S  .   .\n"
                               "    3SW 0SW 1S  3S  .   2NW\n"
                               "      .   3S  0S  3S  .\n"
                               "        .   .   .   1SE\n"
                               "moves: P3C1T3S\n";
    const size_t before = sizeof text - sizeof "moves: P3C1T3S\n";
    qd_error error;
    qd_control *control = qd_control_new(&(qd_limits){.nodes = 1});
    assert_null(qd_open_text(text, sizeof text - 1, NULL, NULL, control, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_null(qd_open_text(text, sizeof text - 1, NULL, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    qd_session *session = qd_open_text(text, before, NULL, NULL, NULL, &error);
    assert_non_null(session);
    assert_false(qd_session_play(session, "P3C1T3S", control, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_false(qd_session_play(session, "P3C1T3S", NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_session_legal(session, 1000, control, &error));
    assert_int_equal(error.status, QD_LIMIT);
    qd_moves *legal = qd_session_legal(session, 1000, NULL, &error);
    assert_int_equal(qd_moves_count(legal), 59 + 115 + 57 + 37);
    qd_moves_free(legal);
    qd_control_free(control);
    qd_session_free(session);
}

static void options_must_suit_the_puzzle(void **state) {
    (void)state;
    qd_error error;
    qd_session *session = open_fine(cross);
    qd_options *others = qd_options_new(qd_puzzle_name(qd_puzzle_at(0)), NULL);
    assert_null(qd_solve(session, others, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_session_board(session, others, false, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    qd_options_free(others);
    qd_options *shared = qd_options_new(NULL, NULL);
    assert_true(qd_options_set(shared, "count", "2", NULL));
    qd_answer *answer = qd_solve(session, shared, NULL, &error);
    assert_non_null(answer);
    qd_answer_free(answer);
    qd_options_free(shared);
    qd_session_free(session);
}

/* ---- Solve ---- */

static void an_answer_outlives_its_session(void **state) {
    (void)state;
    qd_error error;
    qd_session *session = open_fine(cross);
    qd_answer *answer = qd_solve(session, NULL, NULL, &error);
    assert_true(qd_session_play(session, "A1", NULL, NULL));
    qd_session_free(session);
    assert_non_null(answer);
    assert_int_equal(error.status, QD_YES);
    assert_int_equal(qd_answer_status(answer), QD_YES);
    assert_int_equal(qd_answer_verdict(answer), QD_SOLVED);
    assert_int_equal(qd_answer_solutions(answer), 1);
    assert_string_equal(qd_answer_text(answer), "Solved with 1 press, in any order.\n");
    assert_non_null(strstr(qd_answer_json(answer), "\"presses\":1,"));
    qd_solution *solution = qd_solution_open(answer, 0, NULL, &error);
    char move[QD_MOVE_SIZE];
    assert_int_equal(qd_solution_next(solution, move, sizeof move), QD_YES);
    assert_string_equal(move, "B2");
    assert_int_equal(qd_solution_next(solution, move, sizeof move), QD_NO);
    assert_int_equal(qd_solution_next(solution, move, sizeof move), QD_NO);
    assert_string_equal(move, "B2");
    qd_solution_close(solution);
    qd_answer_free(answer);
}

static void a_move_waits_for_a_buffer_that_holds_it(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    qd_solution *solution = qd_solution_open(answer, 0, "0", NULL);
    char move[4] = "zzz";
    assert_int_equal(qd_solution_next(solution, move, 0), QD_BAD_INPUT);
    assert_int_equal(qd_solution_next(solution, move, 2), QD_BAD_INPUT);
    assert_string_equal(move, "zzz");
    assert_int_equal(qd_solution_next(solution, move, 3), QD_YES);
    assert_string_equal(move, "B2");
    assert_int_equal(qd_solution_next(solution, move, 0), QD_NO);
    qd_solution_close(solution);
    qd_answer_free(answer);
    qd_session_free(session);
}

static void solutions_are_opened_only_where_there_is_one(void **state) {
    (void)state;
    qd_error error;
    qd_session *session = open_fine(cross);
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    assert_null(qd_solution_open(answer, 1, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_solution_open(answer, 0, "-1", &error));
    assert_null(qd_solution_open(answer, 0, "2", &error));
    assert_null(qd_solution_open(answer, 0, "99999999999999999999", NULL));
    char move[QD_MOVE_SIZE];
    qd_solution *end = qd_solution_open(answer, 0, "1", &error);
    assert_int_equal(qd_solution_next(end, move, sizeof move), QD_NO);
    qd_solution_close(end);
    qd_answer_free(answer);
    qd_session_free(session);
}

static void an_animation_shows_the_moves_of_a_way(void **state) {
    (void)state;
    qd_error error;
    qd_session *session = open_fine(cross);
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    qd_session_free(session);
    char *svg = qd_answer_animation(answer, NULL, 0, NULL, UINT64_MAX, 0.5, &error);
    assert_non_null(svg);
    assert_int_equal(error.status, QD_YES);
    assert_int_equal(strncmp(svg, "<svg ", 5), 0);
    assert_non_null(strstr(svg, "animation:3s ")); /* two pictures and the pause */
    assert_non_null(strstr(svg, ">1 of 1: B2</text>"));
    qd_free(svg);
    assert_null(qd_answer_animation(answer, NULL, 0, NULL, UINT64_MAX, 100, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_answer_animation(answer, NULL, 1, NULL, UINT64_MAX, 1, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_null(qd_answer_animation(answer, NULL, 0, "-1", UINT64_MAX, 1, NULL));
    qd_options *options = qd_options_new("hanoi", NULL);
    assert_null(qd_answer_animation(answer, options, 0, NULL, UINT64_MAX, 1, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    qd_options_free(options);
    qd_answer_free(answer);
}

static void a_long_animation_is_refused(void **state) {
    (void)state;
    qd_error error;
    qd_session *session =
        open_fine("11 10 9 8 7 6 5 4 3 2 1 | |\ngoal: | | 11 10 9 8 7 6 5 4 3 2 1\n");
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    qd_session_free(session);
    assert_null(qd_answer_animation(answer, NULL, 0, NULL, UINT64_MAX, 1, &error));
    assert_string_equal(error.message, "an animation has at most 2000 moves, and this solution has "
                                       "more; choose a part of it with from and count");
    char *svg = qd_answer_animation(answer, NULL, 0, "0", QD_ANIMATION_MOVES, 1, &error);
    assert_non_null(svg);
    qd_free(svg);
    qd_answer_free(answer);
}

static void unsolvable_is_an_answer(void **state) {
    (void)state;
    qd_session *session = open_fine("lamps\n#...\n....\n....\n....\n");
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    assert_int_equal(qd_answer_status(answer), QD_NO);
    assert_int_equal(qd_answer_verdict(answer), QD_UNSOLVABLE);
    assert_int_equal(qd_answer_solutions(answer), 0);
    assert_string_equal(qd_answer_json(answer), "{}");
    assert_null(qd_solution_open(answer, 0, NULL, NULL));
    qd_answer_free(answer);
    qd_report *hint = qd_hint(session, NULL, NULL, NULL);
    assert_int_equal(qd_report_status(hint), QD_NO);
    assert_int_equal(qd_moves_count(qd_report_moves(hint)), 0);
    qd_report_free(hint);
    qd_session_free(session);
}

static void not_unique_is_no_but_has_its_ways(void **state) {
    (void)state;
    qd_session *session = open_fine("lamps\n#...#\n.#.#.\n#...#\n.#.#.\n#...#\n");
    qd_options *options = qd_options_new("template", NULL);
    assert_true(qd_options_set(options, "unique", NULL, NULL));
    qd_answer *answer = qd_solve(session, options, NULL, NULL);
    assert_int_equal(qd_answer_status(answer), QD_NO);
    assert_int_equal(qd_answer_verdict(answer), QD_SOLVED);
    assert_int_equal(qd_answer_solutions(answer), 2);
    qd_answer_free(answer);
    qd_options_free(options);
    qd_session_free(session);
}

/* Playing every way through must end solved. */
static void ways_lead_to_the_end(const qd_puzzle *puzzle, const char *text) {
    if (!(qd_puzzle_capabilities(puzzle) & QD_CAN_SOLVE))
        return;
    qd_session *session = open_fine(text);
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    assert_non_null(answer);
    assert_int_equal(qd_answer_solutions(answer) > 0, qd_answer_verdict(answer) == QD_SOLVED);
    for (unsigned way = 0; way < qd_answer_solutions(answer); way++) {
        qd_session *game = open_fine(text);
        qd_solution *solution = qd_solution_open(answer, way, NULL, NULL);
        char move[QD_MOVE_SIZE];
        while (qd_solution_next(solution, move, sizeof move) == QD_YES)
            assert_true(qd_session_play(game, move, NULL, NULL));
        assert_true(qd_session_solved(game));
        qd_solution_close(solution);
        qd_session_free(game);
    }
    qd_answer_free(answer);
    qd_session_free(session);
}

static void solutions_of_all_samples(void **state) {
    (void)state;
    each_sample(ways_lead_to_the_end);
}

/* ---- Hint, check, rate, generate ---- */

static void hints_lead_to_the_end(void **state) {
    (void)state;
    qd_session *session = open_fine("lamps\n##.#\n.###\n#.##\n");
    qd_answer *answer = qd_solve(session, NULL, NULL, NULL);
    assert_int_equal(qd_answer_verdict(answer), QD_SOLVED);
    qd_answer_free(answer);
    for (int steps = 0; !qd_session_solved(session); steps++) {
        assert_true(steps < 12);
        qd_report *hint = qd_hint(session, NULL, NULL, NULL);
        assert_int_equal(qd_report_status(hint), QD_YES);
        assert_true(strlen(qd_report_text(hint)) > 0);
        const qd_moves *moves = qd_report_moves(hint);
        assert_true(qd_moves_count(moves) > 0);
        for (size_t i = 0; i < qd_moves_count(moves); i++)
            assert_true(qd_session_play(session, qd_moves_at(moves, i), NULL, NULL));
        qd_report_free(hint);
    }
    qd_session_free(session);
}

static void reports_have_text_and_json(void **state) {
    (void)state;
    qd_session *session = open_fine(cross);
    qd_report *reports[] = {qd_hint(session, NULL, NULL, NULL), qd_check(session, NULL, NULL, NULL),
                            qd_rate(session, NULL, NULL, NULL)};
    qd_session_free(session);
    for (size_t i = 0; i < sizeof reports / sizeof *reports; i++) {
        assert_non_null(reports[i]);
        assert_int_equal(qd_report_status(reports[i]), QD_YES);
        const char *text = qd_report_text(reports[i]), *json = qd_report_json(reports[i]);
        assert_int_equal(text[strlen(text) - 1], '\n');
        assert_int_equal(json[0], '{');
        assert_int_equal(json[strlen(json) - 1], '}');
        assert_null(strchr(json, '\n'));
        assert_int_equal(qd_moves_count(qd_report_moves(reports[i])), i == 0 ? 1 : 0);
        qd_report_free(reports[i]);
    }
}

/* Opponents play a game to its end; then there is no reply. */
static void opponents_reply(void **state) {
    (void)state;
    qd_session *session = open_fine("flows\nradius: 1\nseats: 0 1\nseed: 3\n");
    while (!qd_session_solved(session)) {
        qd_report *reply = qd_reply(session, NULL, NULL, NULL);
        assert_true(qd_session_play(session, qd_moves_at(qd_report_moves(reply), 0), NULL, NULL));
        qd_report_free(reply);
    }
    assert_null(qd_reply(session, NULL, NULL, NULL));
    qd_session_free(session);
}

static void generating_depends_on_the_seed_and_options_alone(void **state) {
    (void)state;
    qd_options *options = qd_options_new("template", NULL);
    assert_true(qd_options_set(options, "rows", "3", NULL));
    char *texts[3];
    for (int i = 0; i < 3; i++) {
        qd_session *session = qd_generate("template", options, i < 2 ? 5 : 6, NULL, NULL);
        assert_non_null(session);
        texts[i] = qd_session_position(session, NULL);
        qd_session_free(session);
    }
    assert_string_equal(texts[0], texts[1]);
    assert_string_not_equal(texts[0], texts[2]);
    for (int i = 0; i < 3; i++)
        qd_free(texts[i]);
    qd_options_free(options);
}

static void a_file_of_several_is_asked_for_one(void **state) {
    (void)state;
    char path[64], name[80];
    static const char text[] = "$1\n1\n1\n$2\n2\n1\n2\n1\n";
    temporary_name(path, sizeof path, "library");
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(write(file, text, sizeof text - 1), sizeof text - 1);
    close(file);
    qd_error error;
    assert_null(qd_open_file(path, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "holds 2 puzzles"));
    snprintf(name, sizeof name, "%s#2", path);
    qd_session *session = qd_open_file(name, NULL, NULL, &error);
    assert_non_null(session);
    char *board = qd_session_convert(session, "cwd", &error);
    assert_string_equal(board, "2\n2\n2\n1\n\n2\n1\n");
    assert_null(qd_session_convert(session, "png", &error)); /* not known yet */
    static const char *const moves[] = {"R1C1=#", "R1C2=#", "R2C1=#", "R2C2=."};
    for (size_t i = 0; i < 4; i++)
        assert_true(qd_session_play(session, moves[i], NULL, &error));
    assert_null(qd_session_convert(session, "png", &error));
    assert_string_equal(error.message, "the format png is no text");
    qd_free(board);
    qd_session_free(session);
    snprintf(name, sizeof name, "%s#3", path);
    assert_null(qd_open_file(name, NULL, NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    unlink(path);
}

static qd_report *report_of_words(const char *words) {
    qd_options *options = qd_options_new("nonogram", NULL);
    assert_true(qd_options_set(options, "text", words, NULL));
    qd_session *session = qd_generate("nonogram", options, 1, NULL, NULL);
    assert_non_null(session);
    qd_report *report = qd_generate_report(session);
    qd_session_free(session);
    qd_options_free(options);
    return report;
}

static void the_generator_reports_what_it_did(void **state) {
    (void)state;
    qd_report *changed = report_of_words("/"), *as_it_is = report_of_words("Hi!");
    assert_int_equal(qd_report_status(changed), QD_YES);
    assert_int_equal(strncmp(qd_report_text(changed), "Changed ", 8), 0);
    assert_non_null(strstr(qd_report_json(changed), "\"changed\":[{\"cell\""));
    assert_string_equal(qd_report_text(as_it_is), "");
    assert_non_null(strstr(qd_report_json(as_it_is), "\"changed\":[]"));
    qd_report_free(changed);
    qd_report_free(as_it_is);
    qd_session *opened = qd_open_text(cross, strlen(cross), NULL, NULL, NULL, NULL);
    qd_report *nothing = qd_generate_report(opened);
    assert_string_equal(qd_report_text(nothing), "");
    assert_string_equal(qd_report_json(nothing), "{}");
    qd_report_free(nothing);
    qd_session_free(opened);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_version_is_that_of_the_headers),
        cmocka_unit_test(puzzles_are_listed_and_found_by_name),
        cmocka_unit_test(the_template_says_what_it_can_do),
        cmocka_unit_test(an_error_points_to_its_place),
        cmocka_unit_test(an_error_text_is_cut_to_its_buffer),
        cmocka_unit_test(the_longest_error_text_fits),
        cmocka_unit_test(texts_that_are_no_puzzle_are_refused),
        cmocka_unit_test(a_text_that_is_too_large_is_refused),
        cmocka_unit_test(an_illegal_move_in_a_text_is_an_error_there),
        cmocka_unit_test(an_unknown_puzzle_is_an_error_that_helps),
        cmocka_unit_test(a_successful_call_clears_the_error),
        cmocka_unit_test(freeing_nothing_is_fine),
        cmocka_unit_test(moves_are_played_taken_back_and_played_again),
        cmocka_unit_test(the_played_moves_are_a_copy),
        cmocka_unit_test(an_illegal_move_changes_nothing),
        cmocka_unit_test(legal_moves_of_all_samples),
        cmocka_unit_test(a_position_is_a_start_and_a_conversion_has_the_moves),
        cmocka_unit_test(boards_of_all_samples),
        cmocka_unit_test(pictures_of_all_samples),
        cmocka_unit_test(a_png_of_no_size_is_refused),
        cmocka_unit_test(a_game_is_saved_with_what_was_taken_back),
        cmocka_unit_test(files_that_cannot_be_used_are_errors),
        cmocka_unit_test(options_are_checked_when_they_are_set),
        cmocka_unit_test(options_are_listed_once_each_and_can_be_set),
        cmocka_unit_test(no_call_ignores_an_option),
        cmocka_unit_test(a_limit_leaves_moves_undecided),
        cmocka_unit_test(options_must_suit_the_puzzle),
        cmocka_unit_test(an_answer_outlives_its_session),
        cmocka_unit_test(a_move_waits_for_a_buffer_that_holds_it),
        cmocka_unit_test(solutions_are_opened_only_where_there_is_one),
        cmocka_unit_test(an_animation_shows_the_moves_of_a_way),
        cmocka_unit_test(a_long_animation_is_refused),
        cmocka_unit_test(unsolvable_is_an_answer),
        cmocka_unit_test(not_unique_is_no_but_has_its_ways),
        cmocka_unit_test(solutions_of_all_samples),
        cmocka_unit_test(hints_lead_to_the_end),
        cmocka_unit_test(reports_have_text_and_json),
        cmocka_unit_test(opponents_reply),
        cmocka_unit_test(generating_depends_on_the_seed_and_options_alone),
        cmocka_unit_test(the_generator_reports_what_it_did),
        cmocka_unit_test(a_file_of_several_is_asked_for_one),
    };
    return cmocka_run_group_tests_name("library", tests, NULL, NULL);
}

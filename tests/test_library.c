/* The public library as another program sees it: nothing here but its installed headers.
 * The template puzzle (rows of lamps; a press toggles a lamp and its neighbours) serves where exact
 * values are compared; what must hold for every puzzle is tested with every sample of each. */
#include "tests/support/library.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/support/temporary.h"

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
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

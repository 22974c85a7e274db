/* The options of the public library: checked when they are set, and never ignored. */
#include "tests/support/library.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(options_are_checked_when_they_are_set),
        cmocka_unit_test(options_are_listed_once_each_and_can_be_set),
        cmocka_unit_test(no_call_ignores_an_option),
        cmocka_unit_test(a_limit_leaves_moves_undecided),
        cmocka_unit_test(options_must_suit_the_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

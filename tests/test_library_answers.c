/* What the public library answers: solutions, animations, hints, reports, replies, new puzzles. */
#include "tests/support/library.h"

#include <stdio.h>
#include <unistd.h>

#include "tests/support/temporary.h"

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
    return cmocka_run_group_tests(tests, NULL, NULL);
}

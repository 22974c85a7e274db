/* Ways of answers: the positions on them, and what every puzzle's drawings must keep to so that
 * they can be animated. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/draw/drawing_internal.h"
#include "puzzles/interface/registry.h"
#include "session/solution.h"
#include "session/verbs.h"

/* ---- helpers ---- */

struct solved {
    struct session *session;
    struct options *options;
    qd_control *control;
    struct answer answer;
    qd_status status;
};

static struct solved solve_text(const struct puzzle *as, const char *text) {
    struct solved solved = {.options = options_new(NULL), .control = control_new(NULL)};
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    qd_error error = {0};
    solved.session = session_open(&source, as, NULL, NULL, &error);
    if (!solved.session)
        fail_msg("%s", error.message);
    solved.status =
        verb_solve(solved.session, solved.options, solved.control, &solved.answer, &error);
    return solved;
}

static void solved_free(struct solved *solved) {
    verb_answer_free(solved->session, &solved->answer);
    session_free(solved->session);
    options_free(solved->options);
    control_free(solved->control);
}

static qd_status animate(const struct solved *solved, struct solution_part part, struct buf *out,
                         qd_error *error) {
    *error = (qd_error){0};
    return solution_animate(solved->session, &solved->answer, &part, solved->options, out, error);
}

static const char *group_id(const struct drawing *drawing, size_t number) {
    return drawing->texts.text + drawing->groups[number].id;
}

static bool has_group(const struct drawing *drawing, const char *id) {
    for (size_t i = 0; i < drawing->group_count; i++)
        if (strcmp(group_id(drawing, i), id) == 0)
            return true;
    return false;
}

/* ---- what drawings keep to ---- */

static void expect_ids_differ(const struct puzzle *puzzle, const struct drawing *drawing) {
    assert_false(drawing->in_group);
    for (size_t i = 0; i < drawing->group_count; i++)
        for (size_t k = 0; k < i; k++)
            if (strcmp(group_id(drawing, i), group_id(drawing, k)) == 0)
                fail_msg("%s: two groups are called '%s'", puzzle->name, group_id(drawing, i));
}

/* What a group is called after the move must be there then, and be no other group's name. */
static void expect_followed(const struct puzzle *puzzle, const struct position *position,
                            const char *move, const struct drawing *before,
                            const struct drawing *after) {
    struct record names = {0};
    for (size_t i = 0; puzzle->render->follow && i < before->group_count; i++) {
        struct buf now = {0};
        puzzle->render->follow(position, move, group_id(before, i), &now);
        if (!has_group(after, buf_text(&now)))
            fail_msg("%s: %s has no group '%s'", puzzle->name, move, buf_text(&now));
        for (size_t k = 0; k < names.count; k++)
            assert_string_not_equal(names.moves[k].text, buf_text(&now));
        record_add(&names, buf_text(&now), 0);
        buf_free(&now);
    }
    record_free(&names);
}

static void expect_drawings_along(const struct puzzle *puzzle, const struct solved *solved,
                                  struct move_iterator *iterator) {
    struct position *position = puzzle->rules->copy(session_position(solved->session));
    struct buf move = {0};
    struct refusal why = {0};
    for (int i = 0; i < 100 && puzzle->solve->next(iterator, &move); i++) {
        struct position *next = puzzle->rules->copy(position);
        assert_int_equal(puzzle->rules->move(next, move.text, NULL, &why), QD_YES);
        struct drawing *before = puzzle->render->draw(position, solved->options);
        struct drawing *after = puzzle->render->draw(next, solved->options);
        expect_ids_differ(puzzle, before);
        expect_ids_differ(puzzle, after);
        expect_followed(puzzle, position, move.text, before, after);
        drawing_free(before);
        drawing_free(after);
        puzzle->rules->free(position);
        position = next;
        buf_clear(&move);
    }
    puzzle->rules->free(position);
    buf_free(&move);
    refusal_free(&why);
}

static void expect_sample(const struct puzzle *puzzle, const char *text) {
    struct solved solved = solve_text(puzzle, text);
    struct buf out = {0};
    qd_error error;
    qd_status status =
        animate(&solved, (struct solution_part){.count = 100, .seconds = 1}, &out, &error);
    if (solved.answer.solutions == 0) {
        assert_int_equal(status, QD_BAD_INPUT);
        assert_int_equal(out.size, 0);
    } else {
        assert_int_equal(status, QD_YES);
        assert_non_null(strstr(out.text, "</svg>\n"));
        struct move_iterator *iterator = puzzle->solve->iterate(&solved.answer, 0, NULL, NULL);
        expect_drawings_along(puzzle, &solved, iterator);
        puzzle->solve->end(iterator);
    }
    buf_free(&out);
    solved_free(&solved);
}

static void samples_of_every_puzzle_are_animated(void **state) {
    (void)state;
    const struct puzzle *puzzle;
    size_t count = 0;
    for (size_t i = 0; (puzzle = registry_at(i)); i++) {
        if (!puzzle->solve || !puzzle->render || !puzzle->render->draw)
            continue;
        for (const struct puzzle_sample *sample = puzzle->samples; sample->name; sample++, count++)
            expect_sample(puzzle, sample->text);
    }
    assert_true(count > 3);
}

/* ---- positions and parts ---- */

static const char tower[] = "3 2 1 | |\ngoal: | | 3 2 1\n";

/* The whole solution by the puzzle's own function and by playing must end alike. */
static void a_position_on_a_way_is_the_one_that_its_moves_reach(void **state) {
    (void)state;
    struct solved solved = solve_text(NULL, tower);
    const struct puzzle *puzzle = session_puzzle(solved.session);
    struct position *jumped = solution_position(solved.session, &solved.answer, 0, "5", NULL);
    struct position *played = puzzle->rules->copy(session_position(solved.session));
    assert_true(solution_play(puzzle, &solved.answer, 0, NULL, 5, played, NULL));
    struct buf a = {0}, b = {0};
    struct record none = {0};
    puzzle->text->print(jumped, &none, puzzle->text->formats, &a, NULL);
    puzzle->text->print(played, &none, puzzle->text->formats, &b, NULL);
    assert_string_equal(a.text, b.text);
    assert_false(puzzle->rules->solved(played));
    assert_true(solution_play(puzzle, &solved.answer, 0, "5", UINT64_MAX, played, NULL));
    assert_true(puzzle->rules->solved(played));
    buf_free(&a);
    buf_free(&b);
    puzzle->rules->free(jumped);
    puzzle->rules->free(played);
    solved_free(&solved);
}

static void a_position_too_far_away_is_refused(void **state) {
    (void)state;
    struct solved solved =
        solve_text(NULL, "20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1 | |\n");
    const struct puzzle *puzzle = session_puzzle(solved.session);
    struct position *position = puzzle->rules->copy(session_position(solved.session));
    qd_error error = {0};
    assert_true(
        solution_play(puzzle, &solved.answer, 0, NULL, SOLUTION_PLAY_LIMIT, position, &error));
    assert_false(solution_play(puzzle, &solved.answer, 0, "100000", SOLUTION_PLAY_LIMIT + 1,
                               position, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    puzzle->rules->free(position);
    solved_free(&solved);
}

static void a_part_says_which_moves_it_has(void **state) {
    (void)state;
    struct solved solved = solve_text(NULL, tower);
    struct buf out = {0};
    qd_error error;
    struct solution_part part = {.from = "5", .count = 1, .seconds = 1};
    assert_int_equal(animate(&solved, part, &out, &error), QD_YES);
    assert_non_null(strstr(out.text, ">5 of 7</text>"));
    assert_non_null(strstr(out.text, ">6 of 7: 1&gt;2</text>"));
    assert_null(strstr(out.text, ">7 of 7"));
    buf_clear(&out);
    part = (struct solution_part){.from = "7", .count = 9, .seconds = 1};
    assert_int_equal(animate(&solved, part, &out, &error), QD_YES);
    assert_non_null(strstr(out.text, ">7 of 7</text>"));
    assert_null(strstr(out.text, "<style>"));
    buf_free(&out);
    solved_free(&solved);
}

static void expect_refused(const struct solved *solved, struct solution_part part,
                           const char *message) {
    struct buf out = {0};
    qd_error error;
    assert_int_equal(animate(solved, part, &out, &error), QD_BAD_INPUT);
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, message));
    assert_int_equal(
        solution_animate(solved->session, &solved->answer, &part, solved->options, &out, NULL),
        QD_BAD_INPUT);
    assert_int_equal(out.size, 0);
}

static void parts_that_cannot_be_animated_are_refused(void **state) {
    (void)state;
    struct solved solved =
        solve_text(NULL, "11 10 9 8 7 6 5 4 3 2 1 | |\ngoal: | | 11 10 9 8 7 6 5 4 3 2 1\n");
    const struct solution_part fine = {.from = "47", .count = UINT64_MAX, .seconds = 1};
    struct solution_part part = fine; /* 2047 moves in all: the last 2000 */
    struct buf out = {0};
    qd_error error;
    assert_int_equal(animate(&solved, part, &out, &error), QD_YES);
    buf_free(&out);
    part.from = "46";
    expect_refused(&solved, part, "at most 2000 moves");
    part = fine;
    part.from = "2048";
    expect_refused(&solved, part, "2048");
    part.from = "many";
    expect_refused(&solved, part, "number");
    part = fine;
    part.solution = 1;
    expect_refused(&solved, part, "there is no solution 1");
    part = fine;
    part.seconds = 0;
    expect_refused(&solved, part, "0.05 to 60 seconds");
    solved_free(&solved);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(samples_of_every_puzzle_are_animated),
        cmocka_unit_test(a_position_on_a_way_is_the_one_that_its_moves_reach),
        cmocka_unit_test(a_position_too_far_away_is_refused),
        cmocka_unit_test(a_part_says_which_moves_it_has),
        cmocka_unit_test(parts_that_cannot_be_animated_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

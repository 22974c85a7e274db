/* Mistakes, and the words of hints. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/nonogram/explain/mistakes.h"
#include "puzzles/nonogram/explain/sentences.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"

static qd_status ask(const struct game *game, struct hint *hint) {
    qd_control *control = control_new(NULL);
    struct options *options = options_new(NULL);
    qd_error error = {0};
    qd_status status = nonogram_hint.hint(game, options, control, hint, &error);
    options_free(options);
    control_free(control);
    return status;
}

/* ---- mistakes ---- */

static const char *const heart[] = {".#.#.", "#####", "#####", ".###.", "..#..", NULL};

/* A game, and the moves that were played. */
struct played {
    struct position *start, *position;
    struct record moves;
    struct game game;
};

/* Takes over the start. */
static void play(struct played *played, struct position *start, const char *const *moves) {
    struct refusal why = {0};
    *played = (struct played){.start = start};
    played->position = nonogram_rules.copy(played->start);
    for (; *moves; moves++) {
        assert_int_equal(nonogram_rules.move(played->position, *moves, NULL, &why), QD_YES);
        record_add(&played->moves, *moves, 0);
    }
    played->game = (struct game){
        .start = played->start, .moves = &played->moves, .position = played->position};
    refusal_free(&why);
}

static void end_game(struct played *played) {
    record_free(&played->moves);
    nonogram_rules.free(played->start);
    nonogram_rules.free(played->position);
}

static void expect_mistake(const char *const *picture, const char *const *moves,
                           enum nonogram_mistake kind, size_t move, const char *words) {
    struct played played;
    struct hint hint = {0};
    struct nonogram_mistakes mistakes;
    qd_control *control = control_new(NULL);
    play(&played, nonogram_from_picture(picture), moves);
    qd_status status = nonogram_mistakes_find(&played.game, control, &mistakes);
    assert_int_equal(status, kind == NONOGRAM_MISTAKE_NONE ? QD_YES : QD_NO);
    assert_int_equal(mistakes.kind, kind);
    assert_int_equal(mistakes.move, move);
    assert_int_equal(mistakes.undo, move ? played.moves.count - move + 1 : 0);
    assert_int_equal(ask(&played.game, &hint), status);
    if (!strstr(buf_text(&hint.text), words))
        fail_msg("\"%s\" is not in: %s", words, buf_text(&hint.text));
    hint_free(&hint);
    control_free(control);
    end_game(&played);
}

static void mistakes_are_found(void **state) {
    (void)state;
    static const char *const good[] = {"R1C2=#", "R1C4=#", "R1C1=.", NULL};
    static const char *const cell[] = {"R1C2=#", "R1C1=#", NULL};
    static const char *const line[] = {"R1C2=#", "R1C1=#", "R2C1=#", "R2C2=#", "R2C3=.", NULL};
    static const char *const apart[] = {"R4C1=#", "R4C5=#", NULL};
    static const char *const mended[] = {"R1C1=#", "R1C1=?", "R1C2=#", NULL};
    static const char *const marked[] = {"R2C3=#", "R1C4=.", NULL};
    expect_mistake(heart, good, NONOGRAM_MISTAKE_NONE, 0, "R");
    expect_mistake(heart, mended, NONOGRAM_MISTAKE_NONE, 0, "R");
    expect_mistake(heart, cell, NONOGRAM_MISTAKE_LINE, 2,
                   "Row 1 (1 1) has a run of 2, longer than any of its clues.");
    expect_mistake(heart, apart, NONOGRAM_MISTAKE_LINE, 1,
                   "Row 4 (3) has filled cells too far apart for one run of 3.");
    expect_mistake(heart, line, NONOGRAM_MISTAKE_LINE, 2, "Undo 4 moves: move 2, R1C1=#");
    expect_mistake(heart, marked, NONOGRAM_MISTAKE_CELL, 2,
                   "One of the empty cells in row 1 is wrong");
}

/* Each line can be completed; there is more than one solution before, and none after. */
static void mistakes_without_one_solution(void **state) {
    (void)state;
    static const char *const checks[] = {"#..", ".#.", "..#", NULL};
    static const char *const good[] = {"R1C3=#", NULL};
    static const char *const wrong[] = {"R1C3=.", "R1C1=.", "R2C2=#", NULL};
    expect_mistake(checks, good, NONOGRAM_MISTAKE_NONE, 0, "R");
    expect_mistake(checks, wrong, NONOGRAM_MISTAKE_CELL, 3, "move 3, R2C2=#");
}

static void puzzles_without_a_solution(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    struct played played;
    struct hint hint = {0};
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(2, 2);
    nonogram_line_add(&puzzle->rows[0], 1, 1);
    nonogram_line_add(&puzzle->columns[0], 2, 1);
    play(&played, nonogram_position_new(puzzle), none);
    assert_int_equal(ask(&played.game, &hint), QD_NO);
    assert_non_null(strstr(buf_text(&hint.text), "The puzzle has no solution"));
    assert_string_equal(json_string_value(json_object_get(hint.fields, "mistake")), "puzzle");
    hint_free(&hint);
    end_game(&played);
}

static void solved_puzzles_have_no_next_step(void **state) {
    (void)state;
    static const char *const moves[] = {"R1C1=#", NULL};
    static const char *const picture[] = {"#.", NULL};
    struct played played;
    struct hint hint = {0};
    play(&played, nonogram_from_picture(picture), moves);
    assert_int_equal(ask(&played.game, &hint), QD_NO);
    assert_string_equal(buf_text(&hint.text), "It is solved already.\n");
    hint_free(&hint);
    end_game(&played);
}

/* ---- hints ---- */

static void a_hint_reads_like_a_sentence(void **state) {
    (void)state;
    static const char *const none[] = {NULL};
    struct played played;
    struct hint hint = {0};
    play(&played, nonogram_from_picture(heart), none);
    assert_int_equal(ask(&played.game, &hint), QD_YES);
    assert_string_equal(buf_text(&hint.text),
                        "Row 2 (5) is just as long as its 5, so columns 1-5 are filled.\n");
    assert_string_equal(json_string_value(json_object_get(hint.fields, "technique")),
                        "complete_line");
    assert_string_equal(buf_text(&hint.brief), "R2C1-5=#");
    assert_string_equal(json_string_value(json_object_get(hint.fields, "line")), "R2");
    assert_string_equal(json_string_value(json_object_get(hint.fields, "clues")), "5");
    hint_free(&hint);
    end_game(&played);
}

static void expect_clue(struct nonogram_speech *speech, unsigned clue, const char *words) {
    buf_clear(speech->out);
    nonogram_say_clue(speech, clue);
    assert_string_equal(buf_text(speech->out), words);
}

static void expect_clues(struct nonogram_speech *speech, unsigned first, unsigned count,
                         const char *words) {
    buf_clear(speech->out);
    nonogram_say_some_clues(speech, first, count);
    assert_string_equal(buf_text(speech->out), words);
}

static void clues_have_names(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(60, 1);
    struct nonogram_line *row = &puzzle->rows[0];
    struct buf out = {0};
    struct nonogram_speech speech = {.out = &out, .puzzle = puzzle, .view = {.line = row}};
    nonogram_line_add(row, 1, 1);
    nonogram_line_add(row, 2, 1);
    expect_clue(&speech, 1, "the 2");
    expect_clues(&speech, 0, 2, "both clues");
    nonogram_line_add(row, 1, 1);
    expect_clue(&speech, 0, "the first 1");
    expect_clue(&speech, 2, "the second 1");
    expect_clues(&speech, 1, 1, "the 2");
    expect_clues(&speech, 1, 2, "the second and third clues (2 1)");
    expect_clues(&speech, 0, 3, "all its clues");
    while (row->count < 24)
        nonogram_line_add(row, 1, 1);
    expect_clue(&speech, 11, "the 11th 1");
    expect_clue(&speech, 12, "the 12th 1");
    expect_clue(&speech, 21, "the 21st 1");
    expect_clue(&speech, 22, "the 22nd 1");
    expect_clue(&speech, 23, "the 23rd 1");
    expect_clues(&speech, 1, 3, "the second to fourth clues (2 1 1)");
    puzzle->colours = 2;
    expect_clue(&speech, 1, "the black 2");
    buf_free(&out);
    nonogram_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(mistakes_are_found),
        cmocka_unit_test(mistakes_without_one_solution),
        cmocka_unit_test(puzzles_without_a_solution),
        cmocka_unit_test(solved_puzzles_have_no_next_step),
        cmocka_unit_test(a_hint_reads_like_a_sentence),
        cmocka_unit_test(clues_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The mouse and the cursor's place in the full-screen player. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/view/layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const flag[] = {"rrr.", "bb.g", "b.gg", "b...", NULL};

static struct play_place place_of(const struct position *position, const struct play_input *input,
                                  const struct options *options) {
    struct play_place place = {0};
    nonogram_play.place(position, input, options, &place);
    return place;
}

/* Points at a cell of the board as it is shown now, and plays what comes of it. */
static char *point_at(struct position *position, struct play_input *input,
                      const struct options *options, int row, int column, int button) {
    struct play_input there = *input;
    there.row = row;
    there.column = column;
    struct play_place place = place_of(position, &there, options);
    struct buf moves = {0}, why = {0};
    bool complete =
        nonogram_play.point(position, input, options, place.row, place.column, button, &moves);
    assert_int_equal(complete, moves.size > 0);
    char *text = strdup(buf_text(&moves)), *copy = strdup(text), *rest = NULL;
    for (char *move = strtok_r(copy, " ", &rest); move; move = strtok_r(NULL, " ", &rest))
        assert_true(nonogram_rules.move(position, move, &why));
    free(copy);
    buf_free(&moves);
    buf_free(&why);
    return text;
}

static void expect_point(struct position *position, struct play_input *input, int row, int column,
                         int button, const char *moves) {
    struct options *options = options_new();
    char *text = point_at(position, input, options, row, column, button);
    assert_string_equal(text, moves);
    free(text);
    options_free(options);
}

static void buttons_set_cells(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    struct play_input input = {0};
    expect_point(position, &input, 1, 6, PLAY_BUTTON_LEFT, "R2C7=#");
    expect_point(position, &input, 1, 6, PLAY_LET_GO, "");
    assert_int_equal(input.row, 1); /* the cursor is there now */
    assert_int_equal(input.column, 6);
    expect_point(position, &input, 1, 6, PLAY_BUTTON_RIGHT, "R2C7=.");
    expect_point(position, &input, 1, 6, PLAY_BUTTON_RIGHT, "R2C7=?");
    expect_point(position, &input, 1, 6, PLAY_BUTTON_LEFT, "R2C7=#");
    expect_point(position, &input, 1, 6, PLAY_BUTTON_LEFT, "R2C7=?");
    nonogram_rules.free(position);
}

static void the_colour_held_fills(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    struct play_input input = {0};
    struct buf move = {0};
    assert_false(nonogram_play.key(position, &input, 'G', &move)); /* as g, which may be taken */
    expect_point(position, &input, 0, 1, PLAY_BUTTON_LEFT, "R1C2=g");
    assert_false(nonogram_play.key(position, &input, 'R', &move));
    expect_point(position, &input, 0, 1, PLAY_BUTTON_LEFT, "R1C2=r");
    buf_free(&move);
    nonogram_rules.free(position);
}

/* A stretch goes around cells that are known; one that clears does not. */
static void stretches_are_dragged(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    struct play_input input = {0};
    expect_point(position, &input, 4, 2, PLAY_BUTTON_RIGHT, "R5C3=.");
    expect_point(position, &input, 4, 2, PLAY_LET_GO, "");
    expect_point(position, &input, 4, 4, PLAY_BUTTON_LEFT, "R5C5=#");
    expect_point(position, &input, 3, 0, PLAY_LET_GO, "R5C4=# R5C2=# R5C1=#");
    assert_int_equal(input.row, 4);
    assert_int_equal(input.column, 0);
    expect_point(position, &input, 5, 6, PLAY_LET_GO, ""); /* nothing was pressed */
    expect_point(position, &input, 4, 0, PLAY_BUTTON_LEFT, "R5C1=?");
    expect_point(position, &input, 4, 6, PLAY_LET_GO, "R5C2=? R5C3=? R5C4=? R5C5=?");
    expect_point(position, &input, 5, 6, PLAY_BUTTON_RIGHT, "R6C7=.");
    expect_point(position, &input, 3, 5, PLAY_LET_GO, "R5C7=. R4C7=."); /* along the column */
    nonogram_rules.free(position);
}

static void clues_and_lines_are_no_cells(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    struct options *options = options_new();
    struct play_input input = {.row = 2, .column = 3};
    struct play_place place = place_of(position, &input, options);
    const int nothing[][2] = {{-1, -1},
                              {0, place.column},
                              {place.row, 0},
                              {place.row, place.left - 1},          /* the frame */
                              {place.top - 1, place.column},        /* the frame */
                              {place.row, place.left + 5 * 2},      /* between groups */
                              {place.top + 5, place.column},        /* between groups */
                              {place.bottom, place.column},         /* the remarks */
                              {place.row, place.left + 7 * 2 + 2}}; /* behind the board */
    struct buf moves = {0};
    for (size_t i = 0; i < COUNT(nothing); i++) {
        assert_false(nonogram_play.point(position, &input, options, nothing[i][0], nothing[i][1],
                                         PLAY_BUTTON_LEFT, &moves));
        assert_int_equal(input.pressed, 0);
    }
    assert_int_equal(input.row, 2);
    buf_free(&moves);
    options_free(options);
    nonogram_rules.free(position);
}

/* On a board of which only a part is shown, every cell of the part can be pressed, the part stays
 * until the button is let go, and then shows the cell. */
static void parts_stay_while_a_button_is_down(void **state) {
    (void)state;
    enum { ROUNDS = 300, SEED = 5, WIDTH = 150, HEIGHT = 230, NEAR = 4 };
    struct position *position = nonogram_chessboard(WIDTH, HEIGHT, 7);
    struct options *options = options_new();
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        struct play_input input = {.row = NEAR + (int)random_below(&random, HEIGHT - 2 * NEAR),
                                   .column = NEAR + (int)random_below(&random, WIDTH - 2 * NEAR)};
        struct play_input before = input;
        struct play_place place = place_of(position, &input, options);
        struct buf moves = {0}, expected = {0};
        nonogram_move_add(&expected, position->puzzle, (unsigned)input.row, (unsigned)input.column,
                          1);
        assert_true(nonogram_play.point(position, &input, options, place.row, place.column,
                                        PLAY_BUTTON_LEFT, &moves));
        assert_string_equal(moves.text, expected.text);
        buf_clear(&moves);
        assert_int_equal(input.row, before.row);
        /* with the cursor elsewhere the same press is found by what is shown then */
        input.row = before.row - NEAR;
        place = place_of(position, &input, options);
        assert_false(nonogram_play.point(position, &input, options, 0, 0, PLAY_LET_GO, &moves));
        assert_int_equal(input.row, before.row);
        assert_int_equal(input.column, before.column);
        buf_free(&moves);
        buf_free(&expected);
    }
    options_free(options);
    nonogram_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(buttons_set_cells),
        cmocka_unit_test(the_colour_held_fills),
        cmocka_unit_test(stretches_are_dragged),
        cmocka_unit_test(clues_and_lines_are_no_cells),
        cmocka_unit_test(parts_stay_while_a_button_is_down),
    };
    return cmocka_run_group_tests_name("nonogram_play", tests, NULL, NULL);
}

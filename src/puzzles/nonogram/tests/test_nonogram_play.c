/* The full-screen player: keys, the mouse, and where the cursor is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/interface/terminal/player.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/view/layout.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

static const char *const boat[] = {"...#...", "...##..", "...###.", "...#...",
                                   "#######", ".#####.", NULL};
static const char *const flag[] = {"rrr.", "bb.g", "b.gg", "b...", NULL};

static const char *const plain[] = {"ascii", NULL, NULL};

/* ---- keys ---- */

/* Presses the keys; the last of them must give the move, the others none. NULL: no key does. */
static void expect_keys(const struct position *position, const int *keys, size_t count,
                        const char *expected) {
    struct play_input input = {0};
    struct buf move = {0};
    for (size_t i = 0; i < count; i++) {
        bool complete = nonogram_terminal.key(position, &input, keys[i], &move);
        assert_int_equal(complete, expected && i + 1 == count);
    }
    if (expected)
        assert_string_equal(buf_text(&move), expected);
    buf_free(&move);
}

#define EXPECT_KEYS(position, expected, ...)                                                       \
    expect_keys(position, (const int[]){__VA_ARGS__}, COUNT(((const int[]){__VA_ARGS__})), expected)

static void keys_set_cells(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(boat);
    nonogram_set_cells(position, (const char *const[]){"#.?????", "???????", "???????", "???????",
                                                       "???????", "???????"});
    EXPECT_KEYS(position, "R1C1=?", ' '); /* the same key clears it */
    EXPECT_KEYS(position, "R1C1=.", 'x');
    EXPECT_KEYS(position, "R1C1=?", 'c');
    EXPECT_KEYS(position, "R1C1=?", 127);
    EXPECT_KEYS(position, "R1C2=#", PLAY_RIGHT, PLAY_ENTER);
    EXPECT_KEYS(position, "R1C2=?", PLAY_RIGHT, 'x');
    EXPECT_KEYS(position, "R6C7=#", PLAY_UP, PLAY_LEFT, ' '); /* around the edges */
    EXPECT_KEYS(position, "R1C3=.", PLAY_RIGHT, PLAY_RIGHT, '.');
    EXPECT_KEYS(position, "R6C7=#", ']', ']', '}', '}', ' '); /* not around them */
    EXPECT_KEYS(position, "R1C2=#", ']', ']', '[', PLAY_UP, PLAY_DOWN, ' ');
    EXPECT_KEYS(position, NULL, PLAY_DOWN, 'c', 'z', '2', 'n', 'p', 27, 0, 255);
    EXPECT_KEYS(position, "R2C1=#", PLAY_DOWN, '2', 'n', ' '); /* there is only one colour */
    nonogram_rules.free(position);
}

static void keys_choose_colours(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    EXPECT_KEYS(position, "R1C1=r", ' ');
    EXPECT_KEYS(position, "R1C1=b", '3', ' ');
    EXPECT_KEYS(position, "R1C1=g", 'g', ' ');
    EXPECT_KEYS(position, "R1C1=g", 'n', ' ');
    EXPECT_KEYS(position, "R1C1=r", 'n', 'n', 'n', ' ');
    EXPECT_KEYS(position, "R1C1=b", 'p', ' ');
    EXPECT_KEYS(position, "R1C1=g", '2', '4', '0', 'y', ' '); /* no such colours */
    nonogram_rules.free(position);
}

static void the_cursor_is_marked(void **state) {
    (void)state;
    struct position *position = nonogram_from_picture(flag);
    struct play_input input = {.row = 1, .column = 2, .held = 2};
    nonogram_set_cells(position, (const char *const[]){"rrr?", "????", "????", "????"});
    char *text = nonogram_shown(position, plain, &input);
    assert_string_equal(text, "       1r 1r 1r\n"
                              "       3b 1b 1g 2g\n"
                              "     +------------+\n"
                              "   3r|rrrrrrrrr   |\n"
                              "2b 1g|      [ ]   |\n"
                              "1b 2g|            |\n"
                              "   1b|            |\n"
                              "     +------------+\n"
                              " r  red   g  green   b  blue\n"
                              "R2C3 unknown   filling with green\n"
                              "row 2: 2b 1g\n"
                              "column 3: (1r) 1g\n");
    free(text);
    input = (struct play_input){.row = 0, .column = 1};
    text = nonogram_shown(position, NULL, &input);
    assert_non_null(strstr(text, "3̶r̶│rrr[r]rrr   │")); /* done: struck out */
    free(text);
    nonogram_rules.free(position);
}

/* The cursor is visible everywhere on a large board, with the cells around it. */
static void the_cursor_is_seen_on_large_boards(void **state) {
    (void)state;
    enum { ROUNDS = 60, SEED = 11, WIDTH = 150, HEIGHT = 230 };
    struct position *position = nonogram_chessboard(WIDTH, HEIGHT, 7);
    struct random random;
    random_seed(&random, SEED);
    for (int i = 0; i < ROUNDS; i++) {
        const char *const spans[] = {"ascii", NULL, i % 2 ? "span" : NULL, i % 4 == 1 ? "3" : "25",
                                     NULL};
        struct play_input input = {.row = (int)random_below(&random, HEIGHT),
                                   .column = (int)random_below(&random, WIDTH)};
        char where[64];
        snprintf(where, sizeof where, "\nR%dC%d unknown\n", input.row + 1, input.column + 1);
        char *text = nonogram_shown(position, spans, &input);
        assert_int_equal(nonogram_occurrences(text, "[]"), 1);
        assert_non_null(strstr(text, where));
        assert_null(strstr(text, "too many"));
        free(text);
    }
    nonogram_rules.free(position);
}

/* Column 61 has 30 clues; those near the cursor are shown, and dots where others are. */
static void clues_near_the_part_are_shown(void **state) {
    (void)state;
    enum { SIDE = 120 };
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(SIDE, SIDE);
    for (unsigned i = 0; i < 30; i++) {
        nonogram_line_add(&puzzle->columns[60], 1 + i % 9, 1);
        nonogram_line_add(&puzzle->rows[60], 10 + i, 1);
    }
    struct position *position = nonogram_position_new(puzzle);
    struct play_input input = {.row = 60, .column = 60};
    char *text = nonogram_shown(position, plain, &input);
    static const char *const column[] = {"..", "4", "5", "6", "7", "8", "9"};
    struct buf expected = {0}; /* the others have none: 0 */
    for (size_t i = 0; i < COUNT(column); i++)
        buf_printf(&expected, "%49s\n", column[i]);
    buf_printf(&expected, "%49s", "0 0 0 0 0  0 0 0 0 0 ..");
    assert_memory_equal(text, expected.text, expected.size);
    buf_free(&expected);
    assert_non_null(strstr(text, "\n .. 22 23 24 25 26 27 ..|")); /* the middle one is 25 */
    free(text);
    input = (struct play_input){0};
    text = nonogram_shown(position, plain, &input);
    assert_null(strstr(text, ".."));
    free(text);
    nonogram_rules.free(position);
}

/* ---- the mouse ---- */

static struct play_place place_of(const struct position *position, const struct play_input *input,
                                  const struct options *options) {
    struct play_place place = {0};
    nonogram_terminal.place(position, input, options, &place);
    return place;
}

/* Presses or releases a button at a cell of the board as it is shown, and plays the moves. */
static char *point_at(struct position *position, struct play_input *input,
                      const struct options *options, int row, int column, int button) {
    struct play_input there = *input;
    there.row = row;
    there.column = column;
    struct play_place place = place_of(position, &there, options);
    struct buf moves = {0};
    struct refusal why = {0};
    bool complete =
        nonogram_terminal.point(position, input, options, place.row, place.column, button, &moves);
    assert_int_equal(complete, moves.size > 0);
    char *text = strdup(buf_text(&moves)), *copy = strdup(text), *rest = NULL;
    for (char *move = strtok_r(copy, " ", &rest); move; move = strtok_r(NULL, " ", &rest))
        assert_int_equal(nonogram_rules.move(position, move, NULL, &why), QD_YES);
    free(copy);
    buf_free(&moves);
    refusal_free(&why);
    return text;
}

static void expect_point(struct position *position, struct play_input *input, int row, int column,
                         int button, const char *moves) {
    struct options *options = options_new(NULL);
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
    assert_false(
        nonogram_terminal.key(position, &input, 'G', &move)); /* as g, which may be taken */
    expect_point(position, &input, 0, 1, PLAY_BUTTON_LEFT, "R1C2=g");
    assert_false(nonogram_terminal.key(position, &input, 'R', &move));
    expect_point(position, &input, 0, 1, PLAY_BUTTON_LEFT, "R1C2=r");
    buf_free(&move);
    nonogram_rules.free(position);
}

/* Dragging skips known cells, unless it clears them. */
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
    struct options *options = options_new(NULL);
    struct play_input input = {.row = 2, .column = 3};
    struct play_place place = place_of(position, &input, options);
    const int nothing[][2] = {{-1, -1},
                              {0, place.column},
                              {place.row, 0},
                              {place.row, place.left - 1},          /* the frame */
                              {place.top - 1, place.column},        /* the frame */
                              {place.row, place.left + 5 * 2},      /* between groups */
                              {place.top + 5, place.column},        /* between groups */
                              {place.bottom, place.column},         /* the status lines */
                              {place.row, place.left + 7 * 2 + 2}}; /* right of the board */
    struct buf moves = {0};
    for (size_t i = 0; i < COUNT(nothing); i++) {
        assert_false(nonogram_terminal.point(position, &input, options, nothing[i][0],
                                             nothing[i][1], PLAY_BUTTON_LEFT, &moves));
        assert_int_equal(input.pressed, 0);
    }
    assert_int_equal(input.row, 2);
    buf_free(&moves);
    options_free(options);
    nonogram_rules.free(position);
}

/* Where only a part of the board is shown, every cell of it can be pressed; the part stays until
 * the button is released, and then shows the cell. */
static void parts_stay_while_a_button_is_down(void **state) {
    (void)state;
    enum { ROUNDS = 300, SEED = 5, WIDTH = 150, HEIGHT = 230, NEAR = 4 };
    struct position *position = nonogram_chessboard(WIDTH, HEIGHT, 7);
    struct options *options = options_new(NULL);
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
        assert_true(nonogram_terminal.point(position, &input, options, place.row, place.column,
                                            PLAY_BUTTON_LEFT, &moves));
        assert_string_equal(moves.text, expected.text);
        buf_clear(&moves);
        assert_int_equal(input.row, before.row);
        /* with the cursor elsewhere, another part is shown and pressed */
        input.row = before.row - NEAR;
        place = place_of(position, &input, options);
        assert_false(nonogram_terminal.point(position, &input, options, 0, 0, PLAY_LET_GO, &moves));
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
        cmocka_unit_test(keys_set_cells),
        cmocka_unit_test(keys_choose_colours),
        cmocka_unit_test(the_cursor_is_marked),
        cmocka_unit_test(the_cursor_is_seen_on_large_boards),
        cmocka_unit_test(clues_near_the_part_are_shown),
        cmocka_unit_test(buttons_set_cells),
        cmocka_unit_test(the_colour_held_fills),
        cmocka_unit_test(stretches_are_dragged),
        cmocka_unit_test(clues_and_lines_are_no_cells),
        cmocka_unit_test(parts_stay_while_a_button_is_down),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

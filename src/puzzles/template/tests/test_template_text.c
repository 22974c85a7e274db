/* The template beside its solver: texts, new boards, keys, the mouse, and what is drawn. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/interface/terminal/player.h"
#include "puzzles/template/tests/template_boards.h"
#include "tests/support/puzzle_texts.h"

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
        assert_null(template_parse(cases[i].text, &moves, &error));
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
        template_parse("\xef\xbb\xbf ; a mark, CRLF, blanks\r\n" TEMPLATE_KEYWORD
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
    struct position *board = template_board(1, 1, 1);
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
    struct position *board = template_board(2, 3, 0);
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
    struct position *board = template_board(2, 3, 0);
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
    struct position *board = template_board(2, 3, 0x15);
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

#include <limits.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/draw/canvas.h"
#include "base/utf8.h"

static const struct style PLAIN = {0};
static const struct style RED = {.fore = INK_RED};

static int make(void **state) {
    *state = canvas_new();
    return 0;
}

static int release(void **state) {
    canvas_free(*state);
    return 0;
}

static void assert_printed(const struct canvas *canvas, bool colour, const char *expected) {
    struct buf out = {0};
    canvas_print(canvas, colour, &out);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void assert_cell(const struct canvas *canvas, int row, int col, const char *text) {
    assert_string_equal(canvas_cell(canvas, row, col)->text, text);
}

/* Every code point of the text in turn; the list ends with 0. */
static void assert_codes(const char *text, const uint32_t *codes) {
    do
        assert_int_equal(utf8_next(&text), *codes);
    while (*codes++);
}

static void utf8_reads_valid_text(void **state) {
    (void)state;
    const uint32_t none[] = {0};
    assert_codes("", none);
    const uint32_t bounds[] = {0x7F,   0x80,   0x7FF,   0x800,    0xD7FF,
                               0xE000, 0xFFFF, 0x10000, 0x10FFFF, 0};
    assert_codes("\x7F\xC2\x80\xDF\xBF\xE0\xA0\x80\xED\x9F\xBF\xEE\x80\x80\xEF\xBF\xBF"
                 "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
                 bounds);
}

static void utf8_refuses_the_rest_byte_by_byte(void **state) {
    (void)state;
    const uint32_t stray[] = {UTF8_BAD, 'a', UTF8_BAD, UTF8_BAD, 0};
    assert_codes("\x80"
                 "a\xFF\xF8",
                 stray);
    const uint32_t cut[] = {UTF8_BAD, UTF8_BAD, 'a', 0};
    assert_codes("\xE2\x82"
                 "a",
                 cut);
    const uint32_t cut_by_end[] = {UTF8_BAD, UTF8_BAD, 0};
    assert_codes("\xE2\x82", cut_by_end);
    const uint32_t overlong[] = {UTF8_BAD, UTF8_BAD, 0};
    assert_codes("\xC0\xAF", overlong);
    const uint32_t surrogate[] = {UTF8_BAD, UTF8_BAD, UTF8_BAD, 0};
    assert_codes("\xED\xA0\x80", surrogate);
    const uint32_t too_far[] = {UTF8_BAD, UTF8_BAD, UTF8_BAD, UTF8_BAD, 0};
    assert_codes("\xF4\x90\x80\x80", too_far);
}

static void starts_empty(void **state) {
    assert_int_equal(canvas_rows(*state), 0);
    assert_int_equal(canvas_cols(*state), 0);
    assert_cell(*state, 0, 0, " ");
    assert_cell(*state, -1, -1, " ");
    assert_cell(*state, INT_MAX, INT_MAX, " ");
    assert_printed(*state, false, "");
    assert_printed(*state, true, "");
    canvas_free(NULL);
}

static void grows_to_hold_what_is_put(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, 2, 3, "ab", PLAIN), 5);
    assert_int_equal(canvas_rows(canvas), 3);
    assert_int_equal(canvas_cols(canvas), 5);
    assert_int_equal(canvas_put(canvas, 0, 8, "c", PLAIN), 9);
    assert_int_equal(canvas_rows(canvas), 3);
    assert_int_equal(canvas_cols(canvas), 9);
    assert_cell(canvas, 2, 4, "b");
    assert_cell(canvas, 2, 2, " ");
    assert_cell(canvas, 1, 7, " ");
    assert_printed(canvas, false, "        c\n\n   ab\n");
}

static void cuts_off_what_lies_outside(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, -1, 0, "above", PLAIN), 5);
    assert_int_equal(canvas_put(canvas, CANVAS_SIDE, 0, "below", PLAIN), 5);
    assert_int_equal(canvas_put(canvas, 0, INT_MAX, "right", PLAIN), INT_MAX);
    assert_int_equal(canvas_rows(canvas), 0);
    assert_int_equal(canvas_put(canvas, 0, -2, "abc", PLAIN), 1);
    assert_printed(canvas, false, "c\n");
    canvas_put(canvas, 0, CANVAS_SIDE - 1, "xy", PLAIN);
    assert_int_equal(canvas_cols(canvas), CANVAS_SIDE);
    assert_cell(canvas, 0, CANVAS_SIDE - 1, "x");
}

static void trims_trailing_blanks(void **state) {
    struct canvas *canvas = *state;
    canvas_put(canvas, 0, 0, "a b  ", PLAIN);
    canvas_put(canvas, 1, 0, "   ", RED);
    canvas_put(canvas, 2, 0, "c ", (struct style){.back = INK_BLUE});
    canvas_put(canvas, 3, 0, " ", (struct style){.underline = true});
    assert_printed(canvas, false, "a b\n\nc\n\n");
    assert_printed(canvas, true, "a b\n\n\033[44mc \033[0m\n\033[4m \033[0m\n");
}

static void prints_codes_only_at_changes(void **state) {
    struct canvas *canvas = *state;
    canvas_put(canvas, 0, 0, "ab", RED);
    canvas_put(canvas, 0, 2, "cd", RED);
    canvas_put(canvas, 0, 4, "e", (struct style){.fore = INK_RED, .bold = true});
    canvas_put(canvas, 0, 5, "f", PLAIN);
    canvas_put(canvas, 1, 0, "g", PLAIN);
    assert_printed(canvas, true, "\033[31mabcd\033[0;1;31me\033[0mf\ng\n");
    assert_printed(canvas, false, "abcdef\ng\n");
}

static void knows_every_colour_and_attribute(void **state) {
    struct canvas *canvas = *state;
    canvas_put(canvas, 0, 0, "a", (struct style){INK_BLACK, INK_WHITE, true, true, true});
    canvas_put(canvas, 1, 0, "b", (struct style){.fore = INK_BRIGHT_BLACK, .back = INK_BLACK});
    canvas_put(canvas, 2, 0, "c",
               (struct style){.fore = INK_BRIGHT_WHITE, .back = INK_BRIGHT_WHITE});
    canvas_put(canvas, 3, 0, "d", (struct style){.fore = 17, .back = 255});
    assert_printed(canvas, true,
                   "\033[1;2;4;30;47ma\033[0m\n\033[90;40mb\033[0m\n\033[97;107mc\033[0m\nd\n");
}

static void gives_cells_with_their_style(void **state) {
    struct canvas *canvas = *state;
    canvas_put(canvas, 1, 1, "x", (struct style){.fore = INK_CYAN, .dim = true});
    const struct cell *cell = canvas_cell(canvas, 1, 1);
    assert_string_equal(cell->text, "x");
    assert_int_equal(cell->style.fore, INK_CYAN);
    assert_int_equal(cell->style.back, INK_DEFAULT);
    assert_true(cell->style.dim);
    assert_false(cell->style.bold);
    canvas_put(canvas, 1, 1, "y", PLAIN);
    assert_string_equal(canvas_cell(canvas, 1, 1)->text, "y");
    assert_false(canvas_cell(canvas, 1, 1)->style.dim);
}

static void gives_each_code_point_a_cell(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, 0, 0, "é█→x", PLAIN), 4);
    assert_cell(canvas, 0, 0, "é");
    assert_cell(canvas, 0, 1, "█");
    assert_cell(canvas, 0, 3, "x");
    assert_printed(canvas, false, "é█→x\n");
}

static void replaces_what_a_terminal_must_not_see(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, 0, 0, "a\033[31m\n\x7F\xC2\x9B", PLAIN), 9);
    assert_printed(canvas, false, "a?[31m???\n");
    assert_int_equal(canvas_put(canvas, 1, 0,
                                "\xFF\xC3"
                                "a\xE2\x82",
                                PLAIN),
                     5);
    canvas_put(canvas, 2, 0, "\xE2\x80\xA8", PLAIN); /* U+2028, a line break */
    assert_printed(canvas, false, "a?[31m???\n??a??\n?\n");
}

static void gives_wide_characters_two_cells(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, 0, 0, "日本x🟥", PLAIN), 7);
    assert_cell(canvas, 0, 0, "日");
    assert_cell(canvas, 0, 1, "");
    assert_cell(canvas, 0, 4, "x");
    assert_cell(canvas, 0, 5, "🟥");
    assert_int_equal(canvas_cols(canvas), 7);
    assert_printed(canvas, false, "日本x🟥\n");
}

static void blanks_the_other_half_of_a_wide_character(void **state) {
    struct canvas *canvas = *state;
    canvas_put(canvas, 0, 0, "日本語", PLAIN);
    canvas_put(canvas, 0, 1, "a", PLAIN);
    canvas_put(canvas, 0, 2, "b", PLAIN);
    assert_printed(canvas, false, " ab 語\n");
    canvas_put(canvas, 0, 3, "火", PLAIN);
    assert_printed(canvas, false, " ab火\n");
    canvas_put(canvas, 1, -1, "日c", PLAIN);
    assert_printed(canvas, false, " ab火\n c\n");
    canvas_put(canvas, 2, CANVAS_SIDE - 1, "日", PLAIN);
    assert_cell(canvas, 2, CANVAS_SIDE - 1, " ");
}

static void keeps_marks_with_their_character(void **state) {
    struct canvas *canvas = *state;
    assert_int_equal(canvas_put(canvas, 0, 0, "e\xCC\x81x", PLAIN), 2);
    assert_cell(canvas, 0, 0, "e\xCC\x81");
    assert_cell(canvas, 0, 1, "x");
    assert_int_equal(canvas_put(canvas, 1, 0, "\xCC\x81z", PLAIN), 1);
    assert_cell(canvas, 1, 0, "z");
    /* Three marks fit after one byte, the fourth does not. */
    canvas_put(canvas, 2, 0, "o\xCC\x81\xCC\x82\xCC\x83\xCC\x84", PLAIN);
    assert_cell(canvas, 2, 0, "o\xCC\x81\xCC\x82\xCC\x83");
    /* Two fit after two bytes: the third would leave no room for the NUL. */
    canvas_put(canvas, 3, 0, "é\xCC\x81\xCC\x82\xCC\x83", PLAIN);
    assert_cell(canvas, 3, 0, "é\xCC\x81\xCC\x82");
}

static void fills_rectangles(void **state) {
    struct canvas *canvas = *state;
    canvas_fill(canvas, 1, 1, 2, 3, ".x", RED);
    assert_printed(canvas, false, "\n ...\n ...\n");
    assert_int_equal(canvas_cell(canvas, 2, 3)->style.fore, INK_RED);
    canvas_fill(canvas, 0, 0, 1, 3, "日", PLAIN);
    assert_printed(canvas, false, "日\n ...\n ...\n");
    assert_int_equal(canvas_cols(canvas), 4);
    canvas_fill(canvas, 1, 0, 5, 2, "", PLAIN);
    assert_printed(canvas, false, "日\n  ..\n  ..\n\n\n\n");
}

static void fills_only_what_lies_on_it(void **state) {
    struct canvas *canvas = *state;
    canvas_fill(canvas, 0, 0, 0, 5, "#", PLAIN);
    canvas_fill(canvas, 0, 0, 5, -1, "#", PLAIN);
    canvas_fill(canvas, CANVAS_SIDE, 0, 5, 5, "#", PLAIN);
    canvas_fill(canvas, INT_MIN, INT_MIN, INT_MAX, INT_MAX, "#", PLAIN);
    assert_int_equal(canvas_rows(canvas), 0);
    canvas_fill(canvas, -3, -3, 5, 4, "#", PLAIN);
    assert_printed(canvas, false, "#\n#\n");
    canvas_fill(canvas, 1, CANVAS_SIDE - 1, 1, INT_MAX, "#", PLAIN);
    assert_int_equal(canvas_cols(canvas), CANVAS_SIDE);
    assert_int_equal(canvas_rows(canvas), 2);
}

int main(void) {
#define TEST(name) cmocka_unit_test_setup_teardown(name, make, release)
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(utf8_reads_valid_text),
        cmocka_unit_test(utf8_refuses_the_rest_byte_by_byte),
        TEST(starts_empty),
        TEST(grows_to_hold_what_is_put),
        TEST(cuts_off_what_lies_outside),
        TEST(trims_trailing_blanks),
        TEST(prints_codes_only_at_changes),
        TEST(knows_every_colour_and_attribute),
        TEST(gives_cells_with_their_style),
        TEST(gives_each_code_point_a_cell),
        TEST(replaces_what_a_terminal_must_not_see),
        TEST(gives_wide_characters_two_cells),
        TEST(blanks_the_other_half_of_a_wide_character),
        TEST(keeps_marks_with_their_character),
        TEST(fills_rectangles),
        TEST(fills_only_what_lies_on_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

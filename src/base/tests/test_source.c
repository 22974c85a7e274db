/* Lines, and errors that point into a text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/source.h"

#define SOURCE(text)                                                                               \
    { .name = "a.txt", .data = text, .size = sizeof(text) - 1 }

static void expect_place(const struct source *source, size_t offset, int line, int column) {
    qd_error error = {0};
    assert_false(source_error(source, offset, &error, "no %s", "good"));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "a.txt");
    assert_string_equal(error.message, "no good");
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
}

static void places_are_counted_from_one(void **state) {
    (void)state;
    const struct source source = SOURCE("ab\ncd\n");
    expect_place(&source, 0, 1, 1);
    expect_place(&source, 1, 1, 2);
    expect_place(&source, 2, 1, 3);
    expect_place(&source, 3, 2, 1);
    expect_place(&source, 5, 2, 3);
    expect_place(&source, 6, 3, 1);
    expect_place(&source, 1000, 3, 1);
}

static void all_line_ends_count_once(void **state) {
    (void)state;
    const struct source source = SOURCE("a\r\nb\rc\nd");
    expect_place(&source, 0, 1, 1);
    expect_place(&source, 3, 2, 1);
    expect_place(&source, 5, 3, 1);
    expect_place(&source, 7, 4, 1);
}

static void columns_count_characters(void **state) {
    (void)state;
    const struct source source = SOURCE("\xc3\xa4\xe2\x97\x8f\xf0\x9f\x98\x80x");
    expect_place(&source, 9, 1, 4);
    qd_error error = {0};
    source_error(&source, 9, &error, "x");
    assert_int_equal(error.caret, 3);
    assert_string_equal(error.excerpt, source.data);
}

static void the_excerpt_is_the_line(void **state) {
    (void)state;
    const struct source source = SOURCE("first\n\tsecond line\nthird");
    qd_error error = {0};
    source_error(&source, 7, &error, "x");
    assert_string_equal(error.excerpt, " second line");
    assert_int_equal(error.caret, 1);
}

static void a_long_line_is_cut_around_the_place(void **state) {
    (void)state;
    char text[10001];
    memset(text, 'a', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    text[5000] = 'X';
    const struct source source = {.name = "a.txt", .data = text, .size = sizeof text - 1};
    qd_error error = {0};
    source_error(&source, 5000, &error, "x");
    assert_int_equal(error.column, 5001);
    assert_true(strlen(error.excerpt) < 100);
    assert_int_equal(error.excerpt[error.caret], 'X');
}

/* Wide characters fill the excerpt's bytes before its characters; none may be cut in the middle. */
static void a_long_line_of_wide_characters_fits(void **state) {
    (void)state;
    struct buf text = {0};
    for (int i = 0; i < 300; i++)
        buf_add(&text, "\xf0\x9f\x98\x80");
    const struct source source = {.name = "a.txt", .data = text.text, .size = text.size};
    qd_error error = {0};
    source_error(&source, 600, &error, "x");
    assert_true(strlen(error.excerpt) < sizeof error.excerpt);
    assert_int_equal(strlen(error.excerpt) % 4, 0);
    assert_int_equal(error.column, 151);
    buf_free(&text);
}

/* Nothing that could control a terminal, and no broken UTF-8, whatever the text contains. */
static void hostile_bytes_are_not_shown(void **state) {
    (void)state;
    const struct source source = SOURCE("\x80\x81 a\x1b[2J\x7f\xff\xc2\x9b\0b\xe2\x97 \xc3\xa4");
    for (size_t offset = 0; offset <= source.size; offset++) {
        qd_error error = {0};
        source_error(&source, offset, &error, "x");
        for (const char *at = error.excerpt; *at; at++)
            assert_true((*at >= 0x20 && *at < 0x7f) || strcmp(at, "\xc3\xa4") == 0 ||
                        strcmp(at, "\xa4") == 0);
    }
    qd_error error = {0};
    source_error(&source, 2, &error, "x");
    assert_string_equal(error.excerpt, " a?[2J????b? \xc3\xa4");
    assert_int_equal(error.caret, 0);
}

static void messages_are_made_printable(void **state) {
    (void)state;
    const struct source source = SOURCE("x");
    qd_error error = {0};
    source_error(&source, 0, &error, "'%s'", "a\x1b\tb\xff\xc3\xa4\xc2\x9b");
    assert_string_equal(error.message, "'a? b?\xc3\xa4?\?'");
    error_set(&error, QD_FAILURE, "'%.1s'", "\xc3\xa4");
    assert_string_equal(error.message, "'?'");
}

static void long_names_and_messages_are_cut(void **state) {
    (void)state;
    char text[2000];
    memset(text, 'n', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    const struct source source = {.name = text, .data = "x", .size = 1};
    qd_error error = {0};
    source_error(&source, 0, &error, "%s", text);
    assert_int_equal(strlen(error.file), sizeof error.file - 1);
    assert_int_equal(strlen(error.message), sizeof error.message - 1);
}

static void the_error_may_be_null(void **state) {
    (void)state;
    const struct source source = SOURCE("x");
    assert_false(source_error(&source, 0, NULL, "x"));
    assert_false(error_set(NULL, QD_FAILURE, "x"));
}

static void an_error_about_no_text_has_no_place(void **state) {
    (void)state;
    qd_error error = {.line = 7, .file = "older", .excerpt = "older"};
    assert_false(error_set(&error, QD_FAILURE, "disc %d", 3));
    assert_int_equal(error.status, QD_FAILURE);
    assert_int_equal(error.line, 0);
    assert_string_equal(error.file, "");
    assert_string_equal(error.excerpt, "");
    assert_string_equal(error.message, "disc 3");
}

static void errors_are_printed_with_a_caret(void **state) {
    (void)state;
    const struct source source = SOURCE("one\nt\xc3\xa4o\n");
    qd_error error = {0};
    source_error(&source, 7, &error, "what");
    struct buf out = {0};
    error_print(&error, &out);
    assert_string_equal(out.text, "a.txt:2:3: what\n"
                                  "  t\xc3\xa4o\n"
                                  "    ^\n");
    buf_clear(&out);
    error_set(&error, QD_BAD_INPUT, "what");
    error_print(&error, &out);
    assert_string_equal(out.text, "quandary: what\n");
    buf_free(&out);
}

static void expect_lines(const struct source *source, const char *const *lines) {
    size_t offset = 0;
    struct line line;
    for (; *lines; lines++) {
        assert_true(source_line(source, &offset, &line));
        assert_int_equal(line.to - line.from, strlen(*lines));
        assert_memory_equal(source->data + line.from, *lines, strlen(*lines));
    }
    assert_false(source_line(source, &offset, &line));
    assert_false(source_line(source, &offset, &line));
}

static void lines_end_in_three_ways(void **state) {
    (void)state;
    const struct source mixed = SOURCE("a\r\nb\n\rc\r\r\nd");
    expect_lines(&mixed, (const char *const[]){"a", "b", "", "c", "", "d", NULL});
    const struct source ended = SOURCE("a\n");
    expect_lines(&ended, (const char *const[]){"a", NULL});
    const struct source half = SOURCE("a\r");
    expect_lines(&half, (const char *const[]){"a", NULL});
    const struct source empty = SOURCE("");
    expect_lines(&empty, (const char *const[]){NULL});
}

static void expect_trimmed(const char *text, char comment, const char *trimmed) {
    const struct source source = {.name = "a.txt", .data = text, .size = strlen(text)};
    struct line line = {.from = 0, .to = source.size};
    line_trim(&source, &line, comment);
    assert_true(line.from <= line.to);
    assert_int_equal(line.to - line.from, strlen(trimmed));
    assert_memory_equal(text + line.from, trimmed, strlen(trimmed));
}

static void lines_are_trimmed(void **state) {
    (void)state;
    expect_trimmed(" \ta b\t ", 0, "a b");
    expect_trimmed("a b # c # d", '#', "a b");
    expect_trimmed("a b # c", 0, "a b # c");
    expect_trimmed("# c", '#', "");
    expect_trimmed(" \t ", '#', "");
    expect_trimmed("", '#', "");
}

static void a_mark_is_noticed(void **state) {
    (void)state;
    const struct source marked = SOURCE("\xef\xbb\xbfx"), plain = SOURCE("x"),
                        half = SOURCE("\xef\xbb");
    assert_true(source_has_mark(&marked));
    assert_false(source_has_mark(&plain));
    assert_false(source_has_mark(&half));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(places_are_counted_from_one),
        cmocka_unit_test(all_line_ends_count_once),
        cmocka_unit_test(columns_count_characters),
        cmocka_unit_test(the_excerpt_is_the_line),
        cmocka_unit_test(a_long_line_is_cut_around_the_place),
        cmocka_unit_test(a_long_line_of_wide_characters_fits),
        cmocka_unit_test(hostile_bytes_are_not_shown),
        cmocka_unit_test(messages_are_made_printable),
        cmocka_unit_test(long_names_and_messages_are_cut),
        cmocka_unit_test(the_error_may_be_null),
        cmocka_unit_test(an_error_about_no_text_has_no_place),
        cmocka_unit_test(errors_are_printed_with_a_caret),
        cmocka_unit_test(lines_end_in_three_ways),
        cmocka_unit_test(lines_are_trimmed),
        cmocka_unit_test(a_mark_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

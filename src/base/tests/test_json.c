/* JSON: errors with places, and objects written field by field. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/json.h"

static json_t *read_text(const char *text, qd_error *error) {
    struct source source = {.name = "a.json", .data = text, .size = strlen(text)};
    return json_read(&source, error);
}

static void good_text_is_read(void **state) {
    (void)state;
    qd_error error = {0};
    json_t *value = read_text(" {\"a\": [1, \"x\"]}\n", &error);
    assert_non_null(value);
    assert_int_equal(json_integer_value(json_array_get(json_object_get(value, "a"), 0)), 1);
    json_decref(value);
}

static void expect_refused(const char *text, int line, int column) {
    qd_error error = {0};
    json_t *value = read_text(text, &error);
    if (value)
        fail_msg("accepted: %s", text);
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "a.json");
    assert_true(error.message[0] != '\0');
    if (error.line != line || error.column != column)
        fail_msg("%s: %d:%d, not %d:%d", text, error.line, error.column, line, column);
}

static void bad_text_is_refused_at_its_place(void **state) {
    (void)state;
    expect_refused("", 1, 1);
    expect_refused("{\n \"a\": x}", 2, 7);
    expect_refused("{\"a\": 1,}", 1, 9);
    expect_refused("[1 2]", 1, 4);
    expect_refused("{\"a\": 1} x", 1, 10);
    expect_refused("[1,\n2,\n", 2, 3);
    expect_refused("[\"\\ud800\"]", 1, 9);
    expect_refused("[99999999999999999999]", 1, 21);
    expect_refused("[NaN]", 1, 4);
}

static void duplicate_keys_are_refused(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(read_text("{\"a\": 1, \"a\": 2}", &error));
    assert_non_null(strstr(error.message, "duplicate"));
}

static void deep_nesting_is_refused(void **state) {
    (void)state;
    char text[100001];
    memset(text, '[', sizeof text - 1);
    text[sizeof text - 1] = '\0';
    qd_error error = {0};
    assert_null(read_text(text, &error));
    assert_int_equal(error.line, 1);
}

static void nul_bytes_are_refused(void **state) {
    (void)state;
    static const char text[] = "[\"a\0b\"]";
    const struct source source = {.name = "a.json", .data = text, .size = sizeof text - 1};
    qd_error error = {0};
    assert_null(json_read(&source, &error));
    assert_int_equal(error.line, 1);
    assert_null(read_text("[\"a\\u0000b\"]", &error));
}

static void any_bytes_become_a_text(void **state) {
    (void)state;
    json_t *plain = json_text("gr\xc3\xbc\xc3\x9f");
    assert_string_equal(json_string_value(plain), "gr\xc3\xbc\xc3\x9f");
    json_decref(plain);
    json_t *broken = json_text("a\xff"
                               "b");
    assert_string_equal(json_string_value(broken), "a?b");
    json_decref(broken);
}

/* What the calls write, as a text; the caller frees it. */
static char *written(void (*write)(struct json_line *line)) {
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);
    assert_non_null(out);
    struct json_line line = {.out = out};
    write(&line);
    fclose(out);
    return text;
}

static void write_everything(struct json_line *line) {
    json_t *number = json_integer(7);
    json_line_field(line, "n", number);
    json_decref(number);
    json_line_begin_list(line, "empty");
    json_line_end_list(line);
    json_line_begin_list(line, "moves");
    json_line_item(line, "A1");
    json_line_item(line, "\"\n\xff");
    json_line_end_list(line);
    json_t *more = json_pack("{s:b, s:n}", "b", 1, "z");
    json_line_fields(line, more);
    json_decref(more);
    json_line_end(line);
}

static void fields_are_written_on_one_line(void **state) {
    (void)state;
    char *text = written(write_everything);
    assert_string_equal(text, "{\"n\":7,\"empty\":[],\"moves\":[\"A1\",\"\\\"\\n?\"],\"b\":true,"
                              "\"z\":null}\n");
    qd_error error = {0};
    json_t *value = read_text(text, &error);
    assert_non_null(value);
    json_decref(value);
    free(text);
}

static void write_list_first(struct json_line *line) {
    json_line_begin_list(line, "moves");
    json_line_item(line, "A1");
    json_line_end_list(line);
    json_line_end(line);
    json_line_end(line); /* a second object, empty */
}

static void a_list_may_come_first_and_an_object_may_be_empty(void **state) {
    (void)state;
    char *text = written(write_list_first);
    assert_string_equal(text, "{\"moves\":[\"A1\"]}\n{}\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(good_text_is_read),
        cmocka_unit_test(bad_text_is_refused_at_its_place),
        cmocka_unit_test(duplicate_keys_are_refused),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(any_bytes_become_a_text),
        cmocka_unit_test(fields_are_written_on_one_line),
        cmocka_unit_test(a_list_may_come_first_and_an_object_may_be_empty),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Options: what is accepted, what is refused, what is kept. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"
#include "base/option.h"

static const struct option_spec table[] = {
    {.name = "loud", .kind = OPTION_FLAG},
    {.name = "rows", .kind = OPTION_INT, .argument = "N", .initial = "5", .low = -3, .high = 20},
    {.name = "time",
     .kind = OPTION_NUMBER,
     .argument = "SECONDS",
     .initial = "1.5",
     .low = 0,
     .high = 100},
    {.name = "memory", .kind = OPTION_SIZE, .argument = "SIZE", .initial = "2K"},
    {.name = "when", .kind = OPTION_CHOICE, .argument = "auto|always|never", .initial = "auto"},
    {.name = "text", .kind = OPTION_TEXT, .argument = "TEXT"},
    {.name = "list", .kind = OPTION_LIST, .argument = "ITEM"},
    {.name = "any", .kind = OPTION_INT, .argument = "N", .low = INT64_MIN, .high = INT64_MAX},
    {.name = NULL},
};

static bool set(struct options *options, const char *name, const char *value) {
    qd_error error = {0};
    const struct option_spec *spec = option_find(table, name);
    assert_non_null(spec);
    bool done = options_set(options, spec, value, &error);
    if (!done) {
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_non_null(strstr(error.message, name));
    }
    return done;
}

static void expect_refused(const char *name, const char *const *values) {
    struct options *options = options_new(NULL);
    for (; *values; values++)
        if (set(options, name, *values))
            fail_msg("--%s took '%s'", name, *values);
    assert_false(options_given(options, name));
    assert_null(options_name(options, 0));
    options_free(options);
}

static void initial_values_come_from_the_table(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_false(options_flag(options, "loud"));
    assert_int_equal(options_int(options, table, "rows"), 5);
    assert_true(options_number(options, table, "time") == 1.5);
    assert_int_equal(options_size(options, table, "memory"), 2048);
    assert_string_equal(options_text(options, table, "when"), "auto");
    assert_null(options_text(options, table, "text"));
    assert_int_equal(options_int(options, table, "any"), 0);
    assert_int_equal(options_int(options, NULL, "rows"), 0);
    assert_false(options_given(options, "rows"));
    options_free(options);
    options_free(NULL);
}

static void the_last_value_wins(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(set(options, "rows", "7"));
    assert_true(set(options, "rows", "-3"));
    assert_false(set(options, "rows", "21"));
    assert_int_equal(options_int(options, table, "rows"), -3);
    assert_true(options_given(options, "rows"));
    assert_true(set(options, "loud", NULL));
    assert_true(options_flag(options, "loud"));
    assert_true(set(options, "loud", "no"));
    assert_false(options_flag(options, "loud"));
    assert_true(set(options, "loud", "yes"));
    assert_true(options_flag(options, "loud"));
    assert_string_equal(options_name(options, 0), "rows");
    assert_string_equal(options_name(options, 1), "loud");
    assert_null(options_name(options, 2));
    options_free(options);
}

static void whole_numbers(void **state) {
    (void)state;
    expect_refused("rows", (const char *const[]){"", "-", "x", "1x", " 1", "1 ", "+1", "--1", "0x1",
                                                 "1.0", "-4", "21", "99999999999999999999", NULL});
    struct options *options = options_new(NULL);
    assert_true(set(options, "any", "9223372036854775807"));
    assert_true(options_int(options, table, "any") == INT64_MAX);
    assert_true(set(options, "any", "-9223372036854775808"));
    assert_true(options_int(options, table, "any") == INT64_MIN);
    assert_false(set(options, "any", "9223372036854775808"));
    options_free(options);
}

static void decimal_numbers(void **state) {
    (void)state;
    expect_refused("time",
                   (const char *const[]){"", ".", "-", "-.", "1e3", "inf", "nan", "0x1", "1.2.3",
                                         " 1", "1 ", "1,5", "-0.1", "100.5", NULL});
    static const struct {
        const char *text;
        double value;
    } good[] = {{"0", 0}, {"-0", 0}, {"100", 100}, {"0.25", 0.25}, {".5", 0.5}, {"7.", 7}};
    struct options *options = options_new(NULL);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(set(options, "time", good[i].text));
        assert_true(options_number(options, table, "time") == good[i].value);
    }
    char digits[2001];
    memset(digits, '9', sizeof digits - 1);
    digits[sizeof digits - 1] = '\0';
    assert_false(set(options, "time", digits));
    digits[0] = '.';
    assert_false(set(options, "time", digits)); /* more digits than a double can weigh */
    options_free(options);
}

static void sizes(void **state) {
    (void)state;
    expect_refused("memory",
                   (const char *const[]){"", "K", "-1", "+1", " 1", "1 ", "1  ", "1KB", "1KK", "1X",
                                         "1.5G", "0x1", "18446744073709551616",
                                         "18014398509481984K", "16777216T", NULL});
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"0", 0},
                {"512", 512},
                {"3K", 3 << 10},
                {"3k", 3 << 10},
                {"500M", (uint64_t)500 << 20},
                {"2g", (uint64_t)2 << 30},
                {"1T", (uint64_t)1 << 40},
                {"18446744073709551615", UINT64_MAX},
                {"18014398509481983K", ((uint64_t)1 << 54) - 1}};
    struct options *options = options_new(NULL);
    for (size_t i = 0; i < sizeof good / sizeof *good; i++) {
        assert_true(set(options, "memory", good[i].text));
        uint64_t wanted = i + 1 < sizeof good / sizeof *good ? good[i].value : good[i].value << 10;
        assert_true(options_size(options, table, "memory") == wanted);
    }
    options_free(options);
}

static void choices_and_flags(void **state) {
    (void)state;
    expect_refused("when",
                   (const char *const[]){"", "aut", "autos", "auto|always", "|", "AUTO", NULL});
    expect_refused("loud", (const char *const[]){"", "1", "true", "yes|no", NULL});
    struct options *options = options_new(NULL);
    static const char *const good[] = {"auto", "always", "never"};
    for (size_t i = 0; i < 3; i++) {
        assert_true(set(options, "when", good[i]));
        assert_string_equal(options_text(options, table, "when"), good[i]);
    }
    options_free(options);
}

static void a_value_may_be_missing(void **state) {
    (void)state;
    expect_refused("rows", (const char *const[]){NULL});
    struct options *options = options_new(NULL);
    assert_false(set(options, "rows", NULL));
    assert_false(set(options, "text", NULL));
    assert_true(set(options, "text", ""));
    assert_string_equal(options_text(options, table, "text"), "");
    options_free(options);
}

/* The message names what was typed, cut and made printable, and what was expected. */
static void the_message_says_what_was_expected(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    qd_error error = {0};
    options_set(options, option_find(table, "rows"), "many", &error);
    assert_string_equal(error.message, "<rows> takes a whole number from -3 to 20, not 'many'");
    options_set(options, option_find(table, "when"), "\x1b[2J", &error);
    assert_string_equal(error.message, "<when> takes one of auto|always|never, not '?[2J'");
    options_free(options);
}

static const struct option_spelling typed = {.before = "--", .is = " ", .after = ""};
static const struct option_spelling quoted = {.before = "'", .is = "=", .after = "'"};

static void expect_spelled(const struct option_spelling *spelling, const char *text,
                           const char *expected) {
    struct buf out = {0};
    option_spell(spelling, text, &out);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
}

static void each_front_end_spells_options_its_way(void **state) {
    (void)state;
    static const struct option_spec labelled[] = {
        {.name = "width", .label = "Columns"}, {.name = "smallest-first"}, {.name = NULL}};
    const struct option_spelling form = {
        .before = "<", .is = ": ", .after = ">", .labels = labelled};
    const char *text = OPTION("width") " needs " OPTION_IS("smallest-first", "no") ", " OPTION("x");
    expect_spelled(&typed, text, "--width needs --smallest-first no, --x");
    expect_spelled(&quoted, text, "'width' needs 'smallest-first=no', 'x'");
    expect_spelled(&form, text, "<Columns> needs <Smallest first: no>, <X>");
    expect_spelled(&typed, OPTION_IS("a", "") OPTION("b"), "--a --b");
    expect_spelled(&typed, "", "");
}

/* Texts that messages quote may hold anything. */
static void marks_that_name_no_option_stay(void **state) {
    (void)state;
    expect_spelled(&typed, "\1\2", "\1\2");
    expect_spelled(&typed, "\1Up\2", "\1Up\2");
    expect_spelled(&typed, "a\1b", "a\1b");
    expect_spelled(&typed, "\1a\033[2J\2", "\1a\033[2J\2");
    expect_spelled(&typed, "\1a=b " OPTION("c"), "\1a=b --c");
    expect_spelled(&typed, "\2" OPTION("c") "\2", "\2--c\2");
}

static void messages_are_spelled_for_the_front_end_of_the_set(void **state) {
    (void)state;
    struct options *options = options_new(&typed), *copy = options_copy(options);
    struct buf out = {0};
    qd_error error = {0};
    assert_false(options_set(copy, option_find(table, "rows"), "\1x\033\2", &error));
    assert_string_equal(error.message, "--rows takes a whole number from -3 to 20, not '?x?"
                                       "?'");
    assert_false(options_error(options, &error, QD_LIMIT, "try " OPTION_IS("rows", "%d"), 3));
    assert_string_equal(error.message, "try --rows 3");
    assert_int_equal(error.status, QD_LIMIT);
    assert_false(options_error(options, NULL, QD_LIMIT, "nobody asks"));
    options_printf(options, &out, "%s " OPTION("%s"), "see", "time");
    assert_string_equal(out.text, "see --time");
    buf_free(&out);
    options_free(copy);
    options_free(options);
}

static void specs_are_found_by_name(void **state) {
    (void)state;
    assert_ptr_equal(option_find(table, "time"), &table[2]);
    assert_null(option_find(table, "tim"));
    assert_null(option_find(NULL, "time"));
}

static void all_items_of_a_list_are_kept(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(set(options, "list", "one"));
    assert_string_equal(options_text(options, table, "list"), "one");
    assert_true(set(options, "list", "two@3"));
    assert_false(set(options, "list", "three\nfour"));
    assert_true(set(options, "list", ""));
    assert_string_equal(options_text(options, table, "list"), "one\ntwo@3\n");
    options_free(options);
}

static const struct option_rule rules[] = {
    {"rows|time", 1, NULL, "loud|text", NULL},
    {"memory", 0, "when=never", NULL, "text|when=never"},
    {0},
};

static bool agree(const struct options *options, unsigned verb, const char *message) {
    qd_error error = {0};
    bool fine = options_agree(options, rules, verb, &error);
    assert_string_equal(error.message, fine ? "" : message);
    return fine;
}

static void some_options_need_others(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(agree(options, 1, ""));
    assert_true(set(options, "time", "2"));
    assert_false(agree(options, 1, "<time> needs <loud> or <text>"));
    assert_true(agree(options, 2, ""));
    assert_true(set(options, "loud", "no"));
    assert_false(agree(options, 1, "<time> needs <loud> or <text>"));
    assert_true(set(options, "text", "word"));
    assert_true(agree(options, 1, ""));
    assert_true(options_agree(options, NULL, 1, NULL));
    options_free(options);
}

static void some_options_exclude_others(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(set(options, "memory", "1K"));
    assert_true(set(options, "text", "word"));
    assert_true(agree(options, 4, ""));
    assert_true(set(options, "when", "always"));
    assert_true(agree(options, 4, ""));
    assert_true(set(options, "when", "never"));
    assert_false(agree(options, 4, "<memory> and <text> cannot be combined"));
    options_free(options);
    options = options_new(NULL);
    assert_true(set(options, "memory", "1K"));
    assert_true(set(options, "when", "never"));
    assert_false(agree(options, 4, "<memory> and <when never> cannot be combined"));
    options_free(options);
}

static void what_was_read_is_known(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    assert_true(set(options, "rows", "3"));
    assert_true(set(options, "loud", NULL));
    assert_true(options_given(options, "rows"));
    assert_false(options_was_read(options, "rows"));
    assert_false(options_was_read(options, "time"));
    struct options *copy = options_copy(options);
    assert_int_equal(options_int(copy, table, "rows"), 3);
    assert_false(options_was_read(options, "rows"));
    options_note_read(options, copy);
    assert_true(options_was_read(options, "rows"));
    assert_false(options_was_read(options, "loud"));
    assert_true(options_flag(options, "loud"));
    assert_true(options_was_read(options, "loud"));
    assert_true(set(options, "loud", "no"));
    assert_false(options_was_read(options, "loud"));
    options_free(copy);
    options_free(options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(initial_values_come_from_the_table),
        cmocka_unit_test(the_last_value_wins),
        cmocka_unit_test(all_items_of_a_list_are_kept),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(decimal_numbers),
        cmocka_unit_test(sizes),
        cmocka_unit_test(choices_and_flags),
        cmocka_unit_test(a_value_may_be_missing),
        cmocka_unit_test(the_message_says_what_was_expected),
        cmocka_unit_test(each_front_end_spells_options_its_way),
        cmocka_unit_test(marks_that_name_no_option_stay),
        cmocka_unit_test(messages_are_spelled_for_the_front_end_of_the_set),
        cmocka_unit_test(specs_are_found_by_name),
        cmocka_unit_test(some_options_need_others),
        cmocka_unit_test(some_options_exclude_others),
        cmocka_unit_test(what_was_read_is_known),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

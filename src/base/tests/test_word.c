/* Words of a line: where they begin and end, what they are, and numbers that do not overflow. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/word.h"

static struct source source_of(const char *text) {
    return (struct source){.name = "text", .data = text, .size = strlen(text)};
}

static void words_stand_between_separators(void **state) {
    (void)state;
    struct source source = source_of("  one,two\tthree ,, 4 ");
    struct line line = {0, source.size};
    struct word word;
    static const char *const words[] = {"one", "two", "three", "4"};
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        assert_true(word_next(&source, &line, ",", &word));
        assert_true(word_is(&source, word, words[i]));
    }
    assert_false(word_next(&source, &line, ",", &word));
    line = (struct line){0, source.size};
    assert_true(word_next(&source, &line, "", &word));
    assert_true(word_is(&source, word, "one,two"));
    line = (struct line){3, 4};
    assert_true(word_next(&source, &line, ",", &word));
    assert_int_equal(word.from, 3);
    assert_int_equal(word.to, 4);
}

static void letter_case_does_not_matter(void **state) {
    (void)state;
    struct source source = source_of("Rows");
    struct word word = {0, 4};
    assert_true(word_is(&source, word, "rows"));
    assert_false(word_is(&source, word, "row"));
    assert_false(word_is(&source, word, "rowss"));
}

static bool reads(const char *text, uint64_t limit, uint64_t *number) {
    struct source source = source_of(text);
    return word_number(&source, (struct word){0, source.size}, limit, number);
}

static void numbers_keep_to_their_limit(void **state) {
    (void)state;
    uint64_t number;
    assert_true(reads("0", 0, &number) && number == 0);
    assert_true(reads("007", 7, &number) && number == 7);
    assert_false(reads("8", 7, &number));
    assert_false(reads("10", 7, &number));
    assert_false(reads("", 7, &number));
    assert_false(reads("-1", 7, &number));
    assert_false(reads("1x", 7, &number));
    assert_true(reads("18446744073709551615", UINT64_MAX, &number) && number == UINT64_MAX);
    assert_false(reads("18446744073709551616", UINT64_MAX, &number));
    assert_false(reads("99999999999999999999", UINT64_MAX, &number));
    struct source source = source_of("4294967297");
    unsigned small;
    assert_false(word_unsigned(&source, (struct word){0, source.size}, 1000, &small));
    assert_true(word_unsigned(&source, (struct word){0, 4}, UINT32_MAX, &small) && small == 4294);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(words_stand_between_separators),
        cmocka_unit_test(letter_case_does_not_matter),
        cmocka_unit_test(numbers_keep_to_their_limit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Text that grows. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/buf.h"

static void a_new_buf_is_an_empty_text(void **state) {
    (void)state;
    struct buf buf = {0};
    assert_string_equal(buf_text(&buf), "");
    buf_clear(&buf);
    assert_string_equal(buf_text(&buf), "");
    char *taken = buf_take(&buf);
    assert_non_null(taken);
    assert_string_equal(taken, "");
    free(taken);
    buf_free(&buf);
}

static void everything_is_appended(void **state) {
    (void)state;
    struct buf buf = {0};
    buf_add(&buf, "one");
    buf_char(&buf, ' ');
    buf_printf(&buf, "%d-%s", 2, "two");
    buf_printf(&buf, "%s", "");
    buf_bytes(&buf, "three four", 5);
    assert_string_equal(buf.text, "one 2-twothree");
    assert_int_equal(buf.size, strlen("one 2-twothree"));
    buf_free(&buf);
    assert_null(buf.text);
    assert_int_equal(buf.size, 0);
}

/* The room doubles; the byte after the text is NUL at every size. */
static void it_grows_and_stays_terminated(void **state) {
    (void)state;
    struct buf buf = {0};
    for (size_t i = 0; i < 5000; i++) {
        if (i % 2)
            buf_char(&buf, 'x');
        else
            buf_printf(&buf, "%c", 'x');
        assert_int_equal(buf.size, i + 1);
        assert_true(buf.room > buf.size);
        assert_int_equal(buf.text[buf.size], '\0');
    }
    assert_int_equal(strspn(buf.text, "x"), 5000);
    buf_free(&buf);
}

static void long_formats_are_not_cut(void **state) {
    (void)state;
    struct buf buf = {0};
    buf_printf(&buf, "%10000d|", 7);
    assert_int_equal(buf.size, 10001);
    assert_int_equal(buf.text[9999], '7');
    assert_int_equal(buf.text[10000], '|');
    buf_free(&buf);
}

/* Every length after every other: each boundary of the room is reached. */
static void formats_of_every_length_are_whole(void **state) {
    (void)state;
    for (int before = 0; before < 70; before++)
        for (int length = 0; length < 140; length++) {
            struct buf buf = {0};
            buf_printf(&buf, "%*s", before, "");
            buf_printf(&buf, "%*d", length, 7);
            assert_int_equal(buf.size, before + (length > 0 ? length : 1));
            assert_int_equal(strlen(buf.text), buf.size);
            assert_int_equal(buf.text[buf.size - 1], '7');
            buf_free(&buf);
        }
}

static void bytes_may_hold_nul(void **state) {
    (void)state;
    struct buf buf = {0};
    buf_bytes(&buf, "a\0b", 3);
    buf_bytes(&buf, NULL, 0);
    assert_int_equal(buf.size, 3);
    assert_memory_equal(buf.text, "a\0b", 4);
    buf_free(&buf);
}

static void clear_keeps_the_room(void **state) {
    (void)state;
    struct buf buf = {0};
    buf_add(&buf, "something");
    size_t room = buf.room;
    buf_clear(&buf);
    assert_string_equal(buf.text, "");
    assert_int_equal(buf.size, 0);
    assert_int_equal(buf.room, room);
    buf_add(&buf, "else");
    assert_string_equal(buf.text, "else");
    buf_free(&buf);
}

static void take_hands_the_text_over(void **state) {
    (void)state;
    struct buf buf = {0};
    buf_add(&buf, "mine");
    char *taken = buf_take(&buf);
    assert_null(buf.text);
    buf_add(&buf, "new");
    assert_string_equal(taken, "mine");
    assert_string_equal(buf.text, "new");
    free(taken);
    buf_free(&buf);
}

static void assert_sum(const char *digits, uint64_t addend, const char *expected) {
    struct buf out = {0};
    buf_add(&out, "is ");
    buf_decimal_sum(&out, digits, addend);
    assert_string_equal(out.text + 3, expected);
    assert_int_equal(out.text[2], ' ');
    buf_free(&out);
}

static void sums_have_no_leading_zeros(void **state) {
    (void)state;
    assert_sum("0", 0, "0");
    assert_sum("000", 0, "0");
    assert_sum("007", 3, "10");
    assert_sum("0", UINT64_MAX, "18446744073709551615");
}

static void sums_carry_over_any_length(void **state) {
    (void)state;
    assert_sum("99999999999999999999999999999999", 1, "100000000000000000000000000000000");
    assert_sum("18446744073709551615", UINT64_MAX, "36893488147419103230");
    assert_sum("123456789012345678901234567890", 10, "123456789012345678901234567900");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_new_buf_is_an_empty_text),
        cmocka_unit_test(everything_is_appended),
        cmocka_unit_test(it_grows_and_stays_terminated),
        cmocka_unit_test(long_formats_are_not_cut),
        cmocka_unit_test(formats_of_every_length_are_whole),
        cmocka_unit_test(bytes_may_hold_nul),
        cmocka_unit_test(clear_keeps_the_room),
        cmocka_unit_test(take_hands_the_text_over),
        cmocka_unit_test(sums_have_no_leading_zeros),
        cmocka_unit_test(sums_carry_over_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/decimal.h"

static void assert_sum(const char *digits, uint64_t addend, const char *expected) {
    struct buf out = {0};
    buf_add(&out, "is ");
    decimal_add(&out, digits, addend);
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
        cmocka_unit_test(sums_have_no_leading_zeros),
        cmocka_unit_test(sums_carry_over_any_length),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

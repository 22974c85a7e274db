/* Random numbers: the published sequence, no bias, nothing shared. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"

/* From the reference implementations of Blackman and Vigna: the state {1, 2, 3, 4}, and the state
 * that splitmix64 makes of the seed 0. */
static void the_sequence_is_the_published_one(void **state) {
    (void)state;
    struct random random = {.s = {1, 2, 3, 4}};
    assert_true(random_bits(&random) == 11520);
    assert_true(random_bits(&random) == 0);
    assert_true(random_bits(&random) == 1509978240);
    assert_true(random_bits(&random) == 1215971899390074240);
    random_seed(&random, 0);
    assert_true(random.s[0] == 0xe220a8397b1dcdafu);
    assert_true(random.s[1] == 0x6e789e6aa1b965f4u);
    assert_true(random.s[2] == 0x06c45d188009454fu);
    assert_true(random.s[3] == 0xf88bb8a8724c81ecu);
    assert_true(random_bits(&random) == 0x99ec5f36cb75f2b4u);
}

static void the_same_seed_gives_the_same_numbers(void **state) {
    (void)state;
    struct random a, b, c;
    random_seed(&a, 42);
    random_seed(&b, 42);
    random_seed(&c, 43);
    bool differs = false;
    for (int i = 0; i < 100; i++) {
        uint64_t bits = random_bits(&a);
        assert_true(bits == random_bits(&b));
        differs = differs || bits != random_bits(&c);
    }
    assert_true(differs);
}

/* Each of 6 faces has the chance 1/6: with 60000 throws the counts lie within 5 standard deviations
 * (about 91 each) of 10000. */
static void below_is_even(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 1);
    int counts[6] = {0};
    for (int i = 0; i < 60000; i++) {
        uint64_t face = random_below(&random, 6);
        assert_true(face < 6);
        counts[face]++;
    }
    for (int i = 0; i < 6; i++)
        assert_in_range(counts[i], 10000 - 456, 10000 + 456);
}

/* A limit just above half of the range throws away nearly every second draw. */
static void below_takes_any_limit(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 2);
    const uint64_t large = ((uint64_t)1 << 63) + 1;
    for (int i = 0; i < 1000; i++) {
        assert_true(random_below(&random, 1) == 0);
        assert_true(random_below(&random, large) < large);
        assert_true(random_below(&random, UINT64_MAX) < UINT64_MAX);
    }
}

/* Without throwing draws away, the first third would come up half of the time. */
static void below_is_even_for_large_limits(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 3);
    const uint64_t limit = (uint64_t)3 << 62;
    int low = 0;
    for (int i = 0; i < 9000; i++)
        low += random_below(&random, limit) < limit / 3;
    assert_in_range(low, 3000 - 224, 3000 + 224); /* 5 standard deviations */
}

static void fresh_seeds_differ(void **state) {
    (void)state;
    assert_true(random_fresh_seed() != random_fresh_seed());
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_sequence_is_the_published_one),
        cmocka_unit_test(the_same_seed_gives_the_same_numbers),
        cmocka_unit_test(below_is_even),
        cmocka_unit_test(below_takes_any_limit),
        cmocka_unit_test(below_is_even_for_large_limits),
        cmocka_unit_test(fresh_seeds_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

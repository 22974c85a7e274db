/* Secrets: their form, that they differ, hashes and base64 against known values. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "server/store/tokens.h"

static void test_names(void **state) {
    (void)state;
    char one[SECRET_ID + 1], two[SECRET_ID + 1];
    secret_name(one, SECRET_ID);
    secret_name(two, SECRET_ID);
    assert_int_equal(strlen(one), SECRET_ID);
    assert_string_not_equal(one, two);
    assert_true(secret_is_name(one, SECRET_ID));
    assert_false(secret_is_name(one, SECRET_ID + 1));
    assert_false(secret_is_name("AAAA'AAAAAAA", SECRET_ID));
    assert_false(secret_is_name("", SECRET_ID));
}

/* Every character comes up, none much more often than others: 62 letters, 62,000 draws. */
static void test_names_are_even(void **state) {
    (void)state;
    static char many[62001];
    unsigned count[256] = {0};
    secret_name(many, 62000);
    for (size_t i = 0; i < 62000; i++)
        count[(unsigned char)many[i]]++;
    for (const char *at = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"; *at;
         at++)
        assert_in_range(count[(unsigned char)*at], 800, 1200);
}

static void test_tokens(void **state) {
    (void)state;
    char one[SECRET_LONG + 1], two[SECRET_LONG + 1];
    for (int i = 0; i < 200; i++) {
        secret_token(one);
        secret_token(two);
        assert_true(secret_is_name(one, SECRET_LONG));
        assert_string_not_equal(one, two);
    }
}

/* From FIPS 180-2: SHA-256 of "abc". */
static void test_hash(void **state) {
    (void)state;
    static const uint8_t abc[SECRET_HASH] = {0xba, 0x78, 0x16, 0xbf, 0x8f, 0x01, 0xcf, 0xea,
                                             0x41, 0x41, 0x40, 0xde, 0x5d, 0xae, 0x22, 0x23,
                                             0xb0, 0x03, 0x61, 0xa3, 0x96, 0x17, 0x7a, 0x9c,
                                             0xb4, 0x10, 0xff, 0x61, 0xf2, 0x00, 0x15, 0xad};
    uint8_t hash[SECRET_HASH], other[SECRET_HASH];
    secret_hash("abc", hash);
    assert_memory_equal(hash, abc, SECRET_HASH);
    secret_hash("abd", other);
    assert_true(secret_same(hash, abc));
    assert_false(secret_same(hash, other));
}

/* A hash with any one bit of any byte changed is another one. */
static void test_every_bit_is_compared(void **state) {
    (void)state;
    uint8_t hash[SECRET_HASH], other[SECRET_HASH];
    secret_hash("token", hash);
    for (int bit = 0; bit < SECRET_HASH * 8; bit++) {
        memcpy(other, hash, sizeof other);
        assert_true(secret_same(hash, other));
        other[bit / 8] ^= (uint8_t)(1U << bit % 8);
        assert_false(secret_same(hash, other));
        assert_false(secret_same(other, hash));
    }
}

/* Each character of a token counts, the last ones too. */
static void test_every_character_is_hashed(void **state) {
    (void)state;
    char token[SECRET_LONG + 1];
    uint8_t hash[SECRET_HASH], other[SECRET_HASH];
    secret_token(token);
    secret_hash(token, hash);
    for (int i = 0; i < SECRET_LONG; i++) {
        char was = token[i];
        token[i] = was == 'A' ? 'B' : 'A';
        secret_hash(token, other);
        assert_memory_not_equal(hash, other, SECRET_HASH);
        token[i] = was;
    }
    token[SECRET_LONG - 1] = '\0';
    secret_hash(token, other);
    assert_memory_not_equal(hash, other, SECRET_HASH);
}

static void test_base64(void **state) {
    (void)state;
    struct buf out = {0};
    assert_true(secret_base64("Zm9vYg==", 8, &out));
    assert_string_equal(buf_text(&out), "foob");
    assert_false(secret_base64("Zm9vYg", 6, &out)); /* cut off */
    assert_false(secret_base64("Zm9v*g==", 8, &out));
    buf_clear(&out);
    assert_true(secret_base64("", 0, &out));
    assert_int_equal(out.size, 0);
    buf_free(&out);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_names),
        cmocka_unit_test(test_names_are_even),
        cmocka_unit_test(test_tokens),
        cmocka_unit_test(test_hash),
        cmocka_unit_test(test_base64),
        cmocka_unit_test(test_every_bit_is_compared),
        cmocka_unit_test(test_every_character_is_hashed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

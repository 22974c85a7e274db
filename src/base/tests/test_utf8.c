/* UTF-8: every code point is read as it was written by an encoder apart, and every sequence of
 * bytes that no code point has is refused, one byte at a time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/utf8.h"

/* The bytes of a number by the table of RFC 3629, in that many bytes, whether that form is allowed
 * or not. */
static void encode(uint32_t code, int bytes, char *out) {
    static const unsigned char lead[] = {0, 0x00, 0xC0, 0xE0, 0xF0};
    for (int i = bytes - 1; i > 0; i--, code >>= 6)
        out[i] = (char)(0x80 | (code & 0x3F));
    out[0] = (char)(lead[bytes] | code);
    out[bytes] = '\0';
}

static int shortest(uint32_t code) {
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

static void expect(const char *text, uint32_t code, int moved) {
    const char *at = text;
    uint32_t found = utf8_next(&at);
    if (found != code || at - text != moved)
        fail_msg("%02x %02x %02x %02x: %x, moved by %d", (unsigned char)text[0],
                 (unsigned char)text[1], (unsigned char)text[2], (unsigned char)text[3], found,
                 (int)(at - text));
}

static void every_code_point_is_read(void **state) {
    (void)state;
    char text[8] = {0};
    for (uint32_t code = 1; code < 0x110000; code++) {
        bool surrogate = code >= 0xD800 && code <= 0xDFFF;
        encode(code, shortest(code), text);
        if (surrogate)
            expect(text, UTF8_BAD, 1);
        else
            expect(text, code, shortest(code));
    }
}

static void longer_forms_are_refused(void **state) {
    (void)state;
    char text[8] = {0};
    for (uint32_t code = 0; code < 0x10000; code++)
        for (int bytes = shortest(code) + 1; bytes <= 4; bytes++) {
            encode(code, bytes, text);
            expect(text, UTF8_BAD, 1);
        }
}

static void what_lies_behind_the_last_code_point_is_refused(void **state) {
    (void)state;
    char text[8] = {0};
    for (uint32_t code = 0x110000; code < 0x200000; code += 0x111) {
        encode(code, 4, text);
        expect(text, UTF8_BAD, 1);
    }
    for (int byte = 0xF8; byte <= 0xFF; byte++) {
        memset(text, 0x80, 4);
        text[0] = (char)byte;
        expect(text, UTF8_BAD, 1);
    }
}

/* A truncated sequence is refused, and nothing after the end is read. */
static void the_end_is_respected(void **state) {
    (void)state;
    static const uint32_t codes[] = {0xE9, 0x20AC, 0x1F600};
    for (size_t i = 0; i < sizeof codes / sizeof *codes; i++)
        for (int cut = 1; cut < shortest(codes[i]); cut++) {
            char *text = calloc(1, (size_t)cut + 1), whole[8];
            encode(codes[i], shortest(codes[i]), whole);
            memcpy(text, whole, (size_t)cut);
            const char *at = text;
            for (int k = 1; k <= cut; k++) {
                assert_true(utf8_next(&at) == UTF8_BAD);
                assert_int_equal(at - text, k);
            }
            assert_int_equal(utf8_next(&at), 0);
            assert_int_equal(at - text, cut);
            free(text);
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point_is_read),
        cmocka_unit_test(longer_forms_are_refused),
        cmocka_unit_test(what_lies_behind_the_last_code_point_is_refused),
        cmocka_unit_test(the_end_is_respected),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

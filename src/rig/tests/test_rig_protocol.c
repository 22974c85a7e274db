/* Frames: what is written is read, what was damaged is not, and behind damage the next frame is
 * found. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "rig/device/protocol.h"

static const struct rig_frame sample = {0x5E1F09C3, 7, "move x 120000 5000"};

/* Scans all bytes; returns how many good frames, the last one in *frame. */
static int scan_all(struct rig_scanner *scanner, const char *bytes, size_t size,
                    struct rig_frame *frame) {
    int found = 0;
    for (size_t i = 0; i < size; i++)
        found += rig_scan(scanner, (unsigned char)bytes[i], frame);
    return found;
}

static bool same(const struct rig_frame *a, const struct rig_frame *b) {
    return a->session == b->session && a->number == b->number && strcmp(a->body, b->body) == 0;
}

/* The checksum as docs/rig.md defines it, bit by bit. */
static unsigned checksum(const char *text) {
    unsigned sum = 0xFFFF;
    for (size_t i = 0; i < 8 * strlen(text); i++) {
        unsigned bit = (unsigned char)text[i / 8] >> (7 - i % 8);
        sum = (sum << 1 ^ ((sum >> 15 ^ bit) & 1 ? 0x1021 : 0)) & 0xFFFF;
    }
    return sum;
}

static void the_checksum_is_the_one_that_is_documented(void **state) {
    (void)state;
    assert_int_equal(checksum("123456789"), 0x29B1);
}

static void a_frame_is_written_as_documented(void **state) {
    (void)state;
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_HOST, &sample, text);
    assert_int_equal(size, strlen(text));
    char expected[RIG_FRAME_LIMIT + 1];
    const char *content = "$5E1F09C3 0007 move x 120000 5000";
    snprintf(expected, sizeof expected, "%s*%04X\n", content, checksum(content));
    assert_string_equal(text, expected);
}

static void what_is_written_is_read(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 1);
    for (int round = 0; round < 5000; round++) {
        struct rig_frame frame = {(uint32_t)random_bits(&random), (uint16_t)random_bits(&random),
                                  ""};
        size_t size = 1 + (size_t)random_below(&random, RIG_BODY_LIMIT);
        for (size_t i = 0; i < size; i++)
            do
                frame.body[i] = (char)(' ' + random_below(&random, 95));
            while (strchr("$%*", frame.body[i]));
        enum rig_sender sender = round % 2 ? RIG_HOST : RIG_DEVICE;
        struct rig_scanner scanner = {.sender = sender};
        struct rig_scanner other = {.sender = round % 2 ? RIG_DEVICE : RIG_HOST};
        char text[RIG_FRAME_LIMIT + 1];
        struct rig_frame read;
        size_t written = rig_frame_write(sender, &frame, text);
        assert_true(written <= RIG_FRAME_LIMIT);
        assert_int_equal(scan_all(&scanner, text, written, &read), 1);
        assert_true(same(&frame, &read));
        assert_int_equal(scanner.damaged, 0);
        assert_int_equal(scan_all(&other, text, written, &read), 0);
    }
}

static void bodies_that_do_not_fit_are_known(void **state) {
    (void)state;
    char longest[RIG_BODY_LIMIT + 2];
    memset(longest, 'x', sizeof longest);
    longest[RIG_BODY_LIMIT + 1] = '\0';
    assert_false(rig_body_fits(longest));
    longest[RIG_BODY_LIMIT] = '\0';
    assert_true(rig_body_fits(longest));
    assert_false(rig_body_fits(""));
    assert_false(rig_body_fits("a*b"));
    assert_false(rig_body_fits("a$b"));
    assert_false(rig_body_fits("a%b"));
    assert_false(rig_body_fits("a\nb"));
    assert_false(rig_body_fits("\xc3\xa4"));
}

/* Every error of one and of two bits within the frame, 42,195 of them. */
static void one_and_two_wrong_bits_are_seen(void **state) {
    (void)state;
    char text[RIG_FRAME_LIMIT + 1];
    size_t bits = 8 * rig_frame_write(RIG_HOST, &sample, text);
    size_t tried = 0;
    for (size_t a = 0; a < bits; a++)
        for (size_t b = a; b < bits; b++) {
            struct rig_scanner scanner = {.sender = RIG_HOST};
            struct rig_frame read;
            char wrong[RIG_FRAME_LIMIT + 1];
            memcpy(wrong, text, sizeof wrong);
            wrong[a / 8] ^= (char)(1 << a % 8);
            if (b != a)
                wrong[b / 8] ^= (char)(1 << b % 8);
            assert_int_equal(scan_all(&scanner, wrong, bits / 8, &read), 0);
            tried++;
        }
    print_message("%zu damaged frames, none accepted\n", tried);
}

static void bursts_are_seen(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 2);
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, &sample, text);
    for (int round = 0; round < 50000; round++) {
        struct rig_scanner scanner = {.sender = RIG_DEVICE};
        struct rig_frame read;
        char wrong[RIG_FRAME_LIMIT + 1];
        memcpy(wrong, text, sizeof wrong);
        size_t at = (size_t)random_below(&random, size - 2);
        uint64_t burst = 1 + random_below(&random, 0xFFFF);
        wrong[at] ^= (char)burst;
        wrong[at + 1] ^= (char)(burst >> 8);
        assert_int_equal(scan_all(&scanner, wrong, size, &read), 0);
    }
}

/* A frame that is truncated anywhere, or lacks its beginning, does not hide the next one. */
static void the_next_frame_is_found(void **state) {
    (void)state;
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, &sample, text);
    for (size_t cut = 0; cut < size; cut++) {
        struct rig_scanner scanner = {.sender = RIG_DEVICE};
        struct rig_frame read;
        assert_int_equal(scan_all(&scanner, text, cut, &read), 0);
        assert_int_equal(scan_all(&scanner, text, size, &read), 1);
        assert_true(same(&sample, &read));
        scanner = (struct rig_scanner){.sender = RIG_DEVICE};
        assert_int_equal(scan_all(&scanner, text + cut + 1, size - cut - 1, &read), 0);
        assert_int_equal(scan_all(&scanner, text, size, &read), 1);
    }
}

static void garbage_of_any_length_hides_nothing(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 3);
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, &sample, text);
    struct rig_scanner scanner = {.sender = RIG_DEVICE};
    for (int round = 0; round < 3000; round++) {
        struct rig_frame read;
        for (uint64_t left = random_below(&random, 500); left > 0; left--)
            assert_false(rig_scan(&scanner, (unsigned char)random_below(&random, 256), &read));
        assert_int_equal(scan_all(&scanner, text, size, &read), 1);
        assert_true(same(&sample, &read));
    }
    assert_int_equal(scanner.good, 3000);
    assert_true(scanner.noise > 0 && scanner.damaged > 0);
}

/* A frame that never ends is given up before it is longer than a frame can be. */
static void a_frame_without_an_end_is_dropped(void **state) {
    (void)state;
    char text[RIG_FRAME_LIMIT + 1];
    size_t size = rig_frame_write(RIG_DEVICE, &sample, text);
    for (size_t length = RIG_FRAME_LIMIT - 2; length < RIG_FRAME_LIMIT + 3; length++) {
        struct rig_scanner scanner = {.sender = RIG_DEVICE};
        struct rig_frame read;
        assert_false(rig_scan(&scanner, '%', &read));
        for (size_t i = 1; i < length; i++)
            assert_false(rig_scan(&scanner, '7', &read));
        assert_true(scanner.size <= RIG_FRAME_LIMIT);
        assert_int_equal(scanner.inside, length <= RIG_FRAME_LIMIT);
        assert_int_equal(scan_all(&scanner, text, size, &read), 1);
        assert_int_equal(scanner.damaged, 1);
    }
}

static int scan_text(const char *content, const char *end) {
    char text[300];
    struct rig_frame read;
    struct rig_scanner scanner = {.sender = RIG_DEVICE};
    int size = snprintf(text, sizeof text, "%s*%04X%s", content, checksum(content), end);
    return scan_all(&scanner, text, (size_t)size, &read);
}

/* A right checksum is not enough. */
static void a_frame_must_have_its_form(void **state) {
    (void)state;
    char longest[300];
    assert_int_equal(scan_text("%5E1F09C3 0007 ok", "\n"), 1);
    assert_int_equal(scan_text("%5E1F09C3 0007 ok", "\r\n"), 1);
    assert_int_equal(scan_text("%5E1F09C3 0007 ok", "\r\r\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3 0007 ok", " \n"), 0);
    assert_int_equal(scan_text("%5e1f09c3 0007 ok", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3  007 ok", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3-0007 ok", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3 0007-ok", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3 0007 ", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3 0007 a*b", "\n"), 0);
    assert_int_equal(scan_text("%5E1F09C3 0007 a$b", "\n"), 0);
    assert_int_equal(scan_text("%", "\n"), 0);
    snprintf(longest, sizeof longest, "%%5E1F09C3 0007 %0*d", RIG_BODY_LIMIT, 1);
    assert_int_equal(scan_text(longest, "\r\n"), 1);
    snprintf(longest, sizeof longest, "%%5E1F09C3 0007 %0*d", RIG_BODY_LIMIT + 1, 1);
    assert_int_equal(scan_text(longest, "\n"), 0);
}

static void words_and_numbers_are_read(void **state) {
    (void)state;
    const char *at = "move -12 999999999999999999 x";
    char word[8];
    int64_t number;
    assert_true(rig_word(&at, word, sizeof word));
    assert_string_equal(word, "move");
    assert_true(rig_number(&at, &number));
    assert_int_equal(number, -12);
    assert_true(rig_number(&at, &number));
    assert_int_equal(number, 999999999999999999);
    assert_false(rig_number(&at, &number));
    assert_true(rig_word(&at, word, sizeof word));
    assert_string_equal(word, "x");
    assert_false(rig_word(&at, word, sizeof word));
    static const char *const wrong[] = {"",    "-",  "+1", "1.5", "0x10", "1000000000000000000",
                                        "- 1", "--1"};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        at = wrong[i];
        assert_false(rig_number(&at, &number));
    }
    at = "longer-than-that";
    assert_false(rig_word(&at, word, sizeof word));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_checksum_is_the_one_that_is_documented),
        cmocka_unit_test(a_frame_is_written_as_documented),
        cmocka_unit_test(what_is_written_is_read),
        cmocka_unit_test(bodies_that_do_not_fit_are_known),
        cmocka_unit_test(one_and_two_wrong_bits_are_seen),
        cmocka_unit_test(bursts_are_seen),
        cmocka_unit_test(the_next_frame_is_found),
        cmocka_unit_test(garbage_of_any_length_hides_nothing),
        cmocka_unit_test(a_frame_without_an_end_is_dropped),
        cmocka_unit_test(a_frame_must_have_its_form),
        cmocka_unit_test(words_and_numbers_are_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Writing nonogram texts: they can be read again, or are refused when damaged. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/tests/nonogram_texts.h"
#include "tests/support/mutate.h"

static const uint64_t SEED = 20260416;

static void random_puzzles_survive_every_format(void **state) {
    (void)state;
    enum { PUZZLES = 400 };
    struct random random;
    random_seed(&random, SEED);
    print_message("# seed %llu\n", (unsigned long long)SEED);
    unsigned written[32] = {0};
    for (int i = 0; i < PUZZLES; i++) {
        struct position *position = nonogram_random_position(&random, i % 2);
        unsigned number = 0;
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++, number++) {
            bool held = nonogram_round_trip(position, f);
            written[number] += held;
            assert_true(held || !nonogram_is_full_format(f->name));
        }
        nonogram_rules.free(position);
    }
    for (unsigned i = 0; nonogram_text.formats[i].name; i++) {
        print_message("# %s: %u of %d\n", nonogram_text.formats[i].name, written[i], PUZZLES);
        assert_true(written[i] > PUZZLES / 20);
    }
}

#define COLOURED "color a #ff0000\ncolor b #00ff01 \"leaf\"\nwidth 2\nheight 2\n"

/* What a format cannot hold is refused by name. */
static void formats_say_what_they_cannot_hold(void **state) {
    (void)state;
    struct record moves = {0};
    struct buf out = {0};
    qd_error error = {0};
    struct position *position =
        nonogram_read_text("width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n", &moves);
    assert_false(nonogram_text.print(position, &moves, nonogram_format_of("pbm"), &out, &error));
    assert_non_null(strstr(error.message, "4 of 4 cells are not known"));
    record_add(&moves, "R1C1=#", 0);
    assert_false(nonogram_text.print(position, &moves, nonogram_format_of("nin"), &out, &error));
    assert_non_null(strstr(error.message, "nin cannot hold cells"));
    record_add(&moves, "R1C2=#", 0);
    record_add(&moves, "R2C1=#", 0);
    record_add(&moves, "R2C2=#", 0);
    assert_false(nonogram_text.print(position, &moves, nonogram_format_of("pbm"), &out, &error));
    assert_non_null(strstr(error.message, "does not have those of the puzzle"));
    record_add(&moves, "R1C2=.", 0);
    record_add(&moves, "R2C1=.", 0);
    assert_true(nonogram_text.print(position, &moves, nonogram_format_of("pbm"), &out, &error));
    assert_string_equal(buf_text(&out), "P1\n2 2\n10\n01\n");
    buf_clear(&out);
    assert_true(nonogram_text.print(position, &moves, nonogram_format_of("xml"), &out, &error));
    assert_non_null(strstr(out.text, "type=\"saved\""));
    record_free(&moves);
    nonogram_rules.free(position);
    position = nonogram_read_text(COLOURED "rows\n1a\n1b\ncolumns\n1a,1b\n0\n", &moves);
    assert_false(nonogram_text.print(position, &moves, nonogram_format_of("mk"), &out, &error));
    assert_non_null(strstr(error.message, "mk cannot hold colours, and this puzzle has 2"));
    nonogram_rules.free(position);
    buf_free(&out);
}

/* Reads a damaged text: an error with a place, or a puzzle that survives being written. */
static void try_broken(const char *text, size_t size) {
    char *bytes = mem_new(size + 1, 1); /* of its exact size, so that overruns are seen */
    memcpy(bytes, text, size);
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = nonogram_try_read(bytes, size, &moves, &error);
    if (position) {
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++)
            nonogram_round_trip(position, f);
        nonogram_rules.free(position);
    } else {
        assert_true(error.status == QD_BAD_INPUT && error.line > 0 && error.message[0]);
    }
    record_free(&moves);
    free(bytes);
}

static void broken_texts_never_crash(void **state) {
    (void)state;
    enum { MUTATIONS = 1500 };
    struct random random;
    random_seed(&random, SEED);
    print_message("# seed %llu\n", (unsigned long long)SEED);
    for (size_t i = 0; nonogram_samples[i].name; i++) {
        size_t size = strlen(nonogram_samples[i].text);
        char *text = mem_new(size + MUTATE_ROOM, 1);
        for (size_t end = 0; end < size; end++)
            try_broken(nonogram_samples[i].text, end);
        for (int k = 0; k < MUTATIONS; k++) {
            memcpy(text, nonogram_samples[i].text, size);
            try_broken(text, mutate(text, size, &random));
        }
        free(text);
    }
}

/* The same for written texts, which hold more. */
static void broken_writings_never_crash(void **state) {
    (void)state;
    enum { PUZZLES = 60, MUTATIONS = 12 };
    struct random random;
    random_seed(&random, SEED + 1);
    for (int i = 0; i < PUZZLES; i++) {
        struct position *position = nonogram_random_position(&random, i % 2);
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++) {
            struct buf out = {0};
            struct record moves = {0};
            if (nonogram_text.print(position, &moves, f, &out, NULL))
                for (int k = 0; k < MUTATIONS; k++) {
                    char *text = mem_new(out.size + MUTATE_ROOM, 1);
                    memcpy(text, out.text, out.size);
                    try_broken(text, mutate(text, out.size, &random));
                    free(text);
                }
            buf_free(&out);
        }
        nonogram_rules.free(position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_puzzles_survive_every_format),
        cmocka_unit_test(formats_say_what_they_cannot_hold),
        cmocka_unit_test(broken_texts_never_crash),
        cmocka_unit_test(broken_writings_never_crash),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

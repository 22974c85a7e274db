/* The pictures of new puzzles: random ones, symmetric ones, words, and their palettes. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/random_picture.h"
#include "puzzles/nonogram/generate/words.h"
#include "puzzles/nonogram/model/palette.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_make.h"

static unsigned filled(const struct nonogram_puzzle *puzzle) {
    unsigned count = 0;
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        count += puzzle->goal[i] != NONOGRAM_EMPTY;
    return count;
}

/* ---- random pictures ---- */

static void symmetry_holds(void **state) {
    static const char *const names[] = {"none", "horizontal", "vertical", "both", "rotation"};
    static const unsigned sizes[][2] = {{12, 12}, {13, 9}, {1, 7}, {10, 15}};
    (void)state;
    for (unsigned which = 0; which < 5; which++)
        for (unsigned i = 0; i < 4; i++)
            for (uint64_t seed = 1; seed <= 10; seed++) {
                struct nonogram_generated made;
                char settings[120];
                snprintf(settings, sizeof settings,
                         "symmetry=%s width=%u height=%u style=%s colours=%u", names[which],
                         sizes[i][0], sizes[i][1], seed % 2 ? "noise" : "blobs", seed % 3 ? 1 : 3);
                nonogram_make_well(settings, seed, &made);
                assert_int_equal(nonogram_symmetry_find(names[which]), which);
                assert_true(nonogram_picture_symmetric((enum nonogram_symmetry)which, sizes[i][0],
                                                       sizes[i][1], made.puzzle->goal));
                nonogram_generated_free(&made);
            }
}

/* nonogram_picture_symmetric can return false. */
static void symmetry_is_seen(void **state) {
    static const uint8_t corner[6] = {1, 0, 0, 0, 0, 0}, turned[6] = {1, 0, 0, 0, 0, 1};
    (void)state;
    for (unsigned which = 1; which < 5; which++)
        assert_false(nonogram_picture_symmetric((enum nonogram_symmetry)which, 3, 2, corner));
    assert_true(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_NONE, 3, 2, corner));
    assert_true(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_ROTATION, 3, 2, turned));
    assert_false(nonogram_picture_symmetric(NONOGRAM_SYMMETRY_HORIZONTAL, 3, 2, turned));
}

/* Within two cells: at most four mirror each other. */
static void density_is_met(void **state) {
    (void)state;
    for (unsigned density = 0; density <= 100; density += 10)
        for (unsigned symmetry = 0; symmetry < 5; symmetry++)
            for (unsigned blobs = 0; blobs < 2; blobs++) {
                struct nonogram_random_settings settings = {.width = 17,
                                                            .height = 14,
                                                            .colours = 1 + density % 3,
                                                            .density = density,
                                                            .symmetry =
                                                                (enum nonogram_symmetry)symmetry,
                                                            .blobs = blobs};
                struct random random;
                uint8_t picture[17 * 14];
                int count = 0;
                random_seed(&random, density);
                nonogram_random_picture(&settings, &random, picture);
                for (unsigned i = 0; i < sizeof picture; i++)
                    count += picture[i] != NONOGRAM_EMPTY;
                assert_in_range(abs(count - (int)(sizeof picture * density + 50) / 100), 0, 2);
            }
}

/* Blobs have far fewer runs than noise of the same density. */
static void blobs_are_connected(void **state) {
    unsigned runs[2] = {0};
    (void)state;
    for (unsigned blobs = 0; blobs < 2; blobs++)
        for (uint64_t seed = 1; seed <= 20; seed++) {
            struct nonogram_generated made;
            nonogram_make_well(blobs ? "width=20 height=20 unique=no"
                                     : "width=20 height=20 unique=no style=noise",
                               seed, &made);
            for (unsigned row = 0; row < 20; row++)
                runs[blobs] += made.puzzle->rows[row].count;
            assert_int_equal(filled(made.puzzle), 200);
            nonogram_generated_free(&made);
        }
    print_message("%u runs in noise, %u in blobs\n", runs[0], runs[1]);
    assert_true(2 * runs[1] < runs[0]);
}

static void palettes_have_no_two_alike(void **state) {
    (void)state;
    for (unsigned colours = 1; colours <= NONOGRAM_COLOURS; colours++) {
        struct nonogram_puzzle *puzzle = nonogram_puzzle_new(2, 2);
        nonogram_palette_choose(puzzle, colours);
        assert_int_equal(puzzle->colours, colours);
        for (unsigned i = 0; i <= colours; i++)
            for (unsigned k = 0; k < i; k++) {
                assert_int_not_equal(puzzle->palette[i].letter, puzzle->palette[k].letter);
                assert_string_not_equal(puzzle->palette[i].name, puzzle->palette[k].name);
                assert_int_not_equal(puzzle->palette[i].rgb, puzzle->palette[k].rgb);
            }
        assert_true(puzzle->palette[1].letter == '#' || colours > 1);
        nonogram_puzzle_free(puzzle);
    }
}

/* ---- words ---- */

static void every_letter_is_distinct(void **state) {
    (void)state;
    for (const struct nonogram_glyph *a = nonogram_font; a->cells; a++) {
        struct nonogram_letter one, other;
        assert_int_equal(strlen(a->cells), 6 * 7 - 1);
        assert_true(nonogram_letter_find(a->character, &one));
        assert_in_range(one.width, 1, NONOGRAM_LETTER_WIDTH);
        for (const struct nonogram_glyph *b = nonogram_font; b < a; b++) {
            assert_int_not_equal(a->character, b->character);
            assert_true(nonogram_letter_find(b->character, &other));
            if (memcmp(one.rows, other.rows, sizeof one.rows) == 0)
                fail_msg("%c and %c look the same", a->character, b->character);
        }
    }
}

static void all_of_ascii_has_a_letter(void **state) {
    struct nonogram_letter letter;
    (void)state;
    for (int character = ' '; character < 127; character++)
        assert_true(nonogram_letter_find((char)character, &letter) == (character != '|'));
    assert_false(nonogram_letter_find('\t', &letter));
    assert_false(nonogram_letter_find((char)0xe4, &letter));
}

static void expect_picture(const char *words, unsigned width, unsigned height, unsigned colours,
                           const char *expected) {
    uint8_t *picture = nonogram_draw_words(NULL, words, colours, &width, &height, NULL);
    struct buf text = {0};
    assert_non_null(picture);
    for (unsigned i = 0; i < width * height; i++)
        buf_printf(&text, "%c%s", ".#abc"[picture[i]], (i + 1) % width ? "" : "\n");
    assert_string_equal(buf_text(&text), expected);
    buf_free(&text);
    free(picture);
}

static void words_are_drawn(void **state) {
    (void)state;
    expect_picture("Hi", 0, 0, 1,
                   "#...#.###\n#...#..#.\n#...#..#.\n#####..#.\n#...#..#.\n#...#..#.\n"
                   "#...#.###\n");
    expect_picture("!|I", 0, 0, 1,
                   ".#.\n.#.\n.#.\n.#.\n.#.\n...\n.#.\n...\n"
                   "###\n.#.\n.#.\n.#.\n.#.\n.#.\n###\n");
    expect_picture("! !", 0, 0, 2,
                   "#.....a\n#.....a\n#.....a\n#.....a\n#.....a\n.......\n#.....a\n");
    expect_picture("! !", 3, 17, 1, /* broken where it does not fit, and centred */
                   "...\n.#.\n.#.\n.#.\n.#.\n.#.\n...\n.#.\n...\n.#.\n.#.\n.#.\n.#.\n.#.\n...\n"
                   ".#.\n...\n");
}

static void words_without_room_or_letters(void **state) {
    static const struct {
        const char *settings, *message;
    } bad[] = {
        {"text=HH width=10", "the text needs 11 columns and 7 rows; there are 10 and 1000"},
        {"text=H height=6", "the text needs 5 columns and 7 rows; there are 1000 and 6"},
        {"text=|", "<text> has nothing to show"},
        {"text=na\xc3\xafve", "there is no letter for '\xc3\xaf' in <text>; there are A to Z, 0 to "
                              "9, the space and " NONOGRAM_FONT_SIGNS},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nonogram_generated made = {0};
        qd_error error;
        assert_false(nonogram_make(bad[i].settings, 1, &made, &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_string_equal(error.message, bad[i].message);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(symmetry_holds),
        cmocka_unit_test(symmetry_is_seen),
        cmocka_unit_test(density_is_met),
        cmocka_unit_test(blobs_are_connected),
        cmocka_unit_test(palettes_have_no_two_alike),
        cmocka_unit_test(every_letter_is_distinct),
        cmocka_unit_test(all_of_ascii_has_a_letter),
        cmocka_unit_test(words_are_drawn),
        cmocka_unit_test(words_without_room_or_letters),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

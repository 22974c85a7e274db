/* Reading nonogram texts, in every format. */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_texts.h"
#include "tests/support/puzzle_texts.h"

static void every_format_says_the_same(void **state) {
    (void)state;
    struct record moves = {0};
    struct position *first = nonogram_read_text(nonogram_samples[0].text, &moves);
    assert_int_equal(first->puzzle->width, 3);
    assert_int_equal(first->puzzle->rows[2].count, 2);
    assert_int_equal(first->puzzle->palette[1].letter, '#');
    for (size_t i = 0; nonogram_samples[i].name; i++) {
        print_message("# %s\n", nonogram_samples[i].name);
        struct position *position = nonogram_read_text(nonogram_samples[i].text, &moves);
        assert_true(nonogram_puzzle_equal(first->puzzle, position->puzzle));
        nonogram_rules.free(position);
    }
    assert_int_equal(moves.count, 0);
    nonogram_rules.free(first);
}

static void pictures_become_puzzles(void **state) {
    (void)state;
    static const char *const pictures[] = {
        "..#\n###\n#.#\n",
        "P1\n# a comment\n3 3\n0 0 1\n111 1 01\n",
        "P4 3 3\n\x20\xe0\xa0",
        "{\"rows\":[[1],[3],[1,1]],\"columns\":[[2],[1],[3]],\"goal\":[\"..#\",\"###\",\"#.#\"]}",
        "width 3\nheight 3\nrows\n1\n3\n1,1\ncolumns\n2\n1\n3\ngoal 001\n111\n101\n",
        "<puzzle><solution><image>|..#||###|\n|#.#|</image></solution></puzzle>",
    };
    struct record moves = {0};
    struct position *first = nonogram_read_text(pictures[0], &moves);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct position *position = nonogram_read_text(pictures[i], &moves);
        assert_non_null(position->puzzle->goal);
        assert_true(nonogram_puzzle_equal(first->puzzle, position->puzzle));
        nonogram_rules.free(position);
    }
    nonogram_rules.free(first);
}

#define COLOURED "color a #ff0000\ncolor b #00ff01 \"leaf\"\nwidth 2\nheight 2\n"

/* Two colours, in all the ways of writing them. */
static void colours_are_read(void **state) {
    (void)state;
    static const char *const texts[] = {
        COLOURED "rows\n1a,1b\n1b\ncolumns\n1a\n2b\ngoal \"ab0b\"\n",
        "color red ff0000 a\ncolor leaf 00ff01 b\nwidth 2\nheight 2\nrows\nred 1 leaf 1\nleaf 1\n"
        "columns\nred 1\nleaf 2\ngoal ab\n.b\n",
        "<puzzle defaultcolor=\"leaf\"><color name=\"white\" char=\"_\">ffffff</color>"
        "<color name=\"red\" char=\"a\">ff0000</color><color name=\"leaf\" char=\"b\">00ff01"
        "</color><clues type=\"rows\"><line><count color=\"red\">1</count><count>1</count></line>"
        "<line><count> 1 </count></line></clues><clues type=\"columns\"><line><count "
        "color=\"red\">1</count></line><line><count>2</count></line></clues>"
        "<solution type=\"goal\"><image>|ab||_b|</image></solution></puzzle>",
        "{\"colours\":[{\"name\":\"white\",\"letter\":\".\",\"rgb\":\"#FFFFFF\"},{\"name\":\"red\","
        "\"letter\":\"a\",\"rgb\":\"#FF0000\"},{\"name\":\"leaf\",\"letter\":\"b\",\"rgb\":"
        "\"#00FF01\"}],\"rows\":[[\"1a\",\"1b\"],[\"1b\"]],\"columns\":[[\"1a\"],[\"2b\"]],"
        "\"goal\":[\"ab\",\".b\"]}",
    };
    struct record moves = {0};
    struct position *first = nonogram_read_text(texts[0], &moves);
    assert_int_equal(first->puzzle->colours, 2);
    assert_string_equal(first->puzzle->palette[2].name, "leaf");
    assert_int_equal(first->puzzle->palette[2].rgb, 0x00ff01);
    assert_int_equal(first->puzzle->rows[0].clues[1].colour, 2);
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
        struct position *position = nonogram_read_text(texts[i], &moves);
        assert_true(nonogram_puzzle_equal(first->puzzle, position->puzzle));
        nonogram_rules.free(position);
    }
    nonogram_rules.free(first);
}

static void other_colours(void **state) {
    (void)state;
    struct record moves = {0};
    static const char houston[] = "2\n2\n\"1-r\",\"2-1\"\n\"1-r,1-1\",\"1-1\"\n";
    struct position *position = nonogram_read_text(houston, &moves);
    assert_int_equal(position->puzzle->colours, 2);
    assert_string_equal(position->puzzle->palette[1].name, "red");
    assert_int_equal(position->puzzle->palette[1].letter, 'r');
    assert_true(nonogram_letter_allowed(position->puzzle->palette[2].letter));
    nonogram_rules.free(position);
    static const char triangles[] =
        "#d\n t:/  black/white\n r:r #ff0000 remark\n:\n1t 1r\n:\n1t\n1r\n:\n";
    position = nonogram_read_text(triangles, &moves);
    assert_string_equal(position->puzzle->palette[1].name, "black/white");
    assert_int_equal(position->puzzle->palette[1].rgb, 0x7f7f7f);
    assert_string_equal(position->puzzle->palette[2].name, "#ff0000");
    nonogram_rules.free(position);
    static const char toml[] = "[clues]\nrows = 1x 1\ncolumns = 1x, 1\n[colors]\n"
                               "defs = ['x = (0, 128, 0) *']\n";
    position = nonogram_read_text(toml, &moves);
    assert_string_equal(position->puzzle->palette[1].name, "green");
    assert_string_equal(position->puzzle->palette[2].name, "black");
    nonogram_rules.free(position);
}

/* A picture's first colour comes last here: the letters and the moves follow the file. */
static void everything_is_kept(void **state) {
    (void)state;
    static const char text[] =
        "catalogue \"no. 1\"\ntitle \"A &quot;b&quot; &amp; \u00e9\"\nby \"Me\"\ncopyright "
        "\"2026\"\n"
        "license CC0-1.0\nsource \"here\"\ndescription \"one&#10;two\"\nid \"x1\"\n"
        "color 0 #eeeeee \"paper\"\ncolor % #ff0000\ncolor q #123456 \"Deep \u00e9\"\n"
        "width 2\nheight 2\n\nrows\n1%,1q\n0\n\ncolumns\n1%\n1q\n\ngoal \"%q00\"\n\n"
        "saved \"??0?\"\n\nmoves R1C1=% R1C2=q\n";
    struct record moves = {0};
    struct position *position = nonogram_read_text(text, &moves);
    assert_int_equal(moves.count, 2);
    assert_string_equal(position->puzzle->about.title, "A \"b\" & \u00e9");
    assert_string_equal(position->puzzle->about.description, "one\ntwo");
    assert_int_equal(position->cells[2], NONOGRAM_EMPTY);
    struct buf out = {0};
    assert_true(nonogram_text.print(position, &moves, nonogram_text.formats, &out, NULL));
    assert_string_equal(buf_text(&out), text);
    buf_free(&out);
    record_free(&moves);
    nonogram_rules.free(position);
}

/* Sums that differ make a puzzle without a solution, not an error in the text. */
static void contradictory_puzzles_are_read(void **state) {
    (void)state;
    static const char text[] = "width 2\nheight 2\nrows\n2\n2\ncolumns\n0\n1\n";
    struct record moves = {0};
    nonogram_rules.free(nonogram_read_text(text, &moves));
}

static void other_texts_are_left_alone(void **state) {
    (void)state;
    static const char *const others[] = {
        "ROWS 2\nCOLS 2\nBOARD\nRED A1 1 B2 2\nBLUE A2 1 B1 0\n",
        "3 2 1 | |\n",
        "moves: 0>2\n3 2 1 | |",
        "goal: | | 2 1\n2 1 | |\n",
        "{{110, 60, 30}, {0, 0, 0}, {0, 0, 0}}",
        "lamps\n.#.\n###\n",
        "{\"quandary_game\": 1, \"start\": \"width 1\\nrows\\n\", \"rows\": 1}",
        "",
        "# remark\n",
        "To be or not to be.\n",
    };
    for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
        struct source source = {.name = "x", .data = others[i], .size = strlen(others[i])};
        if (text_sureness(&nonogram_text, &source) != 0)
            fail_msg("taken for a nonogram: %s", others[i]);
    }
    for (size_t i = 0; nonogram_samples[i].name; i++) {
        struct source source = {.name = "x",
                                .data = nonogram_samples[i].text,
                                .size = strlen(nonogram_samples[i].text)};
        assert_in_range(text_sureness(&nonogram_text, &source), 60, 100);
    }
}

static void images_become_puzzles(void **state) {
    (void)state;
    const uint8_t pixels[] = {255, 0, 0, 255, 255, 255, 255, 255, /* red, white */
                              0,   0, 0, 0,   0,   0,   255, 255 /* transparent, blue */};
    size_t size;
    struct record moves = {0};
    char *bytes = nonogram_png_of(pixels, 2, 2, &size);
    struct position *position = nonogram_read_bytes(bytes, size, &moves);
    const struct nonogram_puzzle *puzzle = position->puzzle;
    assert_int_equal(puzzle->colours, 2);
    assert_int_equal(puzzle->palette[1].rgb, 0xff0000);
    assert_string_equal(puzzle->palette[1].name, "red");
    assert_string_equal(puzzle->palette[2].name, "blue");
    assert_memory_equal(puzzle->goal, ((const uint8_t[]){1, 0, 0, 2}), 4);
    nonogram_rules.free(position);
    free(bytes);
}

static unsigned read_folder(const char *corpus, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%s/nonogram/%s", corpus, name);
    DIR *folder = opendir(path);
    unsigned count = 0;
    for (struct dirent *entry; folder && (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        char file[8192];
        snprintf(file, sizeof file, "%s/%s", path, entry->d_name);
        struct source source;
        struct record moves = {0};
        qd_error error = {0};
        assert_true(file_read(file, &source, &error));
        struct position *position = text_parse(&nonogram_text, &source, &moves, &error);
        if (!position)
            fail_msg("%s:%d:%d: %s", file, error.line, error.column, error.message);
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++)
            nonogram_round_trip(position, f);
        nonogram_rules.free(position);
        file_close(&source);
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

/* Reads puzzles that do not come with the program, if QUANDARY_CORPUS says where they are. */
static void the_corpus_is_read(void **state) {
    (void)state;
    static const char *const folders[] = {"formats", "survey", "survey-colour",
                                          "hard",    "ndom",   "tournament"};
    const char *corpus = getenv("QUANDARY_CORPUS");
    if (!corpus)
        skip();
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++) {
        unsigned count = read_folder(corpus, folders[i]);
        print_message("# %s: %u files\n", folders[i], count);
        assert_true(count > 10);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_format_says_the_same),
        cmocka_unit_test(pictures_become_puzzles),
        cmocka_unit_test(colours_are_read),
        cmocka_unit_test(other_colours),
        cmocka_unit_test(everything_is_kept),
        cmocka_unit_test(contradictory_puzzles_are_read),
        cmocka_unit_test(other_texts_are_left_alone),
        cmocka_unit_test(images_become_puzzles),
        cmocka_unit_test(the_corpus_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

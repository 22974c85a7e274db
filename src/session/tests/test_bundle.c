/* Files that hold several puzzles: their names, their parts, and where errors in them are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/file.h"
#include "base/mem.h"
#include "puzzles/interface/registry.h"
#include "session/bundle.h"
#include "session/session.h"
#include "tests/support/temporary.h"

/* All files are written in a folder of their own, which is the current one meanwhile. */
static int make_folder(void **state) {
    char *folder = *state = mem_new(96, 1);
    return temporary_folder(folder, 96, "bundle") && chdir(folder) == 0 ? 0 : -1;
}

static int remove_folder(void **state) {
    int removed = chdir("/") == 0 ? rmdir(*state) : -1;
    free(*state);
    return removed;
}

static void write_file(const char *name, const char *text) {
    qd_error error = {0};
    assert_true(file_replace(name, text, strlen(text), &error));
}

static void read_well(const char *name, struct bundle *bundle) {
    qd_error error = {0};
    if (!bundle_read(name, NULL, bundle, &error))
        fail_msg("%s: %s", name, error.message);
}

/* The number of rows of the nonogram with that number, as a check that it is the right one. */
static size_t rows_of(struct bundle *bundle, size_t number) {
    struct source source;
    qd_error error = {0};
    struct record moves = {0};
    struct buf text = {0};
    bundle_part(bundle, number, &source);
    const struct puzzle_text *puzzle = bundle->puzzle->text;
    struct position *position = puzzle->parse(&source, &moves, &error);
    if (!position)
        fail_msg("part %zu: %d:%d: %s", number, error.line, error.column, error.message);
    assert_true(puzzle->print(position, &moves, puzzle->formats, &text, &error));
    const char *height = strstr(buf_text(&text), "height ");
    assert_non_null(height);
    size_t rows = strtoul(height + 7, NULL, 10);
    bundle->puzzle->rules->free(position);
    record_free(&moves);
    buf_free(&text);
    file_close(&source);
    return rows;
}

/* Every text here holds nonograms with one row, two rows, and so on. */
static void expect_parts(const char *text, size_t count) {
    struct bundle bundle;
    write_file("several", text);
    read_well("several", &bundle);
    assert_int_equal(bundle.count, count);
    assert_int_equal(bundle.chosen, 0);
    for (size_t number = 1; number <= count; number++)
        assert_int_equal(rows_of(&bundle, number), number);
    bundle_free(&bundle);
    unlink("several");
}

#define ONE_NON "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
#define TWO_NON "width 1\nheight 2\nrows\n1\n1\ncolumns\n2\n"
#define ONE_XML                                                                                    \
    "<puzzle><clues type=\"rows\"><line><count>1</count></line></clues>"                           \
    "<clues type=\"columns\"><line><count>1</count></line></clues></puzzle>"
#define TWO_XML                                                                                    \
    "<puzzle><clues type=\"rows\"><line><count>1</count></line><line/></clues>"                    \
    "<clues type=\"columns\"><line><count>1</count></line></clues></puzzle>"

static void formats_that_hold_several(void **state) {
    (void)state;
    expect_parts("$1\n1\n1\n$2\n2\n1\n1\n1\n", 2);
    expect_parts("\n$7\r\n1\r\n1\r\n\r\n$8\r\n2\r\n1\r\n1\r\n1\r\n\r\n", 2);
    expect_parts(ONE_NON "====\n" TWO_NON, 2);
    expect_parts("\xef\xbb\xbf" ONE_NON " ==== \n\n====\n" TWO_NON "====\n\n", 2);
    expect_parts("GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n"
                 "# next\nGRID\nROWS\n[ 1 ]\n[ 1 ]\nCOLUMNS\n[ 2 ]\n",
                 2);
    expect_parts("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<puzzleset>" ONE_XML TWO_XML
                 "</puzzleset>",
                 2);
    expect_parts("2\n1 1\n1 0\n1 0\n\n2 1\n1 0\n1 0\n2 0\n", 2);
}

static void one_puzzle_is_one(void **state) {
    (void)state;
    expect_parts(ONE_NON, 1);
    expect_parts(ONE_NON "====\n", 1);
    expect_parts("$1\n1\n1\n", 1);
    expect_parts("<puzzleset>" ONE_XML "</puzzleset>", 1);
    expect_parts("1\n1 1\n1 0\n1 0\n", 1);
    expect_parts("GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\n", 1);
}

static void a_name_chooses(void **state) {
    (void)state;
    struct bundle bundle;
    qd_error error = {0};
    write_file("two", ONE_NON "====\n" TWO_NON);
    read_well("two#2", &bundle);
    assert_int_equal(bundle.chosen, 2);
    assert_true(bundle_is_clear(&bundle, "two#2", &error));
    assert_int_equal(rows_of(&bundle, bundle.chosen), 2);
    bundle_free(&bundle);
    read_well("two", &bundle);
    assert_false(bundle_is_clear(&bundle, "two", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.message, "two holds 2 puzzles; choose one of them: two#1 to two#2");
    bundle_free(&bundle);
    write_file("two#2", ONE_NON); /* a file of that very name comes first */
    read_well("two#2", &bundle);
    assert_int_equal(bundle.chosen, 0);
    assert_int_equal(bundle.count, 1);
    assert_int_equal(rows_of(&bundle, 1), 1);
    bundle_free(&bundle);
    unlink("two#2");
    unlink("two");
}

static void expect_refused(const char *name, const char *message) {
    struct bundle bundle;
    qd_error error = {0};
    assert_false(bundle_read(name, NULL, &bundle, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, message));
}

static void bad_numbers_are_refused(void **state) {
    (void)state;
    write_file("two", ONE_NON "====\n" TWO_NON);
    write_file("one", ONE_NON);
    expect_refused("two#0", "there is no puzzle number 0 in ");
    expect_refused("two#3", "two#1 to ");
    expect_refused("two#999999999", "it holds 2: ");
    expect_refused("one#2", "it holds one");
    expect_refused("two#12345678901", "cannot read it"); /* no number of a puzzle */
    expect_refused("two#", "cannot read it");
    expect_refused("two#x", "cannot read it");
    expect_refused("none#1", "cannot read it");
    struct bundle bundle;
    read_well("one#1", &bundle);
    assert_int_equal(rows_of(&bundle, 1), 1);
    bundle_free(&bundle);
    unlink("two");
    unlink("one");
}

/* An error in a part is told with its place in the whole file. */
static void expect_error_at(const char *text, size_t number, int line, int column) {
    struct bundle bundle;
    struct source source;
    qd_error error = {0};
    write_file("broken", text);
    read_well("broken", &bundle);
    bundle_part(&bundle, number, &source);
    assert_null(session_open(&source, bundle.puzzle, NULL, &error));
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_string_equal(error.file, "broken");
    file_close(&source);
    bundle_free(&bundle);
    unlink("broken");
}

static void errors_have_their_place_in_the_file(void **state) {
    (void)state;
    expect_error_at("$1\n1\n1\n$2\n2\n1\n1x\n1\n", 2, 7, 2);
    expect_error_at("$1\r\n1\r\n1\r\n$2\r\n2\r\n1\r\n1 x\r\n1\r\n", 2, 7, 3);
    expect_error_at(ONE_NON "====\nwidth 1\nheight x\n", 2, 9, 8);
    expect_error_at("<puzzleset>\n" ONE_XML "\n<puzzle>\n<clues type=\"sides\"/></puzzle>\n"
                    "</puzzleset>",
                    2, 4, 1);
    expect_error_at("<puzzleset>" ONE_XML "<puzzle><clues type=\"sides\"/></puzzle></puzzleset>", 2,
                    1, 12 + (int)strlen(ONE_XML) + 8);
    expect_error_at("2\n1 1\n1 0\n1 0\n2 1\n1 0\n9 0\n2 0\n", 2, 7, 1);
}

static void saved_games_are_one(void **state) {
    (void)state;
    struct bundle bundle;
    write_file("game", "{\"quandary_game\": 1, \"puzzle\": \"hanoi\", \"start\": \"1 | |\", "
                       "\"moves\": [], \"undone\": []}");
    read_well("game", &bundle);
    assert_null(bundle.puzzle);
    assert_int_equal(bundle.count, 1);
    bundle_free(&bundle);
    assert_true(bundle_read("game", registry_find("hanoi"), &bundle, NULL));
    assert_ptr_equal(bundle.puzzle, registry_find("hanoi"));
    bundle_free(&bundle);
    unlink("game");
}

/* The same from memory, without names. */
static void texts_are_opened_too(void **state) {
    (void)state;
    static const char two[] = "$1\n1\n1\n1\n1\n$2\n1\n1\n1\n1\n1\n1\n";
    struct bundle bundle;
    qd_error error = {0};
    assert_true(bundle_open(two, strlen(two), NULL, 0, &bundle, &error));
    assert_int_equal(bundle.count, 2);
    assert_int_equal(bundle.chosen, 0);
    assert_int_equal(rows_of(&bundle, 1), 2);
    assert_int_equal(rows_of(&bundle, 2), 3);
    bundle_free(&bundle);
    assert_true(bundle_open(two, strlen(two), registry_find("nonogram"), 2, &bundle, &error));
    assert_int_equal(bundle.chosen, 2);
    bundle_free(&bundle);
    assert_false(bundle_open(two, strlen(two), NULL, 3, &bundle, &error));
    assert_string_equal(error.message, "there is no puzzle number 3; the text holds 2");
    assert_false(bundle_open("1 | |", 5, NULL, 2, &bundle, &error));
    assert_string_equal(error.message, "there is no puzzle number 2; the text holds 1");
    assert_false(bundle_open("\0", 1, NULL, 0, &bundle, &error));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(formats_that_hold_several),
        cmocka_unit_test(one_puzzle_is_one),
        cmocka_unit_test(a_name_chooses),
        cmocka_unit_test(bad_numbers_are_refused),
        cmocka_unit_test(errors_have_their_place_in_the_file),
        cmocka_unit_test(saved_games_are_one),
        cmocka_unit_test(texts_are_opened_too),
    };
    return cmocka_run_group_tests_name("bundle", tests, make_folder, remove_folder);
}

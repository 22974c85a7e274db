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
#include "session/collection.h"
#include "session/session.h"
#include "tests/support/temporary.h"

/* All files are written in a folder of their own, which is the current one meanwhile. */
static int make_folder(void **state) {
    char *folder = *state = mem_new(96, 1);
    return temporary_folder(folder, 96, "collection") && chdir(folder) == 0 ? 0 : -1;
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

static void read_well(const char *name, struct collection *collection) {
    qd_error error = {0};
    if (!collection_read(name, NULL, collection, &error))
        fail_msg("%s: %s", name, error.message);
}

/* The number of rows of the nonogram with that number, as a check that it is the right one. */
static size_t rows_of(struct collection *collection, size_t number) {
    struct source source;
    qd_error error = {0};
    struct record moves = {0};
    struct buf text = {0};
    collection_part(collection, number, &source);
    const struct puzzle_text *puzzle = collection->recognised.puzzle->text;
    struct position *position =
        puzzle->parse(&source, collection->recognised.format, NULL, &moves, &error);
    if (!position)
        fail_msg("part %zu: %d:%d: %s", number, error.line, error.column, error.message);
    assert_true(puzzle->print(position, &moves, puzzle->formats, &text, &error));
    const char *height = strstr(buf_text(&text), "height ");
    assert_non_null(height);
    size_t rows = strtoul(height + 7, NULL, 10);
    collection->recognised.puzzle->rules->free(position);
    record_free(&moves);
    buf_free(&text);
    file_close(&source);
    return rows;
}

/* Every text here holds nonograms with one row, two rows, and so on. */
static void expect_parts(const char *text, size_t count) {
    struct collection collection;
    write_file("several", text);
    read_well("several", &collection);
    assert_int_equal(collection.count, count);
    assert_int_equal(collection.chosen, 0);
    for (size_t number = 1; number <= count; number++)
        assert_int_equal(rows_of(&collection, number), number);
    collection_free(&collection);
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
    struct collection collection;
    qd_error error = {0};
    write_file("two", ONE_NON "====\n" TWO_NON);
    read_well("two#2", &collection);
    assert_int_equal(collection.chosen, 2);
    assert_true(collection_is_clear(&collection, "two#2", &error));
    assert_int_equal(rows_of(&collection, collection.chosen), 2);
    collection_free(&collection);
    read_well("two", &collection);
    assert_false(collection_is_clear(&collection, "two", &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.message, "two holds 2 puzzles; choose one of them: two#1 to two#2");
    collection_free(&collection);
    write_file("two#2", ONE_NON); /* a file of that very name comes first */
    read_well("two#2", &collection);
    assert_int_equal(collection.chosen, 0);
    assert_int_equal(collection.count, 1);
    assert_int_equal(rows_of(&collection, 1), 1);
    collection_free(&collection);
    unlink("two#2");
    unlink("two");
}

static void expect_refused(const char *name, const char *message) {
    struct collection collection;
    qd_error error = {0};
    assert_false(collection_read(name, NULL, &collection, &error));
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
    expect_refused("two#12345678901", "cannot read the file"); /* no number of a puzzle */
    expect_refused("two#", "cannot read the file");
    expect_refused("two#x", "cannot read the file");
    expect_refused("none#1", "cannot read the file");
    struct collection collection;
    read_well("one#1", &collection);
    assert_int_equal(rows_of(&collection, 1), 1);
    collection_free(&collection);
    unlink("two");
    unlink("one");
}

/* An error in a part is told with its place in the whole file. */
static void expect_error_at(const char *text, size_t number, int line, int column) {
    struct collection collection;
    struct source source;
    qd_error error = {0};
    write_file("broken", text);
    read_well("broken", &collection);
    collection_part(&collection, number, &source);
    assert_null(session_open_as(&source, &collection.recognised, NULL, NULL, &error));
    assert_int_equal(error.line, line);
    assert_int_equal(error.column, column);
    assert_string_equal(error.file, "broken");
    file_close(&source);
    collection_free(&collection);
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
    struct collection collection;
    write_file("game", "{\"quandary_game\": 1, \"puzzle\": \"hanoi\", \"start\": \"1 | |\", "
                       "\"moves\": [], \"undone\": []}");
    read_well("game", &collection);
    assert_null(collection.recognised.puzzle);
    assert_int_equal(collection.count, 1);
    collection_free(&collection);
    assert_true(collection_read("game", registry_find("hanoi"), &collection, NULL));
    assert_ptr_equal(collection.recognised.puzzle, registry_find("hanoi"));
    collection_free(&collection);
    unlink("game");
}

/* The same from memory, without names. */
static void texts_are_opened_too(void **state) {
    (void)state;
    static const char two[] = "$1\n1\n1\n1\n1\n$2\n1\n1\n1\n1\n1\n1\n";
    struct collection collection;
    qd_error error = {0};
    assert_true(collection_open(two, strlen(two), NULL, 0, &collection, &error));
    assert_int_equal(collection.count, 2);
    assert_int_equal(collection.chosen, 0);
    assert_int_equal(rows_of(&collection, 1), 2);
    assert_int_equal(rows_of(&collection, 2), 3);
    collection_free(&collection);
    assert_true(
        collection_open(two, strlen(two), registry_find("nonogram"), 2, &collection, &error));
    assert_int_equal(collection.chosen, 2);
    collection_free(&collection);
    assert_false(collection_open(two, strlen(two), NULL, 3, &collection, &error));
    assert_string_equal(error.message, "there is no puzzle number 3; the text holds 2");
    assert_false(collection_open("1 | |", 5, NULL, 2, &collection, &error));
    assert_string_equal(error.message, "there is no puzzle number 2; the text holds 1");
    assert_false(collection_open("\0", 1, NULL, 0, &collection, &error));
}

/* ---- one look at a text ---- */

/* A puzzle of lines that counts how often it looks at a text. Its position is the format that it
 * was read in. */
static int looks;

static const struct puzzle_format line_formats[] = {
    {.name = "small"}, {.name = "large", .between = ""}, {.name = NULL}};

static const struct puzzle_format *look_at_line(const struct source *source, int *sure) {
    looks++;
    *sure = source->size > 0;
    return source->size ? &line_formats[source->data[0] >= 'A' && source->data[0] <= 'Z'] : NULL;
}

static size_t cut_lines(const struct source *source, const struct puzzle_format *format,
                        struct source_part **parts) {
    size_t count = 0;
    if (format != &line_formats[1])
        return 0;
    *parts = mem_new(source->size, sizeof **parts);
    for (size_t at = 0; at + 1 < source->size; at += 2, count++)
        (*parts)[count] =
            (struct source_part){.from = at, .to = at + 1, .lines_before = (int)count};
    return count;
}

static struct position *read_line(const struct source *source, const struct puzzle_format *format,
                                  qd_control *control, struct record *moves, qd_error *error) {
    (void)control;
    (void)moves;
    if (format)
        return mem_copy(format, sizeof *format);
    source_error(source, 0, error, "no format");
    return NULL;
}

static struct position *copy_line(const struct position *position) {
    return mem_copy(position, sizeof(struct puzzle_format));
}

static void free_line(struct position *position) {
    free(position);
}

static const struct puzzle_text line_text = {
    .formats = line_formats, .recognise = look_at_line, .cut = cut_lines, .parse = read_line};
static size_t line_bytes(const struct position *position) {
    (void)position;
    return sizeof(struct puzzle_format);
}

static const struct puzzle_rules line_rules = {
    .copy = copy_line, .free = free_line, .bytes = line_bytes};
static const struct puzzle lines = {.name = "lines", .text = &line_text, .rules = &line_rules};

/* Opens the text and every part of it, each in this format. Returns the number of parts. */
static size_t open_lines(const char *text, const char *format) {
    struct collection collection;
    qd_error error = {0};
    assert_true(collection_open(text, strlen(text), &lines, 0, &collection, &error));
    size_t count = collection.count;
    for (size_t number = 1; number <= count; number++) {
        struct source source;
        collection_part(&collection, number, &source);
        struct session *session =
            session_open_as(&source, &collection.recognised, NULL, NULL, &error);
        assert_non_null(session);
        const struct puzzle_format *read = (const void *)session_position(session);
        assert_string_equal(read->name, format);
        session_free(session);
        file_close(&source);
    }
    collection_free(&collection);
    return count;
}

static void a_text_is_looked_at_once(void **state) {
    (void)state;
    looks = 0;
    assert_int_equal(open_lines("a\nb\n", "small"), 1);
    assert_int_equal(looks, 1);
    assert_int_equal(open_lines("A\nb\nC\n", "large"), 3); /* in the format of the whole */
    assert_int_equal(looks, 2);
    struct source source = {.name = "text", .data = "a\n", .size = 2};
    session_free(session_open(&source, &lines, NULL, NULL, NULL));
    assert_int_equal(looks, 3);
    qd_error error = {0};
    source = (struct source){.name = "text", .data = "", .size = 0};
    assert_null(session_open(&source, &lines, NULL, NULL, &error));
    assert_string_equal(error.message, "no format");
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
        cmocka_unit_test(a_text_is_looked_at_once),
    };
    return cmocka_run_group_tests_name("collection", tests, make_folder, remove_folder);
}

/* Nonogram texts that are refused: why, and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/tests/nonogram_texts.h"

struct refused_text {
    const char *text;
    int line, column;
    const char *part; /* of the message */
};

#define SIZE_2                "width 2\nheight 2\n"
#define GOOD_2                SIZE_2 "rows\n1\n1\ncolumns\n1\n1\n"
#define XML_2(inside)         "<puzzle>" inside "</puzzle>"
#define JSON_1(columns, more) "{\"rows\":[[1]],\n\"columns\":" columns "\n" more "}"

static const struct refused_text refusals[] = {
    {"", 1, 1, "the text is empty"},
    {" \n\n", 1, 1, "the text is empty"},
    {"hello", 1, 1, "not in any known format"},
    /* .non */
    {"width 2\n", 2, 1, "'height' is missing"},
    {"width 0\n", 1, 7, "number of columns, from 1 to 1000"},
    {"width 1001\n", 1, 7, "number of columns, from 1 to 1000"},
    {"width 99999999999999999999\nheight 2", 1, 7, "number of columns"},
    {"width -2\nheight 2", 1, 7, "number of columns"},
    {"width 2 3\nheight 2", 1, 9, "nothing may follow"},
    {"width 2\nwidth 2\n", 2, 1, "already a width"},
    {SIZE_2 "rows\n1\n1\nrows\n", 6, 1, "already a rows"},
    {SIZE_2 "rows\n1\n1\n1\ncolumns\n1\n1\n", 6, 1, "more rows than the 2"},
    {SIZE_2 "rows\n1\ncolumns\n1\n1\n", 5, 1, "expected 2 rows, found 1"},
    {SIZE_2 "rows\n1\n1,1\ncolumns\n1\n1\n", 5, 3, "row 2 need 3 cells, but it has 2"},
    {SIZE_2 "rows\n1\n0,1\ncolumns\n1\n1\n", 5, 3, "a 0 means that the line is empty"},
    {SIZE_2 "rows\n1\n1,0\ncolumns\n1\n1\n", 5, 3, "a 0 means that the line is empty"},
    {SIZE_2 "rows\n1\n-1\ncolumns\n1\n1\n", 5, 1, "expected a clue"},
    {SIZE_2 "rows\n1\n1;1\ncolumns\n1\n1\n", 5, 2, "not one of the colours"},
    {SIZE_2 "rows\n1\n1*\ncolumns\n1\n1\n", 5, 2, "not one of the colours"},
    {SIZE_2 "rows\n1\n99999999999\ncolumns\n1\n1\n", 5, 1, "expected a clue"},
    {SIZE_2 "rows\n1\n4294967297\ncolumns\n1\n1\n", 5, 1, "expected a clue"},
    {"width 4294967298\nheight 2", 1, 7, "number of columns"},
    {SIZE_2 "rows\n1\n9999\ncolumns\n1\n1\n", 5, 1, "more than 1000 cells"},
    {GOOD_2 "goal \"1\"\n", 9, 8, "ends after 1 of its 4"},
    {GOOD_2 "goal \"10010\"\n", 9, 11, "more cells"},
    {GOOD_2 "goal \"10x1\"\n", 9, 9, "expected a cell"},
    {GOOD_2 "goal \"1000\"\n", 9, 9, "row 2"},
    {GOOD_2 "goal \"1010\"\n", 9, 7, "column 1"},
    {GOOD_2 "goal \"1?01\"\n", 9, 8, "expected a cell"},
    {GOOD_2 "saved \"1\n", 9, 9, "closing quote"},
    {GOOD_2 "title \"\xff\"\n", 9, 8, "UTF-8"},
    {GOOD_2 "title \"x\n", 9, 9, "closing quote"},
    {GOOD_2 "====\n" GOOD_2, 9, 1, "a second puzzle begins"},
    {GOOD_2 "color a red\n", 9, 9, "the colour's value"},
    {GOOD_2 "color . #ff0000\n", 9, 7, "the character of a colour"},
    {GOOD_2 "color a #ff0000 red\n", 9, 17, "in quotes"},
    {"color a #ff0000\ncolor a #00ff00\n" GOOD_2, 2, 7, "already a colour"},
    {"color a #ff0000 \"x\"\ncolor b #00ff00 \"x\"\n" GOOD_2, 2, 7, "already a colour named"},
    {"color 0 #ff0000\ncolor 0 #00ff00\n" GOOD_2, 2, 7, "already a background"},
    {GOOD_2 "moves R1C1=################################################################\n", 9, 7,
     "not a move"},
    /* numbers */
    {"3 3\n1\n3\n1 1\n2\n2\n", 7, 1, "expected 3 columns, found 2"},
    {"3 3\n1\n3\n1 1\n2\n2\n2\n2\n", 8, 1, "more columns than the 3"},
    {"0 3\n1\n3\n1 1\n", 1, 1, "number of columns"},
    {"3 3 3\n1\n#\n1\n", 1, 5, "nothing but the size"},
    {"3 3\n1\n3\n#\n2\n2\n2\n", 4, 1, "expected 3 rows, found 2"},
    {"3\n3\n1\n3\n1 1\n\n2\n2\n", 9, 1, "expected 3 columns, found 2"},
    {"1 1 1\n2\n3\n\n1\n1\n\n1\n", 7, 1, "only one blank line"},
    {"2\n1 1\n1 0\n1 0\n", 1, 1, "expected 1, for one puzzle"},
    {"1 1 1 1 1 1\n\n2\n", 1, 3, "need 11 cells"},
    {"$1\n1\n1\n$2\n1\n1\n", 4, 1, "a second puzzle begins"},
    {"$1\n1\n1\n1\n", 1, 1, "as many lines"},
    {"2\n2\n\"1\",\"1\"\n\"1\",1\"\n", 4, 5, "in quotes"},
    {"2\n2\n\"1\",\"1\"\n\"1\",\"1\n", 4, 5, "closing quote"},
    {"2\n2\n\"1-rr\",\"1\"\n", 3, 2, "one character"},
    {"2\n2\n\"1\",\"1\"\n", 4, 1, "the rows are missing"},
    /* .g */
    {"a\n:\n1\n", 4, 1, "columns are missing"},
    {"#d\n y yellow\n:\n1\n:\n1\n", 2, 2, "expected a colour"},
    {"#d\n y:y yelow\n:\n1\n:\n1\n", 2, 6, "name of a colour"},
    {"#d\n y:y yellow\n:\n1r\n:\n1\n", 4, 2, "not one of the colours"},
    {"#d\n y:y yellow\n:\n1\n:\n1\n", 4, 2, "colour is missing"},
    {"#t\n:\n1\n:\n1\n", 1, 1, "triddler"},
    /* XML */
    {"<puzzle>", 1, 9, "not valid XML"},
    {"<puzzle><title></puzzle>", 1, 18, "not valid XML"},
    {"<puzzleset></puzzleset>", 1, 24, "no puzzle"},
    {XML_2(""), 1, 18, "the rows are missing"},
    {XML_2("<clues type=\"row\"/>"), 1, 9, "rows or columns"},
    {XML_2("<line/>"), 1, 9, "must be inside clues"},
    {XML_2("\n<clues type=\"rows\"><line><count>x</count></line></clues>"), 2, 33, "a number"},
    {XML_2("\n<clues type=\"rows\"><line><count color=\"red\">1</count></line></clues>"), 2, 26,
     "not one of the puzzle's colours"},
    {XML_2("<clues type=\"rows\"/>\n<clues type=\"rows\"/>"), 2, 1, "already clues"},
    {XML_2("<color name=\"red\">red</color>"), 1, 9, "hexadecimal"},
    {XML_2("<color>ff0000</color>"), 1, 9, "no name"},
    {XML_2("<solution><image>|.#|\n|#|</image></solution>"), 2, 3,
     "has 1 cells, the first one has 2"},
    {XML_2("<solution><image>|.z|</image></solution>"), 1, 28, "one of the puzzle's colours"},
    {XML_2("<solution><image>|.#</image></solution>"), 1, 19, "between bars"},
    {"<puzzleset><puzzle/>\n<puzzle/></puzzleset>", 2, 1, "a second puzzle"},
    {"<puzzle type=\"triddler\"/>", 1, 1, "type grid"},
    {"<!DOCTYPE a [\n<!ENTITY b \"c\">]><puzzle>&b;</puzzle>", 2, 12, "entities may not be"},
    {"<puzzle>&nope;</puzzle>", 1, 9, "undefined entity"},
    /* JSON */
    {"{\"rows\":[[1]", 1, 12, "not valid JSON"},
    {"{\"rows\":[[1]]}", 1, 1, "expected \"columns\""},
    {JSON_1("[1]", ""), 2, 12, "expected a list of clues"},
    {JSON_1("[[1],[true]]", ""), 2, 17, "expected a clue"},
    {JSON_1("[[-1]]", ""), 2, 13, "expected a clue"},
    {JSON_1("[[2]]", ""), 2, 13, "column 1 need 2 cells"},
    {JSON_1("[[\"1x\"]]", ""), 2, 15, "not one of the colours"},
    {JSON_1("[[1]]", ",\"goal\":[\"##\"]"), 3, 10, "a text of 1 characters"},
    {JSON_1("[[1]]", ",\"goal\":[\".\"]"), 3, 9, "clues of row 1"},
    {JSON_1("[[1]]", ",\"goal\":[]"), 3, 9, "a list of 1 rows"},
    {JSON_1("[[1]]", ",\"content\":[2]"), 3, 13, "expected a cell"},
    {JSON_1("[[1]]", ",\"width\":2"), 3, 10, "expected 2 columns, found 1"},
    {JSON_1("[[1]]", ",\"title\":\"\\u0007\""), 3, 10, "control"},
    {JSON_1("[[1]]", ",\"colours\":[1,2]"), 3, 13, "expected a colour"},
    /* the others */
    {"GRID a\nROWS\n1\n", 3, 1, "in brackets"},
    {"GRID a\nROWS\n[ 1 ]\nCOLUMNS\n[ 1 ]\nGRID b\n", 6, 1, "a second puzzle"},
    {"GRID a\nROWS\n[ 1 ]\nROWS\n[ 1 ]\n", 4, 1, "already"},
    {"GRID a\n[ 1 ]\n", 2, 1, "ROWS or COLUMNS"},
    {"[clues]\nrows = 1x\ncolumns = 1\n", 2, 9, "not one of the colours"},
    {"[clues]\nrows = 1\n", 3, 1, "columns are missing"},
    {"[clues]\nrows = 1\nrows = 1\n", 3, 1, "already"},
    {"[clues]\n1\n", 2, 1, "expected columns or rows"},
    {"[colors]\nb = blue\n[clues]\nrows=1\ncolumns=1\n", 2, 1, "expected a colour"},
    {"[colors]\nb = (blu)\n[clues]\nrows=1\ncolumns=1\n", 2, 6, "a name, six"},
    {"[Dimensions]\n1\n[Row clues]\n1\n[Column clues]\n1\n", 1, 1, "number of columns"},
    {"[Row clues]\n1\n[Column clues]\n1\n[Solution grid]\n3\n", 6, 1, "expected a cell"},
    {"[Row clues]\n1\n[Column clues]\n1\n[Solution grid]\n1\n", 5, 1, "clues of row 1"},
    {"[Dimensions]\n1\n1\n[Row clues]\n1\n", 6, 1, "clues of the columns are missing"},
    {"[Row clues]\n1\n[Row clues]\n1\n", 3, 1, "already"},
    {"rows = [|2|];\ncols = [|1|];\n", 1, 10, "expected a step"},
    {"row_rules = [|1|];\ncol_rules = [|1,x|];\n", 2, 17, "expected a number"},
    {"row_rules = [|1|]\ncol_rules = [|1|];\n", 2, 1, "semicolon"},
    {"row_hint(1,1,1)\n", 1, 16, "full stop"},
    {"row_hint(1,1,1).\nrow_hint(1,1,1).\n", 2, 1, "given already"},
    {"row_hint(1,1,1).\ncol_hint(1,1,1).\nlamp(1,1).\n", 3, 1, "expected a fact"},
    {"#const w = 1.\n#const h = 1.\nrow_hint(2,1,1).\n", 3, 1, "outside"},
    {"P1\n2 2\n0 1 2 1\n", 3, 5, "expected a cell"},
    {"P1\n2 2\n0 1 1\n", 4, 1, "ends before"},
    {"P1\n2 0\n", 2, 3, "number of rows"},
    {"P4\n8 2\n1", 3, 2, "ends before"},
    {"P1 1 1 1 1", 1, 10, "nothing may follow"},
    {".#\n.#.\n", 2, 1, "has 3 cells, the first one has 2"},
};

static bool is_refused(const struct refused_text *r) {
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = nonogram_try_read(r->text, strlen(r->text), &moves, &error);
    bool good = !position && error.status == QD_BAD_INPUT && error.line == r->line &&
                error.column == r->column && strstr(error.message, r->part);
    if (!good)
        print_message("%d:%d: %s\n(expected %d:%d: %s)\n%s\n", error.line, error.column,
                      error.message, r->line, r->column, r->part, r->text);
    nonogram_rules.free(position);
    record_free(&moves);
    return good;
}

static void refused_with_line_and_column(void **state) {
    (void)state;
    unsigned wrong = 0;
    for (size_t i = 0; i < sizeof refusals / sizeof *refusals; i++)
        wrong += !is_refused(&refusals[i]);
    assert_int_equal(wrong, 0);
}

static void limits_are_kept(void **state) {
    (void)state;
    qd_error error = {0};
    struct record moves = {0};
    struct buf text = {0};
    for (int i = 0; i <= NONOGRAM_COLOURS; i++)
        buf_printf(&text, "color %c #0000%02x\n", i < 26 ? 'a' + i : 'A' + i - 26, i);
    assert_null(nonogram_try_read(text.text, text.size, &moves, &error));
    buf_add(&text, GOOD_2);
    assert_null(nonogram_try_read(text.text, text.size, &moves, &error));
    assert_int_equal(error.line, NONOGRAM_COLOURS + 1);
    assert_non_null(strstr(error.message, "at most 31 colours"));
    buf_clear(&text);
    for (int i = 0; i <= NONOGRAM_SIDE; i++)
        buf_add(&text, "1\n");
    buf_add(&text, "\n1\n");
    assert_null(nonogram_try_read(text.text, text.size, &moves, &error));
    assert_int_equal(error.line, NONOGRAM_SIDE + 1);
    assert_non_null(strstr(error.message, "at most 1000 rows"));
    buf_clear(&text);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < NONOGRAM_SIDE; k++)
            buf_add(&text, "1000\n");
        buf_add(&text, "\n");
    }
    nonogram_rules.free(nonogram_read_bytes(text.text, text.size, &moves));
    buf_free(&text);
}

static void expect_image_refused(const uint8_t *pixels, unsigned width, unsigned height,
                                 const char *message) {
    size_t size;
    struct record moves = {0};
    qd_error error = {0};
    char *bytes = nonogram_png_of(pixels, width, height, &size);
    assert_null(nonogram_try_read(bytes, size, &moves, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_int_equal(error.line, 1);
    if (!strstr(error.message, message))
        fail_msg("%s", error.message);
    free(bytes);
}

static void images_that_are_no_puzzle(void **state) {
    (void)state;
    enum { WIDE = NONOGRAM_SIDE + 1 };
    uint8_t *pixels = mem_new(WIDE, 4);
    for (unsigned i = 0; i < WIDE; i++)
        memcpy(pixels + 4 * i, ((const uint8_t[]){(uint8_t)i, (uint8_t)(i / 8), 0, 255}), 4);
    expect_image_refused(pixels, NONOGRAM_COLOURS + 1, 1, "more than 31 colours");
    expect_image_refused(pixels, WIDE, 1, "the image has 1001 x 1");
    expect_image_refused(pixels, 1, WIDE, "the image has 1 x 1001");
    free(pixels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(refused_with_line_and_column),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(images_that_are_no_puzzle),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

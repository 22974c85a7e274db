/* Nonogram texts: what is read, what is written, what is refused and where. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <png.h>

#include <dirent.h>
#include <stdio.h>

#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/format/format.h"
#include "tests/support/mutate.h"

static struct position *read_bytes(const char *text, size_t size, struct record *moves,
                                   qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = size};
    return nonogram_text.parse(&source, moves, error);
}

static struct position *read_good(const char *text, size_t size, struct record *moves) {
    qd_error error = {0};
    struct position *position = read_bytes(text, size, moves, &error);
    if (!position)
        fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return position;
}

static struct position *read_text(const char *text, struct record *moves) {
    return read_good(text, strlen(text), moves);
}

static const struct puzzle_format *format_of(const char *name) {
    const struct puzzle_format *format = nonogram_text.formats;
    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

/* The same small puzzle in every format; a few in two ways of writing. */
struct sample {
    const char *name, *text;
};

#define ROWS_3    "1\n3\n1 1\n"
#define COLUMNS_3 "2\n2\n2\n"

static const struct sample samples[] = {
    {"non", "width 3\nheight 3\nrows\n1\n3\n1,1\ncolumns\n2\n2\n2\n"},
    {"non, mixed", "TITLE \"a\"\r\nheight 3\r\n\r\ncolumns\r\n2\r\n\r\n2\r\n2\r\nwidth  3\r\n"
                   "mood good\r\nrows\r\n 1\r\n3\r\n1, 1\r\n"},
    {"xml", "<?xml version=\"1.0\"?><!DOCTYPE pbn SYSTEM \"pbn.dtd\"><puzzleset><puzzle>"
            "<title>&copy; &amp;</title><clues type=\"rows\"><line><count>1</count></line><line>"
            "<count>3</count></line><line><count>1</count><count>1</count></line></clues>"
            "<clues type=\"columns\"><line><count>2</count></line><line><count>2</count></line>"
            "<line><count>2</count></line></clues></puzzle></puzzleset>"},
    {"json", "{\"columns\": [[2],[2],[2]], \"rows\": [[1],[3],[1,1]], \"extra\": {\"a\": [1]}}"},
    {"json, cols", "{\"name\": \"x\", \"cols\": [[2],[2],[2]], \"rows\": [[1],[3],[1,1]]}"},
    {"g", "Three\n:\n" ROWS_3 ": here\n" COLUMNS_3 ": and more\ntext\n"},
    {"g, colours", "#D\n 0:  white remark\n 1:X black\n: -\n1\n3\n1 1\n:\n" COLUMNS_3 ":\n"},
    {"nin", "3 3\n" ROWS_3 COLUMNS_3},
    {"mk", "3 3\n" ROWS_3 "#\n" COLUMNS_3},
    {"cwd", "3\n3\n" ROWS_3 "\n" COLUMNS_3},
    {"keen", ROWS_3 "\n" COLUMNS_3},
    {"keen, commas", "1\n3\n1,1\n\n2\n2\n2"},
    {"jcross", "1\n3 3\n1 0\n3 0\n1 1 0\n2 0\n2 0\n2 0\n"},
    {"taai", "$7\n2\n2\n2\n1\n3\n1\t1\n"},
    {"houston", "3\n3\n\"2\",\"2\",\"2\"\n\"1\",\"3\",\"1,1\"\n"},
    {"picross",
     "# so\nGRID Three\nROWS\n[ 1 ]\n[ 3 ]\n[ 1 1 ] # last\nCOLUMNS\n[ 2 ]\n[2]\n[ 2 ]\n"},
    {"toml",
     "[clues]\ncolumns = \"\"\"2, 2 # two\n2\"\"\"\nrows = '''\n1\n3 ; full\n\"1 1\",\n'''\n"},
    {"toml, bare", "[clues]\ncolumns=2,2,2\nrows=\n  1\n  3\n  1 1\n[colors]\ndefs = []\n"},
    {"gno",
     "[Dimensions]\n3\n3\n[Row clues]\n1\n3\n1, 1\n[Column clues]\n2\n2\n2\n[Locked]\ntrue\n"},
    {"dzn", "rows = 3; cols = 3;\nrow_rules = [| 0, 1 | 0, 3\n | 1, 1 |];\n"
            "col_rules = [|2|2|2|];\n% end"},
    {"dzn, steps", "X = 3;\nrows = [|1,-1,-1\n|1,1,1|1,0,1|];\ncols = [|1,1|1,1|1,1,-1|];\n"},
    {"asp", "#const w = 3. #const h = 3.\n% rows\nrow_hint(1,1,1). row_hint(2,1,3).\n"
            "row_hint(3,2,1). row_hint(3,1,1).\ncol_hint(1,1,2).\ncol_hint(2,1,2).\n"
            "col_hint(3, 1, 2).\n"},
};
enum { SAMPLES = sizeof samples / sizeof *samples };

static void every_format_says_the_same(void **state) {
    (void)state;
    struct record moves = {0};
    struct position *first = read_text(samples[0].text, &moves);
    assert_int_equal(first->puzzle->width, 3);
    assert_int_equal(first->puzzle->rows[2].count, 2);
    assert_int_equal(first->puzzle->palette[1].letter, '#');
    for (size_t i = 0; i < SAMPLES; i++) {
        print_message("# %s\n", samples[i].name);
        struct position *position = read_text(samples[i].text, &moves);
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
    struct position *first = read_text(pictures[0], &moves);
    for (size_t i = 0; i < sizeof pictures / sizeof *pictures; i++) {
        struct position *position = read_text(pictures[i], &moves);
        assert_non_null(position->puzzle->goal);
        assert_true(nonogram_puzzle_equal(first->puzzle, position->puzzle));
        nonogram_rules.free(position);
    }
    nonogram_rules.free(first);
}

#define COLOURED "color a #ff0000\ncolor b #00ff01 \"leaf\"\nwidth 2\nheight 2\n"

/* Two colours, in the ways that texts speak of them. */
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
    struct position *first = read_text(texts[0], &moves);
    assert_int_equal(first->puzzle->colours, 2);
    assert_string_equal(first->puzzle->palette[2].name, "leaf");
    assert_int_equal(first->puzzle->palette[2].rgb, 0x00ff01);
    assert_int_equal(first->puzzle->rows[0].clues[1].colour, 2);
    for (size_t i = 1; i < sizeof texts / sizeof *texts; i++) {
        struct position *position = read_text(texts[i], &moves);
        assert_true(nonogram_puzzle_equal(first->puzzle, position->puzzle));
        nonogram_rules.free(position);
    }
    nonogram_rules.free(first);
}

static void other_colours(void **state) {
    (void)state;
    struct record moves = {0};
    static const char houston[] = "2\n2\n\"1-r\",\"2-1\"\n\"1-r,1-1\",\"1-1\"\n";
    struct position *position = read_text(houston, &moves);
    assert_int_equal(position->puzzle->colours, 2);
    assert_string_equal(position->puzzle->palette[1].name, "red");
    assert_int_equal(position->puzzle->palette[1].letter, 'r');
    assert_true(nonogram_letter_allowed(position->puzzle->palette[2].letter));
    nonogram_rules.free(position);
    static const char triangles[] =
        "#d\n t:/  black/white\n r:r #ff0000 remark\n:\n1t 1r\n:\n1t\n1r\n:\n";
    position = read_text(triangles, &moves);
    assert_string_equal(position->puzzle->palette[1].name, "black/white");
    assert_int_equal(position->puzzle->palette[1].rgb, 0x7f7f7f);
    assert_string_equal(position->puzzle->palette[2].name, "#ff0000");
    nonogram_rules.free(position);
    static const char toml[] = "[clues]\nrows = 1x 1\ncolumns = 1x, 1\n[colors]\n"
                               "defs = ['x = (0, 128, 0) *']\n";
    position = read_text(toml, &moves);
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
    struct position *position = read_text(text, &moves);
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

struct refusal {
    const char *text;
    int line, column;
    const char *part; /* of the message */
};

#define SIZE_2                "width 2\nheight 2\n"
#define GOOD_2                SIZE_2 "rows\n1\n1\ncolumns\n1\n1\n"
#define XML_2(inside)         "<puzzle>" inside "</puzzle>"
#define JSON_1(columns, more) "{\"rows\":[[1]],\n\"columns\":" columns "\n" more "}"

static const struct refusal refusals[] = {
    {"", 1, 1, "the text is empty"},
    {" \n\n", 1, 1, "the text is empty"},
    {"hello", 1, 1, "not in a format"},
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
    {SIZE_2 "rows\n1\n1,1\ncolumns\n1\n1\n", 5, 3, "row 2 need 3 cells, it has 2"},
    {SIZE_2 "rows\n1\n0,1\ncolumns\n1\n1\n", 5, 3, "a 0 says that the line is empty"},
    {SIZE_2 "rows\n1\n1,0\ncolumns\n1\n1\n", 5, 3, "a 0 says that the line is empty"},
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
    {"3 3 3\n1\n#\n1\n", 1, 5, "only the size"},
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
    {XML_2("<line/>"), 1, 9, "must stand in clues"},
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

static bool is_refused(const struct refusal *r) {
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = read_bytes(r->text, strlen(r->text), &moves, &error);
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

/* Sums that differ are a puzzle without a solution, not a mistake of the text. */
static void contradictory_puzzles_are_read(void **state) {
    (void)state;
    static const char text[] = SIZE_2 "rows\n2\n2\ncolumns\n0\n1\n";
    struct record moves = {0};
    nonogram_rules.free(read_text(text, &moves));
}

static void limits_are_kept(void **state) {
    (void)state;
    qd_error error = {0};
    struct record moves = {0};
    struct buf text = {0};
    for (int i = 0; i <= NONOGRAM_COLOURS; i++)
        buf_printf(&text, "color %c #0000%02x\n", i < 26 ? 'a' + i : 'A' + i - 26, i);
    assert_null(read_bytes(text.text, text.size, &moves, &error));
    buf_add(&text, GOOD_2);
    assert_null(read_bytes(text.text, text.size, &moves, &error));
    assert_int_equal(error.line, NONOGRAM_COLOURS + 1);
    assert_non_null(strstr(error.message, "at most 31 colours"));
    buf_clear(&text);
    for (int i = 0; i <= NONOGRAM_SIDE; i++)
        buf_add(&text, "1\n");
    buf_add(&text, "\n1\n");
    assert_null(read_bytes(text.text, text.size, &moves, &error));
    assert_int_equal(error.line, NONOGRAM_SIDE + 1);
    assert_non_null(strstr(error.message, "at most 1000 rows"));
    buf_clear(&text);
    for (int i = 0; i < 2; i++) {
        for (int k = 0; k < NONOGRAM_SIDE; k++)
            buf_add(&text, "1000\n");
        buf_add(&text, "\n");
    }
    nonogram_rules.free(read_good(text.text, text.size, &moves));
    buf_free(&text);
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
        if (nonogram_text.recognise(&source) != 0)
            fail_msg("taken for a nonogram: %s", others[i]);
    }
    for (size_t i = 0; i < SAMPLES; i++) {
        struct source source = {
            .name = "x", .data = samples[i].text, .size = strlen(samples[i].text)};
        assert_in_range(nonogram_text.recognise(&source), 60, 100);
    }
}

static const uint64_t SEED = 20260416;

/* A random puzzle with a goal, titles, and perhaps colours and known cells. */
static struct position *random_position(struct random *random, bool coloured) {
    unsigned width = 1 + (unsigned)random_below(random, 12);
    unsigned height = random_below(random, 3) ? 1 + (unsigned)random_below(random, 12) : width;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    uint8_t *picture = mem_new((size_t)width * height, 1);
    puzzle->colours = coloured ? 2 + (unsigned)random_below(random, 15) : 1;
    for (unsigned i = 1; coloured && i <= puzzle->colours; i++) {
        struct nonogram_colour *colour = &puzzle->palette[i];
        snprintf(colour->name, sizeof colour->name, "c%u <\u00e9&>", i);
        colour->letter = "abcdefghijklmnopqrsT#%*+@"[(i * 7) % 25];
        colour->rgb = (uint32_t)random_below(random, 0x1000000);
    }
    for (size_t i = 0; i < (size_t)width * height; i++)
        picture[i] = (uint8_t)random_below(random, puzzle->colours + 2) % (puzzle->colours + 1);
    nonogram_generate_all_clues(puzzle, picture);
    if (random_below(random, 2))
        puzzle->goal = mem_copy(picture, (size_t)width * height);
    if (random_below(random, 2))
        puzzle->about.title = mem_text("A title: <\"\u00fc\" & 'so'>");
    if (random_below(random, 2))
        puzzle->about.description = mem_text("several\nlines,\ttoo");
    struct position *position = nonogram_position_new(puzzle);
    unsigned known = (unsigned)random_below(random, 3);
    for (size_t i = 0; i < (size_t)width * height; i++)
        if (known > 0 && (known == 2 || random_below(random, 2)))
            position->cells[i] = picture[i];
    free(picture);
    return position;
}

static bool is_full(const char *name) {
    return strcmp(name, "non") == 0 || strcmp(name, "xml") == 0 || strcmp(name, "json") == 0;
}

static bool same_text(const char *a, const char *b) {
    return !a == !b && (!a || strcmp(a, b) == 0);
}

/* The clues' lengths; all there is if the format holds it. */
static bool same(const struct position *a, const struct position *b, const char *format) {
    const struct nonogram_puzzle *p = a->puzzle, *q = b->puzzle;
    if (p->width != q->width || p->height != q->height)
        return false;
    for (unsigned i = 0; i < p->width + p->height; i++) {
        const struct nonogram_line *m = i < p->width ? &p->columns[i] : &p->rows[i - p->width];
        const struct nonogram_line *n = i < p->width ? &q->columns[i] : &q->rows[i - p->width];
        if (m->count != n->count)
            return false;
        for (unsigned k = 0; k < m->count; k++)
            if (m->clues[k].length != n->clues[k].length)
                return false;
    }
    return !is_full(format) || (nonogram_puzzle_equal(p, q) &&
                                memcmp(a->cells, b->cells, (size_t)p->width * p->height) == 0 &&
                                same_text(p->about.title, q->about.title) &&
                                same_text(p->about.description, q->about.description));
}

/* Writes, reads, compares, writes again. Returns false if the format refused. */
static bool round_trip(const struct position *position, const struct puzzle_format *format) {
    struct buf text = {0}, again = {0};
    struct record moves = {0};
    qd_error error = {0};
    if (!nonogram_text.print(position, &moves, format, &text, &error)) {
        assert_true(error.message[0] && error.status == QD_BAD_INPUT);
        buf_free(&text);
        return false;
    }
    struct position *other = read_good(text.text, text.size, &moves);
    if (!same(position, other, format->name))
        fail_msg("%s changes the puzzle:\n%s", format->name, text.text);
    assert_true(nonogram_text.print(other, &moves, format, &again, NULL));
    assert_string_equal(text.text, again.text);
    nonogram_rules.free(other);
    buf_free(&text);
    buf_free(&again);
    return true;
}

static void random_puzzles_survive_every_format(void **state) {
    (void)state;
    enum { PUZZLES = 400 };
    struct random random;
    random_seed(&random, SEED);
    print_message("# seed %llu\n", (unsigned long long)SEED);
    unsigned written[32] = {0};
    for (int i = 0; i < PUZZLES; i++) {
        struct position *position = random_position(&random, i % 2);
        unsigned number = 0;
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++, number++) {
            bool held = round_trip(position, f);
            written[number] += held;
            assert_true(held || !is_full(f->name));
        }
        nonogram_rules.free(position);
    }
    for (unsigned i = 0; nonogram_text.formats[i].name; i++) {
        print_message("# %s: %u of %d\n", nonogram_text.formats[i].name, written[i], PUZZLES);
        assert_true(written[i] > PUZZLES / 20);
    }
}

/* What a format has no place for is refused, and named. */
static void formats_say_what_they_cannot_hold(void **state) {
    (void)state;
    struct record moves = {0};
    struct buf out = {0};
    qd_error error = {0};
    struct position *position = read_text(GOOD_2, &moves);
    assert_false(nonogram_text.print(position, &moves, format_of("pbm"), &out, &error));
    assert_non_null(strstr(error.message, "4 of 4 cells are not known"));
    record_add(&moves, "R1C1=#", 0);
    assert_false(nonogram_text.print(position, &moves, format_of("nin"), &out, &error));
    assert_non_null(strstr(error.message, "nin cannot hold cells"));
    record_add(&moves, "R1C2=#", 0);
    record_add(&moves, "R2C1=#", 0);
    record_add(&moves, "R2C2=#", 0);
    assert_false(nonogram_text.print(position, &moves, format_of("pbm"), &out, &error));
    assert_non_null(strstr(error.message, "does not have those of the puzzle"));
    record_add(&moves, "R1C2=.", 0);
    record_add(&moves, "R2C1=.", 0);
    assert_true(nonogram_text.print(position, &moves, format_of("pbm"), &out, &error));
    assert_string_equal(buf_text(&out), "P1\n2 2\n10\n01\n");
    buf_clear(&out);
    assert_true(nonogram_text.print(position, &moves, format_of("xml"), &out, &error));
    assert_non_null(strstr(out.text, "type=\"saved\""));
    record_free(&moves);
    nonogram_rules.free(position);
    position = read_text(COLOURED "rows\n1a\n1b\ncolumns\n1a,1b\n0\n", &moves);
    assert_false(nonogram_text.print(position, &moves, format_of("mk"), &out, &error));
    assert_non_null(strstr(error.message, "mk cannot hold colours, and this puzzle has 2"));
    nonogram_rules.free(position);
    buf_free(&out);
}

/* A PNG of these pixels, for the caller to free: red, green, blue and opacity. */
static void *png_of(const uint8_t *pixels, unsigned width, unsigned height, size_t *size) {
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *bytes = mem_new(room, 1);
    assert_true(png_image_write_to_memory(&png, bytes, &room, 0, pixels, 0, NULL));
    *size = room;
    return bytes;
}

static void images_become_puzzles(void **state) {
    (void)state;
    const uint8_t pixels[] = {255, 0, 0, 255, 255, 255, 255, 255, /* red, white */
                              0,   0, 0, 0,   0,   0,   255, 255 /* transparent, blue */};
    size_t size;
    struct record moves = {0};
    char *bytes = png_of(pixels, 2, 2, &size);
    struct position *position = read_good(bytes, size, &moves);
    const struct nonogram_puzzle *puzzle = position->puzzle;
    assert_int_equal(puzzle->colours, 2);
    assert_int_equal(puzzle->palette[1].rgb, 0xff0000);
    assert_string_equal(puzzle->palette[1].name, "red");
    assert_string_equal(puzzle->palette[2].name, "blue");
    assert_memory_equal(puzzle->goal, ((const uint8_t[]){1, 0, 0, 2}), 4);
    nonogram_rules.free(position);
    free(bytes);
}

static void expect_image_refused(const uint8_t *pixels, unsigned width, unsigned height,
                                 const char *message) {
    size_t size;
    struct record moves = {0};
    qd_error error = {0};
    char *bytes = png_of(pixels, width, height, &size);
    assert_null(read_bytes(bytes, size, &moves, &error));
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

/* Reads a text that may be broken: an error with a place, or a puzzle that survives. */
static void try_broken(const char *text, size_t size) {
    char *bytes = mem_new(size + 1, 1); /* of its exact size, so that overruns are seen */
    memcpy(bytes, text, size);
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = read_bytes(bytes, size, &moves, &error);
    if (position) {
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++)
            round_trip(position, f);
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
    for (size_t i = 0; i < SAMPLES; i++) {
        size_t size = strlen(samples[i].text);
        char *text = mem_new(size + MUTATE_ROOM, 1);
        for (size_t end = 0; end < size; end++)
            try_broken(samples[i].text, end);
        for (int k = 0; k < MUTATIONS; k++) {
            memcpy(text, samples[i].text, size);
            try_broken(text, mutate(text, size, &random));
        }
        free(text);
    }
}

/* The same of texts that were written, which hold more. */
static void broken_writings_never_crash(void **state) {
    (void)state;
    enum { PUZZLES = 60, MUTATIONS = 12 };
    struct random random;
    random_seed(&random, SEED + 1);
    for (int i = 0; i < PUZZLES; i++) {
        struct position *position = random_position(&random, i % 2);
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
        struct position *position = nonogram_text.parse(&source, &moves, &error);
        if (!position)
            fail_msg("%s:%d:%d: %s", file, error.line, error.column, error.message);
        for (const struct puzzle_format *f = nonogram_text.formats; f->name; f++)
            round_trip(position, f);
        nonogram_rules.free(position);
        file_close(&source);
        count++;
    }
    if (folder)
        closedir(folder);
    return count;
}

/* Puzzles that do not come with the program are read if QUANDARY_CORPUS says where they are. */
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
        cmocka_unit_test(refused_with_line_and_column),
        cmocka_unit_test(contradictory_puzzles_are_read),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(other_texts_are_left_alone),
        cmocka_unit_test(random_puzzles_survive_every_format),
        cmocka_unit_test(formats_say_what_they_cannot_hold),
        cmocka_unit_test(images_become_puzzles),
        cmocka_unit_test(images_that_are_no_puzzle),
        cmocka_unit_test(broken_texts_never_crash),
        cmocka_unit_test(broken_writings_never_crash),
        cmocka_unit_test(the_corpus_is_read),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

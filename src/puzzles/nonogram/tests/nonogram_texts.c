#include "puzzles/nonogram/tests/nonogram_texts.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <png.h>

#include "base/mem.h"
#include "tests/support/puzzle_texts.h"

#define ROWS_3    "1\n3\n1 1\n"
#define COLUMNS_3 "2\n2\n2\n"

const struct nonogram_sample nonogram_samples[] = {
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
    {0},
};

struct position *nonogram_try_read(const char *text, size_t size, struct record *moves,
                                   qd_error *error) {
    struct source source = {.name = "text", .data = text, .size = size};
    return text_parse(&nonogram_text, &source, moves, error);
}

struct position *nonogram_read_bytes(const char *text, size_t size, struct record *moves) {
    qd_error error = {0};
    struct position *position = nonogram_try_read(text, size, moves, &error);
    if (!position)
        fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, text);
    return position;
}

struct position *nonogram_read_text(const char *text, struct record *moves) {
    return nonogram_read_bytes(text, strlen(text), moves);
}

const struct puzzle_format *nonogram_format_of(const char *name) {
    const struct puzzle_format *format = nonogram_text.formats;
    while (strcmp(format->name, name) != 0)
        format++;
    return format;
}

struct position *nonogram_random_position(struct random *random, bool coloured) {
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

bool nonogram_is_full_format(const char *name) {
    return strcmp(name, "non") == 0 || strcmp(name, "xml") == 0 || strcmp(name, "json") == 0;
}

static bool same_text(const char *a, const char *b) {
    return !a == !b && (!a || strcmp(a, b) == 0);
}

/* The same lengths of clues; the same everything if the format holds everything. */
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
    return !nonogram_is_full_format(format) ||
           (nonogram_puzzle_equal(p, q) &&
            memcmp(a->cells, b->cells, (size_t)p->width * p->height) == 0 &&
            same_text(p->about.title, q->about.title) &&
            same_text(p->about.description, q->about.description));
}

bool nonogram_round_trip(const struct position *position, const struct puzzle_format *format) {
    struct buf text = {0}, again = {0};
    struct record moves = {0};
    qd_error error = {0};
    if (!nonogram_text.print(position, &moves, format, &text, &error)) {
        assert_true(error.message[0] && error.status == QD_BAD_INPUT);
        buf_free(&text);
        return false;
    }
    struct position *other = nonogram_read_bytes(text.text, text.size, &moves);
    if (!same(position, other, format->name))
        fail_msg("%s changes the puzzle:\n%s", format->name, text.text);
    assert_true(nonogram_text.print(other, &moves, format, &again, NULL));
    assert_string_equal(text.text, again.text);
    nonogram_rules.free(other);
    buf_free(&text);
    buf_free(&again);
    return true;
}

void *nonogram_png_of(const uint8_t *pixels, unsigned width, unsigned height, size_t *size) {
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = PNG_FORMAT_RGBA};
    png_alloc_size_t room = PNG_IMAGE_PNG_SIZE_MAX(png);
    void *bytes = mem_new(room, 1);
    assert_true(png_image_write_to_memory(&png, bytes, &room, 0, pixels, 0, NULL));
    *size = room;
    return bytes;
}

/* Texts with a line for each row and column: blank lines that are clues, blank lines that only
 * separate the sections, and lines that were lost or doubled, which must never go unnoticed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"
#include "puzzles/nonogram/format/format.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "tests/support/puzzle_texts.h"

/* How a text is laid out. */
struct layout {
    const char *format;
    bool blank_for_empty; /* else 0 */
    unsigned spaces;      /* blank lines after a section */
    bool carriage;        /* lines end with \r\n */
    bool open_end;        /* the last line has no end */
};

/* The lines of a text; clues, and lines between them, can be lost. */
struct text {
    struct buf lines[80];
    unsigned count;
    unsigned first; /* that can be lost */
};

static struct buf *add_line(struct text *text, const char *line) {
    struct buf *added = &text->lines[text->count++];
    buf_add(added, line);
    return added;
}

static void add_section(struct text *text, const struct layout *layout,
                        const struct nonogram_line *lines, unsigned count) {
    const char *end = strcmp(layout->format, "jcross") == 0 ? " 0" : "";
    for (unsigned i = 0; i < count; i++) {
        struct buf *line = add_line(text, "");
        for (unsigned k = 0; k < lines[i].count; k++)
            buf_printf(line, k ? " %u" : "%u", lines[i].clues[k].length);
        if (lines[i].count == 0 && (!layout->blank_for_empty || *end))
            buf_add(line, "0");
        else
            buf_add(line, end);
    }
}

static void add_spaces(struct text *text, const struct layout *layout) {
    for (unsigned i = 0; i < layout->spaces; i++)
        add_line(text, "");
}

/* A word and a size, or two sizes (b > 0). */
static void add_heading(struct text *text, const char *word, unsigned a, unsigned b) {
    struct buf *line = add_line(text, word);
    buf_printf(line, "%u", a);
    if (b > 0)
        buf_printf(line, " %u", b);
}

static void lay_out_keywords(struct text *text, const struct layout *layout,
                             const struct nonogram_puzzle *puzzle, const char *const words[4]) {
    bool gno = strcmp(layout->format, "gno") == 0;
    if (gno)
        add_line(text, "[Dimensions]");
    add_heading(text, words[0], gno ? puzzle->height : puzzle->width, 0);
    add_heading(text, words[1], gno ? puzzle->width : puzzle->height, 0);
    add_line(text, words[2]);
    text->first = text->count;
    add_section(text, layout, puzzle->rows, puzzle->height);
    add_spaces(text, layout);
    add_line(text, words[3]);
    add_section(text, layout, puzzle->columns, puzzle->width);
    add_spaces(text, layout);
}

static void lay_out_numbers(struct text *text, const struct layout *layout,
                            const struct nonogram_puzzle *puzzle) {
    const char *format = layout->format;
    if (strcmp(format, "nin") == 0)
        add_heading(text, "", puzzle->width, puzzle->height);
    if (strcmp(format, "jcross") == 0)
        add_line(text, "1");
    if (strcmp(format, "jcross") == 0 || strcmp(format, "mk") == 0)
        add_heading(text, "", puzzle->height, puzzle->width);
    if (strcmp(format, "cwd") == 0) {
        add_heading(text, "", puzzle->height, 0);
        add_heading(text, "", puzzle->width, 0);
    }
    text->first = text->count;
    add_section(text, layout, puzzle->rows, puzzle->height);
    add_spaces(text, layout);
    if (strcmp(format, "mk") == 0)
        add_line(text, "#");
    add_section(text, layout, puzzle->columns, puzzle->width);
    add_spaces(text, layout);
}

static void lay_out_taai(struct text *text, const struct layout *layout,
                         const struct nonogram_puzzle *puzzle) {
    add_line(text, "$7");
    text->first = text->count;
    add_section(text, layout, puzzle->columns, puzzle->width);
    add_section(text, layout, puzzle->rows, puzzle->height);
    add_spaces(text, layout);
}

static void lay_out(struct text *text, const struct layout *layout,
                    const struct nonogram_puzzle *puzzle) {
    static const char *const non[] = {"width ", "height ", "rows", "columns"};
    static const char *const gno[] = {"", "", "[Row clues]", "[Column clues]"};
    if (strcmp(layout->format, "non") == 0)
        lay_out_keywords(text, layout, puzzle, non);
    else if (strcmp(layout->format, "gno") == 0)
        lay_out_keywords(text, layout, puzzle, gno);
    else if (strcmp(layout->format, "taai") == 0)
        lay_out_taai(text, layout, puzzle);
    else
        lay_out_numbers(text, layout, puzzle);
}

static void text_free(struct text *text) {
    for (unsigned i = 0; i < text->count; i++)
        buf_free(&text->lines[i]);
}

/* Reads the text with one line left out (skip) or doubled (twice). Returns the position, or NULL
 * with an error. */
static struct position *read_lines(const struct text *text, const struct layout *layout,
                                   unsigned skip, unsigned twice, qd_error *error) {
    struct buf all = {0};
    struct record moves = {0};
    for (unsigned i = 0; i < text->count; i++)
        for (unsigned times = i == skip ? 0 : i == twice ? 2 : 1; times > 0; times--) {
            bool last = i + 1 == text->count && times == 1;
            buf_add(&all, buf_text(&text->lines[i]));
            buf_add(&all, last && layout->open_end ? "" : layout->carriage ? "\r\n" : "\n");
        }
    struct source source = {.name = "text", .data = buf_text(&all), .size = all.size};
    *error = (qd_error){0};
    struct position *position = text_parse(&nonogram_text, &source, &moves, error);
    if (position == NULL)
        assert_true(error->line >= 1 && error->column >= 1);
    buf_free(&all);
    return position;
}

/* An empty row or column at the end of its section looks like a blank line after it; in formats
 * without a separator between the sections, so does an empty first column. */
static bool ends_blank(const struct layout *layout, const struct nonogram_puzzle *puzzle) {
    if (!layout->blank_for_empty || strcmp(layout->format, "jcross") == 0)
        return false;
    bool rows = puzzle->rows[puzzle->height - 1].count == 0;
    bool columns = puzzle->columns[puzzle->width - 1].count == 0;
    bool marked = strpbrk(layout->format, "ok") != NULL; /* non, gno, mk */
    return rows || columns || (!marked && puzzle->columns[0].count == 0);
}

static void show(const struct text *text, const struct layout *layout, unsigned line,
                 const char *what) {
    print_message("%s, %s, line %u %s\n", layout->format, layout->blank_for_empty ? "blank" : "0",
                  line + 1, what);
    for (unsigned i = 0; i < text->count; i++)
        print_message("%s\n", buf_text(&text->lines[i]));
}

struct tally {
    unsigned read, refused, same;
};

/* With a line less or more, the text is refused or the puzzle is the same. */
static void change_line(const struct text *text, const struct layout *layout,
                        const struct nonogram_puzzle *puzzle, unsigned line, bool more,
                        struct tally *tally) {
    qd_error error;
    unsigned none = text->count;
    struct position *position =
        read_lines(text, layout, more ? none : line, more ? line : none, &error);
    tally->refused += position == NULL;
    tally->same += position != NULL;
    if (position == NULL)
        return;
    if (!nonogram_puzzle_equal(position->puzzle, puzzle)) {
        show(text, layout, line, more ? "doubled" : "lost");
        fail_msg("read as another puzzle, %ux%u", position->puzzle->width,
                 position->puzzle->height);
    }
    nonogram_rules.free(position);
}

static void try_layout(const struct nonogram_puzzle *puzzle, const struct layout *layout,
                       struct tally *tally) {
    struct text text = {0};
    qd_error error;
    lay_out(&text, layout, puzzle);
    struct position *position = read_lines(&text, layout, text.count, text.count, &error);
    if (position == NULL && !ends_blank(layout, puzzle)) {
        show(&text, layout, 0, "is read");
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    }
    if (position != NULL) {
        assert_true(nonogram_puzzle_equal(position->puzzle, puzzle));
        nonogram_rules.free(position);
        tally->read++;
    }
    for (unsigned line = text.first; position != NULL && line < text.count; line++) {
        if (strcmp(buf_text(&text.lines[line]), "#") == 0)
            continue; /* without it the text is in another format */
        change_line(&text, layout, puzzle, line, false, tally);
        change_line(&text, layout, puzzle, line, true, tally);
    }
    text_free(&text);
}

static struct nonogram_puzzle *random_puzzle(struct random *random, bool square) {
    unsigned width = 2 + (unsigned)random_below(random, 6);
    unsigned height = square ? width : 2 + (unsigned)random_below(random, 6);
    return oracle_random_puzzle(random, width, height, 1, 4 + (unsigned)random_below(random, 5));
}

static void lost_and_doubled_lines_are_noticed(void **unused) {
    (void)unused;
    static const char *const formats[] = {"non", "nin", "mk", "cwd", "gno", "jcross", "taai"};
    struct random random;
    random_seed(&random, 77);
    for (unsigned i = 0; i < sizeof formats / sizeof *formats; i++) {
        struct tally tally = {0};
        bool taai = strcmp(formats[i], "taai") == 0;
        for (unsigned round = 0; round < 120; round++) {
            struct layout layout = {.format = formats[i],
                                    .blank_for_empty = !taai && round % 2,
                                    .spaces = round / 2 % 4,
                                    .carriage = round / 8 % 2,
                                    .open_end = round / 16 % 2};
            struct nonogram_puzzle *puzzle = random_puzzle(&random, taai);
            if (strcmp(formats[i], "cwd") != 0 || layout.spaces > 0)
                try_layout(puzzle, &layout, &tally);
            nonogram_puzzle_free(puzzle);
        }
        print_message("# %s: %u read, %u changed ones refused, %u the same\n", formats[i],
                      tally.read, tally.refused, tally.same);
        assert_true(tally.read > 40 && tally.refused > 500);
    }
}

/* Layouts that could be read in two ways, and how they are read. */
struct decided {
    const char *text;
    const char *rows; /* the number of clues of each row; NULL: refused */
    int line;         /* of the error */
};

#define HEAD "width 2\nheight 3\n"
#define TAIL "columns\n1\n1\n"

static const struct decided decisions[] = {
    {HEAD "rows\n1\n\n1\n" TAIL, "101", 0},      /* a blank line is an empty row */
    {HEAD "rows\n\n1\n1\n" TAIL, "011", 0},      /* the first one too */
    {HEAD "rows\n1\n\n1\n\n" TAIL, "101", 0},    /* the usual blank line after them */
    {HEAD "rows\n1\n0\n1\n\n\n" TAIL, "101", 0}, /* or several */
    {HEAD "rows\n1\n\n\n1\n0\n" TAIL, "110", 0}, /* three lines count */
    {HEAD "rows\n1\n\n\n1\n" TAIL, NULL, 7},     /* too many, counting the empty ones */
    {HEAD "rows\n1\n1\n0\n" TAIL, "110", 0},
    {HEAD "rows\n1\n1\n\n" TAIL, NULL, 6}, /* a lost row, or an empty one at the end? */
    {HEAD "rows\n1\n1\n\n\n" TAIL, NULL, 6},
    {HEAD "rows\n1\n1\n" TAIL, NULL, 6},
    {HEAD "rows\n1\n\n0\n1\n" TAIL, "101", 0}, /* three lines without the blank one */
    {HEAD "rows\n1\n\n1\n1\n" TAIL, NULL, 5},  /* the same, but the sums say otherwise */
    {HEAD "rows\n1\n0\n1\n0\n" TAIL, NULL, 7},
    {HEAD "rows\n\ncolumns\n1\n1\n", NULL, 3},
    {HEAD TAIL "\n\nrows\n1\n0\n1", "101", 0}, /* the other way round, without a line end */
    {HEAD TAIL "rows\n1\n0\n1\n\n\n", "101", 0},
    {HEAD TAIL "rows\n1\n1\n\n", NULL, 9},
    {HEAD "rows\r\n1\r\n\r\n1\r\n\r\n" TAIL, "101", 0},
    {"color red ff0000 X\ncolor blue 0000ff Y\n" HEAD
     "rows\nred 1\n\nblue 1\n\ncolumns\nred 1\nblue 1\n",
     "101", 0},
    {"color red ff0000 X\ncolor blue 0000ff Y\n" HEAD
     "rows\nred 1\nblue 1\n\ncolumns\nred 1\nblue 1\n",
     NULL, 8},
    /* a size and numbers */
    {"2 3\n1\n\n1\n1\n1\n", "101", 0},
    {"2 3\n1\n0\n1\n\n1\n1\n", "101", 0},
    {"2 3\n1\n\n1\n\n1\n1\n", "101", 0},
    {"2 3\n1\n1\n\n1\n1\n", NULL, 4},
    {"3 2\n1\n1\n#\n1\n1\n\n", NULL, 4},
    {"3 2\n1\n\n1\n\n#\n1\n1\n\n", "101", 0},
    {"3\n2\n1\n\n1\n\n1\n1\n", "101", 0},
    {"3\n2\n1\n1\n\n1\n1\n", NULL, 5}, /* not rows 3, 2, 1, 1 without a size */
    {"1\n3 2\n1 0\n\n1 0\n\n1 0\n1 0\n", NULL, 9},
    {"$1\n1\n1\n1\n\n", NULL, 1},
    {"$1\n1\n1\n1\n1\n\n", "11", 0},
};

static void layouts_are_decided(void **unused) {
    (void)unused;
    for (size_t i = 0; i < sizeof decisions / sizeof *decisions; i++) {
        const struct decided *decided = &decisions[i];
        struct source source = {
            .name = "text", .data = decided->text, .size = strlen(decided->text)};
        struct record moves = {0};
        qd_error error = {0};
        struct position *position = text_parse(&nonogram_text, &source, &moves, &error);
        if ((position == NULL) != (decided->rows == NULL) || error.line != decided->line)
            fail_msg("%d:%d: %s\n%s", error.line, error.column, error.message, decided->text);
        if (position == NULL)
            continue;
        assert_int_equal(position->puzzle->height, strlen(decided->rows));
        for (unsigned row = 0; row < position->puzzle->height; row++)
            assert_int_equal(position->puzzle->rows[row].count, decided->rows[row] - '0');
        nonogram_rules.free(position);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(layouts_are_decided),
        cmocka_unit_test(lost_and_doubled_lines_are_noticed),
    };
    return cmocka_run_group_tests_name("nonogram_layout", tests, NULL, NULL);
}

/* Facts for answer set solvers: `row_hint(3, 1, 5).` means that the first clue of row 3 is 5;
 * `col_hint` is the same for columns. `#const w = 5.` and `#const h = 5.`, or width(5). and
 * height(5)., give the size. % begins a comment. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

struct fact {
    unsigned line, index, length;
    size_t at;
};

struct facts {
    struct fact *items;
    size_t count, room;
    unsigned lines; /* the highest number of a line */
};

struct asp {
    struct nonogram_draft *draft;
    struct facts side[NONOGRAM_SIDES];
};

static bool fail(struct asp *asp, size_t at, const char *what) {
    return source_error(asp->draft->source, at, asp->draft->error, "%s", what);
}

/* Splits "name(1, 2, 3)" or "name = 3". Returns how many numbers there are, at most 3; -1 if it is
 * something else. */
static int read_numbers(struct asp *asp, struct line text, struct word *name, unsigned number[3]) {
    const struct source *source = asp->draft->source;
    struct word word;
    int count = 0;
    if (!word_next(source, &text, "(=", name))
        return -1;
    while (word_next(source, &text, "(),=", &word)) {
        if (count == 3 || !word_unsigned(source, word, UINT16_MAX, &number[count]))
            return -1;
        count++;
    }
    return count;
}

static bool begins(const struct source *source, struct word name, const char *text) {
    return nonogram_line_begins(source, (struct line){name.from, name.to}, text);
}

static bool read_size(struct asp *asp, struct word name, unsigned number) {
    const struct source *source = asp->draft->source;
    bool width = word_is(source, name, "w") || word_is(source, name, "width");
    bool height = word_is(source, name, "h") || word_is(source, name, "height");
    if (!width && !height)
        return fail(asp, name.from, "expected w, h, width or height, or clues");
    enum nonogram_side side = width ? NONOGRAM_COLUMNS : NONOGRAM_ROWS;
    if (asp->draft->side[side].said)
        return fail(asp, name.from, "this size was given already");
    return nonogram_draft_size(asp->draft, side, number, name.from);
}

static bool keep_clue(struct asp *asp, enum nonogram_side side, const unsigned number[3],
                      size_t at) {
    struct facts *facts = &asp->side[side];
    if (number[0] < 1 || number[0] > NONOGRAM_SIDE || number[1] > NONOGRAM_SIDE)
        return fail(asp, at, "expected the number of a line and of a clue, both from 1");
    facts->items = mem_grow(facts->items, facts->count, &facts->room, sizeof *facts->items);
    facts->items[facts->count++] = (struct fact){number[0], number[1], number[2], at};
    facts->lines = number[0] > facts->lines ? number[0] : facts->lines;
    return true;
}

static bool read_fact(struct asp *asp, struct line text) {
    const struct source *source = asp->draft->source;
    struct word name = {text.from, text.from};
    unsigned number[3];
    if (nonogram_line_begins(source, text, "#const "))
        text.from += strlen("#const ");
    else if (source->data[text.from] == '#')
        return true; /* such as #show, which is for the solver */
    int count = read_numbers(asp, text, &name, number);
    if (count == 3 && begins(source, name, "row"))
        return keep_clue(asp, NONOGRAM_ROWS, number, name.from);
    if (count == 3 && begins(source, name, "col"))
        return keep_clue(asp, NONOGRAM_COLUMNS, number, name.from);
    if (count == 1)
        return read_size(asp, name, number[0]);
    return fail(asp, text.from, "expected a fact, such as row_hint(1, 1, 3).");
}

/* The facts of a line end with full stops. */
static bool read_facts(struct asp *asp) {
    const struct source *source = asp->draft->source;
    size_t offset = nonogram_text_start(source);
    struct line line;
    while (source_line(source, &offset, &line)) {
        line_trim(source, &line, '%');
        while (line.from < line.to) {
            const char *stop = memchr(source->data + line.from, '.', line.to - line.from);
            if (!stop)
                return fail(asp, line.to, "expected a full stop after the fact");
            struct line text = {line.from, (size_t)(stop - source->data)};
            line_trim(source, &text, 0);
            if (text.from == text.to)
                return fail(asp, text.from, "expected a fact before the full stop");
            if (!read_fact(asp, text))
                return false;
            line.from = (size_t)(stop - source->data) + 1;
            line_trim(source, &line, 0);
        }
    }
    return true;
}

static int compare(const void *a, const void *b) {
    const struct fact *first = a, *second = b;
    if (first->line != second->line)
        return first->line < second->line ? -1 : 1;
    if (first->index != second->index)
        return first->index < second->index ? -1 : 1;
    return first->at < second->at ? -1 : first->at > second->at;
}

/* A zero says that there is no clue; zeros that pad a line are skipped. */
static bool add_clue(struct asp *asp, enum nonogram_side side, const struct fact *fact) {
    unsigned colour;
    return fact->length == 0 ||
           (nonogram_draft_plain(asp->draft, fact->at, &colour) &&
            nonogram_draft_clue(asp->draft, side, fact->length, colour, fact->at));
}

static bool add_side(struct asp *asp, enum nonogram_side side) {
    struct facts *facts = &asp->side[side];
    unsigned said = asp->draft->side[side].said, lines = said ? said : facts->lines;
    size_t next = 0;
    if (facts->count)
        qsort(facts->items, facts->count, sizeof *facts->items, compare);
    for (unsigned line = 1; line <= lines; line++) {
        if (!nonogram_draft_line(asp->draft, side, 0))
            return false;
        for (; next < facts->count && facts->items[next].line == line; next++) {
            const struct fact *fact = &facts->items[next];
            if (next > 0 && fact[-1].line == line && fact[-1].index == fact->index)
                return fail(asp, fact->at, "this clue was given already");
            if (!add_clue(asp, side, fact))
                return false;
        }
    }
    return next == facts->count ||
           fail(asp, facts->items[next].at, "this line lies outside of the picture");
}

bool nonogram_read_asp(struct nonogram_draft *draft) {
    struct asp asp = {.draft = draft};
    bool good = read_facts(&asp) && add_side(&asp, NONOGRAM_ROWS) &&
                add_side(&asp, NONOGRAM_COLUMNS) && nonogram_draft_puzzle(draft);
    free(asp.side[NONOGRAM_ROWS].items);
    free(asp.side[NONOGRAM_COLUMNS].items);
    return good;
}

/* "row", perhaps more letters, an opening parenthesis and a digit: "row_hint(1", not "Row 1 (2". */
static bool is_clue(const struct source *source, struct line line) {
    line_trim(source, &line, '%');
    if (!nonogram_line_begins(source, line, "row") && !nonogram_line_begins(source, line, "col"))
        return false;
    size_t at = line.from;
    while (at < line.to && (isalpha((unsigned char)source->data[at]) || source->data[at] == '_'))
        at++;
    return at + 1 < line.to && source->data[at] == '(' &&
           isdigit((unsigned char)source->data[at + 1]);
}

int nonogram_recognise_asp(const struct source *source) {
    enum { LINES = 200 };
    bool sized = false;
    size_t offset = nonogram_text_start(source);
    struct line line;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++) {
        if (is_clue(source, line))
            return 85;
        sized |= nonogram_line_begins(source, line, "#const w") ||
                 nonogram_line_begins(source, line, "#const h");
    }
    return sized ? 60 : 0;
}

static void print_side(const char *name, const struct nonogram_line *lines, unsigned count,
                       struct buf *out) {
    for (unsigned i = 0; i < count; i++)
        for (unsigned k = 0; k < lines[i].count; k++)
            buf_printf(out, "%s(%u, %u, %u).%s", name, i + 1, k + 1, lines[i].clues[k].length,
                       k + 1 < lines[i].count ? " " : "\n");
}

bool nonogram_write_asp(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    (void)error;
    const struct nonogram_puzzle *puzzle = game->puzzle;
    buf_printf(out, "#const w = %u.\n#const h = %u.\n", puzzle->width, puzzle->height);
    print_side("row_hint", puzzle->rows, puzzle->height, out);
    print_side("col_hint", puzzle->columns, puzzle->width, out);
    return true;
}

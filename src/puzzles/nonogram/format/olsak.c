/* The format .g of Petr and Mirek Olsak's solver: first text, the puzzle's title; then perhaps a
 * line #d and a line for each colour, `y:* yellow` (the character in clues, the one in pictures, a
 * colour of X or #RRGGBB); then a line that begins with a colon, the rows, another colon, the
 * columns, another colon. 0 is the background, 1 the colour of numbers without a character. A
 * colour with a slash is a triangle; to the clues it is a colour like any other. */
#include <stdlib.h>
#include <string.h>

#include "puzzles/nonogram/format/format.h"

struct olsak {
    struct nonogram_draft *draft;
    size_t offset;
};

static bool starts_with(const struct source *source, struct line line, const char *text) {
    size_t size = strlen(text);
    return line.to - line.from >= size && memcmp(source->data + line.from, text, size) == 0;
}

static bool is_colon(const struct source *source, struct line line) {
    return starts_with(source, line, ":");
}

static bool is_colours(const struct source *source, struct line line) {
    return starts_with(source, line, "#d") || starts_with(source, line, "#D");
}

/* The text before the puzzle: the title, and after a blank line the description. */
static bool keep_preamble(struct nonogram_draft *draft, size_t from, size_t to) {
    const struct source *source = draft->source;
    const struct source part = {.name = source->name, .data = source->data, .size = to};
    size_t offset = from;
    struct line title, second;
    if (!nonogram_next_line(&part, &offset, &title))
        return true;
    bool more = source_line(&part, &offset, &second);
    bool only_title = !more || nonogram_line_blank(source, second);
    size_t rest = only_title ? offset : title.from;
    rest = rest < to ? rest : to;
    if (only_title &&
        !nonogram_draft_about(draft, &draft->about.title, "title", source->data + title.from,
                              title.to - title.from, title.from))
        return false;
    struct buf text = {0};
    for (size_t i = rest; i < to; i++)
        if (source->data[i] != '\r')
            buf_char(&text, source->data[i]);
    bool good = nonogram_draft_about(draft, &draft->about.description, "description",
                                     buf_text(&text), text.size, rest);
    buf_free(&text);
    return good;
}

/* `y:* yellow`; anything after the colour is a comment. */
static bool read_colour(struct nonogram_draft *draft, struct line line) {
    const char *data = draft->source->data;
    line_trim(draft->source, &line, 0);
    if (line.to - line.from < 2 || data[line.from + 1] != ':')
        return source_error(draft->source, line.from, draft->error,
                            "expected a colour, such as: y:* yellow");
    char mark = data[line.from], picture = line.to - line.from > 2 ? data[line.from + 2] : '\0';
    struct line rest = {line.from + 2 + (picture != '\0'), line.to};
    struct word word;
    uint32_t rgb;
    if (!word_next(draft->source, &rest, "", &word) ||
        !nonogram_rgb_of_name(data + word.from, word.to - word.from, &rgb))
        return source_error(draft->source, word.from, draft->error,
                            "expected the name of a colour, or #RRGGBB");
    const char *name = data + word.from;
    size_t size = word.to - word.from;
    if (nonogram_draft_name(draft, name, size) >
        0) { /* the same colour twice, with different marks */
        name = &data[line.from];
        size = 1;
    }
    if (mark == '0')
        return nonogram_draft_background(draft, name, size, mark, rgb, line.from);
    if (!nonogram_draft_colour(draft, name, size, mark, rgb, line.from))
        return false;
    if (mark == '1')
        draft->plain = (int)draft->colours;
    return true;
}

/* Reads up to the line with a colon above the rows. */
static bool read_colours(struct olsak *olsak) {
    struct nonogram_draft *draft = olsak->draft;
    struct line line;
    draft->plain = NONOGRAM_PLAIN_REFUSED;
    while (source_line(draft->source, &olsak->offset, &line)) {
        if (is_colon(draft->source, line))
            return true;
        if (!nonogram_line_blank(draft->source, line) && !read_colour(draft, line))
            return false;
    }
    return source_error(draft->source, draft->source->size, draft->error,
                        "the clues are missing, below a line that begins with a colon");
}

static bool read_heading(struct olsak *olsak) {
    struct nonogram_draft *draft = olsak->draft;
    const struct source *source = draft->source;
    size_t start = olsak->offset;
    struct line line;
    while (source_line(source, &olsak->offset, &line)) {
        if (starts_with(source, line, "#t") || starts_with(source, line, "#T"))
            return source_error(
                source, line.from, draft->error,
                "this is a triddler, which has triangles; only squares can be read");
        if (!is_colon(source, line) && !is_colours(source, line))
            continue;
        return keep_preamble(draft, start, line.from) &&
               (is_colon(source, line) || read_colours(olsak));
    }
    return source_error(source, source->size, draft->error,
                        "the clues are missing, below a line that begins with a colon");
}

/* Clues up to the next line with a colon; blank lines are empty rows or columns. */
static bool read_section(struct olsak *olsak, enum nonogram_side side) {
    struct nonogram_draft *draft = olsak->draft;
    struct line line;
    while (source_line(draft->source, &olsak->offset, &line)) {
        if (is_colon(draft->source, line))
            return true;
        if (!nonogram_draft_clue_line(draft, side, line))
            return false;
    }
    return side == NONOGRAM_COLUMNS ||
           source_error(draft->source, draft->source->size, draft->error,
                        "the columns are missing, below another line that begins with a colon");
}

bool nonogram_read_olsak(struct nonogram_draft *draft) {
    struct olsak olsak = {.draft = draft, .offset = nonogram_text_start(draft->source)};
    return read_heading(&olsak) && read_section(&olsak, NONOGRAM_ROWS) &&
           read_section(&olsak, NONOGRAM_COLUMNS) && nonogram_draft_puzzle(draft);
}

int nonogram_recognise_olsak(const struct source *source) {
    enum { LINES = 300 };
    size_t offset = nonogram_text_start(source);
    struct line line, below;
    bool colours = false;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++) {
        colours |= is_colours(source, line) && line.to - line.from < 4;
        size_t next = offset;
        if (!is_colon(source, line) || !source_line(source, &next, &below))
            continue;
        line_trim(source, &below, 0);
        char c = source->data[below.from];
        return colours ? 92 : c >= '0' && c <= '9' ? 72 : 30;
    }
    return colours ? 40 : 0;
}

static bool print_text(const char *text, struct buf *out, qd_error *error) {
    for (const char *at = text; at; at = strchr(at, '\n') ? strchr(at, '\n') + 1 : NULL)
        if (*at == ':' || (*at == '#' && at[1] && strchr("dDtT", at[1])))
            return error_set(error, QD_BAD_INPUT,
                             "the title or description has a line that the format g would take "
                             "for something else");
    buf_printf(out, "%s\n", text);
    return true;
}

static bool print_heading(const struct nonogram_about *about, struct buf *out, qd_error *error) {
    if (about->title && strchr(about->title, '\n'))
        return error_set(error, QD_BAD_INPUT, "the format g needs a title of one line");
    if (about->title && !print_text(about->title, out, error))
        return false;
    if (about->title && about->description)
        buf_char(out, '\n');
    return !about->description || print_text(about->description, out, error);
}

static void print_colour(char mark, char picture, const struct nonogram_colour *colour,
                         struct buf *out) {
    uint32_t rgb;
    bool known = nonogram_rgb_of_name(colour->name, strlen(colour->name), &rgb) &&
                 rgb == colour->rgb && !strchr(colour->name, ' ');
    if (known)
        buf_printf(out, "  %c:%c  %s\n", mark, picture, colour->name);
    else
        buf_printf(out, "  %c:%c  #%06X\n", mark, picture, (unsigned)colour->rgb);
}

static bool is_black_on_white(const struct nonogram_puzzle *puzzle) {
    return puzzle->colours == 1 && puzzle->palette[1].rgb == 0 &&
           puzzle->palette[0].rgb == 0xFFFFFF;
}

static void print_colours(const struct nonogram_puzzle *puzzle, struct buf *out) {
    if (is_black_on_white(puzzle))
        return;
    buf_add(out, "#d\n");
    print_colour('0', '.', &puzzle->palette[0], out);
    for (unsigned i = 1; i <= puzzle->colours; i++) {
        char letter = puzzle->palette[i].letter;
        print_colour(puzzle->colours == 1 ? '1' : letter, letter, &puzzle->palette[i], out);
    }
}

static void print_lines(const struct nonogram_puzzle *puzzle, const struct nonogram_line *lines,
                        unsigned count, struct buf *out) {
    buf_add(out, ":\n");
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < lines[i].count; k++) {
            buf_printf(out, "%s%u", k ? " " : "", lines[i].clues[k].length);
            if (puzzle->colours > 1)
                buf_char(out, puzzle->palette[lines[i].clues[k].colour].letter);
        }
        buf_char(out, '\n');
    }
}

bool nonogram_write_olsak(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    if (!print_heading(&puzzle->about, out, error))
        return false;
    print_colours(puzzle, out);
    print_lines(puzzle, puzzle->rows, puzzle->height, out);
    print_lines(puzzle, puzzle->columns, puzzle->width, out);
    buf_add(out, ":\n");
    return true;
}

/* The format of nonogrid (and pynogram before it): TOML or INI with sections. [clues] has `columns`
 * and `rows`; commas or line ends separate lines of the puzzle, blanks separate numbers, and a
 * colour's name may follow a number. [colors] has definitions such as `b = (blue) *`. # and ; begin
 * comments everywhere. */
#include <string.h>

#include "puzzles/nonogram/format/format.h"

enum place { PLACE_OTHER, PLACE_CLUES, PLACE_COLOURS };

struct toml {
    struct nonogram_draft *draft;
    enum place place;
    int side; /* which clues the lines belong to, or -1 */
    bool seen[NONOGRAM_SIDES];
};

/* Drops comments and blanks. */
static void clean(const struct source *source, struct line *line) {
    line_trim(source, line, '#');
    line_trim(source, line, ';');
}

static bool fail(struct toml *toml, size_t at, const char *what) {
    return source_error(toml->draft->source, at, toml->draft->error, "%s", what);
}

/* (red), (FF0000) or (255, 0, 0), without the parentheses. */
static bool read_value(struct toml *toml, struct line line, uint32_t *rgb) {
    const struct source *source = toml->draft->source;
    line_trim(source, &line, 0);
    const char *text = source->data + line.from;
    size_t size = line.to - line.from, at = line.from;
    if (nonogram_rgb_of_name(text, size, rgb) || nonogram_rgb_of_hex(text, size, rgb))
        return true;
    struct word word;
    unsigned part, count = 0;
    *rgb = 0;
    while (word_next(source, &line, ",", &word) && word_unsigned(source, word, 255, &part)) {
        *rgb = *rgb << 8 | part;
        count++;
    }
    return (count == 3 && line.from == line.to) ||
           fail(toml, at, "expected a colour: a name, six hexadecimal digits, or three numbers");
}

/* `b = (blue) *` */
static bool read_colour(struct toml *toml, struct line line) {
    const struct source *source = toml->draft->source;
    const char *data = source->data, *end = data + line.to;
    const char *equals = memchr(data + line.from, '=', line.to - line.from);
    const char *open = equals ? memchr(equals, '(', (size_t)(end - equals)) : NULL;
    const char *close = open ? memchr(open, ')', (size_t)(end - open)) : NULL;
    if (!close)
        return fail(toml, line.from, "expected a colour, such as: b = (blue) *");
    struct line name = {line.from, (size_t)(equals - data)};
    struct line value = {(size_t)(open - data) + 1, (size_t)(close - data)};
    struct line mark = {(size_t)(close - data) + 1, line.to};
    uint32_t rgb;
    line_trim(source, &name, 0);
    line_trim(source, &mark, 0);
    char letter = name.to - name.from == 1   ? data[name.from]
                  : mark.to - mark.from == 1 ? data[mark.from]
                                             : '\0';
    char usual[NONOGRAM_NAME + 1];
    if (!read_value(toml, value, &rgb))
        return false;
    nonogram_name_of_rgb(rgb, usual);
    bool by_letter =
        name.to - name.from == 1 && nonogram_draft_name(toml->draft, usual, strlen(usual)) < 1;
    return by_letter
               ? nonogram_draft_colour(toml->draft, usual, strlen(usual), letter, rgb, name.from)
               : nonogram_draft_colour(toml->draft, data + name.from, name.to - name.from, letter,
                                       rgb, name.from);
}

/* Definitions are on lines of their own, or quoted in a list. */
static bool read_colours(struct toml *toml, struct line line) {
    const char *data = toml->draft->source->data;
    if (nonogram_line_begins(toml->draft->source, line, "defs")) {
        while (line.from < line.to && data[line.from] != '[')
            line.from++;
        line.from += line.from < line.to;
    }
    while (line.from < line.to) {
        while (line.from < line.to && strchr(" \t,[]", data[line.from]))
            line.from++;
        if (line.from == line.to)
            break;
        char quote = data[line.from];
        struct line inner = line;
        if (quote == '\'' || quote == '"') {
            inner.from++;
            const char *end = memchr(data + inner.from, quote, line.to - inner.from);
            if (!end)
                return fail(toml, line.from, "the closing quote is missing");
            inner.to = (size_t)(end - data);
            line.from = inner.to + 1;
        } else {
            line.from = line.to;
        }
        if (!read_colour(toml, inner))
            return false;
    }
    return true;
}

/* One line of the puzzle; quotes around it mean nothing. */
static bool read_clues(struct toml *toml, struct line line) {
    const struct source *source = toml->draft->source;
    struct word word;
    bool any = false;
    while (word_next(source, &line, "\"'", &word)) {
        if (!any && !nonogram_draft_line(toml->draft, (enum nonogram_side)toml->side, word.from))
            return false;
        any = true;
        if (!nonogram_draft_clue_word(toml->draft, (enum nonogram_side)toml->side, word))
            return false;
    }
    return true;
}

static bool read_clue_lines(struct toml *toml, struct line line) {
    const char *data = toml->draft->source->data;
    while (line.from < line.to) {
        const char *comma = memchr(data + line.from, ',', line.to - line.from);
        struct line part = {line.from, comma ? (size_t)(comma - data) : line.to};
        if (!read_clues(toml, part))
            return false;
        line.from = comma ? part.to + 1 : line.to;
    }
    return true;
}

static bool begin_side(struct toml *toml, struct line *line, enum nonogram_side side) {
    const char *data = toml->draft->source->data;
    const char *equals = memchr(data + line->from, '=', line->to - line->from);
    if (toml->seen[side])
        return fail(toml, line->from, "there is already a list of these");
    if (!equals)
        return fail(toml, line->from, "expected = and the clues");
    toml->seen[side] = true;
    toml->side = (int)side;
    line->from = (size_t)(equals - data) + 1;
    return true;
}

static bool read_line(struct toml *toml, struct line line) {
    const struct source *source = toml->draft->source;
    clean(source, &line);
    if (line.from == line.to)
        return true;
    if (source->data[line.from] == '[' && source->data[line.to - 1] == ']' &&
        toml->place != PLACE_COLOURS) {
        toml->place = nonogram_line_is(source, line, "[clues]")    ? PLACE_CLUES
                      : nonogram_line_is(source, line, "[colors]") ? PLACE_COLOURS
                                                                   : PLACE_OTHER;
        toml->side = -1;
        return true;
    }
    if (nonogram_line_is(source, line, "[clues]")) {
        toml->place = PLACE_CLUES;
        return true;
    }
    if (toml->place == PLACE_COLOURS)
        return read_colours(toml, line);
    if (toml->place == PLACE_OTHER)
        return true;
    if (nonogram_line_begins(source, line, "columns") ||
        nonogram_line_begins(source, line, "rows")) {
        bool rows = nonogram_line_begins(source, line, "rows");
        if (!begin_side(toml, &line, rows ? NONOGRAM_ROWS : NONOGRAM_COLUMNS))
            return false;
    }
    if (toml->side < 0)
        return fail(toml, line.from, "expected columns or rows");
    return read_clue_lines(toml, line);
}

/* Two passes, since colours may be defined below the clues that use them. */
static bool read_pass(struct toml *toml, bool colours) {
    size_t offset = nonogram_text_start(toml->draft->source);
    struct line line;
    toml->place = PLACE_OTHER;
    toml->side = -1;
    while (source_line(toml->draft->source, &offset, &line)) {
        struct line text = line;
        clean(toml->draft->source, &text);
        bool heading = text.from < text.to && toml->draft->source->data[text.from] == '[';
        bool here = colours == (toml->place == PLACE_COLOURS);
        if ((heading || here) && !read_line(toml, line))
            return false;
    }
    return true;
}

bool nonogram_read_toml(struct nonogram_draft *draft) {
    struct toml toml = {.draft = draft};
    return read_pass(&toml, true) && read_pass(&toml, false) && nonogram_draft_puzzle(draft);
}

int nonogram_recognise_toml(const struct source *source) {
    enum { LINES = 1000 };
    size_t offset = nonogram_text_start(source);
    struct line line;
    for (int i = 0; i < LINES && source_line(source, &offset, &line); i++) {
        clean(source, &line);
        if (nonogram_line_is(source, line, "[clues]"))
            return 92;
    }
    return 0;
}

static void print_lines(const struct nonogram_puzzle *puzzle, const char *key,
                        const struct nonogram_line *lines, unsigned count, struct buf *out) {
    buf_printf(out, "%s = \"\"\"\n", key);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned k = 0; k < lines[i].count; k++) {
            buf_printf(out, "%s%u", k ? " " : "", lines[i].clues[k].length);
            if (puzzle->colours > 1)
                buf_char(out, puzzle->palette[lines[i].clues[k].colour].letter);
        }
        buf_add(out, lines[i].count ? "\n" : "0\n");
    }
    buf_add(out, "\"\"\"\n");
}

static bool letters_fit(const struct nonogram_puzzle *puzzle) {
    for (unsigned i = 1; i <= puzzle->colours; i++) {
        char letter = puzzle->palette[i].letter;
        if (!(letter >= 'a' && letter <= 'z') && !(letter >= 'A' && letter <= 'Z'))
            return false;
    }
    return true;
}

bool nonogram_write_toml(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    if (puzzle->colours > 1 && (!letters_fit(puzzle) || puzzle->palette[0].rgb != 0xFFFFFF))
        return error_set(error, QD_BAD_INPUT,
                         "the format toml needs a white background, and colours whose characters "
                         "are letters");
    if (puzzle->colours > 1) {
        buf_add(out, "[colors]\ndefs = [\n");
        for (unsigned i = 1; i <= puzzle->colours; i++)
            buf_printf(out, "  '%c = (%06X) %c',\n", puzzle->palette[i].letter,
                       (unsigned)puzzle->palette[i].rgb, puzzle->palette[i].letter);
        buf_add(out, "]\n\n");
    }
    buf_add(out, "[clues]\n");
    print_lines(puzzle, "columns", puzzle->columns, puzzle->width, out);
    print_lines(puzzle, "rows", puzzle->rows, puzzle->height, out);
    return true;
}

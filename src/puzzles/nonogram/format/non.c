/* The format .non: Steve Simpson's, with `goal`, `saved`, `license` and `color` as others extended
 * it, and the keys `source`, `description`, `id` and `moves` of our own. Two dialects of colours
 * are read: `color a #ff0000` with clues like 3a, and `color red ff0000 X` with clues like red 3 1.
 */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"

enum { MOST_SURE = 96 };

enum key {
    KEY_CATALOGUE,
    KEY_TITLE,
    KEY_BY,
    KEY_COPYRIGHT,
    KEY_LICENSE,
    KEY_SOURCE,
    KEY_DESCRIPTION,
    KEY_ID,
    KEY_WIDTH,
    KEY_HEIGHT,
    KEY_ROWS,
    KEY_COLUMNS,
    KEY_GOAL,
    KEY_SAVED,
    KEY_COLOR,
    KEY_MOVES,
    KEYS,
    KEY_NONE = KEYS
};

static const char *const key_names[KEYS] = {
    [KEY_CATALOGUE] = "catalogue",
    [KEY_TITLE] = "title",
    [KEY_BY] = "by",
    [KEY_COPYRIGHT] = "copyright",
    [KEY_LICENSE] = "license",
    [KEY_SOURCE] = "source",
    [KEY_DESCRIPTION] = "description",
    [KEY_ID] = "id",
    [KEY_WIDTH] = "width",
    [KEY_HEIGHT] = "height",
    [KEY_ROWS] = "rows",
    [KEY_COLUMNS] = "columns",
    [KEY_GOAL] = "goal",
    [KEY_SAVED] = "saved",
    [KEY_COLOR] = "color",
    [KEY_MOVES] = "moves",
};

/* A text being read. What depends on sizes or colours waits until all lines are seen. */
struct non {
    struct nonogram_draft *draft;
    enum key section; /* the section of lines without a keyword */
    bool seen[KEYS];
    size_t seen_at[KEYS];
    struct nonogram_lines lines[KEYS]; /* of rows, columns, goal and saved */
};

static bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static enum key key_of(const struct source *source, struct word word) {
    enum key key = 0;
    if (!is_letter(source->data[word.from]))
        return KEY_NONE;
    while (key < KEYS && !word_is(source, word, key_names[key]))
        key++;
    if (key == KEY_NONE && word_is(source, word, "colour"))
        return KEY_COLOR;
    return key;
}

static bool fail(struct non *non, size_t at, const char *what) {
    return source_error(non->draft->source, at, non->draft->error, "%s", what);
}

/* The value of a line: what is in quotes, or all of it. */
static bool unquote(struct non *non, struct line *line) {
    const char *data = non->draft->source->data;
    line_trim(non->draft->source, line, 0);
    if (line->from == line->to || data[line->from] != '"')
        return true;
    line->from++;
    if (line->from == line->to || data[line->to - 1] != '"')
        return fail(non, line->to, "the closing quote is missing");
    line->to--;
    return true;
}

static char **about_field(struct nonogram_about *about, enum key key) {
    switch (key) {
    case KEY_CATALOGUE:
        return &about->catalogue;
    case KEY_TITLE:
        return &about->title;
    case KEY_BY:
        return &about->author;
    case KEY_COPYRIGHT:
        return &about->copyright;
    case KEY_LICENSE:
        return &about->license;
    case KEY_SOURCE:
        return &about->source;
    case KEY_DESCRIPTION:
        return &about->description;
    case KEY_ID:
        return &about->id;
    default:
        return NULL;
    }
}

static bool read_about(struct non *non, enum key key, struct line value) {
    if (!unquote(non, &value))
        return false;
    struct buf text = {0};
    nonogram_entities_decode(non->draft->source->data + value.from, value.to - value.from, &text);
    bool good = nonogram_draft_about(non->draft, about_field(&non->draft->about, key),
                                     key_names[key], buf_text(&text), text.size, value.from);
    buf_free(&text);
    return good;
}

static bool read_size(struct non *non, enum key key, struct line value, size_t at) {
    struct word word = {.from = at, .to = at}, more;
    enum nonogram_side side = key == KEY_WIDTH ? NONOGRAM_COLUMNS : NONOGRAM_ROWS;
    word_next(non->draft->source, &value, "", &word);
    if (!nonogram_draft_size_word(non->draft, side, word))
        return false;
    if (word_next(non->draft->source, &value, "", &more))
        return fail(non, more.from, "nothing may follow the number");
    return true;
}

static bool read_moves(struct non *non, struct line value) {
    struct word word;
    while (word_next(non->draft->source, &value, "", &word)) {
        const char *text = non->draft->source->data + word.from;
        size_t size = word.to - word.from;
        if (size > MOVE_LIMIT || memchr(text, '\0', size))
            return fail(non, word.from,
                        "not a move; expected a cell and what it holds, such as "
                        "R1C1=#");
        record_add_part(non->draft->moves, text, size, word.from);
    }
    return true;
}

/* The name in quotes after a colour, or the usual name of its value. */
static bool colour_name(struct non *non, struct line rest, char mark, uint32_t rgb, char name[],
                        size_t *size) {
    line_trim(non->draft->source, &rest, 0);
    if (rest.from == rest.to) {
        nonogram_name_of_rgb(rgb, name);
        *size = strlen(name);
        if (nonogram_draft_name(non->draft, name, *size) > 0) {
            name[0] = mark; /* the same colour twice, with different characters */
            *size = 1;
        }
        return true;
    }
    if (non->draft->source->data[rest.from] != '"')
        return fail(non, rest.from, "expected the colour's name in quotes, or the end of the line");
    if (!unquote(non, &rest))
        return false;
    struct buf text = {0};
    nonogram_entities_decode(non->draft->source->data + rest.from, rest.to - rest.from, &text);
    *size = text.size;
    memcpy(name, buf_text(&text), text.size <= NONOGRAM_NAME ? text.size : NONOGRAM_NAME);
    buf_free(&text);
    return *size <= NONOGRAM_NAME || fail(non, rest.from, "the colour's name is too long");
}

/* `color a #ff0000 "name"`: 0 is the background, 1 the colour of plain numbers. */
static bool read_marked_colour(struct non *non, struct word mark, uint32_t rgb, struct line rest) {
    struct nonogram_draft *draft = non->draft;
    char name[NONOGRAM_NAME + 1], letter = draft->source->data[mark.from];
    size_t size = 0;
    if (mark.to - mark.from != 1 ||
        !(letter == '0' || letter == '1' || nonogram_letter_allowed(letter)))
        return fail(non, mark.from, "expected the character of a colour, such as a");
    if (!colour_name(non, rest, letter, rgb, name, &size))
        return false;
    if (letter == '0')
        return nonogram_draft_background(draft, name, size, '0', rgb, mark.from);
    if (!nonogram_draft_colour(draft, name, size, letter, rgb, mark.from))
        return false;
    if (letter == '1')
        draft->plain = (int)draft->colours;
    return true;
}

/* `color red ff0000 X` */
static bool read_named_colour(struct non *non, struct word name, uint32_t rgb, struct line rest) {
    struct word mark = {0};
    const char *data = non->draft->source->data;
    bool marked = word_next(non->draft->source, &rest, "", &mark);
    if (marked && (mark.to - mark.from != 1 || (unsigned char)data[mark.from] >= 0x7f))
        return fail(non, mark.from, "expected one character for the colour");
    return nonogram_draft_colour(non->draft, data + name.from, name.to - name.from,
                                 marked ? data[mark.from] : '\0', rgb, name.from);
}

static bool read_colour(struct non *non, struct line value, size_t at) {
    const struct source *source = non->draft->source;
    struct word first, second = {.from = value.to, .to = value.to};
    uint32_t rgb;
    if (!word_next(source, &value, "", &first))
        return fail(non, at, "expected a colour, such as: color a #ff0000");
    word_next(source, &value, "", &second);
    if (!nonogram_rgb_of_hex(source->data + second.from, second.to - second.from, &rgb))
        return fail(non, second.from, "expected the colour's value, such as #ff0000");
    if (source->data[second.from] == '#')
        return read_marked_colour(non, first, rgb, value);
    return read_named_colour(non, first, rgb, value);
}

static bool begin_section(struct non *non, enum key key, struct line value) {
    struct word more;
    struct line rest = value;
    non->section = key;
    bool is_picture = key == KEY_GOAL || key == KEY_SAVED;
    if (!is_picture && word_next(non->draft->source, &rest, "", &more))
        return fail(non, more.from, "nothing may follow this word; the clues go below it");
    if (!is_picture)
        return true;
    if (!unquote(non, &value))
        return false;
    if (value.from < value.to)
        nonogram_lines_add(&non->lines[key], value);
    return true;
}

static bool read_key(struct non *non, enum key key, struct line value, size_t at) {
    if (non->seen[key] && key != KEY_COLOR && key != KEY_MOVES)
        return source_error(non->draft->source, at, non->draft->error, "there is already a %s",
                            key_names[key]);
    non->seen[key] = true;
    non->seen_at[key] = at;
    non->section = KEY_NONE;
    switch (key) {
    case KEY_WIDTH:
    case KEY_HEIGHT:
        return read_size(non, key, value, at);
    case KEY_ROWS:
    case KEY_COLUMNS:
    case KEY_GOAL:
    case KEY_SAVED:
        return begin_section(non, key, value);
    case KEY_COLOR:
        return read_colour(non, value, at);
    case KEY_MOVES:
        return read_moves(non, value);
    default:
        return read_about(non, key, value);
    }
}

/* True if the line belongs to the current section: clues, cells, or nothing. */
static bool continues_section(const struct non *non, struct line line) {
    const struct source *source = non->draft->source;
    struct word word;
    if (!word_next(source, &line, "", &word))
        return true;
    if (non->section == KEY_GOAL || non->section == KEY_SAVED)
        return !is_letter(source->data[word.from]) || word.to - word.from > 1;
    return !is_letter(source->data[word.from]) ||
           nonogram_draft_name(non->draft, source->data + word.from, word.to - word.from) > 0;
}

static bool is_separator(const struct source *source, struct line line) {
    return nonogram_line_is(source, line, "====");
}

static bool read_line(struct non *non, struct line line) {
    const struct source *source = non->draft->source;
    struct line rest = line;
    struct word word;
    bool blank = !word_next(source, &rest, "", &word);
    enum key key = blank ? KEY_NONE : key_of(source, word);
    if (key != KEY_NONE)
        return read_key(non, key, rest, word.from);
    if (!blank && source->data[word.from] == '=' && is_separator(source, line))
        return nonogram_draft_second(non->draft, word.from);
    if (non->section != KEY_NONE && continues_section(non, line)) {
        if (!blank || non->section == KEY_ROWS || non->section == KEY_COLUMNS)
            nonogram_lines_add(&non->lines[non->section], line);
        return true;
    }
    if (!blank && !is_letter(source->data[word.from]))
        return fail(non, word.from, "expected a keyword: width, height, rows, columns, goal, ...");
    non->section = KEY_NONE; /* unknown keys are skipped, as the format demands */
    return true;
}

static bool read_lines(struct non *non) {
    size_t offset = nonogram_text_start(non->draft->source);
    struct line line;
    while (source_line(non->draft->source, &offset, &line))
        if (!read_line(non, line))
            return false;
    for (enum key key = KEY_WIDTH; key <= KEY_COLUMNS; key++)
        if (!non->seen[key])
            return source_error(non->draft->source, non->draft->source->size, non->draft->error,
                                "the line '%s' is missing", key_names[key]);
    return true;
}

/* Clues with a colour's name before its numbers. */
static bool read_named_clues(struct nonogram_draft *draft, enum nonogram_side side,
                             struct line line) {
    struct word word;
    unsigned colour, length;
    int named = -1;
    if (!nonogram_draft_line(draft, side, line.from))
        return false;
    while (word_next(draft->source, &line, ",", &word)) {
        if (is_letter(draft->source->data[word.from])) {
            named =
                nonogram_draft_name(draft, draft->source->data + word.from, word.to - word.from);
            if (named < 1)
                return source_error(draft->source, word.from, draft->error,
                                    "this is not one of the colours of the text");
            continue;
        }
        if (!word_unsigned(draft->source, word, UINT16_MAX, &length))
            return source_error(draft->source, word.from, draft->error,
                                "expected a clue: a number after the colour's name");
        colour = (unsigned)named;
        if (named < 1 && length > 0 && !nonogram_draft_plain(draft, word.from, &colour))
            return false;
        if (!nonogram_draft_clue(draft, side, length, colour, word.from))
            return false;
    }
    return true;
}

static bool has_names(struct non *non, const struct nonogram_lines *lines) {
    for (size_t i = 0; i < lines->count; i++)
        for (size_t at = lines->items[i].from; at < lines->items[i].to; at++)
            if (is_letter(non->draft->source->data[at]) &&
                (at == lines->items[i].from || strchr(" \t,", non->draft->source->data[at - 1])))
                return true;
    return false;
}

static bool read_clues(struct non *non, enum key key) {
    enum nonogram_side side = key == KEY_ROWS ? NONOGRAM_ROWS : NONOGRAM_COLUMNS;
    const struct nonogram_lines *lines = &non->lines[key];
    return nonogram_draft_section(non->draft, side, lines, non->seen_at[key],
                                  has_names(non, lines) ? read_named_clues
                                                        : nonogram_draft_clue_line);
}

/* What a character of a picture means; -1 if it means nothing. */
static int cell_of(const struct nonogram_draft *draft, char c, bool saved) {
    int marked = nonogram_draft_mark(draft, c);
    if (marked >= 0)
        return marked;
    if (c == '0' || c == '.')
        return NONOGRAM_EMPTY;
    if (c == '?' && saved)
        return NONOGRAM_UNKNOWN;
    bool plain = c == '1' || c == '#';
    return !plain ? -1 : draft->colours == 1 ? 1 : draft->plain;
}

static bool read_cell(struct non *non, enum key key, size_t at, uint8_t *cells, size_t *count,
                      size_t limit) {
    char c = non->draft->source->data[at];
    if (c == ' ' || c == '\t' || c == '"')
        return true;
    int cell = cell_of(non->draft, c, key == KEY_SAVED);
    if (cell < 0)
        return fail(non, at,
                    key == KEY_SAVED
                        ? "expected a cell: 0 for empty, 1 or a colour's character, or ?"
                        : "expected a cell: 0 for empty, 1 or a colour's character");
    if (*count == limit)
        return fail(non, at, "there are more cells than the picture has");
    cells[(*count)++] = (uint8_t)cell;
    return true;
}

/* The cells of goal or saved; *at is where they begin, *stride the distance between rows. Returns
 * NULL with an error. */
static uint8_t *read_picture(struct non *non, enum key key, size_t *at, size_t *stride) {
    const struct nonogram_puzzle *puzzle = non->draft->puzzle;
    const struct nonogram_lines *lines = &non->lines[key];
    size_t count = 0, limit = (size_t)puzzle->width * puzzle->height, end = non->seen_at[key];
    uint8_t *cells = mem_new(limit, 1);
    bool good = true;
    *at = lines->count ? lines->items[0].from : non->seen_at[key];
    *stride = lines->count == 1 ? puzzle->width : 0;
    for (size_t i = 0; good && i < lines->count; i++) {
        for (size_t k = lines->items[i].from; good && k < lines->items[i].to; k++)
            good = read_cell(non, key, k, cells, &count, limit);
        end = lines->items[i].to;
    }
    if (good && count != limit)
        good = source_error(non->draft->source, end, non->draft->error,
                            "the picture ends after %zu of its %zu cells", count, limit);
    if (good)
        return cells;
    free(cells);
    return NULL;
}

static bool read_pictures(struct non *non) {
    size_t at, stride;
    if (non->seen[KEY_SAVED] && !(non->draft->known = read_picture(non, KEY_SAVED, &at, &stride)))
        return false;
    if (!non->seen[KEY_GOAL])
        return true;
    uint8_t *goal = read_picture(non, KEY_GOAL, &at, &stride);
    return goal && nonogram_draft_goal(non->draft, goal, at, stride);
}

bool nonogram_read_non(struct nonogram_draft *draft) {
    struct non non = {.draft = draft, .section = KEY_NONE};
    draft->undeclared = true;
    bool good = read_lines(&non) && read_clues(&non, KEY_ROWS) && read_clues(&non, KEY_COLUMNS) &&
                nonogram_draft_puzzle(draft) && read_pictures(&non);
    for (int key = 0; key < KEYS; key++)
        free(non.lines[key].items);
    return good;
}

/* A bit for each kind of line that is typical of this format: sizes with a number, sections
 * without. */
static unsigned typical(const struct source *source, struct line line) {
    struct word word, value;
    unsigned number;
    if (!word_next(source, &line, "", &word))
        return 0;
    enum key key = key_of(source, word);
    bool more = word_next(source, &line, "", &value);
    if (key == KEY_WIDTH || key == KEY_HEIGHT)
        return more && word_unsigned(source, value, UINT16_MAX, &number) ? 1u << key : 0;
    if (key == KEY_ROWS || key == KEY_COLUMNS)
        return more ? 0 : 1u << key;
    bool quoted = more && source->data[value.from] == '"';
    return quoted && key <= KEY_COPYRIGHT ? 1u << key : 0;
}

/* The certainty that these bits give. */
static int score(unsigned bits) {
    enum { FOR_ONE = 30, FOR_EACH = 25 };
    int count = __builtin_popcount(bits);
    int sure = FOR_ONE + FOR_EACH * (count - 1);
    return count == 0 ? 0 : sure < MOST_SURE ? sure : MOST_SURE;
}

int nonogram_recognise_non(const struct source *source) {
    enum { LINES = 400 };
    size_t offset = nonogram_text_start(source);
    struct line line;
    unsigned bits = 0;
    for (int i = 0; i < LINES && score(bits) < MOST_SURE && source_line(source, &offset, &line);
         i++)
        bits |= typical(source, line);
    return score(bits);
}

size_t nonogram_cut_non(const struct source *source, struct source_part **parts) {
    return nonogram_cut_between(source, parts, is_separator);
}

/* Lines and entities of nonogram texts. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "base/mem.h"
#include "base/utf8.h"
#include "puzzles/nonogram/format/format.h"

bool nonogram_line_blank(const struct source *source, struct line line) {
    line_trim(source, &line, 0);
    return line.from == line.to;
}

bool nonogram_line_is(const struct source *source, struct line line, const char *text) {
    line_trim(source, &line, 0);
    return word_is(source, (struct word){line.from, line.to}, text);
}

bool nonogram_line_begins(const struct source *source, struct line line, const char *text) {
    line_trim(source, &line, 0);
    size_t size = strlen(text);
    return line.to - line.from >= size && strncasecmp(source->data + line.from, text, size) == 0;
}

void nonogram_lines_add(struct nonogram_lines *lines, struct line line) {
    lines->items = mem_grow(lines->items, lines->count, &lines->room, sizeof *lines->items);
    lines->items[lines->count++] = line;
}

size_t nonogram_text_start(const struct source *source) {
    return source_has_mark(source) ? 3 : 0;
}

bool nonogram_next_line(const struct source *source, size_t *offset, struct line *line) {
    while (source_line(source, offset, line)) {
        line_trim(source, line, 0);
        if (line->from < line->to)
            return true;
    }
    return false;
}

struct entity {
    const char *name;
    const char *stands_for;
};

static const struct entity entities[] = {
    {"amp", "&"},         {"lt", "<"},          {"gt", ">"},          {"quot", "\""},
    {"apos", "'"},        {"copy", "\u00a9"},   {"reg", "\u00ae"},    {"nbsp", "\u00a0"},
    {"auml", "\u00e4"},   {"ouml", "\u00f6"},   {"uuml", "\u00fc"},   {"Auml", "\u00c4"},
    {"Ouml", "\u00d6"},   {"Uuml", "\u00dc"},   {"szlig", "\u00df"},  {"eacute", "\u00e9"},
    {"egrave", "\u00e8"}, {"aacute", "\u00e1"}, {"ntilde", "\u00f1"}, {"ccedil", "\u00e7"},
    {"ndash", "\u2013"},  {"mdash", "\u2014"},  {"hellip", "\u2026"},
};

const char *nonogram_entity(const char *name, size_t size) {
    for (size_t i = 0; i < sizeof entities / sizeof *entities; i++)
        if (strlen(entities[i].name) == size && memcmp(entities[i].name, name, size) == 0)
            return entities[i].stands_for;
    return NULL;
}

static void add_code_point(uint32_t code, struct buf *out) {
    if (code < 0x80) {
        buf_char(out, (char)code);
    } else if (code < 0x800) {
        buf_char(out, (char)(0xc0 | code >> 6));
        buf_char(out, (char)(0x80 | (code & 0x3f)));
    } else {
        if (code >= 0x10000)
            buf_char(out, (char)(0xf0 | code >> 18));
        buf_char(out, (char)(code < 0x10000 ? 0xe0 | code >> 12 : 0x80 | (code >> 12 & 0x3f)));
        buf_char(out, (char)(0x80 | (code >> 6 & 0x3f)));
        buf_char(out, (char)(0x80 | (code & 0x3f)));
    }
}

static bool is_text_code(uint32_t code) {
    if (code == '\n' || code == '\t')
        return true;
    return code >= 0x20 && (code < 0x7f || code > 0x9f) && (code < 0xd800 || code > 0xdfff) &&
           code <= 0x10ffff;
}

/* The number in "#65" or "#x41", 0 if there is none. */
static uint32_t entity_number(const char *text, size_t size) {
    bool hex = size > 1 && (text[1] == 'x' || text[1] == 'X');
    uint32_t code = 0;
    for (size_t i = hex ? 2 : 1; i < size; i++) {
        const char *digits = "0123456789abcdef";
        char c = (char)(text[i] >= 'A' && text[i] <= 'F' ? text[i] - 'A' + 'a' : text[i]);
        const char *digit = c ? strchr(digits, c) : NULL;
        if (!digit || digit - digits >= (hex ? 16 : 10))
            return 0;
        code = code * (hex ? 16u : 10u) + (uint32_t)(digit - digits);
        if (code > 0x10ffff)
            return 0;
    }
    return is_text_code(code) ? code : 0;
}

/* Decodes the entity at the ampersand. Returns its size, 0 if it is not an entity. */
static size_t decode_one(const char *text, size_t size, struct buf *out) {
    enum { LONGEST = 12 };
    const char *end = memchr(text, ';', size < LONGEST ? size : LONGEST);
    if (!end || end == text + 1)
        return 0;
    size_t inner = (size_t)(end - text) - 1;
    const char *named = nonogram_entity(text + 1, inner);
    uint32_t code = text[1] == '#' ? entity_number(text + 1, inner) : 0;
    if (named)
        buf_add(out, named);
    else if (code)
        add_code_point(code, out);
    return named || code ? inner + 2 : 0;
}

void nonogram_entities_decode(const char *text, size_t size, struct buf *out) {
    size_t at = 0;
    while (at < size) {
        size_t used = text[at] == '&' ? decode_one(text + at, size - at, out) : 0;
        if (!used)
            buf_char(out, text[at]);
        at += used ? used : 1;
    }
}

void nonogram_entities_encode(const char *text, struct buf *out) {
    for (; *text; text++) {
        if (*text == '&')
            buf_add(out, "&amp;");
        else if (*text == '"')
            buf_add(out, "&quot;");
        else if (*text == '<')
            buf_add(out, "&lt;");
        else if (*text == '>')
            buf_add(out, "&gt;");
        else if (*text == '\n' || *text == '\t')
            buf_printf(out, "&#%d;", *text);
        else
            buf_char(out, *text);
    }
}

bool nonogram_printable(const char *text, size_t size, size_t *at) {
    char *copy = mem_new(size + 1, 1);
    memcpy(copy, text, size);
    const char *next = copy;
    bool good = true;
    while (good && next < copy + size) {
        *at = (size_t)(next - copy);
        good = is_text_code(utf8_next(&next)); /* UTF8_BAD and 0, the end, are not text */
    }
    free(copy);
    return good;
}

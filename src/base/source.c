#include "base/source.h"

#include <assert.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/buf.h"
#include "base/option.h"
#include "base/utf8.h"

/* The characters of a long line that an excerpt shows: before the column, and in all. */
enum { EXCERPT_BEFORE = 40, EXCERPT_LENGTH = 76 };

static bool is_line_end(char c) {
    return c == '\n' || c == '\r';
}

static bool continues_character(char c) {
    return ((unsigned char)c & 0xc0) == 0x80;
}

size_t source_line_start(const struct source *source, size_t offset) {
    assert(offset <= source->size);
    while (offset > 0 && !is_line_end(source->data[offset - 1]))
        offset--;
    return offset;
}

static int line_number(const struct source *source, size_t offset) {
    int number = 1;
    for (size_t i = 0; i < offset; i++) {
        bool second_half = source->data[i] == '\n' && i > 0 && source->data[i - 1] == '\r';
        number += is_line_end(source->data[i]) && !second_half;
    }
    return number;
}

static int characters_between(const struct source *source, size_t from, size_t to) {
    int count = 0;
    assert(from <= to && to <= source->size);
    for (size_t i = from; i < to; i++)
        count += !continues_character(source->data[i]);
    return count;
}

/* Control characters, which include U+0080 to U+009F, could control a terminal. */
static bool is_printable(uint32_t code) {
    return code != UTF8_BAD && code >= 0x20 && (code < 0x7f || code > 0x9f);
}

/* Messages quote the input, and a quotation may be truncated within a character. */
static void make_printable(char *text) {
    const char *at = text;
    while (*at) {
        size_t from = (size_t)(at - text);
        bool blank = *at == '\t' || *at == '\n' || *at == '\r';
        if (!is_printable(utf8_next(&at)))
            memset(text + from, blank ? ' ' : '?', (size_t)(at - text) - from);
    }
}

/* Copies one character of the line, size bytes long, into the excerpt; an unprintable one becomes a
 * space or a question mark. Returns the number of bytes written. */
static size_t copy_character(const char *from, size_t size, char *out) {
    const char *end = from;
    assert(size >= 1);
    if (is_printable(utf8_next(&end)) && end == from + size) {
        memcpy(out, from, size);
        return size;
    }
    *out = *from == '\t' ? ' ' : '?';
    return 1;
}

static void make_excerpt(const struct source *source, size_t start, size_t offset,
                         qd_error *error) {
    size_t from = offset;
    for (int back = 0; from > start && back < EXCERPT_BEFORE; from--)
        back += !continues_character(source->data[from - 1]);
    while (from < offset && continues_character(source->data[from]))
        from++; /* a stray continuation byte, which does not count as a character */
    assert(start <= from && from <= offset);
    error->caret = characters_between(source, from, offset);
    size_t used = 0;
    size_t at = from;
    for (int shown = 0; shown < EXCERPT_LENGTH && at < source->size; shown++) {
        if (is_line_end(source->data[at]) || used + 5 > sizeof error->excerpt)
            break;
        size_t size = 1;
        while (at + size < source->size && continues_character(source->data[at + size]))
            size++;
        used += copy_character(source->data + at, size, error->excerpt + used);
        at += size;
    }
    assert(used < sizeof error->excerpt);
    error->excerpt[used] = '\0';
}

bool source_error(const struct source *source, size_t offset, qd_error *error, const char *format,
                  ...) {
    assert(!strchr(format, OPTION_MARK) && "a text's errors name no options");
    if (!error)
        return false;
    if (offset > source->size)
        offset = source->size;
    size_t start = source_line_start(source, offset);
    *error = (qd_error){.status = QD_BAD_INPUT};
    snprintf(error->file, sizeof error->file, "%s", source->name);
    error->line = source->lines_before + line_number(source, offset);
    if (error->line < 1)
        error->line = 1; /* in lines that were inserted before a part */
    error->column = characters_between(source, start, offset) + 1;
    make_excerpt(source, start, offset, error);
    assert(error->column >= 1 && error->caret < error->column);
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    make_printable(error->message);
    return false;
}

bool error_set(qd_error *error, qd_status status, const char *format, ...) {
    assert(!strchr(format, OPTION_MARK) && "options_error spells what is named here");
    if (!error)
        return false;
    *error = (qd_error){.status = status};
    va_list args;
    va_start(args, format);
    vsnprintf(error->message, sizeof error->message, format, args);
    va_end(args);
    make_printable(error->message);
    return false;
}

bool source_line(const struct source *source, size_t *offset, struct line *line) {
    if (*offset >= source->size)
        return false;
    size_t at = *offset;
    line->from = at;
    while (at < source->size && !is_line_end(source->data[at]))
        at++;
    line->to = at;
    if (at + 1 < source->size && source->data[at] == '\r' && source->data[at + 1] == '\n')
        at++;
    assert(line->from <= line->to && line->to <= at);
    *offset = at + 1;
    return true;
}

void line_trim(const struct source *source, struct line *line, char comment) {
    const char *data = source->data;
    assert(line->from <= line->to && line->to <= source->size);
    for (size_t i = line->from; comment && i < line->to; i++)
        if (data[i] == comment)
            line->to = i;
    while (line->from < line->to && (data[line->from] == ' ' || data[line->from] == '\t'))
        line->from++;
    while (line->from < line->to && (data[line->to - 1] == ' ' || data[line->to - 1] == '\t'))
        line->to--;
}

bool source_has_mark(const struct source *source) {
    return source->size >= 3 && memcmp(source->data, "\xef\xbb\xbf", 3) == 0;
}

void error_print(const qd_error *error, struct buf *out) {
    if (error->file[0])
        buf_printf(out, "%s:", error->file);
    if (error->line > 0)
        buf_printf(out, "%d:", error->line);
    if (error->line > 0 && error->column > 0)
        buf_printf(out, "%d:", error->column);
    buf_printf(out, "%s%s\n", error->file[0] ? " " : "quandary: ", error->message);
    if (!error->excerpt[0])
        return;
    buf_printf(out, "  %s\n  %*s^\n", error->excerpt, error->caret, "");
}

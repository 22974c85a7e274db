/* A text with a name, and errors that point into it. Parsers work with offsets only; line, column
 * and excerpt are computed when an error happens. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include <quandary/types.h>

/* The size limit of a text. */
#define SOURCE_LIMIT ((size_t)64 << 20)

struct source {
    const char *name; /* a file's name, or "<standard input>" */
    const char *data; /* may hold NUL bytes; data[size] is NUL */
    size_t size;
    int lines_before; /* lines of the file before the text, if it is part of one; may be negative if
                       * lines were inserted before it */
};

/* A part of a source that is a text of its own. */
struct source_part {
    size_t from, to;            /* offsets */
    int lines_before;           /* how many line ends come before it */
    const char *before, *after; /* what must be put around it; before ends with a newline. NULL:
                                 * nothing */
};

/* One line of a source, without its line end. */
struct line {
    size_t from; /* offset of its first byte */
    size_t to;   /* offset one past its last byte */
};

/* Sets an error at an offset of the source; unprintable characters in the message become '?'.
 * Returns false, so that a parser can write `return source_error(...)`. error may be NULL. */
bool source_error(const struct source *source, size_t offset, qd_error *error, const char *format,
                  ...) QD_PRINTF(4, 5);

/* Sets an error that has no place in a text. Returns false. error may be NULL. */
bool error_set(qd_error *error, qd_status status, const char *format, ...) QD_PRINTF(3, 4);

/* Finds the line at *offset and moves *offset past it. Returns false at the end. Understands LF,
 * CRLF and CR. */
bool source_line(const struct source *source, size_t *offset, struct line *line);

/* The start of the line of an offset. */
size_t source_line_start(const struct source *source, size_t offset);

/* Strips spaces and tabs from both ends and, if comment is not 0, everything from that character
 * on. */
void line_trim(const struct source *source, struct line *line, char comment);

/* True if the text starts with a UTF-8 byte-order mark (parsers skip its three bytes). */
bool source_has_mark(const struct source *source);

/* Appends "FILE:LINE:COLUMN: message" and, if there is an excerpt, that and a line with a caret.
 * Ends with a newline. */
struct buf;
void error_print(const qd_error *error, struct buf *out);

#endif

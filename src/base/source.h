/* A text with a name, and errors that point into it. Parsers work with offsets only; the line,
 * column and excerpt of an error are found when it happens. */
#ifndef BASE_SOURCE_H
#define BASE_SOURCE_H

#include <stdbool.h>
#include <stddef.h>

#include <quandary/types.h>

/* The largest text that is read. */
#define SOURCE_LIMIT ((size_t)64 << 20)

struct source {
    const char *name; /* a file's name, or "<standard input>" */
    const char *data; /* may hold NUL bytes; data[size] is NUL */
    size_t size;
    int lines_before; /* lines of the file before the text, if it is a part of one; may be negative
                       * if lines were put before it */
};

/* A part of a source that is a text by itself. */
struct source_part {
    size_t from, to;            /* offsets */
    int lines_before;           /* how many line ends stand before it */
    const char *before, *after; /* what the part needs around it; before ends with a newline. NULL:
                                 * nothing */
};

/* One line of a source, without its line end. */
struct line {
    size_t from; /* offset of its first byte */
    size_t to;   /* offset behind its last byte */
};

/* Describes an error at an offset of the source; what is not printable in the message becomes '?'.
 * Returns false, so that a parser can write
 * `return source_error(...)`. error may be NULL. */
bool source_error(const struct source *source, size_t offset, qd_error *error, const char *format,
                  ...) QD_PRINTF(4, 5);

/* An error about no text at all. Returns false. error may be NULL. */
bool error_set(qd_error *error, qd_status status, const char *format, ...) QD_PRINTF(3, 4);

/* Finds the next line at or after *offset and moves *offset behind it. Returns false at the end.
 * Understands LF, CRLF and CR. */
bool source_line(const struct source *source, size_t *offset, struct line *line);

/* Where the line of an offset begins. */
size_t source_line_start(const struct source *source, size_t offset);

/* Drops spaces and tabs from both ends, and, when comment is not 0, everything from that
 * character on. */
void line_trim(const struct source *source, struct line *line, char comment);

/* True if a UTF-8 byte-order mark stands at the start (parsers skip its three bytes). */
bool source_has_mark(const struct source *source);

/* "FILE:LINE:COLUMN: message", and below it the excerpt and a caret line when there is one.
 * Appended with a newline at the end. */
struct buf;
void error_print(const qd_error *error, struct buf *out);

#endif

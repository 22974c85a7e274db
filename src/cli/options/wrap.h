/* Text broken into lines of a bearable length. */
#ifndef CLI_OPTIONS_WRAP_H
#define CLI_OPTIONS_WRAP_H

#include <stddef.h>
#include <stdio.h>

#include "base/buf.h"

/* The most characters on a line, as far as words allow. */
#define WRAP_WIDTH 80

/* Appends the text: words move to the next line, which begins with indent spaces, when they do not
 * fit. column is where the first word begins. A line end in the text stays one. Ends with a line
 * end. */
void wrap_text(struct buf *out, const char *text, size_t column, size_t indent);

/* The same for lines of another width. */
void wrap_text_to(struct buf *out, const char *text, size_t column, size_t indent, size_t width);
/* A width that suits the reader of help: COLUMNS, or that of the terminal on standard output,
 * within reason; WRAP_WIDTH if there is neither. */
size_t wrap_terminal_width(void);

/* Words handed over one by one, such as the moves of a solution. Zero-initialise with .out set. */
struct wrap_words {
    FILE *out;
    size_t column;
};
void wrap_word(struct wrap_words *words, const char *word);
/* Ends the line, if there is one. */
void wrap_end(struct wrap_words *words);

#endif

/* Breaks text into lines. */
#ifndef CLI_OPTIONS_WRAP_H
#define CLI_OPTIONS_WRAP_H

#include <stddef.h>
#include <stdio.h>

#include "base/buf.h"

/* The most characters on a line, as far as words allow. */
#define WRAP_WIDTH 80

/* Appends the text, broken between words; column is where the first word begins, and further lines
 * are indented. Newlines in the text are kept. Ends with a newline. */
void wrap_text(struct buf *out, const char *text, size_t column, size_t indent);

/* The same with another width. */
void wrap_text_to(struct buf *out, const char *text, size_t column, size_t indent, size_t width);
/* The width for help: COLUMNS or the terminal's width, within limits; WRAP_WIDTH if there is
 * neither. */
size_t wrap_terminal_width(void);

/* Words that come one by one, such as the moves of a solution. Initialise to zero except for out.
 */
struct wrap_words {
    FILE *out;
    size_t column;
};
void wrap_word(struct wrap_words *words, const char *word);
/* Ends the line if it is not empty. */
void wrap_end(struct wrap_words *words);

#endif

#include "cli/options/wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

/* Moves are wrapped a little earlier, so that no terminal breaks their lines. */
enum { WORDS_WIDTH = 78 };

/* Characters, not bytes. */
static size_t width_of(const char *text, size_t size) {
    size_t width = 0;
    for (size_t i = 0; i < size; i++)
        width += ((unsigned char)text[i] & 0xc0) != 0x80;
    return width;
}

static void new_line(struct buf *out, size_t indent) {
    buf_printf(out, "\n%*s", (int)indent, "");
}

void wrap_text(struct buf *out, const char *text, size_t column, size_t indent) {
    wrap_text_to(out, text, column, indent, WRAP_WIDTH);
}

size_t wrap_terminal_width(void) {
    enum { NARROWEST = 60, WIDEST = 120 };
    struct winsize size;
    const char *columns = getenv("COLUMNS");
    long width = columns ? strtol(columns, NULL, 10) : 0;
    if (width <= 0 && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0)
        width = size.ws_col;
    if (width <= 0)
        return WRAP_WIDTH;
    return width < NARROWEST ? NARROWEST : width > WIDEST ? WIDEST : (size_t)width;
}

void wrap_text_to(struct buf *out, const char *text, size_t column, size_t indent, size_t width) {
    bool first = true;
    while (*text) {
        if (*text == '\n' || *text == ' ') {
            if (*text == '\n' && text[1]) {
                new_line(out, text[1] == '\n' ? 0 : indent);
                column = indent;
                first = true;
            }
            text++;
            continue;
        }
        size_t size = strcspn(text, " \n");
        size_t wide = width_of(text, size);
        if (!first && column + 1 + wide > width) {
            new_line(out, indent);
            column = indent;
            first = true;
        }
        if (!first)
            buf_char(out, ' ');
        column += wide + !first;
        buf_bytes(out, text, size);
        first = false;
        text += size;
    }
    buf_char(out, '\n');
}

void wrap_word(struct wrap_words *words, const char *word) {
    size_t width = width_of(word, strlen(word));
    if (words->column && words->column + 1 + width > WORDS_WIDTH)
        wrap_end(words);
    if (words->column)
        fputc(' ', words->out);
    fputs(word, words->out);
    words->column += width + (words->column > 0);
}

void wrap_end(struct wrap_words *words) {
    if (words->column)
        fputc('\n', words->out);
    words->column = 0;
}

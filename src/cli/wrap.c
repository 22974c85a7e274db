#include "wrap.h"

#include <stdbool.h>
#include <string.h>

/* The moves stay a little below the width, so that no terminal breaks their lines. */
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
        size_t width = width_of(text, size);
        if (!first && column + 1 + width > WRAP_WIDTH) {
            new_line(out, indent);
            column = indent;
            first = true;
        }
        if (!first)
            buf_char(out, ' ');
        column += width + !first;
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

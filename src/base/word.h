/* The words of a line, for parsers: offsets in a source. */
#ifndef BASE_WORD_H
#define BASE_WORD_H

#include <stdint.h>

#include "base/source.h"

struct word {
    size_t from, to; /* to is the offset after its last byte */
};

/* The next word of a line, between blanks or any of the separators (no digits); the line then
 * begins after it. Returns false at its end. */
bool word_next(const struct source *source, struct line *line, const char *separators,
               struct word *word);
/* True if the word is this text, in any letter case. */
bool word_is(const struct source *source, struct word word, const char *text);
/* Reads a whole number from 0 to limit. Returns false if the word is not one. */
bool word_number(const struct source *source, struct word word, uint64_t limit, uint64_t *number);
/* The same for small numbers. */
bool word_unsigned(const struct source *source, struct word word, unsigned limit, unsigned *number);

#endif

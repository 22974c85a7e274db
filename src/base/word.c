#include "base/word.h"

#include <assert.h>
#include <string.h>
#include <strings.h>

static bool is_separator(char c, const char *separators) {
    if (c >= '0' && c <= '9') /* most are digits, and no digit separates */
        return false;
    if (c == ' ' || c == '\t')
        return true;
    for (; *separators != '\0'; separators++)
        if (c == *separators)
            return true;
    return false;
}

bool word_next(const struct source *source, struct line *line, const char *separators,
               struct word *word) {
    const char *data = source->data;
    assert(line->from <= line->to && line->to <= source->size);
    while (line->from < line->to && is_separator(data[line->from], separators))
        line->from++;
    word->from = line->from;
    while (line->from < line->to && !is_separator(data[line->from], separators))
        line->from++;
    word->to = line->from;
    return word->from < word->to;
}

bool word_is(const struct source *source, struct word word, const char *text) {
    size_t size = strlen(text);
    return word.to - word.from == size && strncasecmp(source->data + word.from, text, size) == 0;
}

bool word_number(const struct source *source, struct word word, uint64_t limit, uint64_t *number) {
    assert(word.from <= word.to && word.to <= source->size);
    *number = 0;
    for (size_t i = word.from; i < word.to; i++) {
        char c = source->data[i];
        if (c < '0' || c > '9')
            return false;
        unsigned digit = (unsigned)(c - '0');
        if (*number > limit / 10 || digit > limit - *number * 10)
            return false;
        *number = *number * 10 + digit;
    }
    return word.from < word.to;
}

bool word_unsigned(const struct source *source, struct word word, unsigned limit,
                   unsigned *number) {
    uint64_t value;
    bool good = word_number(source, word, limit, &value);
    *number = (unsigned)value;
    return good;
}

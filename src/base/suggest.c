#include "base/suggest.h"

#include <assert.h>
#include <stdbool.h>
#include <string.h>

enum { WORD_LIMIT = 63 };

static size_t least(size_t a, size_t b) {
    return a < b ? a : b;
}

static size_t clipped_length(const char *word) {
    return strnlen(word, WORD_LIMIT);
}

/* Damerau's distance (optimal string alignment), by the usual table of prefixes: how many letters
 * must be inserted, dropped, replaced or swapped with their neighbour. */
static size_t distance_between(const char *a, const char *b) {
    size_t rows = clipped_length(a), columns = clipped_length(b);
    size_t table[WORD_LIMIT + 1][WORD_LIMIT + 1];
    for (size_t i = 0; i <= rows; i++)
        table[i][0] = i;
    for (size_t j = 0; j <= columns; j++)
        table[0][j] = j;
    for (size_t i = 1; i <= rows; i++) {
        for (size_t j = 1; j <= columns; j++) {
            size_t replace = table[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
            size_t insert_or_drop = least(table[i - 1][j], table[i][j - 1]) + 1;
            table[i][j] = least(replace, insert_or_drop);
            bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
            if (swapped)
                table[i][j] = least(table[i][j], table[i - 2][j - 2] + 1);
        }
    }
    assert(table[rows][columns] <= (rows > columns ? rows : columns));
    return table[rows][columns];
}

void suggest_consider(struct suggest *suggest, const char *candidate) {
    size_t length = clipped_length(suggest->word);
    size_t distance = distance_between(suggest->word, candidate);
    bool begins = length >= 2 && strncmp(suggest->word, candidate, length) == 0;
    if (begins && distance > 1)
        distance = 1;
    if (distance > (length < 4 ? 1 : length / 3 + 1) && !begins)
        return;
    if (suggest->best && distance >= suggest->distance)
        return;
    suggest->best = candidate;
    suggest->distance = distance;
}

/* "Did you mean": the nearest of a few words. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* Keeps track of the nearest candidate so far; zero-initialise and set word. */
struct suggest {
    const char *word; /* what was typed */
    const char *best; /* the nearest candidate, NULL while none is near enough */
    size_t distance;  /* single-letter changes (insert, drop, replace, swap neighbours) to it */
};

/* Looks at one more candidate. Near enough means: one change for a word of up to 3 letters, one
 * more than a third of the letters for a longer one, or a candidate that begins with the word (it
 * counts as one change away). The first of several equally near ones wins. */
void suggest_consider(struct suggest *suggest, const char *candidate);

#endif

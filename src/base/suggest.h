/* "Did you mean": the nearest of a few words. */
#ifndef BASE_SUGGEST_H
#define BASE_SUGGEST_H

#include <stddef.h>

/* The number of single-letter changes (insert, drop, replace, swap neighbours) from a to b. */
size_t suggest_distance(const char *a, const char *b);

/* Keeps track of the nearest candidate seen; zero-initialise and set word. */
struct suggest {
    const char *word; /* what was typed */
    const char *best; /* the nearest candidate, NULL while none is near enough */
    size_t distance;
};

/* Looks at one more candidate. Near enough is: one change for a short word, a third of the letters
 * for a long one, or a candidate that begins with the word. */
void suggest_consider(struct suggest *suggest, const char *candidate);

#endif

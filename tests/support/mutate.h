/* Breaks a text at random, as the tests of all parsers do. */
#ifndef SUPPORT_MUTATE_H
#define SUPPORT_MUTATE_H

#include <stddef.h>
#include <string.h>

#include "base/random.h"

/* How many characters a text may grow by. */
enum { MUTATE_ROOM = 4 * 8 };

/* Changes, removes or doubles characters in one to four places; there must be MUTATE_ROOM behind
 * the text. Returns its new size. */
static inline size_t mutate(char *text, size_t size, struct random *random) {
    static const char likely[] = "0123456789 \t\r\n#.;:,|-=><ABCabc\"'[](){}&?$%/\\";
    for (uint64_t changes = 1 + random_below(random, 4); changes > 0 && size > 0; changes--) {
        size_t at = random_below(random, size), some = 1 + random_below(random, 8);
        some = some > size - at ? size - at : some;
        switch (random_below(random, 4)) {
        case 0:
            text[at] = (char)random_below(random, 256);
            break;
        case 1:
            text[at] = likely[random_below(random, sizeof likely - 1)];
            break;
        case 2:
            memmove(text + at, text + at + some, size - at - some);
            size -= some;
            break;
        default:
            memmove(text + at + some, text + at, size - at);
            size += some;
        }
    }
    return size;
}

#endif

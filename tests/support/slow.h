/* How much a test takes on: more with QUANDARY_SLOW_TESTS set (`make nightly`), less under a
 * sanitizer. */
#ifndef SUPPORT_SLOW_H
#define SUPPORT_SLOW_H

#include <stdbool.h>
#include <stdlib.h>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SANITIZED = 1 };
#else
enum { SANITIZED = 0 };
#endif

static inline bool slow_tests(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

#endif

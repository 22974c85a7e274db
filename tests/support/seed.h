/* The seed of a random test: new in every run, printed so that a failure can be repeated, and taken
 * from QUANDARY_TEST_SEED if that is set. */
#ifndef SUPPORT_SEED_H
#define SUPPORT_SEED_H

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static inline uint64_t test_seed(const char *test) {
    const char *given = getenv("QUANDARY_TEST_SEED");
    uint64_t seed = given != NULL ? strtoull(given, NULL, 10) : (uint64_t)time(NULL);
    fprintf(stderr, "%s: QUANDARY_TEST_SEED=%" PRIu64 "\n", test, seed);
    return seed;
}

#endif

/* Random numbers that are the same on every machine for the same seed (xoshiro256**, seeded by
 * splitmix64; both by Blackman and Vigna). */
#ifndef BASE_RANDOM_H
#define BASE_RANDOM_H

#include <stddef.h>
#include <stdint.h>

struct random {
    uint64_t s[4];
};

void random_seed(struct random *random, uint64_t seed);
/* 64 random bits. */
uint64_t random_bits(struct random *random);
/* 0 .. limit - 1, without bias; limit must be at least 1. */
uint64_t random_below(struct random *random, uint64_t limit);
/* A seed from the operating system. */
uint64_t random_fresh_seed(void);

#endif

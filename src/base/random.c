#include "base/random.h"

#include <assert.h>
#include <sys/random.h>

#include "base/clock.h"

static uint64_t splitmix(uint64_t *state) {
    uint64_t z = (*state += 0x9e3779b97f4a7c15u);
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    return z ^ (z >> 31);
}

static uint64_t rotate(uint64_t x, int by) {
    return (x << by) | (x >> (64 - by));
}

void random_seed(struct random *random, uint64_t seed) {
    for (int i = 0; i < 4; i++)
        random->s[i] = splitmix(&seed);
}

uint64_t random_bits(struct random *random) {
    uint64_t *s = random->s;
    assert((s[0] | s[1] | s[2] | s[3]) != 0 && "seed it first");
    uint64_t result = rotate(s[1] * 5, 7) * 9;
    uint64_t t = s[1] << 17;
    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= t;
    s[3] = rotate(s[3], 45);
    return result;
}

uint64_t random_below(struct random *random, uint64_t limit) {
    /* Values below this threshold would make the first residues more likely than the others. */
    assert(limit > 0);
    uint64_t threshold = -limit % limit;
    uint64_t bits;
    do
        bits = random_bits(random);
    while (bits < threshold);
    return bits % limit;
}

uint64_t random_fresh_seed(void) {
    uint64_t seed;
    if (getrandom(&seed, sizeof seed, 0) != (ssize_t)sizeof seed)
        seed = (uint64_t)(clock_wall() * 1e9);
    return seed;
}

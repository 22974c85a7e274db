/* Sets of cells as bits. HARMONY_WORDS, the number of 64-bit words, is set by the file that
 * includes this: the solver is compiled once for boards of up to 64 cells and once for all. */
#ifndef PUZZLES_HARMONY_SOLVE_BITS_H
#define PUZZLES_HARMONY_SOLVE_BITS_H

#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#define BITS_CELLS (HARMONY_WORDS * 64)

struct bits {
    uint64_t word[HARMONY_WORDS];
};

static inline struct bits bits_none(void) {
    return (struct bits){{0}};
}

static inline void bits_add(struct bits *set, unsigned cell) {
    assert(cell < BITS_CELLS);
    set->word[cell / 64] |= UINT64_C(1) << cell % 64;
}

static inline void bits_remove(struct bits *set, unsigned cell) {
    set->word[cell / 64] &= ~(UINT64_C(1) << cell % 64);
}

static inline struct bits bits_one(unsigned cell) {
    struct bits set = bits_none();
    bits_add(&set, cell);
    return set;
}

static inline bool bits_has(const struct bits *set, unsigned cell) {
    return (set->word[cell / 64] >> cell % 64 & 1) != 0;
}

static inline struct bits bits_and(struct bits a, struct bits b) {
    for (int i = 0; i < HARMONY_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct bits bits_or(struct bits a, struct bits b) {
    for (int i = 0; i < HARMONY_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

static inline struct bits bits_without(struct bits a, struct bits b) {
    for (int i = 0; i < HARMONY_WORDS; i++)
        a.word[i] &= ~b.word[i];
    return a;
}

static inline bool bits_empty(struct bits set) {
    uint64_t any = 0;
    for (int i = 0; i < HARMONY_WORDS; i++)
        any |= set.word[i];
    return any == 0;
}

static inline bool bits_equal(struct bits a, struct bits b) {
    uint64_t differ = 0;
    for (int i = 0; i < HARMONY_WORDS; i++)
        differ |= a.word[i] ^ b.word[i];
    return differ == 0;
}

static inline unsigned bits_count(struct bits set) {
    unsigned count = 0;
    for (int i = 0; i < HARMONY_WORDS; i++)
        count += (unsigned)__builtin_popcountll(set.word[i]);
    return count;
}

/* True if the set has exactly one cell. */
static inline bool bits_single(struct bits set) {
    uint64_t any = 0, more = 0;
    for (int i = 0; i < HARMONY_WORDS; i++) {
        more |= (set.word[i] & (set.word[i] - 1)) | (any != 0 ? set.word[i] : 0);
        any |= set.word[i];
    }
    return any != 0 && more == 0;
}

/* The lowest cell of a set that is not empty. */
static inline unsigned bits_first(const struct bits *set) {
    unsigned i = 0;
    assert(!bits_empty(*set));
    while (set->word[i] == 0)
        i++;
    return i * 64 + (unsigned)__builtin_ctzll(set->word[i]);
}

/* Takes the lowest cell out of the set. Returns false if the set is empty. */
static inline bool bits_take(struct bits *set, unsigned *cell) {
    for (unsigned i = 0; i < HARMONY_WORDS; i++)
        if (set->word[i] != 0) {
            *cell = i * 64 + (unsigned)__builtin_ctzll(set->word[i]);
            set->word[i] &= set->word[i] - 1;
            return true;
        }
    return false;
}

#endif

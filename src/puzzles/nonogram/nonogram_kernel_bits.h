/* Sets of cells and of places between cells. KERNEL_WORDS, the number of 64-bit words, is set by
 * the file that includes this. */
#ifndef NONOGRAM_KERNEL_BITS_H
#define NONOGRAM_KERNEL_BITS_H

#include <stdbool.h>
#include <stdint.h>

struct cells {
    uint64_t word[KERNEL_WORDS];
};

static inline struct cells cells_load(const uint64_t *words) {
    struct cells set;
    for (int i = 0; i < KERNEL_WORDS; i++)
        set.word[i] = words[i];
    return set;
}

static inline void cells_store(uint64_t *words, struct cells set) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        words[i] = set.word[i];
}

static inline struct cells cells_one(unsigned cell) {
    struct cells set = {{0}};
    set.word[cell / 64] = UINT64_C(1) << cell % 64;
    return set;
}

static inline bool cells_has(struct cells set, unsigned cell) {
    return (set.word[cell / 64] >> cell % 64 & 1) != 0;
}

static inline bool cells_empty(struct cells set) {
    uint64_t any = 0;
    for (int i = 0; i < KERNEL_WORDS; i++)
        any |= set.word[i];
    return any == 0;
}

static inline struct cells cells_and(struct cells a, struct cells b) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        a.word[i] &= b.word[i];
    return a;
}

static inline struct cells cells_or(struct cells a, struct cells b) {
    for (int i = 0; i < KERNEL_WORDS; i++)
        a.word[i] |= b.word[i];
    return a;
}

#if KERNEL_WORDS == 2
/* Two words are one number to the compiler, which knows better how to move it. */
__extension__ typedef unsigned __int128 cells_number;

static inline cells_number cells_join(struct cells set) {
    return (cells_number)set.word[1] << 64 | set.word[0];
}

static inline struct cells cells_split(cells_number number) {
    return (struct cells){{(uint64_t)number, (uint64_t)(number >> 64)}};
}
#endif

/* Towards the end of the line; what leaves the words is lost. */
static inline struct cells cells_up(struct cells set, unsigned by) {
#if KERNEL_WORDS == 1
    set.word[0] = by < 64 ? set.word[0] << by : 0;
    return set;
#elif KERNEL_WORDS == 2
    return cells_split(by < 128 ? cells_join(set) << by : 0);
#else
    struct cells moved = {{0}};
    unsigned whole = by / 64, part = by % 64;
    for (unsigned i = KERNEL_WORDS; i-- > whole;) {
        moved.word[i] = set.word[i - whole] << part;
        if (part > 0 && i > whole)
            moved.word[i] |= set.word[i - whole - 1] >> (64 - part);
    }
    return moved;
#endif
}

/* Towards the start of the line. */
static inline struct cells cells_down(struct cells set, unsigned by) {
#if KERNEL_WORDS == 1
    set.word[0] = by < 64 ? set.word[0] >> by : 0;
    return set;
#elif KERNEL_WORDS == 2
    return cells_split(by < 128 ? cells_join(set) >> by : 0);
#else
    struct cells moved = {{0}};
    unsigned whole = by / 64, part = by % 64;
    for (unsigned i = 0; i + whole < KERNEL_WORDS; i++) {
        moved.word[i] = set.word[i + whole] >> part;
        if (part > 0 && i + whole + 1 < KERNEL_WORDS)
            moved.word[i] |= set.word[i + whole + 1] << (64 - part);
    }
    return moved;
#endif
}

/* The places where a run of so many cells of the set can start. */
static inline struct cells cells_runs(struct cells set, unsigned length) {
    unsigned done = 1;
    while (2 * done <= length) {
        set = cells_and(set, cells_down(set, done));
        done *= 2;
    }
    return done < length ? cells_and(set, cells_down(set, length - done)) : set;
}

/* All cells of the runs of so many cells that start in the set. */
static inline struct cells cells_spread(struct cells set, unsigned length) {
    unsigned done = 1;
    while (2 * done <= length) {
        set = cells_or(set, cells_up(set, done));
        done *= 2;
    }
    return done < length ? cells_or(set, cells_up(set, length - done)) : set;
}

/* From each place on over cells of the set `through`: the places that can be reached upwards, the
 * start included. Adding the start to a run of ones carries through to the run's end; the bits that
 * change are those that were passed. */
static inline struct cells cells_flow_up(struct cells from, struct cells through) {
#if KERNEL_WORDS == 2
    cells_number start = cells_join(from), way = cells_join(through);
    return cells_split(start | ((way + (start & way)) ^ way));
#else
    bool carry = false;
    for (int i = 0; i < KERNEL_WORDS; i++) {
        uint64_t start = from.word[i] & through.word[i], sum;
        bool first = __builtin_add_overflow(through.word[i], start, &sum);
        bool second = __builtin_add_overflow(sum, (uint64_t)carry, &sum);
        carry = first || second;
        from.word[i] |= sum ^ through.word[i];
    }
    return from;
#endif
}

static inline uint64_t word_flow_down(uint64_t from, uint64_t through) {
    from |= through & from >> 1;
    through &= through >> 1;
    from |= through & from >> 2;
    through &= through >> 2;
    from |= through & from >> 4;
    through &= through >> 4;
    from |= through & from >> 8;
    through &= through >> 8;
    from |= through & from >> 16;
    through &= through >> 16;
    return from | (through & from >> 32);
}

/* The same downwards: place i is reached from i + 1 over cell i. */
static inline struct cells cells_flow_down(struct cells from, struct cells through) {
    for (int i = KERNEL_WORDS - 1; i >= 0; i--) {
        if (i + 1 < KERNEL_WORDS)
            from.word[i] |= through.word[i] & from.word[i + 1] << 63;
        from.word[i] = word_flow_down(from.word[i], through.word[i]);
    }
    return from;
}

#endif

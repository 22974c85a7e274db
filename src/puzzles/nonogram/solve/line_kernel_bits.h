/* Sets of cells and of places between cells. KERNEL_WORDS, the number of 64-bit words, is set by
 * the file that includes this. */
#ifndef PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_BITS_H
#define PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_BITS_H

#include <assert.h>
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
    assert(cell < 64 * KERNEL_WORDS);
    set.word[cell / 64] = UINT64_C(1) << cell % 64;
    return set;
}

static inline bool cells_has(struct cells set, unsigned cell) {
    assert(cell < 64 * KERNEL_WORDS);
    return (set.word[cell / 64] >> cell % 64 & 1) != 0;
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

static inline bool cells_empty(struct cells set) {
    uint64_t any = 0;
    for (int i = 0; i < KERNEL_WORDS; i++)
        any |= set.word[i];
    return any == 0;
}

#if KERNEL_WORDS == 2
/* The compiler shifts one number of 128 bits better than two of 64. */
__extension__ typedef unsigned __int128 cells_number;

static inline cells_number cells_join(struct cells set) {
    return (cells_number)set.word[1] << 64 | set.word[0];
}

static inline struct cells cells_split(cells_number number) {
    return (struct cells){{(uint64_t)number, (uint64_t)(number >> 64)}};
}
#endif

/* Towards the end of the line, by less than there are bits; what leaves the words is lost. */
static inline struct cells cells_up(struct cells set, unsigned by) {
    assert(by < 64 * KERNEL_WORDS);
#if KERNEL_WORDS == 1
    set.word[0] <<= by;
    return set;
#elif KERNEL_WORDS == 2
    return cells_split(cells_join(set) << by);
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
    assert(by < 64 * KERNEL_WORDS);
#if KERNEL_WORDS == 1
    set.word[0] >>= by;
    return set;
#elif KERNEL_WORDS == 2
    return cells_split(cells_join(set) >> by);
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

/* The places where a run of `to` cells can start, given those where one of `from` cells can. */
static inline struct cells cells_runs(struct cells set, unsigned shorter, unsigned length) {
    assert(shorter >= 1 && shorter <= length);
    while (2 * shorter <= length) {
        set = cells_and(set, cells_down(set, shorter));
        shorter *= 2;
    }
    return shorter < length ? cells_and(set, cells_down(set, length - shorter)) : set;
}

/* All cells of the runs of this length that start in the set. */
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

/* The same downwards: place i is reached from i + 1 over cell i. There is no carry that way, so it
 * goes in steps of 1, 2, 4 ... cells; over[k] are the places from which 2^k cells can be passed. */
struct way_down {
    struct cells over[6];
};

static inline struct way_down cells_way_down(struct cells through) {
    struct way_down way = {.over[0] = through};
    for (int i = 0; i < KERNEL_WORDS; i++)
        for (int step = 1; step < 6; step++) {
            uint64_t half = way.over[step - 1].word[i];
            way.over[step].word[i] = half & half >> (1 << (step - 1));
        }
    return way;
}

static inline uint64_t word_flow_down(uint64_t from, const struct way_down *way, int i) {
    from |= way->over[0].word[i] & from >> 1;
    from |= way->over[1].word[i] & from >> 2;
    from |= way->over[2].word[i] & from >> 4;
    if (way->over[3].word[i] == 0)
        return from;
    from |= way->over[3].word[i] & from >> 8;
    if (way->over[4].word[i] == 0)
        return from;
    from |= way->over[4].word[i] & from >> 16;
    return from | (way->over[5].word[i] & from >> 32);
}

static inline struct cells cells_flow_down(struct cells from, const struct way_down *way) {
    for (int i = KERNEL_WORDS - 1; i >= 0; i--) {
        if (i + 1 < KERNEL_WORDS)
            from.word[i] |= way->over[0].word[i] & from.word[i + 1] << 63;
        from.word[i] = word_flow_down(from.word[i], way, i);
    }
    return from;
}

#endif

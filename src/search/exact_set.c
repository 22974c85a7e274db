#include "search/exact_set.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"

#define WAYS 4
/* A bucket is a row of words: the sequence number, the marks of the four states, the states.
 *
 * Threads may race for a bucket: its sequence number is a sequence lock, odd while a thread writes.
 * A reader that sees it odd, or changed since it began, reports that the state is not there; a
 * writer that finds it odd gives up. So what is found was added as a whole, and what is lost costs
 * only time. All words are atomic, so no race is undefined.
 *
 * A mark has 16 bits: 8 of the hash, so that most states that differ are not compared, and the
 * priority + 1; 0 is an empty place. */
#define SEQUENCE  0
#define MARKS     1
#define STATES    2
#define MARK_BITS 16

struct exact_set {
    qd_control *control;
    void *block;
    _Atomic uint64_t *words; /* the block */
    size_t bytes;
    unsigned state_words;
    unsigned bucket_words;
    uint64_t bucket_count;
};

struct exact_set *exact_set_new(qd_control *control, size_t bytes, unsigned words) {
    size_t bucket_words = STATES + (size_t)WAYS * words;
    assert(words >= 1);
    uint64_t count = bytes / (bucket_words * sizeof(uint64_t));
    count = count > 1 ? count : 1;
    count = count < UINT32_MAX ? count : UINT32_MAX;
    bytes = (size_t)count * bucket_words * sizeof(uint64_t);
    void *block = control_reserve(control, bytes);
    if (block == NULL)
        return NULL;
    struct exact_set *set = MEM_NEW(struct exact_set);
    *set = (struct exact_set){.control = control,
                              .block = block,
                              .words = block,
                              .bytes = bytes,
                              .state_words = words,
                              .bucket_words = (unsigned)bucket_words,
                              .bucket_count = count};
    return set;
}

void exact_set_free(struct exact_set *set) {
    if (set == NULL)
        return;
    control_release(set->control, set->block, set->bytes);
    free(set);
}

/* Multiply, fold, and go on: the mixing step of wyhash (Wang Yi) in its plainest form. */
uint64_t exact_set_hash(const struct exact_set *set, const uint64_t *state) {
    uint64_t hash = UINT64_C(0x9E3779B97F4A7C15);
    for (unsigned i = 0; i < set->state_words; i++) {
        hash = (hash ^ state[i]) * UINT64_C(0xBF58476D1CE4E5B9);
        hash ^= hash >> 29;
    }
    hash *= UINT64_C(0x94D049BB133111EB);
    return hash ^ hash >> 32;
}

static _Atomic uint64_t *bucket_of(const struct exact_set *set, uint64_t hash) {
    uint64_t number = (hash >> 32) * set->bucket_count >> 32;
    assert(number < set->bucket_count);
    return set->words + number * set->bucket_words;
}

static unsigned mark_of(uint64_t marks, int way) {
    assert(way >= 0 && way < WAYS);
    return (unsigned)(marks >> (way * MARK_BITS)) & 0xFFFFU;
}

static unsigned new_mark(uint64_t hash, unsigned priority) {
    priority = priority < EXACT_SET_PRIORITY_LIMIT ? priority : EXACT_SET_PRIORITY_LIMIT;
    return (unsigned)(hash & 0xFFU) << 8 | (priority + 1);
}

static bool same_state(const struct exact_set *set, const _Atomic uint64_t *bucket, int way,
                       const uint64_t *state) {
    const _Atomic uint64_t *kept = bucket + STATES + (size_t)way * set->state_words;
    for (unsigned i = 0; i < set->state_words; i++)
        if (atomic_load_explicit(&kept[i], memory_order_acquire) != state[i])
            return false;
    return true;
}

/* The place of a state in its bucket, -1 if it is not there. */
static int way_of(const struct exact_set *set, const _Atomic uint64_t *bucket, uint64_t hash,
                  const uint64_t *state) {
    uint64_t marks = atomic_load_explicit(&bucket[MARKS], memory_order_acquire);
    for (int way = 0; way < WAYS; way++) {
        unsigned mark = mark_of(marks, way);
        if (mark != 0 && mark >> 8 == (hash & 0xFFU) && same_state(set, bucket, way, state))
            return way;
    }
    return -1;
}

bool exact_set_has(const struct exact_set *set, uint64_t hash, const uint64_t *state) {
    const _Atomic uint64_t *bucket = bucket_of(set, hash);
    uint64_t before = atomic_load_explicit(&bucket[SEQUENCE], memory_order_acquire);
    if (before % 2 != 0 || way_of(set, bucket, hash, state) < 0)
        return false;
    return atomic_load_explicit(&bucket[SEQUENCE], memory_order_relaxed) == before;
}

/* The place to write to: an empty one, else the one of lowest priority; between equals the hash
 * decides, so that no place is spared. */
static int worst_way(uint64_t marks, uint64_t hash) {
    unsigned first = (unsigned)(hash >> 8) % WAYS;
    unsigned worst = first;
    for (unsigned i = 1; i < WAYS; i++) {
        unsigned way = (first + i) % WAYS;
        if ((mark_of(marks, (int)way) & 0xFFU) < (mark_of(marks, (int)worst) & 0xFFU))
            worst = way;
    }
    return (int)worst;
}

static void write_state(const struct exact_set *set, _Atomic uint64_t *bucket, uint64_t hash,
                        const uint64_t *state, unsigned mark) {
    uint64_t marks = atomic_load_explicit(&bucket[MARKS], memory_order_relaxed);
    int way = worst_way(marks, hash);
    assert(mark >> 8 == (hash & 0xFFU) && (mark & 0xFFU) != 0);
    assert(atomic_load_explicit(&bucket[SEQUENCE], memory_order_relaxed) % 2 != 0);
    _Atomic uint64_t *place = bucket + STATES + (size_t)way * set->state_words;
    for (unsigned i = 0; i < set->state_words; i++)
        atomic_store_explicit(&place[i], state[i], memory_order_release);
    marks &= ~((uint64_t)0xFFFF << (way * MARK_BITS));
    marks |= (uint64_t)mark << (way * MARK_BITS);
    atomic_store_explicit(&bucket[MARKS], marks, memory_order_release);
}

void exact_set_add(struct exact_set *set, uint64_t hash, const uint64_t *state, unsigned priority) {
    _Atomic uint64_t *bucket = bucket_of(set, hash);
    uint64_t before = atomic_load_explicit(&bucket[SEQUENCE], memory_order_relaxed);
    if (before % 2 != 0 ||
        !atomic_compare_exchange_strong_explicit(&bucket[SEQUENCE], &before, before + 1,
                                                 memory_order_acq_rel, memory_order_relaxed))
        return;
    if (way_of(set, bucket, hash, state) < 0)
        write_state(set, bucket, hash, state, new_mark(hash, priority));
    atomic_store_explicit(&bucket[SEQUENCE], before + 2, memory_order_release);
}

/* Two places of a bucket never hold one state under one hash. */
static size_t check_bucket(const struct exact_set *set, const _Atomic uint64_t *bucket) {
    uint64_t marks = atomic_load(&bucket[MARKS]), state[64];
    size_t states = 0;
    assert(atomic_load(&bucket[SEQUENCE]) % 2 == 0 && "nobody is writing");
    for (int way = 0; way < WAYS; way++) {
        unsigned mark = mark_of(marks, way);
        assert(mark == 0 || (mark & 0xFFU) != 0);
        states += mark != 0;
        if (mark == 0 || set->state_words > sizeof state / sizeof *state)
            continue;
        for (unsigned i = 0; i < set->state_words; i++)
            state[i] = atomic_load(&bucket[STATES + (size_t)way * set->state_words + i]);
        assert(way_of(set, bucket, mark >> 8, state) == way);
    }
    return states;
}

size_t exact_set_check(const struct exact_set *set) {
    size_t states = 0;
    for (uint64_t i = 0; i < set->bucket_count; i++)
        states += check_bucket(set, set->words + i * set->bucket_words);
    return states;
}

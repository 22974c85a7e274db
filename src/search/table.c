#include "search/table.h"

#include <assert.h>
#include <stdatomic.h>
#include <stdlib.h>

#include "base/mem.h"

#define WAYS      4
#define LINE_SIZE 64
#define RANK_BITS 16

/* One cache line: four entries guarded by a sequence number (a "seqlock"; the memory orders are
 * those of Boehm, "Can seqlocks get along with programming language memory models?", 2012, with the
 * fences turned into orders of the single accesses). The number is odd while somebody writes. A
 * reader that saw a number change, or an odd one, has seen nothing; a writer that comes second does
 * not write. So nobody ever waits.
 *
 * ranks holds for each entry, from the lowest bits up, 8 bits priority + 1 and 8 bits generation; 0
 * is an empty entry. */
struct bucket {
    _Atomic uint64_t sequence;
    _Atomic uint64_t ranks;
    _Atomic uint64_t keys[WAYS];
    _Atomic uint32_t values[WAYS];
};

_Static_assert(sizeof(struct bucket) == LINE_SIZE, "a bucket is one cache line");

struct table {
    qd_control *control;
    void *block;
    size_t bytes;
    struct bucket *buckets;
    uint64_t bucket_count;
    atomic_uint generation;
};

struct table *table_new(qd_control *control, size_t bytes) {
    uint64_t count = bytes / LINE_SIZE;
    count = count > 1 ? count - 1 : 1; /* one line is lost to alignment */
    count = count < UINT32_MAX ? count : UINT32_MAX;
    bytes = (size_t)(count + 1) * LINE_SIZE;
    char *block = control_reserve(control, bytes);
    if (block == NULL)
        return NULL;
    struct table *table = MEM_NEW(struct table);
    table->control = control;
    table->block = block;
    table->bytes = bytes;
    table->buckets = (struct bucket *)(void *)(block + (-(uintptr_t)block & (LINE_SIZE - 1)));
    table->bucket_count = count;
    return table;
}

void table_free(struct table *table) {
    if (table == NULL)
        return;
    control_release(table->control, table->block, table->bytes);
    free(table);
}

/* The keys need not be good hashes: a multiplication spreads them, and a second one scales the
 * upper half to the number of buckets. */
static struct bucket *bucket_of(const struct table *table, uint64_t key) {
    uint64_t spread = (key ^ key >> 32) * UINT64_C(0x9E3779B97F4A7C15);
    return &table->buckets[(spread >> 32) * table->bucket_count >> 32];
}

static unsigned rank_of(uint64_t ranks, int way) {
    return (unsigned)(ranks >> (way * RANK_BITS)) & 0xFFFFU;
}

/* The accesses to a bucket's content acquire or release so that none of them can be seen before
 * the sequence number was seen to be, or was made, odd. */
static bool find_in_bucket(const struct bucket *bucket, uint64_t key, uint32_t *value) {
    uint64_t ranks = atomic_load_explicit(&bucket->ranks, memory_order_acquire);
    for (int way = 0; way < WAYS; way++) {
        if (atomic_load_explicit(&bucket->keys[way], memory_order_acquire) == key &&
            rank_of(ranks, way) != 0) {
            *value = atomic_load_explicit(&bucket->values[way], memory_order_acquire);
            return true;
        }
    }
    return false;
}

bool table_find(const struct table *table, uint64_t key, uint32_t *value) {
    const struct bucket *bucket = bucket_of(table, key);
    uint64_t before = atomic_load_explicit(&bucket->sequence, memory_order_acquire);
    uint32_t candidate;
    if (before % 2 != 0 || !find_in_bucket(bucket, key, &candidate))
        return false;
    if (atomic_load_explicit(&bucket->sequence, memory_order_relaxed) != before)
        return false;
    *value = candidate;
    return true;
}

/* Small for entries that should go: the empty ones, then old generations, then low priorities. */
static unsigned worth(unsigned rank, unsigned generation) {
    if (rank == 0)
        return 0;
    unsigned age = (generation - (rank >> 8)) & 0xFFU;
    return ((0xFFU - age) << 8) | (rank & 0xFFU);
}

/* Where the key is or should go. Between equals the key decides, so that no way is spared. Only
 * the writer of the bucket calls this. */
static int choose_way(const struct bucket *bucket, uint64_t ranks, uint64_t key,
                      unsigned generation) {
    int worst = (int)(key % WAYS);
    for (int i = 0; i < WAYS; i++) {
        int way = (int)((key + (unsigned)i) % WAYS);
        unsigned rank = rank_of(ranks, way);
        if (rank != 0 && atomic_load_explicit(&bucket->keys[way], memory_order_relaxed) == key)
            return way;
        if (worth(rank, generation) < worth(rank_of(ranks, worst), generation))
            worst = way;
    }
    return worst;
}

static void write_entry(struct bucket *bucket, uint64_t key, uint32_t value, unsigned priority,
                        unsigned generation) {
    uint64_t ranks = atomic_load_explicit(&bucket->ranks, memory_order_relaxed);
    int way = choose_way(bucket, ranks, key, generation);
    uint64_t rank = (generation & 0xFFU) << 8 | (priority + 1);
    assert(way >= 0 && way < WAYS && priority <= TABLE_PRIORITY_LIMIT);
    ranks &= ~((uint64_t)0xFFFF << (way * RANK_BITS));
    ranks |= rank << (way * RANK_BITS);
    atomic_store_explicit(&bucket->ranks, ranks, memory_order_release);
    atomic_store_explicit(&bucket->keys[way], key, memory_order_release);
    atomic_store_explicit(&bucket->values[way], value, memory_order_release);
}

void table_store(struct table *table, uint64_t key, uint32_t value, unsigned priority) {
    struct bucket *bucket = bucket_of(table, key);
    assert(bucket >= table->buckets && bucket < table->buckets + table->bucket_count);
    uint64_t before = atomic_load_explicit(&bucket->sequence, memory_order_relaxed);
    if (before % 2 != 0 ||
        !atomic_compare_exchange_strong_explicit(&bucket->sequence, &before, before + 1,
                                                 memory_order_acq_rel, memory_order_relaxed))
        return;
    unsigned generation = atomic_load_explicit(&table->generation, memory_order_relaxed);
    priority = priority < TABLE_PRIORITY_LIMIT ? priority : TABLE_PRIORITY_LIMIT;
    write_entry(bucket, key, value, priority, generation);
    atomic_store_explicit(&bucket->sequence, before + 2, memory_order_release);
}

void table_next_generation(struct table *table) {
    atomic_fetch_add_explicit(&table->generation, 1, memory_order_relaxed);
}

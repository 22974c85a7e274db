/* The transposition table: what it keeps, what it forgets, and that it never invents. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/thread.h"
#include "search/control.h"
#include "search/table.h"

/* Room for exactly four entries. */
#define ONE_BUCKET 128

static void assert_holds(const struct table *table, uint64_t key, uint32_t value) {
    uint32_t found = ~value;
    assert_true(table_find(table, key, &found));
    assert_int_equal(found, value);
}

static void assert_lacks(const struct table *table, uint64_t key) {
    uint32_t value = 12345;
    assert_false(table_find(table, key, &value));
    assert_int_equal(value, 12345);
}

static void test_empty(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, 1 << 16);
    assert_non_null(table);
    assert_lacks(table, 0);
    assert_lacks(table, UINT64_MAX);
    for (uint64_t key = 1; key < 1000; key++)
        assert_lacks(table, key * 0x123456789ABCDEF);
    table_free(table);
    table_free(NULL);
    control_free(control);
}

static void test_extreme_keys_and_values(void **state) {
    (void)state;
    const uint64_t keys[] = {0, 1, UINT64_MAX, (uint64_t)1 << 63};
    const uint32_t values[] = {UINT32_MAX, 0, 1, 7};
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, 0); /* still room for four */
    for (int i = 0; i < 4; i++) {
        table_store(table, keys[i], values[i], i % 2 == 0 ? 0 : 100000);
        assert_holds(table, keys[i], values[i]);
    }
    for (int i = 0; i < 4; i++)
        assert_holds(table, keys[i], values[i]);
    table_free(table);
    control_free(control);
}

static void test_same_key_is_replaced(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, ONE_BUCKET);
    for (uint64_t key = 0; key < 4; key++)
        table_store(table, key, 10, 50);
    table_store(table, 2, 20, 1);
    assert_holds(table, 0, 10);
    assert_holds(table, 1, 10);
    assert_holds(table, 2, 20);
    assert_holds(table, 3, 10);
    table_free(table);
    control_free(control);
}

static void test_lowest_priority_goes(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    for (uint64_t newcomer = 100; newcomer < 108; newcomer++) {
        struct table *table = table_new(control, ONE_BUCKET);
        for (uint64_t key = 0; key < 4; key++)
            table_store(table, key, (uint32_t)key, key == 1 ? 3 : 4);
        table_store(table, newcomer, 9, 0);
        assert_lacks(table, 1);
        assert_holds(table, newcomer, 9);
        table_store(table, newcomer + 100, 8, 200);
        assert_lacks(table, newcomer);
        assert_holds(table, newcomer + 100, 8);
        assert_holds(table, 0, 0);
        assert_holds(table, 2, 2);
        assert_holds(table, 3, 3);
        table_free(table);
    }
    control_free(control);
}

static void test_old_generation_goes_first(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, ONE_BUCKET);
    table_store(table, 0, 0, TABLE_PRIORITY_LIMIT);
    table_next_generation(table);
    for (uint64_t key = 1; key < 4; key++)
        table_store(table, key, (uint32_t)key, 0);
    assert_holds(table, 0, 0); /* old, but nobody needed the place */
    table_store(table, 4, 4, 0);
    assert_lacks(table, 0);
    for (uint64_t key = 1; key < 5; key++)
        assert_holds(table, key, (uint32_t)key);
    /* The generation's number wraps around; the entries must still count as older. */
    for (int i = 0; i < 254; i++)
        table_next_generation(table);
    for (uint64_t key = 11; key < 15; key++)
        table_store(table, key, (uint32_t)key, 0);
    for (uint64_t key = 11; key < 15; key++)
        assert_holds(table, key, (uint32_t)key);
    table_free(table);
    control_free(control);
}

/* Entries of equal worth must not leave three of four places to the first comers for ever. */
static void test_equals_share_the_places(void **state) {
    (void)state;
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, ONE_BUCKET);
    for (uint64_t key = 0; key < 100; key++)
        table_store(table, key, (uint32_t)key, 5);
    for (uint64_t key = 0; key < 96; key++)
        assert_lacks(table, key);
    for (uint64_t key = 96; key < 100; key++)
        assert_holds(table, key, (uint32_t)key);
    table_free(table);
    control_free(control);
}

static uint32_t value_for(uint64_t key) {
    return (uint32_t)((key + 1) * UINT64_C(0xD1B54A32D192ED03) >> 32);
}

/* Half as many keys as places: nearly all must be found, those that are must be right, and those
 * that were not stored must be missing. Keys in sequence, with zeros below, and random ones. */
static void check_capacity(uint64_t (*key_of)(uint64_t index)) {
    const uint64_t places = 1 << 14;
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, (size_t)places * 16 + 64);
    for (uint64_t i = 0; i < places / 2; i++)
        table_store(table, key_of(i), value_for(key_of(i)), 0);
    uint64_t found = 0;
    for (uint64_t i = 0; i < places; i++) {
        uint32_t value;
        if (table_find(table, key_of(i), &value)) {
            assert_true(i < places / 2);
            assert_int_equal(value, value_for(key_of(i)));
            found++;
        }
    }
    /* With random places 3.6 of 100 are pushed out (a Poisson sum with mean 2 above 4). */
    print_message("%.2f %% found\n", 100.0 * (double)found / (double)(places / 2));
    assert_true(found >= places / 2 * 95 / 100);
    table_free(table);
    control_free(control);
}

static uint64_t key_in_sequence(uint64_t index) {
    return index;
}

static uint64_t key_above(uint64_t index) {
    return index << 32;
}

static uint64_t key_scattered(uint64_t index) {
    struct random random;
    random_seed(&random, index);
    return random_bits(&random);
}

static void test_capacity(void **state) {
    (void)state;
    check_capacity(key_in_sequence);
    check_capacity(key_above);
    check_capacity(key_scattered);
}

static void test_memory(void **state) {
    (void)state;
    qd_limits limits = {.bytes = 1 << 20};
    qd_control *control = control_new(&limits);
    struct table *table = table_new(control, 1 << 20);
    assert_non_null(table);
    qd_progress progress;
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 1 << 20);
    table_free(table);
    control_progress(control, &progress);
    assert_int_equal(progress.bytes, 0);
    assert_true(control_going(control));
    assert_null(table_new(control, (1 << 20) + 64));
    assert_int_equal(control_end(control), QD_END_BYTES);
    control_free(control);
}

#define HAMMER_THREADS 4

struct hammer {
    struct thread thread;
    struct table *table;
    uint64_t keys; /* how many different ones */
    int rounds;
    uint64_t seed;
    uint64_t hits;
    uint64_t wrong;
};

/* The keys differ in the lowest bits only, and so do their values: any mixture of two entries would
 * look like a third. */
static void run_hammer(void *context) {
    struct hammer *hammer = context;
    struct random random;
    random_seed(&random, hammer->seed);
    for (int round = 0; round < hammer->rounds; round++) {
        uint64_t key = random_below(&random, hammer->keys);
        table_store(hammer->table, key, (uint32_t)key, (unsigned)random_below(&random, 3));
        key = random_below(&random, hammer->keys);
        uint32_t value;
        if (table_find(hammer->table, key, &value)) {
            hammer->hits++;
            hammer->wrong += value != key;
        }
    }
}

static void check_hammer(size_t bytes, uint64_t keys, int rounds) {
    qd_control *control = control_new(NULL);
    struct table *table = table_new(control, bytes);
    struct hammer hammers[HAMMER_THREADS];
    for (int i = 0; i < HAMMER_THREADS; i++) {
        hammers[i] =
            (struct hammer){.table = table, .keys = keys, .rounds = rounds, .seed = (uint64_t)i};
        assert_true(thread_start(&hammers[i].thread, run_hammer, &hammers[i]));
    }
    uint64_t hits = 0;
    for (int i = 0; i < HAMMER_THREADS; i++) {
        thread_join(&hammers[i].thread);
        assert_int_equal(hammers[i].wrong, 0);
        hits += hammers[i].hits;
    }
    /* A thread that is put to sleep in the middle of writing shuts the only bucket for as long. */
    print_message("%llu hits\n", (unsigned long long)hits);
    assert_true(hits > 10000);
    table_free(table);
    control_free(control);
}

static void test_hammer(void **state) {
    (void)state;
    check_hammer(ONE_BUCKET, 16, 1000000);
    check_hammer(9 * 64, 64, 200000); /* eight buckets */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_extreme_keys_and_values),
        cmocka_unit_test(test_same_key_is_replaced),
        cmocka_unit_test(test_lowest_priority_goes),
        cmocka_unit_test(test_old_generation_goes_first),
        cmocka_unit_test(test_equals_share_the_places),
        cmocka_unit_test(test_capacity),
        cmocka_unit_test(test_memory),
        cmocka_unit_test(test_hammer),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

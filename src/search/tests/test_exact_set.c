/* The exact set: what it keeps, what it forgets, and that it never errs, even where hashes meet. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "base/thread.h"
#include "search/control.h"
#include "search/exact_set.h"

static void test_empty(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct exact_set *set = exact_set_new(control, 1 << 12, 3);
    uint64_t state[3] = {0};
    assert_false(exact_set_has(set, exact_set_hash(set, state), state));
    assert_false(exact_set_has(set, 0, state));
    exact_set_free(set);
    exact_set_free(NULL);
    control_free(control);
}

static void test_states_with_one_hash_are_told_apart(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct exact_set *set = exact_set_new(control, 0, 2); /* still room for four */
    for (uint64_t i = 0; i < 4; i++) {
        uint64_t state[2] = {7, i}, other[2] = {8, i};
        exact_set_add(set, 12345, state, 0);
        assert_true(exact_set_has(set, 12345, state));
        assert_false(exact_set_has(set, 12345, other));
    }
    for (uint64_t i = 0; i < 4; i++)
        assert_true(exact_set_has(set, 12345, (uint64_t[2]){7, i}));
    exact_set_free(set);
    control_free(control);
}

static void test_lowest_priority_goes_first(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct exact_set *set = exact_set_new(control, 0, 1);
    for (uint64_t i = 0; i < 4; i++)
        exact_set_add(set, 99, &i, i == 2 ? 0 : 1000);
    uint64_t extra = 50;
    exact_set_add(set, 99, &extra, 5);
    for (uint64_t i = 0; i < 4; i++)
        assert_int_equal(exact_set_has(set, 99, &i), i != 2);
    assert_true(exact_set_has(set, 99, &extra));
    exact_set_free(set);
    control_free(control);
}

static void test_adding_twice_takes_one_place(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct exact_set *set = exact_set_new(control, 0, 1);
    uint64_t twice = 4;
    for (uint64_t i = 0; i < 3; i++)
        exact_set_add(set, 1, &i, 1);
    for (int i = 0; i < 10; i++)
        exact_set_add(set, 1, &twice, 1);
    for (uint64_t i = 0; i < 3; i++)
        assert_true(exact_set_has(set, 1, &i));
    assert_int_equal(exact_set_check(set), 4);
    exact_set_free(set);
    control_free(control);
}

static void test_no_memory(void **unused) {
    (void)unused;
    qd_limits limits = {.bytes = 1000};
    qd_control *control = control_new(&limits);
    assert_null(exact_set_new(control, 1 << 20, 4));
    assert_int_equal(control_end(control), QD_END_BYTES);
    control_free(control);
}

/* ---- several threads on a set that is far too small ---- */

enum { WORDS = 9, ROUNDS = 100000, KEYS = 5000 };

struct crowd {
    struct exact_set *set;
    uint64_t seed;
    uint64_t found, wrong;
};

/* Word i of state n of a family: all states of one family may be added, none of the other. */
static void make_state(uint64_t *state, uint64_t n, uint64_t family) {
    for (uint64_t i = 0; i < WORDS; i++)
        state[i] = (n << 8 | i) * 2 + family;
}

/* Reads and writes; a state of which any word differs from an added one must never be found. */
static void use_set(void *context) {
    struct crowd *crowd = context;
    struct random random;
    random_seed(&random, crowd->seed);
    uint64_t state[WORDS];
    for (int i = 0; i < ROUNDS; i++) {
        uint64_t n = random_below(&random, KEYS);
        make_state(state, n, 0);
        uint64_t hash = exact_set_hash(crowd->set, state);
        if (random_below(&random, 2))
            exact_set_add(crowd->set, hash, state, (unsigned)n % 7);
        crowd->found += exact_set_has(crowd->set, hash, state);
        state[random_below(&random, WORDS)] += 1;
        crowd->wrong += exact_set_has(crowd->set, hash, state);
    }
}

static void test_threads_never_err(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct exact_set *set = exact_set_new(control, 1 << 14, WORDS);
    struct crowd crowds[4];
    struct thread threads[4];
    bool started[4];
    for (uint64_t i = 0; i < 4; i++) {
        crowds[i] = (struct crowd){.set = set, .seed = 1 + i};
        started[i] = thread_start(&threads[i], use_set, &crowds[i]);
    }
    for (int i = 0; i < 4; i++) {
        if (started[i])
            thread_join(&threads[i]);
        else
            use_set(&crowds[i]);
    }
    assert_int_equal(exact_set_check(set), 53 * 4); /* it is full: something was evicted */
    for (int i = 0; i < 4; i++) {
        assert_true(crowds[i].found > 0);
        assert_int_equal(crowds[i].wrong, 0);
    }
    exact_set_free(set);
    control_free(control);
}

/* ---- a reader beside a writer that changes one place all the time ---- */

enum { LONG = 3000, CHANGES = 4000, HASH = 12345 };

/* Two states that are added in turn, over each other; they differ in their first and last words, so
 * that the place holds a mixture of them nearly all the time. */
struct turns {
    struct exact_set *set;
    uint64_t state[2][LONG];
    atomic_bool done;
};

static void change_place(void *context) {
    struct turns *turns = context;
    for (int i = 0; i < CHANGES; i++)
        exact_set_add(turns->set, HASH, turns->state[i % 2], 1);
    atomic_store(&turns->done, true);
}

/* The beginning of one and the end of the other were never added together. */
static uint64_t look_for_mixtures(struct turns *turns) {
    uint64_t mixture[LONG] = {0}, wrong = 0;
    for (unsigned i = 0; !atomic_load(&turns->done); i++) {
        mixture[0] = 1 + i % 2;
        mixture[LONG - 1] = 2 - i % 2;
        wrong += exact_set_has(turns->set, HASH, mixture);
    }
    return wrong;
}

static void test_half_written_states_are_not_found(void **unused) {
    (void)unused;
    qd_control *control = control_new(NULL);
    struct turns turns = {.set = exact_set_new(control, 0, LONG)};
    uint64_t filler[LONG] = {0};
    struct thread writer;
    for (uint64_t i = 0; i < 2; i++)
        turns.state[i][0] = turns.state[i][LONG - 1] = 1 + i;
    for (filler[0] = 100; filler[0] < 103; filler[0]++)
        exact_set_add(turns.set, HASH, filler, 200); /* these stay: one place is left */
    assert_true(thread_start(&writer, change_place, &turns));
    uint64_t wrong = look_for_mixtures(&turns);
    thread_join(&writer);
    assert_int_equal(wrong, 0);
    assert_int_equal(exact_set_check(turns.set), 4);
    assert_true(exact_set_has(turns.set, HASH, turns.state[(CHANGES - 1) % 2]));
    exact_set_free(turns.set);
    control_free(control);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_empty),
        cmocka_unit_test(test_states_with_one_hash_are_told_apart),
        cmocka_unit_test(test_lowest_priority_goes_first),
        cmocka_unit_test(test_adding_twice_takes_one_place),
        cmocka_unit_test(test_no_memory),
        cmocka_unit_test(test_threads_never_err),
        cmocka_unit_test(test_half_written_states_are_not_found),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

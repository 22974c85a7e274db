/* Joint decoding: exact up to its limit, unsure beyond it, foreign weights and missing rings named.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "base/random.h"
#include "rig/executor/decode.h"

static struct rig_config usual(void) {
    struct rig_config config;
    rig_config_init(&config);
    return config;
}

/* Distribution number n: the towers of the rings are its digits in base 3. */
static void distribution(int number, int rings, int8_t tower[RIG_RINGS]) {
    for (int ring = 0; ring < rings; ring++, number /= 3)
        tower[ring] = (int8_t)(number % 3);
}

static void the_tolerance_is_half_the_smallest_difference(void **state) {
    (void)state;
    struct rig_config config = usual();
    assert_true(rig_config_tolerance(&config) > 9.98 && rig_config_tolerance(&config) < 10);
}

/* All 27 states, all errors of -9, -8 .. 9 g in each cell: 185,193 readings. */
static void all_27_states_are_exact_up_to_9_g_a_cell(void **state) {
    (void)state;
    struct rig_config config = usual();
    double tolerance = rig_config_tolerance(&config);
    for (int number = 0; number < 27; number++) {
        int8_t truth[RIG_RINGS];
        double loads[RIG_TOWERS];
        distribution(number, 3, truth);
        rig_loads(&config, truth, loads);
        for (int error = 0; error < 19 * 19 * 19; error++) {
            double seen[RIG_TOWERS] = {loads[0] + error % 19 - 9, loads[1] + error / 19 % 19 - 9,
                                       loads[2] + error / 361 - 9};
            struct rig_decoding decoding;
            rig_decode(&config, seen, 0, tolerance, &decoding);
            if (decoding.fit != RIG_FITS || memcmp(decoding.tower, truth, 3) != 0)
                fail_msg("state %d read as %g %g %g is not seen", number, seen[0], seen[1],
                         seen[2]);
            assert_true(decoding.confidence >= 0.0999 && decoding.confidence <= 1);
        }
    }
}

/* Decoding tower by tower, as the firmware did, first fails at 5 g. */
static void one_tower_by_itself_fails_at_5_g(void **state) {
    (void)state;
    static const double sums[8] = {0, 30, 60, 90, 110, 140, 170, 200};
    double least = 1000;
    for (int one = 0; one < 8; one++)
        for (int other = 0; other < one; other++)
            least = fmin(least, fabs(sums[one] - sums[other]));
    assert_true(least / 2 <= 10);
    /* 140 g is {30, 110}; a greedy reader that takes off the largest that fits with 5 g to spare
     * takes 110 from a tower of {30, 60} (90 g) once it reads 105 g. */
    struct rig_config config = usual();
    struct rig_decoding decoding;
    double seen[RIG_TOWERS] = {95, 105, 0};
    rig_decode(&config, seen, 0, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS);
    assert_int_equal(decoding.tower[0], 0);
    assert_int_equal(decoding.tower[1], 0);
    assert_int_equal(decoding.tower[2], 1);
}

/* What is accepted is never further away than the tolerance; half-way between two states nothing is
 * accepted. */
static void beyond_the_limit_it_is_unsure(void **state) {
    (void)state;
    struct rig_config config = usual();
    double tolerance = rig_config_tolerance(&config);
    struct rig_decoding decoding;
    double between[RIG_TOWERS] = {100, 100, 0}; /* {110} and {30, 60}, or the other way round */
    rig_decode(&config, between, 0, tolerance, &decoding);
    assert_int_not_equal(decoding.fit, RIG_FITS);
    assert_true(decoding.confidence == 0);
    struct random random;
    random_seed(&random, 7);
    int fits = 0;
    for (int i = 0; i < 20000; i++) {
        double seen[RIG_TOWERS];
        double loads[RIG_TOWERS];
        for (int t = 0; t < RIG_TOWERS; t++)
            seen[t] = (double)random_below(&random, 3000) / 10 - 50;
        rig_decode(&config, seen, 0, tolerance, &decoding);
        if (decoding.fit != RIG_FITS)
            continue;
        fits++;
        rig_loads(&config, decoding.tower, loads);
        for (int t = 0; t < RIG_TOWERS; t++)
            assert_true(fabs(seen[t] - loads[t]) <= tolerance);
    }
    assert_true(fits > 5 && fits < 2000); /* 27 cubes of 20 g in a cube of 300 g: 0.8 % */
}

/* A single cell that is off by more than the limit is never taken for another state. */
static void one_wrong_cell_is_never_believed(void **state) {
    (void)state;
    struct rig_config config = usual();
    for (int number = 0; number < 27; number++) {
        for (int t = 0; t < RIG_TOWERS; t++) {
            for (int error = -200; error <= 200; error++) {
                int8_t truth[RIG_RINGS];
                double seen[RIG_TOWERS];
                struct rig_decoding decoding;
                distribution(number, 3, truth);
                rig_loads(&config, truth, seen);
                seen[t] += error;
                rig_decode(&config, seen, 0, rig_config_tolerance(&config), &decoding);
                bool right = decoding.fit == RIG_FITS && memcmp(decoding.tower, truth, 3) == 0;
                assert_true(abs(error) <= 9 ? right : decoding.fit != RIG_FITS);
            }
        }
    }
}

static void a_hand_on_a_tower_is_foreign(void **state) {
    (void)state;
    struct rig_config config = usual();
    for (int number = 0; number < 27; number++) {
        for (int t = 0; t < RIG_TOWERS; t++) {
            int8_t truth[RIG_RINGS];
            double seen[RIG_TOWERS];
            struct rig_decoding decoding;
            distribution(number, 3, truth);
            rig_loads(&config, truth, seen);
            seen[t] += 500;
            rig_decode(&config, seen, 0, rig_config_tolerance(&config), &decoding);
            assert_int_equal(decoding.fit, RIG_FITS_FOREIGN);
            assert_int_equal(decoding.foreign, t);
            assert_memory_equal(decoding.tower, truth, 3);
            assert_true(fabs(decoding.grams - 500) < 1);
        }
    }
}

/* 30 g too much: with 200 g on tower 0 and 30 g on tower 1, the foreign thing can be on either. */
static void a_foreign_thing_like_a_ring_is_nowhere_for_certain(void **state) {
    (void)state;
    struct rig_config config = usual();
    struct rig_decoding decoding;
    double seen[RIG_TOWERS] = {200, 30, 0};
    rig_decode(&config, seen, 0, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS_FOREIGN);
    assert_int_equal(decoding.foreign, -1);
}

static void missing_rings_are_named(void **state) {
    (void)state;
    struct rig_config config = usual();
    struct rig_decoding decoding;
    double no_middle[RIG_TOWERS] = {110, 0, 30};
    rig_decode(&config, no_middle, 0, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS_MISSING);
    assert_int_equal(decoding.missing, 2);
    double nothing[RIG_TOWERS] = {0, 0, 0};
    rig_decode(&config, nothing, 0, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS_MISSING);
    assert_int_equal(decoding.missing, 7);
    double tared_wrongly[RIG_TOWERS] = {-110, 60, 30};
    rig_decode(&config, tared_wrongly, 0, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS_NOTHING);
}

static void a_ring_in_the_gripper_is_allowed_for(void **state) {
    (void)state;
    struct rig_config config = usual();
    struct rig_decoding decoding;
    double seen[RIG_TOWERS] = {112, 0, 29};
    rig_decode(&config, seen, 1U << 1, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS);
    assert_int_equal(decoding.tower[0], 2);
    assert_int_equal(decoding.tower[1], RIG_OFF);
    assert_int_equal(decoding.tower[2], 0);
    double landed[RIG_TOWERS] = {112, 58, 29};
    rig_decode(&config, landed, 1U << 1, rig_config_tolerance(&config), &decoding);
    assert_int_equal(decoding.fit, RIG_FITS);
    assert_int_equal(decoding.tower[1], 1);
}

/* Other sets of rings: every distribution, with errors up to the tolerance that is stated for the
 * set. */
static void other_rings_are_exact_up_to_their_tolerance(void **state) {
    (void)state;
    static const struct {
        int rings;
        double grams[RIG_RINGS];
    } sets[] = {{1, {50}},
                {2, {20, 45}},
                {4, {30, 60, 110, 220}},
                {5, {20, 40, 80, 160, 320}},
                {8, {10, 20, 40, 80, 160, 320, 640, 1280}}};
    struct random random;
    random_seed(&random, 11);
    for (size_t set = 0; set < sizeof sets / sizeof sets[0]; set++) {
        struct rig_config config = usual();
        config.rings = sets[set].rings;
        memcpy(config.weight, sets[set].grams, sizeof config.weight);
        double tolerance = rig_config_tolerance(&config);
        for (int i = 0; i < 300; i++) {
            int8_t truth[RIG_RINGS];
            double seen[RIG_TOWERS];
            struct rig_decoding decoding;
            distribution((int)random_below(&random, 6561), config.rings, truth);
            rig_loads(&config, truth, seen);
            for (int t = 0; t < RIG_TOWERS; t++)
                seen[t] += 0.9999 * tolerance * ((double)random_below(&random, 2001) / 1000 - 1);
            rig_decode(&config, seen, 0, tolerance, &decoding);
            assert_int_equal(decoding.fit, RIG_FITS);
            assert_memory_equal(decoding.tower, truth, (size_t)config.rings);
        }
    }
}

/* ---- against all distributions, one by one ---- */

/* What a plain walk through all distributions finds: each ring on one of three towers, or on none.
 */
struct walk {
    int fitting; /* rings off only where they may be */
    double error, next;
    int8_t best[RIG_RINGS];
    int foreign; /* fitting with something else on one tower, */
    int foreign_tower;
    int least_off, missing; /* fitting with the fewest rings off, whichever; how many ways, */
    unsigned missing_set;   /* and which */
};

static double worst_of(const double seen[RIG_TOWERS], const double loads[RIG_TOWERS], int but) {
    double worst = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        worst = t == but ? worst : fmax(worst, fabs(seen[t] - loads[t]));
    return worst;
}

static void walk_one(const double seen[RIG_TOWERS], const double loads[RIG_TOWERS],
                     const int8_t tower[RIG_RINGS], unsigned off, unsigned may_be_off,
                     double tolerance, struct walk *walk) {
    double error = worst_of(seen, loads, -1);
    int count = __builtin_popcount(off);
    if (error <= tolerance && count <= walk->least_off) {
        walk->missing = count < walk->least_off ? 1 : walk->missing + 1;
        walk->least_off = count;
        walk->missing_set = off;
    }
    if ((off & ~may_be_off) != 0)
        return;
    walk->fitting += error <= tolerance;
    if (error < walk->error)
        memcpy(walk->best, tower, sizeof walk->best);
    walk->next = fmin(walk->next, fmax(error, walk->error));
    walk->error = fmin(walk->error, error);
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (seen[t] - loads[t] > tolerance && worst_of(seen, loads, t) <= tolerance) {
            walk->foreign++;
            walk->foreign_tower = t;
        }
    }
}

static struct walk walk_all(const struct rig_config *config, const double seen[RIG_TOWERS],
                            unsigned may_be_off, double tolerance) {
    struct walk walk = {.error = INFINITY, .next = INFINITY, .least_off = RIG_RINGS + 1};
    for (int number = 0; number < 1 << (2 * config->rings); number++) {
        int8_t tower[RIG_RINGS] = {0};
        double loads[RIG_TOWERS] = {0};
        unsigned off = 0;
        for (int ring = 0; ring < config->rings; ring++) {
            tower[ring] = (int8_t)(number >> 2 * ring & 3);
            if (tower[ring] == RIG_OFF)
                off |= 1U << ring;
            else
                loads[tower[ring]] += config->weight[ring];
        }
        walk_one(seen, loads, tower, off, may_be_off, tolerance, &walk);
    }
    return walk;
}

/* A board with errors, with rings missing, with things that are no rings. */
static void invent(struct random *random, const struct rig_config *config, double tolerance,
                   double seen[RIG_TOWERS]) {
    memset(seen, 0, RIG_TOWERS * sizeof *seen);
    for (int ring = 0; ring < config->rings; ring++)
        if (random_below(random, 8) != 0)
            seen[random_below(random, 3)] += config->weight[ring];
    for (int t = 0; t < RIG_TOWERS; t++)
        seen[t] += tolerance * ((double)random_below(random, 2201) / 1000 - 1.1);
    if (random_below(random, 3) == 0)
        seen[random_below(random, 3)] += (double)random_below(random, 200);
}

static void decodings_agree_with_a_plain_walk(void **state) {
    (void)state;
    struct random random;
    int fits[4] = {0}, ambiguous = 0, held = 0, nowhere = 0, many_missing = 0;
    random_seed(&random, 21);
    for (int i = 0; i < 20000; i++) {
        struct rig_config config = usual();
        config.rings = 1 + (int)random_below(&random, 4);
        for (int ring = 0; ring < config.rings; ring++)
            config.weight[ring] = (ring == 0 ? 5 : config.weight[ring - 1] + 1) +
                                  (double)random_below(&random, i % 2 == 0 ? 60 : 12);
        double tolerance = rig_config_tolerance(&config);
        if (tolerance < 0.2)
            continue;
        tolerance *= i % 5 == 0 ? 1.7 : 1; /* too much: then two can fit, and none is told */
        unsigned may_be_off =
            (unsigned)random_below(&random, 2) * (unsigned)random_below(&random, 1 << config.rings);
        double seen[RIG_TOWERS];
        struct rig_decoding decoding;
        invent(&random, &config, tolerance, seen);
        struct walk walk = walk_all(&config, seen, may_be_off, tolerance);
        rig_decode(&config, seen, may_be_off, tolerance, &decoding);
        fits[decoding.fit]++;
        if (walk.fitting > 0) {
            assert_int_equal(decoding.fit, walk.fitting == 1 ? RIG_FITS : RIG_FITS_NOTHING);
            ambiguous += walk.fitting > 1;
        } else if (walk.foreign > 0) {
            assert_int_equal(decoding.fit, RIG_FITS_FOREIGN);
            assert_int_equal(decoding.foreign, walk.foreign == 1 ? walk.foreign_tower : -1);
            nowhere += walk.foreign > 1;
        } else if (may_be_off == 0) {
            assert_int_equal(decoding.fit, walk.missing > 0 ? RIG_FITS_MISSING : RIG_FITS_NOTHING);
            assert_int_equal(decoding.missing, walk.missing == 1 ? walk.missing_set : 0);
            many_missing += walk.missing > 1;
        }
        if (decoding.fit != RIG_FITS)
            continue;
        held += may_be_off != 0;
        assert_memory_equal(decoding.tower, walk.best, (size_t)config.rings);
        assert_true(fabs(decoding.error - walk.error) < 1e-9);
        assert_true(decoding.next == walk.next || fabs(decoding.next - walk.next) < 1e-9);
    }
    print_message("fits %d, nothing %d, foreign %d, missing %d; ambiguous %d, rings held %d\n",
                  fits[RIG_FITS], fits[RIG_FITS_NOTHING], fits[RIG_FITS_FOREIGN],
                  fits[RIG_FITS_MISSING], ambiguous, held);
    for (int fit = 0; fit < 4; fit++)
        assert_true(fits[fit] > 100);
    assert_true(ambiguous > 20 && held > 100 && nowhere > 20 && many_missing > 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_tolerance_is_half_the_smallest_difference),
        cmocka_unit_test(all_27_states_are_exact_up_to_9_g_a_cell),
        cmocka_unit_test(one_tower_by_itself_fails_at_5_g),
        cmocka_unit_test(beyond_the_limit_it_is_unsure),
        cmocka_unit_test(one_wrong_cell_is_never_believed),
        cmocka_unit_test(a_hand_on_a_tower_is_foreign),
        cmocka_unit_test(a_foreign_thing_like_a_ring_is_nowhere_for_certain),
        cmocka_unit_test(missing_rings_are_named),
        cmocka_unit_test(a_ring_in_the_gripper_is_allowed_for),
        cmocka_unit_test(other_rings_are_exact_up_to_their_tolerance),
        cmocka_unit_test(decodings_agree_with_a_plain_walk),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Configurations, descriptions and boards as text. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>

#include "rig/executor/decode.h"
#include "rig/executor/run.h"
#include "rig/sim/sim.h"

static struct rig_config usual(void) {
    struct rig_config config;
    rig_config_init(&config);
    return config;
}

static void the_defaults_are_good(void **state) {
    (void)state;
    char text[256];
    struct rig_config config = usual();
    assert_false(rig_config_fault(&config, text, sizeof text));
    assert_int_equal(config.mode, RIG_RESET);
    assert_int_equal(config.rings, 3);
}

static void expect_fault(const struct rig_config *config, const char *part) {
    char text[384];
    assert_true(rig_config_fault(config, text, sizeof text));
    if (!strstr(text, part))
        fail_msg("'%s' does not say '%s'", text, part);
}

static void bad_numbers_are_named(void **state) {
    (void)state;
    struct rig_config config = usual();
    config.rings = 0;
    expect_fault(&config, "0 rings");
    config.rings = 9;
    expect_fault(&config, "1 to 8");
    config = usual();
    config.goal = 0;
    expect_fault(&config, "two different towers");
    config.goal = 3;
    expect_fault(&config, "two different towers");
    config = usual();
    config.weight[0] = 4.9;
    expect_fault(&config, "4.9 g");
    config.weight[0] = NAN;
    expect_fault(&config, "between 5 g and 5 kg");
    config = usual();
    config.weight[1] = 30;
    expect_fault(&config, "do not ascend");
    config = usual();
    config.idle_ms = 0;
    expect_fault(&config, "positive");
    config = usual();
    config.calibration.gain[1] = 3;
    expect_fault(&config, "cell 1");
    config.calibration.gain[1] = NAN;
    expect_fault(&config, "cell 1");
    config = usual();
    config.calibration.zero[2] = 2000;
    expect_fault(&config, "zero of cell 2");
}

/* 30 + 60 = 90: two ways to stack weigh the same. */
static void rings_that_cannot_be_told_apart_are_refused(void **state) {
    (void)state;
    struct rig_config config = usual();
    config.weight[2] = 90;
    assert_true(rig_config_tolerance(&config) == 0);
    expect_fault(&config, "30 60 g");
    expect_fault(&config, "90 g");
    config.weight[2] = 94;
    expect_fault(&config, "differ by only 4 g");
    config.weight[2] = 95;
    char text[256];
    assert_false(rig_config_fault(&config, text, sizeof text));
}

/* The tolerance by comparing all pairs of distributions, for sets of 1 to 5 rings. */
static void the_tolerance_is_as_stated(void **state) {
    (void)state;
    static const double sets[][5] = {
        {50}, {20, 45}, {30, 60, 110}, {30, 60, 110, 220}, {21, 40, 85, 160, 333}};
    for (int rings = 1; rings <= 5; rings++) {
        struct rig_config config = usual();
        config.rings = rings;
        memcpy(config.weight, sets[rings - 1], sizeof sets[0]);
        int all = (int)pow(3, rings);
        double least = INFINITY;
        for (int one = 0; one < all; one++) {
            for (int other = 0; other < one; other++) {
                double difference[RIG_TOWERS] = {0, 0, 0};
                for (int ring = 0, a = one, b = other; ring < rings; ring++, a /= 3, b /= 3) {
                    difference[a % 3] += config.weight[ring];
                    difference[b % 3] -= config.weight[ring];
                }
                least = fmin(least, fmax(fabs(difference[0]),
                                         fmax(fabs(difference[1]), fabs(difference[2]))));
            }
        }
        assert_true(fabs(rig_config_tolerance(&config) - least / 2 * 0.999) < 1e-9);
    }
}

static void boards_as_text(void **state) {
    (void)state;
    struct rig_config config = usual();
    struct rig_board board = {.count = {2, 0, 1}, .ring = {{2, 1}, {0}, {0}}, .held = RIG_NO_RING};
    char text[64];
    rig_board_text(&config, &board, text, sizeof text);
    assert_string_equal(text, "110 60 | | 30");
    board.unsure[0] = 2;
    rig_board_text(&config, &board, text, sizeof text);
    assert_string_equal(text, "[110 60?] | | 30");
    board = (struct rig_board){
        .count = {0, 3, 0}, .ring = {{0}, {1, 2, 0}}, .unsure = {0, 2, 0}, .held = RIG_NO_RING};
    rig_board_text(&config, &board, text, sizeof text);
    assert_string_equal(text, "| [60 110?] 30 |");
    board = (struct rig_board){
        .count = {0, 0, 2}, .ring = {{0}, {0}, {2, 1}}, .hand = RIG_HAND_HOLDS, .held = 0};
    rig_board_text(&config, &board, text, sizeof text);
    assert_string_equal(text, "| | 110 60 + 30 held");
    board.hand = RIG_HAND_MAYBE;
    rig_board_text(&config, &board, text, 20);
    assert_string_equal(text, "| | 110 60 + 30 hel"); /* cut, not overrun */
}

static void descriptions_are_checked(void **state) {
    (void)state;
    struct rig_sim *sim = rig_sim_new(1, 3, usual().weight, 0);
    struct rig_device *device = rig_sim_device(sim);
    struct rig_description good;
    device->describe(device->self, &good);
    struct rig_description bad = good;
    bad.high[RIG_X] = bad.low[RIG_X];
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.speed[RIG_Y] = 0;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.tower_x[1] = bad.tower_x[2];
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.tower_x[2] = bad.high[RIG_X] + 1;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.travel_y = bad.floor_y + 7 * bad.ring_height;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.travel_y = bad.high[RIG_Y] + 1;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.floor_y = bad.low[RIG_Y];
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.cell_limit = 0;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.grip_ms = INT32_MAX;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.sample_ms = 0;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.position_tolerance = -1;
    assert_non_null(rig_description_fault(&bad));
    bad.position_tolerance = 501;
    assert_non_null(rig_description_fault(&bad));
    bad.position_tolerance = 500;
    assert_null(rig_description_fault(&bad));
    bad.ring_height = 1996;
    assert_non_null(rig_description_fault(&bad));
    bad = good;
    bad.name[0] = '\n';
    assert_non_null(rig_description_fault(&bad));
    memset(bad.name, 'x', sizeof bad.name);
    assert_non_null(rig_description_fault(&bad));
    rig_sim_free(sim);
}

/* Rings too heavy for the cells are refused before anything moves. */
static void too_heavy_rings_are_refused(void **state) {
    (void)state;
    static const double light[] = {30, 60, 110};
    struct rig_config config = usual();
    struct rig_result result;
    struct rig_sim *sim = rig_sim_new(1, 3, light, 0);
    config.weight[2] = 4000;
    assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                     RIG_BAD_CONFIG);
    assert_int_equal(result.steps, 0);
    rig_result_free(&result);
    rig_sim_free(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_defaults_are_good),
        cmocka_unit_test(bad_numbers_are_named),
        cmocka_unit_test(rings_that_cannot_be_told_apart_are_refused),
        cmocka_unit_test(the_tolerance_is_as_stated),
        cmocka_unit_test(boards_as_text),
        cmocka_unit_test(descriptions_are_checked),
        cmocka_unit_test(too_heavy_rings_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

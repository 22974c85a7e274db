/* The simulator itself: a judge that cannot be broken by mistake. It must see what a careless
 * executor does. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"

static const double grams[] = {30, 60, 110};

static struct rig_sim *machine(void) {
    return rig_sim_new(1, 3, grams, 0);
}

/* Waits for an axis, for ten seconds at most. */
static struct rig_axis_state await(struct rig_device *device, enum rig_axis axis) {
    struct rig_axis_state state = {RIG_STILL, false, 0, 0};
    for (int i = 0; i < 1000; i++) {
        device->sleep(device->self, 10);
        assert_int_equal(device->axis(device->self, axis, &state), RIG_OK);
        if (state.motion != RIG_MOVING && state.motion != RIG_HOMING)
            break;
    }
    return state;
}

static enum rig_motion home(struct rig_device *device, enum rig_axis axis) {
    assert_int_equal(device->home(device->self, axis, 9000), RIG_OK);
    return await(device, axis).motion;
}

static enum rig_motion go(struct rig_device *device, enum rig_axis axis, int32_t target) {
    assert_int_equal(device->move(device->self, axis, target, 9000), RIG_OK);
    return await(device, axis).motion;
}

static void grip(struct rig_device *device, enum rig_grip how) {
    assert_int_equal(device->grip(device->self, how), RIG_OK);
    device->sleep(device->self, 300);
}

static int32_t weigh(struct rig_device *device, int cell) {
    struct rig_sample sample;
    int64_t sum = 0;
    for (int i = 0; i < 16; i++) {
        device->sleep(device->self, 50);
        assert_int_equal(device->weigh(device->self, &sample), RIG_OK);
        sum += sample.cell[cell];
    }
    return (int32_t)(sum / 16);
}

static void assert_near(int32_t seen, int expected) {
    if (abs(seen - expected * 1000) > 3000)
        fail_msg("%d mg is not near %d g", seen, expected);
}

static int collisions(const struct rig_sim *sim) {
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    return truth.collisions;
}

static void the_description_is_good(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    struct rig_description description;
    assert_int_equal(device->describe(device->self, &description), RIG_OK);
    assert_null(rig_description_fault(&description));
    rig_sim_free(sim);
}

static void nothing_moves_before_it_is_homed(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    assert_int_equal(device->move(device->self, RIG_Y, 20000, 5000), RIG_REFUSED);
    assert_int_equal(device->home(device->self, RIG_X, 5000), RIG_REFUSED);
    assert_int_equal(home(device, RIG_Y), RIG_STILL);
    assert_int_equal(device->move(device->self, RIG_X, 20000, 5000), RIG_REFUSED);
    assert_int_equal(home(device, RIG_X), RIG_STILL);
    assert_int_equal(go(device, RIG_X, 60000), RIG_STILL);
    rig_sim_free(sim);
}

static void a_ring_is_carried_from_tower_to_tower(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    struct rig_truth truth;
    home(device, RIG_Y);
    home(device, RIG_X);
    go(device, RIG_X, 60000);
    assert_near(weigh(device, 0), 200);
    go(device, RIG_Y, 15000 + 2 * 12000);
    grip(device, RIG_CLOSED);
    assert_near(weigh(device, 0), 200); /* gripped, not lifted */
    home(device, RIG_Y);
    assert_near(weigh(device, 0), 170);
    go(device, RIG_X, 240000);
    go(device, RIG_Y, 15000);
    assert_near(weigh(device, 2), 30); /* it rests there, still held */
    grip(device, RIG_OPEN);
    home(device, RIG_Y);
    assert_near(weigh(device, 2), 30);
    rig_sim_truth(sim, &truth);
    assert_int_equal(truth.collisions, 0);
    assert_int_equal(truth.board.count[0], 2);
    assert_int_equal(truth.board.ring[2][0], 0);
    rig_sim_free(sim);
}

/* Gripping too low takes everything above as well. */
static void a_grip_too_low_takes_several(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    home(device, RIG_Y);
    home(device, RIG_X);
    go(device, RIG_X, 60000);
    go(device, RIG_Y, 15000 + 12000);
    grip(device, RIG_CLOSED);
    home(device, RIG_Y);
    assert_near(weigh(device, 0), 110);
    rig_sim_free(sim);
}

static void crossing_low_is_a_collision(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    home(device, RIG_Y);
    home(device, RIG_X);
    go(device, RIG_X, 60000);
    go(device, RIG_Y, 50000);
    assert_int_equal(collisions(sim), 0);
    assert_int_equal(device->move(device->self, RIG_X, 150000, 5000), RIG_REFUSED);
    assert_int_equal(collisions(sim), 1);
    assert_int_equal(device->home(device->self, RIG_X, 5000), RIG_REFUSED);
    assert_int_equal(collisions(sim), 2);
    rig_sim_free(sim);
}

/* The machine's own pace cannot save it after lost steps: the judge looks at where the arm is.
 */
static void crossing_low_by_lost_steps_is_a_collision(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    struct rig_truth truth;
    home(device, RIG_Y);
    home(device, RIG_X);
    go(device, RIG_X, 60000);
    go(device, RIG_Y, 40000);
    rig_sim_fault(sim, RIG_FAULT_LOST_STEPS_Y, 1);
    go(device, RIG_Y, 131000);
    rig_sim_truth(sim, &truth);
    assert_true(truth.y < 130000);
    assert_int_equal(device->move(device->self, RIG_X, 150000, 5000), RIG_OK);
    assert_int_equal(collisions(sim), 1);
    rig_sim_free(sim);
}

static void opening_over_no_tower_is_a_collision(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    struct rig_truth truth;
    home(device, RIG_Y);
    home(device, RIG_X);
    go(device, RIG_X, 60000);
    go(device, RIG_Y, 15000 + 2 * 12000);
    grip(device, RIG_CLOSED);
    home(device, RIG_Y);
    go(device, RIG_X, 100000);
    assert_int_equal(collisions(sim), 0);
    grip(device, RIG_OPEN);
    rig_sim_truth(sim, &truth);
    assert_int_equal(truth.collisions, 1);
    assert_true(truth.lost[0]);
    rig_sim_free(sim);
}

static void beyond_the_ends_is_a_collision(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    home(device, RIG_Y);
    home(device, RIG_X);
    assert_int_equal(device->move(device->self, RIG_X, 300001, 5000), RIG_REFUSED);
    assert_int_equal(device->move(device->self, RIG_Y, -1, 5000), RIG_REFUSED);
    assert_int_equal(collisions(sim), 2);
    rig_sim_free(sim);
}

static void a_motion_ends_by_its_limit(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    home(device, RIG_Y);
    rig_sim_fault(sim, RIG_FAULT_HOME_NO_STALL, 1);
    assert_int_equal(home(device, RIG_X), RIG_TIMED_OUT);
    assert_int_equal(home(device, RIG_X), RIG_STILL);
    assert_int_equal(device->move(device->self, RIG_X, 300000, 100), RIG_OK);
    assert_int_equal(await(device, RIG_X).motion, RIG_TIMED_OUT);
    rig_sim_free(sim);
}

static void lost_steps_show_at_the_next_homing(void **state) {
    (void)state;
    struct rig_sim *sim = machine();
    struct rig_device *device = rig_sim_device(sim);
    home(device, RIG_Y);
    home(device, RIG_X);
    rig_sim_fault(sim, RIG_FAULT_LOST_TOWER, 1);
    go(device, RIG_X, 240000);
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    assert_int_equal(truth.x, 150000);
    device->home(device->self, RIG_X, 9000);
    assert_int_equal(abs(await(device, RIG_X).slip), 90000);
    rig_sim_free(sim);
}

/* Every fault that is not about an occasion that never comes happens, and has a name and a line of
 * help. */
static void every_fault_has_a_name_and_happens(void **state) {
    (void)state;
    for (int fault = 0; fault < RIG_FAULTS; fault++) {
        char text[64];
        enum rig_fault parsed;
        long step;
        snprintf(text, sizeof text, "%s@17", rig_fault_word((enum rig_fault)fault));
        assert_true(rig_fault_parse(text, &parsed, &step));
        assert_int_equal(parsed, fault);
        assert_int_equal(step, 17);
        assert_true(strlen(rig_fault_help((enum rig_fault)fault)) > 10);
        struct rig_config config;
        struct rig_result result;
        rig_config_init(&config);
        struct rig_sim *sim = rig_sim_new(5, 3, grams, 2);
        rig_sim_fault(sim, parsed, 17);
        rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result);
        assert_true(rig_sim_happened(sim, parsed));
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

static void wrong_names_and_steps_are_refused(void **state) {
    (void)state;
    static const char *const texts[] = {"",
                                        "@",
                                        "stal",
                                        "stall@",
                                        "stall@0",
                                        "stall@-1",
                                        "stall@1x",
                                        "stall@1000001",
                                        "stall@99999999999999999999",
                                        "stall @1",
                                        "STALL"};
    enum rig_fault fault;
    long step;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++)
        assert_false(rig_fault_parse(texts[i], &fault, &step));
    assert_true(rig_fault_parse("stall", &fault, &step));
    assert_int_equal(step, 1);
}

/* The same seed and faults give the same run, to the last step and millisecond. */
static void runs_repeat(void **state) {
    (void)state;
    struct rig_result result[2];
    for (int i = 0; i < 2; i++) {
        struct rig_config config;
        rig_config_init(&config);
        struct rig_sim *sim = rig_sim_new(42, 3, grams, 2);
        rig_sim_fault(sim, RIG_FAULT_SWAPS, 20);
        rig_sim_fault(sim, RIG_FAULT_BUS_STORM, 30);
        rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result[i]);
        rig_sim_free(sim);
    }
    assert_int_equal(result[0].steps, result[1].steps);
    assert_int_equal(result[0].ms, result[1].ms);
    assert_string_equal(result[0].known, result[1].known);
}

/* The judge is no friend: each kind of lie is found. */
static void the_judge_finds_lies(void **state) {
    (void)state;
    struct rig_config config;
    char verdict[2048];
    rig_config_init(&config);
    struct rig_sim *sim = machine();
    struct rig_result honest = {.end = RIG_DONE, .board_known = true, .known = "All is well."};
    honest.board = (struct rig_board){.count = {3}, .ring = {{2, 1, 0}}, .held = RIG_NO_RING};
    judge_run(&config, sim, &honest, 0, verdict, sizeof verdict);
    assert_string_equal(verdict, "");
    judge_run(&config, sim, &honest, 2, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "a false done"));
    struct rig_result lie = honest;
    lie.board.ring[0][2] = 1;
    lie.board.ring[0][1] = 0;
    judge_run(&config, sim, &lie, 0, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "claimed of a tower"));
    lie = honest;
    lie.board.count[0] = 2;
    judge_run(&config, sim, &lie, 0, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "claimed of a tower"));
    lie = honest;
    lie.board.hand = RIG_HAND_HOLDS;
    lie.board.held = 0;
    judge_run(&config, sim, &lie, 0, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "claimed of the gripper"));
    lie = honest;
    lie.end = RIG_SAFE_STOP;
    judge_run(&config, sim, &lie, 0, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "says nothing"));
    rig_sim_set_arm(sim, 60000, 20000, RIG_OPEN);
    lie = honest;
    lie.arm_up = true;
    judge_run(&config, sim, &lie, 0, verdict, sizeof verdict);
    assert_non_null(strstr(verdict, "the arm"));
    rig_sim_free(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_description_is_good),
        cmocka_unit_test(nothing_moves_before_it_is_homed),
        cmocka_unit_test(a_ring_is_carried_from_tower_to_tower),
        cmocka_unit_test(a_grip_too_low_takes_several),
        cmocka_unit_test(crossing_low_is_a_collision),
        cmocka_unit_test(crossing_low_by_lost_steps_is_a_collision),
        cmocka_unit_test(opening_over_no_tower_is_a_collision),
        cmocka_unit_test(beyond_the_ends_is_a_collision),
        cmocka_unit_test(a_motion_ends_by_its_limit),
        cmocka_unit_test(lost_steps_show_at_the_next_homing),
        cmocka_unit_test(every_fault_has_a_name_and_happens),
        cmocka_unit_test(wrong_names_and_steps_are_refused),
        cmocka_unit_test(runs_repeat),
        cmocka_unit_test(the_judge_finds_lies),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Limits of patience and trust: how long the weights must be calm, how often people may disturb,
 * how far a drifting zero is tracked, how many tries there are. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "rig/executor/executor.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"

static const double grams[] = {30, 60, 110};

/* What matters here of the events of a run. */
struct heard {
    struct rig_sim *sim;
    int64_t homed_ms, decoded_ms, first_change_ms;
    int events[RIG_EVENT_DONE + 1];
    int steps[RIG_STEP_TARE + 1];
    int most_attempts;
    char wrong[512];
    long checked;
    const struct rig_config *config;
};

static void hear(void *context, const struct rig_event *event) {
    struct heard *heard = context;
    heard->events[event->kind]++;
    if (event->kind == RIG_EVENT_STEP)
        heard->steps[event->what]++;
    if (event->kind == RIG_EVENT_STEP && event->what == RIG_STEP_HOME_X && heard->homed_ms == 0)
        heard->homed_ms = event->ms;
    if (event->kind == RIG_EVENT_DECODED && event->text[0] != '\0' && heard->decoded_ms == 0)
        heard->decoded_ms = event->ms;
    if (event->attempt > heard->most_attempts)
        heard->most_attempts = event->attempt;
    if (heard->config && heard->wrong[0] == '\0')
        judge_belief(heard->config, heard->sim, event, true, &heard->checked, heard->wrong,
                     sizeof heard->wrong);
}

static enum rig_end run(struct trial *trial, struct heard *heard) {
    *heard = (struct heard){.sim = trial->sim, .config = heard->config};
    return trial_run(trial, hear, heard);
}

/* ---- people ---- */

/* At the beginning somebody still puts the rings in place, with less than a second and a half
 * between two of them. What stands there in between fits too, and is not believed. */
static void weights_must_settle_before_they_are_believed(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 5; seed++) {
        struct trial trial;
        struct heard heard = {.config = &trial.config};
        trial_begin(&trial, seed, 2, false);
        static const int moves[][2] = {{2, 1}, {2, 0}, {1, 0}, {0, 1}, {0, 1}, {1, 2}};
        for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++)
            rig_sim_play(trial.sim, moves[i][0], moves[i][1], 0, 900);
        assert_int_equal(run(&trial, &heard), RIG_DONE);
        assert_int_equal(trial.result.replans, 0);
        assert_string_equal(heard.wrong, "");
        assert_true(heard.decoded_ms - heard.homed_ms >= 1500);
        assert_true(heard.decoded_ms > 6 * 900); /* the person was ready by then */
        trial_end(&trial);
    }
}

/* Somebody moves a ring every few seconds, for ever. */
static void people_who_never_stop_end_the_run(void **state) {
    (void)state;
    struct trial trial;
    struct heard heard = {0};
    trial_begin(&trial, 4, 2, false);
    static const int moves[][2] = {{2, 1}, {1, 2}};
    for (int i = 0; i < 400; i++)
        rig_sim_play(trial.sim, moves[i % 2][0], moves[i % 2][1], 0, 5000);
    assert_int_equal(run(&trial, &heard), RIG_SAFE_STOP);
    assert_int_equal(trial.result.reason, RIG_REASON_DISTURBED);
    assert_non_null(strstr(trial.result.known, "26 times"));
    assert_true(heard.events[RIG_EVENT_REPLANNED] >= 20);
    trial_end(&trial);
}

/* ---- cells ---- */

/* A zero that creeps is followed, but not for ever: in the end the cell is no longer trusted. */
static void a_drifting_zero_is_tracked_up_to_a_limit(void **state) {
    (void)state;
    struct rig_config config;
    rig_config_init(&config);
    struct rig_executor x = {.config = &config, .tolerance = rig_config_tolerance(&config)};
    const double expected[RIG_TOWERS] = {200, 0, 0};
    memcpy(x.expected, expected, sizeof expected);
    double zero = 0;
    for (int i = 0; i < 2000; i++) {
        double seen[RIG_TOWERS] = {200 + zero, -zero, 0};
        rig_track_drift(&x, seen);
        for (int t = 0; t < RIG_TOWERS; t++)
            assert_true(fabs(x.drift[t]) <= 5 * x.tolerance + 0.001);
        zero += 0.2;
    }
    assert_true(x.drift[0] > 4.9 * x.tolerance); /* tracked up to here */
    assert_true(x.drift[1] < -4.9 * x.tolerance);
    assert_true(x.drift[2] == 0);
    /* A jump is not drift. */
    struct rig_executor y = {.config = &config, .tolerance = x.tolerance};
    double jump[RIG_TOWERS] = {1.01 * y.tolerance, 0.5 * y.tolerance, 0};
    rig_track_drift(&y, jump);
    assert_true(y.drift[0] == 0 && y.drift[1] > 0);
}

/* A cell that creeps by a gram a minute through a long run: it ends, and not by believing it. */
static void a_long_drift_is_survived_or_noticed(void **state) {
    (void)state;
    static const double five[] = {20, 40, 80, 160, 320};
    int done = 0;
    for (int sign = -1; sign <= 1; sign += 2) {
        struct trial trial;
        struct heard heard = {0};
        trial_begin(&trial, 4, 2, false);
        rig_sim_free(trial.sim);
        trial.config.rings = 5;
        memcpy(trial.config.weight, five, sizeof five);
        trial.sim = rig_sim_new(4, 5, five, 2);
        rig_sim_set_drift(trial.sim, 1, sign * 0.02);
        done += run(&trial, &heard) == RIG_DONE;
        trial_end(&trial);
    }
    assert_int_equal(done, 2);
}

/* One wild sample, or two, are nothing; four in a row are something. */
static void single_samples_are_not_a_disturbance(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result = {0};
    rig_config_init(&config);
    struct rig_sim *sim = rig_sim_new(1, 3, grams, 0);
    for (int wild = 1; wild <= 5; wild++) {
        struct rig_executor x = {.config = &config,
                                 .result = &result,
                                 .device = rig_sim_device(sim),
                                 .tolerance = rig_config_tolerance(&config),
                                 .calibration = {.gain = {1, 1, 1}},
                                 .spec = {.cell_limit = 2000000},
                                 .board = {.count = {3}, .ring = {{2, 1, 0}}, .held = RIG_NO_RING},
                                 .lifting = -1,
                                 .pressing = -1,
                                 .landing = RIG_NO_RING};
        rig_update_expected(&x);
        for (int i = 0; i < wild; i++)
            rig_take_sample(&x, &(struct rig_sample){{200000, 16000, 0}});
        assert_int_equal(rig_is_doubted(&x), wild >= 4);
        assert_false(rig_is_quiet(&x));
        for (int i = 0; i < 10; i++)
            rig_take_sample(
                &x, &(struct rig_sample){{200000, 14000, 0}}); /* less than half of a ring */
        assert_int_equal(rig_is_quiet(&x), wild < 4);
    }
    rig_sim_free(sim);
}

/* A lively cell that repeats itself ten times is stuck; one that is not said to be lively may. */
static void a_cell_that_repeats_itself_has_failed(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result = {0};
    rig_config_init(&config);
    struct rig_sim *sim = rig_sim_new(1, 3, grams, 0);
    for (int lively = 0; lively <= 1; lively++) {
        struct rig_executor x = {.config = &config,
                                 .result = &result,
                                 .device = rig_sim_device(sim),
                                 .tolerance = 9,
                                 .calibration = {.gain = {1, 1, 1}},
                                 .spec = {.cell_limit = 2000000, .cells_are_lively = lively == 1}};
        for (int i = 1; i <= 12; i++) {
            rig_take_sample(&x, &(struct rig_sample){{5000, i, -i}});
            assert_int_equal(x.cell_failed[0], lively && i >= 10);
            assert_false(x.cell_failed[1] || x.cell_failed[2]);
        }
        rig_take_sample(&x, &(struct rig_sample){{5001, 2000000, -2000000}});
        assert_false(x.cell_failed[0]);
        assert_true(x.cell_failed[1] && x.cell_failed[2]); /* at its limit */
    }
    rig_sim_free(sim);
}

/* ---- tries ---- */

/* A run in which a fault begins at a step, and what it tells. */
static void run_with_fault(struct trial *trial, struct heard *heard, enum rig_fault fault,
                           long step, enum rig_reason reason) {
    trial_begin(trial, 2, 2, false);
    rig_sim_fault(trial->sim, fault, step);
    assert_int_equal(run(trial, heard), RIG_SAFE_STOP);
    assert_int_equal(trial->result.reason, reason);
}

/* A gripper that never closes: four tries, and each lets go again where it closed. */
static void there_are_four_tries(void **state) {
    (void)state;
    struct trial trial;
    struct heard heard = {0};
    run_with_fault(&trial, &heard, RIG_FAULT_GRIP_WEAK, 1, RIG_REASON_GRIP);
    assert_int_equal(heard.most_attempts, 4);
    assert_non_null(strstr(trial.result.known, "closed 4 times"));
    trial_end(&trial);
    /* An axis that stalls: three. */
    run_with_fault(&trial, &heard, RIG_FAULT_HOME_BROKEN, 1, RIG_REASON_AXIS);
    assert_int_equal(heard.steps[RIG_STEP_LIFT], 3);
    trial_end(&trial);
}

/* ---- the line ---- */

/* A line that is dead ends the run after five seconds, not sooner and not much later. */
static void a_dead_line_ends_the_run_in_time(void **state) {
    (void)state;
    struct trial trial;
    struct heard heard = {0};
    run_with_fault(&trial, &heard, RIG_FAULT_BUS_DEAD, 8, RIG_REASON_BUS);
    int64_t alive = trial.result.ms;
    trial_end(&trial);
    trial_begin(&trial, 2, 2, false);
    rig_sim_cut_power_at(trial.sim, 8); /* gone at once */
    run(&trial, &heard);
    int64_t waited = alive - trial.result.ms;
    assert_true(waited >= 4000 && waited <= 15000); /* to give up, and to stop the axes */
    trial_end(&trial);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weights_must_settle_before_they_are_believed),
        cmocka_unit_test(people_who_never_stop_end_the_run),
        cmocka_unit_test(a_drifting_zero_is_tracked_up_to_a_limit),
        cmocka_unit_test(a_long_drift_is_survived_or_noticed),
        cmocka_unit_test(single_samples_are_not_a_disturbance),
        cmocka_unit_test(a_cell_that_repeats_itself_has_failed),
        cmocka_unit_test(there_are_four_tries),
        cmocka_unit_test(a_dead_line_ends_the_run_in_time),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

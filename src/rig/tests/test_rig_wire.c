/* Whole runs over a bad wire, with the simulator behind it as the judge: a run ends with the goal
 * truly reached or in a safe stop, and nothing collides. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rig/device/serial.h"
#include "rig/executor/run.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_noisy.h"
#include "rig/tests/rig_peer.h"

struct remote {
    struct noisy noisy;
    struct rig_sim *sim;
    struct rig_device *far;
    long dies_at_step;     /* the device falls silent after this many steps; 0: never */
    long restarts_at_step; /* it is switched off and on then; 0: never */
};

static long steps_of(const struct rig_sim *sim) {
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    return truth.steps;
}

/* The simulator's clock follows the wire's. */
static void carry_out(void *context, const char *body, char answer[RIG_BODY_LIMIT + 1]) {
    struct remote *remote = context;
    struct rig_device *far = remote->far;
    int64_t behind = remote->noisy.now - far->clock(far->self);
    if (behind > 0)
        far->sleep(far->self, (int32_t)behind);
    rig_serve(far, body, answer);
    long steps = steps_of(remote->sim);
    if (remote->dies_at_step && steps >= remote->dies_at_step)
        remote->noisy.dead_from = remote->noisy.now;
    if (remote->restarts_at_step && steps >= remote->restarts_at_step) {
        remote->restarts_at_step = 0;
        noisy_restart(&remote->noisy); /* before it could answer */
    }
}

/* Runs and judges; returns how it ended. */
static enum rig_end run_over(uint64_t seed, const unsigned percent[NOISE_KINDS],
                             struct remote remote, enum rig_reason *reason) {
    struct rig_config config;
    struct rig_result result;
    struct rig_truth truth;
    rig_config_init(&config);
    noisy_init(&remote.noisy, seed);
    remote.noisy.pause_ms =
        100; /* what is not watched for longer is doubted, which is another test */
    memcpy(remote.noisy.percent, percent, sizeof remote.noisy.percent);
    remote.noisy.carry_out = carry_out;
    remote.noisy.context = &remote;
    remote.sim = rig_sim_new(seed, config.rings, config.weight, config.goal);
    remote.far = rig_sim_device(remote.sim);
    if (remote.restarts_at_step)
        rig_sim_fault(remote.sim, RIG_FAULT_POWER, remote.restarts_at_step);
    struct rig_wire wire = noisy_wire(&remote.noisy);
    struct rig_serial *serial = rig_serial_over(&wire, (uint32_t)seed);
    enum rig_end end = rig_run(&config, rig_serial_device(serial), NULL, NULL, NULL, &result);
    rig_sim_truth(remote.sim, &truth);
    assert_string_equal(truth.collision, "");
    if (end == RIG_DONE) {
        assert_int_equal(truth.board.count[config.start], config.rings);
        for (int i = 0; i < config.rings; i++)
            assert_int_equal(truth.board.ring[config.start][i], config.rings - 1 - i);
    } else {
        assert_int_equal(end, RIG_SAFE_STOP);
        assert_true(result.known[0] && result.todo[0]);
    }
    *reason = result.reason;
    rig_result_free(&result);
    rig_serial_free(serial);
    rig_sim_free(remote.sim);
    noisy_free(&remote.noisy);
    return end;
}

/* From a clean wire to one on which each of eight kinds of noise hits one frame of six. */
static void runs_over_bad_wires_end_truly(void **state) {
    (void)state;
    for (unsigned level = 0; level <= 16; level = level ? 2 * level : 1) {
        unsigned percent[NOISE_KINDS];
        int done = 0, stopped = 0;
        for (int kind = 0; kind < NOISE_KINDS; kind++)
            percent[kind] = level;
        /* A clean wire has little to tell. */
        for (uint64_t seed = 1; seed <= (level < 4 ? 1 + level : 5); seed++) {
            enum rig_reason reason;
            if (run_over(seed * 31 + level, percent, (struct remote){0}, &reason) == RIG_DONE)
                done++;
            else
                stopped++;
        }
        print_message("each noise on %2u %% of the frames: %d done, %d safe stops\n", level, done,
                      stopped);
        if (level <= 4)
            assert_int_equal(stopped, 0);
    }
}

/* Steps that reach everything: the beginning, one move of each kind, and the middle. */
enum { EACH_STEP_TO = 24, THEN_TO = 80, THEN_EACH = 14 };
static long next_step(long step) {
    return step + (step < EACH_STEP_TO ? 1 : THEN_EACH);
}

/* A device that stops answering at any step of the run. */
static void a_device_that_dies_at_any_step_is_a_safe_stop(void **state) {
    (void)state;
    const unsigned clean[NOISE_KINDS] = {0};
    int stopped = 0;
    for (long step = 1; step <= THEN_TO; step = next_step(step)) {
        enum rig_reason reason;
        struct remote remote = {.dies_at_step = step};
        assert_int_equal(run_over((uint64_t)step, clean, remote, &reason), RIG_SAFE_STOP);
        assert_int_equal(reason, RIG_REASON_BUS);
        stopped++;
    }
    print_message("%d runs, all in a safe stop\n", stopped);
}

/* A device that is switched off and on at any step, in the middle of an answer. */
static void a_device_that_restarts_at_any_step_is_noticed(void **state) {
    (void)state;
    const unsigned clean[NOISE_KINDS] = {0};
    int done = 0, stopped = 0;
    for (long step = 1; step <= THEN_TO; step = next_step(next_step(step))) {
        enum rig_reason reason;
        struct remote remote = {.restarts_at_step = step};
        if (run_over((uint64_t)step, clean, remote, &reason) == RIG_DONE)
            done++;
        else
            stopped++;
    }
    print_message("%d done, %d safe stops\n", done, stopped);
    assert_true(done > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(runs_over_bad_wires_end_truly),
        cmocka_unit_test(a_device_that_dies_at_any_step_is_a_safe_stop),
        cmocka_unit_test(a_device_that_restarts_at_any_step_is_noticed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

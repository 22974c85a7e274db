/* Half moves, one at a time, at the limits of what the arm may conclude from what it feels. A
 * watcher of the simulator plays the tricks that no fault of it plays exactly enough. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "rig/executor/executor.h"
#include "rig/sim/internal.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"

static const double grams[] = {30, 60, 110};

/* An executor on a simulated rig, and the tricks that are played on it. */
struct bench {
    struct rig_config config;
    struct rig_result result;
    struct rig_sim *sim;
    struct rig_executor x;
    int steps[RIG_STEP_TARE + 1];
    char retry[128]; /* why the last retry was made */
    /* While the arm is no higher than low_y, hands lean on the towers by so much. */
    int32_t low_y;
    double lean[RIG_TOWERS];
    int short_presses;   /* presses that stop a millimetre above their target */
    int short_travels;   /* motions of X that end 45 mm short, unknown to the counter */
    int32_t counter_off; /* the next motion ends that far from its target by the counter */
    bool moving[RIG_AXES];
};

static void hear(void *context, const struct rig_event *event) {
    struct bench *bench = context;
    if (event->kind == RIG_EVENT_STEP)
        bench->steps[event->what]++;
    if (event->kind == RIG_EVENT_RETRY)
        snprintf(bench->retry, sizeof bench->retry, "%s", event->text);
}

static void play_tricks(void *context, const struct rig_sim *unused) {
    (void)unused;
    struct bench *bench = context;
    struct sim_axis *x = &bench->sim->axis[RIG_X];
    struct sim_axis *y = &bench->sim->axis[RIG_Y];
    for (int t = 0; t < RIG_TOWERS; t++)
        bench->sim->lean[t] = y->actual <= bench->low_y ? bench->lean[t] : 0;
    bool presses = y->motion == RIG_MOVING && bench->steps[RIG_STEP_PRESS] > 0;
    if (bench->short_presses > 0 && presses && y->stop_at < 0) {
        y->stop_at = abs(y->target - y->at_begin) - 1000;
        bench->short_presses--;
    }
    if (bench->short_travels > 0 && x->motion == RIG_MOVING && x->lost == 0) {
        x->lost = 45000;
        bench->short_travels--;
    }
    for (int i = 0; i < RIG_AXES; i++) {
        struct sim_axis *axis = &bench->sim->axis[i];
        if (bench->moving[i] && axis->motion == RIG_STILL) {
            axis->at += bench->counter_off;
            bench->counter_off = 0;
        }
        bench->moving[i] = axis->motion == RIG_MOVING;
    }
}

/* The run has begun: the arm is up, the rings lie on a tower, in an order that is not known yet.
 * Cells in perfect order, motors of one micrometre a step. */
static void begin_with(struct bench *bench, const struct rig_board *board) {
    *bench = (struct bench){.low_y = -1};
    rig_config_init(&bench->config);
    bench->sim = rig_sim_new(1, 3, grams, 0);
    rig_sim_set_steps(bench->sim, 1, 12);
    for (int t = 0; t < RIG_TOWERS; t++)
        bench->sim->cell[t].zero = 0;
    if (board)
        rig_sim_set_board(bench->sim, board);
    rig_executor_init(&bench->x, &bench->config, rig_sim_device(bench->sim), &bench->result);
    bench->x.listener = hear;
    bench->x.context = bench;
    bench->x.control = control_new(NULL);
    bench->x.tolerance = rig_config_tolerance(&bench->config);
    rig_sim_watch(bench->sim, play_tricks, bench);
    assert_true(rig_begin(&bench->x));
}

/* The same, and everything is known and touched. */
static void begin_sure(struct bench *bench) {
    bool sure = false;
    begin_with(bench, NULL);
    for (int i = 0; i < 10 && !sure; i++)
        assert_true(rig_verify_board(&bench->x, &sure));
    assert_true(sure && bench->x.confirmed[0] && bench->x.flat[0]);
    memset(bench->steps, 0, sizeof bench->steps);
}

static void end(struct bench *bench) {
    assert_int_equal(bench->sim->collisions, 0);
    control_free(bench->x.control);
    rig_sim_free(bench->sim);
}

/* ---- pressing ---- */

/* A ring is in the gripper, and nobody knows. Steps of X were lost, so that the arm comes down
 * between two towers: it must not open there. */
static void the_gripper_opens_only_where_a_press_is_felt(void **state) {
    (void)state;
    static const struct rig_board holds = {
        .count = {2}, .ring = {{2, 1}}, .hand = RIG_HAND_HOLDS, .held = 0};
    for (int lost = 0; lost <= RIG_AXIS_TRIES; lost++) {
        struct bench bench;
        begin_with(&bench, &holds);
        bench.short_travels = lost;
        bool good = rig_open_low(&bench.x, 0);
        assert_int_equal(good, lost < RIG_AXIS_TRIES);
        assert_int_equal(bench.steps[RIG_STEP_RELEASE], good ? 1 : 0);
        assert_int_equal(bench.sim->held_count, good ? 0 : 1);
        assert_int_equal(bench.sim->count[0], good ? 3 : 2);
        if (!good)
            assert_int_equal(bench.x.reason, RIG_REASON_CELL);
        end(&bench);
    }
}

/* Half of the tolerance is the least that counts as a press. */
static void a_press_is_felt_from_half_the_tolerance_on(void **state) {
    (void)state;
    static const double shares[] = {0.4, 0.6};
    for (int i = 0; i < 2; i++) {
        struct bench bench;
        begin_with(&bench, NULL);
        bench.short_travels = RIG_AXIS_TRIES; /* the arm itself never touches the ring */
        bench.low_y = 120000;
        bench.lean[0] = shares[i] * bench.x.tolerance;
        assert_int_equal(rig_open_low(&bench.x, 0), i == 1);
        assert_int_equal(bench.steps[RIG_STEP_RELEASE], i);
        end(&bench);
    }
}

/* A press that is felt and does not get all the way down flattens nothing for certain. */
static void a_press_that_is_stopped_is_made_again(void **state) {
    (void)state;
    for (int stopped = 0; stopped <= RIG_AXIS_TRIES; stopped++) {
        struct bench bench;
        begin_sure(&bench);
        assert_int_equal(rig_pick(&bench.x, 0), RIG_SUCCEEDED);
        assert_int_equal(bench.steps[RIG_STEP_PRESS], 0);
        bench.short_presses = stopped;
        bool good = stopped < RIG_AXIS_TRIES;
        assert_int_equal(rig_place(&bench.x, 1), good ? RIG_SUCCEEDED : RIG_ENDED);
        assert_int_equal(bench.steps[RIG_STEP_PRESS], good ? stopped + 1 : RIG_AXIS_TRIES);
        assert_int_equal(bench.x.flat[1], good);
        assert_int_equal(bench.short_presses, 0);
        end(&bench);
    }
}

/* ---- going down ---- */

/* The arm goes down where the counter is within the stated tolerance of the tower, and not one
 * micrometre further off. */
static void the_arm_goes_down_only_over_a_tower(void **state) {
    (void)state;
    for (int32_t off = -13; off <= 13; off += off == -12 ? 24 : 1) {
        struct bench bench;
        begin_sure(&bench);
        bench.counter_off = off;
        assert_true(rig_travel(&bench.x, 2, RIG_NO_RING));
        assert_int_equal(bench.steps[RIG_STEP_TRAVEL], abs(off) > 12 ? 2 : 1);
        assert_int_equal(bench.counter_off, 0);
        end(&bench);
    }
}

/* The same for the height: short of it by more, it was stopped. */
static void a_height_that_is_not_reached_is_blocked(void **state) {
    (void)state;
    for (int32_t off = -13; off <= 13; off += off == -12 ? 24 : 1) {
        struct bench bench;
        bool blocked;
        begin_sure(&bench);
        assert_true(rig_travel(&bench.x, 2, RIG_NO_RING));
        bench.counter_off = off;
        assert_true(rig_lower(&bench.x, RIG_STEP_LOWER, 2, RIG_NO_RING, 50000, &blocked));
        assert_int_equal(blocked, abs(off) > 12);
        assert_true(rig_lift(&bench.x, 2, RIG_NO_RING));
        end(&bench);
    }
}

/* Before it goes down, the weights are as believed, within the tolerance. */
static void weights_that_are_off_keep_the_arm_up(void **state) {
    (void)state;
    static const double shares[] = {0.9, 1.1};
    for (int i = 0; i < 2; i++) {
        struct bench bench;
        begin_sure(&bench);
        bench.low_y = INT32_MAX;
        bench.lean[2] = shares[i] * bench.x.tolerance;
        assert_int_equal(rig_pick(&bench.x, 0), i == 0 ? RIG_SUCCEEDED : RIG_ENDED);
        assert_int_equal(bench.steps[RIG_STEP_LOWER], i == 0 ? 1 : 0);
        end(&bench);
    }
}

/* ---- putting ---- */

/* The ring fell out of the gripper unnoticed, and hands make up for some of it when the arm is
 * down. */
static void half_of_a_ring_is_felt_as_the_ring(void **state) {
    (void)state;
    static const struct {
        double lean[RIG_TOWERS]; /* in weights of the ring; it is put on tower 1 */
        int released;
        const char *retry;
    } rows[] = {
        {{0, 0.45, 0}, 0, "tower 1: the tower does not feel the ring"},
        {{0, 0.55, 0}, 4, "tower 1: the ring did not stay there"},
        {{0, 0, 0.45}, 0, "tower 1: the tower does not feel the ring"},
        {{0, 0, 0.55}, 0, "tower 1: another tower feels the ring"},
        {{0, 0.55, 0.45}, 4, "tower 1: the ring did not stay there"},
        {{0, 0.55, 0.55}, 0, "tower 1: the weights are confused"},
        {{-0.45, 0.55, 0}, 4, "tower 1: the ring did not stay there"},
        {{-0.55, 0.55, 0}, 0, "tower 1: the weights are confused"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct bench bench;
        begin_sure(&bench);
        assert_int_equal(rig_pick(&bench.x, 0), RIG_SUCCEEDED);
        bench.sim->held_count = 0;
        bench.low_y = rig_level(&bench.x, 0) + 100;
        for (int t = 0; t < RIG_TOWERS; t++)
            bench.lean[t] = rows[i].lean[t] * grams[0];
        rig_place(&bench.x, 1);
        assert_string_equal(bench.retry, rows[i].retry);
        assert_int_equal(bench.steps[RIG_STEP_RELEASE], rows[i].released);
        end(&bench);
    }
}

/* A ring that jumps to a neighbouring tower as it is let go: the cells may have been exchanged, and
 * nobody has pressed it. */
static void a_ring_that_lands_elsewhere_confirms_nothing(void **state) {
    (void)state;
    struct bench bench;
    begin_sure(&bench);
    assert_int_equal(rig_pick(&bench.x, 0), RIG_SUCCEEDED);
    assert_int_equal(rig_place(&bench.x, 1), RIG_SUCCEEDED);
    assert_true(bench.x.confirmed[1] && bench.x.flat[1]);
    rig_sim_fault(bench.sim, RIG_FAULT_NEIGHBOUR, 1);
    assert_int_equal(rig_pick(&bench.x, 0), RIG_SUCCEEDED);
    assert_int_equal(rig_place(&bench.x, 2), RIG_REPLAN);
    assert_int_equal(bench.x.board.count[1], 2);
    assert_false(bench.x.confirmed[1]);
    assert_false(bench.x.flat[1]);
    end(&bench);
}

/* A ring that fell on a tower lies on top of it, perhaps askew. */
static void a_ring_that_fell_on_a_tower_is_not_flat(void **state) {
    (void)state;
    struct bench bench;
    struct rig_truth truth;
    bool changed;
    begin_sure(&bench);
    rig_sim_truth(bench.sim, &truth);
    assert_int_equal(rig_pick(&bench.x, 0), RIG_SUCCEEDED);
    rig_sim_set_board(bench.sim, &truth.board);
    bench.x.landing = 0; /* it is expected to come down */
    assert_true(rig_observe(&bench.x, &changed));
    assert_true(changed && bench.x.confirmed[0] && bench.x.board.unsure[0] == 0);
    assert_false(bench.x.flat[0]);
    end(&bench);
}

/* Nothing is sure as long as a top ring may lie askew: it is lifted, and pressed. */
static void a_top_ring_must_be_flat(void **state) {
    (void)state;
    struct bench bench;
    bool sure = false;
    begin_sure(&bench);
    bench.x.flat[0] = false;
    bench.sim->askew[0] = true;
    for (int i = 0; i < 3 && !sure; i++)
        assert_true(rig_verify_board(&bench.x, &sure));
    assert_true(sure && bench.x.flat[0]);
    assert_false(bench.sim->askew[0]);
    assert_true(bench.steps[RIG_STEP_PRESS] > 0);
    end(&bench);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_gripper_opens_only_where_a_press_is_felt),
        cmocka_unit_test(a_press_is_felt_from_half_the_tolerance_on),
        cmocka_unit_test(a_press_that_is_stopped_is_made_again),
        cmocka_unit_test(the_arm_goes_down_only_over_a_tower),
        cmocka_unit_test(a_height_that_is_not_reached_is_blocked),
        cmocka_unit_test(weights_that_are_off_keep_the_arm_up),
        cmocka_unit_test(half_of_a_ring_is_felt_as_the_ring),
        cmocka_unit_test(a_ring_that_lands_elsewhere_confirms_nothing),
        cmocka_unit_test(a_ring_that_fell_on_a_tower_is_not_flat),
        cmocka_unit_test(a_top_ring_must_be_flat),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

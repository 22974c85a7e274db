/* Each defect of the original firmware, as a case that this executor must not have. The planner's
 * side of them is in the Hanoi core's tests; here it is the machine. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>

#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"

static const double grams[] = {30, 60, 110};

/* Counts what a run tells. */
struct heard {
    int events[RIG_EVENT_DONE + 1];
    int ignored;
    int found;
    bool first_step_is_up; /* nothing else than Y upwards came first */
    int steps;
};

static void hear(void *context, const struct rig_event *event) {
    struct heard *heard = context;
    heard->events[event->kind]++;
    heard->ignored += event->kind == RIG_EVENT_INPUT && strstr(event->text, "ignored") != NULL;
    heard->found += event->kind == RIG_EVENT_FOUND;
    if (event->kind == RIG_EVENT_STEP && heard->steps++ == 0)
        heard->first_step_is_up = event->what == RIG_STEP_LIFT || event->what == RIG_STEP_HOME_Y;
}

/* Runs a configuration and has it judged. */
static enum rig_end run(const struct rig_config *config, struct rig_sim *sim,
                        struct rig_result *result, struct heard *heard) {
    char verdict[2048];
    int tower = config->mode == RIG_RESET ? config->start : config->goal;
    memset(heard, 0, sizeof *heard);
    enum rig_end end = rig_run(config, rig_sim_device(sim), hear, heard, NULL, result);
    judge_run(config, sim, result, tower, verdict, sizeof verdict);
    if (verdict[0] != '\0')
        fail_msg("%s", verdict);
    return end;
}

static struct rig_config usual(enum rig_mode mode) {
    struct rig_config config;
    rig_config_init(&config);
    config.mode = mode;
    return config;
}

/* Solving after any move failed: rings were left behind in the array. */
static void solving_works_after_every_move(void **state) {
    (void)state;
    static const int moves[][2] = {{0, 2}, {0, 1}, {2, 1}, {0, 2}, {1, 0}, {1, 2}, {0, 2}};
    struct rig_board board = {.count = {3, 0, 0}, .ring = {{2, 1, 0}}, .held = RIG_NO_RING};
    for (size_t i = 0; i < sizeof moves / sizeof moves[0]; i++) {
        struct rig_config config = usual(RIG_RESET);
        struct rig_sim *sim = rig_sim_new(i, 3, grams, 0);
        struct rig_result result;
        struct heard heard;
        board.ring[moves[i][1]][board.count[moves[i][1]]++] =
            board.ring[moves[i][0]][--board.count[moves[i][0]]];
        rig_sim_set_board(sim, &board);
        assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
        assert_true(result.moves >= 1);
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* One machine, many runs one after the other: nothing is left behind. */
static void runs_leave_nothing_behind(void **state) {
    (void)state;
    struct rig_sim *sim = rig_sim_new(4, 3, grams, 0);
    for (int i = 0; i < 6; i++) {
        struct rig_config config = usual(i % 2 == 0 ? RIG_SOLVE : RIG_RESET);
        struct rig_result result;
        struct heard heard;
        assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
        assert_int_equal(result.moves, 7);
        rig_result_free(&result);
    }
    rig_sim_free(sim);
}

/* Two rings of 30 and 60 g were reset to a goal of 110 and 60 that they cannot form. */
static void two_small_rings_have_their_own_goal(void **state) {
    (void)state;
    struct rig_config config = usual(RIG_RESET);
    config.rings = 2;
    struct rig_sim *sim = rig_sim_new(1, 2, grams, 2);
    struct rig_result result;
    struct heard heard;
    assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
    assert_int_equal(result.moves, 3);
    rig_result_free(&result);
    rig_sim_free(sim);
}

/* A missing ring was reported as "reset complete". */
static void a_missing_ring_is_never_done(void **state) {
    (void)state;
    for (int missing = 0; missing < 3; missing++) {
        struct rig_config config = usual(RIG_RESET);
        struct rig_board board = {.held = RIG_NO_RING};
        struct rig_result result;
        struct heard heard;
        for (int ring = 2; ring >= 0; ring--)
            if (ring != missing)
                board.ring[0][board.count[0]++] = (int8_t)ring;
        struct rig_sim *sim = rig_sim_new(6, 3, grams, 0);
        rig_sim_set_board(sim, &board);
        assert_int_equal(run(&config, sim, &result, &heard), RIG_SAFE_STOP);
        assert_int_equal(result.reason, RIG_REASON_MISSING);
        char weight[16];
        snprintf(weight, sizeof weight, "%g g", grams[missing]);
        assert_non_null(strstr(result.known, weight));
        assert_non_null(strstr(result.todo, "Look for the ring"));
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* The queue overflowed with duplicate rings: weights that are not all different are refused. */
static void duplicate_rings_are_refused(void **state) {
    (void)state;
    struct rig_config config = usual(RIG_RESET);
    struct rig_result result;
    struct rig_sim *sim = rig_sim_new(1, 3, grams, 0);
    config.weight[1] = 30;
    assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                     RIG_BAD_CONFIG);
    assert_int_equal(result.reason, RIG_REASON_CONFIG);
    assert_int_equal(result.steps, 0);
    rig_result_free(&result);
    rig_sim_free(sim);
}

/* And a second ring of 60 g that somebody puts on a tower is foreign. */
static void a_duplicate_on_the_towers_is_foreign(void **state) {
    (void)state;
    double four[] = {30, 60, 60.001, 110};
    struct rig_config config = usual(RIG_RESET);
    struct rig_board board = {.count = {4, 0, 0}, .ring = {{3, 2, 1, 0}}, .held = RIG_NO_RING};
    struct rig_result result;
    struct rig_sim *sim = rig_sim_new(1, 4, four, 0);
    rig_sim_set_board(sim, &board);
    assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                     RIG_SAFE_STOP);
    assert_int_equal(result.reason, RIG_REASON_FOREIGN);
    rig_result_free(&result);
    rig_sim_free(sim);
}

/* Pressing start twice indexed ring -1: at every step it is ignored. */
static void start_pressed_twice_is_ignored(void **state) {
    (void)state;
    for (long step = 1; step < 100; step += 9) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_sim *sim = rig_sim_new(8, 3, grams, 0);
        struct rig_result result;
        struct heard heard;
        rig_sim_fault(sim, RIG_FAULT_START, step);
        assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
        assert_int_equal(result.moves, 7);
        assert_int_equal(heard.ignored, 2);
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* Leaving manual mode drove X while the arm was down. Wherever the arm was left, with a ring or
 * without, it goes up before anything else moves. */
static void the_arm_goes_up_first(void **state) {
    (void)state;
    static const int32_t places[][2] = {{60000, 15000},   {60000, 39000},  {150000, 20000},
                                        {240000, 100000}, {100000, 10000}, {0, 0},
                                        {300000, 129999}};
    for (size_t i = 0; i < sizeof places / sizeof places[0]; i++) {
        for (int closed = 0; closed < 2; closed++) {
            struct rig_config config = usual(RIG_SOLVE);
            struct rig_sim *sim = rig_sim_new(i, 3, grams, 0);
            struct rig_result result;
            struct heard heard;
            rig_sim_set_arm(sim, places[i][0], places[i][1], closed ? RIG_CLOSED : RIG_OPEN);
            assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
            assert_true(heard.first_step_is_up);
            rig_result_free(&result);
            rig_sim_free(sim);
        }
    }
}

/* The same with a ring left in the gripper. */
static void a_ring_left_in_the_gripper_is_put_down(void **state) {
    (void)state;
    for (int ring = 0; ring < 3; ring++) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_board board = {.hand = RIG_HAND_HOLDS, .held = (int8_t)ring};
        struct rig_result result;
        struct heard heard;
        for (int i = 2; i >= 0; i--)
            if (i != ring)
                board.ring[1][board.count[1]++] = (int8_t)i;
        struct rig_sim *sim = rig_sim_new(3, 3, grams, 0);
        rig_sim_set_arm(sim, 200000, 90000, RIG_CLOSED);
        rig_sim_set_board(sim, &board);
        assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* Exit in the middle of a move: the arm is not left low, and what it holds is put down. */
static void exit_at_every_step_is_safe(void **state) {
    (void)state;
    int stops = 0;
    for (long step = 1; step < 100; step++) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_sim *sim = rig_sim_new(11, 3, grams, 0);
        struct rig_result result;
        struct rig_truth truth;
        struct heard heard;
        rig_sim_fault(sim, RIG_FAULT_EXIT, step);
        enum rig_end end = run(&config, sim, &result, &heard);
        rig_sim_truth(sim, &truth);
        if (end == RIG_SAFE_STOP) {
            stops++;
            assert_int_equal(result.reason, RIG_REASON_EXIT);
            assert_true(result.arm_up && truth.y >= 130000);
            assert_int_equal(truth.board.hand, RIG_HAND_EMPTY);
        }
        rig_result_free(&result);
        rig_sim_free(sim);
    }
    assert_true(stops > 85); /* only in the last move it is done all the same */
}

/* A ring that falls from high up on a tower lies askew, wherever that is: it is not done before it
 * was pressed flat. */
static void a_ring_that_falls_on_a_tower_is_pressed_flat(void **state) {
    (void)state;
    int fell = 0, done = 0;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_sim *sim = rig_sim_new(seed, 3, grams, 0);
        struct rig_result result;
        struct heard heard;
        rig_sim_fault(sim, seed % 4 == 0 ? RIG_FAULT_DROP_BACK : RIG_FAULT_LATE_DROP,
                      60 + (long)seed % 30);
        bool good = run(&config, sim, &result, &heard) == RIG_DONE;
        bool happened = rig_sim_happened(sim, RIG_FAULT_LATE_DROP) ||
                        rig_sim_happened(sim, RIG_FAULT_DROP_BACK);
        fell += happened;
        done += happened && good;
        rig_result_free(&result);
        rig_sim_free(sim);
    }
    print_message("%d rings fell, %d runs were done\n", fell, done);
    assert_true(fell > 40 && done > 15);
}

/* An inverted tower counted as solved, since it weighs the same. All six orders on the goal tower.
 */
static void only_the_right_order_is_done(void **state) {
    (void)state;
    static const int8_t orders[][3] = {{2, 1, 0}, {2, 0, 1}, {1, 2, 0},
                                       {1, 0, 2}, {0, 2, 1}, {0, 1, 2}};
    for (size_t i = 0; i < 6; i++) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_board board = {.count = {0, 0, 3}, .held = RIG_NO_RING};
        struct rig_result result;
        struct heard heard;
        memcpy(board.ring[2], orders[i], 3);
        struct rig_sim *sim = rig_sim_new(i, 3, grams, 0);
        rig_sim_set_board(sim, &board);
        assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
        assert_true(heard.found >= 2); /* it had to look */
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* Motors go in steps of 11.25 micrometres: no tower can be reached to the micrometre. The machine
 * says how near is there; if it does not tell the truth, the arm never arrives. */
static void arrival_is_judged_by_the_stated_tolerance(void **state) {
    (void)state;
    static const struct {
        double step_length;
        int32_t position_tolerance;
        enum rig_end end;
    } motors[] = {{11.25, 6, RIG_DONE},
                  {1, 0, RIG_DONE},
                  {200, 100, RIG_DONE},
                  {199, 20, RIG_SAFE_STOP},
                  {11.25, 0, RIG_SAFE_STOP}};
    for (size_t i = 0; i < sizeof motors / sizeof motors[0]; i++) {
        struct rig_config config = usual(RIG_SOLVE);
        struct rig_sim *sim = rig_sim_new(2, 3, grams, 0);
        struct rig_result result;
        struct heard heard;
        rig_sim_set_steps(sim, motors[i].step_length, motors[i].position_tolerance);
        assert_int_equal(run(&config, sim, &result, &heard), motors[i].end);
        if (motors[i].end == RIG_SAFE_STOP)
            assert_int_equal(result.reason, RIG_REASON_AXIS);
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* History stopped at 20 moves: eight rings take 255. */
static void more_than_20_moves(void **state) {
    (void)state;
    static const double eight[] = {10, 20, 40, 80, 160, 320, 640, 1280};
    struct rig_config config = usual(RIG_SOLVE);
    config.rings = 8;
    memcpy(config.weight, eight, sizeof eight);
    struct rig_sim *sim = rig_sim_new(2, 8, eight, 0);
    struct rig_result result;
    struct heard heard;
    assert_int_equal(run(&config, sim, &result, &heard), RIG_DONE);
    assert_int_equal(result.moves, 255);
    rig_result_free(&result);
    rig_sim_free(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(solving_works_after_every_move),
        cmocka_unit_test(runs_leave_nothing_behind),
        cmocka_unit_test(two_small_rings_have_their_own_goal),
        cmocka_unit_test(a_missing_ring_is_never_done),
        cmocka_unit_test(duplicate_rings_are_refused),
        cmocka_unit_test(a_duplicate_on_the_towers_is_foreign),
        cmocka_unit_test(start_pressed_twice_is_ignored),
        cmocka_unit_test(the_arm_goes_up_first),
        cmocka_unit_test(a_ring_left_in_the_gripper_is_put_down),
        cmocka_unit_test(exit_at_every_step_is_safe),
        cmocka_unit_test(a_ring_that_falls_on_a_tower_is_pressed_flat),
        cmocka_unit_test(only_the_right_order_is_done),
        cmocka_unit_test(arrival_is_judged_by_the_stated_tolerance),
        cmocka_unit_test(more_than_20_moves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* A participant plays, a helper calibrates. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/random.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"
#include "tests/support/slow.h"

static const double grams[] = {30, 60, 110};

struct player {
    struct rig_sim *sim;
    int (*moves)[3]; /* from, to, depth */
    int count;
    int wait_ms;
    int seen, illegal; /* moves heard of */
};

/* Plays when asked to; helps when asked to. */
static void hear(void *context, const struct rig_event *event) {
    struct player *player = context;
    if (event->kind == RIG_EVENT_MOVE && player->moves && event->text[0] != '\0') {
        player->seen++;
        player->illegal += !event->legal;
    }
    if (event->kind != RIG_EVENT_ASK)
        return;
    rig_sim_asked(player->sim);
    for (int i = 0; i < player->count; i++)
        rig_sim_play(player->sim, player->moves[i][0], player->moves[i][1], player->moves[i][2],
                     player->wait_ms);
    player->count = 0;
}

static enum rig_end play(struct player *player, struct rig_config *config,
                         struct rig_result *result) {
    char verdict[2048];
    config->mode = RIG_PARTICIPANT;
    enum rig_end end = rig_run(config, rig_sim_device(player->sim), hear, player, NULL, result);
    judge_run(config, player->sim, result, config->goal, verdict, sizeof verdict);
    if (verdict[0] != '\0')
        fail_msg("%s", verdict);
    return end;
}

static int best[7][3] = {{0, 2, 0}, {0, 1, 0}, {2, 1, 0}, {0, 2, 0},
                         {1, 0, 0}, {1, 2, 0}, {0, 2, 0}};

static void a_perfect_attempt(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    struct player player = {
        .sim = rig_sim_new(5, 3, grams, 0), .moves = best, .count = 7, .wait_ms = 1500};
    assert_int_equal(play(&player, &config, &result), RIG_DONE);
    const struct rig_attempt *attempt = result.attempt;
    assert_non_null(attempt);
    assert_true(attempt->solved && attempt->complete);
    assert_int_equal(attempt->count, 7);
    assert_int_equal(attempt->optimum, 7);
    assert_int_equal(attempt->illegal, 0);
    for (int i = 0; i < 7; i++) {
        const struct rig_attempt_move *move = &attempt->moves[i];
        assert_int_equal(move->from, best[i][0]);
        assert_int_equal(move->to, best[i][1]);
        assert_int_equal(move->rule, RIG_LEGAL);
        assert_int_equal(move->optimum_before, 7 - i);
        assert_int_equal(move->optimum_after, 6 - i);
        /* Waited 1.5 s, carried for 0.7 to 1.5 s, seen within 0.3 s. */
        int64_t carried = move->placed.ms - move->lifted.ms;
        assert_true(carried >= 500 && carried <= 1800);
        int64_t since = i == 0 ? 0 : attempt->moves[i - 1].placed.ms;
        assert_true(move->lifted.ms - since >= 1200 && move->lifted.ms - since <= 1800);
    }
    assert_int_equal(attempt->first_lift.ms, attempt->moves[0].lifted.ms);
    assert_int_equal(player.seen, 7);
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

/* ---- times ---- */

/* When the rings really changed places, as the simulator knows it. */
struct witness {
    struct player player;
    struct rig_board before;
    int64_t change[64];
    int changes;
};

static void see(void *context, const struct rig_sim *sim) {
    struct witness *witness = context;
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    bool changed = memcmp(witness->before.count, truth.board.count, sizeof truth.board.count) != 0;
    if (changed && witness->player.count == 0 && witness->changes < 64)
        witness->change[witness->changes++] = truth.ms;
    witness->before = truth.board;
}

/* Plays the best attempt with cells that are read so often, and compares every time. Returns the
 * largest uncertainty that was stated. */
static int64_t compare_times(int32_t sample_ms, int32_t phase_ms, uint64_t seed, bool wild,
                             int64_t *bias) {
    struct rig_config config;
    struct rig_result result;
    int64_t most = 0;
    struct witness witness = {.player = {.sim = rig_sim_new(seed, 3, grams, 0),
                                         .moves = best,
                                         .count = 7,
                                         .wait_ms = wild ? 6000 : 1500}};
    rig_config_init(&config);
    if (wild)
        rig_sim_fault(witness.player.sim, RIG_FAULT_MISALIGNED, 5);
    rig_sim_set_sampling(witness.player.sim, sample_ms, phase_ms);
    rig_sim_watch(witness.player.sim, see, &witness);
    assert_int_equal(play(&witness.player, &config, &result), RIG_DONE);
    const struct rig_attempt *attempt = result.attempt;
    assert_int_equal(attempt->count, 7);
    assert_int_equal(attempt->put_back, 0);
    assert_true(witness.changes >= 14);
    for (int i = 0; i < 14; i++) {
        const struct rig_attempt_move *move = &attempt->moves[i / 2];
        const struct rig_moment *told = i % 2 == 0 ? &move->lifted : &move->placed;
        int64_t late = told->ms - (witness.change[i] - attempt->begun_ms);
        if (llabs(late) > told->within)
            fail_msg("truth %d every %d ms, phase %d: change %d is told %d ms late, +- %d",
                     (int)(witness.change[i] - attempt->begun_ms), sample_ms, phase_ms, i,
                     (int)late, (int)told->within);
        most = told->within > most ? told->within : most;
        *bias += late;
    }
    assert_int_equal(attempt->ended.ms, attempt->moves[6].placed.ms);
    assert_int_equal(attempt->ended.within, attempt->moves[6].placed.within);
    assert_int_equal(attempt->first_lift.within, attempt->moves[0].lifted.within);
    rig_result_free(&result);
    rig_sim_free(witness.player.sim);
    return most;
}

/* The truth lies within what is stated, and that is no more than about one sampling interval. */
static void times_are_true_within_their_uncertainty(void **state) {
    (void)state;
    static const int32_t intervals[] = {20, 50, 100, 200};
    for (size_t i = 0; i < sizeof intervals / sizeof intervals[0]; i++) {
        int64_t bias = 0;
        int runs = 0;
        for (int32_t phase = 0; phase < intervals[i]; phase += intervals[i] / 5, runs++) {
            int64_t most = compare_times(intervals[i], phase, 40 + (uint64_t)phase, false, &bias);
            if (intervals[i] <= 100) /* slower cells do not see each ring lifted and placed */
                assert_true(most <= intervals[i] + 1);
        }
        print_message("every %d ms: on average %d ms late\n", intervals[i],
                      (int)(bias / (14 * runs)));
        /* The filter's delay, 2.5 intervals, is not in them. */
        assert_true(llabs(bias) / (14 * runs) <= intervals[i] / 2);
    }
}

/* One sample of twelve is that of other cells: what is recorded is still what was played, when it
 * was played. */
static void wild_samples_are_no_moves(void **state) {
    (void)state;
    int64_t bias = 0;
    for (uint64_t seed = 1; seed <= (slow_tests() ? 200 : 15); seed++)
        compare_times(50, (int32_t)(seed * 3 % 50), seed, true, &bias);
}

/* 60 on 30, put back, 110 on 60, the lower of two, ... every rule that can be broken. */
static void illegal_moves_are_recorded_as_such(void **state) {
    (void)state;
    static int moves[][3] = {{0, 2, 0}, {0, 2, 0}, {2, 2, 0}, {2, 1, 0},
                             {0, 1, 0}, {1, 2, 0}, {1, 0, 0}, {2, 0, 1}};
    static const enum rig_rule rules[] = {RIG_LEGAL,      RIG_ON_SMALLER, RIG_LEGAL,
                                          RIG_ON_SMALLER, RIG_ON_SMALLER, RIG_LEGAL,
                                          RIG_NOT_TOP};
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    config.idle_ms = 20000;
    struct player player = {
        .sim = rig_sim_new(5, 3, grams, 0), .moves = moves, .count = 8, .wait_ms = 1500};
    assert_int_equal(play(&player, &config, &result), RIG_SAFE_STOP);
    assert_int_equal(result.reason, RIG_REASON_TIME);
    assert_false(result.attempt->solved);
    assert_int_equal(result.attempt->count, 7); /* one was put back: no move */
    assert_int_equal(result.attempt->put_back, 1);
    assert_int_equal(result.attempt->illegal, 4);
    for (size_t i = 0; i < 7; i++)
        assert_int_equal(result.attempt->moves[i].rule, rules[i]);
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

/* All on the goal, but upside down: not solved. */
static void an_inverted_tower_is_not_solved(void **state) {
    (void)state;
    static int moves[][3] = {{0, 2, 0}, {0, 2, 0}, {0, 2, 0}};
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    config.idle_ms = 15000;
    struct player player = {
        .sim = rig_sim_new(6, 3, grams, 0), .moves = moves, .count = 3, .wait_ms = 1000};
    assert_int_equal(play(&player, &config, &result), RIG_SAFE_STOP);
    assert_int_equal(result.reason, RIG_REASON_UNSOLVED);
    assert_false(result.attempt->solved);
    assert_int_equal(result.attempt->illegal, 2);
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

/* The firmware's history ended after 20 moves. */
static void a_long_attempt_is_recorded_whole(void **state) {
    (void)state;
    enum { MOVES = 120 };
    static int moves[MOVES][3];
    for (int i = 0; i < MOVES; i++) {
        moves[i][0] = i % 2 == 0 ? 0 : 1;
        moves[i][1] = i % 2 == 0 ? 1 : 0;
    }
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    config.idle_ms = 15000;
    struct player player = {
        .sim = rig_sim_new(7, 3, grams, 0), .moves = moves, .count = MOVES, .wait_ms = 400};
    play(&player, &config, &result);
    assert_int_equal(result.attempt->count, MOVES);
    assert_true(result.attempt->complete);
    for (int i = 0; i < MOVES; i++) {
        assert_int_equal(result.attempt->moves[i].optimum_before, 7);
        assert_int_equal(result.attempt->moves[i].from, i % 2);
    }
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

static void nothing_happens_and_it_ends(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    struct player player = {.sim = rig_sim_new(8, 3, grams, 0)};
    assert_int_equal(play(&player, &config, &result), RIG_SAFE_STOP);
    assert_int_equal(result.reason, RIG_REASON_TIME);
    assert_int_equal(result.attempt->count, 0);
    assert_int_equal(result.attempt->first_lift.ms, -1);
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

/* A participant who starts from a board that was left in disorder finds it reset. */
static void the_board_is_reset_first(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result;
    struct rig_board board = {.count = {1, 2, 0}, .ring = {{0}, {1, 2}}, .held = RIG_NO_RING};
    rig_config_init(&config);
    struct player player = {
        .sim = rig_sim_new(9, 3, grams, 0), .moves = best, .count = 7, .wait_ms = 1000};
    rig_sim_set_board(player.sim, &board);
    assert_int_equal(play(&player, &config, &result), RIG_DONE);
    assert_int_equal(result.attempt->count, 7);
    rig_result_free(&result);
    rig_sim_free(player.sim);
}

/* Random attempts of 2 to 30 moves, legal or not: what is recorded is what was played. */
static void random_attempts_are_recorded_truly(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 99);
    for (int run = 0; run < (slow_tests() ? 200 : 25); run++) {
        static int moves[30][3];
        int stack[3][3] = {{2, 1, 0}};
        int height[3] = {3, 0, 0};
        int rings[30];
        int count = 0;
        for (int i = 2 + (int)random_below(&random, 28); i > 0; i--) {
            int from = (int)random_below(&random, 3);
            int to = (from + 1 + (int)random_below(&random, 2)) % 3;
            if (height[from] == 0 || height[2] + (to == 2) - (from == 2) == 3)
                continue; /* never all on the goal */
            rings[count] = stack[from][--height[from]];
            stack[to][height[to]++] = rings[count];
            moves[count][0] = from;
            moves[count++][1] = to;
        }
        struct rig_config config;
        struct rig_result result;
        rig_config_init(&config);
        config.idle_ms = 10000;
        struct player player = {.sim = rig_sim_new(1000 + (uint64_t)run, 3, grams, 0),
                                .moves = moves,
                                .count = count,
                                .wait_ms = 500};
        assert_int_equal(play(&player, &config, &result), RIG_SAFE_STOP);
        if ((int)result.attempt->count != count)
            fail_msg("run %d: %d moves were played, %zu recorded", run, count,
                     result.attempt->count);
        for (int i = 0; i < count; i++) {
            assert_int_equal(result.attempt->moves[i].ring, rings[i]);
            assert_int_equal(result.attempt->moves[i].from, moves[i][0]);
            assert_int_equal(result.attempt->moves[i].to, moves[i][1]);
        }
        assert_true(result.attempt->complete);
        rig_result_free(&result);
        rig_sim_free(player.sim);
    }
}

/* Faults while somebody plays: solved is said only if it is true. */
static void faults_during_an_attempt(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 17);
    for (int i = 0; i < RIG_FAULTS * (slow_tests() ? 10 : 2); i++) {
        struct rig_config config;
        struct rig_result result;
        struct rig_truth truth;
        rig_config_init(&config);
        config.idle_ms = 15000;
        struct player player = {.sim = rig_sim_new(3000 + (uint64_t)i, 3, grams, 0),
                                .moves = best,
                                .count = 7,
                                .wait_ms = 800};
        rig_sim_fault(player.sim, (enum rig_fault)(i % RIG_FAULTS),
                      40 + (long)random_below(&random, 25));
        play(&player, &config, &result);
        rig_sim_truth(player.sim, &truth);
        if (result.attempt && result.attempt->solved)
            assert_true(judge_reached(&truth, 3, config.goal));
        rig_result_free(&result);
        rig_sim_free(player.sim);
    }
}

/* ---- calibrating ---- */

static enum rig_end calibrate(struct rig_sim *sim, const char *journal, struct rig_result *result) {
    struct rig_config config;
    struct player player = {.sim = sim};
    rig_config_init(&config);
    config.mode = RIG_CALIBRATE;
    config.journal = journal;
    rig_sim_helper(sim, true);
    return rig_run(&config, rig_sim_device(sim), hear, &player, NULL, result);
}

/* A machine whose cells are all wrong can be used after a calibration, and not before. */
static void a_calibration_mends_the_gains(void **state) {
    (void)state;
    int refused = 0;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        struct rig_config config;
        struct rig_result result;
        rig_config_init(&config);
        struct rig_sim *sim = rig_sim_new(seed, 3, grams, 0);
        for (int i = 0; i < 3; i++)
            rig_sim_fault(sim, RIG_FAULT_GAIN, 1);
        rig_sim_fault(sim, RIG_FAULT_BIAS, 1);
        refused += rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result) != RIG_DONE;
        rig_result_free(&result);
        char *path = judge_fresh_path();
        assert_int_equal(calibrate(sim, path, &result), RIG_DONE);
        for (int t = 0; t < RIG_TOWERS; t++)
            assert_true(result.noise[t] > 0.1 && result.noise[t] < 0.6);
        config.calibration = result.calibration;
        rig_result_free(&result);
        struct rig_board board = {
            .count = {0, 0, 3}, .ring = {{0}, {0}, {2, 1, 0}}, .held = RIG_NO_RING};
        rig_sim_set_board(sim, &board);
        assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                         RIG_DONE);
        rig_result_free(&result);
        /* The journal remembers it. */
        rig_sim_set_board(sim, &board);
        rig_config_init(&config);
        config.journal = path;
        assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                         RIG_DONE);
        rig_result_free(&result);
        rig_sim_free(sim);
        unlink(path);
        free(path);
    }
    assert_true(refused >= 7);
}

static void a_calibration_finds_bad_cells(void **state) {
    (void)state;
    static const enum rig_fault faults[] = {RIG_FAULT_SWAPPED, RIG_FAULT_CELL_DEAD,
                                            RIG_FAULT_CELL_STUCK, RIG_FAULT_SATURATED};
    for (size_t i = 0; i < sizeof faults / sizeof faults[0]; i++) {
        struct rig_result result;
        struct rig_sim *sim = rig_sim_new(2, 3, grams, 0);
        rig_sim_fault(sim, faults[i], 1);
        assert_int_equal(calibrate(sim, NULL, &result), RIG_SAFE_STOP);
        assert_int_equal(result.reason, RIG_REASON_CELL);
        rig_result_free(&result);
        rig_sim_free(sim);
    }
}

/* Somebody presses start without doing what was asked. */
static void a_calibration_without_help_is_refused(void **state) {
    (void)state;
    struct rig_config config;
    struct rig_result result;
    rig_config_init(&config);
    config.mode = RIG_CALIBRATE;
    struct rig_sim *sim = rig_sim_new(2, 3, grams, 0);
    assert_int_equal(rig_run(&config, rig_sim_device(sim), NULL, NULL, NULL, &result),
                     RIG_SAFE_STOP);
    assert_int_equal(result.reason, RIG_REASON_TIME);
    rig_result_free(&result);
    rig_sim_free(sim);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_perfect_attempt),
        cmocka_unit_test(times_are_true_within_their_uncertainty),
        cmocka_unit_test(wild_samples_are_no_moves),
        cmocka_unit_test(illegal_moves_are_recorded_as_such),
        cmocka_unit_test(an_inverted_tower_is_not_solved),
        cmocka_unit_test(a_long_attempt_is_recorded_whole),
        cmocka_unit_test(nothing_happens_and_it_ends),
        cmocka_unit_test(the_board_is_reset_first),
        cmocka_unit_test(random_attempts_are_recorded_truly),
        cmocka_unit_test(faults_during_an_attempt),
        cmocka_unit_test(a_calibration_mends_the_gains),
        cmocka_unit_test(a_calibration_finds_bad_cells),
        cmocka_unit_test(a_calibration_without_help_is_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

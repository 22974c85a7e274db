/* What the journal is for: a run that was cut off goes on where it was, and believes the cells, not
 * the journal. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <stdio.h>
#include <unistd.h>

#include "base/random.h"
#include "rig/executor/journal.h"
#include "rig/sim/sim.h"
#include "rig/tests/rig_judge.h"
#include "rig/tests/sim_setup.h"
#include "tests/support/slow.h"

static void drop(char *path) {
    unlink(path);
    free(path);
}

static struct rig_config usual(const char *path) {
    struct rig_config config;
    rig_config_init(&config);
    config.journal = path;
    return config;
}

/* ---- power cuts ---- */

/* The power fails when a step begins, and the program is started again. Returns false if the run
 * ended before that. */
static bool cut_at(uint64_t seed, long step, bool journal, int *done) {
    struct trial trial;
    trial_begin(&trial, seed, 2, journal);
    snprintf(trial.what, sizeof trial.what, "seed %llu, cut at %ld", (unsigned long long)seed,
             step);
    rig_sim_cut_power_at(trial.sim, step);
    bool cut = trial_run(&trial, NULL, NULL) != RIG_DONE;
    if (cut)
        assert_int_equal(trial.result.reason, RIG_REASON_BUS);
    rig_sim_power(trial.sim);
    *done += trial_run(&trial, NULL, NULL) == RIG_DONE;
    trial_end(&trial);
    return cut;
}

static void power_cuts_at_every_step(void **state) {
    (void)state;
    int cuts = 0;
    int done = 0;
    for (uint64_t seed = 1; seed <= (slow_tests() ? 20 : 2); seed++)
        for (long step = 1; cut_at(seed, step, true, &done); step++)
            cuts++;
    print_message("%d power cuts, %d finished after the restart\n", cuts, done);
    assert_true(cuts > 150);
    assert_true(done >= cuts); /* the last run of each seed is not cut */
}

/* Without a journal nothing is lost but the destination. */
static void power_cuts_without_a_journal(void **state) {
    (void)state;
    int done = 0;
    int cuts = 0;
    for (long step = 1; cut_at(77, step, false, &done); step++)
        cuts++;
    assert_true(cuts > 80 && done >= cuts);
}

/* Cut, resumed, cut again: at random steps, several times in a row. */
static void power_cuts_again_and_again(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 5);
    for (int i = 0; i < (slow_tests() ? 300 : 15); i++) {
        struct trial trial;
        trial_begin(&trial, 500 + (uint64_t)i, 1, true);
        for (int run = 0; run < 4; run++) {
            struct rig_truth truth;
            rig_sim_truth(trial.sim, &truth);
            if (run < 3)
                rig_sim_cut_power_at(trial.sim, truth.steps + 1 + (long)random_below(&random, 60));
            enum rig_end end = trial_run(&trial, NULL, NULL);
            if (run == 3)
                assert_int_equal(end, RIG_DONE);
            rig_sim_power(trial.sim);
        }
        trial_end(&trial);
    }
}

/* While the power was off somebody moved a ring: what the journal says is not believed. */
static void the_cells_are_believed_not_the_journal(void **state) {
    (void)state;
    static const struct rig_board other = {
        .count = {0, 2, 1}, .ring = {{0}, {0, 2}, {1}}, .held = RIG_NO_RING};
    for (long step = 5; step < 60; step += 5) {
        struct trial trial;
        trial_begin(&trial, 9, 2, true);
        rig_sim_cut_power_at(trial.sim, step);
        trial_run(&trial, NULL, NULL);
        rig_sim_power(trial.sim);
        rig_sim_set_board(trial.sim, &other);
        assert_int_equal(trial_run(&trial, NULL, NULL), RIG_DONE);
        trial_end(&trial);
    }
}

/* A journal of a run that was killed while it held a ring. */
static void write_held(const struct rig_config *config, const struct rig_board *board) {
    struct rig_journal journal;
    struct rig_recovery recovery;
    char message[256];
    assert_true(rig_journal_open(&journal, config, &recovery, message, sizeof message));
    assert_true(rig_journal_board(&journal, board));
    assert_true(rig_journal_add(&journal, "step 17 travel 0 %d", board->held));
    rig_journal_close(&journal);
}

static void put_on(struct rig_board *board, int t, int ring) {
    board->ring[t][board->count[t]++] = (int8_t)ring;
}

/* The program was killed while it held a ring. Somebody puts that ring on a tower and takes another
 * one away. Returns how the next run ends. */
static void swap_held(int held, int taken, const int tower[3], const struct rig_config *config,
                      struct rig_result *result) {
    struct rig_board before = {.hand = RIG_HAND_HOLDS, .held = (int8_t)held};
    struct rig_board after = {.held = RIG_NO_RING};
    for (int ring = 2; ring >= 0; ring--) {
        if (ring != held)
            put_on(&before, tower[ring], ring);
        if (ring != taken)
            put_on(&after, tower[ring], ring);
    }
    char verdict[2048];
    struct rig_sim *sim = rig_sim_new(3, 3, config->weight, 0);
    if (config->journal)
        write_held(config, &before);
    rig_sim_set_board(sim, &after);
    rig_run(config, rig_sim_device(sim), NULL, NULL, NULL, result);
    judge_run(config, sim, result, config->start, verdict, sizeof verdict);
    assert_string_equal(verdict, "");
    rig_sim_free(sim);
}

/* Whatever ring it was, and wherever they are: told is the ring that is missing, as without the
 * journal, and nothing foreign. */
static void the_held_ring_is_one_explanation_among_others(void **state) {
    (void)state;
    int runs = 0;
    for (int number = 0; number < 27; number++) {
        const int tower[3] = {number % 3, number / 3 % 3, number / 9};
        for (int held = 0; held < 3; held++) {
            int taken = (held + 1 + number % 2) % 3;
            char *path = judge_fresh_path();
            struct rig_config config = usual(path);
            struct rig_result with, without;
            char weight[16];
            snprintf(weight, sizeof weight, " %g g ", config.weight[taken]);
            swap_held(held, taken, tower, &config, &with);
            config.journal = NULL;
            swap_held(held, taken, tower, &config, &without);
            if (with.reason != RIG_REASON_MISSING || !strstr(with.known, weight))
                fail_msg("held %d, taken %d, towers %d %d %d: %s", held, taken, tower[0], tower[1],
                         tower[2], with.known);
            assert_int_equal(without.reason, RIG_REASON_MISSING);
            assert_null(strstr(with.known, "taken up")); /* it was not, by this run */
            rig_result_free(&with);
            rig_result_free(&without);
            drop(path);
            runs++;
        }
    }
    assert_int_equal(runs, 81);
}

/* The journal's ring is still in the gripper, and something that is no ring lies on a tower:
 * nothing else explains that. */
static void the_journal_helps_where_nothing_else_fits(void **state) {
    (void)state;
    struct trial trial;
    struct rig_board board = {
        .count = {0, 1, 1}, .ring = {{0}, {1}, {0}}, .hand = RIG_HAND_HOLDS, .held = 2};
    trial_begin(&trial, 3, 0, true);
    write_held(&trial.config, &board);
    rig_sim_set_arm(trial.sim, 200000, 150000, RIG_CLOSED);
    rig_sim_set_board(trial.sim, &board);
    rig_sim_add(trial.sim, 0, 47);
    assert_int_equal(trial_run(&trial, NULL, NULL), RIG_SAFE_STOP);
    assert_int_equal(trial.result.reason, RIG_REASON_FOREIGN);
    assert_non_null(strstr(trial.result.known, "47 g on tower 0"));
    trial_end(&trial);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(power_cuts_at_every_step),
        cmocka_unit_test(power_cuts_without_a_journal),
        cmocka_unit_test(power_cuts_again_and_again),
        cmocka_unit_test(the_cells_are_believed_not_the_journal),
        cmocka_unit_test(the_held_ring_is_one_explanation_among_others),
        cmocka_unit_test(the_journal_helps_where_nothing_else_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

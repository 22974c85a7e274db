#include "rig/tests/rig_judge.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/mem.h"
#include "rig/executor/executor.h"
#include "tests/support/temporary.h"

bool judge_reached(const struct rig_truth *truth, int rings, int tower) {
    if (truth->board.count[tower] != rings || truth->board.hand != RIG_HAND_EMPTY)
        return false;
    for (int i = 0; i < rings; i++)
        if (truth->board.ring[tower][i] != rings - 1 - i || truth->askew[i] || truth->lost[i])
            return false;
    return true;
}

static unsigned set_of(const struct rig_board *board, int t, int from, int to) {
    unsigned set = 0;
    for (int i = from; i < to; i++)
        set |= 1U << board->ring[t][i];
    return set;
}

/* Is what is claimed of a tower true? */
static bool tower_is_true(const struct rig_board *claim, const struct rig_board *truth, int t) {
    int count = claim->count[t];
    int unsure = claim->unsure[t];
    if (count != truth->count[t] || unsure > count || unsure == 1)
        return false;
    for (int i = unsure; i < count; i++)
        if (claim->ring[t][i] != truth->ring[t][i])
            return false;
    return set_of(claim, t, 0, unsure) == set_of(truth, t, 0, unsure);
}

static bool hand_is_true(const struct rig_board *claim, const struct rig_truth *truth) {
    int held = claim->held;
    switch (claim->hand) {
    case RIG_HAND_EMPTY:
        return held == RIG_NO_RING && truth->board.hand == RIG_HAND_EMPTY;
    case RIG_HAND_HOLDS:
        return truth->board.hand == RIG_HAND_HOLDS && truth->board.held == held;
    case RIG_HAND_MAYBE:
        return truth->board.held == held || (held >= 0 && truth->lost[held]);
    }
    return false;
}

static void complain(char *text, size_t size, const struct rig_config *config, const char *what,
                     const struct rig_truth *truth, const struct rig_result *result) {
    char true_board[160];
    char claimed[160];
    rig_board_text(config, &truth->board, true_board, sizeof true_board);
    rig_board_text(config, &result->board, claimed, sizeof claimed);
    snprintf(text, size, "%s; truth: %s; claimed: %s; %s (%s): %s", what, true_board, claimed,
             rig_end_word(result->end), rig_reason_word(result->reason), result->known);
}

static const char *fault_of(const struct rig_truth *truth, const struct rig_result *result,
                            int rings, int tower) {
    if (truth->collisions > 0)
        return truth->collision;
    if (truth->moving)
        return "an axis still moves";
    if (result->end == RIG_BAD_CONFIG)
        return "the configuration was refused";
    if (result->end == RIG_DONE && tower >= 0 && !judge_reached(truth, rings, tower))
        return "a false done";
    if (result->known[0] == '\0' || (result->end == RIG_SAFE_STOP && result->todo[0] == '\0'))
        return "it says nothing";
    if (result->arm_up && truth->y < 130000)
        return "the arm is said to be up, and is not";
    for (int t = 0; t < RIG_TOWERS && result->board_known; t++)
        if (!tower_is_true(&result->board, &truth->board, t))
            return "what is claimed of a tower is not true";
    if (result->board_known && !hand_is_true(&result->board, truth))
        return "what is claimed of the gripper is not true";
    return NULL;
}

void judge_run(const struct rig_config *config, const struct rig_sim *sim,
               const struct rig_result *result, int tower, char *text, size_t size) {
    struct rig_truth truth;
    rig_sim_truth(sim, &truth);
    const char *fault = fault_of(&truth, result, config->rings, tower);
    text[0] = '\0';
    if (fault)
        complain(text, size, config, fault, &truth, result);
}

/* Where the counters say. */
static bool arm_is_true(const struct rig_event *event, const struct rig_truth *truth) {
    bool moving = truth->moving || !event->homed[RIG_X] || !event->homed[RIG_Y];
    return moving || abs(event->x - truth->x) <= 12;
}

static const char *belief_fault(const struct rig_event *event, const struct rig_truth *truth,
                                bool axes_in_order) {
    const struct rig_board *board = &event->board;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (!tower_is_true(board, &truth->board, t))
            return "what is believed of a tower is not true";
    if (!hand_is_true(board, truth))
        return "what is believed of the gripper is not true";
    return !axes_in_order || arm_is_true(event, truth)
               ? NULL
               : "the arm is not where it is believed to be";
}

void judge_belief(const struct rig_config *config, const struct rig_sim *sim,
                  const struct rig_event *event, bool axes_in_order, long *checked, char *text,
                  size_t size) {
    struct rig_truth truth;
    bool rests_on_weights = event->kind == RIG_EVENT_VERIFIED || event->kind == RIG_EVENT_MOVE ||
                            event->kind == RIG_EVENT_PLAN || event->kind == RIG_EVENT_DONE;
    text[0] = '\0';
    if (!rests_on_weights)
        return;
    rig_check_board(&event->board, config->rings);
    rig_sim_truth(sim, &truth);
    const char *fault = belief_fault(event, &truth, axes_in_order);
    char believed[160], true_board[160];
    rig_board_text(config, &event->board, believed, sizeof believed);
    rig_board_text(config, &truth.board, true_board, sizeof true_board);
    if (fault)
        snprintf(text, size, "step %ld, %s: %s: believed %s, truth %s", event->step,
                 rig_event_word(event->kind), fault, believed, true_board);
    ++*checked;
}

char *judge_fresh_path(void) {
    char *name = mem_new(96, 1);
    temporary_name(name, 96, "rig");
    int fd = mkstemp(name);
    if (fd >= 0) {
        close(fd);
        unlink(name);
    }
    return name;
}

void trial_begin(struct trial *trial, uint64_t seed, int tower, bool journal) {
    *trial = (struct trial){.journal = journal ? judge_fresh_path() : NULL};
    snprintf(trial->what, sizeof trial->what, "seed %llu", (unsigned long long)seed);
    rig_config_init(&trial->config);
    trial->config.journal = trial->journal;
    trial->sim = rig_sim_new(seed, trial->config.rings, trial->config.weight, tower);
}

enum rig_end trial_run(struct trial *trial, rig_listener *listener, void *context) {
    const struct rig_config *config = &trial->config;
    char verdict[2048];
    rig_result_free(&trial->result);
    enum rig_end end =
        rig_run(config, rig_sim_device(trial->sim), listener, context, NULL, &trial->result);
    judge_run(config, trial->sim, &trial->result,
              config->mode == RIG_RESET ? config->start : config->goal, verdict, sizeof verdict);
    if (verdict[0] != '\0')
        fail_msg("%s: %s", trial->what, verdict);
    return end;
}

void trial_end(struct trial *trial) {
    rig_result_free(&trial->result);
    rig_sim_free(trial->sim);
    if (trial->journal)
        unlink(trial->journal);
    free(trial->journal);
}

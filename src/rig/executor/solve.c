/* Automatic solving and resetting: plan, pick, place, observe, plan again. Where the order is
 * unknown the likely one is assumed, and verified along the way or at the end. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rig/executor/executor.h"

enum { MOST_ROUNDS = 20000 };

/* ---- the beginning ---- */

bool rig_describe(struct rig_executor *x) {
    int64_t end = rig_now(x) + RIG_BUS_TIMEOUT_MS;
    enum rig_status status;
    while ((status = x->device->describe(x->device->self, &x->spec)) == RIG_BUS_ERROR &&
           rig_now(x) < end)
        x->device->sleep(x->device->self, 50);
    if (status == RIG_DIVERGED)
        return rig_end_run(x, RIG_REASON_REPLAY, "Replay the log with the program that made it.",
                           "The log does not begin with a description of the machine.");
    if (status != RIG_OK)
        return rig_end_run(x, RIG_REASON_BUS,
                           "Check the cable and the power of the machine, then start again.",
                           "The machine does not describe itself (%s).", rig_status_word(status));
    const char *fault = rig_description_fault(&x->spec);
    if (fault)
        return rig_end_run(x, RIG_REASON_CONFIG,
                           "Correct the machine's description, then start again.",
                           "The machine's description is invalid: %s.", fault);
    double all = 0;
    for (int ring = 0; ring < x->config->rings; ring++)
        all += x->config->weight[ring];
    if (all * 1000 >= x->spec.cell_limit)
        return rig_end_run(x, RIG_REASON_CONFIG, "Use lighter rings, or cells for more weight.",
                           "A cell of this machine cannot carry %s: %g g.", rig_all(x), all);
    return true;
}

/* Starts from the board of the journal; the cells decide whether it is right. */
static void assume_recovered(struct rig_executor *x) {
    x->board.held = RIG_NO_RING;
    if (!x->recovered.has_board)
        return;
    x->board = x->recovered.board;
    if (x->recovered.board.hand != RIG_HAND_EMPTY)
        x->board.hand = RIG_HAND_MAYBE;
    if (x->recovered.unfinished)
        rig_tell(x, RIG_EVENT_BEGIN, -1, "the last run was cut off%s; the board will be verified",
                 x->recovered.in_step ? " in the middle of a step" : "");
}

bool rig_begin(struct rig_executor *x) {
    bool changed;
    char text[160];
    if (!rig_describe(x))
        return false;
    assume_recovered(x);
    x->hand_unknown = true;
    for (int t = 0; t < RIG_TOWERS; t++)
        x->doubted[t] = true; /* nothing was observed so far */
    if (!rig_lift(x, -1, RIG_NO_RING) || !rig_home_x(x) || !rig_observe(x, &changed))
        return false;
    x->hand_unknown = false;
    x->disturbances = 0;
    rig_board_text(x->config, &x->board, text, sizeof text);
    rig_tell(x, RIG_EVENT_DECODED, -1, "by weight: %s", text);
    return true;
}

/* ---- verifying ---- */

/* Where a ring can be put temporarily, preferably by a legal move. */
static int spare_tower(const struct rig_board *board, int from, int ring) {
    int best = -1;
    for (int t = 0; t < RIG_TOWERS; t++) {
        bool legal = board->count[t] == 0 || board->ring[t][board->count[t] - 1] > ring;
        if (t != from && (best < 0 || legal))
            best = t;
    }
    assert(best >= 0);
    return best;
}

/* Lifts ring after ring until the order of the rest is known; then puts them back if the tower is
 * in order. A disturbance stops it early. False: the run has ended. */
static bool find_order(struct rig_executor *x, int tower) {
    int moved[RIG_RINGS];
    int count = 0;
    rig_tell(x, RIG_EVENT_DOUBT, tower, "the order on tower %d is determined by lifting its rings",
             tower);
    while (x->board.unsure[tower] > 0) {
        enum rig_outcome outcome = rig_pick(x, tower);
        if (outcome != RIG_SUCCEEDED)
            return outcome == RIG_REPLAN;
        int to = x->board.unsure[tower] == 0 ? tower : spare_tower(&x->board, tower, x->board.held);
        if (to != tower)
            moved[count++] = to;
        assert(count < RIG_RINGS);
        outcome = rig_place(x, to);
        if (outcome != RIG_SUCCEEDED || x->exit_requested || x->time_up)
            return outcome != RIG_ENDED;
    }
    while (count > 0 && rig_is_sorted(&x->board, tower)) {
        enum rig_outcome outcome = rig_pick(x, moved[--count]);
        outcome = outcome == RIG_SUCCEEDED ? rig_place(x, tower) : outcome;
        if (outcome != RIG_SUCCEEDED || x->exit_requested || x->time_up)
            return outcome != RIG_ENDED;
    }
    return true;
}

static bool resolve_doubt(struct rig_executor *x) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (x->board.unsure[t] > 0)
            return find_order(x, t);
        if (x->board.count[t] > 0 && !(x->confirmed[t] && x->flat[t])) {
            rig_tell(x, RIG_EVENT_DOUBT, t,
                     "tower %d has not been touched yet: one ring is lifted and put back", t);
            enum rig_outcome outcome = rig_pick(x, t);
            return (outcome == RIG_SUCCEEDED ? rig_place(x, t) : outcome) != RIG_ENDED;
        }
    }
    return true;
}

static bool is_all_known(const struct rig_executor *x) {
    for (int t = 0; t < RIG_TOWERS; t++)
        if (x->board.unsure[t] > 0 || (x->board.count[t] > 0 && !(x->confirmed[t] && x->flat[t])))
            return false;
    return x->board.hand == RIG_HAND_EMPTY;
}

/* ---- moving ---- */

/* The plan from the board, with the ring that is held on the tower it came from (-1: nothing is
 * held). */
static bool plan_from(struct rig_executor *x, int tower, int goal, struct rig_plan *plan) {
    struct rig_board board = x->board;
    assert((tower >= 0) == (board.hand != RIG_HAND_EMPTY));
    if (tower >= 0)
        board.ring[tower][board.count[tower]++] = board.held;
    if (rig_plan(x->config->rings, &board, goal, x->control, plan))
        return true;
    x->exit_requested = true; /* planning fails only if the control was stopped */
    return rig_stop_requested(x) && false;
}

static void tell_plan(struct rig_executor *x, const struct rig_plan *plan) {
    if (plan->moves == x->moves_left)
        return;
    x->moves_left = (int)plan->moves;
    struct rig_event event = rig_event_of(x, RIG_EVENT_PLAN);
    event.moves = (int)plan->moves;
    rig_send(x, &event);
}

static void tell_move(struct rig_executor *x, int ring, int from, int to) {
    if (from == to)
        return;
    x->result->moves++;
    x->moves_left -= x->moves_left > 0;
    struct rig_event event = rig_event_of(x, RIG_EVENT_MOVE);
    event.ring = ring;
    event.from = from;
    event.tower = to;
    event.legal = true;
    rig_send(x, &event);
}

/* One move of the plan. If the top ring was not the expected one, plans again with it in the
 * gripper. */
static enum rig_outcome move(struct rig_executor *x, int goal, const struct rig_plan *plan) {
    struct rig_plan again;
    if (!rig_journal_add(&x->journal, "want %d %d", plan->from, plan->to))
        return rig_end_for_journal(x), RIG_ENDED;
    assert(plan->from != plan->to && x->board.count[plan->from] > 0);
    int expected = x->board.ring[plan->from][x->board.count[plan->from] - 1];
    enum rig_outcome outcome = rig_pick(x, plan->from);
    if (outcome != RIG_SUCCEEDED)
        return outcome;
    int ring = x->board.held;
    int to = plan->to;
    if (ring != expected) {
        if (!plan_from(x, plan->from, goal, &again))
            return RIG_ENDED;
        to = again.from == plan->from && again.moves > 0 ? again.to : plan->from;
        rig_tell(x, RIG_EVENT_REPLANNED, plan->from,
                 "the %g g ring was on top of tower %d, not the %g g ring", x->config->weight[ring],
                 plan->from, x->config->weight[expected]);
        x->result->replans++;
    }
    outcome = rig_place(x, to);
    if (outcome == RIG_SUCCEEDED)
        tell_move(x, ring, plan->from, to);
    return outcome;
}

/* First places what is in the gripper: where the journal says, or where it is legal. */
static enum rig_outcome put_down(struct rig_executor *x) {
    const struct rig_board *board = &x->board;
    int ring = board->held;
    int to = spare_tower(board, -1, ring);
    int want = x->recovered.want_to;
    if (want >= 0 && (board->count[want] == 0 || board->ring[want][board->count[want] - 1] > ring))
        to = want;
    x->recovered.want_to = -1;
    return rig_place(x, to);
}

bool rig_verify_board(struct rig_executor *x, bool *sure) {
    bool changed;
    *sure = false;
    if (!is_all_known(x))
        return resolve_doubt(x);
    if (!rig_observe(x, &changed))
        return false;
    /* A weighing ignores outliers; somebody may have touched a tower during the last samples. */
    if (!rig_wait(x, 3 * (int64_t)x->spec.sample_ms))
        return false;
    *sure = !changed && is_all_known(x) && rig_is_quiet(x);
    return true;
}

/* The board is not as planned. */
static void note_change(struct rig_executor *x) {
    char text[160];
    x->result->replans++;
    x->moves_left = -1;
    rig_board_text(x->config, &x->board, text, sizeof text);
    rig_tell(x, RIG_EVENT_REPLANNED, -1, "the board is now believed to be: %s", text);
}

/* One round; *reached: the goal is verified. */
static bool run_round(struct rig_executor *x, int goal, bool *reached) {
    struct rig_plan plan;
    enum rig_outcome outcome = RIG_SUCCEEDED;
    if (x->board.hand != RIG_HAND_EMPTY) {
        outcome = put_down(x);
    } else if (rig_stop_requested(x) || !plan_from(x, -1, goal, &plan)) {
        return false;
    } else {
        tell_plan(x, &plan);
        if (plan.moves == 0)
            return rig_verify_board(x, reached);
        outcome = move(x, goal, &plan);
    }
    if (outcome == RIG_REPLAN)
        note_change(x);
    return outcome != RIG_ENDED;
}

bool rig_move_all_to(struct rig_executor *x, int goal) {
    bool reached = false;
    x->moves_left = -1;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!run_round(x, goal, &reached))
            return false;
        if (reached)
            return true;
    }
    return rig_end_run(x, RIG_REASON_DISTURBED,
                       "Make sure that nobody touches the towers, then start again.",
                       "After %d moves the goal is still not reached.", MOST_ROUNDS);
}

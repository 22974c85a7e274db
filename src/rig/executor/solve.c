/* Automatic solving and resetting: plan, take, put, look, plan again. What is not known of the
 * order is taken as one would expect it, and found out on the way or at the end. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "rig/executor/executor.h"
#include "rig/executor/plan.h"

enum { MOST_ROUNDS = 20000 };

/* ---- the beginning ---- */

bool rig_describe(struct rig_executor *x) {
    int64_t end = x->device->clock(x->device->self) + RIG_BUS_PATIENCE_MS;
    enum rig_status status;
    while ((status = x->device->describe(x->device->self, &x->is)) == RIG_BUS_ERROR &&
           x->device->clock(x->device->self) < end)
        x->device->sleep(x->device->self, 50);
    if (status == RIG_DIVERGED)
        return rig_end_run(x, RIG_REASON_REPLAY, "Replay the log with the program that made it.",
                           "The log does not begin with a description of the machine.");
    if (status != RIG_OK)
        return rig_end_run(x, RIG_REASON_BUS,
                           "Look at the cable and at the power of the machine, then start again.",
                           "The machine does not say what it is (%s).", rig_status_word(status));
    const char *fault = rig_description_fault(&x->is);
    if (fault)
        return rig_end_run(x, RIG_REASON_CONFIG,
                           "Correct what the machine says of itself, then start again.",
                           "The machine's description is wrong: %s.", fault);
    double all = 0;
    for (int ring = 0; ring < x->config->rings; ring++)
        all += x->config->weight[ring];
    if (all * 1000 >= x->is.cell_limit)
        return rig_end_run(x, RIG_REASON_CONFIG, "Use lighter rings or cells for more weight.",
                           "A cell of this machine cannot carry %s: %g g.", rig_all(x), all);
    return true;
}

/* What the journal tells is what is expected; the cells decide. */
static void expect_the_past(struct rig_executor *x) {
    x->board.held = RIG_NO_RING;
    if (!x->past.has_board)
        return;
    x->board = x->past.board;
    if (x->past.board.hand != RIG_HAND_EMPTY)
        x->board.hand = RIG_HAND_MAYBE;
    if (x->past.unfinished)
        rig_tell(x, RIG_EVENT_BEGIN, -1,
                 "the last run was cut off%s; what is there now is found out",
                 x->past.in_step ? " in the middle of a step" : "");
}

bool rig_begin(struct rig_executor *x) {
    bool changed;
    char text[160];
    if (!rig_describe(x))
        return false;
    expect_the_past(x);
    x->hand_unknown = true;
    for (int t = 0; t < RIG_TOWERS; t++)
        x->doubted[t] = true; /* nobody has watched it */
    if (!rig_lift(x, -1, RIG_NO_RING) || !rig_home_x(x) || !rig_observe(x, &changed))
        return false;
    x->hand_unknown = false;
    x->disturbances = 0;
    rig_board_text(x->config, &x->board, text, sizeof text);
    rig_tell(x, RIG_EVENT_DECODED, -1, "by weight: %s", text);
    return true;
}

/* ---- finding out ---- */

static bool is_sorted(const struct rig_board *board, int t) {
    for (int i = 1; i < board->count[t]; i++)
        if (board->ring[t][i] > board->ring[t][i - 1])
            return false;
    return true;
}

/* Where a ring can be laid aside: preferably where that is a legal move. */
static int aside(const struct rig_board *board, int from, int ring) {
    int best = -1;
    for (int t = 0; t < RIG_TOWERS; t++) {
        bool legal = board->count[t] == 0 || board->ring[t][board->count[t] - 1] > ring;
        if (t != from && (best < 0 || legal))
            best = t;
    }
    assert(best >= 0);
    return best;
}

/* Lifts ring after ring until the order of the rest is known; then puts them back if all is in
 * order. False: ended. A disturbance ends it early. */
static bool dig(struct rig_executor *x, int tower) {
    int moved[RIG_RINGS];
    int count = 0;
    rig_tell(x, RIG_EVENT_DOUBT, tower, "the order on tower %d is found out by lifting its rings",
             tower);
    while (x->board.unsure[tower] > 0) {
        enum rig_deed deed = rig_pick(x, tower);
        if (deed != RIG_DID)
            return deed == RIG_CHANGED;
        int to = x->board.unsure[tower] == 0 ? tower : aside(&x->board, tower, x->board.held);
        if (to != tower)
            moved[count++] = to;
        assert(count < RIG_RINGS);
        deed = rig_put(x, to);
        if (deed != RIG_DID || x->exit_asked || x->time_up)
            return deed != RIG_ENDED;
    }
    while (count > 0 && is_sorted(&x->board, tower)) {
        enum rig_deed deed = rig_pick(x, moved[--count]);
        deed = deed == RIG_DID ? rig_put(x, tower) : deed;
        if (deed != RIG_DID || x->exit_asked || x->time_up)
            return deed != RIG_ENDED;
    }
    return true;
}

static bool find_out(struct rig_executor *x) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (x->board.unsure[t] > 0)
            return dig(x, t);
        if (x->board.count[t] > 0 && !(x->confirmed[t] && x->flat[t])) {
            rig_tell(x, RIG_EVENT_DOUBT, t,
                     "tower %d has not been touched yet: one ring is lifted and put back", t);
            enum rig_deed deed = rig_pick(x, t);
            return (deed == RIG_DID ? rig_put(x, t) : deed) != RIG_ENDED;
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

/* The plan from the board with what is held on the tower it came from (or nothing held: tower -1).
 */
static bool plan_from(struct rig_executor *x, int tower, int goal, struct rig_plan *plan) {
    struct rig_board board = x->board;
    assert((tower >= 0) == (board.hand != RIG_HAND_EMPTY));
    if (tower >= 0)
        board.ring[tower][board.count[tower]++] = board.held;
    if (rig_plan(x->config->rings, &board, goal, x->control, plan))
        return true;
    x->exit_asked = true; /* only a control that was told to stop ends a plan */
    return rig_told_to_end(x) && false;
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

/* One move of the plan. If another ring was on top than expected, the plan is made again with it in
 * hand. */
static enum rig_deed move(struct rig_executor *x, int goal, const struct rig_plan *plan) {
    struct rig_plan again;
    if (!rig_journal_add(&x->journal, "want %d %d", plan->from, plan->to))
        return rig_end_run(x, RIG_REASON_JOURNAL, "Make room for the journal, then start again.",
                           "The journal cannot be written."),
               RIG_ENDED;
    assert(plan->from != plan->to && x->board.count[plan->from] > 0);
    int expected = x->board.ring[plan->from][x->board.count[plan->from] - 1];
    enum rig_deed deed = rig_pick(x, plan->from);
    if (deed != RIG_DID)
        return deed;
    int ring = x->board.held;
    int to = plan->to;
    if (ring != expected) {
        if (!plan_from(x, plan->from, goal, &again))
            return RIG_ENDED;
        to = again.from == plan->from && again.moves > 0 ? again.to : plan->from;
        rig_tell(x, RIG_EVENT_REPLANNED, plan->from, "ring %g was on top of tower %d, not ring %g",
                 x->config->weight[ring], plan->from, x->config->weight[expected]);
        x->result->replans++;
    }
    deed = rig_put(x, to);
    if (deed == RIG_DID)
        tell_move(x, ring, plan->from, to);
    return deed;
}

/* Puts down what was in the gripper before anything else: where the journal says, or where it is
 * legal. */
static enum rig_deed put_down(struct rig_executor *x) {
    const struct rig_board *board = &x->board;
    int ring = board->held;
    int to = aside(board, -1, ring);
    int want = x->past.want_to;
    if (want >= 0 && (board->count[want] == 0 || board->ring[want][board->count[want] - 1] > ring))
        to = want;
    x->past.want_to = -1;
    return rig_put(x, to);
}

bool rig_make_sure(struct rig_executor *x, bool *sure) {
    bool changed;
    *sure = false;
    if (!is_all_known(x))
        return find_out(x);
    if (!rig_observe(x, &changed))
        return false;
    /* A weighing is the middle of many samples; somebody may have begun something during the last
     * of them. */
    if (!rig_rest(x, 3 * (int64_t)x->is.sample_ms))
        return false;
    *sure = !changed && is_all_known(x) && rig_is_quiet(x);
    return true;
}

/* Something is not as planned. */
static void note_change(struct rig_executor *x) {
    char text[160];
    x->result->replans++;
    x->moves_left = -1;
    rig_board_text(x->config, &x->board, text, sizeof text);
    rig_tell(x, RIG_EVENT_REPLANNED, -1, "the board is now taken to be: %s", text);
}

/* One round; *reached: the goal is verified. */
static bool go_round(struct rig_executor *x, int goal, bool *reached) {
    struct rig_plan plan;
    enum rig_deed deed = RIG_DID;
    if (x->board.hand != RIG_HAND_EMPTY) {
        deed = put_down(x);
    } else if (rig_told_to_end(x) || !plan_from(x, -1, goal, &plan)) {
        return false;
    } else {
        tell_plan(x, &plan);
        if (plan.moves == 0)
            return rig_make_sure(x, reached);
        deed = move(x, goal, &plan);
    }
    if (deed == RIG_CHANGED)
        note_change(x);
    return deed != RIG_ENDED;
}

bool rig_bring_all_to(struct rig_executor *x, int goal) {
    bool reached = false;
    x->moves_left = -1;
    for (int round = 0; round < MOST_ROUNDS; round++) {
        if (!go_round(x, goal, &reached))
            return false;
        if (reached)
            return true;
    }
    return rig_end_run(x, RIG_REASON_DISTURBED, "Let nobody touch the towers, then start again.",
                       "After %d moves the goal is still not reached.", MOST_ROUNDS);
}

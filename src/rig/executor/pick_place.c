/* Half moves: picking a ring from a tower and placing one on a tower, each verified by weight. The
 * gripper opens only low over a tower that it is known to be over: where it closed and has not
 * moved across since, or where the cell below carries what is in the gripper. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/executor/executor.h"

enum {
    PRESS_DEPTH = 1500, /* micrometres: how far below the top of a ring the gripper presses */
    HOVER = 3000        /* how far above the ring below a held ring touches nothing */
};

/* What the attempts at one half move have in common. */
struct half_move {
    int attempt; /* from 1 */
    bool done;   /* it has succeeded, verified by weight */
    bool taken;  /* the arm picked the ring up, verified by weight */
    bool felt;   /* the tower felt the ring at the last attempt to place it */
    bool opened; /* it was released at least once */
};

/* One attempt; sets half->done if it succeeds. Anything but RIG_SUCCEEDED ends the attempts. */
typedef enum rig_outcome attempt_fn(struct rig_executor *x, int tower, struct half_move *half);

/* Up to RIG_TRIES attempts. RIG_SUCCEEDED: the last one succeeded, or (half->done is false) none
 * did. With an empty gripper they stop as soon as somebody wants the run to end. */
static enum rig_outcome run_attempts(struct rig_executor *x, int tower, struct half_move *half,
                                     attempt_fn *attempt) {
    enum rig_outcome outcome = RIG_SUCCEEDED;
    for (half->attempt = 1; half->attempt <= RIG_TRIES; half->attempt++) {
        outcome = attempt(x, tower, half);
        if (outcome != RIG_SUCCEEDED || half->done)
            return outcome;
        if (x->board.hand == RIG_HAND_EMPTY && (x->exit_requested || x->time_up))
            return RIG_REPLAN;
    }
    return outcome;
}

static void tell_verified(struct rig_executor *x, enum rig_step what, int tower, int ring) {
    struct rig_event event = rig_event_of(x, RIG_EVENT_VERIFIED);
    event.what = what;
    event.tower = tower;
    event.ring = ring;
    rig_send(x, &event);
}

/* ---- small motions ---- */

/* Whether something is in doubt; then the board is observed again. */
static bool was_disturbed(struct rig_executor *x) {
    bool changed;
    if (!rig_is_doubted(x))
        return false;
    rig_observe(x, &changed);
    return true;
}

/* Lowers, opens and lifts again where the gripper closed. */
static bool let_go(struct rig_executor *x, int tower, int32_t y) {
    bool blocked;
    x->pressing = tower;
    bool good = rig_lower(x, RIG_STEP_LOWER, tower, RIG_NO_RING, y, &blocked) &&
                rig_grip(x, RIG_OPEN, tower, RIG_NO_RING) && rig_lift(x, tower, RIG_NO_RING);
    x->pressing = -1;
    return good;
}

/* Presses once with the closed gripper, and opens it there if the cell has felt that: then it is
 * certainly over the tower, and low. *pressed: it was felt, and the arm went all the way down. */
static bool press_once(struct rig_executor *x, int tower, bool *felt, bool *pressed) {
    bool blocked;
    bool steady = true;
    double grams[RIG_TOWERS];
    int32_t y = rig_level(x, x->board.count[tower]) - x->spec.ring_height / 2 - PRESS_DEPTH;
    if (!rig_travel(x, tower, RIG_NO_RING) || !rig_grip(x, RIG_CLOSED, tower, RIG_NO_RING))
        return false;
    if (!rig_lower(x, RIG_STEP_PRESS, tower, RIG_NO_RING, y, &blocked) ||
        !rig_weigh_steady(x, grams, &steady))
        return false;
    *felt = grams[tower] - x->drift[tower] - x->expected[tower] > x->tolerance / 2;
    *pressed = *felt && !blocked;
    if (*felt && !rig_grip(x, RIG_OPEN, tower, RIG_NO_RING))
        return false;
    return rig_lift(x, tower, RIG_NO_RING);
}

/* Presses until it is felt, at most `tries` times. */
static bool press(struct rig_executor *x, int tower, int tries, bool *felt, bool *pressed) {
    *felt = *pressed = false;
    for (int attempt = 1; attempt <= tries && !*pressed && !rig_is_doubted(x); attempt++) {
        if (attempt > 1)
            rig_retry(x, attempt, tower, "tower %d: the arm did not reach the ring", tower);
        if (attempt > 1 && !rig_home_x(x))
            return false;
        x->pressing = tower;
        bool good = press_once(x, tower, felt, pressed);
        x->pressing = -1;
        if (!good)
            return false;
    }
    return true;
}

static bool end_unfelt(struct rig_executor *x, int tower) {
    x->confirmed[tower] = false;
    return rig_end_run(
        x, RIG_REASON_CELL,
        "Check that the arm reaches the rings and that the cells are connected to the right "
        "towers. Then start again.",
        "The cell of tower %d does not feel the arm pressing on its rings.", tower);
}

/* Presses the top ring flat: a ring that lies askew cannot be gripped, and the weights do not show
 * it. False: the run has ended. */
static bool press_flat(struct rig_executor *x, int tower, int tries) {
    bool felt;
    return press(x, tower, tries, &felt, &x->flat[tower]);
}

/* The same for a ring that was just placed there. */
static bool make_flat(struct rig_executor *x, int tower) {
    if (!press_flat(x, tower, RIG_AXIS_TRIES))
        return false;
    return x->flat[tower] || rig_is_doubted(x) || end_unfelt(x, tower);
}

bool rig_open_low(struct rig_executor *x, int tower) {
    bool felt;
    bool pressed;
    for (int attempt = 1; attempt <= RIG_AXIS_TRIES; attempt++) {
        if (!press(x, tower, 1, &felt, &pressed))
            return false;
        if (felt || rig_is_doubted(x))
            return true;
        if (!rig_home_x(x))
            return false;
    }
    return end_unfelt(x, tower);
}

/* ---- picking ---- */

/* What the weights say about a grip. */
enum grip_result {
    GRIPPED_ONE, /* one ring of this tower */
    GRIPPED_NOTHING,
    GRIPPED_SEVERAL,   /* more than one, all of this tower */
    GRIPPED_ELSEWHERE, /* from another tower */
    GRIPPED_CONFUSED   /* more has changed than a grip can explain */
};

static enum grip_result judge_grip(const struct rig_executor *x, int tower,
                                   const struct rig_decoding *seen, int *ring) {
    int8_t before[RIG_RINGS];
    int here = 0;
    int elsewhere = 0;
    rig_distribution(x, before);
    for (int i = 0; i < x->config->rings; i++) {
        if (seen->tower[i] == before[i])
            continue;
        if (seen->tower[i] != RIG_OFF)
            return GRIPPED_CONFUSED;
        here += before[i] == tower;
        elsewhere += before[i] != tower;
        *ring = i;
    }
    if (here > 0 && elsewhere > 0)
        return GRIPPED_CONFUSED;
    if (elsewhere > 0)
        return GRIPPED_ELSEWHERE;
    return here == 0 ? GRIPPED_NOTHING : here == 1 ? GRIPPED_ONE : GRIPPED_SEVERAL;
}

/* Which rings may leave the tower: the top one, or any if their order is not known. */
static void allow_lift(struct rig_executor *x, int tower) {
    const struct rig_board *board = &x->board;
    int count = board->count[tower];
    memset(x->may_lose, 0, sizeof x->may_lose);
    for (int i = 0; i < count; i++)
        x->may_lose[(int)board->ring[tower][i]] = i == count - 1 || board->unsure[tower] == count;
    x->lifting = tower;
}

/* The ring is in the gripper: what that says about the tower it came from. */
static bool believe_pick(struct rig_executor *x, int tower, int ring) {
    struct rig_board board = x->board;
    int count = board.count[tower];
    int place = 0;
    while (place < count && board.ring[tower][place] != ring)
        place++;
    assert(place < count); /* it came from there */
    bool was_known = board.unsure[tower] < count;
    bool surprise = (was_known && place != count - 1) || x->doubted[tower];
    memmove(&board.ring[tower][place], &board.ring[tower][place + 1], (size_t)(count - 1 - place));
    board.count[tower]--;
    int unsure = surprise ? count - 1 : was_known ? board.unsure[tower] : count - 1;
    board.unsure[tower] = (int8_t)(unsure > 1 ? unsure : 0);
    board.hand = RIG_HAND_HOLDS;
    board.held = (int8_t)ring;
    if (board.unsure[tower] > 0 || !was_known)
        rig_tell(x, RIG_EVENT_FOUND, tower, "the top ring of tower %d is %g g", tower,
                 x->config->weight[ring]);
    x->confirmed[tower] = !x->doubted[tower];
    return rig_believe(x, &board);
}

/* Lower, close, lift, weigh. */
static bool try_pick(struct rig_executor *x, int tower, enum grip_result *grip, int *ring) {
    bool blocked;
    struct rig_decoding seen;
    int top = x->board.ring[tower][x->board.count[tower] - 1];
    int32_t y = rig_level(x, x->board.count[tower] - 1);
    assert(x->board.count[tower] > 0 && x->grip_known && x->grip == RIG_OPEN);
    *grip = GRIPPED_NOTHING;
    if (!rig_travel(x, tower, RIG_NO_RING) ||
        !rig_lower(x, RIG_STEP_LOWER, tower, top, y, &blocked))
        return false;
    if (blocked)
        return rig_lift(x, tower, RIG_NO_RING);
    allow_lift(x, tower);
    x->transit = tower;
    bool good = rig_grip(x, RIG_CLOSED, tower, top) && rig_lift(x, tower, top) &&
                rig_decode_board(x, (1U << x->config->rings) - 1, &seen);
    x->lifting = -1;
    if (good)
        *grip = judge_grip(x, tower, &seen, ring);
    return good;
}

/* The arm picked from the wrong tower, or the cells are exchanged. */
static bool rehome_x(struct rig_executor *x) {
    if (!rig_home_x(x))
        return false;
    if (abs(x->slip_x) > RIG_SLIP)
        return true;
    if (++x->wrong_cells < 2)
        return true;
    return rig_end_run(x, RIG_REASON_CELL,
                       "Check that the cells are connected to the right towers, then start again.",
                       "When the arm works on one tower, the cell of another one responds.");
}

/* After a failed grip: opens where it closed, then does what may help. */
static enum rig_outcome recover_pick(struct rig_executor *x, int tower, enum grip_result grip,
                                     struct half_move *half) {
    static const char *const what[] = {"", "nothing was gripped", "several rings were gripped",
                                       "a ring of another tower was gripped",
                                       "the weights are confused"};
    rig_retry(x, half->attempt, tower, "tower %d: %s", tower, what[grip]);
    if (!let_go(x, tower, rig_level(x, x->board.count[tower] - 1)))
        return RIG_ENDED;
    x->transit = -1;
    if (grip == GRIPPED_ELSEWHERE && !rehome_x(x))
        return RIG_ENDED;
    if (grip == GRIPPED_SEVERAL || grip == GRIPPED_CONFUSED ||
        (grip == GRIPPED_ELSEWHERE && abs(x->slip_x) > RIG_SLIP))
        rig_doubt_all(x, "the arm did not pick what it should");
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_REPLAN;
    if (grip == GRIPPED_NOTHING && !(rig_home_x(x) && press_flat(x, tower, 1)))
        return RIG_ENDED;
    return RIG_SUCCEEDED;
}

/* Before the arm goes down nothing may be in doubt, and the weights must be as expected. */
static enum rig_outcome check_before(struct rig_executor *x) {
    bool changed = false;
    bool steady;
    double grams[RIG_TOWERS];
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_REPLAN;
    if (!rig_weigh_steady(x, grams, &steady))
        return RIG_ENDED;
    double worst = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        worst = fmax(worst, fabs(grams[t] - x->drift[t] - x->expected[t]));
    if (steady && worst <= x->tolerance && !rig_is_doubted(x)) {
        rig_track_drift(x, grams);
        return RIG_SUCCEEDED;
    }
    if (!rig_observe(x, &changed))
        return RIG_ENDED;
    return changed ? RIG_REPLAN : RIG_SUCCEEDED;
}

static enum rig_outcome pick_once(struct rig_executor *x, int tower, struct half_move *half) {
    enum grip_result grip;
    int ring = RIG_NO_RING;
    enum rig_outcome ready = check_before(x);
    if (ready != RIG_SUCCEEDED)
        return ready;
    if (!(x->grip_known && x->grip == RIG_OPEN)) {
        if (!rig_open_low(x, tower))
            return RIG_ENDED;
        if (was_disturbed(x))
            return x->ended ? RIG_ENDED : RIG_REPLAN;
    }
    if (!try_pick(x, tower, &grip, &ring))
        return RIG_ENDED;
    if (grip != GRIPPED_ONE)
        return recover_pick(x, tower, grip, half);
    half->done = true;
    x->transit = -1;
    if (!believe_pick(x, tower, ring))
        return RIG_ENDED;
    tell_verified(x, RIG_STEP_LIFT, tower, ring);
    return RIG_SUCCEEDED;
}

enum rig_outcome rig_pick(struct rig_executor *x, int tower) {
    assert(x->board.hand == RIG_HAND_EMPTY && x->board.count[tower] > 0);
    struct half_move half = {0};
    enum rig_outcome outcome = run_attempts(x, tower, &half, pick_once);
    if (outcome != RIG_SUCCEEDED || half.done)
        return outcome;
    x->confirmed[tower] = false;
    rig_end_run(
        x, RIG_REASON_GRIP,
        "Look at the tower and the gripper: does the ring lie flat, is it where the cells say, are "
        "two cells exchanged, does the gripper close? Then start again.",
        "No ring can be picked from tower %d, where the cells show %.0f g; the gripper closed %d "
        "times without success.",
        tower, x->grams[tower] - x->drift[tower], RIG_TRIES);
    return RIG_ENDED;
}

/* ---- placing ---- */

enum touch { TOUCH_HERE, TOUCH_NOTHING, TOUCH_ELSEWHERE, TOUCH_CONFUSED, TOUCH_BLOCKED };

/* Which cell carries what is in the gripper, now that the arm is down. */
static bool feel(struct rig_executor *x, int tower, enum touch *touch) {
    double grams[RIG_TOWERS];
    double weight = x->config->weight[(int)x->board.held];
    bool steady;
    int carrying = -1;
    if (!rig_weigh_steady(x, grams, &steady))
        return false;
    *touch = steady ? TOUCH_NOTHING : TOUCH_CONFUSED;
    for (int t = 0; t < RIG_TOWERS; t++) {
        double more = grams[t] - x->drift[t] - x->expected[t];
        if (more < -weight / 2 || (more > weight / 2 && carrying >= 0))
            *touch = TOUCH_CONFUSED;
        if (more > weight / 2)
            carrying = t;
    }
    if (*touch == TOUCH_NOTHING && carrying >= 0)
        *touch = carrying == tower ? TOUCH_HERE : TOUCH_ELSEWHERE;
    return true;
}

/* Finds the ring that was released. */
static enum rig_outcome find_ring(struct rig_executor *x, int tower, bool *still_held) {
    struct rig_decoding seen;
    struct rig_board board = x->board;
    int8_t before[RIG_RINGS];
    int ring = board.held;
    rig_distribution(x, before);
    if (!rig_decode_board(x, rig_held_bit(x), &seen))
        return RIG_ENDED;
    int where = seen.tower[ring];
    before[ring] = (int8_t)where;
    if (rig_is_doubted(x) || memcmp(before, seen.tower, (size_t)x->config->rings) != 0) {
        bool changed;
        return rig_observe(x, &changed) ? RIG_REPLAN : RIG_ENDED;
    }
    *still_held = where == RIG_OFF;
    if (*still_held)
        return RIG_SUCCEEDED;
    assert(where >= 0 && where < RIG_TOWERS && board.count[where] < RIG_RINGS);
    board.ring[where][board.count[where]++] = (int8_t)ring;
    board.hand = RIG_HAND_EMPTY;
    board.held = RIG_NO_RING;
    x->flat[where] = false;
    x->confirmed[where] = where == tower; /* elsewhere, cells may have been exchanged just now */
    if (!rig_believe(x, &board))
        return RIG_ENDED;
    tell_verified(x, RIG_STEP_RELEASE, where, ring);
    if (where == tower)
        return RIG_SUCCEEDED;
    rig_tell(x, RIG_EVENT_REPLANNED, where, "the %g g ring landed on tower %d instead of tower %d",
             x->config->weight[ring], where, tower);
    return RIG_REPLAN;
}

/* Opens and lifts; meanwhile the ring may land anywhere. */
static enum rig_outcome open_and_find(struct rig_executor *x, int tower, bool *still_held) {
    x->landing = x->board.held;
    x->transit = tower;
    bool good = rig_grip(x, RIG_OPEN, tower, x->board.held) && rig_lift(x, tower, RIG_NO_RING);
    x->pressing = -1;
    enum rig_outcome outcome = good ? find_ring(x, tower, still_held) : RIG_ENDED;
    x->landing = RIG_NO_RING;
    if (outcome != RIG_ENDED)
        x->transit = -1;
    return outcome;
}

/* Goes to a height on or above a tower, and feels; TOUCH_BLOCKED if it does not arrive. */
static bool feel_at(struct rig_executor *x, int tower, int32_t above, enum touch *touch) {
    bool blocked;
    int32_t y = rig_level(x, x->board.count[tower]) + above;
    *touch = TOUCH_BLOCKED;
    if (!rig_lower(x, RIG_STEP_LOWER, tower, x->board.held, y, &blocked))
        return false;
    return blocked || feel(x, tower, touch);
}

/* Lowers until the ring should rest on the tower, and feels: it must be felt there, not a little
 * higher, and there again. A cell whose zero jumps at the wrong moment cannot pass that. */
static bool lower_and_feel(struct rig_executor *x, int tower, enum touch *touch) {
    x->pressing = tower;
    if (!feel_at(x, tower, 0, touch) || *touch != TOUCH_HERE)
        return !x->ended;
    if (!feel_at(x, tower, HOVER, touch))
        return false;
    if (*touch == TOUCH_NOTHING)
        return feel_at(x, tower, 0, touch);
    if (*touch != TOUCH_BLOCKED)
        *touch = TOUCH_CONFUSED;
    return true;
}

/* The ring does not rest where it should: lifts, and homes X, which may be off; or the ring is
 * gone. */
static enum rig_outcome recover_place(struct rig_executor *x, int tower, enum touch touch,
                                      struct half_move *half) {
    static const char *const what[] = {"", "the tower does not feel the ring",
                                       "another tower feels the ring", "the weights are confused",
                                       "the arm does not arrive"};
    rig_retry(x, half->attempt, tower, "tower %d: %s", tower, what[touch]);
    half->felt = false;
    bool good = rig_lift(x, tower, x->board.held);
    x->pressing = -1;
    if (!good)
        return RIG_ENDED;
    if (touch == TOUCH_CONFUSED)
        rig_doubt_all(x, "the weights changed while the arm was down");
    if (touch == TOUCH_ELSEWHERE ? !rehome_x(x) : !rig_home_x(x))
        return RIG_ENDED;
    return was_disturbed(x) ? (x->ended ? RIG_ENDED : RIG_REPLAN) : RIG_SUCCEEDED;
}

/* A ring that was placed is pressed flat as well. */
static enum rig_outcome place_once(struct rig_executor *x, int tower, struct half_move *half) {
    enum touch touch;
    bool still_held = false;
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_REPLAN;
    if (!rig_travel(x, tower, x->board.held) || !lower_and_feel(x, tower, &touch))
        return RIG_ENDED;
    if (touch != TOUCH_HERE)
        return recover_place(x, tower, touch, half);
    half->felt = half->opened = true;
    x->board.hand = RIG_HAND_HOLDS;
    enum rig_outcome outcome = open_and_find(x, tower, &still_held);
    if (outcome == RIG_SUCCEEDED && still_held)
        rig_retry(x, half->attempt, tower, "tower %d: the ring did not stay there", tower);
    half->done = outcome == RIG_SUCCEEDED && !still_held;
    return half->done && !make_flat(x, tower) ? RIG_ENDED : outcome;
}

static enum rig_outcome give_up(struct rig_executor *x, int tower, const struct half_move *half) {
    double weight = x->config->weight[(int)x->board.held];
    if (half->felt) {
        rig_end_run(
            x, RIG_REASON_RELEASE,
            "Take the ring out of the gripper and put it on a tower; check the gripper; start "
            "again.",
            "The %g g ring does not leave the gripper, which opened %d times.", weight, RIG_TRIES);
        return RIG_ENDED;
    }
    x->board.hand = RIG_HAND_MAYBE;
    rig_end_run(x, RIG_REASON_MISSING,
                "Look for the ring in the gripper and beside the towers, and put it on a tower. If "
                "no ring is missing, calibrate the cells. Then start again.",
                half->opened ? "The %g g ring was released over tower %d, and no cell shows it: it "
                               "fell, it is still in the gripper, or a cell shows too little."
                : half->taken
                    ? "The %g g ring was picked up, but tower %d does not feel it when it "
                      "is placed: it fell, or it cannot get there."
                    : "The %g g ring is on no tower, and tower %d does not feel it in "
                      "the gripper: it is missing.",
                weight, tower);
    return RIG_ENDED;
}

enum rig_outcome rig_place(struct rig_executor *x, int tower) {
    assert(x->board.held != RIG_NO_RING && tower >= 0 && tower < RIG_TOWERS);
    struct half_move half = {.taken = x->board.hand == RIG_HAND_HOLDS};
    enum rig_outcome outcome = run_attempts(x, tower, &half, place_once);
    return outcome != RIG_SUCCEEDED || half.done ? outcome : give_up(x, tower, &half);
}

/* Half moves: taking a ring from a tower and putting one on a tower, each verified by weight. The
 * gripper opens only low over a tower that it is known to be over: where it closed and did not move
 * across since, or where the cell below carries what is in the gripper. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/executor/executor.h"

enum {
    PRESS_DEPTH =
        1500,    /* micrometres: so far below the top of a ring the gripper is driven to press it */
    HOVER = 3000 /* so far above the ring below it a held ring touches nothing */
};

/* What the tries of one half move have in common. */
struct half {
    int attempt; /* from 1 */
    bool taken;  /* the arm took the ring up, and the weights said so */
    bool felt;   /* the ring was felt on the tower the last time it was put down */
    bool opened; /* it was let go at least once */
};

/* ---- small motions ---- */

/* Whether something is going on; then the board is observed again. */
static bool was_disturbed(struct rig_executor *x) {
    bool changed;
    if (!rig_is_doubted(x))
        return false;
    rig_observe(x, &changed);
    return true;
}

/* Down to a height, open, and up again, without having moved across. */
static bool let_go(struct rig_executor *x, int tower, int32_t y) {
    bool blocked;
    x->pressing = tower;
    bool good = rig_lower(x, RIG_STEP_LOWER, tower, RIG_NO_RING, y, &blocked) &&
                rig_grip(x, RIG_OPEN, tower, RIG_NO_RING) && rig_lift(x, tower, RIG_NO_RING);
    x->pressing = -1;
    return good;
}

/* Presses once with the closed gripper, and opens it there if the cell has felt that: then it is
 * over the tower for certain, and low. *pressed: it was felt, and the arm came down all the way. */
static bool press_once(struct rig_executor *x, int tower, bool *felt, bool *pressed) {
    bool blocked;
    bool steady = true;
    double grams[RIG_TOWERS];
    int32_t y = rig_level(x, x->board.count[tower]) - x->is.ring_height / 2 - PRESS_DEPTH;
    if (!rig_travel(x, tower, RIG_NO_RING) || !rig_grip(x, RIG_CLOSED, tower, RIG_NO_RING))
        return false;
    if (!rig_lower(x, RIG_STEP_PRESS, tower, RIG_NO_RING, y, &blocked) ||
        !rig_weigh_well(x, grams, &steady))
        return false;
    *felt = grams[tower] - x->shift[tower] - x->expect[tower] > x->tolerance / 2;
    *pressed = *felt && !blocked;
    if (*felt && !rig_grip(x, RIG_OPEN, tower, RIG_NO_RING))
        return false;
    return rig_lift(x, tower, RIG_NO_RING);
}

/* Presses until it is felt, so many times at most. */
static bool press(struct rig_executor *x, int tower, int tries, bool *felt, bool *pressed) {
    *felt = *pressed = false;
    for (int attempt = 1; attempt <= tries && !*pressed && !rig_is_doubted(x); attempt++) {
        if (attempt > 1)
            rig_retry(x, attempt, tower, "tower %d: the arm did not press the ring", tower);
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
        "Look whether the arm reaches the rings, and whether the cells are connected to the right "
        "towers. Then start again.",
        "The cell of tower %d does not feel that the arm presses on its rings.", tower);
}

/* Presses the top ring flat: one that lies askew cannot be gripped, and does not show in the
 * weights. False: ended. */
static bool press_flat(struct rig_executor *x, int tower, int tries) {
    bool felt;
    return press(x, tower, tries, &felt, &x->flat[tower]);
}

/* The same for a ring that was just put down there. */
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

/* ---- taking ---- */

/* What the weights say about a grip. */
enum catch {
    CATCH_ONE, /* one ring of this tower */
    CATCH_NOTHING,
    CATCH_SEVERAL,   /* more than one, all of this tower */
    CATCH_ELSEWHERE, /* from another tower */
    CATCH_CONFUSED   /* more has changed than a grip can do */
};

static enum catch judge_catch(const struct rig_executor *x, int tower,
                              const struct rig_decoding *seen, int *ring) {
    int8_t before[RIG_RINGS];
    int here = 0;
    int elsewhere = 0;
    rig_distribution(x, before);
    for (int i = 0; i < x->config->rings; i++) {
        if (seen->tower[i] == before[i])
            continue;
        if (seen->tower[i] != RIG_OFF)
            return CATCH_CONFUSED;
        here += before[i] == tower;
        elsewhere += before[i] != tower;
        *ring = i;
    }
    if (here > 0 && elsewhere > 0)
        return CATCH_CONFUSED;
    if (elsewhere > 0)
        return CATCH_ELSEWHERE;
    return here == 0 ? CATCH_NOTHING : here == 1 ? CATCH_ONE : CATCH_SEVERAL;
}

/* Which rings may leave the tower: the top one, or any of those whose order is not known. */
static void allow_lift(struct rig_executor *x, int tower) {
    const struct rig_board *board = &x->board;
    int count = board->count[tower];
    memset(x->may_lose, 0, sizeof x->may_lose);
    for (int i = 0; i < count; i++)
        x->may_lose[(int)board->ring[tower][i]] = i == count - 1 || board->unsure[tower] == count;
    x->lifting = tower;
}

/* The ring is in the gripper: what that tells of the tower it came from. */
static bool believe_catch(struct rig_executor *x, int tower, int ring) {
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
static bool try_to_take(struct rig_executor *x, int tower, enum catch *caught, int *ring) {
    bool blocked;
    struct rig_decoding seen;
    int top = x->board.ring[tower][x->board.count[tower] - 1];
    int32_t y = rig_level(x, x->board.count[tower] - 1);
    assert(x->board.count[tower] > 0 && x->grip_known && x->grip == RIG_OPEN);
    *caught = CATCH_NOTHING;
    if (!rig_travel(x, tower, RIG_NO_RING) ||
        !rig_lower(x, RIG_STEP_LOWER, tower, top, y, &blocked))
        return false;
    if (blocked)
        return rig_lift(x, tower, RIG_NO_RING);
    allow_lift(x, tower);
    x->transit = tower;
    bool good = rig_grip(x, RIG_CLOSED, tower, top) && rig_lift(x, tower, top) &&
                rig_look(x, (1U << x->config->rings) - 1, &seen);
    x->lifting = -1;
    if (good)
        *caught = judge_catch(x, tower, &seen, ring);
    return good;
}

/* The arm took from another tower than it should, or the cells answer for each other. */
static bool find_x_again(struct rig_executor *x) {
    if (!rig_home_x(x))
        return false;
    if (abs(x->slip_x) > RIG_SLIP)
        return true;
    if (++x->strangers < 2)
        return true;
    return rig_end_run(
        x, RIG_REASON_CELL,
        "Look whether the cells are connected to the right towers, then start again.",
        "When the arm works on one tower, the cell of another one answers.");
}

/* After a grip that was no good: lets go where it closed, then does what may help. */
static enum rig_deed try_otherwise(struct rig_executor *x, int tower, enum catch caught,
                                   struct half *half) {
    static const char *const what[] = {"", "nothing was gripped", "several rings were gripped",
                                       "a ring of another tower was gripped",
                                       "the weights are confused"};
    rig_retry(x, half->attempt, tower, "tower %d: %s", tower, what[caught]);
    if (!let_go(x, tower, rig_level(x, x->board.count[tower] - 1)))
        return RIG_ENDED;
    x->transit = -1;
    if (caught == CATCH_ELSEWHERE && !find_x_again(x))
        return RIG_ENDED;
    if (caught == CATCH_SEVERAL || caught == CATCH_CONFUSED ||
        (caught == CATCH_ELSEWHERE && abs(x->slip_x) > RIG_SLIP))
        rig_doubt_all(x, "the arm did not take what it should");
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_CHANGED;
    if (caught == CATCH_NOTHING && !(rig_home_x(x) && press_flat(x, tower, 1)))
        return RIG_ENDED;
    return RIG_DID;
}

/* What must hold before the arm goes down: nothing in doubt, and the weights as believed. */
static enum rig_deed check_before(struct rig_executor *x) {
    bool changed = false;
    bool steady;
    double grams[RIG_TOWERS];
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_CHANGED;
    if (!rig_weigh_well(x, grams, &steady))
        return RIG_ENDED;
    double worst = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        worst = fmax(worst, fabs(grams[t] - x->shift[t] - x->expect[t]));
    if (steady && worst <= x->tolerance && !rig_is_doubted(x)) {
        rig_creep(x, grams);
        return RIG_DID;
    }
    if (!rig_observe(x, &changed))
        return RIG_ENDED;
    return changed ? RIG_CHANGED : RIG_DID;
}

static enum rig_deed take_once(struct rig_executor *x, int tower, struct half *half, bool *taken) {
    enum catch caught;
    int ring = RIG_NO_RING;
    enum rig_deed ready = check_before(x);
    if (ready != RIG_DID)
        return ready;
    if (!(x->grip_known && x->grip == RIG_OPEN)) {
        if (!rig_open_low(x, tower))
            return RIG_ENDED;
        if (was_disturbed(x))
            return x->ended ? RIG_ENDED : RIG_CHANGED;
    }
    if (!try_to_take(x, tower, &caught, &ring))
        return RIG_ENDED;
    if (caught != CATCH_ONE)
        return try_otherwise(x, tower, caught, half);
    *taken = true;
    x->transit = -1;
    if (!believe_catch(x, tower, ring))
        return RIG_ENDED;
    struct rig_event event = rig_event_of(x, RIG_EVENT_VERIFIED);
    event.what = RIG_STEP_LIFT;
    event.tower = tower;
    event.ring = ring;
    rig_send(x, &event);
    return RIG_DID;
}

enum rig_deed rig_pick(struct rig_executor *x, int tower) {
    assert(x->board.hand == RIG_HAND_EMPTY && x->board.count[tower] > 0);
    struct half half = {.attempt = 1};
    for (; half.attempt <= RIG_TRIES; half.attempt++) {
        bool taken = false;
        enum rig_deed deed = take_once(x, tower, &half, &taken);
        if (deed != RIG_DID || taken)
            return deed;
        if (x->exit_asked || x->time_up)
            return RIG_CHANGED;
    }
    x->confirmed[tower] = false;
    rig_end_run(
        x, RIG_REASON_GRIP,
        "Look at the tower and at the gripper: does the ring lie flat, is it where the cells "
        "say, or are two cells exchanged, does the gripper close? Then start again.",
        "No ring can be taken from tower %d, where the cells show %.0f g; the gripper closed %d "
        "times in vain.",
        tower, x->grams[tower] - x->shift[tower], RIG_TRIES);
    return RIG_ENDED;
}

/* ---- putting ---- */

enum touch { TOUCH_HERE, TOUCH_NOTHING, TOUCH_ELSEWHERE, TOUCH_CONFUSED, TOUCH_BLOCKED };

/* Which cell carries what is in the gripper, now that it is down. */
static bool feel(struct rig_executor *x, int tower, enum touch *touch) {
    double grams[RIG_TOWERS];
    double weight = x->config->weight[(int)x->board.held];
    bool steady;
    int carrying = -1;
    if (!rig_weigh_well(x, grams, &steady))
        return false;
    *touch = steady ? TOUCH_NOTHING : TOUCH_CONFUSED;
    for (int t = 0; t < RIG_TOWERS; t++) {
        double more = grams[t] - x->shift[t] - x->expect[t];
        if (more < -weight / 2 || (more > weight / 2 && carrying >= 0))
            *touch = TOUCH_CONFUSED;
        if (more > weight / 2)
            carrying = t;
    }
    if (*touch == TOUCH_NOTHING && carrying >= 0)
        *touch = carrying == tower ? TOUCH_HERE : TOUCH_ELSEWHERE;
    return true;
}

static bool note_put(struct rig_executor *x, int tower, int ring) {
    struct rig_event event = rig_event_of(x, RIG_EVENT_VERIFIED);
    event.what = RIG_STEP_RELEASE;
    event.tower = tower;
    event.ring = ring;
    rig_send(x, &event);
    return true;
}

/* It was let go; where is it? */
static enum rig_deed find_ring(struct rig_executor *x, int tower, bool *still_held) {
    struct rig_decoding seen;
    struct rig_board board = x->board;
    int8_t before[RIG_RINGS];
    int ring = board.held;
    rig_distribution(x, before);
    if (!rig_look(x, rig_held_bit(x), &seen))
        return RIG_ENDED;
    int where = seen.tower[ring];
    before[ring] = (int8_t)where;
    if (rig_is_doubted(x) || memcmp(before, seen.tower, (size_t)x->config->rings) != 0) {
        bool changed;
        return rig_observe(x, &changed) ? RIG_CHANGED : RIG_ENDED;
    }
    *still_held = where == RIG_OFF;
    if (*still_held)
        return RIG_DID;
    assert(where >= 0 && where < RIG_TOWERS && board.count[where] < RIG_RINGS);
    board.ring[where][board.count[where]++] = (int8_t)ring;
    board.hand = RIG_HAND_EMPTY;
    board.held = RIG_NO_RING;
    x->flat[where] = false;
    x->confirmed[where] = where == tower; /* elsewhere the cells may have been exchanged just now */
    if (!rig_believe(x, &board) || !note_put(x, where, ring))
        return RIG_ENDED;
    if (where == tower)
        return RIG_DID;
    rig_tell(x, RIG_EVENT_REPLANNED, where, "ring %g landed on tower %d instead of tower %d",
             x->config->weight[ring], where, tower);
    return RIG_CHANGED;
}

/* Opens and lifts; the ring may come down anywhere meanwhile. */
static enum rig_deed open_and_find(struct rig_executor *x, int tower, bool *still_held) {
    x->landing = x->board.held;
    x->transit = tower;
    bool good = rig_grip(x, RIG_OPEN, tower, x->board.held) && rig_lift(x, tower, RIG_NO_RING);
    x->pressing = -1;
    enum rig_deed deed = good ? find_ring(x, tower, still_held) : RIG_ENDED;
    x->landing = RIG_NO_RING;
    if (deed != RIG_ENDED)
        x->transit = -1;
    return deed;
}

/* Goes to a height above or on a tower, and feels; TOUCH_BLOCKED if it does not get there. */
static bool feel_at(struct rig_executor *x, int tower, int32_t above, enum touch *touch) {
    bool blocked;
    int32_t y = rig_level(x, x->board.count[tower]) + above;
    *touch = TOUCH_BLOCKED;
    if (!rig_lower(x, RIG_STEP_LOWER, tower, x->board.held, y, &blocked))
        return false;
    return blocked || feel(x, tower, touch);
}

/* Lowers until the ring should rest on the tower, and feels: there, not a little higher, and there
 * again. A cell whose zero jumps at the wrong moment cannot do that. */
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

/* It does not rest where it should. Up again; perhaps X is wrong, perhaps the ring is gone. */
static enum rig_deed not_here(struct rig_executor *x, int tower, enum touch touch,
                              struct half *half) {
    static const char *const what[] = {"", "the tower does not feel the ring",
                                       "another tower feels the ring", "the weights are confused",
                                       "the arm does not get there"};
    rig_retry(x, half->attempt, tower, "tower %d: %s", tower, what[touch]);
    half->felt = false;
    bool good = rig_lift(x, tower, x->board.held);
    x->pressing = -1;
    if (!good)
        return RIG_ENDED;
    if (touch == TOUCH_CONFUSED)
        rig_doubt_all(x, "the weights changed while the arm was down");
    if (touch == TOUCH_ELSEWHERE ? !find_x_again(x) : !rig_home_x(x))
        return RIG_ENDED;
    return was_disturbed(x) ? (x->ended ? RIG_ENDED : RIG_CHANGED) : RIG_DID;
}

/* *put: the ring is down, verified. */
static enum rig_deed put_once(struct rig_executor *x, int tower, struct half *half, bool *put) {
    enum touch touch;
    bool still_held = false;
    if (was_disturbed(x))
        return x->ended ? RIG_ENDED : RIG_CHANGED;
    if (!rig_travel(x, tower, x->board.held) || !lower_and_feel(x, tower, &touch))
        return RIG_ENDED;
    if (touch != TOUCH_HERE)
        return not_here(x, tower, touch, half);
    half->felt = half->opened = true;
    x->board.hand = RIG_HAND_HOLDS;
    enum rig_deed deed = open_and_find(x, tower, &still_held);
    if (deed == RIG_DID && still_held)
        rig_retry(x, half->attempt, tower, "tower %d: the ring did not stay there", tower);
    *put = deed == RIG_DID && !still_held;
    return deed;
}

static enum rig_deed end_in_vain(struct rig_executor *x, int tower, const struct half *half) {
    double weight = x->config->weight[(int)x->board.held];
    if (half->felt) {
        rig_end_run(x, RIG_REASON_RELEASE,
                    "Take the ring out of the gripper and put it on a tower; look at the gripper; "
                    "start again.",
                    "Ring %g g does not leave the gripper; it was let go %d times.", weight,
                    RIG_TRIES);
        return RIG_ENDED;
    }
    x->board.hand = RIG_HAND_MAYBE;
    rig_end_run(x, RIG_REASON_MISSING,
                "Look for the ring in the gripper and beside the towers, and put it on a tower. If "
                "no ring is missing, "
                "calibrate the cells. Then start again.",
                half->opened ? "Ring %g g was let go over tower %d, and no cell shows it: it fell, "
                               "it is still in the gripper, or a cell shows too little."
                : half->taken ? "Ring %g g was taken up, but tower %d does not feel it when it is "
                                "put down: it fell, or it cannot get there."
                              : "Ring %g g is on no tower, and tower %d does not feel that the "
                                "gripper has it: it is missing.",
                weight, tower);
    return RIG_ENDED;
}

enum rig_deed rig_put(struct rig_executor *x, int tower) {
    assert(x->board.held != RIG_NO_RING && tower >= 0 && tower < RIG_TOWERS);
    struct half half = {.attempt = 1, .taken = x->board.hand == RIG_HAND_HOLDS};
    for (; half.attempt <= RIG_TRIES; half.attempt++) {
        bool put = false;
        enum rig_deed deed = put_once(x, tower, &half, &put);
        if (put && !make_flat(x, tower))
            return RIG_ENDED;
        if (deed != RIG_DID || put)
            return deed;
    }
    return end_in_vain(x, tower, &half);
}

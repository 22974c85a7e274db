/* The machine, call by call: a call that fails is retried for a while, every wait has a timeout,
 * and the cells are sampled while anything moves. */
#include <assert.h>
#include <stdlib.h>

#include "rig/executor/executor.h"

#define CHECK_LINE                                                                                 \
    "Check the cable and the power of the machine. The arm may be low. Then start again."

/* ---- calls ---- */

static bool bus_failed(struct rig_executor *x) {
    if (x->failing_since < 0)
        x->failing_since = rig_now(x);
    if (rig_now(x) - x->failing_since > RIG_BUS_TIMEOUT_MS)
        return rig_end_run(x, RIG_REASON_BUS, CHECK_LINE, "The machine has not answered for %d s.",
                           RIG_BUS_TIMEOUT_MS / 1000);
    x->device->sleep(x->device->self, 5);
    return true;
}

/* Whether the call must be retried. It must not if it was answered, or if the run has ended. */
static bool must_retry(struct rig_executor *x, enum rig_status status) {
    x->refused = status == RIG_REFUSED;
    switch (status) {
    case RIG_OK:
    case RIG_REFUSED:
        x->failing_since = -1;
        return false;
    case RIG_BUS_ERROR:
        return bus_failed(x);
    case RIG_GONE:
        return rig_end_run(x, RIG_REASON_BUS, CHECK_LINE,
                           "The machine is gone: it lost power, or the connection was closed.");
    case RIG_DIVERGED:
        return rig_end_run(x, RIG_REASON_REPLAY,
                           "Replay the log with the program and the settings that made it.",
                           "The run makes another call than the log has.");
    }
    return false;
}

static bool ask_axis(struct rig_executor *x, enum rig_axis axis) {
    struct rig_device *device = x->device;
    while (must_retry(x, device->axis(device->self, axis, &x->axis[axis])))
        continue;
    return !x->ended;
}

void rig_halt(struct rig_executor *x) {
    int64_t end = rig_now(x) + RIG_BUS_TIMEOUT_MS;
    while (x->device->stop(x->device->self) == RIG_BUS_ERROR && rig_now(x) < end)
        x->device->sleep(x->device->self, 20);
}

/* ---- inputs ---- */

static void take_input(struct rig_executor *x, const struct rig_input *input) {
    switch (input->kind) {
    case RIG_INPUT_EXIT:
        x->exit_requested = true;
        rig_tell(x, RIG_EVENT_INPUT, -1, "exit: the run ends as soon as the gripper is empty");
        break;
    case RIG_INPUT_START:
        rig_tell(x, RIG_EVENT_INPUT, -1, x->asking ? "start" : "start: ignored during a run");
        x->start_pressed = x->asking;
        break;
    case RIG_INPUT_KNOB:
        rig_tell(x, RIG_EVENT_INPUT, -1, "a hand encoder: ignored during a run");
        break;
    case RIG_INPUT_RESTART:
        x->up = false;
        x->axis[RIG_X].homed = x->axis[RIG_Y].homed = false;
        rig_doubt_all(x, "the machine lost power and came back");
        break;
    case RIG_INPUT_NONE:
        break;
    }
}

static bool poll_inputs(struct rig_executor *x) {
    struct rig_device *device = x->device;
    struct rig_input input = {RIG_INPUT_NONE, RIG_X, 0};
    for (int most = 16; most > 0; most--) {
        while (must_retry(x, device->poll(device->self, &input)))
            continue;
        if (x->ended || input.kind == RIG_INPUT_NONE)
            break;
        take_input(x, &input);
    }
    if (!control_going(x->control))
        x->exit_requested = true;
    double seconds = (double)(rig_now(x) - x->begun) / 1000;
    x->time_up |= seconds > x->config->seconds_limit;
    if (seconds > x->config->seconds_limit + 600)
        return rig_stop_requested(x) && false;
    return !x->ended;
}

/* ---- sampling ---- */

static bool take_sample(struct rig_executor *x) {
    struct rig_device *device = x->device;
    struct rig_sample sample;
    int64_t asked = rig_now(x);
    while (must_retry(x, device->weigh(device->self, &sample)))
        continue;
    if (x->ended)
        return false;
    int64_t time = rig_now(x);
    if (x->sampled >= 0 && time - x->sampled > RIG_GAP_MS)
        rig_doubt_all(x, "the cells could not be read for a while");
    x->asked = asked;
    x->sampled = time;
    rig_take_sample(x, &sample);
    rig_send_plain(x, RIG_EVENT_WEIGHTS);
    return poll_inputs(x);
}

static bool wait_a_sample(struct rig_executor *x) {
    x->device->sleep(x->device->self, x->spec.sample_ms);
    return take_sample(x);
}

bool rig_wait(struct rig_executor *x, int64_t ms) {
    int64_t end = rig_now(x) + ms;
    while (rig_now(x) < end)
        if (!wait_a_sample(x))
            return false;
    return true;
}

/* ---- steps ---- */

static bool begin_step(struct rig_executor *x, enum rig_step what, int tower, int ring) {
    rig_check(x);
    assert(what != RIG_STEP_NONE && tower >= -1 && tower < RIG_TOWERS);
    assert(ring >= RIG_NO_RING && ring < x->config->rings);
    x->result->steps++;
    struct rig_event event = rig_event_of(x, RIG_EVENT_STEP);
    event.what = what;
    event.tower = tower;
    event.ring = ring;
    rig_send(x, &event);
    if (!rig_journal_add(&x->journal, "step %ld %s %d %d", x->result->steps, rig_step_word(what),
                         tower, ring))
        return rig_end_for_journal(x);
    return true;
}

static bool end_step(struct rig_executor *x, bool good) {
    if (!x->ended &&
        !rig_journal_add(&x->journal, "%s %ld", good ? "did" : "failed", x->result->steps))
        rig_end_for_journal(x);
    return !x->ended;
}

static int32_t limit_of(const struct rig_executor *x, enum rig_axis axis) {
    int64_t whole = (int64_t)x->spec.high[axis] - x->spec.low[axis];
    int64_t limit = whole * 1500 / x->spec.speed[axis] + 1500;
    assert(whole > 0 && limit > 0); /* the description was checked */
    return limit > 600000 ? 600000 : (int32_t)limit;
}

/* Waits until an axis stands still; the host's timeout ends the motion if the machine's does not.
 */
static bool await(struct rig_executor *x, enum rig_axis axis) {
    int64_t end = rig_now(x) + limit_of(x, axis) + 2000;
    do {
        if (!wait_a_sample(x) || !ask_axis(x, axis))
            return false;
        rig_send_plain(x, RIG_EVENT_ARM);
    } while ((x->axis[axis].motion == RIG_MOVING || x->axis[axis].motion == RIG_HOMING) &&
             rig_now(x) < end);
    if (x->axis[axis].motion == RIG_MOVING || x->axis[axis].motion == RIG_HOMING)
        rig_halt(x);
    return true;
}

static bool start_home(struct rig_executor *x, enum rig_axis axis) {
    struct rig_device *device = x->device;
    assert(axis == RIG_Y || x->up); /* X never moves while anything can be in its way */
    while (must_retry(x, device->home(device->self, axis, limit_of(x, axis))))
        continue;
    return !x->ended && (x->refused || await(x, axis));
}

static bool start_move(struct rig_executor *x, enum rig_axis axis, int32_t target) {
    struct rig_device *device = x->device;
    assert(axis == RIG_Y || x->up);
    assert(target >= x->spec.low[axis] && target <= x->spec.high[axis]);
    while (must_retry(x, device->move(device->self, axis, target, limit_of(x, axis))))
        continue;
    return !x->ended && (x->refused || await(x, axis));
}

/* Motors move in steps, so few positions can be reached to the micrometre; the machine states its
 * tolerance. */
static bool is_at(const struct rig_executor *x, enum rig_axis axis, int32_t target) {
    const struct rig_axis_state *state = &x->axis[axis];
    int64_t off = (int64_t)state->at - target; /* the device may report anything */
    return !x->refused && state->motion == RIG_STILL && state->homed &&
           llabs(off) <= x->spec.position_tolerance;
}

static bool end_for_axis(struct rig_executor *x, enum rig_axis axis, const char *what) {
    return rig_end_run(
        x, RIG_REASON_AXIS,
        axis == RIG_Y
            ? "Check what blocks the arm. It may be low: do not move X before the arm is up. "
              "Then start again."
            : "Check what blocks the X axis, then start again.",
        "The %s axis %s (%d attempts; the last one: %s).", axis == RIG_Y ? "Y" : "X", what,
        RIG_AXIS_TRIES, x->refused ? "refused" : rig_motion_word(x->axis[axis].motion));
}

static void note_slip(struct rig_executor *x, enum rig_axis axis) {
    int32_t slip = x->axis[axis].slip;
    if (abs(slip) <= RIG_SLIP)
        return;
    x->slips++;
    rig_tell(x, RIG_EVENT_FAULT, -1, "the %s axis has lost steps: %.1f mm",
             axis == RIG_X ? "X" : "Y", abs(slip) / 1000.0);
}

bool rig_lift(struct rig_executor *x, int tower, int ring) {
    for (int attempt = 1; attempt <= RIG_AXIS_TRIES; attempt++) {
        if (!begin_step(x, RIG_STEP_LIFT, tower, ring) || !start_home(x, RIG_Y))
            return false;
        x->up = is_at(x, RIG_Y, x->spec.high[RIG_Y]);
        if (!end_step(x, x->up))
            return false;
        if (x->up) {
            note_slip(x, RIG_Y);
            return true;
        }
        rig_retry(x, attempt, tower, "the arm did not go up: %s",
                  rig_motion_word(x->axis[RIG_Y].motion));
    }
    return end_for_axis(x, RIG_Y, "does not reach its upper end");
}

/* Makes sure that the arm is up now. */
static bool ensure_arm_up(struct rig_executor *x) {
    if (!ask_axis(x, RIG_Y))
        return false;
    bool up = x->up && is_at(x, RIG_Y, x->spec.high[RIG_Y]);
    return up || rig_lift(x, -1, RIG_NO_RING);
}

bool rig_home_x(struct rig_executor *x) {
    for (int attempt = 1; attempt <= RIG_AXIS_TRIES; attempt++) {
        bool knew = x->axis[RIG_X].homed;
        x->at_tower = -1;
        if (!ensure_arm_up(x) || !begin_step(x, RIG_STEP_HOME_X, -1, x->board.held) ||
            !start_home(x, RIG_X))
            return false;
        bool good = is_at(x, RIG_X, x->spec.low[RIG_X]);
        if (!end_step(x, good))
            return false;
        if (good) {
            x->slip_x = knew ? x->axis[RIG_X].slip : 0;
            note_slip(x, RIG_X);
            return true;
        }
        rig_retry(x, attempt, -1, "X did not find its end: %s",
                  rig_motion_word(x->axis[RIG_X].motion));
    }
    return end_for_axis(x, RIG_X, "does not find its end");
}

bool rig_travel(struct rig_executor *x, int tower, int ring) {
    for (int attempt = 1; attempt <= RIG_AXIS_TRIES; attempt++) {
        if (!ensure_arm_up(x) || !ask_axis(x, RIG_X))
            return false;
        if (!x->axis[RIG_X].homed && !rig_home_x(x))
            return false;
        if (is_at(x, RIG_X, x->spec.tower_x[tower]) && x->at_tower == tower)
            return true;
        x->at_tower = -1;
        if (!begin_step(x, RIG_STEP_TRAVEL, tower, ring) ||
            !start_move(x, RIG_X, x->spec.tower_x[tower]))
            return false;
        bool good = is_at(x, RIG_X, x->spec.tower_x[tower]);
        if (!end_step(x, good))
            return false;
        if (good) {
            x->at_tower = tower;
            return true;
        }
        rig_retry(x, attempt, tower, "X did not arrive at tower %d: %s", tower,
                  rig_motion_word(x->axis[RIG_X].motion));
        x->axis[RIG_X].homed = false;
        if (!rig_home_x(x))
            return false;
    }
    return end_for_axis(x, RIG_X, "does not arrive at its target");
}

int32_t rig_level(const struct rig_executor *x, int k) {
    assert(k >= 0 && k <= RIG_RINGS);
    return x->spec.floor_y + k * x->spec.ring_height;
}

bool rig_lower(struct rig_executor *x, enum rig_step what, int tower, int ring, int32_t y,
               bool *blocked) {
    assert(x->at_tower == tower); /* the arm goes down only over a tower */
    if (!begin_step(x, what, tower, ring))
        return false;
    x->up = false;
    if (!start_move(x, RIG_Y, y))
        return false;
    *blocked = !is_at(x, RIG_Y, y);
    return end_step(x, !*blocked);
}

bool rig_grip(struct rig_executor *x, enum rig_grip grip, int tower, int ring) {
    struct rig_device *device = x->device;
    if (!begin_step(x, grip == RIG_OPEN ? RIG_STEP_RELEASE : RIG_STEP_GRIP, tower, ring))
        return false;
    assert(grip == RIG_CLOSED || !x->up); /* from up there a ring would fall */
    x->grip_known = false;
    while (must_retry(x, device->grip(device->self, grip)))
        continue;
    if (x->refused)
        rig_end_run(x, RIG_REASON_GRIP, "Check the gripper, then start again.",
                    "The gripper refuses to work.");
    if (x->ended)
        return false;
    x->grip = grip;
    x->grip_known = true;
    rig_send_plain(x, RIG_EVENT_ARM);
    return rig_wait(x, x->spec.grip_ms) && end_step(x, true);
}

bool rig_tare_cell(struct rig_executor *x, int cell) {
    struct rig_device *device = x->device;
    assert(cell >= 0 && cell < RIG_TOWERS);
    if (!begin_step(x, RIG_STEP_TARE, cell, RIG_NO_RING))
        return false;
    while (must_retry(x, device->tare(device->self, cell)))
        continue;
    return !x->ended && end_step(x, !x->refused);
}

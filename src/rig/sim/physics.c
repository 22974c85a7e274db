/* The physics of the simulated rig: where the arm is, what it touches, where rings go, what cells
 * show. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rig/sim/internal.h"

void sim_collide(struct rig_sim *sim, const char *what) {
    if (sim->collisions++ == 0)
        snprintf(sim->collision, sizeof sim->collision, "step %ld: %s", sim->steps, what);
}

/* The tower the gripper is over, within the distance; -1: none. */
static int tower_below(const struct rig_sim *sim, int32_t within) {
    for (int t = 0; t < RIG_TOWERS; t++)
        if (abs(sim->axis[RIG_X].actual - sim->spec.tower_x[t]) <= within)
            return t;
    return -1;
}

/* The height at which ring k of a tower is gripped. */
static int32_t level(const struct rig_sim *sim, int k) {
    return sim->spec.floor_y + k * sim->spec.ring_height;
}

/* ---- touching ---- */

static bool top_is_askew(const struct rig_sim *sim, int tower) {
    return sim->count[tower] > 0 && sim->askew[sim->stack[tower][sim->count[tower] - 1]];
}

/* The height at which the gripper, or what it holds, rests on the tower below. An open gripper goes
 * around the rings, down to the floor. */
static int32_t rest_height(const struct rig_sim *sim, int tower) {
    int32_t half = sim->spec.ring_height / 2;
    int32_t tilt = top_is_askew(sim, tower) ? half / 2 : 0;
    if (sim->foreign[tower] > 0)
        tilt += half;
    if (sim->held_count > 0)
        return level(sim, sim->count[tower]) + tilt;
    if (sim->grip == RIG_CLOSED)
        return level(sim, sim->count[tower]) - half + tilt;
    return sim->spec.floor_y - half;
}

/* The same wherever the arm is: if it is not aligned with a tower it comes down on the post. */
static int32_t contact_height(const struct rig_sim *sim) {
    int tower = tower_below(sim, SIM_ALIGN);
    if (tower >= 0)
        return rest_height(sim, tower);
    if (tower_below(sim, SIM_REACH) >= 0)
        return level(sim, RIG_RINGS) + sim->spec.ring_height / 2;
    return sim->spec.low[RIG_Y];
}

/* What the arm adds to the load of the tower below. */
static double touch(const struct rig_sim *sim, int tower) {
    if (tower_below(sim, SIM_ALIGN) != tower)
        return 0;
    int32_t depth = rest_height(sim, tower) + SIM_CONTACT - sim->axis[RIG_Y].actual;
    if (depth < 0 || (sim->held_count == 0 && sim->grip == RIG_OPEN))
        return 0;
    if (sim->held_count == 0 && depth > SIM_CONTACT + SIM_COMPLIANCE)
        return 0; /* it closed around a ring and holds nothing */
    double carried = 0;
    for (int i = 0; i < sim->held_count; i++)
        carried += sim->grams[(int)sim->held[i]];
    if (sim->axis[RIG_Y].actual <= sim->held_y && sim->held_count > 0 && depth <= SIM_CONTACT)
        return carried; /* gripped but not lifted yet */
    return carried + (double)(depth - SIM_CONTACT > 0 ? depth - SIM_CONTACT : 0) * 0.02;
}

double sim_load(const struct rig_sim *sim, int tower) {
    double load = sim->foreign[tower] + sim->lean[tower] + touch(sim, tower);
    for (int i = 0; i < sim->count[tower]; i++)
        load += sim->grams[(int)sim->stack[tower][i]];
    return load;
}

/* ---- the gripper ---- */

static void lose_held(struct rig_sim *sim) {
    while (sim->held_count > 0)
        sim->lost[sim->held[--sim->held_count]] = true;
}

static void land_held(struct rig_sim *sim, int tower) {
    for (int i = 0; i < sim->held_count; i++)
        sim->stack[tower][sim->count[tower]++] = sim->held[i];
    sim->held_count = 0;
}

/* The ring of the tower at the height of the gripper; -1 if there is none or it cannot be gripped.
 */
static int ring_in_reach(const struct rig_sim *sim, int tower) {
    int32_t above = sim->axis[RIG_Y].actual - sim->spec.floor_y + sim->spec.ring_height / 2;
    int place = above < 0 ? -1 : above / sim->spec.ring_height;
    if (place < 0 || place >= sim->count[tower] || sim->foreign[tower] > 0)
        return -1;
    if (abs(sim->axis[RIG_Y].actual - level(sim, place)) > sim->spec.ring_height / 4)
        return -1;
    return top_is_askew(sim, tower) ? -1 : place;
}

static void close_gripper(struct rig_sim *sim) {
    int tower = tower_below(sim, SIM_ALIGN);
    int place = tower < 0 ? -1 : ring_in_reach(sim, tower);
    if (place < 0 || sim_lasts(sim, RIG_FAULT_GRIP_WEAK) || sim_fires(sim, RIG_FAULT_GRIP_MISS))
        return;
    for (int i = place; i < sim->count[tower]; i++)
        sim->held[sim->held_count++] = sim->stack[tower][i];
    sim->count[tower] = place;
    sim->held_y = sim->axis[RIG_Y].actual;
    sim->dropping = sim_fires(sim, RIG_FAULT_DROP_BACK);
    sim->falling = sim_fires(sim, RIG_FAULT_LATE_DROP);
    sim->fall_after = sim_between(sim, 0, sim->spec.tower_x[1] - sim->spec.tower_x[0]);
}

static int neighbour_of(struct rig_sim *sim, int tower) {
    if (tower == 1)
        return sim_between(sim, 0, 1) * 2;
    return 1;
}

/* Releases what is held over a tower. */
static void let_go(struct rig_sim *sim, int tower) {
    int8_t ring = sim->held[sim->held_count - 1];
    bool high = sim->axis[RIG_Y].actual > level(sim, sim->count[tower]) + 3000;
    if (sim_fires(sim, RIG_FAULT_RING_LOST)) {
        lose_held(sim);
        return;
    }
    if (sim_fires(sim, RIG_FAULT_NEIGHBOUR))
        tower = neighbour_of(sim, tower);
    else if (high || sim_fires(sim, RIG_FAULT_ASKEW))
        sim->askew[ring] = true;
    land_held(sim, tower);
}

static void open_gripper(struct rig_sim *sim) {
    if (sim->held_count == 0)
        return;
    if (sim_lasts(sim, RIG_FAULT_STUCK_FOREVER) || sim_fires(sim, RIG_FAULT_STUCK_RELEASE))
        return;
    int tower = tower_below(sim, SIM_ALIGN);
    if (tower >= 0) {
        let_go(sim, tower);
        return;
    }
    sim_collide(sim, "the gripper opens over no tower with a ring in it");
    lose_held(sim);
}

void sim_grip(struct rig_sim *sim, enum rig_grip grip) {
    bool stuck_open = grip == RIG_CLOSED && sim->held_count > 0;
    sim->grip = grip;
    if (grip == RIG_OPEN)
        open_gripper(sim);
    else if (!stuck_open)
        close_gripper(sim);
}

/* ---- motion ---- */

/* From that height a ring lands askew. */
static void fall(struct rig_sim *sim) {
    int tower = tower_below(sim, SIM_ALIGN);
    int8_t ring = sim->held[sim->held_count - 1];
    if (tower < 0) {
        lose_held(sim);
        return;
    }
    sim->askew[ring] = true;
    land_held(sim, tower);
}

/* A ring slips out on its way up, or falls on its way across. */
static void maybe_fall(struct rig_sim *sim) {
    if (sim->held_count == 0)
        return;
    if (sim->dropping && sim->axis[RIG_Y].actual > sim->held_y + sim->spec.ring_height) {
        sim->dropping = false;
        fall(sim);
    }
    struct sim_axis *x = &sim->axis[RIG_X];
    if (sim->falling && x->motion == RIG_MOVING &&
        abs(x->actual - x->actual_begin) >= sim->fall_after) {
        sim->falling = false;
        fall(sim);
    }
}

/* How far the motor has moved. */
static int64_t turned(const struct rig_sim *sim, enum rig_axis axis) {
    return (sim->now - sim->axis[axis].begun) * sim->spec.speed[axis] / 1000;
}

static void end_motion(struct sim_axis *axis, enum rig_motion how) {
    axis->motion = how;
    if (how == RIG_STALLED)
        axis->homed = false;
}

/* Stops Y at what is below. */
static void land_on_things(struct rig_sim *sim, struct sim_axis *y) {
    int32_t rest = contact_height(sim);
    if (sim->grip == RIG_CLOSED && sim->held_count == 0 && y->actual <= rest) {
        int tower = tower_below(sim, SIM_ALIGN);
        if (tower >= 0 && sim->count[tower] > 0)
            sim->askew[sim->stack[tower][sim->count[tower] - 1]] = false; /* pressed flat */
        rest = contact_height(sim);
    }
    if (y->actual < rest - SIM_COMPLIANCE) {
        y->actual = rest - SIM_COMPLIANCE;
        end_motion(y, RIG_STALLED);
    }
}

static void go_on(struct rig_sim *sim, enum rig_axis which) {
    struct sim_axis *axis = &sim->axis[which];
    int32_t way = axis->target - axis->at_begin;
    int32_t length = abs(way);
    int sign = way < 0 ? -1 : 1;
    int64_t done = turned(sim, which);
    bool stalls = axis->stop_at >= 0 && done >= axis->stop_at;
    if (stalls)
        done = axis->stop_at;
    else if (done >= length)
        done = length;
    if (axis->never && done > length / 2)
        done = length / 2;
    int64_t lost = length > 0 ? (int64_t)axis->lost * done / length : 0;
    axis->at = axis->at_begin + sign * (int32_t)done;
    axis->actual = axis->actual_begin + sign * (int32_t)(done - lost);
    if (stalls)
        end_motion(axis, RIG_STALLED);
    else if (done == length && !axis->never)
        end_motion(axis, RIG_STILL);
    if (which == RIG_Y && sign < 0)
        land_on_things(sim, axis);
}

static void find_end(struct rig_sim *sim, enum rig_axis which, int32_t end) {
    struct sim_axis *axis = &sim->axis[which];
    axis->slip = axis->homed ? axis->at - end : 0;
    axis->at = end;
    axis->homed = true;
    axis->motion = RIG_STILL;
    (void)sim;
}

static void go_home(struct rig_sim *sim, enum rig_axis which) {
    struct sim_axis *axis = &sim->axis[which];
    int sign = which == RIG_X ? -1 : 1;
    int32_t end = which == RIG_X ? sim->spec.low[which] : sim->spec.high[which];
    int64_t done = turned(sim, which);
    int32_t length = abs(end - axis->actual_begin) + axis->lost;
    bool stalls = axis->stop_at >= 0 && done >= axis->stop_at;
    if (stalls)
        done = axis->stop_at;
    else if (done > length)
        done = length;
    int64_t lost = length > 0 ? (int64_t)axis->lost * done / length : 0;
    axis->at = axis->at_begin + sign * (int32_t)done;
    axis->actual = axis->actual_begin + sign * (int32_t)(done - lost);
    if (stalls && which == RIG_Y)
        end_motion(axis, RIG_STALLED);
    else if (stalls || (done == length && !axis->never))
        find_end(sim, which, end);
}

static bool is_under_way(const struct sim_axis *axis) {
    return axis->motion == RIG_MOVING || axis->motion == RIG_HOMING;
}

void sim_move_axes(struct rig_sim *sim) {
    for (int i = 0; i < RIG_AXES; i++) {
        struct sim_axis *axis = &sim->axis[i];
        if (!is_under_way(axis))
            continue;
        if (axis->motion == RIG_MOVING)
            go_on(sim, (enum rig_axis)i);
        else
            go_home(sim, (enum rig_axis)i);
        maybe_fall(sim);
        if (is_under_way(axis) && sim->now >= axis->limit) {
            axis->homed = axis->homed && axis->motion == RIG_MOVING;
            axis->motion = RIG_TIMED_OUT;
        }
    }
}

/* ---- cells ---- */

/* Approximately normal: a sum of four. */
static double noise(struct rig_sim *sim, double deviation) {
    double sum = 0;
    for (int i = 0; i < 4; i++)
        sum += sim_uniform(sim, -1, 1);
    return sum * deviation * 0.8660254;
}

static int32_t show(struct rig_sim *sim, struct sim_cell *cell) {
    double drift = cell->drift * (double)(sim->now - cell->drift_from) / 1000;
    double grams = cell->gain * sim_load(sim, cell->tower) + cell->zero + drift - cell->tare +
                   noise(sim, cell->noise);
    double limit = sim->spec.cell_limit / 1000.0;
    if (cell->saturated || grams > limit)
        grams = limit;
    if (grams < -limit)
        grams = -limit;
    return cell->dead ? 0 : (int32_t)lround(grams * 1000);
}

void sim_sample(struct rig_sim *sim) {
    if (sim->now < sim->frozen_until)
        return;
    for (int i = 0; i < RIG_TOWERS; i++)
        if (!sim->cell[i].stuck)
            sim->cell[i].shown = show(sim, &sim->cell[i]);
}

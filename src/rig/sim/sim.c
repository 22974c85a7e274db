#include "rig/sim/sim.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "rig/sim/internal.h"

/* ---- time ---- */

/* The number of the newest sample by the clock of the cells. */
static int64_t newest_sample(const struct rig_sim *sim) {
    return (sim->now + sim->phase_ms) / sim->spec.sample_ms;
}

/* Cells that convert at their own pace: a sample is up to one interval old. */
static void sample_on_time(struct rig_sim *sim) {
    if (newest_sample(sim) == sim->sampled)
        return;
    sim->sampled = newest_sample(sim);
    sim_sample(sim);
}

/* In short strides, so that people and axes interact in the right order. */
static void advance(struct rig_sim *sim, int64_t ms) {
    int64_t end = sim->now + ms;
    while (sim->now < end) {
        sim->now = end - sim->now > 10 ? sim->now + 10 : end;
        sim_people(sim);
        sim_move_axes(sim);
        if (sim->free_running)
            sample_on_time(sim);
        if (sim->watcher)
            sim->watcher(sim->watcher_context, sim);
    }
}

/* ---- calls ---- */

/* Whether the line delivers a call: RIG_OK, or it is lost. */
static enum rig_status line(struct rig_sim *sim) {
    if (sim->off)
        return RIG_GONE;
    bool fails =
        sim->bus_dead || sim->bus_fails > 0 || (sim->bus_storm && sim_between(sim, 0, 3) == 0);
    sim->bus_fails -= sim->bus_fails > 0;
    if (fails)
        advance(sim, SIM_CALL_LOST_MS);
    return fails ? RIG_BUS_ERROR : RIG_OK;
}

static void cut_power(struct rig_sim *sim) {
    advance(sim, sim_between(sim, 0, 2) * 300); /* the step may be in progress or complete */
    sim->off = true;
    for (int i = 0; i < RIG_AXES; i++)
        sim->axis[i].motion = RIG_STILL;
    if (!sim->spec.holds_unpowered)
        sim_grip(sim, RIG_OPEN);
}

/* Begins a step: true if the command reaches the machine. *answer: what the host receives. */
static bool begin_step(struct rig_sim *sim, enum rig_status *answer) {
    *answer = sim->off ? RIG_GONE : RIG_OK;
    if (sim->off)
        return false;
    sim->steps++;
    sim_begin_faults(sim);
    *answer = line(sim);
    /* Half of the losses hit the answer, not the command. */
    return *answer == RIG_OK || (!sim->bus_dead && sim_between(sim, 0, 1) == 0);
}

static void end_step(struct rig_sim *sim) {
    if (sim->cut_at != 0 && sim->steps >= sim->cut_at)
        cut_power(sim);
}

static enum rig_status sim_describe(void *self, struct rig_description *description) {
    struct rig_sim *sim = self;
    enum rig_status status = line(sim);
    if (status == RIG_OK)
        *description = sim->spec;
    return status;
}

static void start_motion(struct rig_sim *sim, enum rig_axis which, enum rig_motion motion,
                         int32_t target, int32_t limit_ms) {
    struct sim_axis *axis = &sim->axis[which];
    axis->motion = motion;
    axis->target = target;
    axis->at_begin = axis->at;
    axis->actual_begin = axis->actual;
    axis->lost = 0;
    axis->stop_at = -1;
    axis->never = false;
    axis->begun = sim->now;
    axis->limit = sim->now + limit_ms;
}

static int32_t some_lost(struct rig_sim *sim, int32_t length, int32_t most) {
    int32_t lost = sim_between(sim, 1000, most);
    return lost < length ? lost : length;
}

/* Applies the faults of a motion of that length. */
static void apply_motion_faults(struct rig_sim *sim, enum rig_axis which, int32_t length) {
    struct sim_axis *axis = &sim->axis[which];
    bool homing = axis->motion == RIG_HOMING;
    if (length > 0 && sim_fires(sim, RIG_FAULT_JAM))
        axis->jammed = true;
    if (length > 0 && (axis->jammed || sim_fires(sim, RIG_FAULT_STALL)))
        axis->stop_at = (int32_t)(length * sim_uniform(sim, 0.2, 0.8));
    if (which == RIG_Y && length > 20000 && sim_fires(sim, RIG_FAULT_LOST_STEPS_Y))
        axis->lost = some_lost(sim, length, 30000);
    if (which == RIG_X && !homing && length > 60000) {
        if (sim_fires(sim, RIG_FAULT_LOST_STEPS_X))
            axis->lost =
                some_lost(sim, length, sim->spec.tower_x[1] - sim->spec.tower_x[0] - SIM_ALIGN);
        else if (sim_fires(sim, RIG_FAULT_LOST_TOWER))
            axis->lost =
                some_lost(sim, length, 1000) / 1000 * (sim->spec.tower_x[1] - sim->spec.tower_x[0]);
    }
    if (!homing && length > 0)
        axis->never = sim_fires(sim, RIG_FAULT_NEVER_THERE);
    else if (homing)
        axis->never =
            sim_lasts(sim, RIG_FAULT_HOME_BROKEN) || sim_fires(sim, RIG_FAULT_HOME_NO_STALL);
}

static bool is_moving(const struct rig_sim *sim, enum rig_axis axis) {
    return sim->axis[axis].motion == RIG_MOVING || sim->axis[axis].motion == RIG_HOMING;
}

/* The most important rule: true if X may move now. Violating it counts as a collision even if the
 * machine refuses. */
static bool may_move_x(struct rig_sim *sim) {
    const struct sim_axis *y = &sim->axis[RIG_Y];
    bool low = y->actual < sim->spec.travel_y;
    if (low || is_moving(sim, RIG_Y))
        sim_collide(sim,
                    low ? "X was to move while the arm was low" : "X was to move while Y moved");
    return y->homed && y->at >= sim->spec.travel_y && !is_moving(sim, RIG_Y);
}

static bool may_move_y(struct rig_sim *sim) {
    if (is_moving(sim, RIG_X))
        sim_collide(sim, "Y was to move while X moved");
    return !is_moving(sim, RIG_X);
}

static enum rig_status do_home(struct rig_sim *sim, enum rig_axis axis, int32_t limit_ms) {
    if (axis == RIG_X ? !may_move_x(sim) : !may_move_y(sim))
        return RIG_REFUSED;
    int32_t end = axis == RIG_X ? sim->spec.low[axis] : sim->spec.high[axis];
    start_motion(sim, axis, RIG_HOMING, end, limit_ms);
    apply_motion_faults(sim, axis, abs(end - sim->axis[axis].actual));
    return RIG_OK;
}

static enum rig_status sim_home(void *self, enum rig_axis axis, int32_t limit_ms) {
    struct rig_sim *sim = self;
    enum rig_status answer;
    if (begin_step(sim, &answer)) {
        enum rig_status done = do_home(sim, axis, limit_ms);
        answer = answer == RIG_OK ? done : answer;
    }
    end_step(sim);
    return sim->off ? RIG_GONE : answer;
}

static enum rig_status do_move(struct rig_sim *sim, enum rig_axis axis, int32_t target,
                               int32_t limit_ms) {
    if (target < sim->spec.low[axis] || target > sim->spec.high[axis]) {
        sim_collide(sim, "an axis was to move beyond its end");
        return RIG_REFUSED;
    }
    if (axis == RIG_X ? !may_move_x(sim) : !may_move_y(sim))
        return RIG_REFUSED;
    if (!sim->axis[axis].homed)
        return RIG_REFUSED;
    start_motion(sim, axis, RIG_MOVING, target, limit_ms);
    apply_motion_faults(sim, axis, abs(target - sim->axis[axis].at));
    return RIG_OK;
}

static enum rig_status sim_move(void *self, enum rig_axis axis, int32_t target, int32_t limit_ms) {
    struct rig_sim *sim = self;
    enum rig_status answer;
    if (begin_step(sim, &answer)) {
        enum rig_status done = do_move(sim, axis, target, limit_ms);
        answer = answer == RIG_OK ? done : answer;
    }
    end_step(sim);
    return sim->off ? RIG_GONE : answer;
}

static enum rig_status sim_stop(void *self) {
    struct rig_sim *sim = self;
    enum rig_status status = line(sim);
    for (int i = 0; i < RIG_AXES && status == RIG_OK; i++)
        if (is_moving(sim, (enum rig_axis)i))
            sim->axis[i].motion = RIG_STILL;
    return status;
}

/* The counter counts whole steps from the end at which it was set. */
static int32_t counted(const struct rig_sim *sim, enum rig_axis axis) {
    int32_t end = axis == RIG_X ? sim->spec.low[axis] : sim->spec.high[axis];
    double steps = round((sim->axis[axis].at - end) / sim->step_length);
    return end + (int32_t)lround(steps * sim->step_length);
}

static enum rig_status sim_axis_state(void *self, enum rig_axis which,
                                      struct rig_axis_state *state) {
    struct rig_sim *sim = self;
    enum rig_status status = line(sim);
    const struct sim_axis *axis = &sim->axis[which];
    if (status == RIG_OK)
        *state =
            (struct rig_axis_state){axis->motion, axis->homed, counted(sim, which), axis->slip};
    return status;
}

static enum rig_status sim_grip_call(void *self, enum rig_grip grip) {
    struct rig_sim *sim = self;
    enum rig_status answer;
    if (begin_step(sim, &answer))
        sim_grip(sim, grip);
    end_step(sim);
    return sim->off ? RIG_GONE : answer;
}

static enum rig_status sim_tare(void *self, int cell) {
    struct rig_sim *sim = self;
    enum rig_status answer;
    if (begin_step(sim, &answer)) {
        struct sim_cell *of = &sim->cell[cell];
        of->tare = of->gain * sim_load(sim, of->tower) + of->zero +
                   of->drift * (double)(sim->now - of->drift_from) / 1000;
    }
    end_step(sim);
    return sim->off ? RIG_GONE : answer;
}

static enum rig_status sim_weigh(void *self, struct rig_sample *sample) {
    struct rig_sim *sim = self;
    enum rig_status status = line(sim);
    if (status != RIG_OK)
        return status;
    if (!sim->free_running) {
        if (sim->now / sim->spec.sample_ms != sim->sampled / sim->spec.sample_ms)
            sim_sample(sim);
        sim->sampled = sim->now;
    }
    int shift = sim->misaligned && sim_between(sim, 0, 11) == 0 ? sim_between(sim, 1, 2) : 0;
    for (int i = 0; i < RIG_TOWERS; i++)
        sample->cell[i] = sim->cell[(i + shift) % RIG_TOWERS].shown;
    return RIG_OK;
}

static enum rig_status sim_poll(void *self, struct rig_input *input) {
    struct rig_sim *sim = self;
    enum rig_status status = line(sim);
    if (status != RIG_OK)
        return status;
    *input = (struct rig_input){RIG_INPUT_NONE, RIG_X, 0};
    if (sim->inputs > 0) {
        *input = sim->input[0];
        sim->inputs--;
        memmove(sim->input, sim->input + 1, (size_t)sim->inputs * sizeof sim->input[0]);
    }
    return RIG_OK;
}

static int64_t sim_clock(void *self) {
    struct rig_sim *sim = self;
    return sim->now;
}

static void sim_sleep(void *self, int32_t ms) {
    struct rig_sim *sim = self;
    if (sim->off)
        sim->now += ms;
    else
        advance(sim, ms);
}

/* ---- setup ---- */

static const struct rig_description simulated = {
    .name = "simulator",
    .low = {0, 0},
    .high = {300000, 160000},
    .speed = {150000, 100000},
    .tower_x = {60000, 150000, 240000},
    .travel_y = 130000,
    .floor_y = 15000,
    .ring_height = 12000,
    .cell_limit = 2000000,
    .grip_ms = 200,
    .sample_ms = 50,
    .position_tolerance = 12,
    .holds_unpowered = true,
    .cells_are_lively = true,
};

static void make_cells(struct rig_sim *sim) {
    for (int i = 0; i < RIG_TOWERS; i++) {
        sim->cell[i] = (struct sim_cell){.gain = sim_uniform(sim, 0.999, 1.001),
                                         .zero = sim_uniform(sim, -1.5, 1.5),
                                         .noise = 0.3,
                                         .tower = i};
    }
}

/* A limit above the weight of all rings. */
static int32_t limit_for(const double *grams, int rings) {
    double all = 0;
    for (int i = 0; i < rings; i++)
        all += grams[i];
    return (int32_t)fmax(2000000, all * 2000);
}

struct rig_sim *rig_sim_new(uint64_t seed, int rings, const double *grams, int tower) {
    struct rig_sim *sim = MEM_NEW(struct rig_sim);
    sim->device = (struct rig_device){sim,       sim_describe,   sim_home,      sim_move,
                                      sim_stop,  sim_axis_state, sim_grip_call, sim_tare,
                                      sim_weigh, sim_poll,       sim_clock,     sim_sleep,
                                      NULL};
    sim->spec = simulated;
    sim->step_length = 11.25;
    sim->spec.cell_limit = limit_for(grams, rings);
    random_seed(&sim->random, seed);
    sim->rings = rings;
    memcpy(sim->grams, grams, (size_t)rings * sizeof *grams);
    sim->axis[RIG_X].actual = sim_between(sim, 20000, 280000);
    sim->axis[RIG_Y].actual = sim->spec.travel_y + sim_between(sim, 0, 30000);
    sim->grip = RIG_OPEN;
    make_cells(sim);
    for (int ring = rings - 1; ring >= 0; ring--)
        sim->stack[tower][sim->count[tower]++] = (int8_t)ring;
    sim_sample(sim);
    return sim;
}

void rig_sim_free(struct rig_sim *sim) {
    free(sim->actions);
    free(sim);
}

void rig_sim_watch(struct rig_sim *sim, rig_sim_watcher *watcher, void *context) {
    sim->watcher = watcher;
    sim->watcher_context = context;
}

struct rig_device *rig_sim_device(struct rig_sim *sim) {
    return &sim->device;
}

void rig_sim_set_board(struct rig_sim *sim, const struct rig_board *board) {
    for (int ring = 0; ring < sim->rings; ring++)
        sim->lost[ring] = true;
    for (int t = 0; t < RIG_TOWERS; t++) {
        sim->count[t] = board->count[t];
        for (int i = 0; i < board->count[t]; i++) {
            sim->stack[t][i] = board->ring[t][i];
            sim->lost[(int)board->ring[t][i]] = false;
        }
    }
    sim->held_count = 0;
    if (board->hand == RIG_HAND_HOLDS && board->held != RIG_NO_RING) {
        sim->held[sim->held_count++] = board->held;
        sim->held_y = sim->axis[RIG_Y].actual;
        sim->lost[(int)board->held] = false;
        sim->grip = RIG_CLOSED;
    }
    sim_sample(sim);
}

void rig_sim_fault(struct rig_sim *sim, enum rig_fault fault, long step) {
    if (sim->plans < SIM_PLANNED)
        sim->plan[sim->plans++] = (struct sim_plan){fault, step, false};
}

bool rig_sim_happened(const struct rig_sim *sim, enum rig_fault fault) {
    return sim->happened[fault];
}

/* ---- the truth ---- */

static void copy_board(const struct rig_sim *sim, struct rig_truth *truth) {
    struct rig_board *board = &truth->board;
    *board = (struct rig_board){.held = RIG_NO_RING};
    for (int ring = 0; ring < sim->rings; ring++)
        truth->lost[ring] = true;
    for (int t = 0; t < RIG_TOWERS; t++) {
        board->count[t] = (int8_t)sim->count[t];
        for (int i = 0; i < sim->count[t]; i++) {
            board->ring[t][i] = sim->stack[t][i];
            truth->lost[(int)sim->stack[t][i]] = false;
        }
    }
    for (int i = 0; i < sim->held_count; i++) {
        board->hand = RIG_HAND_HOLDS;
        board->held = sim->held[i];
        truth->lost[(int)sim->held[i]] = false;
    }
}

void rig_sim_truth(const struct rig_sim *sim, struct rig_truth *truth) {
    *truth = (struct rig_truth){.ms = sim->now,
                                .x = sim->axis[RIG_X].actual,
                                .y = sim->axis[RIG_Y].actual,
                                .moving = is_moving(sim, RIG_X) || is_moving(sim, RIG_Y),
                                .grip = sim->grip,
                                .steps = sim->steps,
                                .collisions = sim->collisions};
    copy_board(sim, truth);
    memcpy(truth->askew, sim->askew, sizeof truth->askew);
    memcpy(truth->foreign, sim->foreign, sizeof truth->foreign);
    memcpy(truth->lean, sim->lean, sizeof truth->lean);
    for (int i = 0; i < RIG_TOWERS; i++)
        truth->shown.cell[i] = sim->cell[i].shown;
    snprintf(truth->collision, sizeof truth->collision, "%s", sim->collision);
}

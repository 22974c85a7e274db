#include "rig/tests/sim_setup.h"

#include "rig/sim/internal.h"

void rig_sim_add(struct rig_sim *sim, int tower, double grams) {
    sim->foreign[tower] += grams;
}

void rig_sim_set_arm(struct rig_sim *sim, int32_t x, int32_t y, enum rig_grip grip) {
    sim->axis[RIG_X] = (struct sim_axis){.actual = x};
    sim->axis[RIG_Y] = (struct sim_axis){.actual = y};
    sim->grip = grip;
    sim->held_y = y;
}

void rig_sim_set_steps(struct rig_sim *sim, double step_length, int32_t arrived) {
    sim->step_length = step_length;
    sim->spec.position_tolerance = arrived;
}

void rig_sim_set_sampling(struct rig_sim *sim, int32_t sample_ms, int32_t phase_ms) {
    sim->spec.sample_ms = sample_ms;
    sim->free_running = true;
    sim->phase_ms = phase_ms;
}

void rig_sim_cut_power_at(struct rig_sim *sim, long step) {
    sim->cut_at = step;
}

void rig_sim_power(struct rig_sim *sim) {
    sim->off = false;
    sim->cut_at = 0;
    for (int i = 0; i < RIG_AXES; i++)
        sim->axis[i] =
            (struct sim_axis){.actual = sim->axis[i].actual, .jammed = sim->axis[i].jammed};
    sim->inputs = 0;
}

void rig_sim_set_drift(struct rig_sim *sim, int cell, double grams_a_second) {
    struct sim_cell *of = &sim->cell[cell];
    of->zero += of->drift * (double)(sim->now - of->drift_from) / 1000;
    of->drift = grams_a_second;
    of->drift_from = sim->now;
}

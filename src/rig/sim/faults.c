/* Faults of the simulated rig: when they begin and how large they are. */
#include "rig/sim/parts.h"

int sim_between(struct rig_sim *sim, int low, int high) {
    return low + (int)random_below(&sim->random, (uint64_t)(high - low) + 1);
}

double sim_uniform(struct rig_sim *sim, double low, double high) {
    return low + (high - low) * (double)(random_bits(&sim->random) >> 11) * 0x1p-53;
}

static double either_sign(struct rig_sim *sim, double low, double high) {
    double size = sim_uniform(sim, low, high);
    return sim_between(sim, 0, 1) == 0 ? size : -size;
}

bool sim_fires(struct rig_sim *sim, enum rig_fault fault) {
    bool fires = sim->armed[fault];
    sim->armed[fault] = false;
    sim->happened[fault] |= fires;
    return fires;
}

bool sim_lasts(struct rig_sim *sim, enum rig_fault fault) {
    sim->happened[fault] |= sim->armed[fault];
    return sim->armed[fault];
}

static void swap_cells(struct rig_sim *sim) {
    int one = sim_between(sim, 0, RIG_TOWERS - 1);
    int other = (one + sim_between(sim, 1, RIG_TOWERS - 1)) % RIG_TOWERS;
    int tower = sim->cell[one].tower;
    sim->cell[one].tower = sim->cell[other].tower;
    sim->cell[other].tower = tower;
}

static void tare_wrongly(struct sim_cell *cell, double load) {
    cell->tare += cell->gain * load;
}

/* Where the cells' zero is now, before it drifts otherwise. */
static void drift_anew(struct sim_cell *cell, int64_t now, double drift) {
    cell->zero += cell->drift * (double)(now - cell->drift_from) / 1000;
    cell->drift = drift;
    cell->drift_from = now;
}

void rig_sim_set_drift(struct rig_sim *sim, int cell, double grams_a_second) {
    drift_anew(&sim->cell[cell], sim->now, grams_a_second);
}

static void harm_cell(struct rig_sim *sim, enum rig_fault fault) {
    struct sim_cell *cell = &sim->cell[sim_between(sim, 0, RIG_TOWERS - 1)];
    switch (fault) {
    case RIG_FAULT_NOISE:
        cell->noise = sim_uniform(sim, 2, 8);
        break;
    case RIG_FAULT_BIAS:
        cell->zero += either_sign(sim, 3, 60);
        break;
    case RIG_FAULT_DRIFT:
        drift_anew(cell, sim->now, either_sign(sim, 0.01, 1));
        break;
    case RIG_FAULT_GAIN:
        cell->gain *= 1 + either_sign(sim, 0.01, 0.33);
        break;
    case RIG_FAULT_CELL_STUCK:
        cell->stuck = true;
        break;
    case RIG_FAULT_SATURATED:
        cell->saturated = true;
        break;
    case RIG_FAULT_CELL_DEAD:
        cell->dead = true;
        break;
    default:
        tare_wrongly(cell, sim_load(sim, cell->tower));
        break;
    }
}

static void lose_power(struct rig_sim *sim) {
    for (int i = 0; i < RIG_AXES; i++) {
        sim->axis[i].motion = RIG_STILL;
        sim->axis[i].homed = false;
        sim->axis[i].at = 0;
        sim->axis[i].slip = 0;
    }
    sim_press(sim, RIG_INPUT_RESTART, RIG_X, 0);
}

/* Faults that need no occasion. */
static bool begins_at_once(struct rig_sim *sim, enum rig_fault fault) {
    switch (fault) {
    case RIG_FAULT_BUS:
        sim->bus_fails += sim_between(sim, 1, 6);
        return true;
    case RIG_FAULT_BUS_STORM:
        return sim->bus_storm = true;
    case RIG_FAULT_BUS_DEAD:
        return sim->bus_dead = true;
    case RIG_FAULT_FROZEN:
        sim->frozen_until = sim->now + 2000;
        return true;
    case RIG_FAULT_MISALIGNED:
        return sim->misaligned = true;
    case RIG_FAULT_POWER:
        lose_power(sim);
        return true;
    case RIG_FAULT_SWAPPED:
        swap_cells(sim);
        return true;
    default:
        return false;
    }
}

static void begin_fault(struct rig_sim *sim, enum rig_fault fault) {
    if (begins_at_once(sim, fault)) {
        sim->happened[fault] = true;
    } else if (fault >= RIG_FAULT_NOISE && fault <= RIG_FAULT_WRONG_TARE) {
        harm_cell(sim, fault);
        sim->happened[fault] = true;
    } else if (fault >= RIG_FAULT_ADDS && fault <= RIG_FAULT_KNOB) {
        sim_person(sim, fault);
        sim->happened[fault] = true;
    } else {
        sim->armed[fault] = true;
    }
}

void sim_begin_faults(struct rig_sim *sim) {
    for (int i = 0; i < sim->plans; i++) {
        struct sim_plan *plan = &sim->plan[i];
        if (!plan->begun && plan->step <= sim->steps) {
            plan->begun = true;
            begin_fault(sim, plan->fault);
        }
    }
}

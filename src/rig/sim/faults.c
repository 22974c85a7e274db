/* Faults of the simulated rig: their names, when they begin and how large they are. */
#include <stdlib.h>
#include <string.h>

#include "rig/sim/internal.h"

/* ---- names ---- */

static const struct {
    const char *word, *help;
} faults[RIG_FAULTS] = {
    [RIG_FAULT_STALL] = {"stall", "a motion stops halfway"},
    [RIG_FAULT_JAM] = {"jam", "an axis keeps stalling"},
    [RIG_FAULT_LOST_STEPS_X] = {"lost-steps-x",
                                "X loses steps, less than the distance between two towers"},
    [RIG_FAULT_LOST_STEPS_Y] = {"lost-steps-y", "Y loses steps"},
    [RIG_FAULT_LOST_TOWER] = {"lost-tower", "X loses exactly the distance between two towers"},
    [RIG_FAULT_NEVER_THERE] = {"never-there", "a motion never arrives"},
    [RIG_FAULT_HOME_NO_STALL] = {"home-no-stall", "a homing never detects the end"},
    [RIG_FAULT_HOME_BROKEN] = {"home-broken", "homing no longer detects the end"},
    [RIG_FAULT_GRIP_MISS] = {"grip-miss", "the gripper misses a ring"},
    [RIG_FAULT_GRIP_WEAK] = {"grip-weak", "the gripper can no longer hold a ring"},
    [RIG_FAULT_LATE_DROP] = {"late-drop", "a ring falls on the way to its tower"},
    [RIG_FAULT_DROP_BACK] = {"drop-back", "a ring slips back while it is lifted"},
    [RIG_FAULT_STUCK_RELEASE] = {"stuck-release", "the gripper does not release"},
    [RIG_FAULT_STUCK_FOREVER] = {"stuck-forever", "the gripper never releases again"},
    [RIG_FAULT_NEIGHBOUR] = {"neighbour", "a ring lands on the neighbouring tower"},
    [RIG_FAULT_RING_LOST] = {"ring-lost", "a ring falls beside the towers"},
    [RIG_FAULT_ASKEW] = {"askew", "a ring lands askew"},
    [RIG_FAULT_NOISE] = {"noise", "a cell becomes noisy"},
    [RIG_FAULT_BIAS] = {"bias", "a cell's zero jumps"},
    [RIG_FAULT_DRIFT] = {"drift", "a cell's zero drifts"},
    [RIG_FAULT_GAIN] = {"gain", "a cell's gain changes"},
    [RIG_FAULT_CELL_STUCK] = {"cell-stuck", "a cell is stuck at its current value"},
    [RIG_FAULT_SATURATED] = {"saturated", "a cell is saturated"},
    [RIG_FAULT_CELL_DEAD] = {"cell-dead", "a cell always reads 0"},
    [RIG_FAULT_SWAPPED] = {"swapped", "two cells are exchanged"},
    [RIG_FAULT_WRONG_TARE] = {"wrong-tare", "a cell is tared while loaded"},
    [RIG_FAULT_ADDS] = {"adds", "someone puts a foreign object on a tower"},
    [RIG_FAULT_REMOVES] = {"removes", "someone takes a ring away"},
    [RIG_FAULT_SWAPS] = {"swaps", "someone exchanges two rings, or moves one"},
    [RIG_FAULT_INVERTS] = {"inverts", "someone turns a stack upside down"},
    [RIG_FAULT_LEANS] = {"leans", "someone leans on a tower"},
    [RIG_FAULT_EXIT] = {"exit", "someone presses exit"},
    [RIG_FAULT_START] = {"start", "someone presses start twice"},
    [RIG_FAULT_KNOB] = {"knob", "someone turns a hand encoder"},
    [RIG_FAULT_BUS] = {"bus", "some calls are not answered"},
    [RIG_FAULT_BUS_STORM] = {"bus-storm", "a quarter of all calls are not answered"},
    [RIG_FAULT_BUS_DEAD] = {"bus-dead", "calls are no longer answered"},
    [RIG_FAULT_FROZEN] = {"frozen", "samples are repeated for two seconds"},
    [RIG_FAULT_MISALIGNED] = {"misaligned", "some samples have the cells shifted"},
    [RIG_FAULT_POWER] = {"power", "the machine loses power and comes back"},
};

const char *rig_fault_word(enum rig_fault fault) {
    return faults[fault].word;
}

const char *rig_fault_help(enum rig_fault fault) {
    return faults[fault].help;
}

static bool parse_step(const char *text, long *step) {
    char *end;
    if (*text < '0' || *text > '9')
        return false;
    *step = strtol(text, &end, 10);
    return *end == '\0' && *step >= 1 && *step <= 1000000;
}

bool rig_fault_parse(const char *text, enum rig_fault *fault, long *step) {
    size_t length = strcspn(text, "@");
    *step = 1;
    if (text[length] == '@' && !parse_step(text + length + 1, step))
        return false;
    for (int i = 0; i < RIG_FAULTS; i++) {
        if (strlen(faults[i].word) == length && memcmp(faults[i].word, text, length) == 0) {
            *fault = (enum rig_fault)i;
            return true;
        }
    }
    return false;
}

/* ---- random numbers ---- */

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

/* Adds the drift so far to the zero, and starts another drift. */
static void restart_drift(struct sim_cell *cell, int64_t now, double drift) {
    cell->zero += cell->drift * (double)(now - cell->drift_from) / 1000;
    cell->drift = drift;
    cell->drift_from = now;
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
        restart_drift(cell, sim->now, either_sign(sim, 0.01, 1));
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
    sim_push_input(sim, RIG_INPUT_RESTART, RIG_X, 0);
}

/* Faults that do not wait for an occasion. */
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

/* A simulated rig: axes with speed and steps that can be lost, a gripper, rings that can fall,
 * cells with gain, zero, noise and drift, people. Its clock is virtual: a run takes as long as it
 * takes to compute. It is seeded, knows the truth, and judges: whatever the executor does that
 * would break a real machine is counted as a collision.
 *
 * A step is a command that moves something or changes it: home, move, grip, tare. The first one is
 * step 1. A fault is planned for a step and happens as that step begins (or, where a fault is about
 * lasting things such as a cell, from that step on). */
#ifndef RIG_SIM_SIM_H
#define RIG_SIM_SIM_H

#include "rig/device/device.h"
#include "rig/executor/run.h"

enum rig_fault {
    /* axes */
    RIG_FAULT_STALL,         /* the next motion stops half-way; homing X takes that for the end */
    RIG_FAULT_JAM,           /* from now on the axis of this step stalls again and again */
    RIG_FAULT_LOST_STEPS_X,  /* the next motion of X loses steps: less than a tower's distance */
    RIG_FAULT_LOST_STEPS_Y,  /* the same for Y, going up or down */
    RIG_FAULT_LOST_TOWER,    /* the next motion of X loses as many steps as from tower to tower */
    RIG_FAULT_NEVER_THERE,   /* the motion of this step never arrives */
    RIG_FAULT_HOME_NO_STALL, /* the next homing never feels the end */
    RIG_FAULT_HOME_BROKEN,   /* no homing feels the end any more */
    /* gripper and rings */
    RIG_FAULT_GRIP_MISS, /* the next closing misses the ring */
    RIG_FAULT_GRIP_WEAK, /* no closing holds a ring any more */
    RIG_FAULT_LATE_DROP, /* the ring held next falls while X travels, on a tower or beside */
    RIG_FAULT_DROP_BACK, /* the ring held next slips out while it is lifted: back on its tower */
    RIG_FAULT_STUCK_RELEASE, /* the next opening does not let go */
    RIG_FAULT_STUCK_FOREVER, /* no opening lets go any more */
    RIG_FAULT_NEIGHBOUR,     /* the next ring let go jumps to a neighbouring tower */
    RIG_FAULT_RING_LOST,     /* the next ring let go falls beside the towers */
    RIG_FAULT_ASKEW, /* the next ring let go lies askew: it cannot be gripped until pressed flat */
    /* cells */
    RIG_FAULT_NOISE,      /* one cell's noise grows tenfold */
    RIG_FAULT_BIAS,       /* one cell's zero jumps, by 3 to 60 g */
    RIG_FAULT_DRIFT,      /* one cell's zero drifts */
    RIG_FAULT_GAIN,       /* one cell's gain changes by up to a third */
    RIG_FAULT_CELL_STUCK, /* one cell stays at what it reads */
    RIG_FAULT_SATURATED,  /* one cell is at its limit */
    RIG_FAULT_CELL_DEAD,  /* one cell reads nothing but 0 */
    RIG_FAULT_SWAPPED,    /* two cells answer for each other */
    RIG_FAULT_WRONG_TARE, /* one cell was tared with its load on it */
    /* people */
    RIG_FAULT_ADDS,    /* someone puts a thing that is no ring on a tower */
    RIG_FAULT_REMOVES, /* someone takes a ring away */
    RIG_FAULT_SWAPS,   /* someone exchanges the top rings of two towers, or moves one */
    RIG_FAULT_INVERTS, /* someone turns a stack over */
    RIG_FAULT_LEANS,   /* someone leans on a tower for some seconds */
    RIG_FAULT_EXIT,    /* someone presses exit */
    RIG_FAULT_START,   /* someone presses start, twice */
    RIG_FAULT_KNOB,    /* someone turns a hand encoder */
    /* the line and the power */
    RIG_FAULT_BUS,        /* some calls fail */
    RIG_FAULT_BUS_STORM,  /* a quarter of all calls fail from now on */
    RIG_FAULT_BUS_DEAD,   /* no call is answered any more */
    RIG_FAULT_FROZEN,     /* for two seconds weigh repeats the last sample (a duplicated frame) */
    RIG_FAULT_MISALIGNED, /* some samples are those of other cells (a frame read out of step) */
    RIG_FAULT_POWER,      /* the machine loses power and comes back: axes not homed, tare kept */
    RIG_FAULTS
};

/* "stall", "lost-steps-x" ...: the names of --fault. */
const char *rig_fault_word(enum rig_fault fault);
/* One line for the help. */
const char *rig_fault_help(enum rig_fault fault);
/* Reads NAME or NAME@STEP (step 1 without one). Returns false if there is no such name or the step
 * is not 1 to 1000000. */
bool rig_fault_parse(const char *text, enum rig_fault *fault, long *step);

struct rig_sim;

/* A machine in good order with its rings on one tower, in order, homed nowhere. Never NULL. */
struct rig_sim *rig_sim_new(uint64_t seed, int rings, const double *grams, int tower);
void rig_sim_free(struct rig_sim *sim);

/* The device; it stays the simulator's (close does nothing). */
struct rig_device *rig_sim_device(struct rig_sim *sim);

/* Sets the rings as on the board (bottom first; unsure is ignored). held: in the closed gripper; a
 * ring that is nowhere lies beside the towers. The arm stays. */
void rig_sim_set_board(struct rig_sim *sim, const struct rig_board *board);
/* Puts something on a tower that is no ring. */
void rig_sim_add(struct rig_sim *sim, int tower, double grams);
/* Puts the arm somewhere, not homed. */
void rig_sim_set_arm(struct rig_sim *sim, int32_t x, int32_t y, enum rig_grip grip);

/* Motors whose steps are that long, and the position tolerance that the machine states. Steps of
 * 11.25 and a tolerance of 12 micrometres if it is not called. */
void rig_sim_set_steps(struct rig_sim *sim, double step_length, int32_t arrived);
/* Cells that have a new value at that interval by a clock of their own, which is so far ahead of
 * the simulator's; otherwise it is every 50 ms, and fresh when it is asked for. */
void rig_sim_set_sampling(struct rig_sim *sim, int32_t sample_ms, int32_t phase_ms);

/* A cell whose zero drifts from now on, by so many grams a second. */
void rig_sim_set_drift(struct rig_sim *sim, int cell, double grams_a_second);

/* Plans a fault. Which cell, tower or ring, and how much, comes from the seed. Any number of them.
 */
void rig_sim_fault(struct rig_sim *sim, enum rig_fault fault, long step);
/* True if the fault has really happened (a fault of the gripper waits for the gripper). */
bool rig_sim_happened(const struct rig_sim *sim, enum rig_fault fault);

/* Ends everything as that step begins: every call then returns RIG_GONE. rig_sim_power gives it
 * power again, as after a power cut, for a program that is started anew. */
void rig_sim_cut_power_at(struct rig_sim *sim, long step);
void rig_sim_power(struct rig_sim *sim);

/* A person who plays: lifts the top ring of a tower (or, with depth, one further down: 1 is the
 * second) and puts it on another one, so long after the move before. from == to puts it back. Any
 * number of them; they begin when wait_ms have passed since power came on. */
void rig_sim_play(struct rig_sim *sim, int from, int to, int depth, int32_t wait_ms);
/* Someone presses exit when the simulator's clock shows that, or at once if it is past. */
void rig_sim_exit_at(struct rig_sim *sim, int64_t ms);
/* A person who helps with a calibration: each time rig_sim_asked is called they do the next thing
 * (take all rings off, then put all on tower 0, 1 and 2) and press start. */
void rig_sim_helper(struct rig_sim *sim, bool helps);
/* Tells the helper that the program has asked for something (RIG_EVENT_ASK). */
void rig_sim_asked(struct rig_sim *sim);

/* ---- the truth ---- */

struct rig_truth {
    int64_t ms;                 /* the simulator's clock */
    struct rig_board board;     /* where the rings really are; hand is EMPTY or HOLDS */
    bool lost[RIG_RINGS];       /* beside the towers, or taken away */
    bool askew[RIG_RINGS];      /* lies askew */
    double foreign[RIG_TOWERS]; /* grams of other things on a tower */
    double lean[RIG_TOWERS];    /* grams of hands that lean on a tower */
    struct rig_sample shown;    /* the newest sample */
    int32_t x, y;               /* where the arm really is */
    bool moving;                /* an axis still moves */
    enum rig_grip grip;
    long steps;
    int collisions;      /* rules broken so far */
    char collision[128]; /* the first one, in words; "" */
};
void rig_sim_truth(const struct rig_sim *sim, struct rig_truth *truth);

/* Is called whenever a little of the simulator's time has passed (at most 10 ms), from the thread
 * that runs the device; for films. It may ask for the truth and must not call the device. NULL:
 * nobody watches, as in the beginning. */
typedef void rig_sim_watcher(void *context, const struct rig_sim *sim);
void rig_sim_watch(struct rig_sim *sim, rig_sim_watcher *watcher, void *context);

#endif

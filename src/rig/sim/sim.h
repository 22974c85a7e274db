/* A simulated rig: axes with a speed that can lose steps, a gripper, rings that can fall, cells
 * with gain, zero, noise and drift, and people. Its clock is virtual, so a run takes only as long
 * as it takes to compute. It is seeded, knows the ground truth, and counts as a collision whatever
 * would break a real machine.
 *
 * A step is a command that moves or changes something: home, move, grip, tare. The first is step 1.
 * A fault is planned for a step and happens when that step begins; a lasting one, such as that of a
 * cell, from that step on. */
#ifndef RIG_SIM_SIM_H
#define RIG_SIM_SIM_H

#include "rig/device/device.h"
#include "rig/executor/run.h"

enum rig_fault {
    /* axes */
    RIG_FAULT_STALL,         /* the next motion stops halfway; homing X takes that for the end */
    RIG_FAULT_JAM,           /* from now on the axis of this step keeps stalling */
    RIG_FAULT_LOST_STEPS_X,  /* the next motion of X loses steps: less than a tower's distance */
    RIG_FAULT_LOST_STEPS_Y,  /* the same for Y, going up or down */
    RIG_FAULT_LOST_TOWER,    /* the next motion of X loses exactly a tower's distance */
    RIG_FAULT_NEVER_THERE,   /* the motion of this step never arrives */
    RIG_FAULT_HOME_NO_STALL, /* the next homing never detects the end */
    RIG_FAULT_HOME_BROKEN,   /* homing no longer detects the end */
    /* gripper and rings */
    RIG_FAULT_GRIP_MISS, /* the next closing misses the ring */
    RIG_FAULT_GRIP_WEAK, /* the gripper can no longer hold a ring */
    RIG_FAULT_LATE_DROP, /* the ring held next falls while X travels, on a tower or beside */
    RIG_FAULT_DROP_BACK, /* the ring held next slips out while it is lifted: back on its tower */
    RIG_FAULT_STUCK_RELEASE, /* the next opening does not release */
    RIG_FAULT_STUCK_FOREVER, /* the gripper never releases again */
    RIG_FAULT_NEIGHBOUR,     /* the next ring released lands on a neighbouring tower */
    RIG_FAULT_RING_LOST,     /* the next ring released falls beside the towers */
    RIG_FAULT_ASKEW, /* the next ring released lies askew: it cannot be gripped until pressed flat
                      */
    /* cells */
    RIG_FAULT_NOISE,      /* one cell's noise grows tenfold */
    RIG_FAULT_BIAS,       /* one cell's zero jumps, by 3 to 60 g */
    RIG_FAULT_DRIFT,      /* one cell's zero drifts */
    RIG_FAULT_GAIN,       /* one cell's gain changes by up to a third */
    RIG_FAULT_CELL_STUCK, /* one cell is stuck at its current value */
    RIG_FAULT_SATURATED,  /* one cell is at its limit */
    RIG_FAULT_CELL_DEAD,  /* one cell always reads 0 */
    RIG_FAULT_SWAPPED,    /* two cells are exchanged */
    RIG_FAULT_WRONG_TARE, /* one cell was tared with its load on it */
    /* people */
    RIG_FAULT_ADDS,    /* someone puts a foreign object on a tower */
    RIG_FAULT_REMOVES, /* someone takes a ring away */
    RIG_FAULT_SWAPS,   /* someone exchanges the top rings of two towers, or moves one */
    RIG_FAULT_INVERTS, /* someone turns a stack upside down */
    RIG_FAULT_LEANS,   /* someone leans on a tower for some seconds */
    RIG_FAULT_EXIT,    /* someone presses exit */
    RIG_FAULT_START,   /* someone presses start, twice */
    RIG_FAULT_KNOB,    /* someone turns a hand encoder */
    /* the line and the power */
    RIG_FAULT_BUS,        /* some calls fail */
    RIG_FAULT_BUS_STORM,  /* a quarter of all calls fail from now on */
    RIG_FAULT_BUS_DEAD,   /* calls are no longer answered */
    RIG_FAULT_FROZEN,     /* for two seconds weigh repeats the last sample (duplicated frames) */
    RIG_FAULT_MISALIGNED, /* some samples have the cells shifted (misaligned frames) */
    RIG_FAULT_POWER,      /* the machine loses power and comes back: axes not homed, tare kept */
    RIG_FAULTS
};

/* The name of a fault: "stall", "lost-steps-x" and so on. */
const char *rig_fault_word(enum rig_fault fault);
/* One line for the help. */
const char *rig_fault_help(enum rig_fault fault);
/* Reads NAME or NAME@STEP (step 1 without one). Returns false if there is no such name or the step
 * is not 1 to 1000000. */
bool rig_fault_parse(const char *text, enum rig_fault *fault, long *step);

struct rig_sim;

/* A machine without faults, with its rings in order on one tower, not homed. Never NULL. */
struct rig_sim *rig_sim_new(uint64_t seed, int rings, const double *grams, int tower);
void rig_sim_free(struct rig_sim *sim);

/* The device; it belongs to the simulator (close is NULL). */
struct rig_device *rig_sim_device(struct rig_sim *sim);

/* Arranges the rings as on the board (unsure is ignored). A held ring is in the closed gripper; a
 * ring that is not on the board lies beside the towers. The arm stays. */
void rig_sim_set_board(struct rig_sim *sim, const struct rig_board *board);
/* Plans a fault; the seed decides which cell, tower or ring it affects, and how much. Up to 16 of
 * them. */
void rig_sim_fault(struct rig_sim *sim, enum rig_fault fault, long step);
/* True if the fault has happened (one of the gripper waits for the gripper to be used). */
bool rig_sim_happened(const struct rig_sim *sim, enum rig_fault fault);

/* Plans a move of a simulated participant, wait_ms after the previous one: lifts the top ring of a
 * tower (or, with depth, one further down; 1 is the second) and puts it on another. from == to puts
 * it back. Any number of them. */
void rig_sim_play(struct rig_sim *sim, int from, int to, int depth, int32_t wait_ms);
/* Someone presses exit at that time of the simulator's clock, or now if it has passed. */
void rig_sim_exit_at(struct rig_sim *sim, int64_t ms);
/* A person who helps with a calibration: each time rig_sim_asked is called, they do the next thing
 * (take all rings off, then put them all on tower 0, 1 and 2) and press start. */
void rig_sim_helper(struct rig_sim *sim, bool helps);
/* Tells the helper that the program has asked for something (RIG_EVENT_ASK). */
void rig_sim_asked(struct rig_sim *sim);

/* ---- the truth ---- */

struct rig_truth {
    int64_t ms;                 /* the simulator's clock */
    struct rig_board board;     /* where the rings really are; hand is EMPTY or HOLDS */
    bool lost[RIG_RINGS];       /* beside the towers, or taken away */
    bool askew[RIG_RINGS];      /* lies askew */
    double foreign[RIG_TOWERS]; /* grams of foreign objects on a tower */
    double lean[RIG_TOWERS];    /* grams of a hand that leans on a tower */
    struct rig_sample shown;    /* the newest sample */
    int32_t x, y;               /* where the arm really is */
    bool moving;                /* an axis still moves */
    enum rig_grip grip;
    long steps;
    int collisions;      /* so far */
    char collision[128]; /* what the first one was, or "" */
};
void rig_sim_truth(const struct rig_sim *sim, struct rig_truth *truth);

/* Called after every stride of the simulator's time (at most 10 ms), from the thread that runs the
 * device; for films. It may get the truth and must not call the device. NULL, the default: none. */
typedef void rig_sim_watcher(void *context, const struct rig_sim *sim);
void rig_sim_watch(struct rig_sim *sim, rig_sim_watcher *watcher, void *context);

#endif

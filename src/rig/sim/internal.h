/* What the files of the simulator share. Lengths in micrometres, times in milliseconds, weights in
 * grams. */
#ifndef RIG_SIM_PARTS_H
#define RIG_SIM_PARTS_H

#include "base/random.h"
#include "rig/sim/sim.h"

enum {
    SIM_ALIGN = 3000,      /* the gripper works this near to the middle of a tower */
    SIM_REACH = 45000,     /* this near to a tower it touches something on its way down */
    SIM_COMPLIANCE = 2500, /* how far it can be pressed into something before the motor stalls */
    SIM_CONTACT = 500,     /* a ring this near to the one below rests on it */
    SIM_CALL_LOST_MS = 60, /* the duration of an unanswered call */
    SIM_PLANNED = 16,
    SIM_INPUTS = 16
};

struct sim_axis {
    enum rig_motion motion;
    bool homed;
    int32_t at;     /* the counter */
    int32_t actual; /* the true position */
    int32_t slip;
    /* the motion under way */
    int32_t target, at_begin, actual_begin;
    int32_t lost;    /* steps lost during the motion */
    int32_t stop_at; /* it stalls after this distance; -1: never */
    bool never;      /* it never arrives, or never detects the end */
    bool jammed;     /* it always stalls */
    int64_t begun, limit;
};

struct sim_cell {
    double gain, zero, drift, noise; /* drift in grams a second since drift_from */
    int64_t drift_from;
    double tare;
    bool stuck, dead, saturated;
    int tower;     /* the tower whose load it carries */
    int32_t shown; /* the newest sample */
};

enum sim_action_kind {
    SIM_TAKE,
    SIM_PUT,
    SIM_PUT_AWAY,
    SIM_ADD,
    SIM_LEAN,
    SIM_LEAVE,
    SIM_START,
    SIM_EXIT
};

/* Something a person does at some time. */
struct sim_action {
    int64_t when;
    enum sim_action_kind kind;
    int tower;
    int depth; /* SIM_TAKE: how many rings lie above it; SIM_PUT: which of those in hand, the first
                  is 0 */
    double grams; /* SIM_ADD, SIM_LEAN */
};

struct sim_plan {
    enum rig_fault fault;
    long step;
    bool begun;
};

struct rig_sim {
    struct rig_device device;
    struct rig_description spec;
    struct random random;
    int64_t now;
    int rings;
    double grams[RIG_RINGS];
    double step_length; /* of the motors, micrometres */

    struct sim_axis axis[RIG_AXES];
    enum rig_grip grip;
    int8_t stack[RIG_TOWERS][RIG_RINGS];
    int count[RIG_TOWERS];
    int8_t held[RIG_RINGS]; /* in the gripper, the lowest first */
    int held_count;
    int32_t held_y;       /* the height at which it was gripped */
    bool dropping;        /* what is held will slip out while it is lifted */
    bool falling;         /* what is held will fall while X travels, */
    int32_t fall_after;   /* after this distance */
    bool lost[RIG_RINGS]; /* beside the towers */
    bool askew[RIG_RINGS];
    double foreign[RIG_TOWERS];
    double lean[RIG_TOWERS];

    struct sim_cell cell[RIG_TOWERS];
    int64_t sampled;   /* the time of the newest sample; free running: its number */
    bool free_running; /* the cells convert at their own pace, not on request */
    int32_t phase_ms;  /* how far their clock is ahead of the simulator's */
    int64_t frozen_until;
    bool misaligned;

    struct sim_plan plan[SIM_PLANNED];
    int plans;
    bool armed[RIG_FAULTS]; /* waiting for its occasion */
    bool happened[RIG_FAULTS];

    struct sim_action *actions; /* in the order of time */
    size_t action_count, action_room, action_next;
    int8_t hand[RIG_RINGS]; /* a person's */
    int hand_count;
    int64_t play_end; /* when the last planned move of the participant ends */
    bool helps;
    int helped;

    int bus_fails; /* how many more calls fail */
    bool bus_storm, bus_dead;
    struct rig_input input[SIM_INPUTS];
    int inputs;
    long steps;
    long cut_at; /* the power fails when this step begins, 0: never */
    bool off;

    int collisions;
    char collision[128];

    rig_sim_watcher *watcher; /* may be NULL */
    void *watcher_context;
};

/* ---- random numbers (rig/sim/faults.c) ---- */

/* From low to high, inclusive. */
int sim_between(struct rig_sim *sim, int low, int high);
/* From low to high. */
double sim_uniform(struct rig_sim *sim, double low, double high);

/* ---- physics (rig/sim/physics.c) ---- */

/* What the cell under a tower carries now. */
double sim_load(const struct rig_sim *sim, int tower);
/* Opens or closes the gripper. */
void sim_grip(struct rig_sim *sim, enum rig_grip grip);
/* Moves both axes as far as they got by now. */
void sim_move_axes(struct rig_sim *sim);
/* Counts a collision. */
void sim_collide(struct rig_sim *sim, const char *what);
/* Takes a fresh sample of all cells. */
void sim_sample(struct rig_sim *sim);

/* ---- people and faults (rig/sim/people.c, rig/sim/faults.c) ---- */

/* Performs the actions that people have planned up to now. */
void sim_people(struct rig_sim *sim);
/* Plans the actions of a person who is a fault. */
void sim_person(struct rig_sim *sim, enum rig_fault fault);
void sim_push_input(struct rig_sim *sim, enum rig_input_kind kind, enum rig_axis axis,
                    int32_t value);
/* Starts the faults of a step that begins. */
void sim_begin_faults(struct rig_sim *sim);
/* True once if the fault waits for this occasion. */
bool sim_fires(struct rig_sim *sim, enum rig_fault fault);
/* True from then on; for faults that last. */
bool sim_lasts(struct rig_sim *sim, enum rig_fault fault);

#endif

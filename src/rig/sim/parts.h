/* What the parts of the simulator share. Lengths in micrometres, times in milliseconds, weights in
 * grams. */
#ifndef RIG_SIM_PARTS_H
#define RIG_SIM_PARTS_H

#include "base/random.h"
#include "rig/sim/sim.h"

enum {
    SIM_ALIGN = 3000,      /* the gripper works if it is so near the middle of a tower */
    SIM_REACH = 45000,     /* nearer than that to a tower it touches something on its way down */
    SIM_COMPLIANCE = 2500, /* so far it can be driven into something before the motor stalls */
    SIM_CONTACT = 500,     /* a ring so near the one below it rests on it */
    SIM_CALL_LOST_MS = 60, /* what an unanswered call takes */
    SIM_PLANNED = 16,
    SIM_INPUTS = 16
};

struct sim_axis {
    enum rig_motion motion;
    bool homed;
    int32_t at;    /* the counter */
    int32_t truly; /* where it is */
    int32_t slip;
    /* the motion under way */
    int32_t target, at_begin, truly_begin;
    int32_t lost;    /* it stops so much short of where the counter says */
    int32_t stop_at; /* it stalls after so much; -1: never */
    bool never;      /* it never arrives; the end is never felt */
    bool jammed;     /* it will always stall */
    int64_t begun, limit;
};

struct sim_cell {
    double gain, zero, drift, noise; /* drift in grams a second since drift_from */
    int64_t drift_from;
    double tare;
    bool stuck, dead, saturated;
    int tower;     /* whose load it carries; not its own when swapped */
    int32_t shown; /* the newest sample */
};

enum sim_deed_kind {
    SIM_TAKE,
    SIM_PUT,
    SIM_PUT_AWAY,
    SIM_ADD,
    SIM_LEAN,
    SIM_LEAVE,
    SIM_START,
    SIM_EXIT
};

/* Something a person does at a time. */
struct sim_deed {
    int64_t when;
    enum sim_deed_kind kind;
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
    struct rig_description is;
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
    int32_t held_y;       /* where it was gripped */
    bool dropping;        /* what is held will slip out while it is lifted */
    bool falling;         /* what is held will fall while X travels */
    int32_t fall_after;   /* once it has gone so far */
    bool lost[RIG_RINGS]; /* beside the towers */
    bool askew[RIG_RINGS];
    double foreign[RIG_TOWERS];
    double lean[RIG_TOWERS];

    struct sim_cell cell[RIG_TOWERS];
    int64_t sampled;   /* when; free running: the number of the newest sample */
    bool free_running; /* the cells convert at their own pace, not when they are asked */
    int32_t phase_ms;  /* how far their clock is ahead of the simulator's */
    int64_t frozen_until;
    bool misaligned;

    struct sim_plan plan[SIM_PLANNED];
    int plans;
    bool armed[RIG_FAULTS]; /* waits for its occasion */
    bool happened[RIG_FAULTS];

    struct sim_deed *deed; /* in the order of time */
    size_t deeds, deed_room, deed_next;
    int8_t hand[RIG_RINGS]; /* a person's */
    int hand_count;
    int64_t play_end; /* when the last planned move of the player ends */
    bool helps;
    int helped;

    int bus_fails; /* so many calls more */
    bool bus_storm, bus_dead;
    struct rig_input input[SIM_INPUTS];
    int inputs;
    long steps;
    long cut_at; /* power goes as this step begins, 0: never */
    bool off;

    int collisions;
    char collision[128];

    rig_sim_watcher *watcher; /* NULL: nobody watches */
    void *watcher_context;
};

/* ---- chance (rig/sim/faults.c) ---- */

/* low to high, both included. */
int sim_between(struct rig_sim *sim, int low, int high);
/* low to high. */
double sim_uniform(struct rig_sim *sim, double low, double high);

/* ---- physics (rig/sim/physics.c) ---- */

/* The tower the gripper is over, within the distance; -1: none. */
int sim_over(const struct rig_sim *sim, int32_t within);
/* The height at which ring k of a tower is gripped. */
int32_t sim_level(const struct rig_sim *sim, int k);
/* What the cell under a tower carries now. */
double sim_load(const struct rig_sim *sim, int tower);
/* Lets the gripper change. */
void sim_grip(struct rig_sim *sim, enum rig_grip grip);
/* Lets time pass for both axes, up to now. */
void sim_move_axes(struct rig_sim *sim);
/* Counts a broken rule. */
void sim_collide(struct rig_sim *sim, const char *what);
/* Takes a fresh sample of all cells. */
void sim_sample(struct rig_sim *sim);

/* ---- people and faults (rig/sim/people.c, rig/sim/faults.c) ---- */

/* Plans a deed so long from now. */
void sim_will(struct rig_sim *sim, int64_t after, struct sim_deed deed);
/* Does what people have planned up to now. */
void sim_people(struct rig_sim *sim);
/* Plans what a person does who is one of the faults. */
void sim_person(struct rig_sim *sim, enum rig_fault fault);
void sim_press(struct rig_sim *sim, enum rig_input_kind kind, enum rig_axis axis, int32_t value);
/* Starts the faults of a step that begins. */
void sim_begin_faults(struct rig_sim *sim);
/* True once if the fault waits for this occasion. */
bool sim_fires(struct rig_sim *sim, enum rig_fault fault);
/* True always if it has begun; for those that last. */
bool sim_lasts(struct rig_sim *sim, enum rig_fault fault);

#endif

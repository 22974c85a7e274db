/* The machine behind rig_device.c: here an ideal one in memory. Yours has motors, a gripper and
 * load cells; write rig_ideal.c anew and keep rig_device.c as it is. Lengths are micrometres,
 * weights milligrams, times milliseconds; axis 0 is X, axis 1 is Y. */
#ifndef RIG_IDEAL_H
#define RIG_IDEAL_H

#include <stdbool.h>

enum { TOWERS = 3, MOST_RINGS = 8 };

struct machine {
    struct {
        long from, to, began, limit; /* the last motion */
        bool homed, homing;
    } axis[2];
    long ring[TOWERS][MOST_RINGS]; /* from the bottom */
    int count[TOWERS];
    bool closed;
    long held; /* 0: nothing */
    long tare[TOWERS];
};

/* The numbers behind "ok" for describe, in the order of docs/rig.md. */
const char *machine_description(void);
/* Begins a motion to a target, or (home) to the axis's end. "ok", or why not. */
const char *machine_start(struct machine *machine, int axis, long target, long limit, bool home);
/* still, moving, homing, stalled or late; where the counter stands; whether it is homed. */
const char *machine_motion(struct machine *machine, int axis, long *at, bool *homed);
void machine_stop(struct machine *machine);
void machine_grip(struct machine *machine, bool close);
/* What a tower's load cell says, without its tare. */
long machine_load(const struct machine *machine, int tower);

#endif

/* The machine behind rig_device.c: here an ideal one in memory. Yours has motors, a gripper and
 * load cells; write your own rig_ideal.c and keep rig_device.c as it is. Lengths are micrometres,
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

/* The numbers that follow "ok" for describe, in the order of docs/rig.md. */
const char *machine_description(void);
/* Starts a motion to a target, or (home) to the end of the axis. "ok", or why not. */
const char *machine_start(struct machine *machine, int axis, long target, long limit, bool home);
/* The answer to axis: its motion (still, moving, homing, stalled or late), whether it is homed,
 * its counter, and 0, as no steps are ever lost here. */
void machine_tell_axis(struct machine *machine, int axis, char *out);
void machine_stop(struct machine *machine);
void machine_grip(struct machine *machine, bool close);
/* Makes the present load of a tower its zero. */
void machine_tare(struct machine *machine, int tower);
/* The answer to weigh: what the cells read. */
void machine_tell_weights(const struct machine *machine, char *out);
/* Puts rings of these weights in grams on tower 2, from the bottom; 110, 60 and 30 by default. */
void machine_put_rings(struct machine *machine, int count, char **grams);

#endif

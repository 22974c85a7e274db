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

/* The numbers behind "ok" for describe, in the order of docs/rig.md. */
const char *machine_description(void);
/* Begins a motion to a target, or (home) to the axis's end. "ok", or why not. */
const char *machine_start(struct machine *machine, int axis, long target, long limit, bool home);
/* The answer to axis: its motion (still, moving, homing, stalled or late), whether it is homed,
 * where its counter stands, and 0, as nothing is ever lost here. */
void machine_tell_axis(struct machine *machine, int axis, char *out);
void machine_stop(struct machine *machine);
void machine_grip(struct machine *machine, bool close);
/* What a tower's cell reads now is nothing from now on. */
void machine_tare(struct machine *machine, int tower);
/* The answer to weigh: what the cells read. */
void machine_tell_weights(const struct machine *machine, char *out);
/* Rings of so many grams on tower 2, from the bottom; 110, 60 and 30 if there are none. */
void machine_put_rings(struct machine *machine, int count, char **grams);

#endif

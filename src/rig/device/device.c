#include "rig/device/device.h"

#include <stddef.h>

const char *rig_status_word(enum rig_status status) {
    static const char *const words[] = {"ok", "bus error", "refused", "gone", "diverged"};
    return words[status];
}

const char *rig_axis_word(enum rig_axis axis) {
    return axis == RIG_X ? "x" : "y";
}

const char *rig_motion_word(enum rig_motion motion) {
    static const char *const words[] = {"still", "moving", "homing", "stalled", "timed out"};
    return words[motion];
}

const char *rig_input_word(enum rig_input_kind kind) {
    static const char *const words[] = {"none", "start", "exit", "knob", "restart"};
    return words[kind];
}

/* Numbers beyond this are no machine on a table, and their sums could overflow. */
enum { LONGEST = 10000000, LONGEST_MS = 60000, HEAVIEST = 1000000000 };
/* The arm presses 1.5 mm deep and hovers 3 mm high: it must get there much better than that. */
enum { MOST_ARRIVED = 500 };

static const char *axis_fault(const struct rig_description *of) {
    for (int axis = 0; axis < RIG_AXES; axis++) {
        if (of->low[axis] < -LONGEST || of->high[axis] > LONGEST || of->low[axis] >= of->high[axis])
            return "the ends of an axis are not in order, or further away than 10 m";
        if (of->speed[axis] < 100 || of->speed[axis] > LONGEST)
            return "the speed of an axis is not from 0.1 mm/s to 10 m/s";
    }
    return NULL;
}

static const char *tower_fault(const struct rig_description *of) {
    for (int tower = 0; tower < RIG_TOWERS; tower++) {
        if (of->tower_x[tower] < of->low[RIG_X] || of->tower_x[tower] > of->high[RIG_X])
            return "a tower is out of reach of the X axis";
        if (tower > 0 && of->tower_x[tower] <= of->tower_x[tower - 1])
            return "the towers are not in ascending order";
    }
    return NULL;
}

static const char *height_fault(const struct rig_description *of) {
    if (of->ring_height < 1000 || of->ring_height > LONGEST / RIG_RINGS)
        return "a ring's height is not from 1 mm to 1.25 m";
    if (of->floor_y < of->low[RIG_Y] + of->ring_height / 2)
        return "the lowest ring is out of reach: the Y axis must reach half a ring lower";
    if (of->floor_y + RIG_RINGS * of->ring_height > of->travel_y)
        return "X may move at a height at which 8 rings are in its way";
    if (of->travel_y > of->high[RIG_Y])
        return "the height at which X may move is out of reach of the Y axis";
    return NULL;
}

static const char *other_fault(const struct rig_description *of) {
    size_t length = 0;
    while (length < sizeof of->name && of->name[length] != '\0') {
        if (of->name[length] < ' ' || of->name[length] > '~')
            return "the machine's name is not printable ASCII";
        length++;
    }
    if (length == 0 || length == sizeof of->name)
        return "the machine's name is empty or too long";
    if (of->cell_limit < 100000 || of->cell_limit > HEAVIEST)
        return "the limit of the cells is not from 100 g to 1000 kg";
    if (of->grip_ms < 1 || of->grip_ms > LONGEST_MS)
        return "the gripper's time is not from 1 ms to 60 s";
    if (of->sample_ms < 1 || of->sample_ms > 200)
        return "the cells must have a new value at least every 200 ms";
    if (of->arrived < 0 || of->arrived > MOST_ARRIVED || of->arrived > of->ring_height / 4)
        return "the position tolerance is not from 0 to 0.5 mm, or more than a quarter of a ring";
    return NULL;
}

const char *rig_description_fault(const struct rig_description *description) {
    const char *fault = axis_fault(description);
    fault = fault ? fault : tower_fault(description);
    fault = fault ? fault : height_fault(description);
    return fault ? fault : other_fault(description);
}

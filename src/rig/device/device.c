#include "rig/device/device.h"

#include <stddef.h>

const char *rig_status_word(enum rig_status status) {
    static const char *const words[] = {"ok", "bus error", "refused", "gone", "diverged"};
    return words[status];
}

const char *rig_motion_word(enum rig_motion motion) {
    static const char *const words[] = {"still", "moving", "homing", "stalled", "timed out"};
    return words[motion];
}

/* No machine on a table is larger, and sums of larger numbers could overflow. */
enum { LONGEST = 10000000, LONGEST_MS = 60000, HEAVIEST = 1000000000 };
/* The arm presses 1.5 mm deep and hovers 3 mm high: its positions must be much more precise. */
enum { MOST_TOLERANCE = 500 };

static const char *axis_fault(const struct rig_description *of) {
    for (int axis = 0; axis < RIG_AXES; axis++) {
        if (of->low[axis] < -LONGEST || of->high[axis] > LONGEST || of->low[axis] >= of->high[axis])
            return "the ends of an axis are in the wrong order, or more than 10 m away";
        if (of->speed[axis] < 100 || of->speed[axis] > LONGEST)
            return "the speed of an axis is not between 0.1 mm/s and 10 m/s";
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
        return "the height of a ring is not between 1 mm and 1.25 m";
    if (of->floor_y < of->low[RIG_Y] + of->ring_height / 2)
        return "the lowest ring is out of reach: the Y axis must reach half a ring lower";
    if (of->floor_y + RIG_RINGS * of->ring_height > of->travel_y)
        return "X may move at a height where 8 rings would be in its way";
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
        return "the limit of the cells is not between 100 g and 1000 kg";
    if (of->grip_ms < 1 || of->grip_ms > LONGEST_MS)
        return "the gripper's time is not between 1 ms and 60 s";
    if (of->sample_ms < 1 || of->sample_ms > 200)
        return "the cells must have a new value at least every 200 ms";
    if (of->position_tolerance < 0 || of->position_tolerance > MOST_TOLERANCE ||
        of->position_tolerance > of->ring_height / 4)
        return "the position tolerance is not between 0 and 0.5 mm, or more than a quarter of a "
               "ring";
    return NULL;
}

const char *rig_description_fault(const struct rig_description *description) {
    const char *fault = axis_fault(description);
    fault = fault ? fault : tower_fault(description);
    fault = fault ? fault : height_fault(description);
    return fault ? fault : other_fault(description);
}

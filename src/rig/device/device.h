/* A machine that moves rings: two axes, a gripper, three load cells and a few buttons, as a struct
 * of functions. The simulator (rig/sim/sim.h), a line protocol over a serial port
 * (rig/device/serial.h) and the replay of a log (rig/report/replay.h) are devices; the executor
 * knows nothing else.
 *
 * What every device promises:
 * - No call waits without an end. A call that only asks or starts something returns at once or,
 * over a line, after at most RIG_CALL_MS (all its own tries included).
 * - A motion that was started ends by itself at the latest after its time limit, also if the host
 * is gone: the machine stops the axis and reports RIG_TIMED_OUT.
 * - Every call can be made twice without harm: targets are absolute, opening an open gripper does
 *   nothing. After RIG_BUS_ERROR the host does not know whether the call took effect, and asks
 * again.
 *
 * Units: micrometres, milligrams, milliseconds. X grows from tower 0 to tower 2. Y is a height: it
 * grows upwards.
 *
 * What a device cannot know, and so does not report: where an axis really is (a motor that lost
 * steps still counts them), whether there is a ring in the gripper, and in which order rings lie.
 */
#ifndef RIG_DEVICE_DEVICE_H
#define RIG_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#define RIG_TOWERS  3
#define RIG_RINGS   8
#define RIG_CALL_MS 1000 /* the longest that one call may take */
/* What a device that does not state its position tolerance is taken to have, in micrometres: more
 * than a step of usual motors, and far less than the gripper needs. */
#define RIG_ARRIVED 100

enum rig_status {
    RIG_OK,
    RIG_BUS_ERROR, /* no valid answer in time; whether it took effect is not known. Try again */
    RIG_REFUSED,   /* the machine understood and will not: not homed, beyond an end, arm low, bad
                      value */
    RIG_GONE,    /* the machine is gone for good (closed, unplugged, silent too long): no call will
                    work */
    RIG_DIVERGED /* replay only: this call is not the one in the log; the log's error says where */
};

enum rig_axis { RIG_X, RIG_Y };
#define RIG_AXES 2

enum rig_grip { RIG_OPEN, RIG_CLOSED };

enum rig_motion {
    RIG_STILL,    /* not moving: at its target, or stopped by stop(), or never moved */
    RIG_MOVING,   /* on its way to the target */
    RIG_HOMING,   /* driving to its end */
    RIG_STALLED,  /* stopped by something before the target; not homed any more */
    RIG_TIMED_OUT /* its time limit passed before it was there; it was stopped */
};

struct rig_axis_state {
    enum rig_motion motion;
    bool homed; /* the counter was set at the end since power came on, and nothing stalled since */
    int32_t at; /* what the step counter says; lost steps are not in it */
    /* After a homing: where the counter stood when the end was found, less where it should have
     * stood, that is, the steps lost since the homing before. 0 if it was not homed before. */
    int32_t slip;
};

/* One sample of all cells, in milligrams since the tare, by the machine's own scale. A cell at or
 * beyond
 * +-cell_limit is saturated. */
struct rig_sample {
    int32_t cell[RIG_TOWERS];
};

enum rig_input_kind {
    RIG_INPUT_NONE,   /* nothing happened */
    RIG_INPUT_START,  /* the start button */
    RIG_INPUT_EXIT,   /* the exit button: end the run soon and safely */
    RIG_INPUT_KNOB,   /* a hand encoder was turned: axis and value (detents, signed) */
    RIG_INPUT_RESTART /* the machine lost power and came back: nothing is homed, all is in doubt */
};

struct rig_input {
    enum rig_input_kind kind;
    enum rig_axis axis; /* RIG_INPUT_KNOB */
    int32_t value;      /* RIG_INPUT_KNOB */
};

/* What the machine is like; fixed while it is open. */
struct rig_description {
    char name[32];               /* printable ASCII */
    int32_t low[RIG_AXES];       /* the ends of the axes: X homes to low[RIG_X], */
    int32_t high[RIG_AXES];      /* Y homes to high[RIG_Y] (up, where it is safe) */
    int32_t speed[RIG_AXES];     /* micrometres a second, when homing as well; at least 1 */
    int32_t tower_x[RIG_TOWERS]; /* X of each tower, ascending, further apart than a ring is wide */
    int32_t travel_y;     /* at this height and above X may move, a ring in the gripper or not */
    int32_t floor_y;      /* the gripper's height for the lowest ring of a tower */
    int32_t ring_height;  /* from one ring to the next: ring k is gripped at floor_y + k * this */
    int32_t cell_limit;   /* milligrams: where a cell saturates */
    int32_t grip_ms;      /* how long the gripper takes to open or to close */
    int32_t sample_ms;    /* how often the cells have a new value */
    int32_t arrived;      /* micrometres: an axis that stands this near to its target is there; half
                             a step of its motor at least */
    bool holds_unpowered; /* a closed gripper stays closed without power */
    bool cells_are_lively; /* a working cell's readings are never all alike for 10 samples: its last
                              digits are noise. If so, a cell that stands still is known to be stuck
                            */
};

/* The functions of a device; self is the device's own. None may be NULL except close. */
struct rig_device {
    void *self;

    /* Fills the description. RIG_OK, RIG_BUS_ERROR, RIG_GONE, RIG_DIVERGED. */
    enum rig_status (*describe)(void *self, struct rig_description *description);

    /* Starts driving an axis to its end (X to low, Y to high); when the end is felt the counter is
     * set and the axis is RIG_STILL and homed. The upper end of Y must be felt by something that
     * cannot be mistaken (a switch): everything rests on the arm being up when it says so. X may
     * feel its end by stalling. limit_ms, 1 to 600000: after that the machine stops the axis and it
     * is RIG_TIMED_OUT, not homed (an end that is never felt). Homing X is refused while Y is not
     * homed, moves, or is below travel_y. RIG_OK: it has started; any other status but
     * RIG_DIVERGED. */
    enum rig_status (*home)(void *self, enum rig_axis axis, int32_t limit_ms);

    /* Starts driving an axis to a target; ask with axis() until it is no longer RIG_MOVING. Refused
     * if the axis is not homed, the target is beyond an end, or X would move while Y is moving or
     * below travel_y. Statuses as for home. */
    enum rig_status (*move)(void *self, enum rig_axis axis, int32_t target, int32_t limit_ms);

    /* Stops both axes where they are, at once; the gripper stays as it is. Never refused. */
    enum rig_status (*stop)(void *self);

    /* Asks how an axis is. */
    enum rig_status (*axis)(void *self, enum rig_axis axis, struct rig_axis_state *state);

    /* Starts to open or to close the gripper; it is done after grip_ms. Nothing tells whether a
     * ring is in it. */
    enum rig_status (*grip)(void *self, enum rig_grip grip);

    /* Makes what a cell reads now its zero. cell 0 to 2; RIG_REFUSED if the cell gives no value. */
    enum rig_status (*tare)(void *self, int cell);

    /* The newest sample of all cells. */
    enum rig_status (*weigh)(void *self, struct rig_sample *sample);

    /* The oldest input that was not taken yet, or RIG_INPUT_NONE. */
    enum rig_status (*poll)(void *self, struct rig_input *input);

    /* The machine's clock; never goes back while the device is open. Cannot fail: when the machine
     * is gone it goes on by the host's clock. */
    int64_t (*clock)(void *self);

    /* Lets that much of the device's time pass; 0 to 600000. Ends early only when the device is
     * gone. */
    void (*sleep)(void *self, int32_t ms);

    /* Releases the device; the machine keeps its state. May be NULL. */
    void (*close)(void *self);
};

/* The word for a status, an axis, a motion, an input: "ok", "bus error", "x", "timed out", "start".
 */
const char *rig_status_word(enum rig_status status);
const char *rig_axis_word(enum rig_axis axis);
const char *rig_motion_word(enum rig_motion motion);
const char *rig_input_word(enum rig_input_kind kind);

/* Checks a description: ends, towers and heights in order and in reach (8 rings must fit below
 * travel_y), speeds and times positive, tolerance small, name printable. Returns NULL if it is
 * good, else what is wrong, in words. Every description from outside goes through it. */
const char *rig_description_fault(const struct rig_description *description);

#endif

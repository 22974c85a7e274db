/* A machine that moves rings: two axes, a gripper, three load cells and a few buttons, as a struct
 * of functions. The simulator (rig/sim/sim.h), a line protocol over a serial port
 * (rig/device/serial.h) and the replay of a log (rig/report/replay.h) are devices; the executor
 * knows nothing else.
 *
 * Every device guarantees:
 * - No call blocks forever. A call that queries or starts something returns at once or, over a
 *   line, within RIG_CALL_MS, including its own retries.
 * - A motion ends at its time limit at the latest, even if the host is gone: the machine stops the
 *   axis and reports RIG_TIMED_OUT.
 * - Every call is idempotent: targets are absolute, opening an open gripper does nothing. After
 *   RIG_BUS_ERROR the host does not know whether the call took effect, and repeats it.
 *
 * Units: micrometres, milligrams, milliseconds. X grows from tower 0 to tower 2. Y is a height: it
 * grows upwards.
 *
 * A device cannot know, and so does not report, where an axis really is (a motor that lost steps
 * still counts them), whether there is a ring in the gripper, and in which order rings lie. */
#ifndef RIG_DEVICE_DEVICE_H
#define RIG_DEVICE_DEVICE_H

#include <stdbool.h>
#include <stdint.h>

#define RIG_TOWERS  3
#define RIG_RINGS   8
#define RIG_CALL_MS 1000 /* the longest that one call may take */
/* The position tolerance, in micrometres, of a device that does not state one: more than a step of
 * common motors, and far less than the gripper allows. */
#define RIG_POSITION_TOLERANCE 100

enum rig_status {
    RIG_OK,
    RIG_BUS_ERROR, /* no valid answer in time; whether the call took effect is unknown. Retry */
    RIG_REFUSED,   /* understood but refused: not homed, beyond an end, arm low, bad value */
    RIG_GONE,      /* the machine is gone (closed, unplugged, silent too long): no call will work */
    RIG_DIVERGED   /* replay only: the log has another call here; its error says where */
};

enum rig_axis { RIG_X, RIG_Y };
#define RIG_AXES 2

enum rig_grip { RIG_OPEN, RIG_CLOSED };

enum rig_motion {
    RIG_STILL,    /* not moving: at its target, or stopped by stop(), or never moved */
    RIG_MOVING,   /* on its way to the target */
    RIG_HOMING,   /* driving to its end */
    RIG_STALLED,  /* stopped by an obstacle before the target; no longer homed */
    RIG_TIMED_OUT /* stopped at its time limit, before it arrived */
};

struct rig_axis_state {
    enum rig_motion motion;
    bool homed; /* the counter was set at the end since power-on, and nothing has stalled since */
    int32_t at; /* the step counter; it does not know of lost steps */
    /* After homing: the counter at the end, minus what it should have been, that is, the steps lost
     * since the last homing. 0 if the axis was not homed before. */
    int32_t slip;
};

/* One sample of all cells, in milligrams since the tare, uncorrected. A cell at or beyond
 * +-cell_limit is saturated. */
struct rig_sample {
    int32_t cell[RIG_TOWERS];
};

enum rig_input_kind {
    RIG_INPUT_NONE,   /* nothing happened */
    RIG_INPUT_START,  /* the start button */
    RIG_INPUT_EXIT,   /* the exit button: end the run soon, and safely */
    RIG_INPUT_KNOB,   /* a hand encoder was turned: axis and value (detents, signed) */
    RIG_INPUT_RESTART /* the machine lost power and came back: nothing is homed, nothing is certain
                       */
};

struct rig_input {
    enum rig_input_kind kind;
    enum rig_axis axis; /* RIG_INPUT_KNOB */
    int32_t value;      /* RIG_INPUT_KNOB */
};

/* The machine's geometry and limits; fixed while it is open. */
struct rig_description {
    char name[32];               /* printable ASCII */
    int32_t low[RIG_AXES];       /* the ends of the axes: X homes to low[RIG_X], */
    int32_t high[RIG_AXES];      /* Y homes to high[RIG_Y] (up, where it is safe) */
    int32_t speed[RIG_AXES];     /* micrometres a second, when homing as well; at least 1 */
    int32_t tower_x[RIG_TOWERS]; /* X of each tower, ascending, further apart than a ring is wide */
    int32_t travel_y;            /* at this height and above X may move, with or without a ring */
    int32_t floor_y;             /* the gripper's height for the lowest ring of a tower */
    int32_t ring_height;         /* of one ring: ring k is gripped at floor_y + k * ring_height */
    int32_t cell_limit;          /* milligrams: where a cell saturates */
    int32_t grip_ms;             /* how long the gripper takes to open or to close */
    int32_t sample_ms;           /* how often the cells have a new value */
    int32_t position_tolerance;  /* micrometres: an axis this near to its target has arrived; at
                              least half a  step of its motor */
    bool holds_unpowered;        /* a closed gripper stays closed without power */
    bool cells_are_lively; /* a working cell never gives 10 equal samples in a row, because its last
                              digits are noise; so a cell that does is stuck */
};

/* The functions of a device; self is its own data. Only close may be NULL. */
struct rig_device {
    void *self;

    /* Fills the description. RIG_OK, RIG_BUS_ERROR, RIG_GONE, RIG_DIVERGED. */
    enum rig_status (*describe)(void *self, struct rig_description *description);

    /* Starts homing an axis (X to low, Y to high); at the end the counter is set and the axis is
     * RIG_STILL and homed. The upper end of Y needs an unambiguous sensor (a switch): everything
     * depends on the arm being up when it says so. X may detect its end by stalling. limit_ms, 1 to
     * 600000: then the machine stops the axis, which is RIG_TIMED_OUT and not homed (the end was
     * never detected). Homing X is refused while Y is not homed, moves, or is below travel_y.
     * RIG_OK: it has started; or any other status. */
    enum rig_status (*home)(void *self, enum rig_axis axis, int32_t limit_ms);

    /* Starts moving an axis to a target; poll with axis() until it is no longer RIG_MOVING. Refused
     * if the axis is not homed, the target is beyond an end, or X would move while Y is moving or
     * below travel_y. Statuses as for home. */
    enum rig_status (*move)(void *self, enum rig_axis axis, int32_t target, int32_t limit_ms);

    /* Stops both axes immediately; the gripper stays as it is. Never refused. */
    enum rig_status (*stop)(void *self);

    /* Gets the state of an axis. */
    enum rig_status (*axis)(void *self, enum rig_axis axis, struct rig_axis_state *state);

    /* Starts to open or close the gripper, which takes grip_ms. Nothing tells whether it holds a
     * ring. */
    enum rig_status (*grip)(void *self, enum rig_grip grip);

    /* Makes the current reading of a cell (0 to 2) its zero. RIG_REFUSED if the cell gives none. */
    enum rig_status (*tare)(void *self, int cell);

    /* The newest sample of all cells. */
    enum rig_status (*weigh)(void *self, struct rig_sample *sample);

    /* The oldest pending input, or RIG_INPUT_NONE. */
    enum rig_status (*poll)(void *self, struct rig_input *input);

    /* The machine's clock; never goes back while the device is open. Cannot fail: if the machine is
     * gone, the host's clock takes over. */
    int64_t (*clock)(void *self);

    /* Sleeps for that much of the device's time, 0 to 600000. Returns early only if the device is
     * gone. */
    void (*sleep)(void *self, int32_t ms);

    /* Releases the device; the machine keeps its state. */
    void (*close)(void *self);
};

/* The word for a status, for a motion: "ok", "bus error", "timed out". */
const char *rig_status_word(enum rig_status status);
const char *rig_motion_word(enum rig_motion motion);

/* Checks a description from outside: ends, towers and heights ordered and within reach (8 rings
 * must fit below travel_y), speeds and times positive, tolerance small, name printable. Returns
 * NULL if it is valid, else a sentence that says what is wrong. */
const char *rig_description_fault(const struct rig_description *description);

#endif

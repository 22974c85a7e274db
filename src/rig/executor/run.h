/* How a front end runs the rig: it fills a rig_config, calls rig_run with a device and a listener,
 * and gets events during the run and a result at the end. rig_run returns only when the machine
 * stands still.
 *
 * A run ends as RIG_DONE only if the goal was verified: every ring was weighed where it should be,
 * the arm has touched every tower that holds rings and the right cell has responded, and wherever
 * the order of rings was in doubt it was determined by lifting them. Every other end is a safe
 * stop: the axes stand still, the arm is up if that was possible, and the result says what is known
 * and what a person must do.
 *
 * Rings are numbered by weight: 0 is the lightest (and smallest), rings - 1 the heaviest. Towers
 * are 0 to 2 everywhere, in texts too. */
#ifndef RIG_EXECUTOR_RUN_H
#define RIG_EXECUTOR_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rig/executor/config.h"
#include "search/control.h"

#define RIG_NO_RING (-1)

/* ---- the board ---- */

enum rig_hand {
    RIG_HAND_EMPTY, /* every ring is accounted for elsewhere */
    RIG_HAND_HOLDS, /* verified by weight: the ring left a tower and was not placed */
    RIG_HAND_MAYBE  /* a ring is on no tower; it is in the gripper or it is lost */
};

struct rig_board {
    int8_t count[RIG_TOWERS];           /* how many rings each tower has */
    int8_t ring[RIG_TOWERS][RIG_RINGS]; /* which, the lowest first */
    /* How many of the lowest rings are in unknown order; they are then listed heaviest first. 0 or
     * at least 2. */
    int8_t unsure[RIG_TOWERS];
    enum rig_hand hand;
    int8_t held; /* the ring that is or may be in the gripper, or RIG_NO_RING */
};

/* ---- what happens ---- */

enum rig_event_kind {
    RIG_EVENT_BEGIN,    /* the run begins: text is the mode */
    RIG_EVENT_STEP,     /* a physical step begins: `what`, tower, ring */
    RIG_EVENT_ARM,      /* the arm has moved, or the gripper has changed: for pictures */
    RIG_EVENT_WEIGHTS,  /* the cells were read (grams) */
    RIG_EVENT_DECODED,  /* the board was decoded from the weights: board, confidence */
    RIG_EVENT_PLAN,     /* a plan was made: moves is its length */
    RIG_EVENT_VERIFIED, /* a half move was verified by weight: `what` (LIFT or RELEASE), tower, ring
                         */
    RIG_EVENT_MOVE, /* a move was verified (ring, from, tower), or a participant made one (legal) */
    RIG_EVENT_RETRY,     /* something failed and is retried: text, attempt */
    RIG_EVENT_REPLANNED, /* the board is not as expected; a new plan follows: text */
    RIG_EVENT_DOUBT,     /* a tower is in doubt and will be verified: tower, text */
    RIG_EVENT_FOUND,     /* what pick-and-weigh found: tower, ring */
    RIG_EVENT_FOREIGN, /* something other than a ring is on a tower, or a hand leans on it: tower */
    RIG_EVENT_FAULT,   /* a fault was noticed: text (a stuck cell, lost steps) */
    RIG_EVENT_ASK,     /* a person is asked for something: text */
    RIG_EVENT_INPUT,   /* a button: text says what it does */
    RIG_EVENT_STOPPED, /* the safe stop: text is the result's known and todo */
    RIG_EVENT_DONE     /* the goal is verified */
};

enum rig_step {
    RIG_STEP_NONE,
    RIG_STEP_HOME_Y,
    RIG_STEP_HOME_X,
    RIG_STEP_TRAVEL,  /* X to a tower */
    RIG_STEP_LOWER,   /* Y down */
    RIG_STEP_GRIP,    /* close */
    RIG_STEP_LIFT,    /* Y up, by homing, so that the arm is up for certain */
    RIG_STEP_RELEASE, /* open */
    RIG_STEP_PRESS,   /* Y down with a closed gripper, to press a ring flat */
    RIG_STEP_TARE
};

struct rig_event {
    enum rig_event_kind kind;
    int64_t ms; /* the device's clock */
    long step;  /* physical steps so far, including this one */
    /* The whole state, in every event. */
    int32_t x, y; /* the step counters */
    bool homed[RIG_AXES];
    enum rig_grip grip;
    double grams[RIG_TOWERS]; /* the newest loads, calibrated */
    struct rig_board board;   /* what is believed */
    double confidence;        /* of the board: 0 to 1; see rig/executor/decode.h */
    int moves_left;           /* of the plan, -1 without one */
    /* What the event is about, -1 or 0 where it does not apply. */
    enum rig_step what;
    int tower, from, ring, attempt;
    int moves;
    bool legal;
    const char *text; /* a sentence, or "" */
};

/* Called from the thread of rig_run, between two calls of the device. It must not call the device.
 */
typedef void rig_listener(void *context, const struct rig_event *event);

/* "step", "verified" ...; "lower", "grip" ...: as in texts and in JSON. */
const char *rig_event_word(enum rig_event_kind kind);
const char *rig_step_word(enum rig_step step);
const char *rig_hand_word(enum rig_hand hand);

/* ---- an attempt of a participant ---- */

enum rig_rule {
    RIG_LEGAL,
    RIG_ON_SMALLER, /* put on a smaller ring */
    RIG_NOT_TOP,    /* was not the top ring of its tower */
    RIG_SEVERAL     /* more than one ring was off the towers at a time */
};

/* A time since the attempt began. The cells are only sampled, so it has an uncertainty: the true
 * time is between ms - within and ms + within. */
struct rig_moment {
    int64_t ms, within;
};

struct rig_attempt_move {
    int ring, from, to;
    struct rig_moment lifted, placed;
    enum rig_rule rule;
    int64_t
        optimum_before; /* the distance to the goal before the move and after it; -1 if the order */
    int64_t optimum_after; /* of the rings was not known */
};

struct rig_attempt {
    int rings;
    double weight[RIG_RINGS];
    int start, goal;
    struct rig_attempt_move *moves;
    size_t count, room;
    int64_t optimum;              /* of the whole task */
    int64_t begun_ms;             /* the device's clock */
    struct rig_moment first_lift; /* ms is -1: nothing was lifted */
    struct rig_moment ended; /* when the last ring was placed if it is solved, else when it ended */
    int illegal;             /* moves that broke a rule */
    int put_back;            /* rings lifted and put back on the same tower: not moves */
    int leaned;              /* times something foreign was on a tower */
    bool solved;             /* the goal was reached, and the arm has verified it */
    bool complete;           /* every move was recognised; false if rings changed places unseen */
};

const char *rig_rule_word(enum rig_rule rule);

/* ---- how it ended ---- */

enum rig_end { RIG_DONE, RIG_SAFE_STOP, RIG_BAD_CONFIG };

enum rig_reason {
    RIG_REASON_NONE,        /* RIG_DONE */
    RIG_REASON_CONFIG,      /* the configuration or the device's description is refused */
    RIG_REASON_JOURNAL,     /* the journal cannot be written, or is not a journal of these rings */
    RIG_REASON_EXIT,        /* the exit button, or a request to stop */
    RIG_REASON_TIME,        /* the time limit, or nobody did what was asked */
    RIG_REASON_BUS,         /* the machine does not answer, or its answers are garbled */
    RIG_REASON_REPLAY,      /* the log does not match this run */
    RIG_REASON_AXIS,        /* an axis stalls, never arrives, or does not find its end */
    RIG_REASON_STEPS,       /* an axis keeps losing steps */
    RIG_REASON_CELL,        /* a cell is stuck, saturated, dead, or responds to another tower */
    RIG_REASON_UNSURE,      /* the weights fit no distribution of the rings */
    RIG_REASON_MISSING,     /* a ring is on no tower */
    RIG_REASON_FOREIGN,     /* something other than a ring stays on a tower */
    RIG_REASON_GRIP,        /* a ring cannot be gripped */
    RIG_REASON_RELEASE,     /* a ring does not leave the gripper */
    RIG_REASON_DISTURBED,   /* people keep changing the board */
    RIG_REASON_CALIBRATION, /* a cell's gain or zero is out of range */
    RIG_REASON_UNSOLVED,    /* the attempt ended without reaching the goal */
    RIG_REASON_FILE         /* for front ends: an output file cannot be written */
};

struct rig_result {
    enum rig_end end;
    enum rig_reason reason;
    struct rig_board board; /* the board as believed; certain only if board_known */
    /* Every ring is on its tower, in that order (except board.unsure), and the gripper is empty:
     * the arm has touched every tower with rings since anything was in doubt, and the weights agree
     * at the very end. False: nothing is claimed; the texts say what supports the board. */
    bool board_known;
    bool arm_up;      /* the arm is certainly above the towers (homed, nothing stalled since) */
    char known[1024]; /* sentences: what is known; for RIG_DONE what was verified */
    char todo[512];   /* what a person must do, "" for RIG_DONE */
    long steps, retries, replans, moves;
    int64_t ms;                         /* the duration, by the device's clock */
    struct rig_calibration calibration; /* after RIG_CALIBRATE the new one, else the one used */
    double noise[RIG_TOWERS]; /* after RIG_CALIBRATE: the standard deviation of each cell, grams */
    struct rig_attempt *attempt; /* after RIG_PARTICIPANT, else NULL; rig_result_free */
};

const char *rig_end_word(enum rig_end end);
const char *rig_reason_word(enum rig_reason reason);

/* Runs a mode on a device to its end. listener and control may be NULL. control_stop, from any
 * thread or a signal handler, is like the exit button: the arm puts down what it holds if it can,
 * goes up and stops. Always fills the result; rig_result_free releases it. */
enum rig_end rig_run(const struct rig_config *config, struct rig_device *device,
                     rig_listener *listener, void *context, qd_control *control,
                     struct rig_result *result);
void rig_result_free(struct rig_result *result);

/* A board in one line: "110 60 | 30 |"; "[60 110?] | |" if the order is not known; followed by " +
 * 30 held" or " + 30 held or lost". Writes at most size bytes, including the NUL. */
void rig_board_text(const struct rig_config *config, const struct rig_board *board, char *text,
                    size_t size);

#endif

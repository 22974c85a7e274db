/* How a front end runs the rig: it fills a rig_config, calls rig_run with a device and a listener,
 * and gets events while it runs and a result at the end. rig_run returns only when the machine
 * stands still.
 *
 * A run ends as RIG_DONE only if the goal was verified: every ring was weighed where it should be,
 * every tower that holds rings was touched by the arm and answered with the right cell, and where
 * the order of rings was ever in doubt it was found out by lifting them one by one. Everything else
 * is a safe stop: the axes are still, the arm is up if that was possible, and the result says what
 * is known and what a person must do.
 *
 * Rings are numbered by weight: 0 is the lightest (and smallest), rings - 1 the heaviest. Towers
 * are 0 to 2 everywhere, in texts too. */
#ifndef RIG_EXECUTOR_RUN_H
#define RIG_EXECUTOR_RUN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rig/device/device.h"
#include "search/control.h"

#define RIG_NO_RING (-1)

/* ---- what stands where ---- */

enum rig_hand {
    RIG_HAND_EMPTY, /* every ring is accounted for elsewhere */
    RIG_HAND_HOLDS, /* verified by weight: the ring left a tower and was not put down */
    RIG_HAND_MAYBE  /* a ring is on no tower; it is in the gripper or it is lost */
};

struct rig_board {
    int8_t count[RIG_TOWERS];           /* how many rings each tower has */
    int8_t ring[RIG_TOWERS][RIG_RINGS]; /* which, the lowest first */
    /* So many of the lowest rings lie in an order that is not known; they are then listed heaviest
     * first. 0 or at least 2. */
    int8_t unsure[RIG_TOWERS];
    enum rig_hand hand;
    int8_t held; /* the ring that is or may be in the gripper, or RIG_NO_RING */
};

/* ---- what is wanted ---- */

enum rig_mode {
    RIG_SOLVE,       /* all rings to the goal tower */
    RIG_RESET,       /* all rings to the start tower */
    RIG_PARTICIPANT, /* a person plays from start to goal; the arm rests, the cells watch */
    RIG_CALIBRATE    /* tare and gain of the cells, with the help of a person */
};

/* Corrections of the cells: load = (reading - zero) * gain. From a calibration; 0 and 1 without
 * one. */
struct rig_calibration {
    double zero[RIG_TOWERS]; /* grams, within +-RIG_ZERO_LIMIT */
    double gain[RIG_TOWERS]; /* from RIG_GAIN_LOW to RIG_GAIN_HIGH */
};
#define RIG_ZERO_LIMIT 1000.0
#define RIG_GAIN_LOW   0.5
#define RIG_GAIN_HIGH  2.0

struct rig_config {
    enum rig_mode mode;
    int rings;                /* 1 .. RIG_RINGS */
    double weight[RIG_RINGS]; /* grams, ascending; see rig_config_fault */
    int start;                /* the tower to start from, and to reset to */
    int goal;                 /* the tower to solve to; not start */
    struct rig_calibration calibration;
    const char *journal; /* a file that is written before and after every physical step, and read at
                            the beginning; NULL: none, then a power cut loses what only it knew */
    int32_t idle_ms;     /* participant: the attempt ends when nothing happened for so long */
    int32_t ask_ms;      /* how long a person who is asked for something may take */
    double seconds_limit; /* the run ends in a safe stop after so much of the device's time */
};

/* Fills the defaults: reset, 3 rings of 30, 60 and 110 g, start 0, goal 2, no calibration, no
 * journal, idle 120 s, ask 120 s, limit 4 hours. */
void rig_config_init(struct rig_config *config);

/* The largest error a cell may have at which the weights still tell where every ring is: a little
 * less than half the smallest difference (in the cell that differs most) between two distributions
 * of the rings over the towers. 9.99 g for 30, 60 and 110. 0 if two distributions weigh the same.
 */
double rig_config_tolerance(const struct rig_config *config);

/* What is wrong with a configuration, in words: written to text. Returns false if nothing is.
 * Refused are counts and towers out of range, weights that do not ascend, are below 5 g or above 5
 * kg, sets of rings that weigh the same within RIG_LEAST_TOLERANCE (the two sets are named), times
 * that are not positive. */
bool rig_config_fault(const struct rig_config *config, char *text, size_t size);
#define RIG_LEAST_TOLERANCE 2.0

/* ---- what happens ---- */

enum rig_event_kind {
    RIG_EVENT_BEGIN,    /* the run begins; text says whether it goes on from a journal */
    RIG_EVENT_STEP,     /* a physical step begins: `what`, tower, ring */
    RIG_EVENT_ARM,      /* the arm has moved a little, or the gripper has changed: for pictures */
    RIG_EVENT_WEIGHTS,  /* the cells were read (grams) */
    RIG_EVENT_DECODED,  /* the board was read off the weights: board, confidence */
    RIG_EVENT_PLAN,     /* a plan was made: moves is its length */
    RIG_EVENT_VERIFIED, /* a half move was verified by weight: `what` (LIFT or RELEASE), tower, ring
                         */
    RIG_EVENT_MOVE,     /* a whole move was verified (ring, from, tower), or a participant made one
                           (legal) */
    RIG_EVENT_RETRY,    /* something failed and is tried again: text, attempt */
    RIG_EVENT_REPLANNED, /* the board is not as expected; a new plan follows: text */
    RIG_EVENT_DOUBT,     /* the order on a tower is in doubt: tower, text; it will be found out */
    RIG_EVENT_FOUND,     /* what pick-and-weigh found: tower, ring */
    RIG_EVENT_FOREIGN,   /* something that is no ring is on a tower, or a hand leans on it: tower,
                            grams */
    RIG_EVENT_FAULT,   /* something is wrong and was noticed: text (a cell that stands still, a bus
                          error) */
    RIG_EVENT_ASK,     /* a person is asked for something: text */
    RIG_EVENT_INPUT,   /* a button: text says what was done about it */
    RIG_EVENT_STOPPED, /* the safe stop: the result's reason, known and todo follow as text */
    RIG_EVENT_DONE     /* the goal is verified */
};

enum rig_step {
    RIG_STEP_NONE,
    RIG_STEP_HOME_Y,
    RIG_STEP_HOME_X,
    RIG_STEP_TRAVEL,  /* X to a tower */
    RIG_STEP_LOWER,   /* Y down */
    RIG_STEP_GRIP,    /* close */
    RIG_STEP_LIFT,    /* Y up: ends with homing Y, so that the arm is truly up */
    RIG_STEP_RELEASE, /* open */
    RIG_STEP_PRESS,   /* Y down with a closed gripper, to press a ring flat */
    RIG_STEP_TARE
};

struct rig_event {
    enum rig_event_kind kind;
    int64_t ms; /* the device's clock */
    long step;  /* physical steps begun so far, this one included */
    /* The whole picture, in every event. */
    int32_t x, y; /* what the step counters say */
    bool homed[RIG_AXES];
    enum rig_grip grip;
    double grams[RIG_TOWERS]; /* the newest loads, calibrated */
    struct rig_board board;   /* what is believed */
    double confidence;        /* of the board: 0 to 1; see rig/executor/decode.h */
    int moves_left;           /* of the plan, -1 without one */
    /* What it is about, -1 or 0 where it does not apply. */
    enum rig_step what;
    int tower, from, ring, attempt;
    int moves;
    bool legal;
    const char *text; /* a sentence, or "" */
};

/* Called from rig_run's thread, between two calls of the device. It must not call the device. */
typedef void rig_listener(void *context, const struct rig_event *event);

/* "step", "verified" ...; "lower", "grip" ...: the words of the JSON events. */
const char *rig_event_word(enum rig_event_kind kind);
const char *rig_step_word(enum rig_step step);
const char *rig_mode_word(enum rig_mode mode);
const char *rig_hand_word(enum rig_hand hand);

/* ---- an attempt of a participant ---- */

enum rig_rule {
    RIG_LEGAL,
    RIG_ON_SMALLER, /* put on a smaller ring */
    RIG_NOT_TOP,    /* was not the top ring of its tower */
    RIG_SEVERAL     /* more than one ring was off the towers at a time */
};

/* A moment since the attempt began. The cells are read now and then only, so that it is known
 * within some time: it was not earlier than ms - within and not later than ms + within. */
struct rig_moment {
    int64_t ms, within;
};

struct rig_attempt_move {
    int ring, from, to;
    struct rig_moment lifted, placed;
    enum rig_rule rule;
    int64_t optimum_before; /* moves that were still needed before it and after it; -1: not known,
                               because */
    int64_t optimum_after;  /* the order of the rings was not */
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
    struct rig_moment ended; /* the last ring was placed, if it is solved; else it was given up */
    int illegal;             /* moves that broke a rule */
    int put_back;            /* rings lifted and put back on their tower: no move */
    int leaned;              /* times something foreign was on a tower */
    bool solved;             /* the goal was reached (verified if the order was ever in doubt) */
    bool complete;           /* every move was recognised; false if rings changed places unseen */
};

const char *rig_rule_word(enum rig_rule rule);

/* ---- how it ended ---- */

enum rig_end { RIG_DONE, RIG_SAFE_STOP, RIG_BAD_CONFIG };

enum rig_reason {
    RIG_REASON_NONE,      /* RIG_DONE */
    RIG_REASON_CONFIG,    /* the configuration or the device's description is refused */
    RIG_REASON_JOURNAL,   /* the journal cannot be written, or is not a journal of these rings */
    RIG_REASON_EXIT,      /* the exit button, or the program was told to stop */
    RIG_REASON_TIME,      /* the run's time limit, or nobody did what was asked */
    RIG_REASON_BUS,       /* the machine does not answer, or garbles its answers */
    RIG_REASON_REPLAY,    /* the replay's log does not fit this run */
    RIG_REASON_AXIS,      /* an axis stalls, never arrives, or does not find its end */
    RIG_REASON_STEPS,     /* an axis loses steps again and again */
    RIG_REASON_CELL,      /* a cell is stuck, saturated, dead, wild, or answers for another tower */
    RIG_REASON_UNSURE,    /* the weights fit no distribution of the rings */
    RIG_REASON_MISSING,   /* a ring is on no tower */
    RIG_REASON_FOREIGN,   /* something that is no ring stays on a tower */
    RIG_REASON_GRIP,      /* a ring cannot be gripped */
    RIG_REASON_RELEASE,   /* a ring does not leave the gripper */
    RIG_REASON_DISTURBED, /* people keep changing the board */
    RIG_REASON_CALIBRATION, /* a cell's gain or zero is out of range */
    RIG_REASON_UNSOLVED,    /* the participant has ended, and not with the goal */
    RIG_REASON_FILE         /* for front ends: what the run was for cannot be written to its file */
};

struct rig_result {
    enum rig_end end;
    enum rig_reason reason;
    struct rig_board board; /* what is believed of the board; claimed only if board_known */
    /* Every ring is on the tower that the board says, in that order (but for board.unsure), and the
     * gripper is empty: the arm has touched every tower that has rings since anything was in doubt,
     * and the weights say the same at the very end. False: nothing is claimed; the texts say what
     * speaks for the board. */
    bool board_known;
    bool arm_up;      /* the arm is known to be above the towers (homed, nothing stalled since) */
    char known[1024]; /* sentences: what is known; for RIG_DONE what was verified */
    char todo[512];   /* what a person must do, "" for RIG_DONE */
    long steps, retries, replans, moves;
    int64_t ms;                         /* the device's time it took */
    struct rig_calibration calibration; /* after RIG_CALIBRATE: the new one, else the given one */
    double noise[RIG_TOWERS]; /* after RIG_CALIBRATE: the standard deviation of each cell, grams */
    struct rig_attempt *attempt; /* after RIG_PARTICIPANT, else NULL; rig_result_free */
};

const char *rig_end_word(enum rig_end end);
const char *rig_reason_word(enum rig_reason reason);

/* Runs a mode on a device to its end. listener may be NULL. control may be NULL; control_stop (from
 * any thread or a signal handler) is like the exit button: the arm puts down what it holds if it
 * can, goes up and stops. Always fills the result; rig_result_free releases it. */
enum rig_end rig_run(const struct rig_config *config, struct rig_device *device,
                     rig_listener *listener, void *context, qd_control *control,
                     struct rig_result *result);
void rig_result_free(struct rig_result *result);

/* A board in one line: "110 60 | 30 |", "[60 110?] | |" for an order that is not known,
 * with " + 30 held" or " + 30 held or lost" behind it. Writes at most size bytes with the NUL. */
void rig_board_text(const struct rig_config *config, const struct rig_board *board, char *text,
                    size_t size);

#endif

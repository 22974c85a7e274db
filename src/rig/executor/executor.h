/* The inside of a run: what the files of the executor share. */
#ifndef RIG_EXECUTOR_EXECUTOR_H
#define RIG_EXECUTOR_EXECUTOR_H

#include "rig/executor/decode.h"
#include "rig/executor/journal.h"
#include "rig/executor/run.h"

enum {
    RIG_TRIES = 4,                 /* attempts at a half move */
    RIG_AXIS_TRIES = 3,            /* attempts at a motion */
    RIG_BUS_TIMEOUT_MS = 5000,     /* how long calls may keep failing */
    RIG_SETTLE_TIMEOUT_MS = 20000, /* how long the weights may stay undecodable */
    RIG_SETTLE_MS = 1500,          /* how long they must decode alike after a disturbance */
    RIG_SLOW_MS = 5000,            /* weights undecodable for longer leave everything in doubt */
    RIG_GAP_MS = 700,              /* after a longer gap between samples all towers are in doubt */
    RIG_DEBOUNCE = 4,              /* suspicious samples in a row that count as a disturbance */
    RIG_STUCK_REPEATS = 10,        /* identical samples in a row that mean that a cell is stuck */
    RIG_SLIP = 1000,               /* micrometres: more lost steps than that are reported */
    RIG_DISTURBANCES = 25,         /* the most in one run */
    RIG_MAX_SAMPLES = 64,          /* the most for one weighing */
    RIG_MAX_DRIFT = 5              /* how far a zero is tracked, in tolerances */
};

struct rig_executor {
    const struct rig_config *config;
    struct rig_device *device;
    rig_listener *listener;
    void *context;
    qd_control *control;
    qd_control *own_control; /* made here if the caller has none */
    struct rig_result *result;
    struct rig_journal journal;
    struct rig_recovery recovered;
    struct rig_description spec;
    struct rig_calibration calibration;
    double tolerance;
    int64_t begun;

    /* the machine, as it reports itself */
    struct rig_axis_state axis[RIG_AXES];
    enum rig_grip grip;
    bool grip_known;
    bool up;               /* Y was homed and has not moved since */
    int at_tower;          /* the tower below X, by its counter; -1: none */
    int32_t slip_x;        /* of the last homing of X */
    int slips;             /* how often steps were lost */
    int64_t failing_since; /* when calls began to fail; -1: they do not */
    bool refused;          /* the last call was refused */

    /* the board, as believed */
    struct rig_board board;
    bool watching;              /* samples are compared with `expected` */
    bool confirmed[RIG_TOWERS]; /* the arm has picked or placed a ring there, and the right cell
                                   responded */
    bool flat[RIG_TOWERS];      /* the top ring was pressed flat, or has not moved */
    bool doubted[RIG_TOWERS];   /* something happened there that the arm did not do */
    bool hand_unknown;          /* it is not known yet what is in the gripper */
    int transit; /* the tower where a ring is being picked or placed, while it is not known whether
                    the ring is in the gripper; -1: none */
    double confidence;
    int moves_left;
    int disturbances;
    int wrong_cells; /* times another tower's cell responded although X had lost no steps */

    /* the cells */
    double grams[RIG_TOWERS];    /* the newest sample */
    double expected[RIG_TOWERS]; /* the weight of the board as believed */
    double drift[RIG_TOWERS];    /* of the zero of each cell */
    bool may_lose[RIG_RINGS];    /* rings that may leave tower `lifting` */
    int lifting;                 /* the tower a ring is being lifted from, -1: none */
    int pressing;                /* the tower the arm presses on, -1: none */
    int landing;                 /* the ring that may land anywhere, or RIG_NO_RING */
    int suspect[RIG_TOWERS];     /* suspicious samples, for debouncing */
    int32_t raw[RIG_TOWERS];
    int repeats[RIG_TOWERS];      /* of the raw value */
    bool cell_failed[RIG_TOWERS]; /* the cell is stuck or saturated */
    int64_t asked, sampled; /* when the last sample was requested and when it came; -1: none yet */
    bool told_noise;

    /* the end */
    bool asking;        /* a person was asked for something, and confirms with the start button */
    bool start_pressed; /* and has done so */
    bool exit_requested, time_up;
    bool ended;
    enum rig_reason reason;
    char known[512];
    char todo[384];
};

/* The outcome of a half move. */
enum rig_outcome {
    RIG_SUCCEEDED, /* done and verified */
    RIG_REPLAN,    /* not done; the board has changed, or its order is in doubt: plan again */
    RIG_ENDED      /* the run has ended */
};

/* Initialises an executor and an empty result. The caller sets listener, context, control and
 * tolerance, and opens the journal if there is one. (rig/executor/run.c) */
void rig_executor_init(struct rig_executor *x, const struct rig_config *config,
                       struct rig_device *device, struct rig_result *result);

/* The device's clock. */
static inline int64_t rig_now(const struct rig_executor *x) {
    return x->device->clock(x->device->self);
}

/* ---- telling (rig/executor/events.c) ---- */

/* An event with the fields that all events share; the caller adds the rest and sends it. */
struct rig_event rig_event_of(const struct rig_executor *x, enum rig_event_kind kind);
void rig_send(struct rig_executor *x, const struct rig_event *event);
/* Sends an event with nothing else to say. */
void rig_send_plain(struct rig_executor *x, enum rig_event_kind kind);
/* Sends an event about a tower (or -1) with a text. */
void rig_tell(struct rig_executor *x, enum rig_event_kind kind, int tower, const char *format, ...)
    QD_PRINTF(4, 5);
void rig_retry(struct rig_executor *x, int attempt, int tower, const char *format, ...)
    QD_PRINTF(4, 5);

/* "all rings are", or "the ring is" if there is only one; the same without the verb. */
const char *rig_all_are(const struct rig_executor *x);
const char *rig_all(const struct rig_executor *x);

/* Ends the run: why, what to do, and what is known. Only the first call counts. Always returns
 * false. */
bool rig_end_run(struct rig_executor *x, enum rig_reason reason, const char *todo,
                 const char *format, ...) QD_PRINTF(4, 5);
/* The same because the journal cannot be written. */
bool rig_end_for_journal(struct rig_executor *x);

/* ---- checking (rig/executor/check.c): asserts, so that release builds do nothing ---- */

/* The board is possible: no ring twice or out of range, and the two fields of the gripper agree. */
void rig_check_board(const struct rig_board *board, int rings);
/* The whole state of a run, between two steps. */
void rig_check(const struct rig_executor *x);

/* ---- the machine (rig/executor/machine.c); false: the run has ended ---- */

/* Waits, sampling the cells. */
bool rig_wait(struct rig_executor *x, int64_t ms);
/* Y to its upper end, by homing. */
bool rig_lift(struct rig_executor *x, int tower, int ring);
/* X to its end; lifts the arm first if necessary. x->slip_x becomes the steps that were lost. */
bool rig_home_x(struct rig_executor *x);
/* X to a tower; lifts the arm and homes X first if necessary. */
bool rig_travel(struct rig_executor *x, int tower, int ring);
/* Y down. *blocked: it did not arrive (stalled, timed out, lost power); the caller lifts it. */
bool rig_lower(struct rig_executor *x, enum rig_step what, int tower, int ring, int32_t y,
               bool *blocked);
bool rig_grip(struct rig_executor *x, enum rig_grip grip, int tower, int ring);
bool rig_tare_cell(struct rig_executor *x, int cell);
/* Stops the axes; never ends the run. */
void rig_halt(struct rig_executor *x);
/* The height at which ring k of a tower is gripped. */
int32_t rig_level(const struct rig_executor *x, int k);

/* ---- the cells and the board (rig/executor/sampling.c, rig/executor/observe.c) ---- */

/* Processes one sample: loads, disturbances, cells that have failed. */
void rig_take_sample(struct rig_executor *x, const struct rig_sample *sample);
/* Marks all towers as doubted, because for some time nothing was observed. */
void rig_doubt_all(struct rig_executor *x, const char *why);
bool rig_is_doubted(const struct rig_executor *x);
/* Nothing is in doubt, and the newest samples are as expected. */
bool rig_is_quiet(const struct rig_executor *x);
/* Weighs with many samples, ignoring outliers. *steady: they agree. Ends the run if a cell stays
 * failed. */
bool rig_weigh_steady(struct rig_executor *x, double grams[RIG_TOWERS], bool *steady);
/* Computes what the cells should show from the board as believed. */
void rig_update_expected(struct rig_executor *x);

/* Weighs until the weights can be decoded (rings in may_be_off may be on no tower): RIG_FITS and,
 * after a disturbance, the same for RIG_SETTLE_MS. Ends the run if that does not happen in time. */
bool rig_decode_board(struct rig_executor *x, unsigned may_be_off, struct rig_decoding *decoding);
/* Decodes the board and believes it: where a tower has other rings than believed, or is doubted,
 * its order becomes unknown. *changed: the board is not as it was believed. */
bool rig_observe(struct rig_executor *x, bool *changed);
/* Makes this the board as believed, and writes it to the journal. */
bool rig_believe(struct rig_executor *x, const struct rig_board *board);
/* The tower of each ring; RIG_OFF for one in the gripper. */
void rig_distribution(const struct rig_executor *x, int8_t tower[RIG_RINGS]);
unsigned rig_held_bit(const struct rig_executor *x);
/* After a weighing that fits the board as believed: lets the zeros follow the readings. */
void rig_track_drift(struct rig_executor *x, const double grams[RIG_TOWERS]);

/* ---- half moves (rig/executor/pick_place.c) ---- */

/* Picks the top ring of a tower with the empty gripper; x->board.held becomes that ring. */
enum rig_outcome rig_pick(struct rig_executor *x, int tower);
/* Places what is (or may be) in the gripper on a tower. */
enum rig_outcome rig_place(struct rig_executor *x, int tower);
/* Opens the gripper low over a tower with rings, whose cell must feel it; for when it is not known
 * what the gripper holds. */
bool rig_open_low(struct rig_executor *x, int tower);

/* ---- planning (rig/executor/plan.c) ----
 * The next move of a shortest path to a goal: by the planner of the freestanding Hanoi core
 * (puzzles/hanoi/core/core.h) for as many rings as that is built for, and by its formulas
 * (puzzles/hanoi/core/three.h) for more. */

struct rig_plan {
    int64_t moves; /* of a shortest path; 0: the goal is reached */
    int from, to;  /* its first move */
};

/* Plans from a board with all rings on towers, in the order listed, even larger ones on smaller
 * ones, to all rings in order on one tower. Returns false only if the control stopped the search or
 * a ring is on no tower. */
bool rig_plan(int rings, const struct rig_board *board, int goal, qd_control *control,
              struct rig_plan *plan);
/* Whether every ring of the tower lies on a larger one or on the floor. */
bool rig_is_sorted(const struct rig_board *board, int tower);

/* ---- modes ---- */

/* Gets and checks the machine's description. (rig/executor/solve.c) */
bool rig_describe(struct rig_executor *x);
/* Homes both axes and decodes the board. False: the run has ended. (rig/executor/solve.c) */
bool rig_begin(struct rig_executor *x);
/* Moves all rings to a tower, verified. False: the run has ended. (rig/executor/solve.c) */
bool rig_move_all_to(struct rig_executor *x, int goal);
/* Takes one step towards a verified board: determines an unknown order by pick-and-weigh, touches a
 * tower that was not touched yet or, if all that is done, weighs once more. *sure: nothing is held,
 * every order is known, every tower with rings was touched and its top ring pressed flat, the
 * weights agree, and nothing is disturbed. Call it until *sure or the board changes. False: the run
 * has ended. (rig/executor/solve.c) */
bool rig_verify_board(struct rig_executor *x, bool *sure);
bool rig_participant(struct rig_executor *x);
bool rig_calibrate(struct rig_executor *x);
/* True, and the run is ended, if somebody asked for that or its time is up; called between two
 * moves. (rig/executor/events.c) */
bool rig_stop_requested(struct rig_executor *x);

/* The safe stop and the result. (rig/executor/stop.c) */
void rig_finish(struct rig_executor *x);

#endif

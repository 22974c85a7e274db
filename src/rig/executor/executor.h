/* The inside of a run: what the parts of the executor share. */
#ifndef RIG_EXECUTOR_EXECUTOR_H
#define RIG_EXECUTOR_EXECUTOR_H

#include "rig/executor/decode.h"
#include "rig/executor/journal.h"
#include "rig/executor/run.h"

enum {
    RIG_TRIES = 4,                /* for one half move */
    RIG_AXIS_TRIES = 3,           /* for one motion */
    RIG_BUS_PATIENCE_MS = 5000,   /* how long calls may fail in a row */
    RIG_LOOK_PATIENCE_MS = 20000, /* how long the weights may make no sense */
    RIG_CALM_MS = 1500,           /* how long they must make the same sense after a disturbance */
    RIG_SLOW_MS =
        5000,         /* weights that made no sense for so long are not trusted to make sense now */
    RIG_GAP_MS = 700, /* a longer time without a sample is not watched time */
    RIG_STRIKES = 4,  /* samples in a row that say that something is going on */
    RIG_ALIKE = 10,   /* samples in a row that are the same to the last digit */
    RIG_SLIP = 1000,  /* micrometres: more lost steps than that are worth a word */
    RIG_DISTURBANCES = 25, /* more than that in one run, and it stops */
    RIG_KEEP_LOOKS = 64,   /* samples of one weighing at most */
    RIG_MOST_SHIFT = 5     /* tolerances: a zero that has crept further is not followed */
};

struct rig_executor {
    const struct rig_config *config;
    struct rig_device *device;
    rig_listener *listener;
    void *context;
    qd_control *control;
    qd_control *own_control; /* made here if none was given */
    struct rig_result *result;
    struct rig_journal journal;
    struct rig_past past;
    struct rig_description is;
    struct rig_calibration calibration;
    double tolerance;
    int64_t begun;

    /* the machine, as far as it tells */
    struct rig_axis_state axis[RIG_AXES];
    enum rig_grip grip;
    bool grip_known;
    bool up;               /* Y was homed and has not moved since */
    int at_tower;          /* the tower X is over by its counter, -1: none */
    int32_t slip_x;        /* of the last homing of X */
    int slips;             /* how often steps were lost */
    int64_t failing_since; /* calls fail since then, -1: they do not */
    bool refused;          /* the last call was */

    /* the board, as believed */
    struct rig_board board;
    bool watching;              /* expect is good */
    bool confirmed[RIG_TOWERS]; /* the arm has taken or put a ring there, and the right cell
                                   answered */
    bool flat[RIG_TOWERS];      /* the top ring was pressed, or is the one that lay there */
    bool doubted[RIG_TOWERS];   /* something was going on there that the arm did not do */
    bool hand_unknown;          /* nobody knows yet what is in the gripper */
    int transit; /* a ring is being taken from this tower or put there, and it is not known yet
                    whether it is in the gripper; -1: none */
    double confidence;
    int moves_left;
    int disturbances;
    int strangers; /* times another tower's cell answered although X had lost no steps */

    /* the cells */
    double grams[RIG_TOWERS];  /* the newest */
    double expect[RIG_TOWERS]; /* what the board weighs */
    double shift[RIG_TOWERS];  /* how far a cell's zero has crept */
    bool may_lose[RIG_RINGS];  /* while it is lifted, these rings may leave tower lifting */
    int lifting;               /* the tower a ring is being lifted from, -1: none */
    int pressing;              /* the tower the arm presses on, -1: none */
    int landing;               /* the ring that may come down anywhere, or RIG_NO_RING */
    int strikes[RIG_TOWERS];
    int32_t raw[RIG_TOWERS];
    int alike[RIG_TOWERS];
    bool blind[RIG_TOWERS]; /* the cell stands still, or is at its limit */
    int64_t asked, sampled; /* when the last good sample was asked for, and when it came; -1: none
                               yet */
    bool told_noise;

    /* the end */
    bool asking;        /* a person was asked for something, and confirms it by the start button */
    bool start_pressed; /* they did */
    bool exit_asked, time_up;
    bool ended;
    enum rig_reason reason;
    char known[512];
    char todo[384];
};

/* What became of a half move. */
enum rig_deed {
    RIG_DID,     /* done and verified */
    RIG_CHANGED, /* not done; the board is now believed to be another one, or its order to be in
                    doubt: plan again */
    RIG_ENDED    /* the run is at its end */
};

/* An executor before its first call, and an empty result. The caller sets listener, context,
 * control and tolerance, and opens the journal if there is one. (rig/executor/run.c) */
void rig_executor_init(struct rig_executor *x, const struct rig_config *config,
                       struct rig_device *device, struct rig_result *result);

/* ---- telling (rig/executor/events.c) ---- */

/* An event with everything filled in that every event has; then changed and sent. */
struct rig_event rig_event_of(const struct rig_executor *x, enum rig_event_kind kind);
void rig_send(struct rig_executor *x, const struct rig_event *event);
/* One that has nothing to add; there are many of them. */
void rig_send_plain(struct rig_executor *x, enum rig_event_kind kind);
/* An event that is about a tower (or -1) and says something. */
void rig_tell(struct rig_executor *x, enum rig_event_kind kind, int tower, const char *format, ...)
    QD_PRINTF(4, 5);
void rig_retry(struct rig_executor *x, int attempt, int tower, const char *format, ...)
    QD_PRINTF(4, 5);

/* "all rings are" or, if there is only one, "the ring is"; the same without the verb. */
const char *rig_all_are(const struct rig_executor *x);
const char *rig_all(const struct rig_executor *x);

/* Ends the run: why, what is known about it, what to do. The first one counts. Always returns
 * false. */
bool rig_end_run(struct rig_executor *x, enum rig_reason reason, const char *todo,
                 const char *format, ...) QD_PRINTF(4, 5);

/* ---- checking (rig/executor/check.c): asserts, so that release builds do nothing ---- */

/* A board that can be: no ring on it twice or out of range, the gripper's two fields agree. */
void rig_check_board(const struct rig_board *board, int rings);
/* The whole state of a run, between two steps. */
void rig_check(const struct rig_executor *x);

/* ---- the machine (rig/executor/machine.c); false: the run has ended ---- */

bool rig_sample(struct rig_executor *x);
/* Lets time pass and watches. */
bool rig_rest(struct rig_executor *x, int64_t ms);
/* Y to its upper end, felt. */
bool rig_lift(struct rig_executor *x, int tower, int ring);
/* X to its end; the arm must be up. x->slip_x says how many steps were lost. */
bool rig_home_x(struct rig_executor *x);
/* X to a tower; lifts and homes first if need be. */
bool rig_travel(struct rig_executor *x, int tower, int ring);
/* Y down. *blocked: it did not get there (stalled, never arrived, lost power); the caller lifts. */
bool rig_lower(struct rig_executor *x, enum rig_step what, int tower, int ring, int32_t y,
               bool *blocked);
bool rig_grip(struct rig_executor *x, enum rig_grip grip, int tower, int ring);
bool rig_tare_cell(struct rig_executor *x, int cell);
/* Stops the axes; never ends the run. */
void rig_halt(struct rig_executor *x);
/* The height at which ring k of a tower is gripped. */
int32_t rig_level(const struct rig_executor *x, int k);

/* ---- the cells and the board (rig/executor/watch.c, rig/executor/look.c) ---- */

/* Takes one sample in: loads, strikes, cells that stand still. */
void rig_watch(struct rig_executor *x, const struct rig_sample *sample);
/* Marks all towers as doubted: for some time nobody saw what was going on. */
void rig_doubt_all(struct rig_executor *x, const char *why);
bool rig_is_doubted(const struct rig_executor *x);
/* Nothing is doubted, and the newest samples are all as expected. */
bool rig_is_quiet(const struct rig_executor *x);
/* Weighs well: the middle of many samples. *steady: they agree. Ends the run if a cell stays blind.
 */
bool rig_weigh_well(struct rig_executor *x, double grams[RIG_TOWERS], bool *steady);
/* Sets what the cells should show by what the board is believed to be. */
void rig_expect(struct rig_executor *x);

/* Looks until the weights make sense (rings in may_be_off may be on no tower): RIG_FITS and, if
 * something was going on, the same for a while. Ends the run if they do not in time. */
bool rig_look(struct rig_executor *x, unsigned may_be_off, struct rig_decoding *decoding);
/* Looks, and believes what it sees: where a tower has other rings than believed, or is doubted, the
 * order is not known any more. *changed: something is not as it was believed. */
bool rig_observe(struct rig_executor *x, bool *changed);
/* The board is believed to be this; journal and event. */
bool rig_believe(struct rig_executor *x, const struct rig_board *board);
/* Each ring's tower by the board; RIG_OFF for one in the gripper. */
void rig_distribution(const struct rig_executor *x, int8_t tower[RIG_RINGS]);
unsigned rig_held_bit(const struct rig_executor *x);
/* After a good weighing that fits what is believed: the zeros creep after the readings. */
void rig_creep(struct rig_executor *x, const double grams[RIG_TOWERS]);

/* ---- half moves (rig/executor/half_move.c) ---- */

/* Takes the top ring of a tower: x->board.held says which it was. The gripper is empty. */
enum rig_deed rig_pick(struct rig_executor *x, int tower);
/* Puts down what is (or may be) in the gripper. */
enum rig_deed rig_put(struct rig_executor *x, int tower);
/* Opens the gripper low over a tower that has rings and feels it; for when it is not known what is
 * in it. */
bool rig_open_low(struct rig_executor *x, int tower);

/* ---- modes ---- */

/* Asks the machine what it is. (rig/executor/solve.c) */
bool rig_describe(struct rig_executor *x);
/* Homes everything, finds out what is there. False: ended. (rig/executor/solve.c) */
bool rig_begin(struct rig_executor *x);
/* All rings to a tower, verified: true; false: the run has ended. (rig/executor/solve.c) */
bool rig_bring_all_to(struct rig_executor *x, int goal);
/* Takes one step towards being sure of the board: finds out by pick-and-weigh an order that is not
 * known, touches a tower that was not touched yet, or, if all that is done, looks once more. *sure:
 * nothing is held, every order is known, every tower with rings was touched and its top ring
 * pressed flat, the weights say the same, and nobody is at it. Call it until it is so or the board
 * is another one. False: ended. (rig/executor/solve.c) */
bool rig_make_sure(struct rig_executor *x, bool *sure);
bool rig_participant(struct rig_executor *x);
bool rig_calibrate(struct rig_executor *x);
/* True if the run shall end now, between two moves; it is then ended. (rig/executor/events.c) */
bool rig_told_to_end(struct rig_executor *x);

/* The safe stop and the result. (rig/executor/stop.c) */
void rig_finish(struct rig_executor *x);

#endif

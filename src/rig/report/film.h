/* A film of a run on the simulated rig, for front ends that draw it. The simulator's clock is
 * virtual, so a film is made much faster than it is shown. It depends on its scene alone, so a run
 * that is stopped at some time is, up to then, the same as one that is not.
 *
 * A film is a list of frames in the order of time. Between two frames the arm moves uniformly and
 * nothing else changes: a frame is taken wherever that would not hold, where a step begins, and
 * where the run says something. */
#ifndef RIG_REPORT_FILM_H
#define RIG_REPORT_FILM_H

#include "rig/executor/run.h"
#include "rig/sim/sim.h"

#define RIG_NO_FAULT (-1)
#define RIG_NO_EXIT  (-1)

/* What is filmed. */
struct rig_scene {
    enum rig_mode mode; /* RIG_RESET or RIG_SOLVE */
    int rings;          /* 1 to RIG_RINGS, of the usual weights */
    int tower;          /* where all rings have to go */
    struct rig_board board;
    int fault;       /* an enum rig_fault, or RIG_NO_FAULT */
    long fault_step; /* when it begins */
    uint64_t seed;
    int64_t exit_ms; /* when somebody presses exit, or RIG_NO_EXIT */
};

struct rig_film_frame {
    int64_t ms; /* the simulator's clock, from 0 on */

    /* The truth. */
    int32_t x, y;
    enum rig_grip grip;
    struct rig_board board;   /* the towers; see held for the gripper */
    uint8_t held, off, askew; /* a bit for each ring: in the gripper; neither there nor on a tower;
                                 lying askew */
    float other[RIG_TOWERS];  /* grams of foreign objects and hands on a tower */

    /* What the run knows. */
    float grams[RIG_TOWERS]; /* the newest sample */
    struct rig_board believed;
    int moves_left; /* -1: there is no plan */
    long step;      /* physical steps begun so far */
    enum rig_step what;
    int8_t tower, ring; /* of the step; -1: none */

    enum rig_event_kind event;
    const char *said; /* what the event says; NULL: nothing is said. Valid during the call only */
};

/* Receives the frames, on the thread that calls rig_film. */
typedef void rig_camera(void *context, const struct rig_film_frame *frame);

/* How it ended. */
struct rig_ending {
    struct rig_result result;
    bool happened;  /* the fault has happened */
    bool reached;   /* in truth: all rings are where they should be, flat and in order */
    int collisions; /* how often a real machine would have been damaged */
};

/* The usual weights of that many rings, 1 to RIG_RINGS, in grams, the lightest first. All their
 * distributions over the towers can be told apart. */
const double *rig_usual_weights(int rings);
/* The description of the simulated machine. */
void rig_film_machine(struct rig_description *description);
/* Runs a scene to its end. control as for rig_run: stopping it is like the exit button. */
void rig_film(const struct rig_scene *scene, rig_camera *camera, void *context, qd_control *control,
              struct rig_ending *ending);

#endif

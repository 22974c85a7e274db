/* A film of a run on the simulated rig, for front ends that draw it. The simulator's clock is
 * virtual, so that a film is made much faster than it is shown; it depends on its scene alone, so
 * that a run which is stopped at some time is the same up to then as the one that is not.
 *
 * A film is a list of frames in the order of time. Between two frames the arm moves evenly, and
 * nothing else changes: a frame is taken where that does not hold, where a step begins, and where
 * the run says something. */
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
    int tower;          /* all rings are to come here */
    struct rig_board board;
    int fault;       /* an enum rig_fault, or RIG_NO_FAULT */
    long fault_step; /* when it begins */
    uint64_t seed;
    int64_t exit_ms; /* when somebody presses exit, or RIG_NO_EXIT */
};

struct rig_frame {
    int64_t ms; /* the simulator's clock, from 0 on */

    /* The truth. */
    int32_t x, y;
    enum rig_grip grip;
    struct rig_board board;   /* the towers; see held for the gripper */
    uint8_t held, off, askew; /* a bit for each ring: in the gripper; neither there nor on a tower;
                                 lies askew */
    float other[RIG_TOWERS];  /* grams of things and hands on a tower that are no rings */

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

/* Gets one frame after the other, from the thread that calls rig_film. */
typedef void rig_camera(void *context, const struct rig_frame *frame);

/* How it ended. */
struct rig_ending {
    struct rig_result result;
    bool happened;  /* the fault has really happened */
    bool reached;   /* in truth: all rings are where they should be, flat and in order */
    int collisions; /* how often something would have broken */
};

/* The weights of so many rings, 1 to RIG_RINGS, in grams, the lightest first. They are told apart
 * in all distributions over the towers. */
const double *rig_usual_weights(int rings);
/* What the simulated machine is like. */
void rig_film_machine(struct rig_description *description);
/* Runs a scene to its end. control as for rig_run: stopping it is like the exit button. */
void rig_film(const struct rig_scene *scene, rig_camera *camera, void *context, qd_control *control,
              struct rig_ending *ending);

#endif

/* The simulator as a judge: compares what a run reports with the ground truth. */
#ifndef RIG_JUDGE_H
#define RIG_JUDGE_H

#include "rig/sim/sim.h"

/* Whether all rings really are on that tower, in order and flat, and nothing was damaged. */
bool judge_reached(const struct rig_truth *truth, int rings, int tower);

/* Writes what is wrong with the result of a run that should have moved all rings to a tower (-1: of
 * a run in another mode); "" if nothing is. */
void judge_run(const struct rig_config *config, const struct rig_sim *sim,
               const struct rig_result *result, int tower, char *text, size_t size);

/* Compares what a run believes with the truth when it sends an event that rests on the weights (a
 * half move or a move is verified, a plan is made, it is done): every tower, the gripper and, if
 * its axes are in order, the arm. Counts in *checked. Writes what is wrong to text, "" if nothing
 * is. For runs in which nothing deceives the cells and nobody touches the towers. */
void judge_belief(const struct rig_config *config, const struct rig_sim *sim,
                  const struct rig_event *event, bool axes_in_order, long *checked, char *text,
                  size_t size);

/* The name of a file that does not exist. The caller frees it. */
char *judge_fresh_path(void);

/* A simulated rig with the usual rings on a tower, and runs on it, each of them judged. */
struct trial {
    struct rig_config config;
    struct rig_sim *sim;
    struct rig_result result; /* of the last run */
    char *journal;            /* the config's, or NULL */
    char what[64];            /* for the message if the judge finds anything; may be changed */
};

void trial_begin(struct trial *trial, uint64_t seed, int tower, bool journal);
/* Runs it; the test fails if the judge finds anything. Returns how it ended. */
enum rig_end trial_run(struct trial *trial, rig_listener *listener, void *context);
/* Releases it and removes the journal. */
void trial_end(struct trial *trial);

#endif

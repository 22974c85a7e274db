/* The animation of a solution: --animate and --pace. */
#ifndef CLI_RUN_ANIMATION_H
#define CLI_RUN_ANIMATION_H

#include "cli/print/moves.h"
#include "cli/run/job.h"

/* Where the animation goes. */
enum animation {
    ANIMATION_NONE,   /* nowhere: not requested */
    ANIMATION_FILE,   /* a file */
    ANIMATION_OUTPUT, /* standard output, and nothing else goes there */
    ANIMATION_FIELD   /* the field "animation" of the JSON object */
};

enum animation animation_wanted(const struct request *request);

/* Returns false with an error if the options contradict each other. */
bool animation_fits(const struct request *request, qd_error *error);

/* Appends the animation of that range of the first solution, and writes it if it goes to a file.
 * Returns QD_YES, or another status with job->error and nothing printed. */
qd_status animation_make(struct job *job, const struct answer *answer,
                         const struct move_range *range, struct buf *svg);

#endif

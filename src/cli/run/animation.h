/* The animation of a solution: --animate and --pace. */
#ifndef CLI_RUN_ANIMATION_H
#define CLI_RUN_ANIMATION_H

#include "cli/print/moves.h"
#include "cli/run/job.h"

/* Where it goes. */
enum animation {
    ANIMATION_NONE,   /* not asked for */
    ANIMATION_FILE,   /* a file */
    ANIMATION_OUTPUT, /* standard output, where nothing else may be printed then */
    ANIMATION_FIELD   /* the field "animation" of the JSON object */
};

enum animation animation_wanted(const struct request *request);

/* Returns false with an error if the options do not go together. */
bool animation_fits(const struct request *request, qd_error *error);

/* Makes the animation of the range of solution 1 and appends it; writes it if it goes to a file.
 * Returns QD_YES, or another status with job->error; nothing was printed then. */
qd_status animation_make(struct job *job, const struct answer *answer,
                         const struct move_range *range, struct buf *svg);

#endif

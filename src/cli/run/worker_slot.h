/* Where a worker with many jobs can be reached while it searches: to stop it, and to hear what its
 * search says. */
#ifndef CLI_RUN_WORKER_SLOT_H
#define CLI_RUN_WORKER_SLOT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/thread.h"
#include "search/control.h"

struct post {
    struct mutex lock;
    qd_control *control; /* of the present search, NULL between searches */
    const char *file;    /* which it is about */
    bool stopped;        /* what begins from now on is stopped at once */
};

void post_init(struct post *post);
void post_destroy(struct post *post);

/* The worker begins a search, and ends it. post_end returns true if there was a post_stop. */
void post_begin(struct post *post, qd_control *control, const char *file);
bool post_end(struct post *post);

/* From any thread: stops the search, and all later ones. */
void post_stop(struct post *post);
/* True once there was a post_stop. */
bool post_stopped(struct post *post);
/* From any thread: appends what the search said since the last time, as a line that names the
 * file. */
void post_listen(struct post *post, struct buf *out);

#endif

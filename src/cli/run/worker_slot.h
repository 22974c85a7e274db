/* The search that a worker of a batch is running, registered so that other threads can stop it and
 * read its messages. */
#ifndef CLI_RUN_WORKER_SLOT_H
#define CLI_RUN_WORKER_SLOT_H

#include <stdbool.h>

#include "base/buf.h"
#include "base/thread.h"
#include "search/control.h"

struct worker_slot {
    struct mutex lock;
    qd_control *control; /* of the current search, NULL between searches */
    const char *file;    /* that is being searched */
    bool stopped;        /* searches that begin later are stopped at once */
};

void worker_slot_init(struct worker_slot *slot);
void worker_slot_destroy(struct worker_slot *slot);

/* The worker begins and ends a search. worker_slot_end returns true after worker_slot_stop. */
void worker_slot_begin(struct worker_slot *slot, qd_control *control, const char *file);
bool worker_slot_end(struct worker_slot *slot);

/* From any thread: stops the current search and all later ones. */
void worker_slot_stop(struct worker_slot *slot);
/* True after worker_slot_stop. */
bool worker_slot_stopped(struct worker_slot *slot);
/* From any thread: appends the search's message, if there is a new one, as a line that names the
 * file. */
void worker_slot_listen(struct worker_slot *slot, struct buf *out);

#endif

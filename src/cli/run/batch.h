/* Many files at once: workers take them in order, and what they print appears in that order, as if
 * one had been done after the other. Results that wait for their turn take a bounded amount of
 * memory. One watch shows how far all of it is; a Ctrl-C stops what runs, and what is known by then
 * is still printed. */
#ifndef CLI_RUN_BATCH_H
#define CLI_RUN_BATCH_H

#include "cli/print/output.h"
#include "cli/run/worker_slot.h"

/* Where one file's work is done. */
struct batch_place {
    const struct output *output; /* what is printed through it waits for its turn */
    struct post *post;           /* searches begin and end here */
    int at_once;                 /* so many workers there are */
    size_t index;                /* of the file */
};

struct batch {
    const char *const *files;
    size_t count;
    const char *unit;            /* what they are: "files" */
    int at_once;                 /* the most workers */
    const struct output *output; /* chosen for the run */
    /* Does the work on one file, on any thread, and prints the result. Returns its status. */
    qd_status (*run)(void *context, const struct batch_place *place, const char *file);
    void *context;
};

/* Runs it for all files, or until standard output takes no more. Returns the largest status; after
 * a Ctrl-C that left files undone at least QD_LIMIT. */
qd_status batch_run(const struct batch *batch);

#endif

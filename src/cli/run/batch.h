/* Runs many files in parallel. Workers take the files in order, and the results are printed in that
 * order as if the files had been run one after the other; results that wait for their turn take a
 * bounded amount of memory. One progress line covers the whole batch. Ctrl-C stops the searches
 * that are running, and what they know by then is still printed. */
#ifndef CLI_RUN_BATCH_H
#define CLI_RUN_BATCH_H

#include "cli/print/output.h"
#include "cli/run/worker_slot.h"

/* What a worker passes to the function that handles a file. */
struct batch_task {
    const struct output *output; /* print through this: results appear in order */
    struct worker_slot *slot;    /* register searches here, so that they can be stopped */
    int jobs;                    /* how many workers there are */
    size_t index;                /* of the file */
};

struct batch {
    const char *const *files;
    size_t count;
    const char *unit;            /* for the progress line: "files" */
    int jobs;                    /* the most workers to start */
    const struct output *output; /* as chosen for the program */
    /* Handles one file, on any thread, and prints the result. Returns its status. */
    qd_status (*run)(void *context, const struct batch_task *task, const char *file);
    void *context;
};

/* Calls run for every file, or until standard output is closed. Returns the largest status, and at
 * least QD_LIMIT if Ctrl-C left files undone. */
qd_status batch_run(const struct batch *batch);

#endif

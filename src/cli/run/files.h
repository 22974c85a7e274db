/* The loop over the files of the command line, shared by all commands that take files. */
#ifndef CLI_RUN_FILES_H
#define CLI_RUN_FILES_H

#include "cli/run/job.h"

struct file_verb {
    bool keep_fault; /* see job_open_part */
    bool bare;       /* print no heading with the file's name above each result */
    bool single; /* takes one puzzle only: refuse a file that holds several, unless FILE#N names one
                  */
    /* Does the work and prints the result through job->output. May run on several threads at once,
     * each with its own job. If it returns QD_BAD_INPUT or QD_FAILURE, it has printed nothing and
     * set job->error. */
    qd_status (*run)(struct job *job);
};

/* Runs the verb on each file, and on each puzzle of a file that holds several, --jobs of them in
 * parallel. Results are printed in the order of the command line. Returns the largest status.
 * Ctrl-C stops the searches that are running and starts no further file. */
qd_status run_files(const struct request *request, const struct file_verb *verb);

#endif

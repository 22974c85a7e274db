/* The loop over the files of the command line, shared by the verbs that take them. */
#ifndef CLI_RUN_FILES_H
#define CLI_RUN_FILES_H

#include "cli/run/job.h"

struct file_verb {
    bool keep_fault; /* see job_open_part */
    bool bare;       /* no heading with the file's name above each of several results */
    bool single;     /* one puzzle at a time: a file that holds several must be asked for one */
    /* Does the work and prints the result, through job->output; may run on several threads at once,
     * each with its own job. When it returns QD_BAD_INPUT or QD_FAILURE it has
     * printed nothing and has described the error in job->error. */
    qd_status (*run)(struct job *job);
};

/* Runs it for each file, and for each puzzle of a file that holds several; with several for as many
 * at once as --jobs says. They are printed in the order of the command line. Returns the largest
 * status. A Ctrl-C ends it after the present files. */
qd_status run_files(const struct request *request, const struct file_verb *verb);

#endif

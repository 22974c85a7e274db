#include "run_files.h"

#include <stdio.h>

/* Errors name the file themselves, so the heading waits until the file is open. */
static void print_heading(const struct job *job, const struct file_verb *verb) {
    bool several = job->request->argument_count > 1;
    if (several && !verb->bare && !job->output->json && !job->output->quiet)
        printf("%s:\n", job->source.name);
}

static qd_status run_one(struct job *job, const struct file_verb *verb, const char *file) {
    qd_status status = QD_BAD_INPUT;
    if (job_open(job, file, verb->keep_fault)) {
        print_heading(job, verb);
        status = verb->run(job);
    }
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        return job_report_error(job);
    job_print_stats(job);
    return status;
}

qd_status run_files(const struct request *request, const struct file_verb *verb) {
    struct output output;
    output_choose(&output, request);
    qd_status worst = QD_YES;
    bool interrupted = false;
    for (size_t i = 0; i < request->argument_count && !output_broken(); i++) {
        if (interrupted)
            return worst > QD_LIMIT ? worst : QD_LIMIT;
        struct job job = {.request = request, .output = &output};
        qd_status status = run_one(&job, verb, request->arguments[i]);
        worst = status > worst ? status : worst;
        interrupted = job.interrupted;
        job_free(&job);
        if (i + 1 < request->argument_count)
            fflush(stdout);
    }
    return worst;
}

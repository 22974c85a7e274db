#include "run_files.h"

#include <stdio.h>
#include <string.h>

#include "batch.h"

/* Errors name the file themselves, so the heading waits until the file is open. */
static void print_heading(const struct job *job, const struct file_verb *verb) {
    bool several = job->request->argument_count > 1;
    if (several && !verb->bare && !job->output->json && !job->output->quiet)
        fprintf(output_stream(job->output), "%s:\n", job->source.name);
}

static qd_status run_one(struct job *job, const struct file_verb *verb, const char *file) {
    qd_status status = QD_BAD_INPUT;
    if (job_open(job, file, verb->keep_fault)) {
        print_heading(job, verb);
        status = verb->run(job);
    }
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        status = job_report_error(job);
    else
        job_print_stats(job);
    job_free(job);
    return status;
}

/* What all files have in common. */
struct errand {
    const struct request *request;
    const struct file_verb *verb;
};

static qd_status run_at_place(void *context, const struct batch_place *place, const char *file) {
    const struct errand *errand = context;
    struct job job = {.request = errand->request,
                      .output = place->output,
                      .post = place->post,
                      .at_once = place->at_once,
                      .one_thread = true};
    return run_one(&job, errand->verb, file);
}

/* True if the files can be read at the same time: of several that are standard input, the first
 * has to be the one that gets it. */
static bool can_share(const struct request *request) {
    int standard = 0;
    for (size_t i = 0; i < request->argument_count; i++)
        standard += strcmp(request->arguments[i], "-") == 0;
    return standard <= 1;
}

/* Without --jobs, as many as make use of the whole machine. */
static int jobs_at_once(const struct request *request) {
    int64_t jobs = options_int(request->options, NULL, "jobs");
    int64_t threads = options_int(request->options, NULL, "threads");
    if (!jobs)
        jobs = thread_count_of_machine() / (threads ? threads : 1);
    if (jobs > (int64_t)request->argument_count)
        jobs = (int64_t)request->argument_count;
    return jobs > 1 && can_share(request) ? (int)jobs : 1;
}

qd_status run_files(const struct request *request, const struct file_verb *verb) {
    struct output output;
    output_choose(&output, request);
    if (request->argument_count == 1) {
        struct job job = {.request = request, .output = &output};
        return run_one(&job, verb, request->arguments[0]);
    }
    struct errand errand = {.request = request, .verb = verb};
    return batch_run(&(struct batch){.files = request->arguments,
                                     .count = request->argument_count,
                                     .at_once = jobs_at_once(request),
                                     .output = &output,
                                     .run = run_at_place,
                                     .context = &errand});
}

#include "cli/run/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/run/batch.h"

/* What all files have in common. */
struct errand {
    const struct request *request;
    const struct file_verb *verb;
    struct collection
        *collection; /* a file whose puzzles are the files of a batch; NULL: they are files */
};

/* Errors name the file themselves, so the heading waits until the file is open. */
static void print_heading(const struct job *job, const struct file_verb *verb, const char *name) {
    if (!verb->bare && !job->output->json && !job->output->quiet)
        fprintf(output_stream(job->output), "%s:\n", name);
}

static qd_status report_job(struct job *job, qd_status status) {
    if (status == QD_BAD_INPUT || status == QD_FAILURE)
        return job_report_error(job);
    job_print_stats(job);
    return status;
}

/* Runs it for one puzzle, which is called file; several: it is not the only one. */
static qd_status run_part(struct job *job, const struct file_verb *verb,
                          struct collection *collection, size_t number, const char *file,
                          bool several) {
    qd_status status = QD_BAD_INPUT;
    if (job_open_part(job, collection, number, file, verb->keep_fault)) {
        if (several)
            print_heading(job, verb, collection->parts ? file : job->source.name);
        status = verb->run(job);
    }
    status = report_job(job, status);
    job_free(job);
    return status;
}

static char *part_name(const char *file, size_t number) {
    struct buf name = {0};
    buf_printf(&name, "%s#%zu", file, number);
    return buf_take(&name);
}

/* One after the other, in the place of the file that holds them. plain is a job that has not begun.
 */
static qd_status run_parts(const struct job *plain, const struct file_verb *verb,
                           struct collection *collection, const char *file) {
    qd_status worst = QD_YES;
    for (size_t number = 1; number <= collection->count; number++) {
        struct job job = *plain;
        job.number += number - 1;
        char *name = part_name(file, number);
        qd_status status = run_part(&job, verb, collection, number, name, true);
        worst = status > worst ? status : worst;
        free(name);
        if (post_stopped(plain->post))
            return worst < QD_LIMIT && number < collection->count ? QD_LIMIT : worst;
    }
    return worst;
}

static qd_status run_at_place(void *context, const struct batch_place *place, const char *file);

/* Without --jobs, as many as make use of the whole machine. */
static int jobs_at_once(const struct request *request, size_t count) {
    int64_t jobs = options_int(request->options, NULL, "jobs");
    int64_t threads = options_int(request->options, NULL, "threads");
    if (!jobs)
        jobs = thread_count_of_machine() / (threads ? threads : 1);
    if (jobs > (int64_t)count)
        jobs = (int64_t)count;
    return jobs > 1 ? (int)jobs : 1;
}

/* The puzzles of the only file, several at once. */
static qd_status run_bundle(const struct job *plain, const struct file_verb *verb,
                            struct collection *collection, const char *file) {
    struct errand errand = {.request = plain->request, .verb = verb, .collection = collection};
    char **names = mem_new(collection->count, sizeof *names);
    for (size_t i = 0; i < collection->count; i++)
        names[i] = part_name(file, i + 1);
    qd_status status =
        batch_run(&(struct batch){.files = (const char *const *)names,
                                  .count = collection->count,
                                  .unit = "puzzles",
                                  .at_once = jobs_at_once(plain->request, collection->count),
                                  .output = plain->output,
                                  .run = run_at_place,
                                  .context = &errand});
    for (size_t i = 0; i < collection->count; i++)
        free(names[i]);
    free(names);
    return status;
}

static qd_status run_file(struct job *job, const struct file_verb *verb, const char *file) {
    struct collection collection;
    bool several_files = job->request->argument_count > 1;
    qd_status status;
    job->file = file;
    if (!collection_read(file, job->request->puzzle, &collection, &job->error))
        return job_report_error(job);
    bool clear = collection_is_clear(&collection, file, &job->error);
    if (clear)
        status = run_part(job, verb, &collection, collection.chosen ? collection.chosen : 1, file,
                          several_files);
    else if (verb->single)
        status = job_report_error(job);
    else
        status = job->post ? run_parts(job, verb, &collection, file)
                           : run_bundle(job, verb, &collection, file);
    collection_free(&collection);
    return status;
}

static qd_status run_at_place(void *context, const struct batch_place *place, const char *file) {
    const struct errand *errand = context;
    struct job job = {.request = errand->request,
                      .output = place->output,
                      .post = place->post,
                      .at_once = place->at_once,
                      .number = place->index,
                      .one_thread = true};
    return errand->collection
               ? run_part(&job, errand->verb, errand->collection, place->index + 1, file, true)
               : run_file(&job, errand->verb, file);
}

/* True if the files can be read at the same time: of several that are standard input, the first
 * has to be the one that gets it. */
static bool can_share(const struct request *request) {
    int standard = 0;
    for (size_t i = 0; i < request->argument_count; i++)
        standard += strcmp(request->arguments[i], "-") == 0;
    return standard <= 1;
}

qd_status run_files(const struct request *request, const struct file_verb *verb) {
    struct output output;
    output_choose(&output, request);
    if (request->argument_count == 1) {
        struct job job = {.request = request, .output = &output};
        return run_file(&job, verb, request->arguments[0]);
    }
    struct errand errand = {.request = request, .verb = verb};
    int at_once = can_share(request) ? jobs_at_once(request, request->argument_count) : 1;
    return batch_run(&(struct batch){.files = request->arguments,
                                     .count = request->argument_count,
                                     .unit = "files",
                                     .at_once = at_once,
                                     .output = &output,
                                     .run = run_at_place,
                                     .context = &errand});
}

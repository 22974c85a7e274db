#include "cli/run/files.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "cli/run/batch.h"

/* What the tasks of a batch share. */
struct batch_context {
    const struct request *request;
    const struct file_verb *verb;
    struct collection
        *collection; /* the file whose puzzles make up the batch; NULL: a batch of files */
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

/* Runs the verb on one puzzle, which is called file in messages. several: print a heading, because
 * there are others. */
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

/* Runs the puzzles of a file one after the other. plain is a job that has not begun. */
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
        if (worker_slot_stopped(plain->slot))
            return worst < QD_LIMIT && number < collection->count ? QD_LIMIT : worst;
    }
    return worst;
}

static qd_status run_task(void *context, const struct batch_task *task, const char *file);

/* Without --jobs: as many as keep all cores busy. */
static int choose_jobs(const struct request *request, size_t count) {
    int64_t jobs = options_int(request->options, NULL, "jobs");
    int64_t threads = options_int(request->options, NULL, "threads");
    if (!jobs)
        jobs = thread_count_of_machine() / (threads ? threads : 1);
    if (jobs > (int64_t)count)
        jobs = (int64_t)count;
    return jobs > 1 ? (int)jobs : 1;
}

/* Runs the puzzles of the only file in parallel. */
static qd_status run_parts_parallel(const struct job *plain, const struct file_verb *verb,
                                    struct collection *collection, const char *file) {
    struct batch_context shared = {
        .request = plain->request, .verb = verb, .collection = collection};
    char **names = mem_new(collection->count, sizeof *names);
    for (size_t i = 0; i < collection->count; i++)
        names[i] = part_name(file, i + 1);
    qd_status status =
        batch_run(&(struct batch){.files = (const char *const *)names,
                                  .count = collection->count,
                                  .unit = "puzzles",
                                  .jobs = choose_jobs(plain->request, collection->count),
                                  .output = plain->output,
                                  .run = run_task,
                                  .context = &shared});
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
        status = job->slot ? run_parts(job, verb, &collection, file)
                           : run_parts_parallel(job, verb, &collection, file);
    collection_free(&collection);
    return status;
}

static qd_status run_task(void *context, const struct batch_task *task, const char *file) {
    const struct batch_context *shared = context;
    struct job job = {.request = shared->request,
                      .output = task->output,
                      .slot = task->slot,
                      .parallel_jobs = task->jobs,
                      .number = task->index,
                      .one_thread = true};
    return shared->collection
               ? run_part(&job, shared->verb, shared->collection, task->index + 1, file, true)
               : run_file(&job, shared->verb, file);
}

/* True if the files can be read in any order. If standard input is named several times, the first
 * must be the one that reads it. */
static bool can_run_parallel(const struct request *request) {
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
    struct batch_context shared = {.request = request, .verb = verb};
    int jobs = can_run_parallel(request) ? choose_jobs(request, request->argument_count) : 1;
    return batch_run(&(struct batch){.files = request->arguments,
                                     .count = request->argument_count,
                                     .unit = "files",
                                     .jobs = jobs,
                                     .output = &output,
                                     .run = run_task,
                                     .context = &shared});
}

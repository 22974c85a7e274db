#include "cli/run/job.h"

#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "cli/print/figures.h"
#include "puzzles/interface/registry.h"

void job_free(struct job *job) {
    control_free(job->control);
    if (job->options)
        request_note_read(job->request, job->options);
    options_free(job->options);
    session_free(job->session);
    session_fault_free(&job->fault);
    if (job->source.data)
        file_close(&job->source);
}

static bool take_options(struct job *job) {
    job->options = request_options(job->request, job->puzzle, job->output->ascii, &job->error);
    if (job->options && job->one_thread && !options_given(job->options, "threads"))
        options_set(job->options, option_find(cli_options, "threads"), "1", NULL);
    return job->options != NULL;
}

/* The time of jobs on other threads must not count. */
static double cpu_now(const struct job *job) {
    return job->parallel_jobs > 1 ? clock_thread_cpu() : clock_cpu();
}

/* A search that takes all memory makes the machine swap, and is killed in the end. */
static uint64_t usual_memory_limit(int parallel_jobs) {
    long pages = sysconf(_SC_PHYS_PAGES), size = sysconf(_SC_PAGESIZE);
    return pages > 0 && size > 0
               ? (uint64_t)pages * (uint64_t)size / 4 * 3 / (uint64_t)parallel_jobs
               : 0;
}

static qd_limits wanted_limits(const struct job *job) {
    const struct options *given = job->request->options;
    int parallel_jobs = job->parallel_jobs > 1 ? job->parallel_jobs : 1;
    return (qd_limits){.seconds = options_number(given, NULL, "time"),
                       .bytes = options_given(given, "memory") ? options_size(given, NULL, "memory")
                                                               : usual_memory_limit(parallel_jobs),
                       .nodes = (uint64_t)options_int(given, NULL, "nodes")};
}

static bool open_source(struct job *job, const struct recognised *recognised, bool keep_fault) {
    const qd_limits limits =
        wanted_limits(job); /* deciding whether a listed move is legal may search */
    qd_control *control = control_new(&limits);
    job->puzzle = recognised->puzzle;
    job->session = session_open_as(&job->source, recognised, control,
                                   keep_fault ? &job->fault : NULL, &job->error);
    control_free(control);
    if (!job->session)
        return false;
    job->puzzle = session_puzzle(job->session);
    return take_options(job);
}

bool job_open_part(struct job *job, struct collection *collection, size_t number, const char *file,
                   bool keep_fault) {
    job->cpu_start = cpu_now(job);
    job->file = file;
    collection_part(collection, number, &job->source);
    return open_source(job, &collection->recognised, keep_fault);
}

bool job_open(struct job *job, const char *file) {
    struct collection collection;
    job->file = file;
    if (!collection_read(file, job->request->puzzle, &collection, &job->error))
        return false;
    bool open =
        collection_is_clear(&collection, file, &job->error) &&
        job_open_part(job, &collection, collection.chosen ? collection.chosen : 1, file, false);
    collection_free(&collection);
    return open;
}

bool job_open_text(struct job *job, const struct puzzle *puzzle, const char *text) {
    job->cpu_start = cpu_now(job);
    job->source = (struct source){
        .name = mem_text(puzzle->name), .data = mem_text(text), .size = strlen(text)};
    struct recognised recognised;
    return session_recognise(&job->source, puzzle, &recognised, &job->error) &&
           open_source(job, &recognised, false);
}

bool job_open_none(struct job *job, const struct puzzle *puzzle) {
    job->cpu_start = cpu_now(job);
    job->puzzle = puzzle;
    return take_options(job);
}

static void tell_waiting(void *context, const qd_progress *progress) {
    struct job *job = context;
    job->waiting(job, progress);
}

void job_begin(struct job *job) {
    qd_limits limits = wanted_limits(job);
    control_free(job->control);
    job->control = control_new(&limits);
    job->told_waiting = false;
    if (job->waiting)
        control_report(job->control, 1, tell_waiting, job);
    if (job->slot) {
        worker_slot_begin(job->slot, job->control, job->file);
        return;
    }
    struct watch_view view = watch_control(job->control);
    view.keep_running = job->keep_running;
    watch_begin(&job->watch, &view, job->silent ? WATCH_SILENT : job->output->progress, NULL);
}

/* Prints the search's last message too, so that it comes before the result. */
static bool leave_slot(struct job *job) {
    char line[CONTROL_LINE];
    bool stopped = worker_slot_end(job->slot);
    if (control_said(job->control, line))
        output_tell(job->output, "%s", line);
    return stopped;
}

void job_end(struct job *job) {
    job->interrupted = job->slot ? leave_slot(job) : watch_end(&job->watch);
    job->ended = control_end(job->control);
    control_progress(job->control, &job->progress);
    job->cpu_seconds = cpu_now(job) - job->cpu_start;
}

const char *job_end_word(const struct job *job) {
    static const char *const words[] = {[QD_END_NONE] = "none",
                                        [QD_END_STOPPED] = "stopped",
                                        [QD_END_SECONDS] = "time",
                                        [QD_END_BYTES] = "memory",
                                        [QD_END_NODES] = "nodes"};
    return words[job->ended];
}

const char *job_end_sentence(const struct job *job) {
    static const char *const sentences[] = {
        [QD_END_NONE] = "Gave up.",
        [QD_END_STOPPED] = "Stopped before it was done.",
        [QD_END_SECONDS] = "Gave up when the time was over; --time gives it more.",
        [QD_END_BYTES] = "Gave up when the memory was used up; --memory gives it more.",
        [QD_END_NODES] = "Gave up after the number of search states in --nodes."};
    return sentences[job->ended];
}

bool job_write(struct job *job, const char *path, const struct buf *bytes) {
    if (path)
        return output_write(path, buf_text(bytes), bytes->size, &job->error);
    fwrite(buf_text(bytes), 1, bytes->size, output_stream(job->output));
    return true; /* output_close reports write errors */
}

/* No puzzle recognised the text, but its author may know which one it is. */
static void add_as(qd_error *error) {
    struct buf names = {0};
    const struct puzzle *puzzle;
    for (size_t i = 0; (puzzle = registry_at(i)); i++)
        if (!puzzle->hidden)
            buf_printf(&names, "%s%s", names.size ? "|" : "", puzzle->name);
    size_t used = strlen(error->message);
    snprintf(error->message + used, sizeof error->message - used, "; name it with --as %s",
             names.text);
    buf_free(&names);
}

qd_status job_report_error(const struct job *job) {
    qd_error error = job->error;
    if (strcmp(error.message, SESSION_UNKNOWN) == 0)
        add_as(&error);
    return output_error(job->output, &error, job->puzzle ? job->puzzle->name : NULL, job->file);
}

void job_print_stats(const struct job *job) {
    if (!job->output->stats || job->output->json)
        return;
    struct buf text = {0};
    buf_printf(&text, "%s: ", job->file ? job->file : job->puzzle->name);
    format_seconds(&text, job->cpu_seconds);
    buf_add(&text, " of CPU time, ");
    format_count(&text, (double)job->progress.nodes);
    buf_add(&text, " search states, ");
    format_bytes(&text, job->progress.peak_bytes);
    buf_add(&text, " of memory at the peak");
    output_tell(job->output, "%s", text.text);
    buf_free(&text);
}

static void write_text(struct json_line *line, const char *name, const char *text) {
    json_t *value = text ? json_text(text) : json_null();
    json_line_field(line, name, value);
    json_decref(value);
}

void job_json_begin(const struct job *job, struct json_line *line, const char *status) {
    *line = (struct json_line){.out = output_stream(job->output)};
    write_text(line, "puzzle", job->puzzle->name);
    write_text(line, "file", job->file);
    write_text(line, "status", status);
}

static bool is_own_field(const char *name) {
    static const char *const own[] = {"puzzle", "file",        "status",   "text",
                                      "moves",  "other_moves", "complete", "before",
                                      "after",  "ended",       "stats",    "animation"};
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (strcmp(own[i], name) == 0)
            return true;
    return false;
}

void job_json_fields(struct json_line *line, json_t *fields) {
    const char *name;
    json_t *value;
    json_object_foreach(fields, name, value) {
        if (!is_own_field(name))
            json_line_field(line, name, value);
    }
}

void job_json_field(struct json_line *line, const char *name, json_t *value) {
    json_line_field(line, name, value);
    json_decref(value);
}

void job_json_end(const struct job *job, struct json_line *line) {
    json_t *stats = json_object();
    double seconds = job->control ? job->cpu_seconds : cpu_now(job) - job->cpu_start;
    json_object_set_new(stats, "seconds", json_real(seconds));
    json_object_set_new(stats, "nodes", json_integer((json_int_t)job->progress.nodes));
    json_object_set_new(stats, "peak_bytes", json_integer((json_int_t)job->progress.peak_bytes));
    json_line_field(line, "stats", stats);
    json_decref(stats);
    json_line_end(line);
}

#include <inttypes.h>
#include <stdio.h>

#include "base/random.h"
#include "cli/options/output_format.h"
#include "cli/run/job.h"

static uint64_t first_seed(const struct request *request) {
    return options_given(request->options, "seed")
               ? (uint64_t)options_int(request->options, cli_options, "seed")
               : random_fresh_seed() >> 32; /* short enough to be typed again */
}

/* Without --seed, tell the seed so that the same puzzle can be made again. */
static void note_seed(const struct request *request, const struct output *output, uint64_t seed) {
    if (!options_given(request->options, "seed") && !output->quiet && !output->json)
        output_note("made with --seed %" PRIu64, seed);
}

/* The generator's remarks go to standard error: they are not part of the puzzle. */
static void print_remarks(const struct job *job, uint64_t seed, const struct finding *finding) {
    if (job->output->json || job->output->quiet || finding->text.size == 0)
        return;
    if (options_int(job->request->options, cli_options, "number") > 1)
        output_note("seed %" PRIu64 ":", seed);
    fflush(stdout);
    fputs(buf_text(&finding->text), stderr);
}

/* Never NULL: cmd_generate has checked it. */
static const struct puzzle_format *format_of(const struct job *job) {
    return output_format_of(job->request, job->puzzle, NULL);
}

static void print_json(const struct job *job, uint64_t seed, const struct buf *text,
                       const struct finding *finding) {
    struct json_line line;
    job_json_begin(job, &line, "ok");
    job_json_field(&line, "seed", json_integer((json_int_t)seed));
    job_json_field(&line, "format", json_text(format_of(job)->name));
    job_json_fields(&line, finding->fields);
    if (output_is_text(text))
        job_json_field(&line, "text", json_text(buf_text(text)));
    job_json_end(job, &line);
}

/* Makes one puzzle and appends its text. */
static bool make(struct job *job, uint64_t seed, struct buf *text, struct finding *finding) {
    if (!job_open_none(job, job->request->puzzle))
        return false;
    job_begin(job);
    job->session =
        verb_generate(job->puzzle, job->options, seed, job->control, finding, &job->error);
    job_end(job);
    return job->session && verb_convert(job->session, format_of(job)->name, text, &job->error) &&
           output_takes(job->output, request_text(job->request, "output"), text, &job->error);
}

/* The separator between two puzzles. */
static const char *between(const struct job *job) {
    const struct puzzle_format *format = format_of(job);
    return format->between ? format->between : "\n";
}

static void add_puzzle(const struct job *job, const struct buf *text, bool first,
                       struct buf *file) {
    buf_add(file, first ? "" : between(job));
    buf_bytes(file, buf_text(text), text->size);
}

static void print_puzzle(const struct job *job, const struct buf *text, bool first) {
    struct buf out = {0};
    add_puzzle(job, text, first, &out);
    fwrite(buf_text(&out), 1, out.size, stdout);
    buf_free(&out);
}

/* Makes one puzzle and prints it, or appends it to the text that is written to a file. */
static qd_status generate_one(struct job *job, uint64_t seed, bool first, struct buf *file) {
    struct buf text = {0};
    struct finding finding = {0};
    qd_status status = QD_YES;
    const char *path = request_text(job->request, "output");
    if (!make(job, seed, &text, &finding)) {
        status = job_report_error(job);
    } else {
        if (path)
            add_puzzle(job, &text, first, file);
        if (job->output->json)
            print_json(job, seed, &text, &finding);
        else if (!path)
            print_puzzle(job, &text, first);
        print_remarks(job, seed, &finding);
        job_print_stats(job);
    }
    finding_free(&finding);
    buf_free(&text);
    return status;
}

static qd_status write_file(const struct output *output, const char *path, const struct buf *text) {
    qd_error error = {0};
    if (output_write(path, buf_text(text), text->size, &error))
        return QD_YES;
    return output_error(output, &error, NULL, path);
}

qd_status cmd_generate(const struct request *request) {
    struct output output;
    output_choose(&output, request);
    qd_error error = {0};
    if (!output_format_of(request, request->puzzle, &error))
        return output_error(&output, &error, request->puzzle->name, NULL);
    uint64_t seed = first_seed(request);
    int64_t number = options_int(request->options, cli_options, "number");
    const char *path = request_text(request, "output");
    struct buf file = {0};
    qd_status status = QD_YES;
    for (int64_t i = 0; i < number && status == QD_YES && !output_broken(); i++) {
        struct job job = {.request = request, .output = &output, .file = path};
        status = generate_one(&job, seed + (uint64_t)i, i == 0, &file);
        job_free(&job);
    }
    if (path && status == QD_YES)
        status = write_file(&output, path, &file);
    if (status == QD_YES)
        note_seed(request, &output, seed);
    buf_free(&file);
    return status;
}

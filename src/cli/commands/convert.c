#include <stdio.h>

#include "cli/options/output_format.h"
#include "cli/run/files.h"

static void print_json(const struct job *job, const struct puzzle_format *format,
                       const struct buf *text) {
    struct json_line line;
    job_json_begin(job, &line, "ok");
    job_json_field(&line, "format", json_text(format->name));
    if (output_is_text(text))
        job_json_field(&line, "text", json_text(buf_text(text)));
    job_json_end(job, &line);
}

static qd_status convert(struct job *job) {
    const char *path = request_text(job->request, "output");
    const struct puzzle_format *format = output_format_of(job->request, job->puzzle, &job->error);
    struct buf text = {0};
    qd_status status = QD_YES;
    if (!format)
        return job->error.status;
    if (!verb_convert(job->session, format->name, &text, &job->error) ||
        !output_takes(job->output, path, &text, &job->error))
        status = job->error.status;
    bool written = path || !job->output->json;
    /* Some formats have a separator, so that several puzzles in one file can be read again. */
    if (status == QD_YES && written && !path && job->number > 0 && format->between)
        fputs(format->between, output_stream(job->output));
    if (status == QD_YES && written && !job_write(job, path, &text))
        status = QD_FAILURE;
    if (status == QD_YES && job->output->json)
        print_json(job, format, &text);
    buf_free(&text);
    return status;
}

qd_status cmd_convert(const struct request *request) {
    qd_error error = {0};
    if (request_text(request, "output") && request->argument_count > 1) {
        error_set(&error, QD_BAD_INPUT, "-o takes the result of one file; name only one FILE");
        return output_error(&(struct output){0}, &error, NULL, NULL);
    }
    return run_files(request, &(struct file_verb){.run = convert,
                                                  .bare = true,
                                                  .single = request_text(request, "output")});
}

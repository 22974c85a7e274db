#include "cli/run/findings.h"

#include <stdio.h>
#include <string.h>

/* It ended early, and that mattered: a limit of time may also be a budget. */
static bool gave_up(const struct job *job, const char *status) {
    return job->ended != QD_END_NONE && strcmp(status, "unknown") == 0;
}

static void print_text(const struct job *job, const struct finding *finding, bool unfinished) {
    if (job->output->quiet)
        return;
    FILE *out = output_stream(job->output);
    fputs(buf_text(&finding->text), out);
    if (unfinished)
        fprintf(out, "%s\n", job_end_sentence(job));
}

void finding_print(const struct job *job, const struct finding *finding, const char *status) {
    if (!job->output->json) {
        print_text(job, finding, gave_up(job, status));
        return;
    }
    struct json_line line;
    job_json_begin(job, &line, status);
    job_json_fields(&line, finding->fields);
    job_json_field(&line, "text", json_text(buf_text(&finding->text)));
    if (gave_up(job, status))
        job_json_field(&line, "ended", json_text(job_end_word(job)));
    job_json_end(job, &line);
}

/* check and rate: both print what a puzzle finds out about itself. */
#include <stdio.h>
#include <string.h>

#include "cli/run/files.h"

/* A limit ended the search and the answer is open; some puzzles use a time limit as a budget. */
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

static void print_finding(const struct job *job, const struct finding *finding,
                          const char *status) {
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

typedef qd_status find_function(const struct session *session, const struct options *options,
                                qd_control *control, struct finding *finding, qd_error *error);

static qd_status find(struct job *job, find_function *search,
                      const char *(*word)(qd_status status)) {
    struct finding finding = {0};
    job_begin(job);
    qd_status status = search(job->session, job->options, job->control, &finding, &job->error);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE)
        print_finding(job, &finding, word(status));
    finding_free(&finding);
    return status;
}

/* ---- check ---- */

static const char *check_word(qd_status status) {
    return status == QD_YES ? "valid" : status == QD_NO ? "invalid" : "unknown";
}

/* An illegal listed move: the file can be read, but the game in it is wrong. */
static void print_fault(const struct job *job) {
    const struct session_fault *fault = &job->fault;
    if (!job->output->json) {
        output_error(job->output, &fault->error, NULL, NULL);
        return;
    }
    struct json_line line;
    job_json_begin(job, &line, "invalid");
    job_json_field(&line, "move", json_text(fault->move));
    job_json_field(&line, "number", json_integer((json_int_t)fault->number));
    job_json_field(&line, "reason", json_text(buf_text(&fault->refusal.text)));
    job_json_field(&line, "line", json_integer(fault->error.line));
    job_json_field(&line, "column", json_integer(fault->error.column));
    job_json_end(job, &line);
}

static qd_status check(struct job *job) {
    if (job->fault.found) {
        print_fault(job);
        return QD_NO;
    }
    return find(job, verb_check, check_word);
}

qd_status cmd_check(const struct request *request) {
    return run_files(request, &(struct file_verb){.run = check, .keep_fault = true});
}

/* ---- rate ---- */

static const char *rate_word(qd_status status) {
    return status == QD_YES ? "rated" : status == QD_NO ? "unsolvable" : "unknown";
}

static qd_status rate(struct job *job) {
    return find(job, verb_rate, rate_word);
}

qd_status cmd_rate(const struct request *request) {
    return run_files(request, &(struct file_verb){.run = rate});
}

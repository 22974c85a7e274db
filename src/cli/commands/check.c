#include "cli/run/files.h"
#include "cli/run/findings.h"

static const char *status_word(qd_status status) {
    return status == QD_YES ? "valid" : status == QD_NO ? "invalid" : "unknown";
}

/* A listed move that cannot be played: the text is understood, but what it tells is wrong. */
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
    struct finding finding = {0};
    job_begin(job);
    qd_status status = verb_check(job->session, job->options, job->control, &finding, &job->error);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE)
        finding_print(job, &finding, status_word(status));
    finding_free(&finding);
    return status;
}

qd_status cmd_check(const struct request *request) {
    return run_files(request, &(struct file_verb){.run = check, .keep_fault = true});
}

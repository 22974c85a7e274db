#include "cli/run/files.h"
#include "cli/run/findings.h"

static const char *status_word(qd_status status) {
    return status == QD_YES ? "rated" : status == QD_NO ? "unsolvable" : "unknown";
}

static qd_status rate(struct job *job) {
    struct finding finding = {0};
    job_begin(job);
    qd_status status = verb_rate(job->session, job->options, job->control, &finding, &job->error);
    job_end(job);
    if (status != QD_BAD_INPUT && status != QD_FAILURE)
        finding_print(job, &finding, status_word(status));
    finding_free(&finding);
    return status;
}

qd_status cmd_rate(const struct request *request) {
    return run_files(request, &(struct file_verb){.run = rate});
}

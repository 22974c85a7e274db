#include <string.h>
#include <unistd.h>

#include "cli/play/play.h"

#ifdef HAVE_NCURSES
static qd_status play(struct job *job) {
    bool whole_screen =
        !request_flag(job->request, "plain") && isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    bool started = false;
    qd_status status = whole_screen ? play_screen(job, &started) : QD_YES;
    return started ? status : play_line(job);
}
#else
static qd_status play(struct job *job) {
    return play_line(job);
}
#endif

qd_status cmd_play(const struct request *request) {
    struct output output;
    output_choose(&output, request);
    struct job job = {.request = request, .output = &output};
    qd_status status = QD_BAD_INPUT;
    if (strcmp(request->arguments[0], "-") == 0)
        error_set(&job.error, QD_BAD_INPUT,
                  "standard input is where your moves come from; give the puzzle in a file");
    else if (job_open(&job, request->arguments[0]))
        status = play(&job);
    if (status == QD_BAD_INPUT)
        status = job_report_error(&job);
    job_free(&job);
    return status;
}

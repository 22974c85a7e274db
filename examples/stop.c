/* Solves a puzzle while a second thread watches, and stops the search after a number of seconds.
 * usage: stop FILE SECONDS */
#include <quandary/quandary.h>

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

struct watch {
    qd_control *control;
    double seconds;    /* how long to wait before it is stopped */
    atomic_bool ended; /* nothing left to watch */
};

/* Runs beside the search. A control may be looked at and stopped from any thread, and stopped from
 * a signal handler too. */
static void *watch_search(void *context) {
    struct watch *watch = context;
    const struct timespec tick = {.tv_nsec = 50000000};
    while (!atomic_load(&watch->ended)) {
        nanosleep(&tick, NULL);
        qd_progress progress;
        qd_control_progress(watch->control, &progress);
        if (progress.seconds >= watch->seconds)
            qd_control_stop(watch->control);
    }
    return NULL;
}

/* Called by the search itself, once a second. */
static void report(void *context, const qd_progress *progress) {
    (void)context;
    fprintf(stderr, "%.0f s, %llu states. %s\n", progress->seconds,
            (unsigned long long)progress->nodes, progress->note);
}

static qd_status complain(const qd_error *error) {
    char text[QD_ERROR_SIZE];
    qd_error_text(error, text, sizeof text);
    fputs(text, stderr);
    return error->status;
}

static qd_status tell(const qd_answer *answer, const qd_control *control) {
    fputs(qd_answer_text(answer), stdout);
    if (qd_control_end(control) == QD_END_STOPPED)
        puts("(stopped)");
    return qd_answer_status(answer);
}

/* Solves with a watching thread beside it. Returns NULL with an error. */
static qd_answer *solve_watched(const qd_session *session, struct watch *watch, qd_error *error) {
    pthread_t thread;
    bool watching = pthread_create(&thread, NULL, watch_search, watch) == 0;
    qd_control_report(watch->control, 1, report, NULL);
    qd_answer *answer = qd_solve(session, NULL, watch->control, error);
    atomic_store(&watch->ended, true);
    if (watching)
        pthread_join(thread, NULL);
    return answer;
}

int main(int argc, char **argv) {
    if (argc != 3) {
        fputs("usage: stop FILE SECONDS\n", stderr);
        return QD_BAD_INPUT;
    }
    qd_error error;
    qd_session *session = qd_open_file(argv[1], NULL, NULL, &error);
    if (!session)
        return complain(&error);
    struct watch watch = {.control = qd_control_new(NULL), .seconds = strtod(argv[2], NULL)};
    qd_answer *answer = solve_watched(session, &watch, &error);
    qd_status status = answer ? tell(answer, watch.control) : complain(&error);
    qd_answer_free(answer);
    qd_session_free(session);
    qd_control_free(watch.control);
    return status;
}

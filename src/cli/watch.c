#include "watch.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "buf.h"
#include "human.h"

/* Progress is shown from the first second on, ten times a second. */
#define FIRST_SHOWN    1.0
#define LINES_INTERVAL 1.0
enum { TICK_MILLISECONDS = 100, STATUS_INTERRUPTED = 130, MOST_COLUMNS = 400 };

/* Wakes the watching thread; sent to that thread only. */
static int wake_signal(void) {
    return SIGRTMIN;
}

static size_t terminal_columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col > MOST_COLUMNS ? MOST_COLUMNS : size.ws_col;
}

static void describe(const qd_progress *progress, struct buf *out) {
    human_seconds(out, progress->seconds);
    if (progress->nodes) {
        buf_add(out, ", ");
        human_count(out, (double)progress->nodes);
        buf_add(out, " nodes, ");
        human_count(out, (double)progress->nodes / progress->seconds);
        buf_add(out, "/s");
    }
    if (progress->bytes) {
        buf_add(out, ", ");
        human_bytes(out, progress->bytes);
    }
    if (progress->fraction >= 0)
        buf_printf(out, ", %.0f %%", progress->fraction * 100);
    if (progress->note[0])
        buf_printf(out, ", %s", progress->note);
}

/* Overwrites what stands there; no more than the terminal's width, or it would scroll. */
static void show_line(struct watch *watch, const char *text, size_t size) {
    size_t columns = terminal_columns() - 1;
    if (size > columns)
        size = columns;
    int blanks = watch->shown > size ? (int)(watch->shown - size) : 0;
    fprintf(stderr, "\r%.*s%*s\r", (int)size, text, blanks, "");
    watch->shown = size;
}

static void show_progress(struct watch *watch) {
    qd_progress progress;
    control_progress(watch->control, &progress);
    if (watch->progress == WATCH_SILENT || progress.seconds < watch->next_due)
        return;
    struct buf text = {0};
    describe(&progress, &text);
    if (watch->progress == WATCH_LINE) {
        show_line(watch, text.text, text.size);
    } else {
        fprintf(stderr, "quandary: %s\n", text.text);
        watch->next_due = progress.seconds + LINES_INTERVAL;
    }
    buf_free(&text);
}

static void clear_line(struct watch *watch) {
    if (watch->shown)
        show_line(watch, "", 0);
}

/* What the search says was asked for: it is shown even if progress is not. */
static void show_said(struct watch *watch) {
    char line[CONTROL_LINE];
    if (!control_said(watch->control, line))
        return;
    clear_line(watch);
    fprintf(stderr, "quandary: %s\n", line);
}

static void tell(struct watch *watch) {
    show_said(watch);
    show_progress(watch);
}

static void interrupt(struct watch *watch) {
    if (atomic_exchange(&watch->interrupted, true)) {
        clear_line(watch);
        if (watch->farewell)
            watch->farewell();
        _exit(STATUS_INTERRUPTED);
    }
    control_stop(watch->control);
}

static void wait_and_show(void *context) {
    struct watch *watch = context;
    struct timespec tick = {.tv_nsec = TICK_MILLISECONDS * 1000000L};
    while (!atomic_load(&watch->done)) {
        int got = sigtimedwait(&watch->watched, NULL, &tick);
        if (got == SIGINT || got == SIGTERM)
            interrupt(watch);
        else if (got < 0 && errno == EAGAIN)
            tell(watch);
    }
    show_said(watch);
    clear_line(watch);
}

static void watch_signal(sigset_t *set, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, number);
}

void watch_begin(struct watch *watch, qd_control *control, enum watch_progress progress,
                 void (*farewell)(void)) {
    *watch = (struct watch){
        .control = control, .progress = progress, .farewell = farewell, .next_due = FIRST_SHOWN};
    atomic_init(&watch->done, false);
    atomic_init(&watch->interrupted, false);
    sigemptyset(&watch->watched);
    sigaddset(&watch->watched, wake_signal());
    watch_signal(&watch->watched, SIGINT);
    watch_signal(&watch->watched, SIGTERM);
    pthread_sigmask(SIG_BLOCK, &watch->watched, &watch->before);
    watch->running = thread_start(&watch->thread, wait_and_show, watch);
    if (!watch->running)
        pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
}

bool watch_end(struct watch *watch) {
    if (!watch->running)
        return false;
    atomic_store(&watch->done, true);
    pthread_kill(watch->thread.id, wake_signal());
    thread_join(&watch->thread);
    pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
    watch->running = false;
    return atomic_load(&watch->interrupted);
}

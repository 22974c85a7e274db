#include "cli/print/watch.h"

#include <errno.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <time.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/print/figures.h"

/* Progress appears after the first second, and is updated ten times a second. */
#define FIRST_SHOWN    1.0
#define LINES_INTERVAL 1.0
enum { TICK_MILLISECONDS = 100, STATUS_INTERRUPTED = 130, MOST_COLUMNS = 400 };

/* Wakes the watching thread; only that thread gets it. */
static int wake_signal(void) {
    return SIGRTMIN;
}

static size_t terminal_columns(void) {
    struct winsize size;
    if (ioctl(STDERR_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col < 20)
        return 80;
    return size.ws_col > MOST_COLUMNS ? MOST_COLUMNS : size.ws_col;
}

static void describe_search(void *context, struct buf *out) {
    qd_progress progress;
    control_progress(context, &progress);
    format_seconds(out, progress.seconds);
    if (progress.nodes) {
        buf_add(out, ", ");
        format_count(out, (double)progress.nodes);
        buf_add(out, " nodes, ");
        format_count(out, (double)progress.nodes / progress.seconds);
        buf_add(out, "/s");
    }
    if (progress.bytes) {
        buf_add(out, ", ");
        format_bytes(out, progress.bytes);
    }
    if (progress.fraction >= 0)
        buf_printf(out, ", %.0f %%", progress.fraction * 100);
    if (progress.note[0])
        buf_printf(out, ", %s", progress.note);
}

static void add_search_message(void *context, struct buf *out) {
    char line[CONTROL_LINE];
    if (control_said(context, line))
        buf_printf(out, "quandary: %s\n", line);
}

static void stop_search(void *context) {
    control_stop(context);
}

struct watch_view watch_control(qd_control *control) {
    return (struct watch_view){.context = control,
                               .stop = stop_search,
                               .messages = add_search_message,
                               .describe = describe_search};
}

/* Overwrites the line, cut to the terminal's width so that it does not wrap. */
static void show_line(struct watch *watch, const char *text, size_t size) {
    size_t columns = terminal_columns() - 1;
    if (size > columns)
        size = columns;
    size_t shown = atomic_exchange(&watch->shown, size);
    int blanks = shown > size ? (int)(shown - size) : 0;
    fprintf(stderr, "\r%.*s%*s\r", (int)size, text, blanks, "");
}

static void clear_line(struct watch *watch) {
    if (atomic_load(&watch->shown))
        show_line(watch, "", 0);
}

static void show_progress(struct watch *watch) {
    double now = clock_wall();
    if (watch->progress == WATCH_SILENT || now < watch->next_due)
        return;
    mutex_lock(&watch->line);
    buf_clear(&watch->text);
    watch->view.describe(watch->view.context, &watch->text);
    if (watch->progress == WATCH_LINE) {
        show_line(watch, watch->text.text, watch->text.size);
    } else {
        fprintf(stderr, "quandary: %s\n", watch->text.text);
        watch->next_due = now + LINES_INTERVAL;
    }
    mutex_unlock(&watch->line);
}

void watch_hide_line(struct watch *watch) {
    mutex_lock(&watch->line);
    clear_line(watch);
}

void watch_show_line(struct watch *watch) {
    if (watch->progress == WATCH_LINE && watch->text.size && !atomic_load(&watch->done))
        show_line(watch, watch->text.text, watch->text.size);
    mutex_unlock(&watch->line);
}

/* Messages were requested by an option, so they are shown even without progress. */
static void show_messages(struct watch *watch) {
    struct buf lines = {0};
    watch->view.messages(watch->view.context, &lines);
    if (lines.size) {
        watch_hide_line(watch);
        fputs(lines.text, stderr);
        mutex_unlock(&watch->line);
    }
    buf_free(&lines);
}

static void tell(struct watch *watch) {
    show_messages(watch);
    show_progress(watch);
}

static void interrupt(struct watch *watch) {
    if (atomic_exchange(&watch->interrupted, true) && !watch->view.keep_running) {
        clear_line(watch);
        if (watch->before_exit)
            watch->before_exit();
        _exit(STATUS_INTERRUPTED);
    }
    watch->view.stop(watch->view.context);
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
    show_messages(watch);
    clear_line(watch);
}

static void watch_signal(sigset_t *set, int number) {
    struct sigaction action;
    if (sigaction(number, NULL, &action) == 0 && action.sa_handler != SIG_IGN)
        sigaddset(set, number);
}

void watch_begin(struct watch *watch, const struct watch_view *view, enum watch_progress progress,
                 void (*before_exit)(void)) {
    *watch = (struct watch){.view = *view, .progress = progress, .before_exit = before_exit};
    watch->next_due = clock_wall() + FIRST_SHOWN;
    mutex_init(&watch->line);
    atomic_init(&watch->shown, 0);
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
    if (watch->running) {
        atomic_store(&watch->done, true);
        pthread_kill(watch->thread.id, wake_signal());
        thread_join(&watch->thread);
        pthread_sigmask(SIG_SETMASK, &watch->before, NULL);
        watch->running = false;
    }
    mutex_destroy(&watch->line);
    buf_free(&watch->text);
    return atomic_load(&watch->interrupted);
}

/* Watches a long call from a thread of its own: prints progress and messages, and turns Ctrl-C (or
 * SIGTERM) into a request to stop. A second signal ends the program at once with status 130.
 *
 * There is no signal handler and no shared state: during a watch both signals are blocked in all
 * threads, and the watching thread waits for them. A signal that was ignored when the program
 * started stays ignored. */
#ifndef CLI_PRINT_WATCH_H
#define CLI_PRINT_WATCH_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "base/buf.h"
#include "base/thread.h"
#include "search/control.h"

enum watch_progress {
    WATCH_SILENT,
    WATCH_LINE, /* one line on the terminal, updated in place and erased at the end */
    WATCH_LINES /* a line a second, for logs */
};

/* What is watched. The functions are called on the watching thread. */
struct watch_view {
    void *context;
    /* Asks the work to stop. */
    void (*stop)(void *context);
    /* Appends new messages, as whole lines, if there are any. */
    void (*messages)(void *context, struct buf *out);
    /* Appends the progress: one line, without a newline. */
    void (*describe)(void *context, struct buf *out);
    /* A second signal asks to stop again instead of ending the program, so that a game can be
     * saved. */
    bool keep_running;
};

/* Must not be moved during the watch. */
struct watch {
    struct watch_view view;
    enum watch_progress progress;
    void (*before_exit)(void);
    bool running;
    struct thread thread;
    sigset_t watched, before;
    atomic_bool done, interrupted;
    struct mutex line;   /* protects the terminal line with the progress */
    struct buf text;     /* the progress line */
    atomic_size_t shown; /* characters of it on the terminal */
    double next_due;     /* clock_wall */
};

/* Begins the watch. before_exit, if not NULL, is called on the watching thread before a second
 * signal ends the program. If no thread can be started, signals end the program as usual. */
void watch_begin(struct watch *watch, const struct watch_view *view, enum watch_progress progress,
                 void (*before_exit)(void));
/* The view of one search. */
struct watch_view watch_control(qd_control *control);
/* Around any printing during a watch: removes the progress line, and restores it. */
void watch_hide_line(struct watch *watch);
void watch_show_line(struct watch *watch);
/* Ends the watch without delay. Returns true if there was a Ctrl-C or SIGTERM. */
bool watch_end(struct watch *watch);

#endif

/* Watches over a long call from a thread of its own: shows how far it is and what it says, and
 * turns Ctrl-C (or SIGTERM) into a polite stop; a second one ends the program at once, with status
 * 130.
 *
 * There is no signal handler and no shared state: while a watch is on, both signals are blocked in
 * all threads, and the watching thread waits for them. A signal that the program was started to
 * ignore stays ignored. */
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
    WATCH_LINE, /* one line on the terminal, overwritten, gone at the end */
    WATCH_LINES /* a line a second, for logs */
};

/* What is watched over. The functions are called from the watching thread. */
struct watch_view {
    void *context;
    /* Asks the work to end soon. */
    void (*stop)(void *context);
    /* Appends whole lines for people that are due now, if there are any. */
    void (*said)(void *context, struct buf *out);
    /* Appends how far it is, one line without its end. */
    void (*describe)(void *context, struct buf *out);
    /* A second signal asks again in place of ending the program: there is a game to keep. */
    bool stays;
};

/* Must stay where it is while the watch is on. */
struct watch {
    struct watch_view view;
    enum watch_progress progress;
    void (*farewell)(void);
    bool running;
    struct thread thread;
    sigset_t watched, before;
    atomic_bool done, interrupted;
    struct mutex line;   /* whoever writes where the progress line stands */
    struct buf text;     /* of the progress line */
    atomic_size_t shown; /* characters of it that stand on the terminal */
    double next_due;     /* clock_wall */
};

/* Begins to watch. The first signal stops the work, the second ends the program at once, unless the
 * view says that it stays. farewell, if not NULL, is called (from the watching thread) before. If
 * the machine gives no thread, the signals just end the program as usual. */
void watch_begin(struct watch *watch, const struct watch_view *view, enum watch_progress progress,
                 void (*farewell)(void));
/* The view of one search. */
struct watch_view watch_control(qd_control *control);
/* For whoever prints while the watch is on: takes the progress line away, and puts it back. */
void watch_step_aside(struct watch *watch);
void watch_step_back(struct watch *watch);
/* Ends it, at once. Returns true if there was a Ctrl-C or SIGTERM. */
bool watch_end(struct watch *watch);

#endif

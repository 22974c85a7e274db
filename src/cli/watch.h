/* Watches over a long call from a thread of its own: shows how far it is and what it says, and
 * turns Ctrl-C (or SIGTERM) into a polite stop; a second one ends the program at once, with status
 * 130.
 *
 * There is no signal handler and no shared state: while a watch is on, both signals are blocked in
 * all threads, and the watching thread waits for them. A signal that the program was started to
 * ignore stays ignored. */
#ifndef CLI_WATCH_H
#define CLI_WATCH_H

#include <signal.h>
#include <stdatomic.h>
#include <stdbool.h>

#include "control.h"
#include "thread.h"

enum watch_progress {
    WATCH_SILENT,
    WATCH_LINE, /* one line on the terminal, overwritten, gone at the end */
    WATCH_LINES /* a line a second, for logs */
};

/* Must stay where it is while the watch is on. */
struct watch {
    qd_control *control;
    enum watch_progress progress;
    void (*farewell)(void);
    bool running;
    struct thread thread;
    sigset_t watched, before;
    atomic_bool done, interrupted;
    size_t shown;    /* characters of the line that stands on the terminal */
    double next_due; /* of WATCH_LINES: seconds since the start */
};

/* Begins to watch. farewell, if not NULL, is called (from the watching thread) before the program
 * ends at once. If the machine gives no thread, the signals just end the program as usual. */
void watch_begin(struct watch *watch, qd_control *control, enum watch_progress progress,
                 void (*farewell)(void));
/* Ends it, at once. Returns true if there was a Ctrl-C or SIGTERM. */
bool watch_end(struct watch *watch);

#endif

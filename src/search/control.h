/* Control of a long call: stop, limits, progress. Every function that may search takes one.
 * Searching threads call control_spend now and then; any other thread may stop it or look at its
 * progress at the same time. */
#ifndef SEARCH_CONTROL_H
#define SEARCH_CONTROL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

typedef struct qd_control qd_control;

/* The most that control_say can say, with the NUL at the end. */
#define CONTROL_LINE 320

/* A control whose clock starts now. limits may be NULL: none. Never NULL. */
qd_control *control_new(const qd_limits *limits);
void control_free(qd_control *control);

/* Asks the search to end soon. Safe from any thread and from a signal handler. */
void control_stop(qd_control *control);

/* Adds states that were expanded; call it about every thousand states (well under a millisecond
 * of work). Returns true while the search may go on; once false, always false. */
bool control_spend(qd_control *control, uint64_t nodes);

/* True while the search may go on; cheaper than control_spend, does not look at the clock. */
bool control_going(const qd_control *control);

/* Why it ended; QD_END_NONE while it may go on. */
qd_end control_end(const qd_control *control);

/* A zeroed block for a table, queue or set, counted against the memory limit. Returns NULL when the
 * limit or the machine forbids it; the control then ends with QD_END_BYTES. */
void *control_reserve(qd_control *control, size_t bytes);
/* Gives a block back; block may be NULL. bytes must be what was reserved. */
void control_release(qd_control *control, void *block, size_t bytes);
/* True if bytes more would be granted by the limit (the machine may still refuse). */
bool control_has_room(const qd_control *control, size_t bytes);

/* What is being done, for the progress line. Cheap enough for once a layer, not once a state. */
void control_note(qd_control *control, const char *format, ...) QD_PRINTF(2, 3);
/* A line for people now, such as a report that was asked for; the program shows it on standard
 * error. One that nobody has taken yet is replaced. Cut at CONTROL_LINE bytes. */
void control_say(qd_control *control, const char *format, ...) QD_PRINTF(2, 3);
/* Takes the line that was said. Returns false if there is none. */
bool control_said(qd_control *control, char line[CONTROL_LINE]);
/* How far it is, 0 to 1. */
void control_fraction(qd_control *control, double fraction);

/* A snapshot of the progress. */
void control_progress(const qd_control *control, qd_progress *progress);

/* Has report called from a searching thread, from control_spend, at most once an interval. Set it
 * before the search begins. report must not call back into the search; it may call
 * control_stop. */
void control_report(qd_control *control, double interval,
                    void (*report)(void *context, const qd_progress *progress), void *context);

#endif

/* Control of a long call: limits, stopping, progress.
 *
 * A control belongs to one call: its clock starts when it is made, and once it has ended it stays
 * ended. Make a new one for the next call. */
#ifndef QUANDARY_CONTROL_H
#define QUANDARY_CONTROL_H

#include <quandary/types.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct qd_control qd_control;

/* A control whose clock starts now. limits may be NULL: no limits. Never NULL. */
QD_API qd_control *qd_control_new(const qd_limits *limits);

/* Releases it. No call may be running on it any more. */
QD_API void qd_control_free(qd_control *control);

/* Asks the call to end soon; it then returns QD_LIMIT, unless it has its answer already. Returns at
 * once. May be called from any thread and from a signal handler, any number of times. */
QD_API void qd_control_stop(qd_control *control);

/* Why the call was told to end: the first reason there was. QD_END_NONE if it never was. May be
 * called from any thread. */
QD_API qd_end qd_control_end(const qd_control *control);

/* Fills in how far the call is. May be called from any thread while it runs, and afterwards for the
 * totals. */
QD_API void qd_control_progress(const qd_control *control, qd_progress *progress);

/* Takes a look at the progress. It is called from a searching thread, which waits for it, so it
 * should be quick; it may call qd_control_stop, and no other function of the library. */
typedef void qd_progress_report(void *context, const qd_progress *progress);

/* Calls report while a search runs, at most once in `seconds` (0: as often as the search
 * looks at its clock), never twice at the same moment. Set it before the call begins. report may be
 * NULL: no reports. A call that ends sooner than the interval reports nothing. */
QD_API void qd_control_report(qd_control *control, double seconds, qd_progress_report *report,
                              void *context);

#ifdef __cplusplus
}
#endif
#endif

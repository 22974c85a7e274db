/* Events of a run as lines for people. */
#ifndef RIG_REPORT_LINE_H
#define RIG_REPORT_LINE_H

#include "base/buf.h"
#include "rig/executor/run.h"

/* True if people want to read of such an event: not every step, sample and stride of the arm. The
 * end is told by the result. */
bool rig_line_is_told(enum rig_event_kind kind);
/* Appends what the event says, without its time and its word: "30 g from tower 2 to tower 0; 6
 * left". */
void rig_line_add(const struct rig_config *config, const struct rig_event *event, struct buf *out);

#endif

/* Events of a run for people: as lines of text, and as a picture of the arm and the towers in
 * characters, as far as the program knows them. */
#ifndef RIG_REPORT_EVENT_VIEW_H
#define RIG_REPORT_EVENT_VIEW_H

#include "base/buf.h"
#include "base/draw/canvas.h"
#include "rig/executor/run.h"

/* True if such an event is worth a line: not every step, sample and motion of the arm. The end is
 * reported by the result. */
bool rig_event_is_told(enum rig_event_kind kind);
/* Appends what the event says, without its time and name: "30 g from tower 2 to tower 0; 6 left".
 */
void rig_event_line(const struct rig_config *config, const struct rig_event *event,
                    struct buf *out);

/* Draws the machine as the event shows it. The size depends on the configuration alone, so that one
 * picture can be drawn over another. ascii: ASCII characters only. */
void rig_picture_draw(const struct rig_config *config, const struct rig_description *description,
                      const struct rig_event *event, bool ascii, struct canvas *canvas);

/* The number of rows of such a picture. */
int rig_picture_rows(const struct rig_config *config);

#endif

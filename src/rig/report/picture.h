/* The arm and the towers as characters, as far as the program knows them: what an event says. */
#ifndef RIG_REPORT_PICTURE_H
#define RIG_REPORT_PICTURE_H

#include "base/draw/canvas.h"
#include "rig/executor/run.h"

/* Draws the machine as the event shows it. The size depends on the configuration alone, so that
 * pictures can be put one over the other. ascii: no characters beyond ASCII. */
void rig_picture_draw(const struct rig_config *config, const struct rig_description *description,
                      const struct rig_event *event, bool ascii, struct canvas *canvas);

/* The number of rows of such a picture. */
int rig_picture_rows(const struct rig_config *config);

#endif

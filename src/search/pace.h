/* How often a search turns to its control: stops are seen at every state, the clock is read every
 * PACE_CLOCK states, and states are counted in batches of PACE_BATCH. The batches have a fixed
 * size so that a limit on states always ends a search of one thread at the same state. */
#ifndef SEARCH_PACE_H
#define SEARCH_PACE_H

#include <stdbool.h>
#include <stdint.h>

#include "search/control.h"

#define PACE_CLOCK 64
#define PACE_BATCH 1024

/* One for each searching thread. */
struct pace {
    qd_control *control;
    uint64_t nodes; /* states expanded by this thread */
};

/* Looks at the clock and counts a batch if it is full. Returns true while the search may go on. */
static inline bool pace_look(const struct pace *pace) {
    return control_spend(pace->control, pace->nodes % PACE_BATCH == 0 ? PACE_BATCH : 0);
}

/* One more state was expanded. Returns true while the search may go on. */
static inline bool pace_step(struct pace *pace) {
    pace->nodes++;
    return pace->nodes % PACE_CLOCK == 0 ? pace_look(pace) : control_going(pace->control);
}

/* Counts the states of the last batch, which is not full. Once, at the end. */
static inline void pace_finish(const struct pace *pace) {
    control_spend(pace->control, pace->nodes % PACE_BATCH);
}

#endif

/* How often a search turns to its control: stops are seen at every state, the clock is read every
 * NODES_PER_CLOCK_READ states, and states are counted in batches of NODES_PER_BATCH. The batches
 * have a fixed size so that a limit on states always ends a search of one thread at the same state.
 */
#ifndef SEARCH_NODE_COUNTER_H
#define SEARCH_NODE_COUNTER_H

#include <stdbool.h>
#include <stdint.h>

#include "search/control.h"

#define NODES_PER_CLOCK_READ 64
#define NODES_PER_BATCH      1024

/* One for each searching thread. */
struct node_counter {
    qd_control *control;
    uint64_t nodes; /* states expanded by this thread */
};

/* Looks at the clock and counts a batch if it is full. Returns true while the search may go on. */
static inline bool node_counter_report(const struct node_counter *counter) {
    return control_spend(counter->control,
                         counter->nodes % NODES_PER_BATCH == 0 ? NODES_PER_BATCH : 0);
}

/* One more state was expanded. Returns true while the search may go on. */
static inline bool node_counter_step(struct node_counter *counter) {
    counter->nodes++;
    return counter->nodes % NODES_PER_CLOCK_READ == 0 ? node_counter_report(counter)
                                                      : control_going(counter->control);
}

/* Counts the states of the last batch, which is not full. Once, at the end. */
static inline void node_counter_flush(const struct node_counter *counter) {
    control_spend(counter->control, counter->nodes % NODES_PER_BATCH);
}

#endif

/* The states that a sweep has met, in a table with open addressing. One state dominates another if
 * it has the same links and has taken no more tiles: it failed, or will be found to lead on, so the
 * other one need not be tried. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_TABLE_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

/* A state between two hexes. */
struct flows_sweep_state {
    uint64_t key; /* the edges that were used, and the team on each open link */
    /* The lowest byte: hexes behind; at least 1, so 0 marks a free place in the table. The others:
     * how many tiles of each set that is counted were needed, below 128. */
    uint64_t rest;
};
enum { FLOWS_SWEEP_COUNTERS = 7 };

static inline unsigned flows_hexes_behind(const struct flows_sweep_state *state) {
    return state->rest & 0xFF;
}

/* Zero-initialise it, but for the control. */
struct flows_sweep_table {
    struct flows_sweep_state *state;
    size_t size, count;
    qd_control *control; /* may be NULL */
};

enum flows_sweep_met {
    FLOWS_SWEEP_NEW,
    FLOWS_SWEEP_REPLACES, /* new, and has taken the place of one that it dominates */
    FLOWS_SWEEP_DOMINATED
};

/* Makes room for one more state. A table of the largest size stays as it is. Returns false if there
 * is no memory. */
bool flows_sweep_table_grow(struct flows_sweep_table *table);
/* Looks a state up, after flows_sweep_table_grow, and remembers it unless it is dominated or the
 * table is full. */
enum flows_sweep_met flows_sweep_table_add(struct flows_sweep_table *table,
                                           const struct flows_sweep_state *state);
void flows_sweep_table_clear(struct flows_sweep_table *table);
void flows_sweep_table_free(struct flows_sweep_table *table);

#endif

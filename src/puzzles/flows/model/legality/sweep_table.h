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

#define FLOWS_SWEEP_TOP_BITS UINT64_C(0x8080808080808080)

/* True if the other state need not be tried. */
static inline bool flows_sweep_dominates(const struct flows_sweep_state *state,
                                         const struct flows_sweep_state *other) {
    uint64_t fewer = (other->rest | FLOWS_SWEEP_TOP_BITS) - state->rest;
    return state->key == other->key && (state->rest & 0xFF) == (other->rest & 0xFF) &&
           (fewer & FLOWS_SWEEP_TOP_BITS) == FLOWS_SWEEP_TOP_BITS;
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

/* The place of a state that dominates this one, or that it dominates; else a free place. */
static inline size_t flows_sweep_place(const struct flows_sweep_table *table,
                                       const struct flows_sweep_state *state) {
    uint64_t mixed = state->key + flows_hexes_behind(state) * UINT64_C(0xD1B54A32D192ED03);
    mixed ^= mixed >> 31;
    mixed *= UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (mixed ^ mixed >> 29) & (table->size - 1);
    while (table->state[at].rest != 0 && !flows_sweep_dominates(&table->state[at], state) &&
           !flows_sweep_dominates(state, &table->state[at]))
        at = (at + 1) & (table->size - 1);
    return at;
}

static inline bool flows_sweep_has_room(const struct flows_sweep_table *table) {
    return table->count * 2 < table->size;
}

/* Makes the table larger, unless it has the largest size already. Returns false if there is no
 * memory. */
bool flows_sweep_table_enlarge(struct flows_sweep_table *table);

/* Makes room for one more state if there may be. Returns false if there is no memory. */
static inline bool flows_sweep_table_grow(struct flows_sweep_table *table) {
    return flows_sweep_has_room(table) || flows_sweep_table_enlarge(table);
}

/* Looks a state up, after flows_sweep_table_grow, and remembers it unless it is dominated or the
 * table is full. */
static inline enum flows_sweep_met flows_sweep_table_add(struct flows_sweep_table *table,
                                                         const struct flows_sweep_state *state) {
    struct flows_sweep_state *place = &table->state[flows_sweep_place(table, state)];
    bool is_free = place->rest == 0;
    if (!is_free && flows_sweep_dominates(place, state))
        return FLOWS_SWEEP_DOMINATED;
    if (!is_free || flows_sweep_has_room(table)) {
        table->count += is_free;
        *place = *state;
    }
    return is_free ? FLOWS_SWEEP_NEW : FLOWS_SWEEP_REPLACES;
}

void flows_sweep_table_clear(struct flows_sweep_table *table);
void flows_sweep_table_free(struct flows_sweep_table *table);

#endif

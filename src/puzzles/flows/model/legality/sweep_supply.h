/* How a sweep counts tiles: the sets of types whose supply it must not exceed. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_SUPPLY_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_SUPPLY_H

#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/model/legality/sweep_table.h"

struct flows_counted {
    unsigned lacking; /* types (mask) of which none is left */
    unsigned count;   /* sets that are counted */
    uint8_t set[FLOWS_SWEEP_COUNTERS], left[FLOWS_SWEEP_COUNTERS]; /* types, and their tiles */
};

/* The sets that the supply asks to watch; supply may be NULL: any number of tiles. Returns false if
 * they are too many. */
bool flows_counted_read(struct flows_counted *counted, const struct flows_supply *supply);

/* True if there are tiles enough whatever the routes are. */
static inline bool flows_counts_nothing(const struct flows_counted *counted) {
    return counted->count == 0 && counted->lacking == 0;
}

/* Counts in a state's rest what a hex with these pairs needs. Returns false if it is more than
 * there is. */
bool flows_count_tile(const struct flows_counted *counted, unsigned pairs, uint64_t *rest);
/* True if a hex that is asked for other pairs instead of these can be served as well. */
bool flows_is_no_worse(const struct flows_counted *counted, unsigned other, unsigned pairs);

#endif

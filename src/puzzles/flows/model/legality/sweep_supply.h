/* How a sweep counts tiles: the sets of types whose supply it must not exceed. All of it is inline,
 * since it is asked for every state. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_SUPPLY_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_SUPPLY_H

#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/model/legality/sweep_table.h"
#include "puzzles/flows/model/legality/tiles_left.h"

struct flows_counted {
    unsigned lacking; /* types (mask) of which none is left */
    unsigned count;   /* sets that are counted */
    uint8_t set[FLOWS_SWEEP_COUNTERS], left[FLOWS_SWEEP_COUNTERS]; /* types, and their tiles */
};

/* The sets that the supply asks to watch; supply may be NULL: any number of tiles. Returns false if
 * they are too many. */
static inline bool flows_counted_read(struct flows_counted *counted,
                                      const struct flows_supply *supply) {
    counted->lacking = counted->count = 0;
    for (unsigned type = 0; supply && type < FLOWS_TYPES; type++)
        counted->lacking |= (supply->left[type] == 0U) << type;
    for (unsigned set = 1; supply && set <= FLOWS_ALL_TYPES; set++) {
        if (!(supply->watched >> set & 1) || set & counted->lacking)
            continue;
        if (counted->count == FLOWS_SWEEP_COUNTERS)
            return false;
        unsigned left = 0;
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            left += set >> type & 1 ? supply->left[type] : 0U;
        counted->set[counted->count] = (uint8_t)set;
        counted->left[counted->count++] =
            (uint8_t)(left < FLOWS_MOST_HEXES ? left : FLOWS_MOST_HEXES);
    }
    return true;
}

/* True if there are tiles enough whatever the routes are. */
static inline bool flows_counts_nothing(const struct flows_counted *counted) {
    return counted->count == 0 && counted->lacking == 0;
}

/* The types of the tiles left that can serve these pairs. */
static inline unsigned flows_types_for(const struct flows_counted *counted, unsigned pairs) {
    return flows_types_with(pairs) & ~counted->lacking;
}

/* Counts in a state's rest what a hex with these pairs needs. Returns false if it is more than
 * there is. */
static inline bool flows_count_tile(const struct flows_counted *counted, unsigned pairs,
                                    uint64_t *rest) {
    if (pairs == 0 || flows_counts_nothing(counted))
        return true;
    unsigned types = flows_types_for(counted, pairs);
    for (unsigned i = 0; i < counted->count; i++) {
        if (types & ~(unsigned)counted->set[i])
            continue;
        if ((*rest >> 8 * (i + 1) & 0xFF) >= counted->left[i])
            return false;
        *rest += UINT64_C(1) << 8 * (i + 1);
    }
    return types != 0;
}

/* True if a hex that is asked for other pairs instead of these can be served as well. */
static inline bool flows_is_no_worse(const struct flows_counted *counted, unsigned other,
                                     unsigned pairs) {
    unsigned there = flows_types_for(counted, other), here = flows_types_for(counted, pairs);
    for (unsigned i = 0; i < counted->count; i++)
        if (!(there & ~(unsigned)counted->set[i]) && here & ~(unsigned)counted->set[i])
            return false;
    return there != 0;
}

#endif

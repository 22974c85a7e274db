#include "puzzles/flows/model/legality/sweep_supply.h"

#include "puzzles/flows/model/legality/tiles_left.h"

bool flows_counted_read(struct flows_counted *counted, const struct flows_supply *supply) {
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

/* The types of the tiles left that can serve these pairs. */
static unsigned types_for(const struct flows_counted *counted, unsigned pairs) {
    return flows_types_with(pairs) & ~counted->lacking;
}

bool flows_count_tile(const struct flows_counted *counted, unsigned pairs, uint64_t *rest) {
    if (pairs == 0 || flows_counts_nothing(counted))
        return true;
    unsigned types = types_for(counted, pairs);
    for (unsigned i = 0; i < counted->count; i++) {
        if (types & ~(unsigned)counted->set[i])
            continue;
        if ((*rest >> 8 * (i + 1) & 0xFF) >= counted->left[i])
            return false;
        *rest += UINT64_C(1) << 8 * (i + 1);
    }
    return types != 0;
}

bool flows_is_no_worse(const struct flows_counted *counted, unsigned other, unsigned pairs) {
    unsigned there = types_for(counted, other), here = types_for(counted, pairs);
    for (unsigned i = 0; i < counted->count; i++)
        if (!(there & ~(unsigned)counted->set[i]) && here & ~(unsigned)counted->set[i])
            return false;
    return there != 0;
}

/* The second complete method: a sweep over the empty hexes, one after the other, through all ways
 * in which the links between the hexes behind and the hexes ahead can be used. A set of lines that
 * starts once at each edge of each team, ends nowhere else and never changes its team inside a hex
 * must join the team's edges, so which line is which need not be remembered: a state is the team on
 * each open link, and the edges that were used. A state that was met before has failed. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_H

#include "puzzles/flows/model/legality/routes.h"
#include "puzzles/flows/model/legality/stats.h"
#include "search/control.h"

/* The tiles for the empty hexes. Routes can be served if of no set of types more is needed than is
 * left (Hall's condition), and as a rule it is enough to count very few of these sets. */
struct flows_supply {
    uint8_t left[FLOWS_TYPES];
    uint16_t watched; /* the sets (bit n: the set of types with mask n) that are counted */
};

/* Looks for routes for the teams of axes. supply: NULL for any number of tiles; the sweep adds to
 * watched the sets of which it took too many, and starts again. variant: which order of the hexes
 * (puzzles/flows/model/legality/sweep_order.h); the answer is the same with all. Returns QD_YES
 * with the routes, QD_NO if there are none, QD_LIMIT if the control ended it (it may be NULL), it
 * has met most states, or too many links would be open at one time. What it did is added to work.
 */
qd_status flows_sweep(const struct flows_net *net, unsigned axes, struct flows_supply *supply,
                      unsigned variant, uint64_t most, qd_control *control,
                      struct flows_routes *routes, struct flows_work *work);

/* The same for a board that is easier to join: all hexes but the exact ones become regions in which
 * every link can be joined with every other. So QD_NO holds for the board as well, and QD_YES gives
 * only the parts of the routes that are outside of the regions. exact then becomes the set of all
 * hexes that are in no region: small regions are not worth it. */
qd_status flows_sweep_roughly(const struct flows_net *net, unsigned axes, struct flows_set *exact,
                              struct flows_supply *supply, unsigned variant, uint64_t most,
                              qd_control *control, struct flows_routes *routes,
                              struct flows_work *work);

#endif

/* The complete search for routes of all teams at the same time: it grows the routes from both ends,
 * always at the end with the fewest ways on, and gives up a branch when a cut has no room or when
 * it is no better off than one that failed before. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SEARCH_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SEARCH_H

#include "puzzles/flows/model/legality/cut.h"
#include "puzzles/flows/model/legality/stats.h"
#include "search/control.h"

/* Looks for routes for the teams of axes. left: how many tiles of each type there are for the empty
 * hexes; NULL: any number. control may be NULL. Returns QD_YES with the routes, QD_NO if there are
 * none, QD_LIMIT if the control ended it or it has expanded most states. What it did is added to
 * work. */
qd_status flows_search(const struct flows_net *net, unsigned axes, const uint8_t *left,
                       uint64_t most, qd_control *control, struct flows_routes *routes,
                       struct flows_work *work);

#endif

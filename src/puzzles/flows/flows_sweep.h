/* The second complete method: a sweep over the empty hexes, one after the other, through all ways
 * in which the links between the hexes behind and the hexes ahead can be used. A set of lines that
 * starts once at each edge of each team, ends nowhere else and never changes its team inside a hex
 * must join the team's edges, so which line is which need not be remembered: a state is the team on
 * each open link, and the edges that were used. A state that was met before has failed. */
#ifndef FLOWS_SWEEP_H
#define FLOWS_SWEEP_H

#include "control.h"
#include "flows_routes.h"

/* Looks for routes for the teams of axes. left: how many tiles of each type there are for the empty
 * hexes; NULL: any number. variant: which order of the hexes (flows_sweep_order.h); the answer is
 * the same with all. Returns QD_YES with the routes, QD_NO if there are none, QD_LIMIT if the
 * control ended it (it may be NULL), it has met most states, or too many links would be open at one
 * time. nodes is increased by the states met. */
qd_status flows_sweep(const struct flows_net *net, unsigned axes, const uint8_t *left,
                      unsigned variant, uint64_t most, qd_control *control,
                      struct flows_routes *routes, uint64_t *nodes);

#endif

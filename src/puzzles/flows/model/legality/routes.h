/* Routes of teams through a net: which pairs of ports they demand of the empty hexes, and the
 * greedy search for one route after the other. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_ROUTES_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_ROUTES_H

#include "puzzles/flows/model/legality/net.h"

enum { FLOWS_PAIRS = 15, FLOWS_ALL_PORTS = 63 };

/* The bit of the pair of two different ports; the three straight pairs are FLOWS_STRAIGHT. */
unsigned flows_pair(unsigned a, unsigned b);
enum { FLOWS_STRAIGHT = 7 };
/* The two ports (mask) of a pair that is given as its bit. */
unsigned flows_pair_ports(unsigned pair);

/* The pairs (mask) that a shape (0 .. FLOWS_SHAPES - 1) joins. */
unsigned flows_shape_pairs(unsigned shape);
/* The shapes (mask) that join all these pairs. */
unsigned flows_shapes_with(unsigned pairs);
/* The types (mask) of those shapes. */
unsigned flows_types_with(unsigned pairs);
/* True if one tile can join all these pairs: no two share a port, and at most one is straight. */
bool flows_is_satisfiable(unsigned pairs);

/* What routes take of the empty hexes (the document's claimed_edges and internal_demands). May be
 * copied by assignment. */
struct flows_routes {
    uint16_t pairs[FLOWS_MOST_HEXES]; /* joined in this hex, mask of flows_pair */
    uint8_t taken[FLOWS_MOST_HEXES];  /* ports, mask */
};

/* The ports of a hex (mask) through which a route that entered through port may go on. */
static inline unsigned flows_exits(const struct flows_routes *routes, unsigned hex, unsigned port) {
    unsigned exits = FLOWS_ALL_PORTS & ~(unsigned)routes->taken[hex] & ~(1U << port);
    if (routes->pairs[hex] & FLOWS_STRAIGHT)
        exits &= ~(1U << flows_opposite(port));
    return exits;
}

/* True if a route may go through this hex from port in to port out, given what others take. */
bool flows_is_valid_step(const struct flows_routes *routes, unsigned hex, unsigned in,
                         unsigned out);
/* Takes a step that is valid: the document's claimResourcesForPath, for one hex of the path. */
void flows_take_step(struct flows_routes *routes, unsigned hex, unsigned in, unsigned out);

/* A shortest route for the team of this axis beside the routes that are there (breadth-first over
 * ports; a hex that nobody uses is entered once), which is then taken. Returns false and leaves
 * routes as they were if it finds none; this proves that there is none only if there are no other
 * routes. */
bool flows_find_potential_path_for_team(const struct flows_net *net, unsigned axis,
                                        struct flows_routes *routes);

/* Takes routes for these axes, one after the other, into routes (which is cleared first). Returns
 * FLOWS_NONE, or the first axis that found no route. */
unsigned flows_check_paths_for_ordering(const struct flows_net *net, const uint8_t *axes,
                                        unsigned count, struct flows_routes *routes);

/* The heuristic check of legality that the game was designed with, for comparison: one route after
 * the other, in at most two orders of the teams. It refuses some legal moves. */

/* Tries the teams in ascending order of their axes, then once more with the one that failed in
 * front. True if routes were found (the teams can then be joined). */
bool flows_heuristic_has_paths(const struct flows_net *net);

/* True if the hex is empty and laying the tile wins for anyone or leaves paths that the heuristic
 * finds. */
bool flows_heuristic_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile);

#endif

/* Whether the tiles that are left can serve the pairs that routes demand of the empty hexes. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_TILES_LEFT_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_TILES_LEFT_H

#include "puzzles/flows/model/legality/routes.h"

enum { FLOWS_ALL_TYPES = (1 << FLOWS_TYPES) - 1 };

/* True if each hex with a demand can be given a tile of its own that serves it (Hall's condition
 * over the sets of types). Demands only narrow the choice, so false stays false as routes grow. */
bool flows_tiles_serve(const struct flows_net *net, const struct flows_routes *routes,
                       const uint8_t left[FLOWS_TYPES]);

/* The sets of types (bit n: the set with mask n) of which these routes need more tiles than are
 * left; 0 if flows_tiles_serve. Types of which none is left are in no set. */
unsigned flows_tiles_lacking(const struct flows_net *net, const struct flows_routes *routes,
                             const uint8_t left[FLOWS_TYPES]);

/* Gives every empty hex a canonical tile that serves its demand; tile of the others is FLOWS_NONE.
 * With left, no type more often than it says (flows_tiles_serve must hold); hexes without a demand
 * get FLOWS_NONE if no tiles are left for them. left may be NULL: any tiles. */
void flows_choose_tiles(const struct flows_net *net, const struct flows_routes *routes,
                        const uint8_t *left, uint8_t tile[FLOWS_MOST_HEXES]);

#endif

/* How far a team is from its goal: the number of empty hexes that its line must still cross. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_DISTANCE_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_DISTANCE_H

#include "puzzles/flows/model/legality/net.h"

enum { FLOWS_FAR = 100 }; /* no way at all; more than any distance on the largest board */

/* How many empty hexes a line from an edge crosses, at the least, before it arrives at a port of
 * an empty hex from outside; FLOWS_FAR: it cannot. A hex is crossed as if any tile could lie there,
 * and what the others need is not looked at. */
struct flows_field {
    uint8_t at[FLOWS_MOST_HEXES][8];
};

/* Fills the field of an edge. Returns the distance to the opposite edge: 0 if a line joins them,
 * FLOWS_FAR if none ever can. */
unsigned flows_field_from(const struct flows_net *net, unsigned edge, struct flows_field *field);

/* The distance of a team alone, as above. */
unsigned flows_distance(const struct flows_net *net, unsigned axis);

/* The distance of a team if this tile is laid on an empty hex and its line goes through it:
 * the two fields are those of its edges. Ways around the hex are not looked at. */
unsigned flows_distance_through(const struct flows_field fields[2], unsigned hex, unsigned tile);

#endif

/* Reasons: why a move is not legal, in words, and the filling that shows that all can win. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_REASON_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_REASON_H

#include <jansson.h>

#include "puzzles/flows/model/board/notation.h"
#include "puzzles/flows/model/legality/legal.h"

/* Appends why not all teams in play can win together any more (a clause, no full stop). Hexes are
 * named as seen from the edge. */
void flows_reason_add(const struct flows_grid *grid, const struct flows_setup *setup,
                      const struct flows_refusal *refusal, unsigned edge, struct buf *out);
/* The same as docs/openapi.json describes it; never NULL, the caller owns it. */
json_t *flows_reason_fields(const struct flows_setup *setup, const struct flows_refusal *refusal);

/* The players of the teams of these axes, as a list of their numbers from 1. Never NULL; the caller
 * owns it. */
json_t *flows_seats_of(const struct flows_setup *setup, unsigned axes);

/* Fills empty hexes so that the edges of every team in play are joined. Returns false if that
 * cannot be done. */
bool flows_reason_fill(const struct flows_board *board, bool tiles_left,
                       struct flows_board *filled);

#endif

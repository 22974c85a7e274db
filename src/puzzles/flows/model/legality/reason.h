/* Reasons: why a move is not legal, in words, and the filling that shows that all can win. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_REASON_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_REASON_H

#include "puzzles/flows/model/board/notation.h"

/* Appends why not all teams in play can win together any more (a clause, no full stop). The board
 * is as it would be after the move, or as it is. Hexes are named as seen from the edge. */
void flows_reason_add(const struct flows_board *board, const struct flows_setup *setup,
                      bool tiles_left, unsigned edge, struct buf *out);

/* Fills empty hexes so that the edges of every team in play are joined. Returns false if that
 * cannot be done. */
bool flows_reason_fill(const struct flows_board *board, bool tiles_left,
                       struct flows_board *filled);

#endif

/* The decision by a SAT solver, with a variable for each way a tile can lie in each hex of the
 * whole board, and marks for the lines of each team. Needs CaDiCaL. */
#ifndef FLOWS_SAT_H
#define FLOWS_SAT_H

#include "puzzles/flows/model/board/board.h"

/* True if the solver is there. */
bool flows_sat_there(void);
/* Can all axes in play be joined by a filling of the empty hexes: of any tiles, or of those left?
 */
bool flows_sat_can_join(const struct flows_board *board, bool tiles_left);

#endif

/* The heuristic check of legality that the game was designed with, for comparison: one route after
 * the other, in at most two orders of the teams. It gives wrong answers: it refuses some legal
 * moves. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_HEURISTIC_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_HEURISTIC_H

#include "puzzles/flows/model/legality/routes.h"

/* Tries the teams in ascending order of their axes, then once more with the one that failed in
 * front. True if routes were found (the teams can then be joined). */
bool flows_heuristic_has_paths(const struct flows_net *net);

/* True if the hex is empty and laying the tile wins for anyone or leaves paths that the heuristic
 * finds. */
bool flows_heuristic_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile);

#endif

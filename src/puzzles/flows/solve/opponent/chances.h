/* Chances to win: from the averages of playouts, in words and as fields. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_CHANCES_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_CHANCES_H

#include <jansson.h>

#include "puzzles/flows/model/game.h"

/* What a team got on average in playouts becomes its chance in a game between strong opponents. The
 * average is that of the best of many moves, so it is too high as a rule. */

/* The chance of the team that moves, when this many teams play. Grows with the average. */
double flows_calibrated(double average, unsigned teams);
/* Turns the averages of all teams into chances: the mover's by flows_calibrated, and the others
 * share the rest as they did. */
void flows_calibrate(unsigned mover, unsigned axes, double win[FLOWS_AXES]);

/* The teams in play by their axes, in the order of their first players. Returns how many there
 * are. */
unsigned flows_teams_in_order(const struct flows_game *game, uint8_t axes[FLOWS_AXES]);
/* Appends the part of the win that each team in play may hope for: "P1 58 %, P2 42 %"; exact
 * figures with three digits. */
void flows_chances_add(const struct flows_game *game, const double win[FLOWS_AXES], bool exact,
                       struct buf *out);
/* The same as an object, by players: {"P1": 0.58, "P2": 0.42}. */
json_t *flows_chances_json(const struct flows_game *game, const double win[FLOWS_AXES]);

#endif

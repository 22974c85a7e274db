/* The value of an endgame once more, from the rules alone: every tile that may be drawn, laid on
 * every hex in every way, whether it is legal by filling the rest of the board in every way. Shares
 * nothing with the engine but the position it is given. Good for five empty hexes. */
#ifndef FLOWS_EXPECTIMAX_H
#define FLOWS_EXPECTIMAX_H

#include "puzzles/flows/model/game.h"

struct expectimax;

/* For a game without supermoves that goes on. The caller frees it. */
struct expectimax *expectimax_new(const struct flows_game *game);
void expectimax_free(struct expectimax *max);
/* What each team gets of the win from the game's position on; the hand may be unknown. */
void expectimax_value(struct expectimax *max, double share[3]);
/* The same after a tile was laid; false if that is not legal. */
bool expectimax_move(struct expectimax *max, int hex, int tile, double share[3]);

#endif

/* Playouts: games played to the end by quick players with random draws. The value of a position is
 * the average over many of them. The rules are exact except for supermoves: quick players lay tiles
 * on empty hexes only. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_PLAYOUT_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_PLAYOUT_H

#include "puzzles/flows/model/game.h"
#include "puzzles/flows/model/legality/net.h"
#include "puzzles/flows/model/legality/routes.h"

/* A game as quick players need it. May be copied by assignment. */
struct flows_quick {
    const struct flows_setup *setup;
    struct flows_net net;
    uint8_t left[FLOWS_TYPES];
    uint8_t edge;    /* whose turn it is */
    uint8_t hand;    /* the tile in hand; FLOWS_NONE: it is drawn */
    bool over;       /* nobody moves any more */
    uint8_t winners; /* axes */
    bool has_routes; /* routes joins all teams */
    struct flows_routes routes;
};

/* The same position as the game's. The game's setup must outlive it. */
void flows_quick_start(struct flows_quick *quick, const struct flows_game *game);
/* Lays a tile that the rules allow to be laid, and passes the turn. Returns false and changes
 * nothing if they do not. The hex must be empty, and a tile of that type must be left. */
bool flows_quick_lay(struct flows_quick *quick, unsigned hex, unsigned tile);
/* The tile in hand, or one that is drawn; FLOWS_NONE: no tile is left. */
unsigned flows_quick_draw(const struct flows_quick *quick, struct random *random);
/* Plays to the end. */
void flows_playout(struct flows_quick *quick, struct random *random);

#endif

/* A position with few empty hexes, as small as it can be written: where the line that leaves each
 * port of an empty hex leads. Boards that differ only in tiles that no line will ever pass again
 * look the same here, so a transposition table recognises them. */
#ifndef PUZZLES_FLOWS_SOLVE_OPPONENT_ENDGAME_H
#define PUZZLES_FLOWS_SOLVE_OPPONENT_ENDGAME_H

#include "puzzles/flows/model/legality/net.h"

enum {
    FLOWS_SMALL_HEXES = 8,
    FLOWS_SMALL_PORTS = FLOWS_SMALL_HEXES * FLOWS_PORTS,
    FLOWS_SMALL_EDGE = FLOWS_SMALL_PORTS,             /* + edge: the line leads to that edge */
    FLOWS_SMALL_DEAD = FLOWS_SMALL_EDGE + FLOWS_EDGES /* to an edge of no team in play */
};

/* May be copied by assignment. Hexes are numbered 0 .. count - 1 in the order of the board; port p
 * of hex h is h * 6 + p. */
struct flows_small {
    uint8_t count;
    uint8_t axes, joined; /* in play, and those of them whose edges a line joins */
    uint8_t link[FLOWS_SMALL_PORTS];
};

/* Reads a net with at most FLOWS_SMALL_HEXES empty hexes. */
void flows_small_start(struct flows_small *small, const struct flows_net *net);
/* Lays a tile on a hex; the hexes behind it move up by one number. after must be another one. */
void flows_small_place(const struct flows_small *small, unsigned hex, unsigned tile,
                       struct flows_small *after);
/* Can all teams that are not joined yet be joined at the same time? Every route is tried. left: the
 * tiles for the empty hexes by type; NULL: any. */
bool flows_small_can_join(const struct flows_small *small, const uint8_t *left);

/* True if the links fit together; asserts it, too. */
bool flows_small_check(const struct flows_small *small);

#endif

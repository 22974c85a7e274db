/* Flows once more, written apart from the engine and without a thought for speed: geometry from the
 * rules, lines followed step by step, and a plain search through all tiles. */
#ifndef FLOWS_ORACLE_H
#define FLOWS_ORACLE_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/flows/model/legality/legal.h"

enum { ORACLE_HEXES = 91, ORACLE_SIDE = 13, ORACLE_MIDDLE = 6 };

struct oracle {
    int radius, hexes;
    int row[ORACLE_HEXES], col[ORACLE_HEXES];
    int number[ORACLE_SIDE][ORACLE_SIDE]; /* [row + 6][col + 6]; -1 off the board */
    int edge[ORACLE_HEXES][6];            /* of a border port; -1 of another one */
    int next[ORACLE_HEXES][6];            /* the neighbour; -1 off the board */
    int tile[ORACLE_HEXES];               /* type * 6 + rotation; -1: empty */
    int left[4];
    long nodes; /* still allowed */
};

/* The board as the oracle sees it; any: no limit of tiles. */
void oracle_read(struct oracle *oracle, const struct flows_board *board, bool any, long nodes);
/* The edge of a border port; -1 if it is none. */
int oracle_edge(const struct oracle *oracle, int hex, int port);
/* True if a line through placed tiles joins the edges of the axis. */
bool oracle_joined(const struct oracle *oracle, int axis);
/* Where the line leads that leaves a hex through a port: an edge, or 6 + hex * 6 + port for the
 * port of an empty hex. */
int oracle_link(const struct oracle *oracle, int hex, int port);
/* True if the edges of the axis could be joined with any tiles on the empty hexes if there were no
 * other team. */
bool oracle_has_way(const struct oracle *oracle, int axis);
/* 1 if some filling joins all axes (mask), 0 if none does, -1 if the nodes were used up. */
int oracle_can_join(struct oracle *oracle, unsigned axes);

/* True if tile fills the empty hexes of the board (all of them, if there are tiles for them) so
 * that all axes are joined, with no more of a type than are left unless any. */
bool oracle_accepts_filling(const struct flows_board *board, unsigned axes, bool any,
                            const uint8_t *tile);
/* True if the refusal names a cut, and its side really has too few links for its teams. */
bool oracle_accepts_cut(const struct flows_board *board, const struct flows_refusal *refusal);

#endif

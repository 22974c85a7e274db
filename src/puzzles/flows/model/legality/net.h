/* The board with every placed tile contracted: what is left are the empty hexes, the edges, and
 * the links between them. A link runs from a port of an empty hex through any number of placed
 * tiles to a port of an empty hex (perhaps the same hex) or to a border port. Laying a tile joins
 * three pairs of links, so the net follows a game in a few steps a move. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_NET_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_NET_H

#include "puzzles/flows/model/board/board.h"

enum {
    FLOWS_NET_BORDER = FLOWS_MOST_HEXES * 8, /* the first border node */
    FLOWS_NET_NODES = FLOWS_NET_BORDER + FLOWS_EDGES * 16
};

/* A node is a port of a hex (hex * 8 + port) or a border port (FLOWS_NET_BORDER + edge * 16 +
 * place). May be copied by assignment. */
struct flows_net {
    const struct flows_grid *grid;
    uint8_t axes;   /* in play */
    uint8_t joined; /* of them: those whose edges are joined by a line */
    struct flows_set empty;
    uint16_t link[FLOWS_NET_NODES]; /* the other end; only of empty hexes and border ports */
};

static inline unsigned flows_node(unsigned hex, unsigned port) {
    return hex * 8 + port;
}
static inline unsigned flows_node_hex(unsigned node) {
    return node >> 3;
}
static inline unsigned flows_node_port(unsigned node) {
    return node & 7;
}
static inline unsigned flows_border_node(unsigned edge, unsigned place) {
    return FLOWS_NET_BORDER + edge * 16 + place;
}
static inline bool flows_node_is_border(unsigned node) {
    return node >= FLOWS_NET_BORDER;
}
static inline unsigned flows_node_edge(unsigned node) {
    return (node - FLOWS_NET_BORDER) >> 4;
}

/* The net of a board. */
void flows_net_start(struct flows_net *net, const struct flows_board *board);
/* Lays a tile on an empty hex. */
void flows_net_place(struct flows_net *net, unsigned hex, unsigned tile);

/* Only a part of a tile: joins the links behind two ports of a hex. */
void flows_net_join(struct flows_net *net, unsigned hex, unsigned a, unsigned b);
/* Closes the link behind a port: its other end leads nowhere from now on. Such an end is linked
 * with itself. */
void flows_net_close(struct flows_net *net, unsigned hex, unsigned port);

/* Asserts that every link has two ends that know each other, at empty hexes or at the border. */
void flows_net_check(const struct flows_net *net);

#endif

/* In which order a sweep takes the empty hexes: so that as few links as possible lie between the
 * hexes behind and the hexes ahead. */
#ifndef PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_ORDER_H
#define PUZZLES_FLOWS_MODEL_LEGALITY_SWEEP_ORDER_H

#include "puzzles/flows/model/legality/net.h"

enum {
    FLOWS_SWEEP_SLOTS = 29, /* links that may be open at one time, and three for each region */
    FLOWS_SWEEP_REGIONS = 4
};

enum flows_sweep_kind {
    FLOWS_SWEEP_DEAD,   /* leads to an edge of no team */
    FLOWS_SWEEP_BEHIND, /* closes the link of a slot */
    FLOWS_SWEEP_AHEAD,  /* opens a link in a slot */
    FLOWS_SWEEP_EDGE,   /* leads to an edge of a team */
    FLOWS_SWEEP_LOOP,   /* leads to another port of the same hex */
    FLOWS_SWEEP_REGION  /* leads into a region */
};

struct flows_sweep_port {
    uint8_t kind; /* enum flows_sweep_kind */
    uint8_t to;   /* the slot, the edge, the other port, or the region */
};

struct flows_sweep_order {
    unsigned count;
    uint8_t hex[FLOWS_MOST_HEXES];
    struct flows_sweep_port port[FLOWS_MOST_HEXES][FLOWS_PORTS]; /* [step] */
    uint8_t to_edge[FLOWS_MOST_HEXES][FLOWS_EDGES]; /* ports (mask) that lead to an edge in play */
    uint8_t due[FLOWS_MOST_HEXES];                  /* edges (mask) that no later hex leads to */
    unsigned regions;
    uint8_t touches[FLOWS_SWEEP_REGIONS]; /* edges (mask) that the region leads to */
};

/* A part of the board that is taken as if every link into it could be joined with every other. */
struct flows_sweep_regions {
    unsigned count;
    uint8_t of[FLOWS_MOST_HEXES]; /* the region of a hex; FLOWS_NONE: it is swept */
    uint8_t touches[FLOWS_SWEEP_REGIONS];
};

/* Makes regions of all empty hexes but the exact ones; small ones, and more than there may be, are
 * left to be swept. */
void flows_sweep_find_regions(const struct flows_net *net, const struct flows_set *exact,
                              struct flows_sweep_regions *regions);

/* Plans an order for the teams of axes. How long a sweep takes depends on the order and even more
 * on the direction, in ways that cannot be predicted. So there are many variants: every even one is
 * an order of its own, and the odd one after it is the same backwards. regions may be NULL: none.
 * Returns false if it would need too many slots. */
bool flows_sweep_plan(const struct flows_net *net, unsigned axes, unsigned variant,
                      const struct flows_sweep_regions *regions, struct flows_sweep_order *order);

#endif

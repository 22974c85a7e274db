/* All placements of a tile at once. Routes found for one placement often fit others too. They are
 * stored, and a placement that meets the demand of any of them on its hex is legal. */
#include <string.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/tiles_left.h"

enum { MOST_KEPT = 32 };

struct placing {
    struct flows_net net; /* before the move */
    const uint8_t *left;  /* after the move; NULL: any tiles */
    uint8_t left_after[FLOWS_TYPES];
    qd_control *control;
    unsigned kept, newest;
    struct flows_routes witness[MOST_KEPT];
};

static void keep(struct placing *placing, const struct flows_routes *routes) {
    placing->newest =
        placing->kept < MOST_KEPT ? placing->kept++ : (placing->newest + 1) % MOST_KEPT;
    placing->witness[placing->newest] = *routes;
}

/* ---- wins ---- */

/* True if laying a tile here could join the edges of a team: lines of both end at this hex. */
static bool may_win(const struct flows_net *net, unsigned hex) {
    unsigned edges = 0;
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned there = net->link[flows_node(hex, port)];
        if (flows_node_is_border(there))
            edges |= 1U << flows_node_edge(there);
    }
    return edges & edges >> 3 & net->axes;
}

static bool wins(const struct flows_net *net, unsigned hex, unsigned tile) {
    if (net->joined)
        return true;
    if (!may_win(net, hex))
        return false;
    struct flows_net after = *net;
    flows_net_place(&after, hex, tile);
    return after.joined != 0;
}

/* ---- witnesses ---- */

static bool fits(const struct placing *placing, const struct flows_routes *witness, unsigned hex,
                 unsigned tile) {
    if (witness->pairs[hex] & ~flows_shape_pairs(flows_tile_shape(tile)))
        return false;
    if (!placing->left)
        return true;
    struct flows_routes others = *witness;
    others.pairs[hex] = 0;
    return flows_tiles_serve(&placing->net, &others, placing->left);
}

static bool any_fits(const struct placing *placing, unsigned hex, unsigned tile) {
    for (unsigned i = 0; i < placing->kept; i++) {
        unsigned at = (placing->newest + MOST_KEPT - i) % MOST_KEPT;
        if (fits(placing, &placing->witness[at], hex, tile))
            return true;
    }
    return false;
}

/* Is the link behind this port used by routes that were found after a tile was laid here? Unknown
 * (-1) if it leads to the border or back to this hex. */
static int link_is_used(const struct flows_net *net, const struct flows_routes *routes,
                        unsigned hex, unsigned port) {
    unsigned there = net->link[flows_node(hex, port)];
    if (flows_node_is_border(there) || flows_node_hex(there) == hex)
        return -1;
    return routes->taken[flows_node_hex(there)] >> flows_node_port(there) & 1;
}

/* Turns routes through a board with the tile into routes through the board without it: the hex is
 * asked for the pairs of the tile that may be in use. */
static void ask_hex(const struct flows_net *net, struct flows_routes *routes, unsigned hex,
                    unsigned tile) {
    for (unsigned a = 0; a < FLOWS_PORTS; a++) {
        unsigned b = flows_partner(tile, a);
        int there = link_is_used(net, routes, hex, a), back = link_is_used(net, routes, hex, b);
        if (there != 0 && back != 0)
            routes->pairs[hex] |= (uint16_t)flows_pair(a, b);
    }
}

/* ---- the verdicts ---- */

static char judge(struct placing *placing, unsigned hex, unsigned tile) {
    if (wins(&placing->net, hex, tile))
        return FLOWS_PLACE_WINS;
    if (any_fits(placing, hex, tile))
        return FLOWS_PLACE_LEGAL;
    struct flows_net after = placing->net;
    struct flows_routes routes;
    flows_net_place(&after, hex, tile);
    qd_status status =
        flows_join(&after, after.axes, placing->left, placing->control, &routes, NULL);
    if (status == QD_LIMIT)
        return FLOWS_PLACE_UNKNOWN;
    if (status == QD_NO)
        return FLOWS_PLACE_ILLEGAL;
    ask_hex(&placing->net, &routes, hex, tile);
    keep(placing, &routes);
    return FLOWS_PLACE_LEGAL;
}

static void judge_hex(struct placing *placing, unsigned type, unsigned hex,
                      struct flows_placements *placements) {
    unsigned distinct = flows_rotations(type);
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++) {
        if (rotation >= distinct) {
            placements->at[rotation][hex] = placements->at[rotation - distinct][hex];
            continue;
        }
        char verdict = judge(placing, hex, flows_tile(type, rotation));
        placements->at[rotation][hex] = verdict;
        placements->wins += verdict == FLOWS_PLACE_WINS;
        placements->legal += verdict == FLOWS_PLACE_WINS || verdict == FLOWS_PLACE_LEGAL;
        placements->unknown += verdict == FLOWS_PLACE_UNKNOWN;
    }
}

static void start_placing(struct placing *placing, const struct flows_board *board, unsigned type,
                          bool tiles_left, qd_control *control) {
    flows_net_start(&placing->net, board);
    placing->control = control;
    placing->kept = placing->newest = 0;
    placing->left = tiles_left ? placing->left_after : NULL;
    memcpy(placing->left_after, board->left, sizeof(placing->left_after));
    if (placing->left_after[type] > 0)
        placing->left_after[type]--;
}

static void start_placements(const struct flows_board *board, struct flows_placements *placements) {
    memset(placements, 0, sizeof(*placements));
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++)
        memset(placements->at[rotation], FLOWS_PLACE_OCCUPIED, board->grid->hexes);
}

qd_status flows_place_everywhere(const struct flows_board *board, unsigned type, bool tiles_left,
                                 qd_control *control, struct flows_placements *placements) {
    struct placing placing;
    struct flows_routes routes;
    start_placing(&placing, board, type, tiles_left, control);
    start_placements(board, placements);
    if (flows_join(&placing.net, placing.net.axes, NULL, control, &routes, NULL) == QD_YES)
        keep(&placing, &routes);
    for (struct flows_set left = board->empty; !flows_set_empty(&left);) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        judge_hex(&placing, type, hex, placements);
    }
    if (placements->unknown > 0)
        return QD_LIMIT;
    return placements->legal > 0 ? QD_YES : QD_NO;
}

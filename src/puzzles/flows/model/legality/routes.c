#include "puzzles/flows/model/legality/routes.h"

#include <string.h>

/* ---- pairs ---- */

/* Bits 0-2 are the straight pairs, 3-8 neighbouring ports, 9-14 ports with one between them. */
static const uint8_t pair_bit[FLOWS_PORTS][FLOWS_PORTS] = {
    {FLOWS_NONE, 3, 9, 0, 13, 8},  {3, FLOWS_NONE, 4, 10, 1, 14}, {9, 4, FLOWS_NONE, 5, 11, 2},
    {0, 10, 5, FLOWS_NONE, 6, 12}, {13, 1, 11, 6, FLOWS_NONE, 7}, {8, 14, 2, 12, 7, FLOWS_NONE},
};

unsigned flows_pair(unsigned a, unsigned b) {
    return 1U << pair_bit[a][b];
}

unsigned flows_pair_ports(unsigned pair) {
    static const uint8_t ports[FLOWS_PAIRS] = {9,  18, 36, 3,  6,  12, 24, 48,
                                               33, 5,  10, 20, 40, 17, 34};
    return ports[__builtin_ctz(pair)];
}

/* The pairs of each shape, and the shapes that have each pair. */
static const uint16_t shape_pairs[FLOWS_SHAPES] = {0x1202, 0x2404, 0x4801, 0x0D00, 0x1808,
                                                   0x3010, 0x6020, 0x4240, 0x0680, 0x0122,
                                                   0x004C, 0x0091, 0x0150, 0x00A8};
static const uint16_t pair_shapes[FLOWS_PAIRS] = {0x0804, 0x0201, 0x0402, 0x2410, 0x1820,
                                                  0x2240, 0x1480, 0x2900, 0x1208, 0x0181,
                                                  0x010A, 0x001C, 0x0031, 0x0062, 0x00C4};
static const uint16_t type_shapes[FLOWS_TYPES] = {0x0007, 0x01F8, 0x0E00, 0x3000};

unsigned flows_shape_pairs(unsigned shape) {
    return shape_pairs[shape];
}

unsigned flows_shapes_with(unsigned pairs) {
    unsigned shapes = (1U << FLOWS_SHAPES) - 1;
    for (; pairs; pairs &= pairs - 1)
        shapes &= pair_shapes[__builtin_ctz(pairs)];
    return shapes;
}

unsigned flows_types_with(unsigned pairs) {
    unsigned types = 0, shapes = flows_shapes_with(pairs);
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (shapes & type_shapes[type])
            types |= 1U << type;
    return types;
}

bool flows_is_satisfiable(unsigned pairs) {
    return flows_shapes_with(pairs) != 0;
}

/* ---- steps ---- */

bool flows_is_valid_step(const struct flows_routes *routes, unsigned hex, unsigned in,
                         unsigned out) {
    return !(routes->taken[hex] >> in & 1) && (flows_exits(routes, hex, in) >> out & 1);
}

void flows_take_step(struct flows_routes *routes, unsigned hex, unsigned in, unsigned out) {
    routes->taken[hex] |= (uint8_t)(1U << in | 1U << out);
    routes->pairs[hex] |= (uint16_t)flows_pair(in, out);
}

/* ---- one route ---- */

/* Breadth-first search over the ports by which hexes are entered. */
struct wave {
    const struct flows_net *net;
    const struct flows_routes *routes;
    unsigned count;
    uint8_t seen[FLOWS_MOST_HEXES];       /* ports, mask */
    uint16_t queue[FLOWS_MOST_HEXES * 6]; /* nodes entered */
    uint16_t from[FLOWS_NET_BORDER];      /* the node entered before; itself: the first */
};

static inline void enter(struct wave *wave, unsigned node, unsigned from) {
    unsigned hex = flows_node_hex(node), bit = 1U << flows_node_port(node);
    if ((wave->seen[hex] | wave->routes->taken[hex]) & bit)
        return;
    /* In a hex that nobody uses, all ways on are open from every port: one visit is enough. */
    wave->seen[hex] |= (uint8_t)(wave->routes->taken[hex] ? bit : FLOWS_ALL_PORTS);
    wave->from[node] = (uint16_t)from;
    wave->queue[wave->count++] = (uint16_t)node;
}

/* Enters the neighbours of a node. Returns the exit if one of them leads to the goal, else
 * FLOWS_NONE. */
static unsigned advance(struct wave *wave, unsigned node, unsigned goal) {
    unsigned hex = flows_node_hex(node);
    unsigned exits = flows_exits(wave->routes, hex, flows_node_port(node));
    for (; exits; exits &= exits - 1) {
        unsigned out = (unsigned)__builtin_ctz(exits);
        unsigned next = wave->net->link[flows_node(hex, out)];
        if (!flows_node_is_border(next))
            enter(wave, next, node);
        else if (flows_node_edge(next) == goal)
            return out;
    }
    return FLOWS_NONE;
}

/* Takes the route that ends by leaving the hex of node through out. A route may meet itself in a
 * hex that others use; then it is not taken, and a longer one may do. */
static bool take_route(const struct wave *wave, unsigned node, unsigned out,
                       struct flows_routes *routes) {
    struct flows_routes after = *routes;
    for (;;) {
        unsigned hex = flows_node_hex(node), in = flows_node_port(node);
        if (!flows_is_valid_step(&after, hex, in, out))
            return false;
        flows_take_step(&after, hex, in, out);
        if (wave->from[node] == node)
            break;
        out = flows_node_port(wave->net->link[node]);
        node = wave->from[node];
    }
    *routes = after;
    return true;
}

bool flows_find_potential_path_for_team(const struct flows_net *net, unsigned axis,
                                        struct flows_routes *routes) {
    if (net->joined >> axis & 1)
        return true;
    struct wave wave;
    wave.net = net;
    wave.routes = routes;
    wave.count = 0;
    memset(wave.seen, 0, net->grid->hexes);
    for (unsigned place = 0; place < flows_edge_ports(net->grid); place++) {
        unsigned node = net->link[flows_border_node(axis, place)];
        if (!flows_node_is_border(node))
            enter(&wave, node, node);
    }
    for (unsigned i = 0; i < wave.count; i++) {
        unsigned out = advance(&wave, wave.queue[i], axis + 3);
        if (out != FLOWS_NONE && take_route(&wave, wave.queue[i], out, routes))
            return true;
    }
    return false;
}

unsigned flows_check_paths_for_ordering(const struct flows_net *net, const uint8_t *axes,
                                        unsigned count, struct flows_routes *routes) {
    memset(routes, 0, sizeof(*routes));
    for (unsigned i = 0; i < count; i++)
        if (!flows_find_potential_path_for_team(net, axes[i], routes))
            return axes[i];
    return FLOWS_NONE;
}

/* ---- the heuristic of the document ---- */

static unsigned list_teams(const struct flows_net *net, unsigned first, uint8_t list[FLOWS_AXES]) {
    unsigned count = 0;
    if (first != FLOWS_NONE)
        list[count++] = (uint8_t)first;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (net->axes >> axis & 1 && axis != first)
            list[count++] = (uint8_t)axis;
    return count;
}

bool flows_heuristic_has_paths(const struct flows_net *net) {
    uint8_t list[FLOWS_AXES];
    struct flows_routes routes;
    unsigned count = list_teams(net, FLOWS_NONE, list);
    unsigned failing = flows_check_paths_for_ordering(net, list, count, &routes);
    if (failing == FLOWS_NONE)
        return true;
    list_teams(net, failing, list);
    return flows_check_paths_for_ordering(net, list, count, &routes) == FLOWS_NONE;
}

bool flows_heuristic_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile) {
    if (!flows_is_empty(board, hex))
        return false;
    struct flows_net net;
    flows_net_start(&net, board);
    flows_net_place(&net, hex, tile);
    return net.joined != 0 || flows_heuristic_has_paths(&net);
}

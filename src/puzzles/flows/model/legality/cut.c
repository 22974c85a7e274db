#include "puzzles/flows/model/legality/cut.h"

#include <string.h>

/* Places that a flow passes: the hexes, then the six edges. */
enum { EDGE_PLACES = FLOWS_MOST_HEXES, PLACES = EDGE_PLACES + FLOWS_EDGES };

struct flow {
    const struct flows_net *net;
    const struct flows_routes *routes;
    const struct flows_ends *ends;
    unsigned open;                  /* edges (mask) that a flow may come to */
    unsigned sinks;                 /* edges (mask) that still take one unit */
    uint8_t out[FLOWS_MOST_HEXES];  /* ports (mask) through which a unit leaves the hex */
    uint16_t edge_out[FLOWS_EDGES]; /* the same of the ports of an edge */
    /* The search for one more unit. */
    struct flows_set seen;
    unsigned seen_edges;
    unsigned count;
    uint8_t queue[PLACES];
    uint16_t via[PLACES]; /* the node by which the place before was left */
};

static unsigned place_of(unsigned node) {
    return flows_node_is_border(node) ? EDGE_PLACES + flows_node_edge(node) : flows_node_hex(node);
}

static void visit(struct flow *flow, unsigned place, unsigned via) {
    if (place < EDGE_PLACES) {
        if (flows_set_has(&flow->seen, place))
            return;
        flows_set_add(&flow->seen, place);
    } else {
        unsigned bit = 1U << (place - EDGE_PLACES);
        if (flow->seen_edges & bit || !(flow->open & bit))
            return;
        flow->seen_edges |= bit;
    }
    flow->via[place] = (uint16_t)via;
    flow->queue[flow->count++] = (uint8_t)place;
}

static void leave_hex(struct flow *flow, unsigned hex) {
    unsigned ports = FLOWS_ALL_PORTS & ~(unsigned)(flow->routes->taken[hex] | flow->out[hex]);
    for (; ports; ports &= ports - 1) {
        unsigned node = flows_node(hex, (unsigned)__builtin_ctz(ports));
        visit(flow, place_of(flow->net->link[node]), node);
    }
}

static void leave_edge(struct flow *flow, unsigned edge) {
    for (unsigned i = 0; i < flows_edge_ports(flow->net->grid); i++) {
        unsigned node = flows_border_node(edge, i), next = flow->net->link[node];
        if (flow->edge_out[edge] >> i & 1 || flows_node_is_border(next))
            continue;
        if (!(flow->routes->taken[flows_node_hex(next)] >> flows_node_port(next) & 1))
            visit(flow, flows_node_hex(next), node);
    }
}

static unsigned end_place(const struct flow *flow, unsigned edge) {
    unsigned at = flow->ends->at[edge];
    return at == FLOWS_OPEN ? EDGE_PLACES + edge : flows_node_hex(at);
}

/* The sink that takes a unit at this place; FLOWS_NONE if none does. */
static unsigned sink_at(const struct flow *flow, unsigned place) {
    for (unsigned left = flow->sinks; left; left &= left - 1) {
        unsigned edge = (unsigned)__builtin_ctz(left);
        if (end_place(flow, edge) == place)
            return edge;
    }
    return FLOWS_NONE;
}

/* Sends a unit through a link in the direction away from node; two that would meet cancel out. */
static void send(struct flow *flow, unsigned node) {
    unsigned back = flow->net->link[node];
    if (flows_node_is_border(back)) {
        uint16_t bit = (uint16_t)(1U << ((back - FLOWS_NET_BORDER) & 15));
        if (flow->edge_out[flows_node_edge(back)] & bit) {
            flow->edge_out[flows_node_edge(back)] ^= bit;
            return;
        }
    } else if (flow->out[flows_node_hex(back)] >> flows_node_port(back) & 1) {
        flow->out[flows_node_hex(back)] ^= (uint8_t)(1U << flows_node_port(back));
        return;
    }
    if (flows_node_is_border(node))
        flow->edge_out[flows_node_edge(node)] |= (uint16_t)(1U << ((node - FLOWS_NET_BORDER) & 15));
    else
        flow->out[flows_node_hex(node)] |= (uint8_t)(1U << flows_node_port(node));
}

/* Brings one more unit from the end at edge to any sink. */
static bool augment(struct flow *flow, unsigned edge) {
    unsigned start = end_place(flow, edge);
    flow->seen = (struct flows_set){{0, 0}};
    flow->seen_edges = 0;
    flow->count = 0;
    visit(flow, start, 0);
    for (unsigned i = 0; i < flow->count; i++) {
        unsigned place = flow->queue[i], sink = sink_at(flow, place);
        if (sink != FLOWS_NONE) {
            flow->sinks &= ~(1U << sink);
            for (; place != start; place = place_of(flow->via[place]))
                send(flow, flow->via[place]);
            return true;
        }
        if (place < EDGE_PLACES)
            leave_hex(flow, place);
        else
            leave_edge(flow, place - EDGE_PLACES);
    }
    return false;
}

/* The edges (mask) of these teams that nobody has left yet. */
static unsigned open_edges(const struct flows_ends *ends, unsigned axes) {
    unsigned open = 0;
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        if (axes >> edge % 3 & 1 && ends->at[edge] == FLOWS_OPEN)
            open |= 1U << edge;
    return open;
}

/* Is the end of a route that comes from this edge on the side that was seen? */
static bool is_seen(const struct flow *flow, unsigned edge) {
    unsigned place = end_place(flow, edge);
    return place < EDGE_PLACES ? flows_set_has(&flow->seen, place) : flow->seen_edges >> edge & 1;
}

/* What a unit that found no way has seen is one side of a cut without room. */
static struct flows_cut cut_of(const struct flow *flow, unsigned axes) {
    struct flows_cut cut = {
        .edges = (uint8_t)flow->seen_edges, .open = (uint8_t)flow->open, .side = flow->seen};
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axes >> axis & 1 && is_seen(flow, axis) != is_seen(flow, axis + 3))
            cut.axes |= (uint8_t)(1U << axis);
    return cut;
}

/* Is there a flow from these edges (mask), one of each team, to the opposite ones? */
static bool flow_exists(struct flow *flow, unsigned sources) {
    flow->sinks = (sources << 3 | sources >> 3) & 63;
    memset(flow->out, 0, flow->net->grid->hexes);
    memset(flow->edge_out, 0, sizeof(flow->edge_out));
    for (unsigned left = sources; left; left &= left - 1)
        if (!augment(flow, (unsigned)__builtin_ctz(left)))
            return false;
    return true;
}

static bool teams_have_room(struct flow *flow, unsigned axes, struct flows_cut *cut) {
    flow->open = open_edges(flow->ends, axes);
    unsigned others =
        axes & (axes - 1); /* it does not matter which end of the lowest team is the source */
    for (unsigned turned = others;; turned = (turned - 1) & others) {
        unsigned sources = (axes & ~turned) | turned << 3;
        if (!flow_exists(flow, sources)) {
            if (cut)
                *cut = cut_of(flow, axes);
            return false;
        }
        if (turned == 0)
            return true;
    }
}

bool flows_cuts_have_room(const struct flows_net *net, const struct flows_routes *routes,
                          const struct flows_ends *ends, unsigned axes, struct flows_cut *cut) {
    static const uint8_t by_size[] = {1, 2, 4, 3, 5, 6, 7};
    struct flow flow;
    flow.net = net;
    flow.routes = routes;
    flow.ends = ends;
    for (unsigned i = 0; i < sizeof(by_size); i++)
        if ((by_size[i] & ~axes) == 0 && !teams_have_room(&flow, by_size[i], cut))
            return false;
    return true;
}

bool flows_edges_have_room(const struct flows_net *net, unsigned axes, struct flows_cut *cut) {
    static const struct flows_routes none;
    static const struct flows_ends open = {
        {FLOWS_OPEN, FLOWS_OPEN, FLOWS_OPEN, FLOWS_OPEN, FLOWS_OPEN, FLOWS_OPEN}};
    return flows_cuts_have_room(net, &none, &open, axes, cut);
}

/* Does this link lead from the side of the cut to the other one? */
static bool crosses(const struct flows_net *net, const struct flows_cut *cut, unsigned node) {
    unsigned there = net->link[node];
    bool here_in = flows_set_has(&cut->side, flows_node_hex(node));
    if (!flows_node_is_border(there))
        return here_in && !flows_set_has(&cut->side, flows_node_hex(there));
    unsigned bit = 1U << flows_node_edge(there);
    return (cut->open & bit) && here_in != ((cut->edges & bit) != 0);
}

unsigned flows_cut_ports(const struct flows_net *net, const struct flows_routes *routes,
                         const struct flows_cut *cut, struct flows_port ports[FLOWS_CUT_MOST]) {
    unsigned count = 0;
    struct flows_set left = net->empty;
    while (!flows_set_empty(&left)) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        for (unsigned port = 0; port < FLOWS_PORTS; port++)
            if (!(routes->taken[hex] >> port & 1) && crosses(net, cut, flows_node(hex, port)) &&
                count < FLOWS_CUT_MOST)
                ports[count++] = (struct flows_port){(uint8_t)hex, (uint8_t)port};
    }
    return count;
}

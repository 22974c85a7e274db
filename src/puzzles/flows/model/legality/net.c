#include "puzzles/flows/model/legality/net.h"

#include <assert.h>

static void tie(struct flows_net *net, unsigned a, unsigned b) {
    net->link[a] = (uint16_t)b;
    net->link[b] = (uint16_t)a;
}

static void start_hexes(struct flows_net *net) {
    const struct flows_grid *grid = net->grid;
    for (unsigned hex = 0; hex < grid->hexes; hex++) {
        flows_set_add(&net->empty, hex);
        for (unsigned port = 0; port < FLOWS_PORTS; port++) {
            unsigned next = grid->hex[hex].neighbour[port];
            if (next != FLOWS_NONE)
                net->link[flows_node(hex, port)] = (uint16_t)flows_node(next, flows_opposite(port));
        }
    }
}

static void start_border(struct flows_net *net) {
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        for (unsigned place = 0; place < flows_edge_ports(net->grid); place++) {
            struct flows_port at = flows_edge_port(net->grid, edge, place);
            tie(net, flows_border_node(edge, place), flows_node(at.hex, at.port));
        }
}

void flows_net_start(struct flows_net *net, const struct flows_board *board) {
    net->grid = board->grid;
    net->axes = board->axes;
    net->joined = 0;
    net->empty = (struct flows_set){{0, 0}};
    start_hexes(net);
    start_border(net);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (!flows_is_empty(board, hex))
            flows_net_place(net, hex, board->tile[hex]);
}

/* A line that has just been closed between two border ports. */
static void note_line(struct flows_net *net, unsigned a, unsigned b) {
    unsigned first = flows_node_edge(a), second = flows_node_edge(b);
    unsigned axis = first < second ? first : second;
    if (first + second == 2 * axis + 3)
        net->joined |= (uint8_t)(1U << axis & net->axes);
}

/* Joins the links behind two ports of a hex. If a link runs between these two, it becomes a closed
 * loop, and nothing is left of it. */
static void splice(struct flows_net *net, unsigned a, unsigned b) {
    unsigned there = net->link[a], back = net->link[b];
    if (there == b)
        return;
    tie(net, there, back);
    if (flows_node_is_border(there) && flows_node_is_border(back))
        note_line(net, there, back);
}

void flows_net_place(struct flows_net *net, unsigned hex, unsigned tile) {
    assert(flows_set_has(&net->empty, hex));
    flows_set_remove(&net->empty, hex);
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned partner = flows_partner(tile, port);
        if (port < partner)
            splice(net, flows_node(hex, port), flows_node(hex, partner));
    }
}

void flows_net_join(struct flows_net *net, unsigned hex, unsigned a, unsigned b) {
    splice(net, flows_node(hex, a), flows_node(hex, b));
}

void flows_net_close(struct flows_net *net, unsigned hex, unsigned port) {
    unsigned there = net->link[flows_node(hex, port)];
    net->link[there] = (uint16_t)there;
}

/* A closed end is linked with itself. */
static void check_node(const struct flows_net *net, unsigned node) {
    unsigned there = net->link[node];
    assert(there < FLOWS_NET_NODES && net->link[there] == node);
    assert(flows_node_is_border(there) || flows_set_has(&net->empty, flows_node_hex(there)));
    assert(!flows_node_is_border(node) || !flows_node_is_border(there) || node == there ||
           flows_node_edge(node) % 3 != flows_node_edge(there) % 3 ||
           flows_node_edge(node) == flows_node_edge(there) ||
           (net->joined | ~net->axes) >> flows_node_edge(node) % 3 & 1);
    (void)there;
}

void flows_net_check(const struct flows_net *net) {
    assert((net->joined & ~net->axes) == 0);
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        for (unsigned port = 0; flows_set_has(&net->empty, hex) && port < FLOWS_PORTS; port++)
            check_node(net, flows_node(hex, port));
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        for (unsigned place = 0; place < flows_edge_ports(net->grid); place++)
            check_node(net, flows_border_node(edge, place));
}

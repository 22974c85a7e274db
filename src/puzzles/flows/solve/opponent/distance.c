#include "puzzles/flows/solve/opponent/distance.h"

#include <string.h>

#include "puzzles/flows/model/legality/routes.h"

/* Breadth-first search over the ports by which hexes are entered. */
struct wave {
    const struct flows_net *net;
    struct flows_field *field;
    unsigned goal; /* edge */
    unsigned best;
    unsigned count;
    uint8_t left[FLOWS_MOST_HEXES];       /* ports through which the wave left a hex: mask */
    uint16_t queue[FLOWS_MOST_HEXES * 6]; /* nodes entered */
};

static inline void enter(struct wave *wave, unsigned node, unsigned distance) {
    if (flows_node_is_border(node)) {
        if (flows_node_edge(node) == wave->goal && distance < wave->best)
            wave->best = distance;
        return;
    }
    uint8_t *at = &wave->field->at[flows_node_hex(node)][flows_node_port(node)];
    if (*at != FLOWS_FAR)
        return;
    *at = (uint8_t)distance;
    wave->queue[wave->count++] = (uint16_t)node;
}

/* A hex is left through every port once: the second visit finds only the port of the first. */
static inline void cross(struct wave *wave, unsigned node) {
    unsigned hex = flows_node_hex(node), port = flows_node_port(node);
    unsigned exits = FLOWS_ALL_PORTS & ~(1U << port) & ~(unsigned)wave->left[hex];
    unsigned distance = wave->field->at[hex][port] + 1U;
    wave->left[hex] |= (uint8_t)exits;
    for (; exits; exits &= exits - 1)
        enter(wave, wave->net->link[flows_node(hex, (unsigned)__builtin_ctz(exits))], distance);
}

unsigned flows_field_from(const struct flows_net *net, unsigned edge, struct flows_field *field) {
    struct wave wave = {
        .net = net, .field = field, .goal = (edge + 3) % FLOWS_EDGES, .best = FLOWS_FAR};
    memset(field->at, FLOWS_FAR, net->grid->hexes * sizeof *field->at);
    for (unsigned place = 0; place < flows_edge_ports(net->grid); place++)
        enter(&wave, net->link[flows_border_node(edge, place)], 0);
    for (unsigned next = 0; next < wave.count; next++)
        cross(&wave, wave.queue[next]);
    return wave.best;
}

unsigned flows_distance(const struct flows_net *net, unsigned axis) {
    struct flows_field field;
    return flows_field_from(net, axis, &field);
}

unsigned flows_distance_through(const struct flows_field fields[2], unsigned hex, unsigned tile) {
    unsigned best = FLOWS_FAR;
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned way = fields[0].at[hex][port] + fields[1].at[hex][flows_partner(tile, port)];
        best = way < best ? way : best;
    }
    return best;
}

#include "puzzles/flows/solve/opponent/endgame.h"

#include <assert.h>
#include <string.h>

#include "puzzles/flows/model/legality/routes.h"

static unsigned port_of(unsigned hex, unsigned port) {
    return hex * FLOWS_PORTS + port;
}

/* ---- reading ---- */

static unsigned code_of(const struct flows_net *net, const uint8_t index[FLOWS_MOST_HEXES],
                        unsigned node) {
    if (!flows_node_is_border(node))
        return port_of(index[flows_node_hex(node)], flows_node_port(node));
    unsigned edge = flows_node_edge(node);
    return net->axes >> edge % 3 & 1 ? FLOWS_SMALL_EDGE + edge : FLOWS_SMALL_DEAD;
}

void flows_small_start(struct flows_small *small, const struct flows_net *net) {
    uint8_t index[FLOWS_MOST_HEXES], hexes[FLOWS_SMALL_HEXES];
    unsigned count = 0;
    assert(flows_set_count(&net->empty) <= FLOWS_SMALL_HEXES);
    for (struct flows_set left = net->empty; !flows_set_empty(&left);) {
        unsigned hex = flows_set_first(&left);
        flows_set_remove(&left, hex);
        index[hex] = (uint8_t)count;
        hexes[count++] = (uint8_t)hex;
    }
    memset(small, 0, sizeof *small);
    small->count = (uint8_t)count;
    small->axes = net->axes;
    small->joined = net->joined;
    for (unsigned i = 0; i < count; i++)
        for (unsigned port = 0; port < FLOWS_PORTS; port++)
            small->link[port_of(i, port)] =
                (uint8_t)code_of(net, index, net->link[flows_node(hexes[i], port)]);
}

/* ---- laying a tile ---- */

/* A line that has just been closed between two edges. */
static void note_line(struct flows_small *small, unsigned a, unsigned b) {
    if (a == FLOWS_SMALL_DEAD || b == FLOWS_SMALL_DEAD)
        return;
    unsigned first = a - FLOWS_SMALL_EDGE, second = b - FLOWS_SMALL_EDGE;
    if (first % 3 == second % 3 && first != second)
        small->joined |= (uint8_t)(1U << first % 3 & small->axes);
}

/* Joins the lines behind two ports. One that runs between these two becomes a loop, and nothing is
 * left of it. */
static void splice(struct flows_small *small, unsigned a, unsigned b) {
    unsigned there = small->link[a], back = small->link[b];
    if (there == b)
        return;
    if (there < FLOWS_SMALL_PORTS)
        small->link[there] = (uint8_t)back;
    if (back < FLOWS_SMALL_PORTS)
        small->link[back] = (uint8_t)there;
    if (there >= FLOWS_SMALL_PORTS && back >= FLOWS_SMALL_PORTS)
        note_line(small, there, back);
}

/* Takes the ports of a hex that nothing leads to any more out of the list. */
static void close_gap(struct flows_small *small, unsigned hex) {
    unsigned from = port_of(hex + 1, 0), all = port_of(small->count, 0);
    memmove(&small->link[port_of(hex, 0)], &small->link[from], all - from);
    memset(&small->link[all - FLOWS_PORTS], 0, FLOWS_PORTS);
    small->count--;
    for (unsigned i = 0; i < all - FLOWS_PORTS; i++)
        if (small->link[i] >= from && small->link[i] < FLOWS_SMALL_PORTS)
            small->link[i] = (uint8_t)(small->link[i] - FLOWS_PORTS);
}

void flows_small_place(const struct flows_small *small, unsigned hex, unsigned tile,
                       struct flows_small *after) {
    assert(hex < small->count && after != small);
    *after = *small;
    for (unsigned port = 0; port < FLOWS_PORTS; port++)
        if (port < flows_partner(tile, port))
            splice(after, port_of(hex, port), port_of(hex, flows_partner(tile, port)));
    close_gap(after, hex);
}

/* ---- all routes ---- */

struct routing {
    const struct flows_small *small;
    const uint8_t *left;               /* NULL: any tiles */
    unsigned taken[FLOWS_SMALL_HEXES]; /* ports, mask */
    unsigned pairs[FLOWS_SMALL_HEXES]; /* demanded, mask of flows_pair */
};

/* Gives the hexes from this one on tiles out of those that are left. */
static bool tiles_serve(const struct routing *routing, unsigned hex, uint8_t left[FLOWS_TYPES]) {
    if (hex == routing->small->count)
        return true;
    if (routing->pairs[hex] == 0)
        return tiles_serve(routing, hex + 1, left);
    unsigned types = flows_types_with(routing->pairs[hex]);
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        if (!(types >> type & 1) || left[type] == 0)
            continue;
        left[type]--;
        bool served = tiles_serve(routing, hex + 1, left);
        left[type]++;
        if (served)
            return true;
    }
    return false;
}

static bool are_served(const struct routing *routing) {
    uint8_t left[FLOWS_TYPES];
    if (!routing->left)
        return true;
    memcpy(left, routing->left, sizeof left);
    return tiles_serve(routing, 0, left);
}

static bool join_teams(struct routing *routing, unsigned axes);

/* Goes on with the route of the lowest team of axes, which enters a hex through a port. */
static bool enter(struct routing *routing, unsigned axes, unsigned at) {
    unsigned hex = at / FLOWS_PORTS, in = at % FLOWS_PORTS,
             goal = (unsigned)__builtin_ctz(axes) + 3;
    unsigned taken = routing->taken[hex], pairs = routing->pairs[hex];
    bool found = false;
    for (unsigned out = 0; out < FLOWS_PORTS && !found; out++) {
        if ((taken | 1U << in) >> out & 1 || !flows_is_satisfiable(pairs | flows_pair(in, out)))
            continue;
        unsigned next = routing->small->link[port_of(hex, out)];
        routing->taken[hex] = taken | 1U << in | 1U << out;
        routing->pairs[hex] = pairs | flows_pair(in, out);
        if (next == FLOWS_SMALL_EDGE + goal)
            found = join_teams(routing, axes & (axes - 1));
        else if (next < FLOWS_SMALL_PORTS &&
                 !(routing->taken[next / FLOWS_PORTS] >> next % FLOWS_PORTS & 1))
            found = enter(routing, axes, next);
    }
    routing->taken[hex] = taken;
    routing->pairs[hex] = pairs;
    return found;
}

static bool join_teams(struct routing *routing, unsigned axes) {
    if (axes == 0)
        return are_served(routing);
    unsigned start = FLOWS_SMALL_EDGE + (unsigned)__builtin_ctz(axes);
    for (unsigned at = 0; at < port_of(routing->small->count, 0); at++)
        if (routing->small->link[at] == start &&
            !(routing->taken[at / FLOWS_PORTS] >> at % FLOWS_PORTS & 1) && enter(routing, axes, at))
            return true;
    return false;
}

bool flows_small_can_join(const struct flows_small *small, const uint8_t *left) {
    struct routing routing = {.small = small, .left = left};
    return join_teams(&routing, small->axes & ~(unsigned)small->joined);
}

/* ---- the check ---- */

static bool link_holds(const struct flows_small *small, unsigned at) {
    unsigned there = small->link[at];
    if (at >= port_of(small->count, 0))
        return there == 0;
    if (there < FLOWS_SMALL_PORTS)
        return there != at && there < port_of(small->count, 0) && small->link[there] == at;
    return there == FLOWS_SMALL_DEAD ||
           (there < FLOWS_SMALL_DEAD && small->axes >> (there - FLOWS_SMALL_EDGE) % 3 & 1);
}

bool flows_small_check(const struct flows_small *small) {
    bool good = small->count <= FLOWS_SMALL_HEXES && !(small->joined & ~small->axes);
    for (unsigned at = 0; at < FLOWS_SMALL_PORTS && good; at++)
        good = link_holds(small, at);
    assert(good);
    return good;
}

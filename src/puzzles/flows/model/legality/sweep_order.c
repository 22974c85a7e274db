#include "puzzles/flows/model/legality/sweep_order.h"

#include <limits.h>
#include <string.h>

enum { MOST_STARTS = 12, FEW_TRIES = 8, MANY_TRIES = 100, LINK_WEIGHT = 4, NOISE = 8 };

/* The empty hexes as a graph, renumbered 0 .. count - 1. */
struct graph {
    unsigned count;
    uint8_t hex[FLOWS_MOST_HEXES], index[FLOWS_MOST_HEXES];
    uint8_t links[FLOWS_MOST_HEXES]; /* to other hexes */
    uint8_t next[FLOWS_MOST_HEXES][FLOWS_PORTS];
};

static bool is_swept(const struct flows_net *net, const struct flows_sweep_regions *regions,
                     unsigned hex) {
    return flows_set_has(&net->empty, hex) && (!regions || regions->of[hex] == FLOWS_NONE);
}

static void read_graph(const struct flows_net *net, const struct flows_sweep_regions *regions,
                       struct graph *graph) {
    graph->count = 0;
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        if (is_swept(net, regions, hex)) {
            graph->index[hex] = (uint8_t)graph->count;
            graph->hex[graph->count++] = (uint8_t)hex;
        }
    for (unsigned i = 0; i < graph->count; i++) {
        graph->links[i] = 0;
        for (unsigned port = 0; port < FLOWS_PORTS; port++) {
            unsigned next = net->link[flows_node(graph->hex[i], port)];
            if (!flows_node_is_border(next) && flows_node_hex(next) != graph->hex[i] &&
                is_swept(net, regions, flows_node_hex(next)))
                graph->next[i][graph->links[i]++] = graph->index[flows_node_hex(next)];
        }
    }
}

/* Pseudorandom numbers that break ties and perturb the order a little (Knuth's MMIX generator). */
static unsigned chance(uint64_t *seed, unsigned below) {
    *seed = *seed * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (unsigned)(*seed >> 33) % below;
}

/* The hex ahead after which the fewest links are open; with a seed, one that is nearly so. change:
 * how many more are open, by hex; those behind have more than FLOWS_PORTS. */
static unsigned next_hex(const struct graph *graph, const int8_t *change, uint64_t *seed) {
    unsigned best = 0;
    int least = INT_MAX;
    for (unsigned i = 0; i < graph->count; i++) {
        if (change[i] > FLOWS_PORTS)
            continue;
        int value = change[i] * LINK_WEIGHT + (seed ? (int)chance(seed, NOISE) : 0);
        if (value < least) {
            least = value;
            best = i;
        }
    }
    return best;
}

/* Lists the hexes from a first one on. Returns how much work the sweep may have: the sum over all
 * steps of 2 to the power of the links open, or an upper bound on what is useful, if it is more. */
static double list_from(const struct graph *graph, unsigned first, double enough, uint64_t *seed,
                        uint8_t list[FLOWS_MOST_HEXES]) {
    int8_t change[FLOWS_MOST_HEXES];
    double work = 0;
    int open = 0;
    for (unsigned i = 0; i < graph->count; i++)
        change[i] = (int8_t)graph->links[i];
    for (unsigned step = 0; step < graph->count && work <= enough; step++) {
        unsigned at = step == 0 ? first : next_hex(graph, change, seed);
        open += change[at];
        work += (double)(UINT64_C(1) << (open < 60 ? open : 60));
        for (unsigned i = 0; i < graph->links[at]; i++)
            if (change[graph->next[at][i]] <= FLOWS_PORTS)
                change[graph->next[at][i]] = (int8_t)(change[graph->next[at][i]] - 2);
        change[at] = FLOWS_PORTS + 1;
        list[step] = graph->hex[at];
    }
    return work;
}

static void try_list(const struct graph *graph, unsigned first, uint64_t *seed, double *least,
                     struct flows_sweep_order *order) {
    uint8_t list[FLOWS_MOST_HEXES];
    double work = list_from(graph, first, *least, seed, list);
    if (work < *least) {
        *least = work;
        memcpy(order->hex, list, graph->count);
    }
}

/* From the hexes with the fewest links. */
static void try_sure_starts(const struct graph *graph, double *least,
                            struct flows_sweep_order *order) {
    unsigned tried = 0;
    for (unsigned links = 0; links <= FLOWS_PORTS; links++)
        for (unsigned first = 0; first < graph->count && tried < MOST_STARTS; first++)
            if (graph->links[first] == links) {
                try_list(graph, first, NULL, least, order);
                tried++;
            }
}

/* The best of several lists; each variant tries others. */
static void choose_list(const struct graph *graph, unsigned variant,
                        struct flows_sweep_order *order) {
    double least = 1e300;
    uint64_t seed = variant / 2;
    unsigned tries = variant / 2 == 0 ? FEW_TRIES : MANY_TRIES;
    order->count = graph->count;
    if (variant / 2 == 0)
        try_sure_starts(graph, &least, order);
    for (unsigned i = 0; graph->count > 0 && i < tries; i++)
        try_list(graph, chance(&seed, graph->count), &seed, &least, order);
    for (unsigned i = 0; variant % 2 == 1 && i < graph->count / 2; i++) {
        uint8_t hex = order->hex[i];
        order->hex[i] = order->hex[graph->count - 1 - i];
        order->hex[graph->count - 1 - i] = hex;
    }
}

/* ---- slots ---- */

struct slots {
    const struct flows_sweep_regions *regions;
    unsigned most;
    uint32_t busy;
    uint8_t of[FLOWS_NET_BORDER]; /* by the node that will close the link */
};

static struct flows_sweep_port port_of(const struct flows_net *net, unsigned axes,
                                       const struct flows_set *behind, unsigned node,
                                       struct slots *slots) {
    unsigned next = net->link[node];
    if (flows_node_is_border(next)) {
        unsigned edge = flows_node_edge(next);
        return (struct flows_sweep_port){axes >> edge % 3 & 1 ? FLOWS_SWEEP_EDGE : FLOWS_SWEEP_DEAD,
                                         (uint8_t)edge};
    }
    if (flows_node_hex(next) == flows_node_hex(node))
        return (struct flows_sweep_port){FLOWS_SWEEP_LOOP, (uint8_t)flows_node_port(next)};
    if (!is_swept(net, slots->regions, flows_node_hex(next)))
        return (struct flows_sweep_port){FLOWS_SWEEP_REGION,
                                         slots->regions->of[flows_node_hex(next)]};
    if (flows_set_has(behind, flows_node_hex(next))) {
        slots->busy &= ~(UINT32_C(1) << slots->of[node]);
        return (struct flows_sweep_port){FLOWS_SWEEP_BEHIND, slots->of[node]};
    }
    return (struct flows_sweep_port){FLOWS_SWEEP_AHEAD, FLOWS_NONE};
}

static bool give_slot(struct flows_sweep_port *port, unsigned closer, struct slots *slots) {
    unsigned slot = (unsigned)__builtin_ctz(~slots->busy);
    if (slot >= slots->most)
        return false;
    slots->busy |= UINT32_C(1) << slot;
    slots->of[closer] = (uint8_t)slot;
    port->to = (uint8_t)slot;
    return true;
}

/* The slots that a hex closes are free for those that it opens. */
static bool plan_hex(const struct flows_net *net, unsigned axes, const struct flows_set *behind,
                     unsigned hex, struct flows_sweep_port port[FLOWS_PORTS], struct slots *slots) {
    for (unsigned i = 0; i < FLOWS_PORTS; i++)
        port[i] = port_of(net, axes, behind, flows_node(hex, i), slots);
    for (unsigned i = 0; i < FLOWS_PORTS; i++)
        if (port[i].kind == FLOWS_SWEEP_AHEAD &&
            !give_slot(&port[i], net->link[flows_node(hex, i)], slots))
            return false;
    return true;
}

static void find_due_edges(unsigned axes, struct flows_sweep_order *order) {
    unsigned later = 0, all = axes | axes << 3;
    for (unsigned i = 0; i < order->regions; i++)
        later |= order->touches[i];
    for (unsigned step = order->count; step-- > 0;) {
        order->due[step] = (uint8_t)(all & ~later);
        memset(order->to_edge[step], 0, sizeof(order->to_edge[step]));
        for (unsigned i = 0; i < FLOWS_PORTS; i++)
            if (order->port[step][i].kind == FLOWS_SWEEP_EDGE) {
                later |= 1U << order->port[step][i].to;
                order->to_edge[step][order->port[step][i].to] |= (uint8_t)(1U << i);
            }
    }
}

static void copy_regions(const struct flows_sweep_regions *regions,
                         struct flows_sweep_order *order) {
    order->regions = regions ? regions->count : 0;
    for (unsigned i = 0; i < order->regions; i++)
        order->touches[i] = regions->touches[i];
}

bool flows_sweep_plan(const struct flows_net *net, unsigned axes, unsigned variant,
                      const struct flows_sweep_regions *regions, struct flows_sweep_order *order) {
    struct flows_set behind = {{0, 0}};
    struct slots slots;
    struct graph graph;
    copy_regions(regions, order);
    slots.busy = 0;
    slots.regions = regions;
    slots.most = FLOWS_SWEEP_SLOTS - order->regions * FLOWS_AXES;
    read_graph(net, regions, &graph);
    choose_list(&graph, variant, order);
    for (unsigned step = 0; step < order->count; step++) {
        unsigned hex = order->hex[step];
        if (!plan_hex(net, axes, &behind, hex, order->port[step], &slots))
            return false;
        flows_set_add(&behind, hex);
    }
    find_due_edges(axes, order);
    return true;
}

/* ---- regions ---- */

enum { LEAST_REGION = 3 };

/* Collects the merged hexes that are linked with the first one into list. Returns their number. */
static unsigned flood(const struct graph *graph, unsigned first, bool merged[FLOWS_MOST_HEXES],
                      uint8_t list[FLOWS_MOST_HEXES]) {
    unsigned count = 1;
    list[0] = (uint8_t)first;
    merged[first] = false;
    for (unsigned i = 0; i < count; i++)
        for (unsigned j = 0; j < graph->links[list[i]]; j++) {
            unsigned next = graph->next[list[i]][j];
            if (merged[next])
                list[count++] = (uint8_t)next;
            merged[next] = false;
        }
    return count;
}

static void add_region(const struct flows_net *net, const struct graph *graph, const uint8_t *list,
                       unsigned count, struct flows_sweep_regions *regions) {
    uint8_t *touches = &regions->touches[regions->count];
    *touches = 0;
    for (unsigned i = 0; i < count; i++) {
        unsigned hex = graph->hex[list[i]];
        regions->of[hex] = (uint8_t)regions->count;
        for (unsigned port = 0; port < FLOWS_PORTS; port++) {
            unsigned next = net->link[flows_node(hex, port)];
            if (flows_node_is_border(next))
                *touches |= (uint8_t)(1U << flows_node_edge(next));
        }
    }
    regions->count++;
}

void flows_sweep_find_regions(const struct flows_net *net, const struct flows_set *exact,
                              struct flows_sweep_regions *regions) {
    struct graph graph;
    bool merged[FLOWS_MOST_HEXES];
    uint8_t list[FLOWS_MOST_HEXES];
    read_graph(net, NULL, &graph);
    for (unsigned i = 0; i < graph.count; i++)
        merged[i] = !flows_set_has(exact, graph.hex[i]);
    regions->count = 0;
    memset(regions->of, FLOWS_NONE, sizeof(regions->of));
    for (unsigned i = 0; i < graph.count; i++) {
        unsigned count = merged[i] ? flood(&graph, i, merged, list) : 0;
        if (count >= LEAST_REGION && regions->count < FLOWS_SWEEP_REGIONS)
            add_region(net, &graph, list, count, regions);
    }
}

#include "puzzles/flows/model/legality/sweep.h"

#include <assert.h>
#include <string.h>

#include "puzzles/flows/model/legality/sweep_order.h"
#include "puzzles/flows/model/legality/sweep_supply.h"
#include "puzzles/flows/model/legality/sweep_table.h"
#include "puzzles/flows/model/legality/tiles_left.h"

/* A state's key: six bits for the edges that were used, then two for each slot: 0 unused, else
 * team + 1. */
enum { SLOT_SHIFT = 6, SPEND_STEP = 256 };
#define EVERY_SLOT ((UINT64_C(1) << 2 * FLOWS_SWEEP_SLOTS) - 1)

struct sweep {
    const struct flows_net *net;
    unsigned axes;
    struct flows_counted counted;
    struct flows_sweep_order order;
    uint64_t most, met;
    qd_control *control; /* may be NULL */
    qd_status status;    /* QD_NO while nothing was found and nothing ended it */
    /* The states met. Those that do not lead to the current one have failed. A full table remembers
     * no more. */
    struct flows_sweep_table table;
    size_t unspent;
    unsigned step;                    /* the current hex */
    uint16_t pairs[FLOWS_MOST_HEXES]; /* chosen, by step */
    struct flows_work *work;
};

/* A hex while its pairs are being chosen. */
struct hand {
    unsigned decided; /* ports (mask) */
    unsigned pairs;
    uint64_t key;
    uint64_t rest;              /* of the state before */
    uint8_t teams[FLOWS_PORTS]; /* that may use the port (mask); 0: nobody */
    uint8_t must;               /* ports (mask) that are used */
    uint8_t mine[FLOWS_AXES];   /* ports (mask) of each team */
};

/* ---- states ---- */

/* Counts a state; false if it is one too many, or the control says stop. */
static bool may_go_on(struct sweep *sweep) {
    if (sweep->met >= sweep->most || !flows_sweep_table_grow(&sweep->table))
        return false;
    if (++sweep->unspent < SPEND_STEP || !sweep->control)
        return true;
    size_t nodes = sweep->unspent;
    sweep->unspent = 0;
    return control_spend(sweep->control, nodes);
}

static void go_on(struct sweep *sweep, const struct flows_sweep_state *state);

/* Goes on from a state unless it was met before. */
static void meet(struct sweep *sweep, const struct flows_sweep_state *state) {
    if (!may_go_on(sweep)) {
        sweep->status = QD_LIMIT;
        return;
    }
    assert(flows_hexes_behind(state) >= 1 && flows_hexes_behind(state) <= sweep->order.count);
    enum flows_sweep_met met = flows_sweep_table_add(&sweep->table, state);
    if (met == FLOWS_SWEEP_DOMINATED) {
        sweep->work->again++;
        return;
    }
    sweep->work->replaced += met == FLOWS_SWEEP_REPLACES;
    sweep->met++;
    go_on(sweep, state);
}

/* ---- the pairs of a hex ---- */

static unsigned slot_shift(unsigned slot) {
    return SLOT_SHIFT + 2 * slot;
}

static unsigned opposite_ports(unsigned ports) {
    return (ports << 3 | ports >> 3) & FLOWS_ALL_PORTS;
}

/* The last slots count, for each region and team, the links that the team uses into the region. */
static unsigned region_shift(unsigned region, unsigned axis) {
    return slot_shift(FLOWS_SWEEP_SLOTS - 1 - region * FLOWS_AXES - axis);
}

static unsigned region_count(uint64_t key, unsigned region, unsigned axis) {
    return key >> region_shift(region, axis) & 3;
}

/* A team comes to a region once: where every link can be joined with every other, it can go from
 * where it first comes straight to where it last leaves, and begin or end there if that is at an
 * own edge. */
static bool may_enter_region(const struct sweep *sweep, uint64_t key, unsigned region,
                             unsigned axis) {
    unsigned touches = sweep->order.touches[region] >> axis;
    return region_count(key, region, axis) < ((touches | touches >> 3) & 1 ? 1U : 2U);
}

/* The teams that still need links: a team is complete when both its edges were used and no open
 * link is its own. */
static unsigned open_teams(const struct sweep *sweep, uint64_t key) {
    unsigned open = 0;
    uint64_t links = EVERY_SLOT >> 2 * FLOWS_AXES * sweep->order.regions;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        /* A slot with the label of this team has both bits of its pair equal to those of same. */
        uint64_t same = ~((key >> SLOT_SHIFT) ^ (axis + 1) * (EVERY_SLOT / 3));
        if ((key >> axis & key >> (axis + 3) & 1) == 0 ||
            (same & same >> 1 & (EVERY_SLOT / 3) & links) != 0)
            open |= 1U << axis;
        for (unsigned region = 0; region < sweep->order.regions; region++)
            open |= (region_count(key, region, axis) & 1) << axis;
    }
    return sweep->axes & open;
}

/* The open teams (mask) that may enter a region. */
static unsigned teams_for_region(const struct sweep *sweep, unsigned region, uint64_t key,
                                 unsigned open) {
    unsigned teams = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (open >> axis & 1 && may_enter_region(sweep, key, region, axis))
            teams |= 1U << axis;
    return teams;
}

/* The teams (mask) that may use a port: of a link behind the one that is there. */
static unsigned teams_at(const struct sweep *sweep, struct flows_sweep_port port, uint64_t key,
                         unsigned open) {
    switch (port.kind) {
    case FLOWS_SWEEP_REGION:
        return teams_for_region(sweep, port.to, key, open);
    case FLOWS_SWEEP_DEAD:
        return 0;
    case FLOWS_SWEEP_EDGE:
        return key >> port.to & 1 ? 0 : 1U << port.to % 3;
    case FLOWS_SWEEP_BEHIND:
        return (1U << (key >> slot_shift(port.to) & 3)) >> 1;
    default:
        return open;
    }
}

/* Opens a state: what the links behind say about the ports, and the key without them. */
static struct hand take_up(const struct sweep *sweep, const struct flows_sweep_state *state) {
    struct hand hand = {.key = state->key, .rest = state->rest};
    const struct flows_sweep_port *port = sweep->order.port[sweep->step];
    unsigned open = open_teams(sweep, state->key);
    for (unsigned i = 0; i < FLOWS_PORTS; i++) {
        hand.teams[i] = (uint8_t)teams_at(sweep, port[i], state->key, open);
        if (hand.teams[i] == 0)
            hand.decided |= 1U << i;
        if (port[i].kind != FLOWS_SWEEP_BEHIND)
            continue;
        hand.must |= (uint8_t)((hand.teams[i] != 0) << i);
        hand.key &= ~(UINT64_C(3) << slot_shift(port[i].to));
    }
    return hand;
}

/* The pairs that a team has in a hex. */
static unsigned pairs_of(const struct hand *hand, unsigned axis) {
    unsigned pairs = 0;
    for (unsigned ports = hand->mine[axis]; ports; ports &= ports - 1) {
        unsigned a = (unsigned)__builtin_ctz(ports);
        for (unsigned more = ports & (ports - 1); more; more &= more - 1)
            pairs |= flows_pair(a, (unsigned)__builtin_ctz(more)) & hand->pairs;
    }
    return pairs;
}

/* True if a route that uses both pairs could always go from the port where it first comes to the
 * hex to the one where it last leaves it. */
static bool can_be_short(const struct sweep *sweep, unsigned pairs, unsigned first,
                         unsigned second) {
    unsigned rest = pairs & ~(first | second);
    for (unsigned a = flows_pair_ports(first); a; a &= a - 1)
        for (unsigned b = flows_pair_ports(second); b; b &= b - 1) {
            unsigned pair = flows_pair((unsigned)__builtin_ctz(a), (unsigned)__builtin_ctz(b));
            if (!flows_is_no_worse(&sweep->counted, rest | pair, pairs))
                return false;
        }
    return true;
}

/* True if a route with this pair could always begin at the port instead. */
static bool can_begin_at(const struct sweep *sweep, unsigned pairs, unsigned pair, unsigned port) {
    for (unsigned ports = flows_pair_ports(pair); ports; ports &= ports - 1) {
        unsigned other = flows_pair((unsigned)__builtin_ctz(ports), port);
        if (!flows_is_no_worse(&sweep->counted, (pairs & ~pair) | other, pairs))
            return false;
    }
    return true;
}

/* A team's routes may be short cut if they pass a hex twice, or a hex that touches an own edge
 * without using that. Where the hex is served as well after that, it need not be tried: among all
 * routes those that use the fewest ports have none of this. */
static bool passes_once(const struct sweep *sweep, const struct hand *hand, unsigned mine) {
    for (unsigned left = mine; left; left &= left - 1)
        for (unsigned more = left & (left - 1); more; more &= more - 1)
            if (can_be_short(sweep, hand->pairs, left & -left, more & -more))
                return false;
    return true;
}

static bool avoids_edge(const struct sweep *sweep, const struct hand *hand, unsigned mine,
                        unsigned port) {
    for (; mine; mine &= mine - 1)
        if (!can_begin_at(sweep, hand->pairs, mine & -mine, port))
            return true;
    return false;
}

static bool team_may_be_shortest(const struct sweep *sweep, const struct hand *hand,
                                 unsigned axis) {
    const uint8_t *to_edge = sweep->order.to_edge[sweep->step];
    unsigned ports = hand->mine[axis], rest = ports & (ports - 1);
    unsigned mine = pairs_of(hand, axis);
    if (rest & (rest - 1) && !passes_once(sweep, hand, mine))
        return false;
    for (unsigned edge = axis; edge < FLOWS_EDGES; edge += 3)
        if (to_edge[edge] && !(to_edge[edge] & ports) &&
            !avoids_edge(sweep, hand, mine, (unsigned)__builtin_ctz(to_edge[edge])))
            return false;
    return true;
}

/* True if no team could do with fewer ports; the hexes that only pass a team on need no look. */
static bool may_be_shortest(const struct sweep *sweep, const struct hand *hand) {
    const uint8_t *to_edge = sweep->order.to_edge[sweep->step];
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        unsigned ports = hand->mine[axis], rest = ports & (ports - 1);
        bool looks = rest & (rest - 1) || (ports && (to_edge[axis] | to_edge[axis + 3]));
        if (looks && !team_may_be_shortest(sweep, hand, axis))
            return false;
    }
    return true;
}

static void finish(struct sweep *sweep, const struct hand *hand) {
    unsigned due = sweep->order.due[sweep->step];
    struct flows_sweep_state next = {.key = hand->key, .rest = hand->rest + 1};
    if ((hand->key & due) != due || !flows_count_tile(&sweep->counted, hand->pairs, &next.rest) ||
        !may_be_shortest(sweep, hand))
        return;
    sweep->pairs[sweep->step] = (uint16_t)hand->pairs;
    meet(sweep, &next);
}

/* Marks a port as used by a team. */
static void use(const struct sweep *sweep, struct hand *hand, unsigned i, unsigned axis) {
    struct flows_sweep_port port = sweep->order.port[sweep->step][i];
    hand->decided |= 1U << i;
    hand->mine[axis] |= (uint8_t)(1U << i);
    if (port.kind == FLOWS_SWEEP_AHEAD)
        hand->key |= (uint64_t)(axis + 1) << slot_shift(port.to);
    if (port.kind == FLOWS_SWEEP_EDGE)
        hand->key |= UINT64_C(1) << port.to;
    if (port.kind == FLOWS_SWEEP_REGION)
        hand->key += UINT64_C(1) << region_shift(port.to, axis);
    /* A loop leads to a port of this hex; the bound is there for the compiler. */
    if (port.kind == FLOWS_SWEEP_LOOP && port.to < FLOWS_PORTS && !(hand->decided >> port.to & 1)) {
        hand->teams[port.to] = (uint8_t)(1U << axis);
        hand->must |= (uint8_t)(1U << port.to);
    }
}

/* Each edge is used once. */
static bool is_used_edge(const struct hand *hand, struct flows_sweep_port port) {
    return port.kind == FLOWS_SWEEP_EDGE && hand->key >> port.to & 1;
}

static bool may_pair(const struct sweep *sweep, const struct hand *hand, unsigned a, unsigned b) {
    const struct flows_sweep_port *port = sweep->order.port[sweep->step];
    if (hand->decided >> b & 1 || !(hand->teams[a] & hand->teams[b]))
        return false;
    if (flows_pair(a, b) & FLOWS_STRAIGHT && hand->pairs & FLOWS_STRAIGHT)
        return false;
    if (is_used_edge(hand, port[a]) || is_used_edge(hand, port[b]))
        return false;
    bool both_ends = port[a].kind == port[b].kind && port[a].to == port[b].to;
    return !((port[a].kind == FLOWS_SWEEP_EDGE || port[a].kind == FLOWS_SWEEP_REGION) &&
             both_ends) &&
           !(port[a].kind == FLOWS_SWEEP_LOOP && port[a].to == b);
}

static void choose_pairs(struct sweep *sweep, const struct hand *hand);

/* False if the port leads into a region where the team has been. */
static bool may_lead(const struct sweep *sweep, const struct hand *hand, unsigned i,
                     unsigned axis) {
    struct flows_sweep_port port = sweep->order.port[sweep->step][i];
    return port.kind != FLOWS_SWEEP_REGION || may_enter_region(sweep, hand->key, port.to, axis);
}

static void pair_ports(struct sweep *sweep, const struct hand *hand, unsigned a, unsigned b) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        unsigned mine = hand->mine[axis], ports = 1U << a | 1U << b;
        if (!(hand->teams[a] & hand->teams[b] & 1U << axis) ||
            (mine && flows_counts_nothing(&sweep->counted) && opposite_ports(mine) != ports) ||
            !may_lead(sweep, hand, a, axis) || !may_lead(sweep, hand, b, axis))
            continue;
        struct hand next = *hand;
        next.pairs |= flows_pair(a, b);
        use(sweep, &next, a, axis);
        use(sweep, &next, b, axis);
        choose_pairs(sweep, &next);
    }
}

/* Leaves a port unused, and with it the other end of a loop. */
static void skip_port(struct sweep *sweep, const struct hand *hand, unsigned i) {
    struct flows_sweep_port port = sweep->order.port[sweep->step][i];
    struct hand next = *hand;
    next.decided |= 1U << i;
    if (port.kind == FLOWS_SWEEP_LOOP)
        next.decided |= 1U << port.to;
    choose_pairs(sweep, &next);
}

static void choose_pairs(struct sweep *sweep, const struct hand *hand) {
    if (sweep->status != QD_NO)
        return;
    if (hand->decided == FLOWS_ALL_PORTS) {
        finish(sweep, hand);
        return;
    }
    unsigned left = ~hand->decided & FLOWS_ALL_PORTS, must = left & hand->must;
    unsigned a = (unsigned)__builtin_ctz(must ? must : left);
    if (!must)
        skip_port(sweep, hand, a);
    for (unsigned ports = left & ~(1U << a); ports; ports &= ports - 1)
        if (may_pair(sweep, hand, a, (unsigned)__builtin_ctz(ports)))
            pair_ports(sweep, hand, a, (unsigned)__builtin_ctz(ports));
}

/* ---- the sweep ---- */

/* True if this team is joined: every edge that no hex used is that of a region which the team has
 * entered once. */
static bool regions_join(const struct sweep *sweep, uint64_t key, unsigned axis) {
    unsigned needed = (unsigned)(~key >> axis & 1) | (unsigned)(~key >> (axis + 3) & 1) << 3;
    unsigned ends = 0, fit = 0;
    for (unsigned region = 0; region < sweep->order.regions; region++) {
        unsigned odd = region_count(key, region, axis) & 1;
        ends += odd;
        fit |= odd ? sweep->order.touches[region] >> axis : 0;
    }
    return ends == (unsigned)__builtin_popcount(needed) && (needed & ~fit) == 0;
}

static bool is_joined(const struct sweep *sweep, uint64_t key) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (sweep->axes >> axis & 1 && !regions_join(sweep, key, axis))
            return false;
    return true;
}

/* Takes up the next hex, or has found routes if there is none. */
static void go_on(struct sweep *sweep, const struct flows_sweep_state *state) {
    if (flows_hexes_behind(state) == sweep->order.count) {
        if (is_joined(sweep, state->key))
            sweep->status = QD_YES;
        return;
    }
    unsigned before = sweep->step;
    sweep->step = flows_hexes_behind(state);
    struct hand hand = take_up(sweep, state);
    choose_pairs(sweep, &hand);
    sweep->step = before;
}

static void start(struct sweep *sweep) {
    struct flows_sweep_state first = {0, 0};
    sweep->status = QD_NO;
    go_on(sweep, &first);
}

static void read_routes(const struct sweep *sweep, struct flows_routes *routes) {
    memset(routes, 0, sizeof(*routes));
    for (unsigned step = 0; step < sweep->order.count; step++) {
        unsigned hex = sweep->order.hex[step];
        routes->pairs[hex] = sweep->pairs[step];
        for (unsigned a = 0; a < FLOWS_PORTS; a++)
            for (unsigned b = a + 1; b < FLOWS_PORTS; b++)
                if (sweep->pairs[step] & flows_pair(a, b))
                    routes->taken[hex] |= (uint8_t)(1U << a | 1U << b);
    }
}

/* Sweeps until the routes found can be served, or there are none. */
static void sweep_until_served(struct sweep *sweep, struct flows_supply *supply,
                               struct flows_routes *routes) {
    unsigned lacking;
    do {
        if (!flows_counted_read(&sweep->counted, supply)) {
            sweep->status = QD_LIMIT;
            return;
        }
        flows_sweep_table_clear(&sweep->table);
        sweep->work->counted += sweep->counted.count > 0;
        start(sweep);
        if (sweep->status != QD_YES)
            return;
        read_routes(sweep, routes);
        lacking = supply ? flows_tiles_lacking(sweep->net, routes, supply->left) : 0;
        if (supply)
            supply->watched |= (uint16_t)lacking;
    } while (lacking);
}

static void end_sweep(struct sweep *sweep) {
    flows_sweep_table_free(&sweep->table);
    if (sweep->control && sweep->unspent > 0)
        control_spend(sweep->control, sweep->unspent);
    sweep->work->nodes += sweep->met;
}

qd_status flows_sweep(const struct flows_net *net, unsigned axes, struct flows_supply *supply,
                      unsigned variant, uint64_t most, qd_control *control,
                      struct flows_routes *routes, struct flows_work *work) {
    struct sweep sweep = {.net = net,
                          .axes = axes & ~(unsigned)net->joined,
                          .most = most,
                          .control = control,
                          .table = {.control = control},
                          .status = QD_LIMIT,
                          .work = work};
    if (flows_sweep_plan(net, sweep.axes, variant, NULL, &sweep.order))
        sweep_until_served(&sweep, supply, routes);
    end_sweep(&sweep);
    return sweep.status;
}

/* The teams whose edges no region joins by itself. */
static unsigned teams_to_join(const struct flows_sweep_regions *regions, unsigned axes) {
    for (unsigned i = 0; i < regions->count; i++)
        axes &= ~(regions->touches[i] & (unsigned)regions->touches[i] >> 3);
    return axes;
}

qd_status flows_sweep_roughly(const struct flows_net *net, unsigned axes, struct flows_set *exact,
                              struct flows_supply *supply, unsigned variant, uint64_t most,
                              qd_control *control, struct flows_routes *routes,
                              struct flows_work *work) {
    struct sweep sweep = {.net = net,
                          .most = most,
                          .control = control,
                          .table = {.control = control},
                          .status = QD_LIMIT,
                          .work = work};
    struct flows_sweep_regions regions;
    flows_sweep_find_regions(net, exact, &regions);
    work->regions += regions.count;
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        if (flows_set_has(&net->empty, hex) && regions.of[hex] == FLOWS_NONE)
            flows_set_add(exact, hex);
    sweep.axes = teams_to_join(&regions, axes & ~(unsigned)net->joined);
    if (flows_sweep_plan(net, sweep.axes, variant, &regions, &sweep.order))
        sweep_until_served(&sweep, supply, routes);
    end_sweep(&sweep);
    return sweep.status;
}

#include "flows_sweep.h"

#include <stdlib.h>
#include <string.h>

#include "flows_sweep_order.h"

enum { SLOT_SHIFT = 6, FIRST_TABLE = 1024, SPEND_STEP = 256 };
#define EVERY_SLOT ((UINT64_C(1) << 2 * FLOWS_SWEEP_SLOTS) - 1)

/* A state between two hexes. The key: six bits for the edges that were used, then two for each
 * slot: 0 unused, else team + 1. */
struct state {
    uint64_t key;
    uint32_t spent; /* tiles, a byte for each type that is scarce */
    uint32_t step;  /* hexes behind; at least 1, so 0 marks an empty place in the table */
};

struct sweep {
    unsigned axes;
    const uint8_t *left; /* NULL: any tiles */
    unsigned scarce;     /* types (mask) of which there are not enough for all empty hexes */
    struct flows_sweep_order order;
    uint64_t most;
    qd_control *control; /* may be NULL */
    qd_status status;    /* QD_NO while nothing was found and nothing ended it */
    /* The states met: open addressing. Those that are not on the way to the one at hand failed. */
    struct state *table;
    size_t size, count, unspent;
    unsigned step;                    /* the hex at hand */
    uint16_t pairs[FLOWS_MOST_HEXES]; /* chosen, by step */
};

/* A hex while its pairs are being chosen. */
struct hand {
    unsigned decided; /* ports (mask) */
    unsigned pairs;
    uint64_t key;
    uint32_t spent;
    uint8_t teams[FLOWS_PORTS]; /* that may use the port (mask); 0: nobody */
    uint8_t must;               /* ports (mask) that are used */
    uint8_t mine[FLOWS_AXES];   /* ports (mask) of each team */
};

/* ---- states ---- */

static size_t place_of(const struct sweep *sweep, const struct state *state) {
    uint64_t mixed = state->key + (state->spent + (uint64_t)state->step * 0x10001) *
                                      UINT64_C(0xD1B54A32D192ED03);
    mixed ^= mixed >> 31;
    mixed *= UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (mixed ^ mixed >> 29) & (sweep->size - 1);
    while (sweep->table[at].step != 0 &&
           (sweep->table[at].key != state->key || sweep->table[at].spent != state->spent ||
            sweep->table[at].step != state->step))
        at = (at + 1) & (sweep->size - 1);
    return at;
}

static struct state *new_table(const struct sweep *sweep, size_t size) {
    if (sweep->control)
        return control_reserve(sweep->control, size * sizeof(struct state));
    return calloc(size, sizeof(struct state));
}

static void free_table(const struct sweep *sweep, struct state *table, size_t size) {
    if (sweep->control)
        control_release(sweep->control, table, size * sizeof(struct state));
    else
        free(table);
}

/* Makes room for one more state; false if there is no memory. */
static bool has_room(struct sweep *sweep) {
    if (sweep->count * 2 < sweep->size)
        return true;
    struct state *old = sweep->table;
    size_t old_size = sweep->size, size = old_size ? old_size * 4 : FIRST_TABLE;
    struct state *table = new_table(sweep, size);
    if (!table)
        return false;
    sweep->table = table;
    sweep->size = size;
    for (size_t i = 0; i < old_size; i++)
        if (old[i].step != 0)
            table[place_of(sweep, &old[i])] = old[i];
    free_table(sweep, old, old_size);
    return true;
}

/* Counts a state; false if it is one too many, or the control says stop. */
static bool may_go_on(struct sweep *sweep) {
    if (sweep->count >= sweep->most || !has_room(sweep))
        return false;
    if (++sweep->unspent < SPEND_STEP || !sweep->control)
        return true;
    size_t nodes = sweep->unspent;
    sweep->unspent = 0;
    return control_spend(sweep->control, nodes);
}

static void go_on(struct sweep *sweep, const struct state *state);

/* Goes on from a state unless it was met before. */
static void meet(struct sweep *sweep, uint64_t key, uint32_t spent) {
    struct state state = {.key = key, .spent = spent, .step = sweep->step + 1};
    if (!may_go_on(sweep)) {
        sweep->status = QD_LIMIT;
        return;
    }
    size_t at = place_of(sweep, &state);
    if (sweep->table[at].step != 0)
        return;
    sweep->table[at] = state;
    sweep->count++;
    go_on(sweep, &state);
}

/* The same with a tile for the hex, of each type that is left; one that is not scarce is best. */
static void meet_with_tile(struct sweep *sweep, uint64_t key, uint32_t spent, unsigned pairs) {
    unsigned types = sweep->left && pairs ? flows_types_with(pairs) : 0;
    if (types == 0 || types & ~sweep->scarce) {
        meet(sweep, key, spent);
        return;
    }
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        if (types >> type & 1 && (spent >> 8 * type & 0xFF) < sweep->left[type] &&
            sweep->status == QD_NO)
            meet(sweep, key, spent + (UINT32_C(1) << 8 * type));
}

/* ---- the pairs of a hex ---- */

static unsigned slot_shift(unsigned slot) {
    return SLOT_SHIFT + 2 * slot;
}

static unsigned opposite_ports(unsigned ports) {
    return (ports << 3 | ports >> 3) & FLOWS_ALL_PORTS;
}

/* The teams that still need links: a team is complete when both its edges were used and no open
 * link is its own. */
static unsigned open_teams(const struct sweep *sweep, uint64_t key) {
    unsigned open = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        /* A slot with the label of this team has both bits of its pair equal to those of same. */
        uint64_t same = ~((key >> SLOT_SHIFT) ^ (axis + 1) * (EVERY_SLOT / 3));
        if ((key >> axis & key >> (axis + 3) & 1) == 0 ||
            (same & same >> 1 & (EVERY_SLOT / 3)) != 0)
            open |= 1U << axis;
    }
    return sweep->axes & open;
}

/* The teams (mask) that may use a port: of a link behind the one that is there. */
static unsigned teams_at(struct flows_sweep_port port, uint64_t key, unsigned open) {
    switch (port.kind) {
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
static struct hand take_up(const struct sweep *sweep, const struct state *state) {
    struct hand hand = {.key = state->key, .spent = state->spent};
    const struct flows_sweep_port *port = sweep->order.port[sweep->step];
    unsigned open = open_teams(sweep, state->key);
    for (unsigned i = 0; i < FLOWS_PORTS; i++) {
        hand.teams[i] = (uint8_t)teams_at(port[i], state->key, open);
        if (hand.teams[i] == 0)
            hand.decided |= 1U << i;
        if (port[i].kind != FLOWS_SWEEP_BEHIND)
            continue;
        hand.must |= (uint8_t)((hand.teams[i] != 0) << i);
        hand.key &= ~(UINT64_C(3) << slot_shift(port[i].to));
    }
    return hand;
}

static bool has_more_than_two(unsigned ports) {
    unsigned rest = ports & (ports - 1);
    return (rest & (rest - 1)) != 0;
}

/* The shortest routes come to a hex that touches an own edge only to use that edge, or if that
 * would be straight and another team goes straight; and they pass a hex twice only beside a team
 * that goes straight. */
static bool may_be_shortest(const struct sweep *sweep, const struct hand *hand) {
    const struct flows_sweep_port *port = sweep->order.port[sweep->step];
    bool straight = hand->pairs & FLOWS_STRAIGHT;
    for (unsigned axis = 0; axis < FLOWS_AXES && !straight; axis++)
        if (has_more_than_two(hand->mine[axis]))
            return false;
    for (unsigned i = 0; i < FLOWS_PORTS; i++) {
        if (port[i].kind != FLOWS_SWEEP_EDGE || hand->key >> port[i].to & 1)
            continue;
        unsigned mine = hand->mine[port[i].to % 3];
        if (mine && !(straight && mine >> flows_opposite(i) & 1))
            return false;
    }
    return true;
}

static void finish(struct sweep *sweep, const struct hand *hand) {
    unsigned due = sweep->order.due[sweep->step];
    if ((hand->key & due) != due || (!sweep->left && !may_be_shortest(sweep, hand)))
        return;
    sweep->pairs[sweep->step] = (uint16_t)hand->pairs;
    meet_with_tile(sweep, hand->key, hand->spent, hand->pairs);
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
    return !(port[a].kind == FLOWS_SWEEP_EDGE && both_ends) &&
           !(port[a].kind == FLOWS_SWEEP_LOOP && port[a].to == b);
}

static void choose_pairs(struct sweep *sweep, const struct hand *hand);

static void pair_ports(struct sweep *sweep, const struct hand *hand, unsigned a, unsigned b) {
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        unsigned mine = hand->mine[axis], ports = 1U << a | 1U << b;
        if (!(hand->teams[a] & hand->teams[b] & 1U << axis) ||
            (mine && !sweep->left && opposite_ports(mine) != ports))
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
    unsigned a = (unsigned)__builtin_ctz(~hand->decided);
    if (!(hand->must >> a & 1))
        skip_port(sweep, hand, a);
    for (unsigned b = a + 1; b < FLOWS_PORTS; b++)
        if (may_pair(sweep, hand, a, b))
            pair_ports(sweep, hand, a, b);
}

/* ---- the sweep ---- */

/* Takes up the next hex, or has found routes if there is none. */
static void go_on(struct sweep *sweep, const struct state *state) {
    if (state->step == sweep->order.count) {
        sweep->status = QD_YES;
        return;
    }
    unsigned before = sweep->step;
    sweep->step = state->step;
    struct hand hand = take_up(sweep, state);
    choose_pairs(sweep, &hand);
    sweep->step = before;
}

static void start(struct sweep *sweep) {
    struct state first = {.step = 0};
    sweep->status = QD_NO;
    if (sweep->order.count > 0 || sweep->axes == 0)
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

/* The types of which there are fewer than empty hexes. */
static unsigned scarce_types(const struct flows_net *net, const uint8_t *left) {
    unsigned scarce = 0, hexes = flows_set_count(&net->empty);
    for (unsigned type = 0; left && type < FLOWS_TYPES; type++)
        if (left[type] < hexes)
            scarce |= 1U << type;
    return scarce;
}

qd_status flows_sweep(const struct flows_net *net, unsigned axes, const uint8_t *left,
                      unsigned variant, uint64_t most, qd_control *control,
                      struct flows_routes *routes, uint64_t *nodes) {
    struct sweep sweep = {.axes = axes & ~(unsigned)net->joined,
                          .left = left,
                          .scarce = scarce_types(net, left),
                          .most = most,
                          .control = control,
                          .status = QD_LIMIT};
    if (flows_sweep_plan(net, sweep.axes, variant, &sweep.order))
        start(&sweep);
    if (sweep.status == QD_YES)
        read_routes(&sweep, routes);
    free_table(&sweep, sweep.table, sweep.size);
    if (control && sweep.unspent > 0)
        control_spend(control, sweep.unspent);
    *nodes += sweep.count;
    return sweep.status;
}

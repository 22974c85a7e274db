#include "puzzles/flows/model/legality/search.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/dominance.h"
#include "puzzles/flows/model/legality/tiles_left.h"

enum { SPEND_STEP = 64, MOST_OPTIONS = FLOWS_MOST_EDGE_PORTS + 1, FAR = 0xFF };

/* One way to go on with an end of a route. */
struct option {
    uint8_t out;   /* the port by which the last hex is left; of an open end FLOWS_NONE */
    bool joins;    /* the route is then complete */
    uint16_t next; /* else the node that is entered */
    uint8_t far;   /* how far the other end is from there */
};

struct options {
    unsigned edge, count;
    struct option list[MOST_OPTIONS];
};

struct search {
    const struct flows_net *net;
    const uint8_t *left; /* NULL: any tiles */
    qd_control *control;
    uint64_t nodes, most, unspent;
    unsigned open; /* axes whose route is not complete */
    struct flows_routes routes;
    struct flows_ends ends;
    uint8_t mine[FLOWS_AXES][FLOWS_MOST_HEXES]; /* ports (mask) that the team has paired */
    bool moved[FLOWS_EDGES];                    /* the end has passed a hex */
    struct flows_failed *failed;
    struct flows_work *work;
};

/* ---- distances ---- */

struct wave {
    uint8_t far[FLOWS_MOST_HEXES];
    unsigned count;
    uint8_t queue[FLOWS_MOST_HEXES];
};

static void reach(struct wave *wave, unsigned hex, unsigned far) {
    if (wave->far[hex] != FAR)
        return;
    wave->far[hex] = (uint8_t)far;
    wave->queue[wave->count++] = (uint8_t)hex;
}

static void start_wave(const struct search *search, unsigned edge, struct wave *wave) {
    wave->count = 0;
    memset(wave->far, FAR, search->net->grid->hexes);
    if (search->ends.at[edge] != FLOWS_OPEN) {
        reach(wave, flows_node_hex(search->ends.at[edge]), 0);
        return;
    }
    for (unsigned place = 0; place < flows_edge_ports(search->net->grid); place++) {
        unsigned node = search->net->link[flows_border_node(edge, place)];
        if (!flows_node_is_border(node) &&
            !(search->routes.taken[flows_node_hex(node)] >> flows_node_port(node) & 1))
            reach(wave, flows_node_hex(node), 0);
    }
}

/* How many links each hex is away from an end of a route, by ports that nobody has taken. */
static void measure(const struct search *search, unsigned edge, struct wave *wave) {
    start_wave(search, edge, wave);
    for (unsigned i = 0; i < wave->count; i++) {
        unsigned hex = wave->queue[i];
        unsigned ports = FLOWS_ALL_PORTS & ~(unsigned)search->routes.taken[hex];
        for (; ports; ports &= ports - 1) {
            unsigned next = search->net->link[flows_node(hex, (unsigned)__builtin_ctz(ports))];
            if (!flows_node_is_border(next))
                reach(wave, flows_node_hex(next), wave->far[hex] + 1U);
        }
    }
}

/* ---- ways on ---- */

static unsigned opposite_edge(unsigned edge) {
    return edge < 3 ? edge + 3 : edge - 3;
}

static unsigned opposite_ports(unsigned ports) {
    return (ports << 3 | ports >> 3) & FLOWS_ALL_PORTS;
}

static void add_option(struct options *options, struct option option) {
    unsigned i = options->count++;
    for (; i > 0 && options->list[i - 1].far > option.far; i--)
        options->list[i] = options->list[i - 1];
    options->list[i] = option;
}

/* With any tiles it is enough to find routes that take as few ports as possible, and such a route
 * passes a hex a second time only by the two ports opposite to those of the first time: otherwise
 * it could go from its first port into the hex straight to its last one out of it. */
static bool may_enter(const struct search *search, unsigned axis, unsigned node) {
    unsigned hex = flows_node_hex(node), port = flows_node_port(node);
    unsigned mine = search->mine[axis][hex];
    if (search->routes.taken[hex] >> port & 1)
        return false;
    return search->left || mine == 0 || opposite_ports(mine) >> port & 1;
}

/* The ports by which the end of a route may leave its hex. */
static unsigned ways_out(const struct search *search, unsigned edge) {
    unsigned at = search->ends.at[edge], hex = flows_node_hex(at), port = flows_node_port(at);
    unsigned ways = FLOWS_ALL_PORTS & ~(unsigned)search->routes.taken[hex];
    if (search->routes.pairs[hex] & FLOWS_STRAIGHT)
        ways &= ~(1U << flows_opposite(port));
    if (search->left)
        return ways;
    if (search->mine[edge % 3][hex])
        ways &= opposite_ports(search->mine[edge % 3][hex]);
    /* A route as short as can be does not come to a hex that touches its own edge, unless it has to
     * turn where a fresh start would be straight. */
    for (unsigned left = search->moved[edge] ? ways : 0; left; left &= left - 1) {
        unsigned own = (unsigned)__builtin_ctz(left),
                 there = search->net->link[flows_node(hex, own)];
        if (flows_node_is_border(there) && flows_node_edge(there) == edge)
            ways &= 1U << flows_opposite(own);
    }
    return ways;
}

/* If the other end waits in the same hex or the other edge begins there, joining them is an option,
 * and with any tiles the only one that matters unless the joint is straight: it takes the least. */
static bool add_joint(const struct search *search, struct options *options, unsigned out) {
    unsigned in = flows_node_port(search->ends.at[options->edge]);
    add_option(options, (struct option){.out = (uint8_t)out, .joins = true});
    if (search->left || out == flows_opposite(in))
        return false;
    options->list[0] = (struct option){.out = (uint8_t)out, .joins = true};
    options->count = 1;
    return true;
}

/* True if the two ends of the team are in the same hex, and the tile may join them. */
static bool ends_meet(const struct search *search, unsigned edge) {
    unsigned at = search->ends.at[edge], other = search->ends.at[opposite_edge(edge)];
    if (other == FLOWS_OPEN || flows_node_hex(at) != flows_node_hex(other))
        return false;
    bool straight = flows_node_port(other) == flows_opposite(flows_node_port(at));
    return !straight || !(search->routes.pairs[flows_node_hex(at)] & FLOWS_STRAIGHT);
}

static void list_from_hex(const struct search *search, const struct wave *wave,
                          struct options *options) {
    unsigned edge = options->edge, other = opposite_edge(edge);
    unsigned hex = flows_node_hex(search->ends.at[edge]);
    bool other_open = search->ends.at[other] == FLOWS_OPEN;
    if (ends_meet(search, edge) &&
        add_joint(search, options, flows_node_port(search->ends.at[other])))
        return;
    for (unsigned ways = ways_out(search, edge); ways; ways &= ways - 1) {
        unsigned out = (unsigned)__builtin_ctz(ways);
        unsigned next = search->net->link[flows_node(hex, out)];
        if (flows_node_is_border(next)) {
            if (other_open && flows_node_edge(next) == other && add_joint(search, options, out))
                return;
        } else if (wave->far[flows_node_hex(next)] != FAR && may_enter(search, edge % 3, next)) {
            add_option(options, (struct option){.out = (uint8_t)out,
                                                .next = (uint16_t)next,
                                                .far = (uint8_t)(1 + wave->far[next >> 3])});
        }
    }
}

static void list_from_edge(const struct search *search, const struct wave *wave,
                           struct options *options) {
    for (unsigned place = 0; place < flows_edge_ports(search->net->grid); place++) {
        unsigned next = search->net->link[flows_border_node(options->edge, place)];
        if (flows_node_is_border(next) || wave->far[flows_node_hex(next)] == FAR ||
            search->routes.taken[flows_node_hex(next)] >> flows_node_port(next) & 1)
            continue;
        add_option(options, (struct option){.out = FLOWS_NONE,
                                            .next = (uint16_t)next,
                                            .far = (uint8_t)(1 + wave->far[next >> 3])});
    }
}

static void list_options(const struct search *search, unsigned edge, struct options *options) {
    struct wave wave;
    options->edge = edge;
    options->count = 0;
    measure(search, opposite_edge(edge), &wave);
    if (search->ends.at[edge] == FLOWS_OPEN)
        list_from_edge(search, &wave, options);
    else
        list_from_hex(search, &wave, options);
}

/* The options of the end that has the fewest. */
static void choose_end(const struct search *search, struct options *best) {
    struct options options;
    best->edge = 0;
    best->count = MOST_OPTIONS + 1;
    for (unsigned edge = 0; edge < FLOWS_EDGES && best->count > 0; edge++) {
        if (!(search->open >> edge % 3 & 1))
            continue;
        list_options(search, edge, &options);
        if (options.count < best->count)
            *best = options;
    }
}

/* ---- the tree ---- */

static void enter(struct search *search, unsigned edge, unsigned node) {
    search->routes.taken[flows_node_hex(node)] |= (uint8_t)(1U << flows_node_port(node));
    search->ends.at[edge] = (uint16_t)node;
}

static void leave(struct search *search, unsigned edge, unsigned out) {
    unsigned at = search->ends.at[edge];
    if (at == FLOWS_OPEN)
        return;
    flows_take_step(&search->routes, flows_node_hex(at), flows_node_port(at), out);
    search->mine[edge % 3][flows_node_hex(at)] |= (uint8_t)(1U << flows_node_port(at) | 1U << out);
    search->moved[edge] = true;
}

/* What an option changes, so that it can be undone. */
struct change {
    unsigned edge, at, from, to; /* the end, where it was, the hexes left and entered */
    uint16_t pairs;
    uint8_t taken_from, taken_to, mine;
    bool moved;
    unsigned open;
};

static struct change apply(struct search *search, unsigned edge, const struct option *option) {
    struct change old = {.edge = edge, .at = search->ends.at[edge], .open = search->open};
    old.to = flows_node_hex(option->next);
    old.from = old.at == FLOWS_OPEN ? old.to : flows_node_hex(old.at);
    old.pairs = search->routes.pairs[old.from];
    old.taken_from = search->routes.taken[old.from];
    old.taken_to = search->routes.taken[old.to];
    old.mine = search->mine[edge % 3][old.from];
    old.moved = search->moved[edge];
    leave(search, edge, option->out);
    if (option->joins)
        search->open &= ~(1U << edge % 3);
    else
        enter(search, edge, option->next);
    return old;
}

static void put_back(struct search *search, const struct change *old) {
    search->routes.taken[old->to] = old->taken_to;
    search->routes.taken[old->from] = old->taken_from;
    search->routes.pairs[old->from] = old->pairs;
    search->mine[old->edge % 3][old->from] = old->mine;
    search->moved[old->edge] = old->moved;
    search->ends.at[old->edge] = (uint16_t)old->at;
    search->open = old->open;
}

static bool may_go_on(struct search *search) {
    if (search->nodes >= search->most)
        return false;
    search->nodes++;
    if (++search->unspent < SPEND_STEP || !search->control)
        return true;
    uint64_t unspent = search->unspent;
    search->unspent = 0;
    return control_spend(search->control, unspent);
}

/* Adds a reason to give up to those that were counted. */
static bool give_up(uint64_t *count) {
    (*count)++;
    return true;
}

static bool is_hopeless(const struct search *search) {
    if (search->left && !flows_tiles_serve(search->net, &search->routes, search->left))
        return give_up(&search->work->unserved);
    if (flows_failed_dominates(search->failed, &search->routes, &search->ends, search->open))
        return give_up(&search->work->dominated);
    return !flows_cuts_have_room(search->net, &search->routes, &search->ends, search->open, NULL) &&
           give_up(&search->work->cut);
}

#ifdef NDEBUG
#define check_routes(search) ((void)0)
#else
/* Every hex can serve the demand on it: its pairs join ports that are taken, no two of them at one
 * port; of the ports that are taken, only those of open ends have no pair yet. */
static void check_routes(const struct search *search) {
    for (unsigned hex = 0; hex < search->net->grid->hexes; hex++) {
        unsigned paired = 0;
        assert(flows_is_satisfiable(search->routes.pairs[hex]));
        for (unsigned left = search->routes.pairs[hex]; left; left &= left - 1)
            paired |= flows_pair_ports(left & -left);
        for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
            if (search->open >> edge % 3 & 1 && search->ends.at[edge] != FLOWS_OPEN &&
                flows_node_hex(search->ends.at[edge]) == hex)
                paired |= 1U << flows_node_port(search->ends.at[edge]);
        assert(paired == search->routes.taken[hex]);
        assert(paired == 0 || flows_set_has(&search->net->empty, hex));
    }
}
#endif

static qd_status grow(struct search *search) {
    if (search->open == 0)
        return !search->left || flows_tiles_serve(search->net, &search->routes, search->left)
                   ? QD_YES
                   : QD_NO;
    if (!may_go_on(search))
        return QD_LIMIT;
    if (is_hopeless(search))
        return QD_NO;
    struct options options;
    choose_end(search, &options);
    for (unsigned i = 0; i < options.count; i++) {
        struct change old = apply(search, options.edge, &options.list[i]);
        check_routes(search);
        qd_status status = grow(search);
        if (status != QD_NO)
            return status;
        put_back(search, &old);
    }
    check_routes(search);
    flows_failed_add(search->failed, &search->routes, &search->ends, search->open);
    return QD_NO;
}

qd_status flows_search(const struct flows_net *net, unsigned axes, const uint8_t *left,
                       uint64_t most, qd_control *control, struct flows_routes *routes,
                       struct flows_work *work) {
    struct search search = {.net = net,
                            .left = left,
                            .most = most,
                            .control = control,
                            .open = axes & ~(unsigned)net->joined,
                            .work = work};
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        search.ends.at[edge] = FLOWS_OPEN;
    search.failed = flows_failed_new(net->grid->hexes, left != NULL);
    qd_status status = grow(&search);
    flows_failed_free(search.failed);
    if (control && search.unspent > 0)
        control_spend(control, search.unspent);
    work->nodes += search.nodes;
    if (status == QD_YES)
        *routes = search.routes;
    return status;
}

#include "puzzles/flows/model/legality/legal.h"

#include <string.h>

#include "puzzles/flows/model/legality/search.h"
#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/model/legality/tiles_left.h"

/* ---- one route after the other ---- */

/* How many states the methods may meet at first, and what part of it the search. */
enum { FIRST_SWEEP = 512, FIRST_TRY = 2048, FIRST_TURN = 32768, GROWTH = 2, SEARCH_SHARE = 64 };

/* All orders of up to three teams. */
enum { ORDERS = 6 };
static const uint8_t orders[ORDERS][FLOWS_AXES] = {{0, 1, 2}, {2, 1, 0}, {1, 0, 2},
                                                   {2, 0, 1}, {0, 2, 1}, {1, 2, 0}};
static const uint8_t order_count[FLOWS_AXES + 1] = {1, 1, 2, 6};

static unsigned list_axes(unsigned mask, uint8_t list[FLOWS_AXES]) {
    unsigned count = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (mask >> axis & 1)
            list[count++] = (uint8_t)axis;
    return count;
}

/* Order number index of count teams; with two teams the orders of three with the third last. */
static void order_of(const uint8_t *axes, unsigned count, unsigned index, uint8_t *ordered) {
    unsigned at = 0;
    const uint8_t *order = orders[count == 2 && index == 1 ? 2 : index];
    for (unsigned i = 0; i < FLOWS_AXES; i++)
        if (order[i] < count)
            ordered[at++] = axes[order[i]];
}

static bool greedy_finds(const struct flows_net *net, unsigned axes, const uint8_t *left,
                         unsigned index, struct flows_routes *routes) {
    uint8_t list[FLOWS_AXES], ordered[FLOWS_AXES] = {0};
    unsigned count = list_axes(axes, list);
    if (index >= order_count[count])
        return false;
    order_of(list, count, index, ordered);
    return flows_check_paths_for_ordering(net, ordered, count, routes) == FLOWS_NONE &&
           (!left || flows_tiles_serve(net, routes, left));
}

/* The question to the complete methods. */
struct question {
    const struct flows_net *net;
    unsigned axes;
    struct flows_supply *supply; /* NULL: any tiles */
    qd_control *control;
};

static bool is_undecided(const struct question *ask, qd_status status) {
    return status == QD_LIMIT && (!ask->control || control_going(ask->control));
}

/* ---- refinement ---- */

static struct flows_set no_hexes(void) {
    return (struct flows_set){{0, 0}};
}

/* Links to other hexes. */
static unsigned count_links(const struct flows_net *net, unsigned hex) {
    unsigned links = 0;
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned next = net->link[flows_node(hex, port)];
        links += !flows_node_is_border(next) && flows_node_hex(next) != hex;
    }
    return links;
}

/* How exposed a hex is: its links, and to a lesser degree those of its neighbours. */
static unsigned openness(const struct flows_net *net, unsigned hex) {
    unsigned sum = 8 * count_links(net, hex);
    for (unsigned port = 0; port < FLOWS_PORTS; port++) {
        unsigned next = net->link[flows_node(hex, port)];
        if (!flows_node_is_border(next) && flows_node_hex(next) != hex)
            sum += count_links(net, flows_node_hex(next));
    }
    return sum;
}

/* The least exposed hexes. */
static struct flows_set narrow_hexes(const struct flows_net *net, unsigned count) {
    uint8_t open[FLOWS_MOST_HEXES];
    struct flows_set narrow = no_hexes();
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        open[hex] = (uint8_t)(flows_set_has(&net->empty, hex) ? openness(net, hex) : FLOWS_NONE);
    for (; count > 0; count--) {
        unsigned least = 0;
        for (unsigned hex = 1; hex < net->grid->hexes; hex++)
            if (open[hex] < open[least])
                least = hex;
        open[least] = FLOWS_NONE;
        flows_set_add(&narrow, least);
    }
    return narrow;
}

/* The hexes where these routes, each found as if the others were not there, cannot all be taken;
 * together takes what they demand. */
static struct flows_set find_conflicts(const struct flows_net *net,
                                       const struct flows_routes *alone, unsigned count,
                                       struct flows_routes *together) {
    struct flows_set conflicts = no_hexes();
    memset(together, 0, sizeof(*together));
    for (unsigned i = 0; i < count; i++)
        for (unsigned hex = 0; hex < net->grid->hexes; hex++) {
            bool clash = together->taken[hex] & alone[i].taken[hex];
            together->taken[hex] |= alone[i].taken[hex];
            together->pairs[hex] |= alone[i].pairs[hex];
            if (clash || !flows_is_satisfiable(together->pairs[hex]))
                flows_set_add(&conflicts, hex);
        }
    return conflicts;
}

/* The hexes where the teams collide if each takes a shortest way. */
static struct flows_set collide(const struct flows_net *net, unsigned axes,
                                struct flows_routes *routes) {
    uint8_t list[FLOWS_AXES];
    struct flows_routes alone[FLOWS_AXES];
    unsigned count = list_axes(axes & ~(unsigned)net->joined, list);
    for (unsigned i = 0; i < count; i++)
        flows_check_paths_for_ordering(net, &list[i], 1, &alone[i]);
    return find_conflicts(net, alone, count, routes);
}

/* Has the hex serve these routes and nothing else. */
static void contract(struct flows_net *net, unsigned hex, const struct flows_routes *routes) {
    flows_set_remove(&net->empty, hex);
    for (unsigned port = 0; port < FLOWS_PORTS; port++)
        if (!(routes->taken[hex] >> port & 1))
            flows_net_close(net, hex, port);
    for (unsigned a = 0; a < FLOWS_PORTS; a++)
        for (unsigned b = a + 1; b < FLOWS_PORTS; b++)
            if (routes->pairs[hex] & flows_pair(a, b))
                flows_net_join(net, hex, a, b);
}

/* What is left of the board beside the routes: hexes that they use serve nothing else, and those of
 * the set serve nothing that the routes do not ask for. */
static struct flows_net rest_of(const struct flows_net *net, const struct flows_routes *routes,
                                struct flows_set closed) {
    struct flows_net rest = *net;
    for (unsigned hex = 0; hex < net->grid->hexes; hex++)
        if (routes->pairs[hex] || flows_set_has(&closed, hex))
            contract(&rest, hex, routes);
    return rest;
}

static void add_routes(struct flows_routes *routes, const struct flows_routes *more) {
    for (unsigned hex = 0; hex < FLOWS_MOST_HEXES; hex++) {
        routes->pairs[hex] |= more->pairs[hex];
        routes->taken[hex] |= more->taken[hex];
    }
}

/* The hexes that need a tile out of one of these sets of types. */
static struct flows_set find_needs(const struct flows_routes *routes, unsigned sets,
                                   const uint8_t left[FLOWS_TYPES]) {
    struct flows_set needs = no_hexes();
    for (unsigned hex = 0; hex < FLOWS_MOST_HEXES; hex++) {
        unsigned types = flows_types_with(routes->pairs[hex]);
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            types &= ~((left[type] == 0U) << type);
        for (unsigned set = 0; routes->pairs[hex] && set <= FLOWS_ALL_TYPES; set++)
            if (sets >> set & 1 && !(types & ~set))
                flows_set_add(&needs, hex);
    }
    return needs;
}

static bool greedy_completes(const struct flows_net *net, unsigned axes,
                             struct flows_routes *routes) {
    for (unsigned index = 0; index < ORDERS; index++)
        if (greedy_finds(net, axes & ~(unsigned)net->joined, NULL, index, routes))
            return true;
    return false;
}

/* Tries to complete the routes that a rough sweep has found, by way of any hexes. */
static bool complete_freely(const struct question *ask, struct flows_routes *routes) {
    struct flows_routes more;
    struct flows_net rest = rest_of(ask->net, routes, no_hexes());
    if (!greedy_completes(&rest, ask->axes, &more))
        return false;
    add_routes(&more, routes);
    if (ask->supply && !flows_tiles_serve(ask->net, &more, ask->supply->left))
        return false;
    *routes = more;
    return true;
}

/* The same by way of hexes that are not exact. Returns the hexes because of which it failed; none:
 * the routes are complete. */
static struct flows_set complete(const struct question *ask, struct flows_set exact,
                                 struct flows_routes *routes) {
    struct flows_routes more;
    struct flows_net rest = rest_of(ask->net, routes, exact);
    if (!greedy_completes(&rest, ask->axes, &more)) {
        struct flows_set conflicts = collide(&rest, ask->axes, &more);
        if (!flows_set_empty(&conflicts))
            return conflicts;
    }
    add_routes(routes, &more);
    unsigned lacking = ask->supply ? flows_tiles_lacking(ask->net, routes, ask->supply->left) : 0;
    if (lacking)
        ask->supply->watched |= (uint16_t)lacking;
    return lacking ? find_needs(routes, lacking, ask->supply->left) : no_hexes();
}

/* Sweeps roughly, in one order after the other. */
static qd_status sweep_roughly(const struct question *ask, uint64_t end, struct flows_set *exact,
                               struct flows_routes *routes, struct flows_work *work) {
    qd_status status = QD_LIMIT;
    uint64_t most = FIRST_TRY;
    for (unsigned variant = 0; is_undecided(ask, status) && work->nodes < end; variant++) {
        status = flows_sweep_roughly(ask->net, ask->axes, exact, ask->supply, variant, most,
                                     ask->control, routes, work);
        work->nodes++; /* so that it ends even if there is no room for any order */
        most *= 1 + variant % 2;
    }
    return status;
}

/* Most of the board is taken as if everything could be joined there. If that gives routes which
 * collide, the hexes where they do are looked at exactly from then on. A proof that there are no
 * routes mostly needs only a part of the board. One hex in `share` is looked at exactly from the
 * start. */
static qd_status refine(const struct question *ask, unsigned share, uint64_t most,
                        struct flows_routes *routes, struct flows_work *work) {
    struct flows_set exact = narrow_hexes(ask->net, flows_set_count(&ask->net->empty) / share);
    uint64_t end = work->nodes + most;
    work->stage = FLOWS_BY_SWEEP;
    while (work->nodes < end) {
        qd_status status = sweep_roughly(ask, end, &exact, routes, work);
        if (status != QD_YES || complete_freely(ask, routes))
            return status;
        struct flows_set conflicts = complete(ask, exact, routes);
        if (flows_set_empty(&conflicts))
            return QD_YES;
        exact.word[0] |= conflicts.word[0];
        exact.word[1] |= conflicts.word[1];
    }
    return QD_LIMIT;
}

/* ---- the methods by turns ---- */

/* One order of the sweep, and the same backwards. */
static qd_status sweep_both_ways(const struct question *ask, unsigned variant, uint64_t most,
                                 struct flows_routes *routes, struct flows_work *work) {
    qd_status status = QD_LIMIT;
    work->stage = FLOWS_BY_SWEEP;
    for (unsigned i = 0; i < 2 && is_undecided(ask, status); i++)
        status = flows_sweep(ask->net, ask->axes, ask->supply, variant + i, most, ask->control,
                             routes, work);
    return status;
}

static qd_status search(const struct question *ask, uint64_t most, struct flows_routes *routes,
                        struct flows_work *work) {
    work->stage = FLOWS_BY_SEARCH;
    return flows_search(ask->net, ask->axes, ask->supply ? ask->supply->left : NULL, most,
                        ask->control, routes, work);
}

/* The complete methods by turns, each time with more room: what is hard for one is mostly easy for
 * another, and there is no way to tell in advance. */
static qd_status take_turns(const struct question *ask, struct flows_routes *routes,
                            struct flows_work *work) {
    qd_status status = sweep_both_ways(ask, 0, FIRST_SWEEP, routes, work);
    uint64_t most = FIRST_TURN;
    for (unsigned turn = 0; is_undecided(ask, status); turn++) {
        for (unsigned share = 2; share <= 4 && is_undecided(ask, status); share += 2)
            status = refine(ask, share, most, routes, work);
        if (is_undecided(ask, status))
            status = sweep_both_ways(ask, 2 * turn, most, routes, work);
        if (is_undecided(ask, status))
            status = search(ask, most / SEARCH_SHARE, routes, work);
        most *= GROWTH;
    }
    return status;
}

/* With any tiles everything is much narrower: what is refuted then needs no second look. */
static qd_status ask_both_readings(const struct flows_net *net, unsigned axes, const uint8_t *left,
                                   qd_control *control, struct flows_routes *routes,
                                   struct flows_work *work) {
    struct question ask = {net, axes, NULL, control};
    struct flows_supply supply;
    qd_status status = take_turns(&ask, routes, work);
    if (status != QD_YES || !left)
        return status;
    memcpy(supply.left, left, sizeof(supply.left));
    supply.watched = (uint16_t)flows_tiles_lacking(net, routes, left);
    ask.supply = &supply;
    if (supply.watched)
        status = take_turns(&ask, routes, work);
    work->tiles_lack = status == QD_NO;
    return status;
}

/* ---- the decision ---- */

/* Follows what the routes ask for from a border port on. Returns true if it comes to the edge;
 * kept then takes what was passed. */
static bool trace(const struct flows_net *net, const struct flows_routes *routes, unsigned border,
                  unsigned edge, struct flows_routes *kept) {
    struct flows_routes mine = *kept;
    unsigned node = net->link[border];
    while (!flows_node_is_border(node)) {
        unsigned hex = flows_node_hex(node), in = flows_node_port(node), out = 0;
        while (out < FLOWS_PORTS && (out == in || !(routes->pairs[hex] & flows_pair(in, out))))
            out++;
        if (out == FLOWS_PORTS)
            return false;
        flows_take_step(&mine, hex, in, out);
        node = net->link[flows_node(hex, out)];
    }
    if (flows_node_edge(node) != edge)
        return false;
    *kept = mine;
    return true;
}

/* Forgets what no route needs: methods that put routes together may leave loops and loose ends. */
static void keep_needed(const struct flows_net *net, unsigned axes, struct flows_routes *routes) {
    struct flows_routes kept;
    memset(&kept, 0, sizeof(kept));
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        for (unsigned place = 0; axes >> axis & 1 && place < flows_edge_ports(net->grid); place++)
            if (trace(net, routes, flows_border_node(axis, place), axis + 3, &kept))
                break;
    *routes = kept;
}

qd_status flows_join(const struct flows_net *net, unsigned axes, const uint8_t *left,
                     qd_control *control, struct flows_routes *routes, struct flows_work *work) {
    struct flows_work ignored = {0};
    work = work ? work : &ignored;
    *work = (struct flows_work){.stage = FLOWS_BY_GREEDY};
    axes &= ~(unsigned)net->joined;
    if (greedy_finds(net, axes, left, 0, routes))
        return QD_YES;
    if (!flows_edges_have_room(net, axes, NULL)) {
        work->stage = FLOWS_BY_CUT;
        return QD_NO;
    }
    for (unsigned index = 1; index < ORDERS; index++)
        if (greedy_finds(net, axes, left, index, routes))
            return QD_YES;
    qd_status status = ask_both_readings(net, axes, left, control, routes, work);
    if (status == QD_YES)
        keep_needed(net, axes, routes);
    return status;
}

/* ---- boards ---- */

unsigned flows_find_winning_players(const struct flows_board *board) {
    return flows_joined_axes(board);
}

qd_status flows_has_distinct_potential_paths(const struct flows_board *board, bool tiles_left,
                                             qd_control *control) {
    struct flows_net net;
    struct flows_routes routes;
    flows_net_start(&net, board);
    return flows_join(&net, net.axes, tiles_left ? board->left : NULL, control, &routes, NULL);
}

qd_status flows_find_witness(const struct flows_board *board, bool tiles_left, qd_control *control,
                             uint8_t tile[FLOWS_MOST_HEXES], struct flows_routes *routes) {
    struct flows_net net;
    struct flows_routes found;
    const uint8_t *left = tiles_left ? board->left : NULL;
    flows_net_start(&net, board);
    qd_status status = flows_join(&net, net.axes, left, control, &found, NULL);
    if (status != QD_YES)
        return status;
    flows_choose_tiles(&net, &found, left, tile);
    if (routes)
        *routes = found;
    return QD_YES;
}

qd_status flows_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile,
                              bool tiles_left, qd_control *control) {
    if (!flows_is_empty(board, hex))
        return QD_NO;
    struct flows_board after = *board;
    struct flows_net net;
    struct flows_routes routes;
    flows_place(&after, hex, tile);
    flows_net_start(&net, &after);
    if (net.joined)
        return QD_YES;
    return flows_join(&net, net.axes, tiles_left ? after.left : NULL, control, &routes, NULL);
}

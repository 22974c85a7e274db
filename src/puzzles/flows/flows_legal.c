#include "flows_legal.h"

#include "flows_search.h"
#include "flows_sweep.h"
#include "flows_tiles_left.h"

/* ---- the decision ---- */

/* All orders of up to three teams. */
enum { ORDERS = 6, FIRST_TURN = 512, SMALL_TURNS = 3, SEARCH_SHARE = 16 };
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

/* What the complete methods are asked. */
struct question {
    const struct flows_net *net;
    unsigned axes;
    const uint8_t *left;
    qd_control *control;
};

static bool is_undecided(const struct question *ask, qd_status status) {
    return status == QD_LIMIT && (!ask->control || control_going(ask->control));
}

/* One order of the sweep, and the same backwards. */
static qd_status sweep_both_ways(const struct question *ask, unsigned variant, uint64_t most,
                                 struct flows_routes *routes, struct flows_work *work) {
    qd_status status = QD_LIMIT;
    work->stage = FLOWS_BY_SWEEP;
    for (unsigned i = 0; i < 2 && is_undecided(ask, status); i++)
        status = flows_sweep(ask->net, ask->axes, ask->left, variant + i, most, ask->control,
                             routes, &work->nodes);
    return status;
}

/* Both complete methods by turns, each time with more room, and the sweep in another order: the
 * sweep is best where few links are open at one time, the search finds routes on open boards. */
static qd_status take_turns(const struct question *ask, struct flows_routes *routes,
                            struct flows_work *work) {
    qd_status status = QD_LIMIT;
    uint64_t most = FIRST_TURN;
    for (unsigned turn = 0; is_undecided(ask, status); turn++) {
        status = sweep_both_ways(ask, 2 * turn, most, routes, work);
        if (!is_undecided(ask, status))
            break;
        work->stage = FLOWS_BY_SEARCH;
        status = flows_search(ask->net, ask->axes, ask->left, most / SEARCH_SHARE, ask->control,
                              routes, &work->nodes);
        /* An order is often lucky; if some were not, the position is hard in all of them. */
        most *= turn + 1 < SMALL_TURNS ? 2 : 16;
    }
    return status;
}

/* With any tiles everything is much narrower: what is refuted then need not be asked again. */
static qd_status ask_both_readings(const struct question *ask, struct flows_routes *routes,
                                   struct flows_work *work) {
    struct question any = *ask;
    any.left = NULL;
    qd_status status = take_turns(&any, routes, work);
    if (status != QD_YES || !ask->left || flows_tiles_serve(ask->net, routes, ask->left))
        return status;
    return take_turns(ask, routes, work);
}

qd_status flows_join(const struct flows_net *net, unsigned axes, const uint8_t *left,
                     qd_control *control, struct flows_routes *routes, struct flows_work *work) {
    struct flows_work ignored;
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
    return ask_both_readings(&(struct question){net, axes, left, control}, routes, work);
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

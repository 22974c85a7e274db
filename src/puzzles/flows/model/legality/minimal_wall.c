/* Why not all teams can be joined: the smallest set of teams that cannot, and the cut, if there is
 * one, that shows it. */
#include <assert.h>
#include <string.h>

#include "puzzles/flows/model/legality/legal.h"

/* Sets of teams, small ones first. */
static const uint8_t by_size[] = {1, 2, 4, 3, 5, 6, 7};

/* The first set of teams that cannot be joined, with its size as small as can be. All together
 * cannot, so only smaller sets are tried. QD_YES, or QD_LIMIT. */
static qd_status smallest_conflict(const struct flows_net *net, const uint8_t *left,
                                   qd_control *control, uint8_t *axes) {
    struct flows_routes routes;
    *axes = net->axes;
    for (unsigned i = 0; i < sizeof(by_size); i++) {
        if (by_size[i] == net->axes || by_size[i] & ~net->axes)
            continue;
        qd_status status = flows_join(net, by_size[i], left, control, &routes, NULL);
        if (status == QD_LIMIT)
            return QD_LIMIT;
        if (status == QD_NO) {
            *axes = by_size[i];
            break;
        }
    }
    return QD_YES;
}

static void add_line(const struct flows_board *board, struct flows_port out, bool from_border,
                     struct flows_set *wall) {
    struct flows_step steps[FLOWS_MOST_STEPS];
    struct flows_end end =
        from_border ? flows_follow(board, out, steps) : flows_follow_out(board, out, steps);
    for (unsigned i = 0; i < end.steps; i++)
        flows_set_add(wall, steps[i].hex);
}

/* The tiles that the lines from this side of a cut pass. */
static struct flows_set find_wall(const struct flows_board *board, const struct flows_cut *cut) {
    struct flows_set wall = {{0, 0}}, left = cut->side;
    while (!flows_set_empty(&left)) {
        uint8_t hex = (uint8_t)flows_set_first(&left);
        flows_set_remove(&left, hex);
        for (unsigned port = 0; port < FLOWS_PORTS; port++)
            add_line(board, (struct flows_port){hex, (uint8_t)port}, false, &wall);
    }
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
        for (unsigned i = 0; cut->edges >> edge & 1 && i < flows_edge_ports(board->grid); i++)
            add_line(board, flows_edge_port(board->grid, edge, i), true, &wall);
    return wall;
}

/* True if the team has no way on a board with these tiles alone. */
static bool wall_holds(const struct flows_board *board, const struct flows_set *wall,
                       unsigned axis) {
    struct flows_board alone;
    struct flows_net net;
    struct flows_routes routes;
    uint8_t team = (uint8_t)axis;
    flows_board_start(&alone, board->grid->radius, 1U << axis);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        if (flows_set_has(wall, hex))
            flows_place(&alone, hex, board->tile[hex]);
    flows_net_start(&net, &alone);
    return !net.joined && flows_check_paths_for_ordering(&net, &team, 1, &routes) != FLOWS_NONE;
}

/* Leaves tiles out of a wall as long as what is left holds: in the end every one of them is needed.
 * A control that ends it leaves some that are not. */
static struct flows_set needed_of(const struct flows_board *board, struct flows_set wall,
                                  unsigned axis, qd_control *control) {
    assert(wall_holds(board, &wall, axis));
    for (unsigned hex = 0; hex < board->grid->hexes; hex++) {
        if (!flows_set_has(&wall, hex))
            continue;
        if (control && !control_spend(control, 1))
            break;
        flows_set_remove(&wall, hex);
        if (!wall_holds(board, &wall, axis))
            flows_set_add(&wall, hex);
    }
    return wall;
}

static void describe_cut(const struct flows_board *board, const struct flows_net *net,
                         qd_control *control, struct flows_refusal *refusal) {
    static const struct flows_routes none;
    bool alone = (refusal->axes & (refusal->axes - 1)) == 0;
    if (flows_edges_have_room(net, refusal->axes, &refusal->cut)) {
        refusal->kind = FLOWS_TEAMS_COLLIDE;
        return;
    }
    refusal->kind = alone ? FLOWS_TEAM_IS_CUT : FLOWS_NO_ROOM;
    refusal->ports = flows_cut_ports(net, &none, &refusal->cut, refusal->port);
    refusal->wall = find_wall(board, &refusal->cut);
    if (alone)
        refusal->wall =
            needed_of(board, refusal->wall, (unsigned)__builtin_ctz(refusal->axes), control);
}

qd_status flows_explain(const struct flows_board *board, bool tiles_left, qd_control *control,
                        struct flows_refusal *refusal) {
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work;
    memset(refusal, 0, sizeof(*refusal));
    flows_net_start(&net, board);
    qd_status status =
        flows_join(&net, net.axes, tiles_left ? board->left : NULL, control, &routes, &work);
    if (status != QD_NO)
        return status;
    refusal->kind = work.tiles_lack ? FLOWS_TILES_LACK : FLOWS_TEAMS_COLLIDE;
    status = smallest_conflict(&net, work.tiles_lack ? board->left : NULL, control, &refusal->axes);
    if (status == QD_YES && !work.tiles_lack)
        describe_cut(board, &net, control, refusal);
    return QD_NO;
}

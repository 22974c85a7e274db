#include "puzzles/flows/model/legality/heuristic.h"

static unsigned list_teams(const struct flows_net *net, unsigned first, uint8_t list[FLOWS_AXES]) {
    unsigned count = 0;
    if (first != FLOWS_NONE)
        list[count++] = (uint8_t)first;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (net->axes >> axis & 1 && axis != first)
            list[count++] = (uint8_t)axis;
    return count;
}

bool flows_heuristic_has_paths(const struct flows_net *net) {
    uint8_t list[FLOWS_AXES];
    struct flows_routes routes;
    unsigned count = list_teams(net, FLOWS_NONE, list);
    unsigned failing = flows_check_paths_for_ordering(net, list, count, &routes);
    if (failing == FLOWS_NONE)
        return true;
    list_teams(net, failing, list);
    return flows_check_paths_for_ordering(net, list, count, &routes) == FLOWS_NONE;
}

bool flows_heuristic_is_move_legal(const struct flows_board *board, unsigned hex, unsigned tile) {
    if (!flows_is_empty(board, hex))
        return false;
    struct flows_net net;
    flows_net_start(&net, board);
    flows_net_place(&net, hex, tile);
    return net.joined != 0 || flows_heuristic_has_paths(&net);
}

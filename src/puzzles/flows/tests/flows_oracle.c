#include "puzzles/flows/tests/flows_oracle.h"

#include <string.h>

static const int step[6][2] = {{-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}};
static const int base[4][3][2] = {{{0, 2}, {1, 4}, {3, 5}},
                                  {{0, 5}, {1, 3}, {2, 4}},
                                  {{0, 5}, {1, 4}, {2, 3}},
                                  {{0, 5}, {1, 2}, {3, 4}}};
static const int distinct[4] = {3, 6, 3, 2};

/* ---- geometry ---- */

static int neighbour(const struct oracle *oracle, int hex, int port) {
    return oracle->number[oracle->row[hex] + step[port][0] + ORACLE_MIDDLE]
                         [oracle->col[hex] + step[port][1] + ORACLE_MIDDLE];
}

/* Each edge runs from one corner to the next; every hex gives two ports but the last, which gives
 * the first of the two. */
static const struct {
    int row, col, along, first, second;
} edges[6] = {{-1, 0, 4, 0, 5}, {-1, 1, 3, 5, 4}, {0, 1, 2, 4, 3},
              {1, 0, 1, 3, 2},  {1, -1, 0, 2, 1}, {0, -1, 5, 1, 0}};

static int find_edge(const struct oracle *oracle, int hex, int port) {
    for (int edge = 0; edge < 6; edge++)
        for (int i = 0; i <= oracle->radius; i++) {
            int row = edges[edge].row * oracle->radius + i * step[edges[edge].along][0];
            int col = edges[edge].col * oracle->radius + i * step[edges[edge].along][1];
            if (row != oracle->row[hex] || col != oracle->col[hex])
                continue;
            if (port == edges[edge].first || (port == edges[edge].second && i < oracle->radius))
                return edge;
        }
    return -1;
}

int oracle_edge(const struct oracle *oracle, int hex, int port) {
    return oracle->edge[hex][port];
}

void oracle_read(struct oracle *oracle, const struct flows_board *board, bool any, long nodes) {
    memset(oracle, 0, sizeof(*oracle));
    memset(oracle->number, 0xFF, sizeof(oracle->number));
    int radius = oracle->radius = (int)board->grid->radius;
    oracle->nodes = nodes;
    for (int row = -radius; row <= radius; row++)
        for (int col = -radius; col <= radius; col++) {
            if (row + col < -radius || row + col > radius)
                continue;
            int hex = oracle->hexes++;
            oracle->row[hex] = row;
            oracle->col[hex] = col;
            oracle->number[row + ORACLE_MIDDLE][col + ORACLE_MIDDLE] = hex;
            oracle->tile[hex] = board->tile[hex] == FLOWS_NONE ? -1 : board->tile[hex];
        }
    for (int hex = 0; hex < oracle->hexes; hex++)
        for (int port = 0; port < 6; port++) {
            oracle->edge[hex][port] = find_edge(oracle, hex, port);
            oracle->next[hex][port] = neighbour(oracle, hex, port);
        }
    for (int type = 0; type < 4; type++)
        oracle->left[type] = any ? ORACLE_HEXES : board->left[type];
}

/* ---- lines ---- */

static int partner(int tile, int port) {
    for (int i = 0; i < 3; i++)
        for (int end = 0; end < 2; end++)
            if ((base[tile / 6][i][end] + tile % 6) % 6 == port)
                return (base[tile / 6][i][1 - end] + tile % 6) % 6;
    return -1;
}

/* Goes on from a hex and a port by which it is entered, until an empty hex or the border. Returns
 * the edge reached, or -1 with the place before an empty hex. */
static int follow(const struct oracle *oracle, int *hex, int *port) {
    while (oracle->tile[*hex] >= 0) {
        int out = partner(oracle->tile[*hex], *port), next = oracle->next[*hex][out];
        if (next < 0)
            return oracle_edge(oracle, *hex, out);
        *hex = next;
        *port = (out + 3) % 6;
    }
    return -1;
}

int oracle_link(const struct oracle *oracle, int hex, int port) {
    int at = oracle->next[hex][port], in = (port + 3) % 6;
    if (at < 0)
        return oracle_edge(oracle, hex, port);
    int edge = follow(oracle, &at, &in);
    return edge >= 0 ? edge : 6 + at * 6 + in;
}

bool oracle_joined(const struct oracle *oracle, int axis) {
    for (int hex = 0; hex < oracle->hexes; hex++)
        for (int port = 0; port < 6; port++) {
            int at = hex, in = port;
            if (oracle_edge(oracle, hex, port) == axis && follow(oracle, &at, &in) == axis + 3)
                return true;
        }
    return false;
}

/* A hex that a line enters may be left by every other port. */
bool oracle_has_way(const struct oracle *oracle, int axis) {
    bool reached[ORACLE_HEXES] = {false}, more = true;
    if (oracle_joined(oracle, axis))
        return true;
    while (more) {
        more = false;
        for (int hex = 0; hex < oracle->hexes; hex++)
            for (int port = 0; port < 6; port++) {
                if (oracle->tile[hex] >= 0)
                    continue;
                int there = oracle_link(oracle, hex, port);
                if (reached[hex] && there == axis + 3)
                    return true;
                if (!reached[hex] && (there == axis || (there >= 6 && reached[(there - 6) / 6])))
                    more = reached[hex] = true;
            }
    }
    return false;
}

/* ---- all fillings ---- */

static int join_from(struct oracle *oracle, unsigned axes);

/* Continues the line of an axis that enters a hex, with every tile that the hex may get. */
static int walk(struct oracle *oracle, unsigned axes, int axis, int hex, int port) {
    int edge = follow(oracle, &hex, &port);
    if (edge >= 0)
        return edge == axis + 3 ? join_from(oracle, axes & ~(1U << axis)) : 0;
    for (int tile = 0; tile < 24; tile++) {
        if (tile % 6 >= distinct[tile / 6] || oracle->left[tile / 6] == 0)
            continue;
        if (oracle->nodes-- <= 0)
            return -1;
        oracle->tile[hex] = tile;
        oracle->left[tile / 6]--;
        int found = walk(oracle, axes, axis, hex, port);
        oracle->left[tile / 6]++;
        oracle->tile[hex] = -1;
        if (found != 0)
            return found;
    }
    return 0;
}

/* Joins the lowest axis and then the others. */
static int join_from(struct oracle *oracle, unsigned axes) {
    if (axes == 0)
        return 1;
    int axis = __builtin_ctz(axes);
    for (int hex = 0; hex < oracle->hexes; hex++)
        for (int port = 0; port < 6; port++) {
            if (oracle_edge(oracle, hex, port) != axis)
                continue;
            int found = walk(oracle, axes, axis, hex, port);
            if (found != 0)
                return found;
        }
    return 0;
}

int oracle_can_join(struct oracle *oracle, unsigned axes) {
    return join_from(oracle, axes);
}

/* ---- checks of what the engine hands out ---- */

bool oracle_accepts_filling(const struct flows_board *board, unsigned axes, bool any,
                            const uint8_t *tile) {
    struct oracle oracle;
    int bare = 0, spare = 0;
    oracle_read(&oracle, board, any, 0);
    for (int hex = 0; hex < oracle.hexes; hex++) {
        if (oracle.tile[hex] >= 0) {
            if (tile[hex] != FLOWS_NONE)
                return false;
        } else if (tile[hex] == FLOWS_NONE) {
            bare++;
        } else {
            if (tile[hex] >= 24 || oracle.left[tile[hex] / 6]-- <= 0)
                return false;
            oracle.tile[hex] = tile[hex];
        }
    }
    for (int type = 0; type < 4; type++)
        spare += oracle.left[type];
    for (int axis = 0; axis < 3; axis++)
        if (axes >> axis & 1 && !oracle_joined(&oracle, axis))
            return false;
    return bare == 0 || spare == 0;
}

/* Where the line ends that leaves an empty hex: on this side of the cut (1), beyond it (0), or at
 * an edge of no team of the cut (-1). */
static int line_side(const struct oracle *oracle, const struct flows_refusal *refusal, int hex,
                     int port) {
    int next = oracle->next[hex][port], in = (port + 3) % 6, edge;
    if (next < 0)
        edge = oracle_edge(oracle, hex, port);
    else
        edge = follow(oracle, &next, &in);
    if (edge < 0)
        return flows_set_has(&refusal->cut.side, (unsigned)next);
    if (!(refusal->axes >> edge % 3 & 1))
        return -1;
    return refusal->cut.edges >> edge & 1;
}

static bool is_named(const struct flows_refusal *refusal, int hex, int port) {
    for (unsigned i = 0; i < refusal->ports; i++)
        if (refusal->port[i].hex == hex && refusal->port[i].port == port)
            return true;
    return false;
}

bool oracle_accepts_cut(const struct flows_board *board, const struct flows_refusal *refusal) {
    struct oracle oracle;
    unsigned links = 0, teams = 0;
    oracle_read(&oracle, board, true, 0);
    for (int hex = 0; hex < oracle.hexes; hex++)
        for (int port = 0; port < 6; port++) {
            if (oracle.tile[hex] >= 0)
                continue;
            bool inside = flows_set_has(&refusal->cut.side, (unsigned)hex);
            int there = line_side(&oracle, refusal, hex, port);
            int at = oracle.next[hex][port], in = (port + 3) % 6;
            bool to_edge = at < 0 || follow(&oracle, &at, &in) >= 0;
            /* A link between two hexes is counted at the end inside. */
            if (there < 0 || there == inside || (!inside && !to_edge))
                continue;
            links++;
            if (!is_named(refusal, hex, port))
                return false;
        }
    for (int axis = 0; axis < 3; axis++)
        if (refusal->axes >> axis & 1) {
            bool here = refusal->cut.edges >> axis & 1,
                 there = refusal->cut.edges >> (axis + 3) & 1;
            teams += here != there;
            if (oracle_joined(&oracle, axis))
                return false;
        }
    return links == refusal->ports && links < teams;
}

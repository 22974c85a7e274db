#include "puzzles/flows/model/board/board.h"

#include <string.h>

/* ---- tiles ---- */

/* At rotation 0 T0 joins 0-2, 1-4, 3-5; T1 0-5, 1-3,
 * 2-4; T2 0-5, 1-4, 2-3; T3 0-5, 1-2, 3-4; every further rotation adds one to all ports. */
const uint8_t flows_partners[FLOWS_TYPES * FLOWS_PORTS][FLOWS_PORTS] = {
    {2, 4, 0, 5, 1, 3}, {4, 3, 5, 1, 0, 2}, {3, 5, 4, 0, 2, 1}, {2, 4, 0, 5, 1, 3},
    {4, 3, 5, 1, 0, 2}, {3, 5, 4, 0, 2, 1}, {5, 3, 4, 1, 2, 0}, {1, 0, 4, 5, 2, 3},
    {4, 2, 1, 5, 0, 3}, {4, 5, 3, 2, 0, 1}, {2, 5, 0, 4, 3, 1}, {2, 3, 0, 1, 5, 4},
    {5, 4, 3, 2, 1, 0}, {1, 0, 5, 4, 3, 2}, {3, 2, 1, 0, 5, 4}, {5, 4, 3, 2, 1, 0},
    {1, 0, 5, 4, 3, 2}, {3, 2, 1, 0, 5, 4}, {5, 2, 1, 4, 3, 0}, {1, 0, 3, 2, 5, 4},
    {5, 2, 1, 4, 3, 0}, {1, 0, 3, 2, 5, 4}, {5, 2, 1, 4, 3, 0}, {1, 0, 3, 2, 5, 4},
};
static const uint8_t rotations[FLOWS_TYPES] = {3, 6, 3, 2};
static const uint8_t first_shape[FLOWS_TYPES] = {0, 3, 9, 12};

unsigned flows_rotations(unsigned type) {
    return rotations[type];
}

unsigned flows_canonical_tile(unsigned tile) {
    unsigned type = flows_tile_type(tile);
    return flows_tile(type, flows_tile_rotation(tile) % rotations[type]);
}

unsigned flows_tile_shape(unsigned tile) {
    unsigned type = flows_tile_type(tile);
    return first_shape[type] + flows_tile_rotation(tile) % rotations[type];
}

unsigned flows_shape_tile(unsigned shape) {
    unsigned type = FLOWS_TYPES - 1;
    while (first_shape[type] > shape)
        type--;
    return flows_tile(type, shape - first_shape[type]);
}

unsigned flows_tiles_each(const struct flows_grid *grid) {
    return (grid->hexes + FLOWS_TYPES - 1) / FLOWS_TYPES;
}

/* ---- the board ---- */

void flows_board_start(struct flows_board *board, unsigned radius, unsigned axes) {
    memset(board, 0, sizeof(*board));
    board->grid = flows_grid(radius);
    board->axes = (uint8_t)axes;
    memset(board->tile, FLOWS_NONE, sizeof(board->tile));
    memset(board->left, (int)flows_tiles_each(board->grid), sizeof(board->left));
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        flows_set_add(&board->empty, hex);
}

unsigned flows_count_left(const struct flows_board *board) {
    unsigned sum = 0;
    for (unsigned type = 0; type < FLOWS_TYPES; type++)
        sum += board->left[type];
    return sum;
}

void flows_place(struct flows_board *board, unsigned hex, unsigned tile) {
    unsigned type = flows_tile_type(tile);
    board->tile[hex] = (uint8_t)tile;
    flows_set_remove(&board->empty, hex);
    if (board->left[type] > 0)
        board->left[type]--;
}

void flows_remove(struct flows_board *board, unsigned hex) {
    board->left[flows_tile_type(board->tile[hex])]++;
    board->tile[hex] = FLOWS_NONE;
    flows_set_add(&board->empty, hex);
}

/* ---- lines ---- */

static struct flows_end end_of(const struct flows_board *board, enum flows_end_kind kind,
                               struct flows_port at, unsigned steps) {
    unsigned edge = FLOWS_NONE;
    if (kind == FLOWS_END_BORDER)
        edge = board->grid->hex[at.hex].edge[at.port];
    return (struct flows_end){.kind = kind, .at = at, .edge = edge, .steps = steps};
}

struct flows_end flows_follow(const struct flows_board *board, struct flows_port start,
                              struct flows_step *steps) {
    struct flows_port at = start;
    for (unsigned count = 0;; count++) {
        unsigned tile = board->tile[at.hex];
        if (tile == FLOWS_NONE)
            return end_of(board, FLOWS_END_EMPTY, at, count);
        if (count > 0 && at.hex == start.hex && at.port == start.port)
            return end_of(board, FLOWS_END_LOOP, at, count);
        unsigned out = flows_partner(tile, at.port);
        if (steps)
            steps[count] = (struct flows_step){at.hex, at.port, (uint8_t)out};
        unsigned next = board->grid->hex[at.hex].neighbour[out];
        if (next == FLOWS_NONE)
            return end_of(board, FLOWS_END_BORDER, (struct flows_port){at.hex, (uint8_t)out},
                          count + 1);
        at = (struct flows_port){(uint8_t)next, (uint8_t)flows_opposite(out)};
    }
}

struct flows_end flows_follow_out(const struct flows_board *board, struct flows_port start,
                                  struct flows_step *steps) {
    unsigned next = board->grid->hex[start.hex].neighbour[start.port];
    if (next == FLOWS_NONE)
        return end_of(board, FLOWS_END_BORDER, start, 0);
    struct flows_port at = {(uint8_t)next, (uint8_t)flows_opposite(start.port)};
    return flows_follow(board, at, steps);
}

/* True if a line joins edges axis and axis + 3. */
static bool is_joined(const struct flows_board *board, unsigned axis) {
    for (unsigned place = 0; place < flows_edge_ports(board->grid); place++) {
        struct flows_port start = flows_edge_port(board->grid, axis, place);
        struct flows_end end = flows_follow(board, start, NULL);
        if (end.kind == FLOWS_END_BORDER && end.edge == axis + 3)
            return true;
    }
    return false;
}

unsigned flows_joined_axes(const struct flows_board *board) {
    unsigned joined = 0;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (board->axes >> axis & 1 && is_joined(board, axis))
            joined |= 1U << axis;
    return joined;
}

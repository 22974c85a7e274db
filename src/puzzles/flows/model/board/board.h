/* The board of Flows: hexes, ports, edges, tiles, and lines through the tiles that lie there.
 *
 * Hexes are (row, col) with |row|, |col| and |row + col| at most the radius, numbered by rows from
 * the lowest, in a row by columns from the lowest. Ports are the middles of a hex's six sides: 0 SW
 * (-1,0), 1 W (0,-1), 2 NW (+1,-1), 3 NE (+1,0), 4 E (0,+1), 5 SE (-1,+1) as (row, col) of the
 * neighbour; port d of a hex is the same point as port d+3 of its neighbour. A port without a
 * neighbour is a border port and belongs to one of six edges, each with 2 * radius + 1 ports: the
 * corner between edges e and e+1 gives one of its three ports to e and two to e+1. */
#ifndef PUZZLES_FLOWS_MODEL_BOARD_BOARD_H
#define PUZZLES_FLOWS_MODEL_BOARD_BOARD_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FLOWS_LEAST_RADIUS = 1,
    FLOWS_MOST_RADIUS = 5,
    FLOWS_STANDARD_RADIUS = 3,
    FLOWS_MOST_HEXES = 91,
    FLOWS_PORTS = 6,
    FLOWS_EDGES = 6,
    FLOWS_MOST_EDGE_PORTS = 2 * FLOWS_MOST_RADIUS + 1,
    FLOWS_AXES = 3,    /* 0-3, 1-4, 2-5: axis a joins edges a and a+3 */
    FLOWS_TYPES = 4,   /* T0 .. T3 */
    FLOWS_SHAPES = 14, /* distinct ways a tile can lie */
    FLOWS_ALL_AXES = 7,
    FLOWS_NONE = 0xFF, /* no neighbour, no edge, no tile */
    FLOWS_MOST_STEPS = 3 * FLOWS_MOST_HEXES
};

/* ---- sets of hexes ---- */

struct flows_set {
    uint64_t word[2];
};

static inline bool flows_set_has(const struct flows_set *set, unsigned hex) {
    return set->word[hex >> 6] >> (hex & 63) & 1;
}

static inline void flows_set_add(struct flows_set *set, unsigned hex) {
    set->word[hex >> 6] |= UINT64_C(1) << (hex & 63);
}

static inline void flows_set_remove(struct flows_set *set, unsigned hex) {
    set->word[hex >> 6] &= ~(UINT64_C(1) << (hex & 63));
}

static inline bool flows_set_empty(const struct flows_set *set) {
    return (set->word[0] | set->word[1]) == 0;
}

static inline unsigned flows_set_count(const struct flows_set *set) {
    return (unsigned)(__builtin_popcountll(set->word[0]) + __builtin_popcountll(set->word[1]));
}

/* The lowest hex of the set, which must not be empty. */
static inline unsigned flows_set_first(const struct flows_set *set) {
    return set->word[0] ? (unsigned)__builtin_ctzll(set->word[0])
                        : 64 + (unsigned)__builtin_ctzll(set->word[1]);
}

/* ---- geometry ---- */

/* A port of a hex. */
struct flows_port {
    uint8_t hex, port;
};

struct flows_hex {
    int8_t row, col;
    uint8_t neighbour[FLOWS_PORTS]; /* FLOWS_NONE off the board */
    uint8_t edge[FLOWS_PORTS];      /* the edge of a border port; FLOWS_NONE: not on the border */
};

struct flows_grid {
    unsigned radius, hexes;
    const struct flows_hex *hex;
};

/* The geometry of a radius from FLOWS_LEAST_RADIUS to FLOWS_MOST_RADIUS; NULL for another one. It
 * is static. */
const struct flows_grid *flows_grid(unsigned radius);
/* The number of the hex at (row, col); FLOWS_NONE off the board. */
unsigned flows_hex_at(const struct flows_grid *grid, int row, int col);
/* The port opposite: the same side, seen from the neighbour. */
static inline unsigned flows_opposite(unsigned port) {
    return port < 3 ? port + 3 : port - 3;
}
/* How many ports each edge has. */
static inline unsigned flows_edge_ports(const struct flows_grid *grid) {
    return 2 * grid->radius + 1;
}
/* Port number place of an edge, 0 .. flows_edge_ports - 1, in the order in which they lie on the
 * border from edge to edge; edge 0 runs from left to right along the lowest row. */
struct flows_port flows_edge_port(const struct flows_grid *grid, unsigned edge, unsigned place);

/* ---- tiles ---- */

/* How a tile lies: type * 6 + rotation, so that the letter of a position code is 'A' + tile. */
static inline unsigned flows_tile(unsigned type, unsigned rotation) {
    return type * 6 + rotation;
}
static inline unsigned flows_tile_type(unsigned tile) {
    return tile / 6;
}
static inline unsigned flows_tile_rotation(unsigned tile) {
    return tile % 6;
}
/* How many rotations of a type look different: 3, 6, 3, 2. */
unsigned flows_rotations(unsigned type);
/* The same tile with the least rotation that looks the same. */
unsigned flows_canonical_tile(unsigned tile);
/* The shape (0 .. FLOWS_SHAPES - 1) of a tile; tiles that look the same have the same one. Shapes
 * are ordered by type, then by rotation. */
unsigned flows_tile_shape(unsigned tile);
/* The canonical tile of a shape. */
unsigned flows_shape_tile(unsigned shape);
/* The partner of each port, for every tile. */
extern const uint8_t flows_partners[FLOWS_TYPES * FLOWS_PORTS][FLOWS_PORTS];
/* The port that the tile joins with this one. */
static inline unsigned flows_partner(unsigned tile, unsigned port) {
    return flows_partners[tile][port];
}
/* How many tiles of each type the game has: as many as are needed for the board to be filled, 10
 * for the standard radius. */
unsigned flows_tiles_each(const struct flows_grid *grid);

/* ---- the board ---- */

/* May be copied by assignment. */
struct flows_board {
    const struct flows_grid *grid;
    uint8_t axes; /* those in play: bit a for edges a and a+3 */
    uint8_t tile[FLOWS_MOST_HEXES];
    uint8_t left[FLOWS_TYPES]; /* tiles that are not on the board, the one in hand included */
    struct flows_set empty;
};

/* An empty board with all tiles left. radius and axes (1 .. FLOWS_ALL_AXES) must be in range. */
void flows_board_start(struct flows_board *board, unsigned radius, unsigned axes);
static inline bool flows_is_empty(const struct flows_board *board, unsigned hex) {
    return board->tile[hex] == FLOWS_NONE;
}
/* How many tiles are left in all. */
unsigned flows_count_left(const struct flows_board *board);
/* Lays a tile on an empty hex and takes it from those that are left. The caller must not lay more
 * tiles of a type than there are; left then stays 0. */
void flows_place(struct flows_board *board, unsigned hex, unsigned tile);
/* Takes the tile of an occupied hex away, back to those that are left. */
void flows_remove(struct flows_board *board, unsigned hex);

/* ---- lines ---- */

enum flows_end_kind {
    FLOWS_END_BORDER, /* the line leaves the board through a border port */
    FLOWS_END_EMPTY,  /* the line stands before the port of an empty hex */
    FLOWS_END_LOOP    /* the line came back to where it started */
};

struct flows_end {
    enum flows_end_kind kind;
    struct flows_port at; /* the border port, the empty hex's port, or the start */
    unsigned edge;        /* of the border port; FLOWS_NONE otherwise */
    unsigned steps;       /* tiles passed */
};

/* One pass through a tile. */
struct flows_step {
    uint8_t hex, in, out;
};

/* Follows the line that enters hex from outside through port, to its end. If the hex is empty, the
 * end is that port itself. steps may be NULL, otherwise it has room for FLOWS_MOST_STEPS and takes
 * the passes in order. */
struct flows_end flows_follow(const struct flows_board *board, struct flows_port start,
                              struct flows_step *steps);
/* Follows the line that leaves hex through port, to its end; at a border port it ends at once. */
struct flows_end flows_follow_out(const struct flows_board *board, struct flows_port start,
                                  struct flows_step *steps);
/* The axes in play (bit mask) whose two edges are joined by a line. */
unsigned flows_joined_axes(const struct flows_board *board);

#endif

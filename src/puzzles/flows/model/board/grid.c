/* The geometry of the boards of radius 1 to 5, as constant tables. Everything about a hex is a
 * constant expression of (radius, row, col), so the compiler works the tables out. */
#include "puzzles/flows/model/board/board.h"

#define LARGER(a, b)  ((a) > (b) ? (a) : (b))
#define SMALLER(a, b) ((a) < (b) ? (a) : (b))

#define INSIDE(R, row, col)                                                                        \
    ((row) >= -(R) && (row) <= (R) && (col) >= -(R) && (col) <= (R) && (row) + (col) >= -(R) &&    \
     (row) + (col) <= (R))

/* Hexes in the rows below this one: the rows get longer by one up to row 0, shorter after it. */
#define BELOW_MIDDLE(R, row) (((row) + (R)) * ((R) + 1) + ((row) + (R)) * ((row) + (R)-1) / 2)
#define BELOW(R, row)                                                                              \
    ((row) <= 0 ? BELOW_MIDDLE(R, row)                                                             \
                : BELOW_MIDDLE(R, 0) + (row) * (2 * (R) + 1) - (row) * ((row)-1) / 2)
#define FIRST_COL(R, row)   LARGER(-(R), -(R) - (row))
#define NUMBER(R, row, col) (BELOW(R, row) + (col)-FIRST_COL(R, row))
#define NEIGHBOUR(R, row, col)                                                                     \
    (uint8_t)(INSIDE(R, row, col) ? NUMBER(R, row, col) : (int)FLOWS_NONE)

/* A border port looks at one side of the board, or at a corner at two: the later edge gets it. */
#define EDGE(later, is_later, earlier, is_earlier)                                                 \
    (uint8_t)((is_later) ? (later) : (is_earlier) ? (earlier) : (int)FLOWS_NONE)

#define CELL(R, row, col)                                                                          \
    {(row),                                                                                        \
     (col),                                                                                        \
     {NEIGHBOUR(R, (row)-1, col), NEIGHBOUR(R, row, (col)-1), NEIGHBOUR(R, (row) + 1, (col)-1),    \
      NEIGHBOUR(R, (row) + 1, col), NEIGHBOUR(R, row, (col) + 1),                                  \
      NEIGHBOUR(R, (row)-1, (col) + 1)},                                                           \
     {EDGE(0, (row) == -(R), 5, (row) + (col) == -(R)),                                            \
      EDGE(5, (row) + (col) == -(R), 4, (col) == -(R)), EDGE(4, (col) == -(R), 3, (row) == (R)),   \
      EDGE(3, (row) == (R), 2, (row) + (col) == (R)),                                              \
      EDGE(2, (row) + (col) == (R), 1, (col) == (R)), EDGE(1, (col) == (R), 0, (row) == -(R))}},

/* A run of hexes of a row, from column col on. */
#define ROW_2(R, row, col)  CELL(R, row, col) CELL(R, row, (col) + 1)
#define ROW_3(R, row, col)  ROW_2(R, row, col) CELL(R, row, (col) + 2)
#define ROW_4(R, row, col)  ROW_3(R, row, col) CELL(R, row, (col) + 3)
#define ROW_5(R, row, col)  ROW_4(R, row, col) CELL(R, row, (col) + 4)
#define ROW_6(R, row, col)  ROW_5(R, row, col) CELL(R, row, (col) + 5)
#define ROW_7(R, row, col)  ROW_6(R, row, col) CELL(R, row, (col) + 6)
#define ROW_8(R, row, col)  ROW_7(R, row, col) CELL(R, row, (col) + 7)
#define ROW_9(R, row, col)  ROW_8(R, row, col) CELL(R, row, (col) + 8)
#define ROW_10(R, row, col) ROW_9(R, row, col) CELL(R, row, (col) + 9)
#define ROW_11(R, row, col) ROW_10(R, row, col) CELL(R, row, (col) + 10)

static const struct flows_hex radius_1[] = {ROW_2(1, -1, 0) ROW_3(1, 0, -1) ROW_2(1, 1, -1)};
static const struct flows_hex radius_2[] = {ROW_3(2, -2, 0) ROW_4(2, -1, -1) ROW_5(2, 0, -2)
                                                ROW_4(2, 1, -2) ROW_3(2, 2, -2)};
static const struct flows_hex radius_3[] = {ROW_4(3, -3, 0) ROW_5(3, -2, -1) ROW_6(3, -1, -2) ROW_7(
    3, 0, -3) ROW_6(3, 1, -3) ROW_5(3, 2, -3) ROW_4(3, 3, -3)};
static const struct flows_hex radius_4[] = {ROW_5(4, -4, 0) ROW_6(4, -3, -1) ROW_7(4, -2, -2) ROW_8(
    4, -1, -3) ROW_9(4, 0, -4) ROW_8(4, 1, -4) ROW_7(4, 2, -4) ROW_6(4, 3, -4) ROW_5(4, 4, -4)};
static const struct flows_hex radius_5[] = {ROW_6(5, -5, 0) ROW_7(5, -4, -1) ROW_8(5, -3, -2)
                                                ROW_9(5, -2, -3) ROW_10(5, -1, -4) ROW_11(5, 0, -5)
                                                    ROW_10(5, 1, -5) ROW_9(5, 2, -5) ROW_8(5, 3, -5)
                                                        ROW_7(5, 4, -5) ROW_6(5, 5, -5)};

#define GRID(R)                                                                                    \
    { .radius = (R), .hexes = sizeof(radius_##R) / sizeof(struct flows_hex), .hex = radius_##R }
static const struct flows_grid grids[] = {GRID(1), GRID(2), GRID(3), GRID(4), GRID(5)};

const struct flows_grid *flows_grid(unsigned radius) {
    if (radius < FLOWS_LEAST_RADIUS || radius > FLOWS_MOST_RADIUS)
        return NULL;
    return &grids[radius - FLOWS_LEAST_RADIUS];
}

unsigned flows_hex_at(const struct flows_grid *grid, int row, int col) {
    int radius = (int)grid->radius;
    /* Checked apart first: far off the board the sum could overflow. */
    if (row < -radius || row > radius || col < -radius || col > radius)
        return FLOWS_NONE;
    return INSIDE(radius, row, col) ? (unsigned)NUMBER(radius, row, col) : FLOWS_NONE;
}

struct flows_port flows_edge_port(const struct flows_grid *grid, unsigned edge, unsigned place) {
    static const int8_t step[FLOWS_PORTS][2] = {{-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}};
    unsigned corner = (6 - edge) % 6, along = (10 - edge) % 6,
             out = (6 - edge + 5 * (place % 2)) % 6;
    int radius = (int)grid->radius, steps = (int)place / 2;
    int row = radius * step[corner][0] + steps * step[along][0];
    int col = radius * step[corner][1] + steps * step[along][1];
    return (struct flows_port){(uint8_t)flows_hex_at(grid, row, col), (uint8_t)out};
}

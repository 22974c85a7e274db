#include "puzzles/flows/tests/flows_sat.h"

#include <stdlib.h>

#ifndef QUANDARY_HAVE_CADICAL

bool flows_sat_there(void) {
    return false;
}

bool flows_sat_can_join(const struct flows_board *board, bool tiles_left) {
    (void)board;
    (void)tiles_left;
    abort();
}

#else

#include <ccadical.h>

enum { SATISFIABLE = 10 };

/* Variables: tile variables hex * 24 + tile + 1 (only canonical tiles are used); then marks: port
 * and team; then the counters. */
struct formula {
    const struct flows_board *board;
    CCaDiCaL *solver;
    int next;
};

static void clause(const struct formula *formula, int a, int b, int c) {
    if (a)
        ccadical_add(formula->solver, a);
    if (b)
        ccadical_add(formula->solver, b);
    if (c)
        ccadical_add(formula->solver, c);
    ccadical_add(formula->solver, 0);
}

static int tile_variable(unsigned hex, unsigned tile) {
    return (int)(hex * 24 + tile + 1);
}

/* The mark of a team on a port; the port of a neighbour that is the same point has the same one. */
static int mark(const struct formula *formula, unsigned hex, unsigned port, unsigned axis) {
    unsigned next = formula->board->grid->hex[hex].neighbour[port];
    if (next != FLOWS_NONE && next < hex) {
        hex = next;
        port = (port + 3) % 6;
    }
    return (int)(24 * FLOWS_MOST_HEXES + (hex * 6 + port) * 3 + axis + 1);
}

static bool is_canonical(unsigned tile) {
    return flows_canonical_tile(tile) == tile;
}

/* The hex has exactly one tile, or the one that lies there; it carries marks from port to port. */
static void add_hex(const struct formula *formula, unsigned hex) {
    unsigned placed = formula->board->tile[hex];
    for (unsigned tile = 0; tile < 24; tile++)
        if (is_canonical(tile) && placed == FLOWS_NONE)
            ccadical_add(formula->solver, tile_variable(hex, tile));
    if (placed != FLOWS_NONE)
        ccadical_add(formula->solver, tile_variable(hex, flows_canonical_tile(placed)));
    ccadical_add(formula->solver, 0);
    for (unsigned a = 0; a < 24; a++)
        for (unsigned b = a + 1; b < 24; b++)
            if (is_canonical(a) && is_canonical(b))
                clause(formula, -tile_variable(hex, a), -tile_variable(hex, b), 0);
    for (unsigned tile = 0; tile < 24; tile++)
        for (unsigned port = 0; is_canonical(tile) && port < 6; port++)
            for (unsigned axis = 0; axis < 3; axis++)
                clause(formula, -tile_variable(hex, tile), -mark(formula, hex, port, axis),
                       mark(formula, hex, flows_partner(tile, port), axis));
}

/* Of the border ports, exactly one at each end of the team's axis is marked: then the line that
 * starts at the one must end at the other. */
static void add_ends(const struct formula *formula, unsigned axis) {
    const struct flows_grid *grid = formula->board->grid;
    for (unsigned edge = 0; edge < 6; edge++) {
        bool own = edge % 3 == axis;
        for (unsigned i = 0; i < 2 * grid->radius + 1; i++) {
            struct flows_port a = flows_edge_port(grid, edge, i);
            if (!own)
                clause(formula, -mark(formula, a.hex, a.port, axis), 0, 0);
            for (unsigned j = 0; own && j < i; j++) {
                struct flows_port b = flows_edge_port(grid, edge, j);
                clause(formula, -mark(formula, a.hex, a.port, axis),
                       -mark(formula, b.hex, b.port, axis), 0);
            }
        }
        for (unsigned i = 0; own && i < 2 * grid->radius + 1; i++) {
            struct flows_port a = flows_edge_port(grid, edge, i);
            ccadical_add(formula->solver, mark(formula, a.hex, a.port, axis));
        }
        if (own)
            ccadical_add(formula->solver, 0);
    }
}

/* A variable that is true if the hex gets a tile of the type. */
static int has_type(struct formula *formula, unsigned hex, unsigned type) {
    int variable = formula->next++;
    for (unsigned rotation = 0; rotation < 6; rotation++)
        if (is_canonical(type * 6 + rotation))
            clause(formula, -tile_variable(hex, type * 6 + rotation), variable, 0);
    return variable;
}

/* At most left hexes get the type (a sequential counter: sum[k] is true if at least k + 1 of the
 * hexes so far have it). */
static void add_counter(struct formula *formula, unsigned type, unsigned left) {
    int before[FLOWS_MOST_HEXES + 1] = {0}, sum[FLOWS_MOST_HEXES + 1];
    for (unsigned hex = 0; hex < formula->board->grid->hexes; hex++) {
        if (!flows_is_empty(formula->board, hex))
            continue;
        int it = has_type(formula, hex, type);
        for (unsigned k = 0; k <= left; k++) {
            sum[k] = formula->next++;
            if (before[k])
                clause(formula, -before[k], sum[k], 0);
            if (k == 0)
                clause(formula, -it, sum[k], 0);
            else if (before[k - 1])
                clause(formula, -it, -before[k - 1], sum[k]);
        }
        for (unsigned k = 0; k <= left; k++)
            before[k] = sum[k];
        clause(formula, -sum[left], 0, 0);
    }
}

bool flows_sat_there(void) {
    return true;
}

bool flows_sat_can_join(const struct flows_board *board, bool tiles_left) {
    struct formula formula = {
        .board = board, .solver = ccadical_init(), .next = (24 + 18) * FLOWS_MOST_HEXES + 1};
    ccadical_set_option(formula.solver, "quiet", 1);
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        add_hex(&formula, hex);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (board->axes >> axis & 1)
            add_ends(&formula, axis);
    for (unsigned type = 0; tiles_left && type < FLOWS_TYPES; type++)
        add_counter(&formula, type, board->left[type]);
    bool found = ccadical_solve(formula.solver) == SATISFIABLE;
    ccadical_release(formula.solver);
    return found;
}

#endif

/* The board of Flows: geometry against the oracle, which works it out from the rules, tiles, lines,
 * and the contracted net against the lines. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/net.h"
#include "puzzles/flows/model/legality/routes.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

static void geometry_is_that_of_the_rules(void **state) {
    static const unsigned hexes[] = {7, 19, 37, 61, 91};
    (void)state;
    assert_null(flows_grid(0));
    assert_null(flows_grid(6));
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        struct flows_board board;
        struct oracle oracle;
        flows_board_start(&board, radius, 7);
        oracle_read(&oracle, &board, true, 0);
        const struct flows_grid *grid = board.grid;
        assert_int_equal(grid->hexes, hexes[radius - 1]);
        assert_int_equal(oracle.hexes, hexes[radius - 1]);
        for (unsigned hex = 0; hex < grid->hexes; hex++) {
            assert_int_equal(grid->hex[hex].row, oracle.row[hex]);
            assert_int_equal(grid->hex[hex].col, oracle.col[hex]);
            assert_int_equal(flows_hex_at(grid, oracle.row[hex], oracle.col[hex]), hex);
            for (unsigned port = 0; port < 6; port++) {
                int edge = oracle_edge(&oracle, (int)hex, (int)port);
                assert_int_equal(grid->hex[hex].edge[port], edge < 0 ? FLOWS_NONE : edge);
                assert_int_equal(edge >= 0, grid->hex[hex].neighbour[port] == FLOWS_NONE);
            }
        }
    }
}

static void neighbours_see_each_other(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        const struct flows_grid *grid = flows_grid(radius);
        unsigned inner = 0;
        for (unsigned hex = 0; hex < grid->hexes; hex++)
            for (unsigned port = 0; port < 6; port++) {
                unsigned next = grid->hex[hex].neighbour[port];
                if (next == FLOWS_NONE)
                    continue;
                assert_int_equal(grid->hex[next].neighbour[flows_opposite(port)], hex);
                inner++;
            }
        assert_int_equal(inner + 6 * flows_edge_ports(grid), 6 * grid->hexes);
    }
    assert_int_equal(flows_hex_at(flows_grid(3), 4, 0), FLOWS_NONE);
    assert_int_equal(flows_hex_at(flows_grid(3), 2, 2), FLOWS_NONE);
    assert_int_equal(flows_hex_at(flows_grid(3), -2147483647, -2147483647), FLOWS_NONE);
}

static void edge_ports_are_a_partition(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        const struct flows_grid *grid = flows_grid(radius);
        bool seen[FLOWS_MOST_HEXES][6] = {{false}};
        for (unsigned edge = 0; edge < 6; edge++)
            for (unsigned place = 0; place < flows_edge_ports(grid); place++) {
                struct flows_port at = flows_edge_port(grid, edge, place);
                assert_true(at.hex < grid->hexes && at.port < 6);
                assert_false(seen[at.hex][at.port]);
                assert_int_equal(grid->hex[at.hex].edge[at.port], edge);
                seen[at.hex][at.port] = true;
            }
    }
}

static void tiles_are_fourteen_matchings(void **state) {
    (void)state;
    unsigned all = 0;
    for (unsigned tile = 0; tile < 24; tile++) {
        unsigned shape = flows_tile_shape(tile), same = flows_canonical_tile(tile), pairs = 0;
        assert_true(shape < FLOWS_SHAPES);
        assert_int_equal(flows_shape_tile(shape), same);
        assert_int_equal(flows_tile_type(same), flows_tile_type(tile));
        assert_true(flows_tile_rotation(same) < flows_rotations(flows_tile_type(tile)));
        for (unsigned port = 0; port < 6; port++) {
            unsigned other = flows_partner(tile, port);
            assert_true(other != port && other < 6);
            assert_int_equal(flows_partner(tile, other), port);
            assert_int_equal(flows_partner(same, port), other);
            pairs |= flows_pair(port, other);
        }
        assert_int_equal(flows_shape_pairs(shape), pairs);
        assert_int_not_equal(pairs, FLOWS_STRAIGHT);
        all |= 1U << shape;
    }
    assert_int_equal(all, (1U << FLOWS_SHAPES) - 1);
}

/* No two pairs share a port. */
static bool is_matching(unsigned pairs) {
    unsigned ports = 0;
    for (unsigned a = 0; a < 6; a++)
        for (unsigned b = a + 1; b < 6; b++)
            if (pairs & flows_pair(a, b)) {
                if (ports & (1U << a | 1U << b))
                    return false;
                ports |= 1U << a | 1U << b;
            }
    return true;
}

static void demands_of_a_hex(void **state) {
    (void)state;
    for (unsigned pairs = 0; pairs < 1U << FLOWS_PAIRS; pairs++) {
        bool fine = is_matching(pairs) && __builtin_popcount(pairs & FLOWS_STRAIGHT) <= 1;
        assert_int_equal(flows_is_satisfiable(pairs), fine);
        unsigned types = 0;
        for (unsigned shape = 0; shape < FLOWS_SHAPES; shape++) {
            bool serves = (pairs & ~flows_shape_pairs(shape)) == 0;
            assert_int_equal(flows_shapes_with(pairs) >> shape & 1, serves);
            if (serves)
                types |= 1U << flows_tile_type(flows_shape_tile(shape));
        }
        assert_int_equal(flows_types_with(pairs), types);
    }
}

static void tiles_come_and_go(void **state) {
    struct flows_board board, before;
    (void)state;
    flows_board_start(&board, 3, 7);
    before = board;
    assert_int_equal(board.left[0], 10);
    assert_int_equal(flows_set_count(&board.empty), 37);
    flows_place(&board, 18, flows_tile(2, 5));
    assert_false(flows_is_empty(&board, 18));
    assert_int_equal(board.left[2], 9);
    assert_int_equal(flows_set_count(&board.empty), 36);
    flows_remove(&board, 18);
    assert_memory_equal(board.tile, before.tile, sizeof(board.tile));
    assert_memory_equal(board.left, before.left, sizeof(board.left));
    assert_memory_equal(&board.empty, &before.empty, sizeof(board.empty));
}

/* The edges (bit mask, 0 .. 63) where the line through this port of an occupied hex ends. */
static unsigned line_edges(const struct flows_board *board, struct flows_port port) {
    struct flows_end there = flows_follow(board, port, NULL);
    struct flows_end back = flows_follow_out(board, port, NULL);
    unsigned edges = 0;
    if (there.kind == FLOWS_END_BORDER)
        edges |= 1U << there.edge;
    if (back.kind == FLOWS_END_BORDER)
        edges |= 1U << back.edge;
    return edges;
}

/* A row of T2 tiles that lie so that their straight line runs along it joins edges. */
static void a_line_across(void **state) {
    struct flows_board board;
    struct flows_step steps[FLOWS_MOST_STEPS];
    (void)state;
    flows_board_start(&board, 1, 7);
    for (int col = -1; col <= 1; col++)
        flows_place(&board, flows_hex_at(board.grid, 0, col), flows_tile(2, 0));
    struct flows_port start = {(uint8_t)flows_hex_at(board.grid, 0, -1), 1};
    struct flows_end end = flows_follow(&board, start, steps);
    assert_int_equal(end.kind, FLOWS_END_BORDER);
    assert_int_equal(end.steps, 3);
    assert_int_equal(end.at.hex, flows_hex_at(board.grid, 0, 1));
    assert_int_equal(end.at.port, 4);
    assert_int_equal(steps[2].in, 1);
    assert_int_equal(steps[2].out, 4);
    assert_int_equal(line_edges(&board, start), 1U << 5 | 1U << 2);
    assert_int_equal(flows_joined_axes(&board), 4);
    board.axes = 3;
    assert_int_equal(flows_joined_axes(&board), 0);
}

/* Three T3 tiles around a corner point form a small ring. */
static void a_ring(void **state) {
    struct flows_board board;
    (void)state;
    flows_board_start(&board, 1, 7);
    unsigned middle = flows_hex_at(board.grid, 0, 0), east = flows_hex_at(board.grid, 0, 1);
    unsigned north = flows_hex_at(board.grid, 1, 0);
    unsigned tile[3] = {FLOWS_NONE, FLOWS_NONE, FLOWS_NONE};
    for (unsigned i = 0; i < 24; i++) {
        if (flows_partner(i, 3) == 4)
            tile[0] = i;
        if (flows_partner(i, 1) == 2)
            tile[1] = i;
        if (flows_partner(i, 0) == 5)
            tile[2] = i;
    }
    flows_place(&board, middle, tile[0]);
    flows_place(&board, east, tile[1]);
    flows_place(&board, north, tile[2]);
    struct flows_end end = flows_follow(&board, (struct flows_port){(uint8_t)middle, 3}, NULL);
    assert_int_equal(end.kind, FLOWS_END_LOOP);
    assert_int_equal(end.steps, 3);
    assert_int_equal(line_edges(&board, (struct flows_port){(uint8_t)middle, 3}), 0);
}

/* ---- the net ---- */

static void net_agrees(const struct flows_board *board, const struct flows_net *net) {
    assert_memory_equal(&net->empty, &board->empty, sizeof(net->empty));
    assert_int_equal(net->joined, flows_joined_axes(board));
    for (unsigned hex = 0; hex < board->grid->hexes; hex++)
        for (unsigned port = 0; flows_is_empty(board, hex) && port < 6; port++) {
            struct flows_end end =
                flows_follow_out(board, (struct flows_port){(uint8_t)hex, (uint8_t)port}, NULL);
            unsigned there = net->link[flows_node(hex, port)];
            assert_int_equal(net->link[there], flows_node(hex, port));
            assert_int_equal(flows_node_is_border(there), end.kind == FLOWS_END_BORDER);
            if (flows_node_is_border(there))
                assert_int_equal(flows_node_edge(there), end.edge);
            else
                assert_int_equal(there, flows_node(end.at.hex, end.at.port));
        }
}

static void net_follows_a_game(void **state) {
    struct random random;
    (void)state;
    random_seed(&random, 20);
    for (unsigned game = 0; game < 200; game++) {
        struct flows_board board;
        struct flows_net net, fresh;
        flows_board_start(&board, 1 + game % 5, 1 + game % 7);
        flows_net_start(&net, &board);
        while (!flows_set_empty(&board.empty)) {
            unsigned hex = random_empty_hex(&board, &random);
            unsigned tile = (unsigned)random_below(&random, 24);
            flows_place(&board, hex, tile);
            flows_net_place(&net, hex, tile);
            net_agrees(&board, &net);
            if (game < 20) {
                flows_net_start(&fresh, &board);
                net_agrees(&board, &fresh);
            }
        }
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(geometry_is_that_of_the_rules),
        cmocka_unit_test(neighbours_see_each_other),
        cmocka_unit_test(edge_ports_are_a_partition),
        cmocka_unit_test(tiles_are_fourteen_matchings),
        cmocka_unit_test(demands_of_a_hex),
        cmocka_unit_test(tiles_come_and_go),
        cmocka_unit_test(a_line_across),
        cmocka_unit_test(a_ring),
        cmocka_unit_test(net_follows_a_game),
    };
    return cmocka_run_group_tests_name("flows_board", tests, NULL, NULL);
}

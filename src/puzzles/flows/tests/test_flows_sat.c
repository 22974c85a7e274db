/* The exact legality of Flows against a SAT solver, on random boards of 37 hexes (and some smaller
 * and larger ones) at all fill levels, in both readings. Skipped without CaDiCaL.
 * QUANDARY_SLOW_TESTS takes 2,000 positions of each kind (some minutes). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"
#include "puzzles/flows/tests/flows_sat.h"

static unsigned size_of_set(void) {
    return getenv("QUANDARY_SLOW_TESTS") ? 2000 : 60;
}

struct tally {
    unsigned yes, no;
};

static void compare(const struct flows_board *board, bool tiles_left, struct tally *tally) {
    uint8_t tile[FLOWS_MOST_HEXES];
    char text[FLOWS_MOST_HEXES + 1];
    bool expected = flows_sat_can_join(board, tiles_left);
    qd_status status = flows_find_witness(board, tiles_left, NULL, tile, NULL);
    if (status != (expected ? QD_YES : QD_NO))
        fail_msg("axes=%u radius=%u %s, %s: the SAT solver says %s", board->axes,
                 board->grid->radius, board_to_text(board, text),
                 tiles_left ? "tiles left" : "any tiles", expected ? "yes" : "no");
    if (expected)
        assert_true(oracle_accepts_filling(board, board->axes, !tiles_left, tile));
    tally->yes += expected;
    tally->no += !expected;
}

static void compare_both(const struct flows_board *board, struct tally *tally) {
    compare(board, false, tally);
    compare(board, true, tally);
}

static void random_positions(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    if (!flows_sat_there())
        skip();
    random_seed(&random, 2000);
    for (unsigned i = 0; i < size_of_set(); i++) {
        struct flows_board board;
        random_board(&board, 3, 1 + i % 7, i % 37, true, &random);
        compare_both(&board, &tally);
    }
    print_message("# random tiles: %u yes, %u no\n", tally.yes, tally.no);
    assert_true(tally.yes > 20 && tally.no > 20);
}

/* A random move on a board that was legal. */
static void moves_on_legal_boards(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    if (!flows_sat_there())
        skip();
    random_seed(&random, 2001);
    for (unsigned i = 0; i < size_of_set(); i++) {
        struct flows_board board;
        random_legal_board(&board, 3, i % 2 ? 7 : 3, 1 + i % 36, &random);
        unsigned tile = (unsigned)random_below(&random, 24);
        if (flows_set_empty(&board.empty) || board.left[flows_tile_type(tile)] == 0)
            continue;
        flows_place(&board, random_empty_hex(&board, &random), tile);
        compare_both(&board, &tally);
    }
    print_message("# moves: %u yes, %u no\n", tally.yes, tally.no);
    assert_true(tally.yes > 20 && tally.no > 5);
}

/* What the greedy steps and the cuts leave open: the moves that need a complete method. */
static void difficult_moves(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    if (!flows_sat_there())
        skip();
    random_seed(&random, 2002);
    for (unsigned i = 0; tally.yes + tally.no < size_of_set() && i < 200000; i++) {
        struct flows_board board;
        struct flows_net net;
        struct flows_routes routes;
        struct flows_work work;
        random_legal_board(&board, i % 8 == 0 ? 4 : 3, i % 4 ? 7 : 3, i % 25, &random);
        if (flows_set_empty(&board.empty))
            continue;
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        flows_net_start(&net, &board);
        flows_join(&net, net.axes, NULL, NULL, &routes, &work);
        if (work.stage == FLOWS_BY_SEARCH || work.stage == FLOWS_BY_SWEEP)
            compare(&board, false, &tally);
    }
    print_message("# difficult moves: %u yes, %u no\n", tally.yes, tally.no);
    assert_true(tally.yes + tally.no == size_of_set());
}

static void other_radii(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    if (!flows_sat_there())
        skip();
    random_seed(&random, 2003);
    for (unsigned i = 0; i < 20 + size_of_set() / 20; i++) {
        static const unsigned radii[] = {2, 4, 5};
        struct flows_board board;
        unsigned radius = radii[i % 3], hexes = flows_grid(radius)->hexes;
        random_board(&board, radius, i % 2 ? 7 : 5, (unsigned)random_below(&random, hexes), true,
                     &random);
        compare_both(&board, &tally);
    }
    print_message("# other radii: %u yes, %u no\n", tally.yes, tally.no);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_positions),
        cmocka_unit_test(moves_on_legal_boards),
        cmocka_unit_test(difficult_moves),
        cmocka_unit_test(other_radii),
    };
    return cmocka_run_group_tests_name("flows_sat", tests, NULL, NULL);
}

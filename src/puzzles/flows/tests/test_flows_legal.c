/* The exact legality of Flows: on boards of 19 hexes against an oracle that tries all tiles, the
 * complete methods each alone and against each other, placements, and limits. QUANDARY_SLOW_TESTS
 * takes larger sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/search.h"
#include "puzzles/flows/model/legality/sweep.h"
#include "puzzles/flows/tests/flows_legal_oracle.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

static struct flows_supply supply_of(const struct flows_board *board) {
    struct flows_supply supply = {.watched = 0};
    memcpy(supply.left, board->left, sizeof(supply.left));
    return supply;
}

/* What is looked at roughly is never refuted if there is a way. With every second hex exact, then
 * with more and more. */
static void check_rough_sweeps(const struct flows_board *board, bool any, bool expected) {
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    flows_net_start(&net, board);
    for (unsigned pattern = 0; pattern < 8; pattern++) {
        struct flows_set exact = {{UINT64_C(0x9669699669969669) >> pattern | pattern, 0}};
        struct flows_supply supply = supply_of(board);
        if (flows_sweep_roughly(&net, net.axes, &exact, any ? NULL : &supply, pattern, UINT64_MAX,
                                NULL, &routes, &work) == QD_NO &&
            expected)
            legal_fail_at(board, "the rough sweep is wrong", any);
    }
}

/* The complete methods, each alone. */
static void check_methods(const struct flows_board *board, bool any, bool expected) {
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    qd_status status = expected ? QD_YES : QD_NO;
    flows_net_start(&net, board);
    if (flows_search(&net, net.axes, any ? NULL : board->left, UINT64_MAX, NULL, &routes, &work) !=
        status)
        legal_fail_at(board, "the search is wrong", any);
    for (unsigned variant = 0; variant < 4; variant++) {
        struct flows_supply supply = supply_of(board);
        if (flows_sweep(&net, net.axes, any ? NULL : &supply, variant, UINT64_MAX, NULL, &routes,
                        &work) != status)
            legal_fail_at(board, "the sweep is wrong", any);
    }
    check_rough_sweeps(board, any, expected);
}

static void nineteen_hexes_at_random(void **state) {
    struct legal_tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 19);
    for (unsigned i = 0; i < (slow() ? 11000u : 1000u); i++) {
        struct flows_board board;
        unsigned axes = 1 + i % 7, empty = (unsigned)random_below(&random, 10);
        if (i % 2 == 0)
            random_board(&board, 2, axes, empty, true, &random);
        else
            random_legal_board(&board, 2, axes, empty, &random);
        legal_check_board(&board, true, 100000, &tally);
        legal_check_board(&board, false, 100000, &tally);
    }
    legal_print_tally("19 hexes, random", &tally);
    assert_true(tally.yes > 500 && tally.no > 300);
}

/* One more tile on a legal board is where the difficult questions are. */
static void nineteen_hexes_after_a_move(void **state) {
    struct legal_tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 20);
    for (unsigned i = 0; i < (slow() ? 3000u : 300u); i++) {
        struct flows_board board;
        random_legal_board(&board, 2, 3 + 4 * (i % 2), 4 + (unsigned)random_below(&random, 5),
                           &random);
        if (flows_set_empty(&board.empty))
            continue;
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        legal_check_board(&board, true, 100000, &tally);
        legal_check_board(&board, false, 100000, &tally);
    }
    legal_print_tally("19 hexes, moves", &tally);
    assert_true(tally.yes > 100 && tally.no > 20);
}

static void both_methods_are_right_alone(void **state) {
    struct random random;
    (void)state;
    random_seed(&random, 3);
    for (unsigned i = 0; i < (slow() ? 20000u : 2000u); i++) {
        struct flows_board board;
        random_board(&board, 1 + i % 2, 1 + i % 7, (unsigned)random_below(&random, 6), false,
                     &random);
        for (unsigned any = 0; any < 2; any++) {
            int expected = legal_ask_oracle(&board, any, 100000);
            if (expected >= 0)
                check_methods(&board, any, expected);
        }
    }
}

/* Where the oracle would take too long, they are compared with each other. */
static void both_methods_agree_on_larger_boards(void **state) {
    struct random random;
    unsigned decided = 0, refuted = 0;
    (void)state;
    random_seed(&random, 4);
    for (unsigned i = 0; i < (slow() ? 10000u : 600u); i++) {
        struct flows_board board;
        struct flows_net net;
        struct flows_routes routes;
        struct flows_work work = {0};
        random_legal_board(&board, 3, i % 3 ? 7 : 3, 4 + i % 16, &random);
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        const uint8_t *left = i % 2 ? NULL : board.left;
        struct flows_supply supply = supply_of(&board);
        flows_net_start(&net, &board);
        qd_status search = flows_search(&net, net.axes, left, 1000, NULL, &routes, &work);
        qd_status sweep =
            flows_sweep(&net, net.axes, left ? &supply : NULL, i % 4, 20000, NULL, &routes, &work);
        if (search == QD_LIMIT || sweep == QD_LIMIT)
            continue;
        if (search != sweep)
            legal_fail_at(&board, "search and sweep disagree", left == NULL);
        decided++;
        refuted += search == QD_NO;
    }
    print_message("# %u boards decided by both, %u refuted\n", decided, refuted);
    assert_true(decided > 400 && refuted > 50);
}

/* ---- moves ---- */

static void placements_agree_with_single_moves(void **state) {
    struct random random;
    (void)state;
    random_seed(&random, 37);
    for (unsigned i = 0; i < (slow() ? 2000u : 150u); i++) {
        struct flows_board board;
        struct flows_placements map;
        unsigned type = (unsigned)random_below(&random, FLOWS_TYPES), legal = 0;
        random_legal_board(&board, 1 + i % 4, 1 + i % 7, i % 20, &random);
        qd_status status = flows_place_everywhere(&board, type, i % 3 == 0, NULL, &map);
        for (unsigned rotation = 0; rotation < 6; rotation++)
            for (unsigned hex = 0; hex < board.grid->hexes; hex++) {
                unsigned tile = flows_tile(type, rotation);
                char verdict = map.at[rotation][hex];
                assert_int_equal(verdict == '.', !flows_is_empty(&board, hex));
                bool is_legal = flows_is_move_legal(&board, hex, tile, i % 3 == 0, NULL) == QD_YES;
                if (is_legal != (verdict == '1' || verdict == 'W'))
                    legal_fail_at(&board, "map and single move disagree", i % 3 != 0);
                if (verdict == '.')
                    continue;
                struct flows_board after = board;
                flows_place(&after, hex, tile);
                assert_int_equal(flows_find_winning_players(&after) != 0, verdict == 'W');
                legal += is_legal && rotation < flows_rotations(type);
            }
        assert_int_equal(map.legal, legal);
        assert_int_equal(status, legal > 0 ? QD_YES : QD_NO);
    }
}

/* ---- limits ---- */

/* Infeasible by no cut, and out of reach for the search alone. */
static const char *const hard = "...LWSAW.TBGU.O....U..I.....P.EES.P.F";

static void a_hard_position(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work;
    struct flows_refusal refusal;
    (void)state;
    board_from_text(&board, 3, 7, hard);
    flows_net_start(&net, &board);
    assert_int_equal(flows_join(&net, 7, NULL, NULL, &routes, &work), QD_NO);
    assert_int_equal(work.stage, FLOWS_BY_SWEEP);
    assert_int_equal(work.nodes, 155);
    work.nodes = 0;
    assert_int_equal(flows_search(&net, 7, NULL, 500, NULL, &routes, &work), QD_LIMIT);
    assert_int_equal(work.nodes, 500);
    work.nodes = 0;
    assert_int_equal(flows_search(&net, 3, NULL, 500, NULL, &routes, &work), QD_YES);
    assert_int_equal(work.nodes, 13);
    assert_int_equal(flows_explain(&board, false, NULL, &refusal), QD_NO);
    assert_int_equal(refusal.kind, FLOWS_TEAMS_COLLIDE);
    assert_int_equal(refusal.axes, 7);
}

static void a_limit_ends_it(void **state) {
    struct flows_board board;
    qd_limits limits = {.nodes = 1};
    (void)state;
    board_from_text(&board, 3, 7, hard);
    qd_control *control = control_new(&limits);
    assert_int_equal(flows_has_distinct_potential_paths(&board, false, control), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_NODES);
    control_free(control);
    control = control_new(NULL);
    control_stop(control);
    assert_int_equal(flows_has_distinct_potential_paths(&board, false, control), QD_LIMIT);
    control_free(control);
}

/* The sweep meets some ten thousand states here. */
static const char *const large = ".UF..KM.....L.V.WH..OXKO...W.L..MK.AH";

/* What the first two sweeps leave open is decided by a rough one and its completion. */
static void a_rough_sweep_decides(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work;
    (void)state;
    board_from_text(&board, 3, 7, large);
    flows_net_start(&net, &board);
    assert_int_equal(flows_join(&net, 7, NULL, NULL, &routes, &work), QD_YES);
    assert_int_equal(work.stage, FLOWS_BY_SWEEP);
    assert_int_equal(work.nodes, 1654);
}

static void memory_is_limited(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    struct flows_work work = {0};
    qd_limits limits = {.bytes = 100000};
    (void)state;
    board_from_text(&board, 3, 7, large);
    flows_net_start(&net, &board);
    qd_control *control = control_new(&limits);
    assert_int_equal(flows_sweep(&net, 7, NULL, 0, UINT64_MAX, control, &routes, &work), QD_LIMIT);
    assert_int_equal(control_end(control), QD_END_BYTES);
    control_free(control);
}

static void an_empty_board_is_legal(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++)
        for (unsigned axes = 1; axes <= FLOWS_ALL_AXES; axes++) {
            struct flows_board board;
            uint8_t tile[FLOWS_MOST_HEXES];
            flows_board_start(&board, radius, axes);
            for (unsigned any = 0; any < 2; any++) {
                assert_int_equal(flows_find_witness(&board, !any, NULL, tile, NULL), QD_YES);
                assert_true(oracle_accepts_filling(&board, axes, any, tile));
            }
        }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_empty_board_is_legal),
        cmocka_unit_test(nineteen_hexes_at_random),
        cmocka_unit_test(nineteen_hexes_after_a_move),
        cmocka_unit_test(both_methods_are_right_alone),
        cmocka_unit_test(both_methods_agree_on_larger_boards),
        cmocka_unit_test(placements_agree_with_single_moves),
        cmocka_unit_test(a_hard_position),
        cmocka_unit_test(a_limit_ends_it),
        cmocka_unit_test(a_rough_sweep_decides),
        cmocka_unit_test(memory_is_limited),
    };
    return cmocka_run_group_tests_name("flows_legal", tests, NULL, NULL);
}

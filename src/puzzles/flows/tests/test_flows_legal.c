/* The exact legality of Flows against an oracle that tries all tiles, on boards of 7 and 19 hexes;
 * witnesses and refusals are checked by the oracle too. QUANDARY_SLOW_TESTS takes larger sets, and
 * if it is "all", much larger ones still. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "flows_heuristic.h"
#include "flows_legal.h"
#include "flows_oracle.h"
#include "flows_positions.h"
#include "flows_search.h"
#include "flows_sweep.h"

enum { NO_LIMIT = 100000000 };

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

struct tally {
    unsigned yes, no, skipped, cuts, rooms, collisions, lacks;
};

static void fail_at(const struct flows_board *board, const char *what, bool any) {
    char text[FLOWS_MOST_HEXES + 1];
    fail_msg("%s: axes=%u radius=%u %s (%s, left %u %u %u %u)", what, board->axes,
             board->grid->radius, board_to_text(board, text), any ? "any tiles" : "tiles left",
             board->left[0], board->left[1], board->left[2], board->left[3]);
}

/* ---- refusals ---- */

static void check_refusal(const struct flows_board *board, bool any, struct tally *tally) {
    struct flows_refusal refusal;
    struct flows_board fewer = *board;
    uint8_t tile[FLOWS_MOST_HEXES];
    if (flows_explain(board, !any, NULL, &refusal) != QD_NO || refusal.axes == 0 ||
        refusal.axes & ~board->axes)
        fail_at(board, "no explanation", any);
    bool left_only = refusal.kind == FLOWS_TILES_LACK;
    /* With any team less they can be joined. */
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
        fewer.axes = (uint8_t)(refusal.axes & ~(1U << axis));
        if (fewer.axes == refusal.axes || fewer.axes == 0)
            continue;
        if (flows_find_witness(&fewer, left_only, NULL, tile, NULL) != QD_YES ||
            !oracle_accepts_filling(board, fewer.axes, !left_only, tile))
            fail_at(board, "the conflict is not the smallest", any);
    }
    fewer.axes = refusal.axes;
    if (flows_has_distinct_potential_paths(&fewer, left_only, NULL) != QD_NO)
        fail_at(board, "the conflict is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT || refusal.kind == FLOWS_NO_ROOM) &&
        !oracle_accepts_cut(board, &refusal))
        fail_at(board, "the cut is none", any);
    if ((refusal.kind == FLOWS_TEAM_IS_CUT) != (!left_only && !(refusal.axes & (refusal.axes - 1))))
        fail_at(board, "a team alone is always cut", any);
    tally->cuts += refusal.kind == FLOWS_TEAM_IS_CUT;
    tally->rooms += refusal.kind == FLOWS_NO_ROOM;
    tally->collisions += refusal.kind == FLOWS_TEAMS_COLLIDE;
    tally->lacks += left_only;
}

/* ---- decisions ---- */

/* The engine against what the oracle says: 1, 0, or -1 if it has not decided. */
static void compare(const struct flows_board *board, bool any, int expected, struct tally *tally) {
    uint8_t tile[FLOWS_MOST_HEXES];
    qd_status status = flows_find_witness(board, !any, NULL, tile, NULL);
    if (status == QD_YES && !oracle_accepts_filling(board, board->axes, any, tile))
        fail_at(board, "the witness is none", any);
    if (expected < 0) {
        tally->skipped++;
        return;
    }
    if (status != (expected ? QD_YES : QD_NO))
        fail_at(board, expected ? "refused, but there is a way" : "accepted without a way", any);
    tally->yes += status == QD_YES;
    tally->no += status == QD_NO;
    if (status == QD_NO)
        check_refusal(board, any, tally);
}

static int ask_oracle(const struct flows_board *board, bool any, long nodes) {
    struct oracle oracle;
    oracle_read(&oracle, board, any, nodes);
    return oracle_can_join(&oracle, board->axes);
}

static void check_board(const struct flows_board *board, bool any, long nodes,
                        struct tally *tally) {
    compare(board, any, ask_oracle(board, any, nodes), tally);
}

/* A filling that joins all teams joins fewer too. */
static void check_all_axes(struct flows_board *board, struct tally *tally) {
    board->axes = FLOWS_ALL_AXES;
    int all = ask_oracle(board, true, NO_LIMIT);
    for (unsigned axes = 1; axes <= FLOWS_ALL_AXES; axes++) {
        board->axes = (uint8_t)axes;
        int expected = all || axes == FLOWS_ALL_AXES ? all : ask_oracle(board, true, NO_LIMIT);
        compare(board, true, expected, tally);
    }
}

/* The two complete methods, each alone. */
static void check_methods(const struct flows_board *board, bool any, bool expected) {
    struct flows_net net;
    struct flows_routes routes;
    uint64_t nodes = 0;
    const uint8_t *left = any ? NULL : board->left;
    qd_status status = expected ? QD_YES : QD_NO;
    flows_net_start(&net, board);
    if (flows_search(&net, net.axes, left, UINT64_MAX, NULL, &routes, &nodes) != status)
        fail_at(board, "the search is wrong", any);
    for (unsigned variant = 0; variant < 4; variant++)
        if (flows_sweep(&net, net.axes, left, variant, UINT64_MAX, NULL, &routes, &nodes) != status)
            fail_at(board, "the sweep is wrong", any);
}

static void print_tally(const char *what, const struct tally *tally) {
    print_message("# %s: %u yes, %u no (%u cut, %u without room, %u collide, %u lack tiles), %u "
                  "not decided by the oracle\n",
                  what, tally->yes, tally->no, tally->cuts, tally->rooms, tally->collisions,
                  tally->lacks, tally->skipped);
}

/* Every position of 7 hexes in which exactly these hexes are empty; all axis sets. */
static void check_all_fillings(unsigned empty, struct tally *tally) {
    struct flows_board board;
    unsigned shapes[7] = {0}, at;
    do {
        flows_board_start(&board, 1, FLOWS_ALL_AXES);
        for (unsigned hex = 0; hex < 7; hex++)
            if (!(empty >> hex & 1))
                flows_place(&board, hex, flows_shape_tile(shapes[hex]));
        check_all_axes(&board, tally);
        for (at = 0; at < 7; at++) {
            if (empty >> at & 1)
                continue;
            if (++shapes[at] < FLOWS_SHAPES)
                break;
            shapes[at] = 0;
        }
    } while (at < 7);
}

/* All positions with at least so many empty hexes: the fewer, the more there are (4: 100,000; 3:
 * 1,400,000; 2: 13,000,000). */
static int least_empty(void) {
    const char *wish = getenv("QUANDARY_SLOW_TESTS");
    if (!wish)
        return 5;
    return strcmp(wish, "all") == 0 ? 2 : 4;
}

/* The short run takes a quarter of them. */
static void seven_hexes_in_order(void **state) {
    struct tally tally = {0};
    (void)state;
    for (unsigned empty = 0; empty < 128; empty++)
        if (__builtin_popcount(empty) >= least_empty() && (slow() || empty % 4 == 2))
            check_all_fillings(empty, &tally);
    print_tally("7 hexes, all", &tally);
    assert_int_equal(tally.skipped, 0);
}

static void seven_hexes_at_random(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 7);
    for (unsigned i = 0; i < (slow() ? 400000u : 20000u); i++) {
        struct flows_board board;
        random_board(&board, 1, 1 + i % 7, (unsigned)random_below(&random, 6), false, &random);
        check_board(&board, true, NO_LIMIT, &tally);
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            board.left[type] = (uint8_t)random_below(&random, 4);
        check_board(&board, false, NO_LIMIT, &tally);
    }
    print_tally("7 hexes, random", &tally);
    assert_int_equal(tally.skipped, 0);
    assert_true(tally.lacks > 100);
}

static void nineteen_hexes_at_random(void **state) {
    struct tally tally = {0};
    struct random random;
    (void)state;
    random_seed(&random, 19);
    for (unsigned i = 0; i < (slow() ? 10000u : 1000u); i++) {
        struct flows_board board;
        unsigned axes = 1 + i % 7, empty = (unsigned)random_below(&random, 10);
        if (i % 2 == 0)
            random_board(&board, 2, axes, empty, true, &random);
        else
            random_legal_board(&board, 2, axes, empty, &random);
        check_board(&board, true, 100000, &tally);
        check_board(&board, false, 100000, &tally);
    }
    print_tally("19 hexes, random", &tally);
    assert_true(tally.yes > 500 && tally.no > 300);
}

/* One more tile on a legal board is where the difficult questions are. */
static void nineteen_hexes_after_a_move(void **state) {
    struct tally tally = {0};
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
        check_board(&board, true, 100000, &tally);
        check_board(&board, false, 100000, &tally);
    }
    print_tally("19 hexes, moves", &tally);
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
            int expected = ask_oracle(&board, any, 100000);
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
        uint64_t nodes = 0;
        random_legal_board(&board, 3, i % 3 ? 7 : 3, 4 + i % 16, &random);
        flows_place(&board, random_empty_hex(&board, &random), (unsigned)random_below(&random, 24));
        const uint8_t *left = i % 2 ? NULL : board.left;
        flows_net_start(&net, &board);
        qd_status search = flows_search(&net, net.axes, left, 1000, NULL, &routes, &nodes);
        qd_status sweep = flows_sweep(&net, net.axes, left, i % 4, 20000, NULL, &routes, &nodes);
        if (search == QD_LIMIT || sweep == QD_LIMIT)
            continue;
        if (search != sweep)
            fail_at(&board, "search and sweep disagree", left == NULL);
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
                    fail_at(&board, "map and single move disagree", i % 3 != 0);
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

static void heuristic_never_accepts_what_is_illegal(void **state) {
    struct random random;
    unsigned refused = 0;
    (void)state;
    random_seed(&random, 5);
    for (unsigned i = 0; i < 3000; i++) {
        struct flows_board board;
        random_legal_board(&board, 3, 7, (unsigned)random_below(&random, 20), &random);
        if (flows_set_empty(&board.empty))
            continue;
        unsigned hex = random_empty_hex(&board, &random);
        unsigned tile = (unsigned)random_below(&random, 24);
        bool exact = flows_is_move_legal(&board, hex, tile, false, NULL) == QD_YES;
        bool guess = flows_heuristic_is_move_legal(&board, hex, tile);
        assert_true(exact || !guess);
        refused += exact && !guess;
    }
    print_message("# the heuristic refused %u legal moves of 3000\n", refused);
    assert_true(refused > 0);
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
    assert_int_equal(work.nodes, 157);
    uint64_t nodes = 0;
    assert_int_equal(flows_search(&net, 7, NULL, 500, NULL, &routes, &nodes), QD_LIMIT);
    assert_int_equal(nodes, 500);
    nodes = 0;
    assert_int_equal(flows_search(&net, 3, NULL, 500, NULL, &routes, &nodes), QD_YES);
    assert_int_equal(nodes, 13);
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

static void memory_is_limited(void **state) {
    struct flows_board board;
    struct flows_net net;
    struct flows_routes routes;
    uint64_t nodes = 0;
    qd_limits limits = {.bytes = 100000};
    (void)state;
    board_from_text(&board, 3, 7, large);
    flows_net_start(&net, &board);
    qd_control *control = control_new(&limits);
    assert_int_equal(flows_sweep(&net, 7, NULL, 0, UINT64_MAX, control, &routes, &nodes), QD_LIMIT);
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
        cmocka_unit_test(seven_hexes_in_order),
        cmocka_unit_test(seven_hexes_at_random),
        cmocka_unit_test(nineteen_hexes_at_random),
        cmocka_unit_test(nineteen_hexes_after_a_move),
        cmocka_unit_test(both_methods_are_right_alone),
        cmocka_unit_test(both_methods_agree_on_larger_boards),
        cmocka_unit_test(placements_agree_with_single_moves),
        cmocka_unit_test(heuristic_never_accepts_what_is_illegal),
        cmocka_unit_test(a_hard_position),
        cmocka_unit_test(a_limit_ends_it),
        cmocka_unit_test(memory_is_limited),
    };
    return cmocka_run_group_tests_name("flows_legal", tests, NULL, NULL);
}

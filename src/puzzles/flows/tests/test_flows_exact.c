/* Endgames against an expectimax written apart: the value of the position and of every move, for
 * every number of players, both readings, short bags and the last turns. QUANDARY_SLOW_TESTS takes
 * larger sets. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/solve/opponent/endgame.h"
#include "puzzles/flows/solve/opponent/expectimax.h"
#include "puzzles/flows/solve/opponent/think.h"
#include "puzzles/flows/tests/flows_expectimax.h"
#include "puzzles/flows/tests/flows_oracle.h"
#include "puzzles/flows/tests/flows_positions.h"

enum { SEED = 20262 };

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- positions ---- */

/* Plays at random until that many hexes are empty. Returns false if the game is over before. */
static bool play_down_to(struct flows_game *game, const struct flows_setup *setup, unsigned empty,
                         struct random *random) {
    struct flows_move moves[FLOWS_MOST_MOVES];
    flows_game_start(game, setup);
    while (game->outcome == FLOWS_GOES_ON && flows_set_count(&game->board.empty) > empty) {
        size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
        assert_int_equal(flows_game_play(game, moves[random_below(random, count)], NULL, NULL),
                         QD_YES);
    }
    return game->outcome == FLOWS_GOES_ON;
}

static void endgame(struct flows_game *game, unsigned radius, unsigned players, unsigned empty,
                    struct random *random) {
    struct flows_setup setup;
    do {
        flows_setup_start(&setup, radius, players);
        flows_setup_seats(&setup, random);
        setup.seeded = true;
        setup.seed = random_bits(random);
    } while (!play_down_to(game, &setup, empty, random));
}

/* ---- the comparison ---- */

static void fail_at(const struct flows_game *game, const char *what, const double one[3],
                    const double two[3]) {
    char text[FLOWS_MOST_HEXES + 1];
    fail_msg(
        "seed %d: %s: radius=%u axes=%u edge=%u hand=%u %s: %.9f %.9f %.9f, not %.9f %.9f %.9f",
        SEED, what, game->board.grid->radius, game->board.axes, game->edge, game->hand,
        board_to_text(&game->board, text), one[0], one[1], one[2], two[0], two[1], two[2]);
}

static void expect_shares(const struct flows_game *game, const char *what, const double got[3],
                          const double expected[3]) {
    for (unsigned axis = 0; axis < 3; axis++)
        if (!(fabs(got[axis] - expected[axis]) <= 1e-9)) /* nor NaN */
            fail_at(game, what, got, expected);
}

static void shares_of(const struct flows_worth *worth, double share[3]) {
    for (unsigned axis = 0; axis < 3; axis++)
        share[axis] = (double)worth->share[axis] / (double)worth->whole;
}

static void compare_moves(const struct flows_game *game, struct flows_exact *exact,
                          struct expectimax *max) {
    struct flows_move moves[FLOWS_MOST_MOVES];
    size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
    for (size_t i = 0; game->hand != FLOWS_NONE && i < count; i++) {
        struct flows_worth worth;
        double got[3], expected[3];
        assert_true(flows_exact_move(exact, game, moves[i], &worth));
        assert_true(expectimax_move(max, moves[i].hex, moves[i].tile, expected));
        shares_of(&worth, got);
        expect_shares(game, "a move", got, expected);
    }
}

/* The solver, the choice of the strong opponent, and the chances that are reported. */
static void compare(const struct flows_game *game, struct flows_exact_work *work) {
    struct flows_exact *exact = flows_exact_new(game, NULL);
    struct expectimax *max = expectimax_new(game);
    struct flows_thought thought;
    struct flows_worth worth;
    double expected[3], got[3];
    bool proven;
    expectimax_value(max, expected);
    assert_true(flows_exact_value(exact, game, &worth));
    shares_of(&worth, got);
    expect_shares(game, "the value", got, expected);
    compare_moves(game, exact, max);
    assert_int_equal(flows_chances(game, 1, SEED, NULL, got, &proven), QD_YES);
    assert_true(proven);
    expect_shares(game, "the chances", got, expected);
    if (game->hand != FLOWS_NONE) {
        assert_int_equal(flows_think(game, FLOWS_STRONG, 1, SEED, NULL, &thought), QD_YES);
        assert_true(thought.exact && thought.best[0].margin == 0);
        expect_shares(game, "the choice", thought.best[0].win, expected);
    }
    flows_exact_check(exact);
    struct flows_exact_work done = flows_exact_work(exact);
    work->positions += done.positions;
    work->remembered += done.remembered;
    work->illegal += done.illegal;
    work->unplayable += done.unplayable;
    work->ties += done.ties;
    flows_exact_free(exact);
    expectimax_free(max);
}

static void print_work(const char *what, unsigned count, const struct flows_exact_work *work) {
    print_message("# %s: %u endgames, %llu positions, %llu remembered, %llu illegal tiles, %llu "
                  "unplayable, %llu ties\n",
                  what, count, (unsigned long long)work->positions,
                  (unsigned long long)work->remembered, (unsigned long long)work->illegal,
                  (unsigned long long)work->unplayable, (unsigned long long)work->ties);
}

/* 4 and 5 empty hexes, radius 2 and 3, 2 and 3 players. */
static void standard_endgames(void **state) {
    (void)state;
    struct random random;
    struct flows_exact_work work = {0};
    unsigned count = slow() ? 60 : 16;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < count; i++) {
        struct flows_game game;
        endgame(&game, 2 + i / 2 % 2, 2 + i / 4 % 2, 4 + i % 2, &random);
        if (i % 5 == 0) { /* nobody knows what is in hand */
            game.setup.seeded = game.shown = false;
            game.hand = FLOWS_NONE;
        }
        compare(&game, &work);
    }
    print_work("standard", count, &work);
    assert_true(work.positions > 500 && work.remembered > 500 && work.illegal > 500);
}

/* Fewer tiles than hexes, few turns left, teams that have resigned, the other reading. */
static void vary(struct flows_game *game, unsigned i, struct random *random) {
    if (i % 3 == 0)
        game->setup.tiles_left = true;
    if (i % 4 == 1)
        for (unsigned type = 0; type < FLOWS_TYPES; type++)
            game->board.left[type] = (uint8_t)random_below(random, 3);
    if (i % 7 == 3)
        game->turn = (uint16_t)(FLOWS_MOST_TURNS - 1 - random_below(random, 3));
    if (i % 5 == 2 && game->board.axes == FLOWS_ALL_AXES)
        game->board.axes &= (uint8_t) ~(1U << (game->edge + 1) % 3);
    game->setup.seeded = false;
    game->shown = i % 2;
    game->hand = FLOWS_NONE;
    for (unsigned type = 0; game->shown && type < FLOWS_TYPES; type++)
        if (game->board.left[type] > 0)
            game->hand = (uint8_t)type;
    flows_game_settle(game, NULL);
}

static void all_kinds_of_endgames(void **state) {
    (void)state;
    struct random random;
    struct flows_exact_work work = {0};
    unsigned count = 0;
    random_seed(&random, SEED + 1);
    for (unsigned i = 0; i < (slow() ? 3000u : 400u); i++) {
        struct flows_game game;
        endgame(&game, 1 + i % 3, 2 + i / 3 % 5, 1 + i % 4, &random);
        vary(&game, i, &random);
        if (game.outcome != FLOWS_GOES_ON)
            continue;
        compare(&game, &work);
        count++;
    }
    print_work("of all kinds", count, &work);
    assert_true(count > 250 && work.unplayable > 100 && work.ties > 100 && work.illegal > 1000);
}

/* ---- what it is made of ---- */

/* Tiles laid one by one on a small position lead where the net of the whole board leads, and the
 * teams can be joined if and only if the oracle finds a filling. */
static void small_positions(void **state) {
    (void)state;
    struct random random;
    unsigned yes = 0, no = 0;
    random_seed(&random, SEED + 2);
    for (unsigned i = 0; i < (slow() ? 20000u : 2000u); i++) {
        struct flows_board board;
        struct flows_net net;
        struct flows_small small, after, read;
        struct oracle oracle;
        bool any = i % 2;
        random_board(&board, 1 + i % 3, 1 + i % 7, 1 + i % 5, i % 4 == 0, &random);
        for (unsigned type = 0; !any && type < FLOWS_TYPES; type++)
            board.left[type] = (uint8_t)random_below(&random, 4);
        flows_net_start(&net, &board);
        flows_small_start(&small, &net);
        assert_true(flows_small_check(&small));
        oracle_read(&oracle, &board, any, 100000000);
        bool can = oracle_can_join(&oracle, board.axes);
        if (flows_small_can_join(&small, any ? NULL : board.left) != can)
            fail_msg("seed %d, board %u: the oracle says %d", SEED + 2, i, can);
        yes += can;
        no += !can;
        unsigned hex = flows_set_first(&board.empty), tile = (unsigned)random_below(&random, 24);
        flows_small_place(&small, 0, tile, &after);
        assert_true(flows_small_check(&after));
        flows_place(&board, hex, tile);
        flows_net_start(&net, &board);
        flows_small_start(&read, &net);
        assert_memory_equal(&after, &read, sizeof read);
    }
    print_message("# small positions: %u yes, %u no\n", yes, no);
    assert_true(yes > 300 && no > 300);
}

/* ---- known positions ---- */

static void read_position(struct flows_game *game, unsigned radius, unsigned first, unsigned second,
                          unsigned edge, unsigned hand, const char *tiles) {
    struct flows_setup setup;
    flows_setup_start(&setup, radius, 2);
    setup.seat[0] = (uint8_t)first;
    setup.seat[1] = (uint8_t)second;
    flows_game_start(game, &setup);
    for (unsigned hex = 0; tiles[hex]; hex++)
        if (tiles[hex] != '.')
            flows_place(&game->board, hex, (unsigned)(tiles[hex] - 'A'));
    game->turn = (uint16_t)(game->board.grid->hexes - flows_set_count(&game->board.empty));
    game->edge = (uint8_t)edge;
    game->hand = (uint8_t)hand;
    game->shown = true;
    flows_game_settle(game, NULL);
}

/* The search of old said 100 % here, for a move that is worth 25 %. */
static void a_position_that_was_misjudged(void **state) {
    (void)state;
    struct flows_game game;
    struct flows_thought thought;
    struct buf move = {0};
    read_position(&game, 2, 3, 1, 1, 3, "BNCJ.ACBMO.HTTS.H.L");
    assert_int_equal(flows_think(&game, FLOWS_STRONG, 1, SEED, NULL, &thought), QD_YES);
    flows_move_add(&game.setup, thought.best[0].move, &move);
    assert_string_equal(buf_text(&move), "P2C4T3S");
    assert_true(thought.exact && thought.best[0].win[1] == 0.875);
    buf_free(&move);
}

/* The search of old said 79 % here. */
static void a_position_that_looked_better(void **state) {
    (void)state;
    struct flows_game game;
    struct flows_thought thought;
    struct expectimax *max;
    double share[3];
    read_position(&game, 2, 0, 2, 2, 0, "OATMHSTIS.H..KON.AB");
    assert_int_equal(flows_think(&game, FLOWS_STRONG, 1, SEED, NULL, &thought), QD_YES);
    assert_true(thought.exact && thought.best[0].win[2] == 0.375);
    max = expectimax_new(&game);
    expectimax_value(max, share);
    assert_true(fabs(share[2] - 0.375) < 1e-12);
    expectimax_free(max);
}

/* ---- limits ---- */

static void it_can_be_stopped(void **state) {
    (void)state;
    struct random random;
    struct flows_game game;
    struct flows_thought thought;
    struct flows_worth worth;
    double win[FLOWS_AXES];
    bool proven;
    random_seed(&random, SEED + 3);
    endgame(&game, 1, 3, 5, &random);
    qd_control *control = control_new(NULL);
    control_stop(control);
    struct flows_exact *exact = flows_exact_new(&game, control);
    bool finished = flows_exact_value(exact, &game, &worth);
    assert_true(finished || flows_exact_work(exact).positions < 100);
    flows_exact_check(exact);
    flows_exact_free(exact);
    qd_status status = flows_think(&game, FLOWS_STRONG, 1, SEED, control, &thought);
    assert_true(status == QD_LIMIT && !thought.exact);
    struct flows_game after = game;
    assert_int_equal(flows_game_play(&after, thought.best[0].move, NULL, NULL), QD_YES);
    assert_int_equal(flows_chances(&game, 1, SEED, control, win, &proven), QD_LIMIT);
    assert_false(proven);
    control_free(control);
}

/* Without room to remember anything it takes longer and finds the same. */
static void memory_is_a_matter_of_speed(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED + 4);
    for (unsigned i = 0; i < 10; i++) {
        struct flows_game game;
        struct flows_worth with, without;
        endgame(&game, 2, 2 + i % 2, 4, &random);
        qd_limits limits = {.bytes = 1000};
        qd_control *control = control_new(&limits);
        struct flows_exact *one = flows_exact_new(&game, NULL);
        struct flows_exact *two = flows_exact_new(&game, control);
        assert_true(flows_exact_value(one, &game, &with));
        assert_true(flows_exact_value(two, &game, &without));
        assert_memory_equal(&with, &without, sizeof with);
        assert_int_equal(flows_exact_work(two).remembered, 0);
        assert_int_equal(control_end(control), QD_END_NONE);
        flows_exact_check(two);
        flows_exact_free(one);
        flows_exact_free(two);
        control_free(control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(standard_endgames),
        cmocka_unit_test(all_kinds_of_endgames),
        cmocka_unit_test(small_positions),
        cmocka_unit_test(a_position_that_was_misjudged),
        cmocka_unit_test(a_position_that_looked_better),
        cmocka_unit_test(it_can_be_stopped),
        cmocka_unit_test(memory_is_a_matter_of_speed),
    };
    return cmocka_run_group_tests_name("flows_exact", tests, NULL, NULL);
}

/* The rules of the game one by one: seats, turns, draws, ends, resigning and supermoves. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/game.h"
#include "puzzles/flows/tests/flows_same.h"

enum { SEED = 20261116 };

/* ---- seats ---- */

/* What the rules say of the seats, in other words. */
static bool seats_are_fine(const uint8_t *seat, unsigned players) {
    unsigned edges = 0, opposite = 0;
    for (unsigned i = 0; i < players; i++)
        edges |= 1U << seat[i];
    for (unsigned i = 0; i < players; i++)
        opposite += edges >> (seat[i] + 3) % 6 & 1;
    unsigned steps = 0; /* all the way round, from seat to seat */
    for (unsigned i = 0; i < players; i++) {
        unsigned step = (seat[(i + 1) % players] + 6u - seat[i]) % 6;
        steps += step ? step : 6;
    }
    static const unsigned with_partner[] = {0, 0, 0, 0, 4, 4, 6};
    return steps == 6 && opposite == with_partner[players];
}

static void all_seatings_are_judged(void **state) {
    (void)state;
    unsigned fine[7] = {0};
    for (unsigned players = 1; players <= 6; players++)
        for (unsigned number = 0; number < 46656; number++) {
            struct flows_setup setup;
            struct buf why = {0};
            flows_setup_start(&setup, 3, players);
            unsigned rest = number;
            for (unsigned i = 0; i < players; i++, rest /= 6)
                setup.seat[i] = (uint8_t)(rest % 6);
            if (rest)
                continue;
            bool fits = flows_setup_fits(&setup, &why);
            assert_int_equal(fits, seats_are_fine(setup.seat, players));
            assert_int_equal(fits, why.size == 0);
            fine[players] += fits;
            buf_free(&why);
        }
    assert_int_equal(fine[1], 6);
    assert_int_equal(fine[2], 24); /* 15 pairs less 3, and who begins */
    assert_int_equal(fine[3], 24); /* 8 choices, and who begins */
    assert_int_equal(fine[4], 12);
    assert_int_equal(fine[5], 30);
    assert_int_equal(fine[6], 6);
}

static void random_seats_are_all_there(void **state) {
    (void)state;
    static const unsigned kinds[] = {0, 6, 24, 24, 12, 30, 6};
    struct random random;
    random_seed(&random, SEED);
    for (unsigned players = 1; players <= 6; players++) {
        bool seen[46656] = {false};
        unsigned count = 0;
        for (int i = 0; i < 2000; i++) {
            struct flows_setup setup;
            unsigned number = 0;
            flows_setup_start(&setup, 3, players);
            flows_setup_seats(&setup, &random);
            assert_true(flows_setup_fits(&setup, &(struct buf){0}));
            for (unsigned p = players; p-- > 0;)
                number = number * 6 + setup.seat[p];
            count += !seen[number];
            seen[number] = true;
        }
        assert_int_equal(count, kinds[players]);
    }
}

/* ---- turns and draws ---- */

static struct flows_game new_game(unsigned radius, unsigned players, uint64_t seed) {
    struct flows_setup setup;
    struct flows_game game;
    flows_setup_start(&setup, radius, players);
    setup.seeded = seed != 0;
    setup.seed = seed;
    flows_game_start(&game, &setup);
    return game;
}

static bool try_move(struct flows_game *game, const char *text, struct buf *why) {
    struct flows_move move;
    struct flows_decision decision;
    if (!flows_move_read(&game->setup, text, &move, why))
        return false;
    qd_status bare = flows_decide(game, move, NULL, NULL);
    qd_status status = flows_game_play(game, move, NULL, &decision);
    assert_int_equal(status, bare); /* the reason changes nothing */
    if (status == QD_NO)
        flows_decision_text(game, move, &decision, why);
    return status == QD_YES;
}

static void play(struct flows_game *game, const char *text) {
    struct buf why = {0};
    if (!try_move(game, text, &why))
        fail_msg("%s: %s", text, buf_text(&why));
}

static void refused(struct flows_game *game, const char *text, const char *reason) {
    struct buf why = {0};
    struct flows_game before = *game;
    assert_false(try_move(game, text, &why));
    if (!strstr(buf_text(&why), reason))
        fail_msg("%s: %s", text, buf_text(&why));
    flows_expect_same(&before, game);
    buf_free(&why);
}

/* The team of that axis can never join its edges, whatever the others do. */
static bool is_blocked(const struct flows_game *game, unsigned axis) {
    struct flows_board alone = game->board;
    alone.axes = (uint8_t)(1U << axis);
    return flows_has_distinct_potential_paths(&alone, game->setup.tiles_left, NULL) == QD_NO;
}

static void play_first_legal(struct flows_game *game) {
    struct flows_move move;
    assert_int_equal(flows_game_moves(game, &move, 1), 1);
    assert_int_equal(flows_game_play(game, move, NULL, NULL), QD_YES);
}

static void turns_go_round(void **state) {
    (void)state;
    /* Of five, the empty edge is 4, so the player at edge 1 moves twice a round. */
    static const char *const orders[] = {NULL,           NULL,           "12121212",    "12312312",
                                         "123412341234", "123453123453", "123456123456"};
    for (unsigned players = 2; players <= 6; players++) {
        struct flows_game game = new_game(4, players, 0);
        if (players == 5) {
            static const uint8_t seats[] = {5, 0, 1, 2, 3};
            memcpy(game.setup.seat, seats, sizeof seats);
            game.edge = 5;
        }
        for (const char *turn = orders[players]; *turn; turn++) {
            assert_int_equal(flows_game_player(&game), *turn - '1');
            assert_int_equal(game.edge, flows_game_usual_edge(&game));
            play_first_legal(&game);
        }
    }
}

static void draws_follow_the_seed(void **state) {
    (void)state;
    unsigned first[4] = {0}, fifth[4] = {0};
    for (uint64_t seed = 1; seed <= 4000; seed++) {
        struct flows_game game = new_game(3, 2, seed), twin = new_game(3, 2, seed);
        assert_int_equal(game.hand, twin.hand);
        first[game.hand]++;
        for (int i = 0; i < 4 && seed <= 1000; i++)
            play_first_legal(&game);
        fifth[game.hand]++;
    }
    /* 1000 expected, standard deviation 27: five of them */
    for (unsigned type = 0; type < 4; type++) {
        assert_in_range(first[type], 865, 1135);
        assert_in_range(fifth[type], 865, 1135);
    }
}

static void only_the_hand_may_be_laid(void **state) {
    (void)state;
    struct flows_game game = new_game(3, 2, 1);
    char text[] = "P1D4T0N";
    text[5] = (char)('0' + (game.hand + 1) % 4);
    refused(&game, text, "the tile in hand is T");
    refused(&game, "P1T0", "the tile in hand is known already");
    text[5] = (char)('0' + game.hand);
    text[1] = '2';
    refused(&game, text, "it is the turn of P1");
    text[1] = '1';
    play(&game, text);
    text[1] = '2';
    text[5] = (char)('0' + game.hand);
    refused(&game, text, "there is a tile on that hex");
}

/* ---- ends ---- */

/* Lays tiles without asking anybody, and has the game take stock. */
static void put(struct flows_game *game, const char *code) {
    for (unsigned hex = 0; code[hex]; hex++)
        if (code[hex] != '.')
            flows_place(&game->board, hex, (unsigned)(code[hex] - 'A'));
    game->turn = (uint16_t)(game->board.grid->hexes - flows_set_count(&game->board.empty));
    game->edge = (uint8_t)flows_game_usual_edge(game);
    flows_game_settle(game, NULL);
}

/* Everybody has a way, but only with tiles of other types: P1 draws T3 here. */
static void an_unplayable_tile_wins(void **state) {
    (void)state;
    struct flows_game game = new_game(2, 2, 0);
    put(&game, "BTLBCBNMT.LAGTN.I.T");
    assert_int_equal(game.outcome, FLOWS_GOES_ON);
    play(&game, "P1T3");
    assert_int_equal(game.outcome, FLOWS_UNPLAYABLE);
    assert_int_equal(flows_game_player(&game), 0);
    assert_int_equal(game.winners, 1);
    refused(&game, "P1D4T2SE", "the game is over");
    refused(&game, "P2-resign", "the game is over");
}

/* All lines of edge 0 are turned back, so no tile has a legal place; but no game comes to that. */
static void an_impossible_position_has_no_winner(void **state) {
    (void)state;
    struct flows_game game = new_game(3, 2, 0);
    put(&game, "SSSS.................................");
    assert_int_equal(game.outcome, FLOWS_IMPOSSIBLE);
    assert_int_equal(game.winners, 0);
    assert_string_equal(flows_outcome_word(&game), "impossible");
    refused(&game, "P1D4T2SE", "the game is over");
}

static void an_empty_bag_has_no_winner(void **state) {
    (void)state;
    struct flows_setup setup;
    struct flows_game game;
    flows_setup_start(&setup, 3, 2);
    memset(setup.tiles, 0, sizeof setup.tiles);
    setup.tiles[3] = 2;
    flows_game_start(&game, &setup);
    refused(&game, "P1D4T2SE", "no tile T2 is left");
    play(&game, "P1D4T3N");
    assert_int_equal(game.outcome, FLOWS_GOES_ON);
    play(&game, "P2E4T3N");
    assert_int_equal(game.outcome, FLOWS_BAG_EMPTY);
    assert_int_equal(game.winners, 0);
    assert_string_equal(flows_outcome_word(&game), "bag-empty");
    refused(&game, "P1D5T3N", "the game is over");
}

static void resigning(void **state) {
    (void)state;
    struct flows_game game = new_game(3, 2, 9);
    play(&game, "P2-resign"); /* out of turn is allowed */
    assert_int_equal(game.outcome, FLOWS_GIVEN_UP);
    assert_int_equal(game.winners, 1U << flows_axis_of(&game.setup, 0));
    game = new_game(3, 6, 9);
    unsigned hand = game.hand;
    play(&game, "P6-resign"); /* P3 and P6 sit at edges 2 and 5 */
    assert_int_equal(game.outcome, FLOWS_GOES_ON);
    assert_int_equal(game.hand, hand);
    assert_int_equal(game.board.axes, 3);
    refused(&game, "P3-resign", "that team has resigned already");
    static const char order[] = "124512";
    for (int i = 0; order[i]; i++) {
        assert_int_equal(flows_game_player(&game), order[i] - '1');
        play_first_legal(&game);
    }
    play(&game, "P1-resign"); /* when it is the turn of P4, of the same team */
    assert_int_equal(game.outcome, FLOWS_GIVEN_UP);
    assert_int_equal(game.winners, 2);
}

static void a_draw_can_be_told(void **state) {
    (void)state;
    struct flows_game game = new_game(3, 2, 0);
    assert_int_equal(game.hand, FLOWS_NONE);
    refused(&game, "P2T1", "it is the turn of P1");
    play(&game, "P1T1");
    assert_int_equal(game.hand, 1);
    refused(&game, "P1D4T2SE", "the tile in hand is T1");
    refused(&game, "P1T1", "known already");
    play(&game, "P1D4T1SE");
    assert_int_equal(game.hand, FLOWS_NONE);
    assert_int_equal(game.turn, 1);
}

/* ---- supermoves ---- */

/* The four tiles along edge 0 turn all its lines back: P1 is cut off, P2 is not. */
static struct flows_game walled_game(enum flows_supermove supermove, bool for_anyone) {
    struct flows_setup setup;
    struct flows_game game;
    flows_setup_start(&setup, 3, 2);
    setup.supermove = (uint8_t)supermove;
    setup.for_anyone = for_anyone;
    flows_game_start(&game, &setup);
    put(&game, "SSSS.................................");
    return game;
}

static void replacing_frees(void **state) {
    (void)state;
    struct flows_game game = walled_game(FLOWS_DOUBLE_SUPERMOVE, false);
    assert_int_equal(game.outcome, FLOWS_GOES_ON);
    assert_int_equal(flows_game_player(&game), 0);
    assert_true(is_blocked(&game, 0));
    assert_false(is_blocked(&game, 1));
    play(&game, "P1D5T0S"); /* any empty hex will do */
    refused(&game, "P2C6T0N", "the player is not cut off");
    play(&game, "P2D4T0S");
    refused(&game, "P1A2T3S", "frees no team");
    play(&game, "P1A2T0S");
    assert_true(game.carried);
    assert_int_equal(game.hand, 3);
    assert_int_equal(flows_game_player(&game), 0);
    assert_false(is_blocked(&game, 0));
    refused(&game, "P1A1T3N", "must be laid on an empty one");
    refused(&game, "P1B2T0N", "the tile in hand is T3");
    play(&game, "P1B2T3N");
    assert_false(game.carried);
    assert_int_equal(flows_game_player(&game), 1);
}

static void single_supermoves_go_into_the_bag(void **state) {
    (void)state;
    struct flows_game game = walled_game(FLOWS_SINGLE_SUPERMOVE, true);
    unsigned left = game.board.left[3];
    play(&game, "P1D5T0S");
    play(&game, "P2C6T0S"); /* frees the other team */
    assert_false(game.carried);
    assert_int_equal(game.board.left[3], left + 1);
    assert_int_equal(flows_game_player(&game), 0);
    assert_false(is_blocked(&game, 0));
    refused(&game, "P1A1T0S", "no team is cut off");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_seatings_are_judged),
        cmocka_unit_test(random_seats_are_all_there),
        cmocka_unit_test(turns_go_round),
        cmocka_unit_test(draws_follow_the_seed),
        cmocka_unit_test(only_the_hand_may_be_laid),
        cmocka_unit_test(an_unplayable_tile_wins),
        cmocka_unit_test(an_impossible_position_has_no_winner),
        cmocka_unit_test(an_empty_bag_has_no_winner),
        cmocka_unit_test(resigning),
        cmocka_unit_test(a_draw_can_be_told),
        cmocka_unit_test(replacing_frees),
        cmocka_unit_test(single_supermoves_go_into_the_bag),
    };
    return cmocka_run_group_tests_name("flows_game", tests, NULL, NULL);
}

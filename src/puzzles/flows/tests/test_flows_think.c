/* The opponents: distances against trying all tiles, quick games against the rules, moves that are
 * legal, the same for the same seed and blind to what the seed has in store. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/solve/opponent/chances.h"
#include "puzzles/flows/solve/opponent/distance.h"
#include "puzzles/flows/solve/opponent/playout.h"
#include "puzzles/flows/solve/opponent/think.h"
#include "puzzles/flows/solve/opponent/tree.h"
#include "puzzles/flows/tests/flows_positions.h"
#include "puzzles/flows/tests/flows_same.h"

enum { SEED = 20261 };

/* ---- distances ---- */

/* Can a line join the team's edges after laying this many tiles of any kind? Tries them all. */
static bool joins_with(struct flows_board *board, unsigned axis, unsigned tiles) {
    if (flows_joined_axes(board) >> axis & 1)
        return true;
    bool joins = false;
    for (unsigned hex = 0; tiles > 0 && hex < board->grid->hexes && !joins; hex++)
        for (unsigned shape = 0; flows_is_empty(board, hex) && shape < FLOWS_SHAPES && !joins;
             shape++) {
            flows_place(board, hex, flows_shape_tile(shape));
            joins = joins_with(board, axis, tiles - 1);
            flows_remove(board, hex);
        }
    return joins;
}

static unsigned distance_by_trying(struct flows_board *board, unsigned axis) {
    unsigned tiles = 0, most = flows_set_count(&board->empty);
    while (tiles <= most && !joins_with(board, axis, tiles))
        tiles++;
    return tiles <= most ? tiles : FLOWS_FAR;
}

static void distances_are_least(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    unsigned far = 0, seen[FLOWS_MOST_HEXES] = {0};
    for (unsigned i = 0; i < 600; i++) {
        struct flows_board board;
        struct flows_net net;
        char text[FLOWS_MOST_HEXES + 1];
        unsigned radius = 1 + i % 2;
        random_board(&board, radius, FLOWS_ALL_AXES, (unsigned)random_below(&random, 4), false,
                     &random);
        flows_net_start(&net, &board);
        for (unsigned axis = 0; axis < FLOWS_AXES; axis++) {
            unsigned distance = flows_distance(&net, axis);
            if (distance != distance_by_trying(&board, axis))
                fail_msg("seed %d: axis %u of %s: %u", SEED, axis, board_to_text(&board, text),
                         distance);
            if (distance == FLOWS_FAR)
                far++;
            else
                seen[distance]++;
        }
    }
    assert_true(far > 0 && seen[0] > 0 && seen[1] > 0 && seen[2] > 0 && seen[3] > 0);
}

/* The least way through any tile is one tile shorter than the distance. */
static void ways_through_tiles(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < 500; i++) {
        struct flows_board board;
        struct flows_net net;
        struct flows_field fields[2];
        random_board(&board, 3, FLOWS_ALL_AXES, 5 + (unsigned)random_below(&random, 30), false,
                     &random);
        flows_net_start(&net, &board);
        unsigned axis = i % 3, least = FLOWS_FAR;
        unsigned distance = flows_field_from(&net, axis, &fields[0]);
        assert_int_equal(distance, flows_field_from(&net, axis + 3, &fields[1]));
        for (unsigned hex = 0; hex < board.grid->hexes; hex++)
            for (unsigned shape = 0; flows_is_empty(&board, hex) && shape < FLOWS_SHAPES; shape++) {
                unsigned way = flows_distance_through(fields, hex, flows_shape_tile(shape));
                least = way < least ? way : least;
            }
        if (distance > 0)
            assert_int_equal(least, distance < FLOWS_FAR ? distance - 1 : FLOWS_FAR);
    }
}

/* ---- games at random, of all kinds ---- */

static void random_setup(struct flows_setup *setup, struct random *random) {
    flows_setup_start(setup, 1 + (unsigned)random_below(random, 3),
                      2 + (unsigned)random_below(random, 5));
    flows_setup_seats(setup, random);
    setup->seeded = true;
    setup->seed = random_bits(random);
    setup->tiles_left = random_below(random, 3) == 0;
    setup->supermove = (uint8_t)(random_below(random, 4) == 0 ? random_below(random, 3) : 0);
    setup->for_anyone = setup->supermove && random_below(random, 2);
}

/* A game of that kind after some random moves, not over. Returns false if it ended too early. */
static bool random_game(struct flows_game *game, const struct flows_setup *setup,
                        struct random *random) {
    static const unsigned shares[] = {8, 4, 2, 1};
    struct flows_move moves[FLOWS_MOST_MOVES];
    flows_game_start(game, setup);
    unsigned turns =
        (unsigned)random_below(random, game->board.grid->hexes) / shares[random_below(random, 4)];
    while (game->turn < turns && game->outcome == FLOWS_GOES_ON) {
        size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
        assert_int_equal(flows_game_play(game, moves[random_below(random, count)], NULL, NULL),
                         QD_YES);
    }
    return game->outcome == FLOWS_GOES_ON;
}

/* ---- quick games ---- */

/* A quick game follows a real one: the same moves are legal, and the winners are the same. */
static void quick_games_follow_the_rules(void **state) {
    (void)state;
    struct random random;
    struct flows_move moves[FLOWS_MOST_MOVES];
    unsigned ends = 0;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < 160; i++) {
        struct flows_setup setup;
        struct flows_game game;
        struct flows_quick quick;
        random_setup(&setup, &random);
        setup.supermove = 0;
        setup.for_anyone = false;
        flows_game_start(&game, &setup);
        flows_quick_start(&quick, &game);
        while (game.outcome == FLOWS_GOES_ON) {
            unsigned hex = (unsigned)random_below(&random, game.board.grid->hexes);
            unsigned tile = flows_canonical_tile(
                flows_tile(game.hand, (unsigned)random_below(&random, FLOWS_PORTS)));
            if (!flows_is_empty(&game.board, hex))
                continue;
            struct flows_move move = {.kind = FLOWS_LAY,
                                      .player = (uint8_t)flows_game_player(&game),
                                      .hex = (uint8_t)hex,
                                      .tile = (uint8_t)tile};
            bool legal = flows_game_play(&game, move, NULL, NULL) == QD_YES;
            if (legal != flows_quick_lay(&quick, hex, tile))
                fail_msg("seed %d, game %u: a quick player thinks otherwise", SEED, i);
            if (!legal && flows_game_moves(&game, moves, 1) == 0)
                break;
        }
        if (game.outcome == FLOWS_JOINED) {
            assert_true(quick.over);
            assert_int_equal(quick.winners, game.winners);
            ends++;
        }
    }
    assert_true(ends > 60);
}

static void playouts_end(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    unsigned winners[FLOWS_ALL_AXES + 1] = {0};
    for (unsigned i = 0; i < 400; i++) {
        struct flows_setup setup;
        struct flows_game game;
        struct flows_quick quick;
        random_setup(&setup, &random);
        flows_game_start(&game, &setup);
        flows_quick_start(&quick, &game);
        flows_playout(&quick, &random);
        assert_true(quick.over);
        assert_int_equal(quick.winners & ~flows_setup_axes(&setup), 0);
        winners[quick.winners]++;
    }
    assert_true(winners[1] > 0 && winners[2] > 0 && winners[4] > 0);
}

/* ---- thinking ---- */

static bool same_thought(const struct flows_thought *one, const struct flows_thought *two) {
    bool same =
        one->told == two->told && one->legal == two->legal && one->playouts == two->playouts;
    for (unsigned i = 0; same && i < one->told; i++)
        same = memcmp(&one->best[i].move, &two->best[i].move, sizeof one->best[i].move) == 0 &&
               one->best[i].playouts == two->best[i].playouts &&
               memcmp(one->best[i].win, two->best[i].win, sizeof one->best[i].win) == 0;
    return same;
}

/* The choice is legal, the same every time, and the same whatever the seed will bring. */
static void check_thought(const struct flows_game *game, enum flows_level level) {
    struct flows_thought thought, again;
    struct flows_game after = *game, elsewhere = *game;
    assert_int_equal(flows_think(game, level, 40, SEED, NULL, &thought), QD_YES);
    flows_think(game, level, 40, SEED, NULL, &again);
    assert_true(same_thought(&thought, &again));
    elsewhere.setup.seed ^= 0xABCDEF;
    flows_think(&elsewhere, level, 40, SEED, NULL, &again);
    assert_true(same_thought(&thought, &again));
    assert_true(thought.told >= 1 && thought.told <= thought.legal);
    assert_int_equal(flows_game_play(&after, thought.best[0].move, NULL, NULL), QD_YES);
    for (unsigned axis = 0; level == FLOWS_STRONG && axis < FLOWS_AXES; axis++)
        assert_true(thought.best[0].win[axis] >= 0 && thought.best[0].win[axis] <= 1);
}

static void every_level_makes_legal_moves(void **state) {
    (void)state;
    struct random random;
    unsigned seen = 0;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < 90; i++) {
        struct flows_setup setup;
        struct flows_game game;
        random_setup(&setup, &random);
        if (!random_game(&game, &setup, &random))
            continue;
        seen++;
        for (unsigned level = 0; level < FLOWS_LEVELS; level++)
            check_thought(&game, (enum flows_level)level);
    }
    assert_true(seen > 50);
}

/* True if some move wins for the player to move, and for nobody else. */
static bool can_win_now(const struct flows_game *game) {
    struct flows_move moves[FLOWS_MOST_MOVES];
    size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
    for (size_t i = 0; i < count; i++) {
        struct flows_game after = *game;
        flows_game_play(&after, moves[i], NULL, NULL);
        if (after.outcome == FLOWS_JOINED && after.winners == 1U << game->edge % 3)
            return true;
    }
    return false;
}

static void wins_are_taken(void **state) {
    (void)state;
    struct random random;
    unsigned wins = 0;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < 1500; i++) { /* small boards have the most wins */
        struct flows_setup setup;
        struct flows_game game;
        random_setup(&setup, &random);
        setup.radius = (uint8_t)(1 + i % 2);
        setup.supermove = FLOWS_NO_SUPERMOVE;
        memset(setup.tiles, (int)flows_tiles_each(flows_grid(setup.radius)), sizeof setup.tiles);
        if (!random_game(&game, &setup, &random) || !can_win_now(&game))
            continue;
        wins++;
        for (unsigned level = FLOWS_GREEDY; level < FLOWS_LEVELS; level++) {
            struct flows_thought thought;
            struct flows_game after = game;
            flows_think(&game, (enum flows_level)level, 20, SEED, NULL, &thought);
            flows_game_play(&after, thought.best[0].move, NULL, NULL);
            assert_int_equal(after.winners, 1U << game.edge % 3);
        }
    }
    print_message("%u positions with a win\n", wins);
    assert_true(wins > 20);
}

/* No other move that is listed has a better chance, and the choice has the most playouts. Where the
 * control ends it early the first holds too. */
static void check_choice(const struct flows_game *game, qd_control *control, bool whole,
                         unsigned *estimates) {
    struct flows_thought thought;
    unsigned mine = game->edge % 3u;
    qd_status status = flows_think(game, FLOWS_STRONG, 60, SEED, control, &thought);
    const struct flows_candidate *best = &thought.best[0];
    assert_true(status == QD_YES || control);
    for (unsigned i = 1; i < thought.told; i++) {
        const struct flows_candidate *other = &thought.best[i];
        assert_true(other->win[mine] <= best->win[mine]);
        assert_true(!whole || other->playouts <= best->playouts);
        assert_true(thought.exact ? other->margin == 0 : other->playouts > 0 && other->margin > 0);
    }
    *estimates += !thought.exact && thought.told > 1;
}

static void no_other_move_is_better(void **state) {
    (void)state;
    struct random random;
    unsigned estimates = 0, cut_short = 0;
    random_seed(&random, SEED + 1);
    for (unsigned i = 0; i < 200;) {
        struct flows_setup setup;
        struct flows_game game;
        qd_limits limits = {.nodes = 20 + i % 30};
        random_setup(&setup, &random);
        if (!random_game(&game, &setup, &random))
            continue;
        i++;
        check_choice(&game, NULL, true, &estimates);
        qd_control *control = control_new(&limits);
        check_choice(&game, control, false, &cut_short);
        control_free(control);
    }
    print_message("# %u estimates, %u cut short\n", estimates, cut_short);
    assert_true(estimates > 120 && cut_short > 120);
}

/* Averages become chances in their order, and all shares still make one win. */
static void chances_keep_their_order(void **state) {
    (void)state;
    for (unsigned teams = 2; teams <= FLOWS_AXES; teams++)
        for (unsigned i = 0; i <= 100; i++) {
            double win[FLOWS_AXES] = {i / 100.0, 1 - i / 100.0, 0};
            if (teams == 3)
                win[2] = win[1] /= 2;
            assert_true(i == 0 || flows_calibrated(i / 100.0, teams) >=
                                      flows_calibrated((i - 1) / 100.0, teams));
            flows_calibrate(0, (1U << teams) - 1, win);
            assert_true(win[0] > 0 && win[0] < 1 && win[0] == flows_calibrated(i / 100.0, teams));
            assert_true(fabs(win[0] + win[1] + win[2] - 1) < 1e-9);
            assert_true(teams == 2 ? win[2] == 0 : win[1] == win[2]);
        }
    double alone[FLOWS_AXES] = {0, 1, 0};
    flows_calibrate(1, 2, alone);
    assert_true(alone[1] == 1);
}

/* A tie looks as good as its share: better than nothing, and not like a win. */
static void ties_count_by_their_share(void **state) {
    (void)state;
    struct flows_board board;
    struct flows_net net;
    flows_board_start(&board, 1, FLOWS_ALL_AXES);
    flows_net_start(&net, &board);
    static const uint8_t joined[] = {1, 3, 7, 6};
    float prior[4];
    for (unsigned i = 0; i < 4; i++) {
        net.joined = joined[i];
        prior[i] = flows_tree_prior(&net, 0);
    }
    assert_true(prior[0] < prior[1] && prior[1] < prior[2] && prior[2] < prior[3]);
    assert_true(prior[1] == 0 && prior[0] < -50 && prior[3] > 50 && prior[2] < 2);
}

static void thinking_can_be_stopped(void **state) {
    (void)state;
    struct flows_setup setup;
    struct flows_game game;
    struct flows_thought thought;
    double win[FLOWS_AXES];
    bool exact;
    qd_control *control = control_new(NULL);
    flows_setup_start(&setup, 3, 3);
    setup.seeded = true;
    flows_game_start(&game, &setup);
    control_stop(control);
    assert_int_equal(flows_think(&game, FLOWS_STRONG, 1000000000, SEED, control, &thought),
                     QD_LIMIT);
    assert_int_equal(flows_chances(&game, 1000000000, SEED, control, win, &exact), QD_LIMIT);
    assert_int_equal(flows_game_play(&game, thought.best[0].move, NULL, NULL), QD_YES);
    control_free(control);
}

/* Chances add up to one, and a game that is over has no others. */
static void chances_are_shares(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, SEED);
    for (unsigned i = 0; i < 100; i++) {
        struct flows_setup setup;
        struct flows_game game;
        double win[FLOWS_AXES];
        bool exact;
        random_setup(&setup, &random);
        setup.seeded = i % 2;
        bool goes_on = random_game(&game, &setup, &random);
        assert_int_equal(flows_chances(&game, 30, SEED, NULL, win, &exact), QD_YES);
        assert_true(win[0] + win[1] + win[2] > 1 - 1e-9 && win[0] + win[1] + win[2] < 1 + 1e-9);
        for (unsigned axis = 0; !goes_on && axis < FLOWS_AXES; axis++)
            assert_true(win[axis] == flows_share(game.winners, game.board.axes, axis));
    }
}

/* ---- strength ---- */

/* What the first level gets of games against the second, with the sides exchanged. */
static double share_of(enum flows_level first, enum flows_level second, unsigned rounds) {
    double sum = 0;
    for (unsigned i = 0; i < 2 * rounds; i++) {
        struct flows_setup setup;
        struct flows_game game;
        flows_setup_start(&setup, 2, 2);
        setup.seeded = true;
        setup.seed = SEED + i / 2;
        flows_game_start(&game, &setup);
        while (game.outcome == FLOWS_GOES_ON) {
            struct flows_thought thought;
            bool firsts = game.edge % 3u == i % 2;
            flows_think(&game, firsts ? first : second, 60, game.turn, NULL, &thought);
            assert_int_equal(flows_game_play(&game, thought.best[0].move, NULL, NULL), QD_YES);
        }
        sum += flows_share(game.winners, game.board.axes, i % 2);
    }
    return sum / (2 * rounds);
}

/* The seeds are fixed, so this is the same every time; bench_flows_arena measures it. */
static void levels_are_in_order(void **state) {
    (void)state;
    assert_true(share_of(FLOWS_GREEDY, FLOWS_RANDOM, 10) > 0.75);
    assert_true(share_of(FLOWS_STRONG, FLOWS_GREEDY, 15) > 0.6);
}

/* ---- the same on every machine ---- */

static void the_tree_is_pinned(void **state) {
    (void)state;
    struct flows_setup setup;
    struct flows_game game;
    struct flows_thought thought;
    struct buf move = {0};
    flows_setup_start(&setup, 3, 2);
    setup.seeded = true;
    setup.seed = 3;
    flows_game_start(&game, &setup);
    flows_think(&game, FLOWS_STRONG, 300, 1, NULL, &thought);
    flows_move_add(&setup, thought.best[0].move, &move);
    buf_printf(&move, " %u %u %u", (unsigned)thought.playouts, (unsigned)thought.best[0].playouts,
               (unsigned)thought.best[1].playouts);
    assert_string_equal(buf_text(&move), "P1G2T0SW 300 94 61");
    buf_free(&move);
}

static void levels_have_names(void **state) {
    (void)state;
    for (unsigned level = 0; level < FLOWS_LEVELS; level++)
        assert_int_equal(flows_level_find(flows_level_name((enum flows_level)level)), level);
    assert_int_equal(flows_level_find("clever"), FLOWS_LEVELS);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(distances_are_least),
        cmocka_unit_test(ways_through_tiles),
        cmocka_unit_test(quick_games_follow_the_rules),
        cmocka_unit_test(playouts_end),
        cmocka_unit_test(every_level_makes_legal_moves),
        cmocka_unit_test(wins_are_taken),
        cmocka_unit_test(no_other_move_is_better),
        cmocka_unit_test(chances_keep_their_order),
        cmocka_unit_test(ties_count_by_their_share),
        cmocka_unit_test(thinking_can_be_stopped),
        cmocka_unit_test(chances_are_shares),
        cmocka_unit_test(levels_are_in_order),
        cmocka_unit_test(the_tree_is_pinned),
        cmocka_unit_test(levels_have_names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The game: seats, turns, draws, ends and variants. Random games are watched by a referee that
 * shares nothing with the engine: it has its own tiles, geometry, turns and ends, and on the
 * smallest board its own legality, by trying all fillings. */
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/game.h"
#include "puzzles/flows/tests/flows_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/format/format.h"

enum { SEED = 20261116 };

/* ---- the referee ---- */

enum { WIDE = 2 * FLOWS_MOST_RADIUS + 1, NO_TILE = -1 };

struct referee {
    int radius;
    int tile[WIDE][WIDE]; /* [row + radius][col + radius]: type * 6 + rotation */
    int left[4];
    int laid;
    bool limited; /* fillings are made of the tiles left */
};

static const int tile_pairs[4][3][2] = {{{0, 2}, {1, 4}, {3, 5}},
                                        {{0, 5}, {1, 3}, {2, 4}},
                                        {{0, 5}, {1, 4}, {2, 3}},
                                        {{0, 5}, {1, 2}, {3, 4}}};
static const int port_steps[6][2] = {{-1, 0}, {0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}};

static bool on_board(int radius, int row, int col) {
    return abs(row) <= radius && abs(col) <= radius && abs(row + col) <= radius;
}

static int exit_of(int tile, int port) {
    for (int i = 0; i < 3; i++)
        for (int end = 0; end < 2; end++)
            if ((tile_pairs[tile / 6][i][end] + tile % 6) % 6 == port)
                return (tile_pairs[tile / 6][i][1 - end] + tile % 6) % 6;
    return -1;
}

/* Edge 0 as it is listed: two ports of each hex of the lowest row, one of the last. The other edges
 * are brought there by turning the board. */
static bool is_of_edge(int radius, int row, int col, int port, int edge) {
    for (int i = 0; i < edge; i++) {
        int turned = -col;
        col = row + col;
        row = turned;
        port = (port + 1) % 6;
    }
    return row == -radius && (port == 0 || (port == 5 && col < radius));
}

static int edge_of(int radius, int row, int col, int port) {
    for (int edge = 0; edge < 6; edge++)
        if (is_of_edge(radius, row, col, port, edge))
            return edge;
    return -1;
}

/* Follows a line in from a border port. Returns the edge where it comes out, -1 if it does not. */
static int line_end(const struct referee *referee, int row, int col, int port) {
    int radius = referee->radius;
    for (;;) {
        int tile = referee->tile[row + radius][col + radius];
        if (tile == NO_TILE)
            return -1;
        port = exit_of(tile, port);
        int next_row = row + port_steps[port][0], next_col = col + port_steps[port][1];
        if (!on_board(radius, next_row, next_col))
            return edge_of(radius, row, col, port);
        row = next_row;
        col = next_col;
        port = (port + 3) % 6;
    }
}

/* The axes whose edges are joined, as bits. */
static unsigned referee_joined(const struct referee *referee) {
    int radius = referee->radius;
    unsigned joined = 0;
    for (int row = -radius; row <= radius; row++)
        for (int col = -radius; col <= radius; col++)
            for (int port = 0; port < 6 && on_board(radius, row, col); port++) {
                if (on_board(radius, row + port_steps[port][0], col + port_steps[port][1]))
                    continue;
                int edge = edge_of(radius, row, col, port);
                assert_in_range(edge, 0, 5);
                if (line_end(referee, row, col, port) == (edge + 3) % 6)
                    joined |= 1U << edge % 3;
            }
    return joined;
}

/* True if some filling from this hex on, in reading order, joins all axes. */
static bool can_fill(struct referee *referee, unsigned axes, int from) {
    int radius = referee->radius, side = 2 * radius + 1;
    for (; from < side * side; from++)
        if (on_board(radius, from / side - radius, from % side - radius) &&
            referee->tile[from / side][from % side] == NO_TILE)
            break;
    if (from == side * side)
        return (referee_joined(referee) & axes) == axes;
    bool found = false;
    static const int looks[4] = {3, 6, 3, 2};
    for (int type = 0; type < 4 && !found; type++) {
        if (referee->limited && referee->left[type] == 0)
            continue;
        referee->left[type]--;
        for (int rotation = 0; rotation < looks[type] && !found; rotation++) {
            referee->tile[from / side][from % side] = type * 6 + rotation;
            found = can_fill(referee, axes, from + 1);
        }
        referee->left[type]++;
    }
    referee->tile[from / side][from % side] = NO_TILE;
    return found;
}

static void referee_start(struct referee *referee, const struct flows_setup *setup) {
    *referee = (struct referee){.radius = setup->radius, .limited = setup->tiles_left};
    for (int row = 0; row < WIDE; row++)
        for (int col = 0; col < WIDE; col++)
            referee->tile[row][col] = NO_TILE;
    for (int type = 0; type < 4; type++)
        referee->left[type] = setup->tiles[type];
}

static void referee_lay(struct referee *referee, int row, int col, int tile) {
    int *place = &referee->tile[row + referee->radius][col + referee->radius];
    assert_true(on_board(referee->radius, row, col));
    if (*place != NO_TILE)
        referee->left[*place / 6]++;
    referee->left[tile / 6]--;
    assert_true(referee->left[tile / 6] >= 0);
    *place = tile;
    referee->laid++;
}

static int empty_hexes(const struct referee *referee) {
    int radius = referee->radius, count = 0;
    for (int row = -radius; row <= radius; row++)
        for (int col = -radius; col <= radius; col++)
            count +=
                on_board(radius, row, col) && referee->tile[row + radius][col + radius] == NO_TILE;
    return count;
}

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
    /* Of five, the empty edge is 4, so whoever sits at edge 1 moves twice a round. */
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

/* ---- random games ---- */

struct tally {
    unsigned games, moves, judged, ends[8], ties, largest;
};

static int next_turn(const struct flows_setup *setup, int edge, unsigned axes) {
    for (;;) {
        edge = (edge + 1) % 6;
        bool seated = setup->players == 5;
        for (unsigned i = 0; i < setup->players; i++)
            seated = seated || setup->seat[i] == edge;
        if (seated && axes >> edge % 3 & 1)
            return edge;
    }
}

/* Compares every verdict of a position with the referee's. */
static void judge_position(const struct flows_game *game, struct referee *referee,
                           const struct flows_move *moves, size_t count, struct tally *tally) {
    const struct flows_grid *grid = game->board.grid;
    unsigned axes = game->board.axes;
    for (unsigned hex = 0; hex < grid->hexes; hex++)
        for (unsigned tile = 0; tile < 24; tile++) {
            int row = grid->hex[hex].row, col = grid->hex[hex].col;
            int *place = &referee->tile[row + referee->radius][col + referee->radius];
            if (*place != NO_TILE || tile != flows_canonical_tile(tile) ||
                (game->hand != FLOWS_NONE && game->hand != tile / 6) ||
                referee->left[tile / 6] == 0)
                continue;
            bool listed = false;
            for (size_t i = 0; i < count; i++)
                listed = listed || (moves[i].kind == FLOWS_LAY && moves[i].hex == hex &&
                                    moves[i].tile == tile);
            *place = (int)tile;
            referee->left[tile / 6]--;
            bool legal = (referee_joined(referee) & axes) || can_fill(referee, axes, 0);
            referee->left[tile / 6]++;
            *place = NO_TILE;
            assert_int_equal(listed, legal);
            tally->judged++;
        }
}

static void choose_variant(struct random *random, struct flows_setup *setup) {
    unsigned players = 2 + (unsigned)random_below(random, 5);
    unsigned radius = 1 + (unsigned)random_below(random, 3);
    if (random_below(random, 16) == 0)
        radius = 4 + (unsigned)random_below(random, 2);
    flows_setup_start(setup, radius, players);
    flows_setup_seats(setup, random);
    setup->seeded = random_below(random, 4) > 0;
    setup->seed = random_bits(random);
    setup->tiles_left = random_below(random, 3) == 0;
    if (random_below(random, 4) == 0)
        setup->supermove = (uint8_t)(1 + random_below(random, 2));
    setup->for_anyone = setup->supermove && random_below(random, 2);
}

static void compare_end(const struct flows_game *game, const struct referee *referee,
                        struct tally *tally) {
    unsigned joined = referee_joined(referee) & game->board.axes;
    assert_int_equal(game->outcome == FLOWS_JOINED, joined != 0);
    if (joined)
        assert_int_equal(game->winners, joined);
    if (game->outcome == FLOWS_UNPLAYABLE)
        assert_int_equal(game->winners, 1U << game->edge % 3);
    for (int type = 0; type < 4; type++)
        assert_int_equal(game->board.left[type], referee->left[type]);
    if (game->outcome != FLOWS_GOES_ON) {
        tally->ends[game->outcome]++;
        tally->ties += strcmp(flows_outcome_word(game), "tie") == 0;
        assert_int_equal(flows_game_moves(game, &(struct flows_move){0}, 1), 0);
    }
}

/* One move at random, by the engine and by the referee. */
static void step(struct flows_game *game, struct referee *referee, struct random *random,
                 struct flows_move *played, struct tally *tally) {
    static struct flows_move moves[FLOWS_MOST_MOVES];
    size_t count = flows_game_moves(game, moves, FLOWS_MOST_MOVES);
    assert_true(count > 0);
    if (!game->setup.supermove && game->setup.radius == 1 && empty_hexes(referee) <= 3)
        judge_position(game, referee, moves, count, tally);
    struct flows_move move = moves[random_below(random, count)];
    struct flows_game before = *game;
    assert_int_equal(flows_game_play(game, move, NULL, NULL), QD_YES);
    *played = move;
    tally->moves++;
    const struct flows_hex *hex = &game->board.grid->hex[move.hex];
    if (move.kind == FLOWS_LAY)
        referee_lay(referee, hex->row, hex->col, move.tile);
    if (move.kind == FLOWS_LAY && !game->carried)
        assert_int_equal(game->edge, next_turn(&game->setup, before.edge, before.board.axes));
    else
        assert_int_equal(game->edge, before.edge);
    assert_int_equal(game->turn, referee->laid);
    compare_end(game, referee, tally);
}

static void play_random_game(struct random *random, struct tally *tally) {
    static struct flows_move played[2 * FLOWS_MOST_TURNS + 8];
    struct flows_setup setup;
    struct flows_game game, again;
    struct referee referee;
    unsigned count = 0;
    choose_variant(random, &setup);
    flows_game_start(&game, &setup);
    referee_start(&referee, &setup);
    while (game.outcome == FLOWS_GOES_ON)
        step(&game, &referee, random, &played[count++], tally);
    if (!setup.supermove)
        assert_true(game.turn <= game.board.grid->hexes);
    flows_game_start(&again, &setup);
    for (unsigned i = 0; i < count; i++)
        assert_int_equal(flows_game_play(&again, played[i], NULL, NULL), QD_YES);
    flows_expect_same(&game, &again);
    tally->games++;
    tally->largest = count > tally->largest ? count : tally->largest;
}

static void random_games_obey_the_referee(void **state) {
    (void)state;
    const char *slow = getenv("QUANDARY_SLOW_TESTS");
    unsigned games = slow && *slow ? 100000 : 1000;
    struct random random;
    struct tally tally = {0};
    random_seed(&random, SEED);
    print_message("# seed %d\n", SEED);
    while (tally.games < games)
        play_random_game(&random, &tally);
    print_message(
        "# %u games, %u moves, %u verdicts; won %u (ties %u), unplayable %u, too long %u; "
        "longest %u\n",
        tally.games, tally.moves, tally.judged, tally.ends[FLOWS_JOINED], tally.ties,
        tally.ends[FLOWS_UNPLAYABLE], tally.ends[FLOWS_TOO_LONG], tally.largest);
    assert_true(tally.judged > 1000);
    assert_true(tally.ends[FLOWS_JOINED] > tally.ties && tally.ties > 0);
    assert_true(tally.ends[FLOWS_UNPLAYABLE] > 0);
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

/* ---- flows ---- */

static json_t *load_corpus(void) {
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct buf path = {0};
    json_error_t error;
    buf_printf(&path, "%s/flows/vectors.json", corpus ? corpus : "");
    json_t *json = corpus ? json_load_file(path.text, 0, &error) : NULL;
    buf_free(&path);
    return json;
}

/* The hexes of a player's flow in the order of their names as text, as the corpus lists them. */
static int compare_words(const void *a, const void *b) {
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void list_flow(const struct flows_game *game, const struct flows_owners *owners,
                      unsigned player, struct buf *out) {
    char *words[FLOWS_MOST_HEXES];
    size_t count = 0;
    for (unsigned hex = 0; hex < game->board.grid->hexes; hex++) {
        unsigned mine = 0;
        for (unsigned port = 0; port < 6; port++)
            mine |= owners->players[hex][port] >> player & 1U;
        struct buf word = {0};
        buf_printf(&word, "%d,%d", game->board.grid->hex[hex].row, game->board.grid->hex[hex].col);
        if (mine)
            words[count++] = buf_take(&word);
        buf_free(&word);
    }
    qsort(words, count, sizeof *words, compare_words);
    for (size_t i = 0; i < count; i++) {
        buf_printf(out, "%s%s", i ? " " : "", words[i]);
        free(words[i]);
    }
}

static unsigned compare_flows(const struct flows_game *game, const json_t *flows) {
    struct flows_owners owners;
    const json_t *flow;
    size_t player;
    flows_game_owners(game, &owners);
    json_array_foreach(flows, player, flow) {
        struct buf mine = {0};
        list_flow(game, &owners, (unsigned)player, &mine);
        assert_string_equal(buf_text(&mine), json_string_value(flow));
        buf_free(&mine);
    }
    return (unsigned)json_array_size(flows);
}

/* Plays a game of the corpus; moves of the other program that are not legal are laid as they
 * are. */
static unsigned replay(const json_t *record) {
    const json_t *edges = json_object_get(record, "edges"), *ply;
    struct flows_setup setup;
    struct flows_game game;
    unsigned compared = 0;
    size_t number;
    bool exact = strncmp(json_string_value(json_object_get(record, "source")), "exact", 5) == 0;
    flows_setup_start(&setup, 3, (unsigned)json_array_size(edges));
    for (unsigned i = 0; i < setup.players; i++)
        setup.seat[i] = (uint8_t)json_integer_value(json_array_get(edges, i));
    flows_game_start(&game, &setup);
    json_array_foreach(json_object_get(record, "plies"), number, ply) {
        const json_t *where = json_object_get(ply, "move");
        unsigned type = (unsigned)json_integer_value(json_object_get(ply, "type"));
        unsigned rotation = (unsigned)json_integer_value(json_array_get(where, 2));
        struct flows_move move = {
            .kind = FLOWS_LAY,
            .player = (uint8_t)(json_integer_value(json_object_get(ply, "player")) - 1),
            .hex = (uint8_t)flows_hex_at(game.board.grid,
                                         (int)json_integer_value(json_array_get(where, 0)),
                                         (int)json_integer_value(json_array_get(where, 1))),
            .tile = (uint8_t)flows_tile(type, rotation)};
        const char *verdicts =
            json_string_value(json_array_get(json_object_get(ply, "exact"), rotation));
        bool legal = verdicts[move.hex] != '0';
        if (!json_is_array(where))
            break;
        assert_int_equal(flows_game_player(&game), move.player);
        assert_int_equal(flows_game_play(&game, move, NULL, NULL), legal ? QD_YES : QD_NO);
        assert_true(legal || !exact);
        if (!legal) {
            flows_place(&game.board, move.hex, move.tile);
            game.turn++;
            game.edge = (uint8_t)flows_game_usual_edge(&game);
            flows_game_settle(&game, NULL);
            game.outcome = FLOWS_GOES_ON; /* the other program played on */
        }
        compared += compare_flows(&game, json_object_get(ply, "flows"));
    }
    return compared;
}

static void corpus_games_are_replayed(void **state) {
    (void)state;
    json_t *corpus = load_corpus();
    if (!corpus)
        skip();
    const json_t *record;
    size_t index;
    unsigned compared = 0;
    json_array_foreach(json_object_get(corpus, "games"), index, record) compared += replay(record);
    print_message("# %u flows\n", compared);
    assert_true(compared > 0);
    json_decref(corpus);
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
        cmocka_unit_test(random_games_obey_the_referee),
        cmocka_unit_test(replacing_frees),
        cmocka_unit_test(single_supermoves_go_into_the_bag),
        cmocka_unit_test(corpus_games_are_replayed),
    };
    return cmocka_run_group_tests_name("flows_game", tests, NULL, NULL);
}

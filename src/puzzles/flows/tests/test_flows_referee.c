/* Random games of all variants, watched by a referee that shares nothing with the engine: it has
 * its own tiles, geometry, turns and ends, and on the smallest board its own legality, by trying
 * all fillings. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/game.h"
#include "puzzles/flows/tests/flows_same.h"

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

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_obey_the_referee),
    };
    return cmocka_run_group_tests_name("flows_referee", tests, NULL, NULL);
}

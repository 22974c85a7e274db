/* The corpus: the verdicts of complete games, every placement of every ply in both readings, the
 * flows after each move, position codes, and some named scenarios. Needs QUANDARY_CORPUS, the
 * folder that holds the corpus. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/json.h"
#include "puzzles/flows/model/game.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/model/legality/routes.h"
#include "puzzles/flows/tests/flows_positions.h"
#include "puzzles/flows/tests/flows_texts.h"

enum { RADIUS = 3, HEXES = 37 };

/* NULL if there is no corpus. */
static json_t *read_corpus(void) {
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct buf path = {0};
    struct source source;
    json_t *json = NULL;
    buf_printf(&path, "%s/flows/vectors.json", corpus ? corpus : "");
    if (corpus && file_read(buf_text(&path), &source, NULL)) {
        json = json_read(&source, NULL);
        file_close(&source);
    }
    buf_free(&path);
    return json;
}

static unsigned number(const json_t *object, const char *name) {
    return (unsigned)json_integer_value(json_object_get(object, name));
}

static const char *text(const json_t *object, const char *name) {
    return json_string_value(json_object_get(object, name));
}

static unsigned compare_map(const struct flows_board *board, const json_t *ply, bool tiles_left) {
    const json_t *map = json_object_get(ply, tiles_left ? "bag" : "exact");
    struct flows_placements placements;
    unsigned type = number(ply, "type");
    if (!map)
        return 0;
    flows_place_everywhere(board, type, tiles_left, NULL, &placements);
    for (unsigned rotation = 0; rotation < FLOWS_PORTS; rotation++) {
        assert_string_equal(placements.at[rotation],
                            json_string_value(json_array_get(map, rotation)));
        for (unsigned hex = 0; hex < HEXES; hex++) {
            unsigned tile = flows_tile(type, rotation);
            bool legal = flows_is_move_legal(board, hex, tile, tiles_left, NULL) == QD_YES;
            char verdict = placements.at[rotation][hex];
            assert_int_equal(legal, verdict == '1' || verdict == 'W');
        }
    }
    return FLOWS_PORTS * HEXES;
}

static void every_placement_of_every_ply(void **state) {
    json_t *corpus = *state, *game, *ply;
    size_t i, j;
    unsigned verdicts = 0;
    if (!corpus)
        skip();
    json_array_foreach(json_object_get(corpus, "games"), i, game) {
        json_array_foreach(json_object_get(game, "plies"), j, ply) {
            struct flows_board board;
            board_from_text(&board, RADIUS, number(game, "mask"), text(ply, "board"));
            verdicts += compare_map(&board, ply, false) + compare_map(&board, ply, true);
        }
    }
    print_message("# %u verdicts\n", verdicts);
    assert_true(verdicts > 400000);
}

/* How often the heuristic differs from the truth: [0] moves that are not legal, [1] those that
 * are. */
static void count_wrong(const struct flows_board *board, const json_t *ply, unsigned all[2],
                        unsigned wrong[2]) {
    unsigned type = number(ply, "type");
    for (unsigned rotation = 0; rotation < flows_rotations(type); rotation++) {
        const json_t *line = json_array_get(json_object_get(ply, "exact"), rotation);
        const char *verdicts = json_string_value(line);
        for (unsigned hex = 0; hex < HEXES; hex++) {
            bool legal = verdicts[hex] != '0';
            if (verdicts[hex] == '.')
                continue;
            all[legal]++;
            wrong[legal] +=
                flows_heuristic_is_move_legal(board, hex, flows_tile(type, rotation)) != legal;
        }
    }
}

static void the_heuristic_refuses_legal_moves(void **state) {
    json_t *corpus = *state, *game, *ply;
    size_t i, j;
    unsigned all[2] = {0}, wrong[2] = {0};
    if (!corpus)
        skip();
    json_array_foreach(json_object_get(corpus, "games"), i, game) {
        json_array_foreach(json_object_get(game, "plies"), j, ply) {
            struct flows_board board;
            board_from_text(&board, RADIUS, number(game, "mask"), text(ply, "board"));
            count_wrong(&board, ply, all, wrong);
        }
    }
    print_message("# the heuristic refuses %u of %u legal moves and accepts %u of %u others\n",
                  wrong[1], all[1], wrong[0], all[0]);
    assert_int_equal(wrong[0], 0);
    assert_int_equal(wrong[1], 36);
}

/* The scenarios are of two players at edges 0 and 2. */
static void named_scenarios(void **state) {
    json_t *corpus = *state, *scenario;
    size_t i;
    if (!corpus)
        skip();
    assert_true(json_array_size(json_object_get(corpus, "scenarios")) == 19);
    json_array_foreach(json_object_get(corpus, "scenarios"), i, scenario) {
        struct flows_board board;
        const json_t *at = json_object_get(scenario, "hex");
        board_from_text(&board, RADIUS, 1U << 0 | 1U << 2, text(scenario, "board"));
        unsigned hex = flows_hex_at(board.grid, (int)json_integer_value(json_array_get(at, 0)),
                                    (int)json_integer_value(json_array_get(at, 1)));
        unsigned tile = flows_tile(number(scenario, "type"), number(scenario, "rotation"));
        for (unsigned bag = 0; bag < 2; bag++) {
            bool expected = text(scenario, bag ? "bag" : "exact")[0] == '1';
            assert_int_equal(flows_is_move_legal(&board, hex, tile, bag, NULL),
                             expected ? QD_YES : QD_NO);
        }
    }
}

static void tables_of_the_board(void **state) {
    json_t *corpus = *state, *item, *port;
    const struct flows_grid *grid = flows_grid(RADIUS);
    size_t i, j;
    if (!corpus)
        skip();
    json_array_foreach(json_object_get(corpus, "hexes"), i, item) {
        assert_int_equal(grid->hex[i].row, json_integer_value(json_array_get(item, 0)));
        assert_int_equal(grid->hex[i].col, json_integer_value(json_array_get(item, 1)));
    }
    assert_int_equal(i, HEXES);
    json_array_foreach(json_object_get(corpus, "edge_ports"), i, item) {
        assert_int_equal(json_array_size(item), flows_edge_ports(grid));
        json_array_foreach(item, j, port) {
            unsigned hex = flows_hex_at(grid, (int)json_integer_value(json_array_get(port, 0)),
                                        (int)json_integer_value(json_array_get(port, 1)));
            assert_int_equal(grid->hex[hex].edge[json_integer_value(json_array_get(port, 2))], i);
        }
    }
}

/* ---- games ---- */

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
    const json_t *corpus = *state;
    if (!corpus)
        skip();
    const json_t *record;
    size_t index;
    unsigned compared = 0;
    json_array_foreach(json_object_get(corpus, "games"), index, record) compared += replay(record);
    print_message("# %u flows\n", compared);
    assert_true(compared > 0);
}

/* ---- codes ---- */

static void corpus_codes_are_read(void **state) {
    const json_t *corpus = *state;
    if (!corpus)
        skip();
    const json_t *game, *ply;
    size_t index, number, read = 0;
    json_array_foreach(json_object_get(corpus, "games"), index, game) {
        int mask = (int)json_integer_value(json_object_get(game, "mask"));
        json_array_foreach(json_object_get(game, "plies"), number, ply) {
            struct buf code = {0};
            buf_printf(&code, "axes=%s%s%s radius=3 %s", mask & 1 ? "0" : "", mask & 2 ? "1" : "",
                       mask & 4 ? "2" : "", json_string_value(json_object_get(ply, "board")));
            char *again = flows_rewritten(code.text, 2), *thrice = flows_rewritten(again, 2);
            assert_string_equal(again, thrice);
            assert_int_equal(strlen(again), code.size + 1);
            free(again);
            free(thrice);
            buf_free(&code);
            read++;
        }
    }
    print_message("# %zu codes\n", read);
    assert_true(read > 0);
}

static int start(void **state) {
    *state = read_corpus();
    return 0;
}

static int end(void **state) {
    json_decref(*state);
    return 0;
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_of_the_board),
        cmocka_unit_test(every_placement_of_every_ply),
        cmocka_unit_test(the_heuristic_refuses_legal_moves),
        cmocka_unit_test(named_scenarios),
        cmocka_unit_test(corpus_games_are_replayed),
        cmocka_unit_test(corpus_codes_are_read),
    };
    return cmocka_run_group_tests_name("flows_corpus", tests, start, end);
}

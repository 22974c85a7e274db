/* The verdicts of complete games: every placement of every ply, in both readings, and some named
 * scenarios. Needs QUANDARY_CORPUS, the folder that holds the corpus. */
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
#include "puzzles/flows/model/legality/heuristic.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/tests/flows_positions.h"

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
    };
    return cmocka_run_group_tests_name("flows_corpus", tests, start, end);
}

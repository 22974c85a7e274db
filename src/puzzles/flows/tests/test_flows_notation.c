/* Moves as text, against the geometry and, if QUANDARY_CORPUS says where it is, against the tables
 * of the corpus. */
#include "puzzles/flows/model/board/notation.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <jansson.h>
#include <stdlib.h>
#include <string.h>

static const struct flows_setup *six_players(unsigned radius, struct flows_setup *setup) {
    flows_setup_start(setup, radius, 6);
    return setup;
}

static char *name_of(const struct flows_grid *grid, unsigned edge, unsigned hex) {
    struct buf out = {0};
    flows_hex_name(grid, edge, hex, &out);
    return buf_take(&out);
}

/* ---- hexes ---- */

static void names_come_back(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        const struct flows_grid *grid = flows_grid(radius);
        for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
            for (unsigned hex = 0; hex < grid->hexes; hex++) {
                char *name = name_of(grid, edge, hex);
                const char *rest = name;
                assert_int_equal(flows_hex_find(grid, edge, &rest), hex);
                assert_int_equal(*rest, 0);
                free(name);
            }
    }
}

static bool touches(const struct flows_grid *grid, unsigned hex, unsigned edge) {
    for (unsigned port = 0; port < FLOWS_PORTS; port++)
        if (grid->hex[hex].edge[port] == edge)
            return true;
    return false;
}

/* Row A is the row along the player's own edge, whatever the edge; the last row is opposite. */
static void row_a_lies_at_the_edge(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        const struct flows_grid *grid = flows_grid(radius);
        for (unsigned edge = 0; edge < FLOWS_EDGES; edge++)
            for (unsigned hex = 0; hex < grid->hexes; hex++) {
                char *name = name_of(grid, edge, hex);
                if (name[0] == 'A')
                    assert_true(touches(grid, hex, edge));
                if (name[0] == (char)('A' + 2 * radius))
                    assert_true(touches(grid, hex, (edge + 3) % 6));
                if (touches(grid, hex, edge) && !touches(grid, hex, (edge + 1) % 6))
                    assert_int_equal(name[0], 'A');
                free(name);
            }
    }
}

static void the_middle_is_d4(void **state) {
    (void)state;
    const struct flows_grid *grid = flows_grid(3);
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++) {
        char *name = name_of(grid, edge, flows_hex_at(grid, 0, 0));
        assert_string_equal(name, "D4");
        free(name);
    }
}

/* ---- moves ---- */

static char *move_text(const struct flows_setup *setup, struct flows_move move) {
    struct buf out = {0};
    flows_move_add(setup, move, &out);
    return buf_take(&out);
}

/* Every move of every player, in every rotation, comes back as the tile that looks the same. */
static void moves_come_back(void **state) {
    (void)state;
    for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
        struct flows_setup setup;
        six_players(radius, &setup);
        for (unsigned player = 0; player < 6; player++)
            for (unsigned hex = 0; hex < flows_grid(radius)->hexes; hex++)
                for (unsigned tile = 0; tile < 24; tile++) {
                    struct flows_move move = {FLOWS_LAY, (uint8_t)player, (uint8_t)hex,
                                              (uint8_t)tile};
                    struct flows_move back;
                    struct buf why = {0};
                    char *text = move_text(&setup, move);
                    assert_true(flows_move_read(&setup, text, &back, &why));
                    assert_int_equal(back.kind, FLOWS_LAY);
                    assert_int_equal(back.player, player);
                    assert_int_equal(back.hex, hex);
                    assert_int_equal(back.tile, flows_canonical_tile(tile));
                    free(text);
                }
    }
}

/* 24 codes for 14 placements: what looks the same is written the same. */
static void looks_decide_the_text(void **state) {
    (void)state;
    static const char *const turned[] = {"N", "NE", "SE", "S", "SW", "NW"};
    struct flows_setup setup;
    six_players(3, &setup);
    unsigned shapes = 0;
    for (unsigned type = 0; type < 4; type++)
        for (unsigned i = 0; i < 6; i++) {
            struct buf text = {0}, why = {0}, again = {0};
            struct flows_move move, twin;
            buf_printf(&text, "P2D4T%u%s", type, turned[i]);
            assert_true(flows_move_read(&setup, text.text, &move, &why));
            flows_move_add(&setup, move, &again);
            assert_true(flows_move_read(&setup, again.text, &twin, &why));
            assert_int_equal(twin.tile, move.tile);
            assert_int_equal(move.tile, flows_shape_tile(flows_tile_shape(move.tile)));
            shapes += strcmp(text.text, again.text) == 0;
            buf_free(&text);
            buf_free(&again);
        }
    assert_int_equal(shapes, FLOWS_SHAPES);
}

static void other_moves_come_back(void **state) {
    (void)state;
    struct flows_setup setup;
    struct flows_move move;
    struct buf why = {0};
    six_players(3, &setup);
    assert_true(flows_move_read(&setup, "p3t2", &move, &why));
    assert_int_equal(move.kind, FLOWS_DRAW);
    char *text = move_text(&setup, move);
    assert_string_equal(text, "P3T2");
    free(text);
    assert_true(flows_move_read(&setup, "p6-RESIGN", &move, &why));
    assert_int_equal(move.kind, FLOWS_RESIGN);
    text = move_text(&setup, move);
    assert_string_equal(text, "P6-resign");
    free(text);
    assert_true(flows_move_read(&setup, "p1d4t2se", &move, &why));
    text = move_text(&setup, move);
    assert_string_equal(text, "P1D4T2NW");
    free(text);
}

static void bad_moves_are_refused(void **state) {
    (void)state;
    static const struct {
        const char *text, *part;
    } bad[] = {
        {"", "not a move"},
        {"P", "not a move"},
        {"P1", "not a move"},
        {"D4T2SE", "not a move"},
        {"P0D4T2SE", "no such player; they are P1 to P6"},
        {"P7D4T2SE", "no such player"},
        {"P12D4T2SE", "not a move"},
        {"P1D0T2SE", "no such hex"},
        {"P1D8T2SE", "no such hex; rows are A to G, the middle row has columns 1 to 7"},
        {"P1A5T2SE", "no such hex"},
        {"P1H1T2SE", "no such hex"},
        {"P1D04T2SE", "no such hex"},
        {"P1D44444444444444444444T2SE", "no such hex"},
        {"P1D4", "not a move"},
        {"P1D4T", "not a move"},
        {"P1D4T4N", "no such type"},
        {"P1D4T2", "expected the orientation"},
        {"P1D4T2E", "expected the orientation"},
        {"P1D4T2SEE", "expected the orientation"},
        {"P1D4T2SE ", "expected the orientation"},
        {"P1T5", "no such type"},
        {"P1T2N", "not a move"},
        {"P1-resigns", "not a move"},
        {"P1\xc3\xa4", "not a move"},
    };
    struct flows_setup setup;
    six_players(3, &setup);
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct flows_move move;
        struct buf why = {0};
        assert_false(flows_move_read(&setup, bad[i].text, &move, &why));
        if (!strstr(buf_text(&why), bad[i].part))
            fail_msg("'%s': %s", bad[i].text, buf_text(&why));
        buf_free(&why);
    }
}

/* ---- the corpus ---- */

static json_t *load_corpus(void) {
    const char *corpus = getenv("QUANDARY_CORPUS");
    struct buf path = {0};
    json_error_t error;
    buf_printf(&path, "%s/flows/vectors.json", corpus ? corpus : "");
    json_t *json = corpus ? json_load_file(path.text, 0, &error) : NULL;
    buf_free(&path);
    return json;
}

static void tables_agree(void **state) {
    (void)state;
    json_t *corpus = load_corpus();
    if (!corpus)
        skip();
    const json_t *notation = json_object_get(corpus, "notation");
    const struct flows_grid *grid = flows_grid(3);
    unsigned compared = 0;
    for (unsigned edge = 0; edge < FLOWS_EDGES; edge++) {
        char key[] = {(char)('0' + edge), 0};
        const json_t *cells = json_object_get(json_object_get(notation, "cells"), key);
        const json_t *orient = json_object_get(json_object_get(notation, "orient"), key);
        assert_int_equal(json_array_size(cells), grid->hexes);
        for (unsigned hex = 0; hex < grid->hexes; hex++, compared++) {
            char *name = name_of(grid, edge, hex);
            assert_string_equal(name, json_string_value(json_array_get(cells, hex)));
            free(name);
        }
        assert_int_equal(json_array_size(orient), 6);
        for (unsigned rotation = 0; rotation < 6; rotation++, compared++)
            assert_string_equal(flows_orientation(edge, rotation),
                                json_string_value(json_array_get(orient, rotation)));
    }
    assert_int_equal(compared, 6 * (37 + 6));
    json_decref(corpus);
}

static void compare_ply(const struct flows_setup *setup, const json_t *ply) {
    const json_t *where = json_object_get(ply, "move");
    const char *text = json_string_value(json_object_get(ply, "notation"));
    int row = (int)json_integer_value(json_array_get(where, 0));
    int col = (int)json_integer_value(json_array_get(where, 1));
    unsigned rotation = (unsigned)json_integer_value(json_array_get(where, 2));
    unsigned type = (unsigned)json_integer_value(json_object_get(ply, "type"));
    struct flows_move move;
    struct buf why = {0};
    if (!flows_move_read(setup, text, &move, &why))
        fail_msg("%s: %s", text, buf_text(&why));
    assert_int_equal(move.player + 1, json_integer_value(json_object_get(ply, "player")));
    assert_int_equal(move.hex, flows_hex_at(flows_grid(3), row, col));
    assert_int_equal(move.tile, flows_canonical_tile(flows_tile(type, rotation)));
}

static void games_agree(void **state) {
    (void)state;
    json_t *corpus = load_corpus();
    if (!corpus)
        skip();
    const json_t *game, *ply;
    size_t index, number, compared = 0;
    json_array_foreach(json_object_get(corpus, "games"), index, game) {
        const json_t *edges = json_object_get(game, "edges");
        struct flows_setup setup;
        flows_setup_start(&setup, 3, (unsigned)json_array_size(edges));
        for (unsigned i = 0; i < setup.players; i++)
            setup.seat[i] = (uint8_t)json_integer_value(json_array_get(edges, i));
        json_array_foreach(json_object_get(game, "plies"), number, ply) {
            if (!json_object_get(ply, "notation"))
                continue;
            compare_ply(&setup, ply);
            compared++;
        }
    }
    print_message("# %zu moves\n", compared);
    assert_true(compared > 0);
    json_decref(corpus);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_come_back),       cmocka_unit_test(row_a_lies_at_the_edge),
        cmocka_unit_test(the_middle_is_d4),      cmocka_unit_test(moves_come_back),
        cmocka_unit_test(looks_decide_the_text), cmocka_unit_test(other_moves_come_back),
        cmocka_unit_test(bad_moves_are_refused), cmocka_unit_test(tables_agree),
        cmocka_unit_test(games_agree),
    };
    return cmocka_run_group_tests_name("flows_notation", tests, NULL, NULL);
}

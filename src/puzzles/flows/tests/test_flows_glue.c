/* The capabilities as the program calls them: check, generate, pictures, keys. */
#include "puzzles/flows/model/decide.h"
#include "puzzles/flows/model/position.h"
#include "puzzles/flows/tests/flows_same.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "puzzles/flows/format/format.h"
#include "puzzles/flows/model/legality/legal.h"
#include "puzzles/flows/view/layout.h"
#include "puzzles/interface/terminal/player.h"
#include "tests/support/puzzle_texts.h"

static struct position *parse(const char *text) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = text_parse(&flows_text, &source, &moves, &error);
    if (!position)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    assert_int_equal(moves.count, 0);
    return position;
}

static void set(struct options *options, const char *name, const char *value) {
    static const struct option_spec ascii = {.name = "ascii", .kind = OPTION_FLAG};
    const struct option_spec *spec = option_find(flows_options, name);
    assert_true(options_set(options, spec ? spec : &ascii, value, NULL));
}

static qd_status check(const struct position *position, const struct options *options,
                       struct finding *finding) {
    struct game game = {.start = position, .moves = &(struct record){0}, .position = position};
    qd_control *control = control_new(NULL);
    qd_status status = flows_check.check(&game, options, control, finding, NULL);
    control_free(control);
    return status;
}

/* ---- check ---- */

static void check_gives_the_map(void **state) {
    (void)state;
    struct position *position = parse("axes=012 radius=2 ...A......P......B.");
    for (unsigned type = 0; type < FLOWS_TYPES; type++) {
        struct options *options = options_new(NULL);
        struct finding finding = {0};
        struct flows_placements map;
        char number[] = {(char)('0' + type), 0};
        set(options, "tile", number);
        assert_int_equal(check(position, options, &finding), QD_YES);
        flows_place_everywhere(&position->game.board, type, false, NULL, &map);
        const json_t *rows = json_object_get(finding.fields, "map");
        assert_int_equal(json_array_size(rows), 6);
        for (unsigned rotation = 0; rotation < 6; rotation++)
            assert_string_equal(json_string_value(json_array_get(rows, rotation)),
                                map.at[rotation]);
        finding_free(&finding);
        options_free(options);
    }
    flows_rules.free(position);
}

/* Lines that join the edges of every axis in the filling, followed port by port. */
static void check_proves_that_all_can_win(void **state) {
    (void)state;
    struct position *position = parse("axes=012 radius=2 ...A......P......B.");
    struct options *options = options_new(NULL);
    struct finding finding = {0};
    assert_int_equal(check(position, options, &finding), QD_YES);
    assert_true(json_is_true(json_object_get(finding.fields, "joinable")));
    struct buf code = {0};
    buf_printf(&code, "axes=012 radius=2 tiles=19,19,19,19 %s",
               json_string_value(json_object_get(finding.fields, "filling")));
    struct position *filled = parse(code.text);
    assert_int_equal(flows_joined_axes(&filled->game.board), 7);
    for (unsigned hex = 0; hex < 19; hex++)
        if (!flows_is_empty(&position->game.board, hex))
            assert_int_equal(filled->game.board.tile[hex], position->game.board.tile[hex]);
    buf_free(&code);
    finding_free(&finding);
    options_free(options);
    flows_rules.free(filled);
    flows_rules.free(position);
}

static void check_names_the_cut(void **state) {
    (void)state;
    struct position *position = parse("axes=01 radius=3 SSSS.................................");
    struct options *options = options_new(NULL);
    struct finding finding = {0};
    assert_int_equal(check(position, options, &finding), QD_NO);
    assert_string_equal(json_string_value(json_object_get(finding.fields, "reason")),
                        "no way is left for P1: its lines are turned back by the tiles on A4, A3, "
                        "A2 and A1");
    finding_free(&finding);
    options_free(options);
    flows_rules.free(position);
}

/* Two tiles of each type: after six of them lie there, what is left cannot do everything. */
static void tiles_left_can_matter(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 3);
    unsigned differ = 0;
    static struct flows_move moves[FLOWS_MOST_MOVES];
    for (int games = 0; games < 8; games++) {
        struct position *position = flows_position_new();
        struct flows_setup setup;
        flows_setup_start(&setup, 2, 3);
        flows_game_start(&position->game, &setup);
        while (position->game.outcome == FLOWS_GOES_ON) {
            struct options *any = options_new(NULL), *left = options_new(NULL);
            struct finding one = {0}, two = {0};
            set(left, "tiles-left", NULL);
            qd_status with_any = check(position, any, &one),
                      with_left = check(position, left, &two);
            assert_int_equal(with_any, QD_YES);
            differ += with_left == QD_NO;
            finding_free(&one);
            finding_free(&two);
            options_free(any);
            options_free(left);
            size_t count = flows_game_moves(&position->game, moves, FLOWS_MOST_MOVES);
            flows_game_play(&position->game, moves[random_below(&random, count)], NULL, NULL);
        }
        flows_rules.free(position);
    }
    print_message("# %u positions need tiles that are gone\n", differ);
    assert_true(differ > 0);
}

/* ---- generate ---- */

static struct position *generate(const struct options *options, uint64_t seed, qd_error *error) {
    qd_control *control = control_new(NULL);
    struct position *position = flows_generate.generate(options, seed, control, NULL, error);
    control_free(control);
    return position;
}

static void positions_are_made_as_asked(void **state) {
    (void)state;
    for (unsigned players = 2; players <= 6; players++)
        for (unsigned radius = 1; radius <= FLOWS_MOST_RADIUS; radius++) {
            struct options *options = options_new(NULL);
            char number[] = {(char)('0' + players), 0}, size[] = {(char)('0' + radius), 0};
            set(options, "players", number);
            set(options, "radius", size);
            set(options, "turns", size);
            qd_error error = {0};
            struct position *one = generate(options, 77, &error);
            struct position *two = generate(options, 77, &error);
            assert_non_null(one);
            flows_expect_same(&one->game, &two->game);
            assert_int_equal(one->game.setup.players, players);
            assert_int_equal(one->game.turn, radius);
            assert_int_equal(one->game.outcome, FLOWS_GOES_ON);
            flows_rules.free(one);
            flows_rules.free(two);
            options_free(options);
        }
}

static void too_many_turns_are_refused(void **state) {
    (void)state;
    struct options *options = options_new(NULL);
    qd_error error = {0};
    set(options, "radius", "1");
    set(options, "turns", "7");
    assert_null(generate(options, 1, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_non_null(strstr(error.message, "ask for fewer with <turns>"));
    set(options, "anyone", NULL);
    assert_null(generate(options, 1, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    options_free(options);
}

/* ---- pictures ---- */

static char *picture(const struct position *position, const struct options *options) {
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    flows_render.text(position, options, canvas);
    canvas_print(canvas, false, &out);
    canvas_free(canvas);
    return buf_take(&out);
}

static void secrets_are_kept(void **state) {
    (void)state;
    struct position *position = parse("flows\nseed: 3\n");
    struct options *options = options_new(NULL);
    char *open = picture(position, options);
    set(options, "secret", NULL);
    char *secret = picture(position, options);
    assert_non_null(strstr(open, "P1 to move, with a tile T"));
    assert_non_null(strstr(secret, "P1 to move."));
    assert_null(strstr(secret, "in hand"));
    free(open);
    free(secret);
    options_free(options);
    flows_rules.free(position);
}

/* Equal letters are joined, and nothing else. */
static void letters_pair_the_ports(void **state) {
    (void)state;
    for (unsigned tile = 0; tile < 24; tile++)
        for (unsigned a = 0; a < 6; a++) {
            char letter = flows_line_letter(tile, a);
            assert_in_range(letter, 'a', 'c');
            for (unsigned b = 0; b < 6; b++)
                assert_int_equal(flows_line_letter(tile, b) == letter,
                                 a == b || flows_partner(tile, a) == b);
        }
}

/* A way for each team, from edge to edge: the marks at the borders say so. */
static void ways_lead_from_edge_to_edge(void **state) {
    (void)state;
    struct position *position = parse("axes=012 radius=3 .....................................");
    struct options *options = options_new(NULL);
    struct flows_ways ways;
    set(options, "routes", NULL);
    flows_find_ways(&position->game, options, &ways);
    assert_true(ways.found);
    const struct flows_grid *grid = position->game.board.grid;
    for (unsigned player = 0; player < 3; player++) {
        unsigned edges = 0;
        for (unsigned hex = 0; hex < grid->hexes; hex++)
            for (unsigned port = 0; port < 6; port++)
                if (ways.team[hex][port] == player + 1 && grid->hex[hex].edge[port] != FLOWS_NONE)
                    edges |= 1U << grid->hex[hex].edge[port];
        unsigned seat = position->game.setup.seat[player];
        unsigned wanted = 1U << seat | 1U << (seat + 3) % 6;
        assert_int_equal(edges & wanted, wanted);
    }
    options_free(options);
    flows_rules.free(position);
}

/* ---- keys and the mouse ---- */

static char *press(const struct position *position, struct play_input *input, const int *keys) {
    struct buf move = {0};
    for (; *keys; keys++)
        if (flows_terminal.key(position, input, *keys, &move))
            return buf_take(&move);
    return NULL;
}

/* Everybody has a colour of their own, and partners have the first two of a team's row. */
static void partners_have_shades(void **state) {
    (void)state;
    static const uint8_t inks[FLOWS_AXES][2] = {
        {INK_RED, INK_BRIGHT_RED}, {INK_BLUE, INK_BRIGHT_BLUE}, {INK_GREEN, INK_BRIGHT_GREEN}};
    for (unsigned players = 2; players <= FLOWS_MOST_PLAYERS; players++) {
        struct flows_setup setup;
        flows_setup_start(&setup, 3, players);
        for (unsigned one = 0; one < players; one++)
            for (unsigned two = 0; two < one; two++) {
                bool partners = flows_axis_of(&setup, one) == flows_axis_of(&setup, two);
                unsigned row = 0;
                while (inks[row][0] != flows_ink(&setup, two) && row + 1 < FLOWS_AXES)
                    row++;
                assert_int_not_equal(flows_ink(&setup, one), flows_ink(&setup, two));
                assert_int_not_equal(flows_paint(&setup, one), flows_paint(&setup, two));
                assert_int_equal(inks[row][0] == flows_ink(&setup, two) &&
                                     flows_ink(&setup, one) == inks[row][1],
                                 partners);
            }
    }
}

static void keys_lay_a_tile(void **state) {
    (void)state;
    struct position *position = parse("flows\n");
    struct play_input input = {0};
    char *move = press(position, &input,
                       (int[]){'2', PLAY_DOWN, PLAY_DOWN, PLAY_DOWN, PLAY_RIGHT, PLAY_RIGHT,
                               PLAY_RIGHT, 'n', PLAY_ENTER, 0});
    assert_string_equal(move, "P1D4T2SW");
    struct refusal why = {0};
    assert_int_equal(flows_rules.move(position, move, NULL, &why), QD_YES);
    free(move);
    flows_rules.free(position);
}

/* Every hex can be reached by clicks, and two of them lay the tile there. */
static void clicks_reach_every_hex(void **state) {
    (void)state;
    struct position *position = parse("flows\nradius: 5\n");
    const struct flows_grid *grid = position->game.board.grid;
    for (unsigned hex = 0; hex < grid->hexes; hex++) {
        struct play_input input = {.row = hex == 0 ? 5 : 10};
        struct buf move = {0}, name = {0}, why = {0};
        struct flows_move read;
        int row = flows_canvas_row(grid, hex) + 2, column = flows_canvas_column(grid, hex) + 4;
        assert_false(
            flows_terminal.point(position, &input, NULL, row, column, PLAY_BUTTON_LEFT, &move));
        assert_false(flows_terminal.point(position, &input, NULL, row, column, PLAY_LET_GO, &move));
        assert_true(
            flows_terminal.point(position, &input, NULL, row, column, PLAY_BUTTON_LEFT, &move));
        assert_true(flows_move_read(&position->game.setup, move.text, &read, &why));
        assert_int_equal(read.hex, hex);
        buf_free(&move);
        buf_free(&name);
    }
    flows_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(check_gives_the_map),
        cmocka_unit_test(check_proves_that_all_can_win),
        cmocka_unit_test(check_names_the_cut),
        cmocka_unit_test(tiles_left_can_matter),
        cmocka_unit_test(positions_are_made_as_asked),
        cmocka_unit_test(too_many_turns_are_refused),
        cmocka_unit_test(secrets_are_kept),
        cmocka_unit_test(letters_pair_the_ports),
        cmocka_unit_test(ways_lead_from_edge_to_edge),
        cmocka_unit_test(partners_have_shades),
        cmocka_unit_test(keys_lay_a_tile),
        cmocka_unit_test(clicks_reach_every_hex),
    };
    return cmocka_run_group_tests_name("flows_glue", tests, NULL, NULL);
}

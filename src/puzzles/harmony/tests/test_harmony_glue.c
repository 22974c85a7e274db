/* Swaps as text and their reasons, the generator, the looks of colours, the player's keys. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <math.h>
#include <stdio.h>

#include "puzzles/harmony/model/position.h"
#include "puzzles/interface/terminal/player.h"
#include "tests/support/puzzle_texts.h"

static struct position *read_text(const char *text) {
    struct source source = {.name = "text", .data = text, .size = strlen(text)};
    struct record moves = {0};
    qd_error error = {0};
    struct position *position = text_parse(&harmony_text, &source, &moves, &error);
    if (!position)
        fail_msg("%d:%d: %s", error.line, error.column, error.message);
    record_free(&moves);
    return position;
}

static const char small[] = "ROWS 2\nCOLS 3\nBOARD\nRED A1 2 A2 1 B3 1\nBLUE A3 1 B1 1 B2 0\n";

static void reasons_are_given(void **state) {
    (void)state;
    static const struct {
        const char *move, *why;
    } refused[] = {
        {"A1", "not a swap; expected two places, such as A1-B1"},
        {"A1-", "not a swap; expected two places, such as A1-B1"},
        {"-A1", "not a swap; expected two places, such as A1-B1"},
        {"A1-B1-", "not a swap; expected two places, such as A1-B1"},
        {"A1--B1", "not a swap; expected two places, such as A1-B1"},
        {"A01-B1", "not a swap; expected two places, such as A1-B1"},
        {"A1-B111", "not a swap; expected two places, such as A1-B1"},
        {" A1-B1", "not a swap; expected two places, such as A1-B1"},
        {"A1-C1", "there is no place C1; the places are A1 to B3"},
        {"A14-B1", "there is no place A14; the places are A1 to B3"},
        {"A1-a1", "a tile cannot be swapped with itself"},
        {"B2-A1", "A1 and B2 are neither in one row nor in one column"},
        {"B1-B2", "the BLUE tile at B2 has no moves left"},
        {"A2-B2", "the BLUE tile at B2 has no moves left"},
    };
    struct position *position = read_text(small), *before = harmony_rules.copy(position);
    for (size_t i = 0; i < sizeof refused / sizeof *refused; i++) {
        struct refusal why = {0};
        assert_false(harmony_rules.move(position, refused[i].move, NULL, &why) == QD_YES);
        assert_string_equal(buf_text(&why.text), refused[i].why);
        assert_memory_equal(position, before, sizeof *position);
        refusal_free(&why);
    }
    harmony_rules.free(before);
    harmony_rules.free(position);
}

static void either_order_is_the_same(void **state) {
    (void)state;
    static const char *const ways[] = {"A1-B1", "B1-A1", "a1-b1", "b1-A1"};
    for (size_t i = 0; i < sizeof ways / sizeof *ways; i++) {
        struct position *position = read_text(small);
        struct refusal why = {0};
        assert_int_equal(harmony_rules.move(position, ways[i], NULL, &why), QD_YES);
        assert_int_equal(position->board.colour[harmony_cell(0, 0)], 1);
        assert_int_equal(position->board.moves[harmony_cell(0, 0)], 0);
        assert_int_equal(position->board.colour[harmony_cell(1, 0)], 0);
        assert_int_equal(position->board.moves[harmony_cell(1, 0)], 1);
        refusal_free(&why);
        harmony_rules.free(position);
    }
}

static void legal_moves_are_listed(void **state) {
    (void)state;
    static const char *const legal[] = {"A1-A2", "A1-A3", "A1-B1", "A2-A3", "A3-B3", "B1-B3"};
    struct position *position = read_text(small);
    struct record moves = {0};
    harmony_rules.moves(position, SIZE_MAX, NULL, &moves);
    assert_int_equal(moves.count, sizeof legal / sizeof *legal);
    for (size_t i = 0; i < moves.count; i++)
        assert_string_equal(moves.moves[i].text, legal[i]);
    record_free(&moves);
    harmony_rules.free(position);
}

/* No swap is of two tiles that were each other's latest partner, as the solution is walked from its
 * end: what the generator promises. Tiles are followed by identity. */
static void expect_nothing_undone(const struct harmony_swap *solution, unsigned swaps,
                                  const struct harmony_board *solved, bool alike) {
    uint16_t tile[HARMONY_CELLS], partner[HARMONY_CELLS];
    for (unsigned cell = 0; cell < HARMONY_CELLS; cell++) {
        tile[cell] = (uint16_t)cell;
        partner[cell] = UINT16_MAX;
    }
    for (unsigned i = swaps; i-- > 0;) {
        uint16_t a = tile[solution[i].a], b = tile[solution[i].b];
        assert_false(partner[a] == b && partner[b] == a);
        assert_true(alike || solved->colour[a] != solved->colour[b]);
        partner[a] = b;
        partner[b] = a;
        tile[solution[i].a] = b;
        tile[solution[i].b] = a;
    }
}

/* Returns false if the scramble ran into a board on which nothing was left to do. */
static bool try_scramble(struct random *random, qd_control *control) {
    struct harmony_swap solution[300];
    struct harmony_board board, solved;
    unsigned rows = 2 + (unsigned)random_below(random, 15);
    unsigned columns = 1 + (unsigned)random_below(random, 16);
    unsigned swaps = 1 + (unsigned)random_below(random, 300);
    bool alike = random_below(random, 2);
    harmony_board_solve(&board, rows, columns);
    solved = board;
    assert_true(harmony_solved(&board));
    if (harmony_scramble(&board, swaps, alike, random, control, solution) < swaps)
        return false;
    assert_false(harmony_solved(&board));
    assert_int_equal(harmony_swaps_left(&board), swaps);
    expect_nothing_undone(solution, swaps, &solved, alike);
    for (unsigned i = 0; i < swaps; i++) {
        assert_true(solution[i].a < solution[i].b);
        assert_true(harmony_swap_legal(&board, solution[i]));
        harmony_swap_play(&board, solution[i]);
    }
    assert_true(harmony_solved(&board));
    return true;
}

static void scrambles_lead_back(void **state) {
    (void)state;
    enum { BOARDS = 1000, SEED = 20240318 };
    print_message("# seed %d\n", SEED);
    struct random random;
    qd_control *control = control_new(NULL);
    random_seed(&random, SEED);
    int whole = 0;
    for (int i = 0; i < BOARDS; i++)
        whole += try_scramble(&random, control);
    print_message("# %d of %d scrambles\n", whole, BOARDS);
    assert_true(whole > BOARDS * 9 / 10);
    control_free(control);
}

static struct position *generate(const char *rows, const char *columns, const char *swaps,
                                 const qd_limits *limits, qd_error *error) {
    struct options *options = options_new(NULL);
    qd_control *control = control_new(limits);
    options_set(options, option_find(harmony_options, "rows"), rows, NULL);
    options_set(options, option_find(harmony_options, "columns"), columns, NULL);
    options_set(options, option_find(harmony_options, "swaps"), swaps, NULL);
    struct position *position = harmony_generate.generate(options, 1, control, NULL, error);
    control_free(control);
    options_free(options);
    return position;
}

static void impossible_scrambles_are_refused(void **state) {
    (void)state;
    qd_error error = {0};
    assert_null(generate("2", "1", "2", NULL, &error)); /* a second swap would undo the first */
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "the longest of 100 scrambles has 1"));
    assert_null(generate("2", "2", "511", NULL, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_non_null(strstr(error.message, "a tile has at most 255 moves"));
    assert_null(generate("16", "16", "10000", &(qd_limits){.nodes = 10}, &error));
    assert_int_equal(error.status, QD_LIMIT);
    struct position *largest = generate("16", "16", "10000", NULL, &error);
    assert_non_null(largest);
    assert_int_equal(harmony_swaps_left(&largest->board), 10000);
    harmony_rules.free(largest);
}

static void letters_tell_colours_apart(void **state) {
    (void)state;
    struct harmony_look looks[HARMONY_SIDE];
    struct position position = {.board = {.rows = 6, .columns = 1}};
    static const char *const names[] = {"DKGREEN", "Green", "LTGREEN", "G", "r", "D"};
    static const char letters[] = "DGLARB"; /* G and D are taken when their turn comes */
    for (unsigned row = 0; row < 6; row++)
        strcpy(position.name[row], names[row]);
    harmony_looks(&position, looks);
    for (unsigned row = 0; row < 6; row++)
        assert_int_equal(looks[row].letter, letters[row]);
}

/* sRGB to linear light. */
static double linear(uint32_t value) {
    double c = value / 255.0;
    return c <= 0.04045 ? c / 12.92 : pow((c + 0.055) / 1.055, 2.4);
}

static double lab_curve(double t) {
    return t > 0.008856 ? cbrt(t) : 7.787 * t + 16.0 / 116;
}

/* CIELAB of linear light (D65). */
static void to_lab(const double *rgb, double *lab) {
    double x = lab_curve((0.4124 * rgb[0] + 0.3576 * rgb[1] + 0.1805 * rgb[2]) / 0.95047);
    double y = lab_curve(0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2]);
    double z = lab_curve((0.0193 * rgb[0] + 0.1192 * rgb[1] + 0.9505 * rgb[2]) / 1.08883);
    lab[0] = 116 * y - 16;
    lab[1] = 500 * (x - y);
    lab[2] = 200 * (y - z);
}

/* Normal sight, protanopia, deuteranopia, tritanopia: Machado, Oliveira and Fernandes, 2009. */
static const double sights[4][3][3] = {
    {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
    {{0.152286, 1.052583, -0.204868},
     {0.114503, 0.786281, 0.099216},
     {-0.003882, -0.048116, 1.051998}},
    {{0.367322, 0.860646, -0.227968},
     {0.280085, 0.672501, 0.047413},
     {-0.011820, 0.042940, 0.968881}},
    {{1.255528, -0.076749, -0.178779},
     {-0.078411, 0.930809, 0.147602},
     {0.004733, 0.691367, 0.303900}},
};

static void see(uint32_t fill, const double sight[3][3], double *lab) {
    const double light[3] = {linear(fill >> 24), linear(fill >> 16 & 255), linear(fill >> 8 & 255)};
    double seen[3];
    for (int i = 0; i < 3; i++) {
        double sum = sight[i][0] * light[0] + sight[i][1] * light[1] + sight[i][2] * light[2];
        seen[i] = fmin(1, fmax(0, sum));
    }
    to_lab(seen, lab);
}

static void fills_stay_apart_for_every_sight(void **state) {
    (void)state;
    struct harmony_look looks[HARMONY_SIDE];
    struct position position = {.board = {.rows = HARMONY_SIDE, .columns = 1}};
    harmony_name_colours(&position);
    harmony_looks(&position, looks);
    for (int sight = 0; sight < 4; sight++)
        for (int i = 0; i < HARMONY_SIDE; i++)
            for (int j = 0; j < i; j++) {
                double a[3], b[3];
                see(looks[i].fill, sights[sight], a);
                see(looks[j].fill, sights[sight], b);
                double distance = hypot(hypot(a[0] - b[0], a[1] - b[1]), a[2] - b[2]);
                if (distance < 19)
                    fail_msg("%s, %s: %g", position.name[i], position.name[j], distance);
                assert_int_not_equal(looks[i].paper, looks[j].paper);
                assert_int_not_equal(looks[i].letter, looks[j].letter);
            }
}

static void keys_pick_two_tiles(void **state) {
    (void)state;
    struct position *position = read_text(small);
    struct play_input input = {0};
    struct buf move = {0};
    static const int to_swap[] = {PLAY_LEFT, ' ', PLAY_UP, PLAY_ENTER};
    for (size_t i = 0; i < 3; i++)
        assert_false(harmony_terminal.key(position, &input, to_swap[i], &move));
    assert_true(harmony_terminal.key(position, &input, to_swap[3], &move));
    assert_string_equal(buf_text(&move), "A3-B3");
    assert_int_equal(input.held, 0);
    buf_clear(&move);
    assert_false(harmony_terminal.key(position, &input, ' ', &move));
    assert_int_not_equal(input.held, 0);
    assert_false(harmony_terminal.key(position, &input, ' ', &move)); /* the same again: put back */
    assert_int_equal(input.held, 0);
    assert_false(harmony_terminal.key(position, &input, 'x', &move));
    assert_int_equal(move.size, 0);
    buf_free(&move);
    harmony_rules.free(position);
}

/* Row A stands on line 1; its tiles begin at 2, 7 and 12. */
static void the_mouse_picks_two_tiles(void **state) {
    (void)state;
    struct position *position = read_text(small);
    struct play_input input = {0};
    static const struct {
        int row, column, button;
        const char *move;
        int held;
    } steps[] = {
        {1, 12, PLAY_BUTTON_LEFT, NULL, 3},    {1, 13, PLAY_LET_GO, NULL, 3}, /* a click */
        {2, 15, PLAY_BUTTON_LEFT, "A3-B3", 0}, {2, 15, PLAY_LET_GO, NULL, 0},
        {1, 2, PLAY_BUTTON_LEFT, NULL, 1},     {1, 8, PLAY_LET_GO, "A1-A2", 0}, /* dragged */
        {1, 2, PLAY_BUTTON_LEFT, NULL, 1},     {0, 0, PLAY_LET_GO, NULL, 1},
        {1, 8, PLAY_LET_GO, NULL, 1},          {1, 6, PLAY_BUTTON_LEFT, NULL, 1}, /* between */
        {9, 9, PLAY_BUTTON_RIGHT, NULL, 0},    {1, 8, PLAY_LET_GO, NULL, 0},
    };
    for (size_t i = 0; i < sizeof steps / sizeof *steps; i++) {
        struct buf move = {0};
        assert_int_equal(harmony_terminal.point(position, &input, NULL, steps[i].row,
                                                steps[i].column, steps[i].button, &move),
                         steps[i].move != NULL);
        if (steps[i].move)
            assert_string_equal(buf_text(&move), steps[i].move);
        assert_int_equal(input.held, steps[i].held);
        buf_free(&move);
    }
    harmony_rules.free(position);
}

static void cursor_is_marked(void **state) {
    (void)state;
    struct position *position = read_text(small);
    struct options *options = options_new(NULL);
    struct canvas *canvas = canvas_new();
    struct buf out = {0};
    struct play_input input = {.row = 1, .column = 2, .held = 1};
    harmony_render.text(position, options, canvas);
    harmony_terminal.mark(position, &input, options, canvas);
    canvas_print(canvas, false, &out);
    assert_string_equal(out.text, "   1    2    3\n"
                                  "A *R2*  R1   B1    R  RED\n"
                                  "B  B1   B0  [R1]   B  BLUE\n"
                                  "  3 swaps left\n");
    buf_free(&out);
    canvas_free(canvas);
    options_free(options);
    harmony_rules.free(position);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reasons_are_given),
        cmocka_unit_test(either_order_is_the_same),
        cmocka_unit_test(legal_moves_are_listed),
        cmocka_unit_test(scrambles_lead_back),
        cmocka_unit_test(impossible_scrambles_are_refused),
        cmocka_unit_test(letters_tell_colours_apart),
        cmocka_unit_test(fills_stay_apart_for_every_sight),
        cmocka_unit_test(keys_pick_two_tiles),
        cmocka_unit_test(the_mouse_picks_two_tiles),
        cmocka_unit_test(cursor_is_marked),
    };
    return cmocka_run_group_tests_name("harmony_glue", tests, NULL, NULL);
}

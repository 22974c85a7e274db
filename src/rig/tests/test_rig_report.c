/* Reports of attempts, and pictures of the arm. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "rig/report/event_view.h"
#include "rig/report/report.h"

#define COUNT(array) (sizeof(array) / sizeof *(array))

/* Three rings from tower 0 to 2 in eight moves, one more than needed. */
static struct rig_attempt_move eight[] = {{0, 0, 2, {2000, 60}, {3000, 50}, RIG_LEGAL, 7, 6},
                                          {1, 0, 1, {4000, 60}, {5000, 50}, RIG_LEGAL, 6, 5},
                                          {0, 2, 0, {9000, 60}, {9500, 50}, RIG_LEGAL, 5, 5},
                                          {0, 0, 1, {10000, 60}, {10500, 50}, RIG_LEGAL, 5, 4},
                                          {2, 0, 2, {11000, 60}, {12000, 50}, RIG_LEGAL, 4, 3},
                                          {0, 1, 0, {12500, 60}, {13000, 50}, RIG_LEGAL, 3, 2},
                                          {1, 1, 2, {13500, 60}, {14000, 50}, RIG_LEGAL, 2, 1},
                                          {0, 0, 2, {15000, 60}, {16000, 50}, RIG_LEGAL, 1, 0}};

static struct rig_attempt attempt_of(struct rig_attempt_move *moves, size_t count, bool solved) {
    return (struct rig_attempt){.rings = 3,
                                .weight = {30, 60, 110},
                                .start = 0,
                                .goal = 2,
                                .moves = moves,
                                .count = count,
                                .optimum = 7,
                                .first_lift = {count ? moves[0].lifted.ms : -1, 60},
                                .ended = {16000, 50},
                                .solved = solved,
                                .complete = true};
}

static void losses_are_added_up(void **state) {
    (void)state;
    struct rig_attempt attempt = attempt_of(eight, COUNT(eight), true);
    struct rig_report report;
    rig_report_sum(&attempt, &report);
    assert_int_equal(report.lost, 1);
    assert_int_equal(report.lost_moves, 1);
    assert_int_equal(report.first_lost, 2);
    assert_int_equal(report.worst, 2);
    assert_int_equal(report.longest, 2);
    assert_int_equal(report.pause.ms, 4000);
    assert_int_equal(report.pause.within, 110); /* of both its ends */
    assert_int_equal(report.left, 0);
    assert_int_equal(report.unjudged, 0);
}

static void the_text_says_where_it_was_lost(void **state) {
    (void)state;
    struct rig_attempt attempt = attempt_of(eight, COUNT(eight), true);
    struct buf text = {0};
    attempt.put_back = 1;
    rig_report_text(&attempt, &text);
    static const char *const expected[] = {
        "Attempt: 3 rings (30, 60, 110 g) from tower 0 to tower 2.\n",
        "Solved in 8 moves, 16.00 +- 0.05 s; 7 moves would have been enough.\n",
        "First ring lifted after 2.00 +- 0.06 s.\n",
        "The longest pause was 4.00 +- 0.11 s, before move 3.\n",
        "1 time a ring was lifted and put back.\n",
        "Left the shortest solution at move 3 (2>0): 5 needed before it, 5 after it.\n",
        "     3      9.00      9.50  0.06      30 g   2>0        5  lost 1\n"};
    for (size_t i = 0; i < COUNT(expected); i++)
        if (!strstr(text.text, expected[i]))
            fail_msg("'%s' is not in\n%s", expected[i], text.text);
    for (const char *line = text.text; *line; line = strchr(line, '\n') + 1)
        assert_true(strcspn(line, "\n") <= 80);
    buf_free(&text);
}

static void unknown_orders_are_not_judged(void **state) {
    (void)state;
    struct rig_attempt_move moves[] = {{0, 0, 2, {1000, 60}, {2000, 50}, RIG_LEGAL, 7, 6},
                                       {1, 0, 2, {3000, 60}, {4000, 50}, RIG_ON_SMALLER, 6, -1},
                                       {0, 2, 1, {5000, 60}, {6000, 50}, RIG_NOT_TOP, -1, 8}};
    struct rig_attempt attempt = attempt_of(moves, COUNT(moves), false);
    struct rig_report report;
    struct buf text = {0};
    attempt.illegal = 2;
    attempt.complete = false;
    rig_report_sum(&attempt, &report);
    assert_int_equal(report.unjudged, 2);
    assert_int_equal(report.lost, 0);
    assert_int_equal(report.left, 8);
    assert_int_equal(report.first_lost, SIZE_MAX);
    rig_report_text(&attempt, &text);
    assert_non_null(strstr(text.text, "Not solved after 3 moves"));
    assert_non_null(strstr(text.text, "2 moves broke a rule"));
    assert_non_null(strstr(text.text, "on-smaller"));
    assert_non_null(strstr(text.text, "gaps"));
    assert_null(strstr(text.text, "No move was lost"));
    buf_free(&text);
}

static void an_attempt_without_moves_has_a_report(void **state) {
    (void)state;
    struct rig_attempt attempt = attempt_of(NULL, 0, false);
    struct buf text = {0};
    rig_report_text(&attempt, &text);
    assert_non_null(strstr(text.text, "Not solved after 0 moves"));
    assert_non_null(strstr(text.text, "No ring was lifted"));
    struct drawing *drawing = rig_report_draw(&attempt);
    buf_clear(&text);
    drawing_svg(drawing, &text);
    assert_non_null(strstr(text.text, "</svg>"));
    drawing_free(drawing);
    json_t *object = rig_report_json(&attempt);
    assert_int_equal(json_array_size(json_object_get(object, "list")), 0);
    assert_true(json_is_null(json_object_get(object, "first_lift")));
    json_decref(object);
    buf_free(&text);
}

static void csv_has_a_row_for_each_move(void **state) {
    (void)state;
    struct rig_attempt_move moves[] = {{2, 0, 2, {1000, 60}, {2000, 50}, RIG_NOT_TOP, 7, -1},
                                       {1, 0, 2, {3004, 61}, {4000, 50}, RIG_ON_SMALLER, 6, 6}};
    struct rig_attempt attempt = attempt_of(moves, COUNT(moves), false);
    struct buf text = {0};
    rig_report_csv(&attempt, &text);
    assert_string_equal(
        text.text, "move,from_tower,to_tower,ring_g,lifted_s,lifted_uncertainty_s,placed_s,"
                   "placed_uncertainty_s,rule,needed_before_moves,needed_after_moves,lost_moves\r\n"
                   "1,0,2,110,1.000,0.060,2.000,0.050,not-top,7,,\r\n"
                   "2,0,2,60,3.004,0.061,4.000,0.050,on-smaller,6,6,1\r\n");
    buf_free(&text);
}

static void json_has_all_of_it(void **state) {
    (void)state;
    struct rig_attempt attempt = attempt_of(eight, COUNT(eight), true);
    json_t *object = rig_report_json(&attempt);
    assert_non_null(object);
    assert_int_equal(json_integer_value(json_object_get(object, "moves")), 8);
    assert_int_equal(json_integer_value(json_object_get(object, "optimum")), 7);
    assert_int_equal(json_integer_value(json_object_get(object, "lost")), 1);
    assert_int_equal(json_integer_value(json_object_get(object, "first_lost")), 3);
    assert_true(json_is_true(json_object_get(object, "solved")));
    json_t *third = json_array_get(json_object_get(object, "list"), 2);
    assert_string_equal(json_string_value(json_object_get(third, "move")), "2>0");
    assert_true(json_real_value(json_object_get(third, "ring")) == 30);
    assert_true(json_real_value(json_object_get(third, "lifted")) == 9);
    assert_int_equal(json_integer_value(json_object_get(third, "needed_after")), 5);
    json_decref(object);
}

static void long_attempts_can_be_drawn(void **state) {
    (void)state;
    enum { MANY = 3000 };
    static struct rig_attempt_move moves[MANY];
    for (int i = 0; i < MANY; i++)
        moves[i] = (struct rig_attempt_move){
            0,         i % 3,   (i + 1) % 3,  {i * 1000, 20}, {i * 1000 + 500, 20},
            RIG_LEGAL, i % 200, (i + 1) % 200};
    struct rig_attempt attempt = attempt_of(moves, MANY, false);
    struct buf text = {0};
    struct drawing *drawing = rig_report_draw(&attempt);
    drawing_svg(drawing, &text);
    assert_non_null(strstr(text.text, "viewBox=\"0 0 4000 "));
    drawing_free(drawing);
    buf_free(&text);
}

/* ---- pictures ---- */

static const struct rig_description machine = {.name = "drawn",
                                               .high = {500000, 250000},
                                               .speed = {200000, 150000},
                                               .tower_x = {100000, 250000, 400000},
                                               .travel_y = 180000,
                                               .floor_y = 20000,
                                               .ring_height = 15000,
                                               .cell_limit = 2000000,
                                               .grip_ms = 300,
                                               .sample_ms = 20};

static struct rig_event event_of(int32_t x, int32_t y) {
    return (struct rig_event){
        .kind = RIG_EVENT_STEP,
        .ms = 12300,
        .step = 7,
        .x = x,
        .y = y,
        .homed = {true, true},
        .grams = {170, 0, 0.04},
        .board = {.count = {2, 0, 0}, .ring = {{2, 1}}, .hand = RIG_HAND_HOLDS, .held = 0},
        .moves_left = 6,
        .what = RIG_STEP_TRAVEL,
        .tower = 1,
        .text = ""};
}

static void expect_picture(const struct rig_event *event, const char *expected) {
    struct rig_config config;
    struct buf text = {0};
    rig_config_init(&config);
    struct canvas *canvas = canvas_new();
    rig_picture_draw(&config, &machine, event, true, canvas);
    assert_int_equal(canvas_rows(canvas), rig_picture_rows(&config));
    canvas_print(canvas, false, &text);
    assert_string_equal(text.text, expected);
    canvas_free(canvas);
    buf_free(&text);
}

static void the_arm_is_drawn_where_it_is(void **state) {
    (void)state;
    struct rig_event event = event_of(250000, 250000);
    expect_picture(&event, "====================#====================\n"
                           "                 <=30==>\n"
                           "\n"
                           "\n"
                           "       |            |            |\n"
                           "       |            |            |\n"
                           "   <==60===>        |            |\n"
                           "  <===110===>       |            |\n"
                           "-----------------------------------------\n"
                           "       0            1            2\n"
                           "    170.0 g       0.0 g        0.0 g\n"
                           "   12.3 s  step 7, 6 moves left  travel\n");
}

static void the_arm_goes_down_ring_by_ring(void **state) {
    (void)state;
    struct rig_event event = event_of(100000, 20000 + 2 * 15000);
    event.board = (struct rig_board){
        .count = {2, 1, 0}, .ring = {{2, 1}, {0}}, .unsure = {2, 0, 0}, .held = RIG_NO_RING};
    event.grip = RIG_OPEN;
    event.what = RIG_STEP_NONE;
    event.moves_left = -1;
    event.text = "looking";
    expect_picture(&event, "=======#=================================\n"
                           "       !\n"
                           "       !\n"
                           "       !\n"
                           "       !            |            |\n"
                           "      / \\           |            |\n"
                           "   <==60?==>        |            |\n"
                           "  <==110?===>    <=30==>         |\n"
                           "-----------------------------------------\n"
                           "       0            1            2\n"
                           "    170.0 g       0.0 g        0.0 g\n"
                           "   12.3 s  step 7  looking\n");
}

static void an_arm_that_is_lost_says_so(void **state) {
    (void)state;
    struct rig_event event = event_of(-900000, -900000);
    event.homed[RIG_X] = false;
    event.board.hand = RIG_HAND_MAYBE;
    expect_picture(&event, "=========================================\n"
                           " the arm is not homed, and may hold 30 g\n"
                           "\n"
                           "\n"
                           "       |            |            |\n"
                           "       |            |            |\n"
                           "   <==60===>        |            |\n"
                           "  <===110===>       |            |\n"
                           "-----------------------------------------\n"
                           "       0            1            2\n"
                           "    170.0 g       0.0 g        0.0 g\n"
                           "   12.3 s  step 7, 6 moves left  travel\n");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(losses_are_added_up),
        cmocka_unit_test(the_text_says_where_it_was_lost),
        cmocka_unit_test(unknown_orders_are_not_judged),
        cmocka_unit_test(an_attempt_without_moves_has_a_report),
        cmocka_unit_test(csv_has_a_row_for_each_move),
        cmocka_unit_test(json_has_all_of_it),
        cmocka_unit_test(long_attempts_can_be_drawn),
        cmocka_unit_test(the_arm_is_drawn_where_it_is),
        cmocka_unit_test(the_arm_goes_down_ring_by_ring),
        cmocka_unit_test(an_arm_that_is_lost_says_so),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Shapes as pixels: how much of each pixel they cover; and what is refused as too large. */
#include "base/tests/png_picture.h"

static struct picture black_rect(double x, double y, double width, double height) {
    struct drawing *drawing = drawing_new(8, 8);
    drawing_rect(drawing, x, y, width, height, 0, (struct paint){.fill = BLACK});
    return painted(drawing, 1);
}

static void png_is_white_and_of_the_right_size(void **state) {
    (void)state;
    struct picture picture = painted(drawing_new(3.2, 2), 2);
    assert_int_equal(picture.width, 7);
    assert_int_equal(picture.height, 4);
    assert_int_equal(pixel(&picture, 6, 3), 0xFFFFFF);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
    picture = painted(drawing_new(0.07, 0.01), 100); /* 0.07 * 100 is a little above 7 */
    assert_int_equal(picture.width, 7);
    assert_int_equal(picture.height, 1);
    free(picture.pixels);
}

static void png_rect_covers_whole_pixels(void **state) {
    (void)state;
    struct picture picture = black_rect(2, 3, 4, 2);
    for (int y = 0; y < 8; y++)
        for (int x = 0; x < 8; x++)
            assert_int_equal(pixel(&picture, x, y),
                             x >= 2 && x < 6 && y >= 3 && y < 5 ? 0x000000 : 0xFFFFFF);
    free(picture.pixels);
}

static void png_rect_edges_are_in_proportion(void **state) {
    (void)state;
    struct picture picture = black_rect(1.25, 2.5, 3, 3);
    assert_near(ink(&picture, 1, 4), 0.75, 0.005);
    assert_near(ink(&picture, 4, 4), 0.25, 0.005);
    assert_near(ink(&picture, 2, 2), 0.5, 0.005);
    assert_near(ink(&picture, 2, 5), 0.5, 0.005);
    assert_near(ink(&picture, 1, 2), 0.375, 0.005);
    assert_near(ink(&picture, 2, 4), 1, 0);
    assert_near(ink(&picture, 0, 4), 0, 0);
    assert_near(total_ink(&picture), 9, 0.05);
    free(picture.pixels);
}

static void png_rect_within_a_pixel_and_across_the_border(void **state) {
    (void)state;
    struct picture picture = black_rect(4.25, 4.25, 0.5, 0.25);
    assert_near(ink(&picture, 4, 4), 0.125, 0.005);
    assert_near(total_ink(&picture), 0.125, 0.005);
    free(picture.pixels);
    picture = black_rect(-5, -5, 100, 6);
    assert_near(total_ink(&picture), 8, 0);
    free(picture.pixels);
    picture = black_rect(-5, 1, 2, 2);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
    picture = black_rect(9, 9, 2, 2);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
    picture = black_rect(1, 1, -2, 3);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
    struct drawing *drawing = drawing_new(8, 8); /* no inside, so not even a line */
    drawing_rect(drawing, 4, 1, 0, 5, 0, (struct paint){.stroke = BLACK, .stroke_width = 2});
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
}

static void png_rect_stroke_is_a_frame(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(12, 12);
    drawing_rect(drawing, 2, 2, 8, 8, 0,
                 (struct paint){.fill = RED, .stroke = BLACK, .stroke_width = 2});
    struct picture picture = painted(drawing, 1);
    assert_int_equal(pixel(&picture, 0, 6), 0xFFFFFF);
    assert_int_equal(pixel(&picture, 1, 1), 0x000000);
    assert_int_equal(pixel(&picture, 2, 6), 0x000000);
    assert_int_equal(pixel(&picture, 3, 3), 0xFF0000);
    assert_int_equal(pixel(&picture, 8, 8), 0xFF0000);
    assert_int_equal(pixel(&picture, 9, 9), 0x000000);
    assert_int_equal(pixel(&picture, 11, 11), 0xFFFFFF);
    free(picture.pixels);
}

static void png_thick_frame_has_no_hole(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(12, 12);
    drawing_rect(drawing, 5, 5, 2, 2, 0, (struct paint){.stroke = BLACK, .stroke_width = 4});
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 36, 0);
    free(picture.pixels);
}

static void png_mixes_translucent_colours(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(2, 1);
    drawing_rect(drawing, 0, 0, 2, 1, 0, (struct paint){.fill = 0x0000FFFF});
    drawing_rect(drawing, 0, 0, 1, 1, 0, (struct paint){.fill = 0xFF000080});
    struct picture picture = painted(drawing, 1);
    assert_int_equal(pixel(&picture, 0, 0), 0x80007F);
    assert_int_equal(pixel(&picture, 1, 0), 0x0000FF);
    free(picture.pixels);
}

static void png_circle_has_its_area(void **state) {
    (void)state;
    const double radii[] = {0.6, 3, 10.3, 30};
    for (size_t i = 0; i < sizeof radii / sizeof *radii; i++) {
        double r = radii[i];
        struct drawing *drawing = drawing_new(64, 64);
        drawing_circle(drawing, 31.7, 32.2, r, (struct paint){.fill = BLACK});
        struct picture picture = painted(drawing, 1);
        /* The outline strays by 0.03 at most. */
        assert_near(total_ink(&picture), M_PI * r * r, 2 * M_PI * r * 0.03 + 0.01);
        free(picture.pixels);
    }
}

static void png_round_corners_take_off_what_they_should(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(40, 40);
    drawing_rect(drawing, 5, 5, 30, 20, 6, (struct paint){.fill = BLACK});
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 600 - (4 - M_PI) * 36, 1);
    assert_near(ink(&picture, 5, 5), 0, 0.01);
    assert_near(ink(&picture, 5, 15), 1, 0);
    free(picture.pixels);
    drawing = drawing_new(40, 40); /* a radius that is too large makes a capsule */
    drawing_rect(drawing, 5, 5, 30, 20, 99, (struct paint){.fill = BLACK});
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 200 + M_PI * 100, 3);
    free(picture.pixels);
}

static void png_lines_have_their_width(void **state) {
    (void)state;
    struct paint paint = {.stroke = BLACK, .stroke_width = 3};
    struct drawing *drawing = drawing_new(60, 60);
    drawing_line(drawing, 10, 20.5, 50, 20.5, paint);
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 120, 0);
    assert_near(ink(&picture, 30, 18), 0, 0);
    assert_near(ink(&picture, 30, 19), 1, 0);
    assert_near(ink(&picture, 30, 21), 1, 0);
    assert_near(ink(&picture, 9, 20), 0, 0);
    free(picture.pixels);
    drawing = drawing_new(60, 60);
    drawing_line(drawing, 10, 10, 40, 50, paint);
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 150, 1);
    free(picture.pixels);
    paint.round = true;
    drawing = drawing_new(60, 60);
    drawing_line(drawing, 30, 50, 30, 10, paint);
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 120 + M_PI * 1.5 * 1.5, 0.3);
    free(picture.pixels);
}

static void png_dots_need_a_round_pen(void **state) {
    (void)state;
    struct paint paint = {.stroke = BLACK, .stroke_width = 6};
    struct drawing *drawing = drawing_new(20, 20);
    drawing_line(drawing, 10, 10, 10, 10, paint);
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 0, 0);
    free(picture.pixels);
    paint.round = true;
    drawing = drawing_new(20, 20);
    drawing_line(drawing, 10, 10, 10, 10, paint);
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), M_PI * 9, 0.5);
    free(picture.pixels);
}

static struct picture angle(double turn, bool round) {
    struct drawing *drawing = drawing_new(80, 80);
    double xy[] = {10, 40, 40, 40, 40 - 30 * cos(turn), 40 + 30 * sin(turn)};
    draw_polyline(drawing, xy, 3,
                  (struct paint){.stroke = BLACK, .stroke_width = 10, .round = round});
    return painted(drawing, 1);
}

static void png_joins_are_mitred_bevelled_or_round(void **state) {
    (void)state;
    struct picture picture = angle(M_PI / 2, false);
    assert_near(ink(&picture, 44, 35), 1, 0); /* the tip of the mitred corner is at (45, 35) */
    assert_near(total_ink(&picture), 600, 1); /* each leg lacks or shares a quarter */
    free(picture.pixels);
    picture = angle(M_PI / 2, true);
    assert_near(ink(&picture, 44, 35), 0, 0.01);
    assert_near(ink(&picture, 42, 37), 1, 0);
    free(picture.pixels);
    picture = angle(0.4, false); /* 1 / sin(0.2) is above 4: no tip */
    assert_near(ink(&picture, 52, 37), 0, 0);
    free(picture.pixels);
    picture = angle(0.6, false); /* 1 / sin(0.3) is 3.4: a tip 16.9 ahead */
    assert_near(ink(&picture, 52, 36), 1, 0);
    free(picture.pixels);
}

static void png_path_may_turn_back(void **state) {
    (void)state;
    const double xy[] = {10, 20, 30, 20, 5, 20};
    struct drawing *drawing = drawing_new(40, 40);
    draw_polyline(drawing, xy, 3,
                  (struct paint){.stroke = BLACK, .stroke_width = 10, .round = true});
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 250 + M_PI * 25, 1);
    free(picture.pixels);
}

static void png_closed_strokes_are_rings(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(40, 40);
    drawing_circle(drawing, 20, 20, 12, (struct paint){.stroke = BLACK, .stroke_width = 4});
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), M_PI * (14 * 14 - 10 * 10), 4);
    assert_near(ink(&picture, 20, 20), 0, 0);
    assert_near(ink(&picture, 31, 20), 1, 0);
    free(picture.pixels);
    const double xy[] = {10, 10, 30, 10, 30, 30, 10, 30};
    drawing = drawing_new(40, 40);
    drawing_polygon(drawing, xy, 4, (struct paint){.stroke = BLACK, .stroke_width = 2});
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 22 * 22 - 18 * 18, 0.01);
    free(picture.pixels);
}

static void png_dashes_alternate(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(40, 4);
    drawing_line(drawing, 0, 2, 40, 2,
                 (struct paint){.stroke = BLACK, .stroke_width = 2, .dash = 5});
    struct picture picture = painted(drawing, 1);
    for (int x = 0; x < 40; x++)
        assert_near(ink(&picture, x, 1), x / 5 % 2 ? 0 : 1, 0);
    free(picture.pixels);
    const double xy[] = {0, 2, 7, 2, 8, 2, 40, 2}; /* dashes go on across the points of a path */
    drawing = drawing_new(40, 4);
    draw_polyline(drawing, xy, 4, (struct paint){.stroke = BLACK, .stroke_width = 2, .dash = 5});
    picture = painted(drawing, 1);
    for (int x = 0; x < 40; x++)
        assert_near(ink(&picture, x, 1), x / 5 % 2 ? 0 : 1, 0);
    free(picture.pixels);
    drawing = drawing_new(40, 4); /* too many dashes to be drawn one by one */
    drawing_line(drawing, -1e6, 2, 1e6, 2,
                 (struct paint){.stroke = BLACK, .stroke_width = 2, .dash = 0.001});
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 80, 0);
    free(picture.pixels);
}

static void png_path_inside_is_non_zero(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(30, 30);
    drawing_path(drawing, (struct paint){.fill = BLACK});
    for (int hole = 0; hole < 2; hole++) {
        double from = hole ? 20 : 5, to = hole ? 10 : 25;
        drawing_move(drawing, from, 5 + 5 * hole);
        drawing_to(drawing, to, 5 + 5 * hole);
        drawing_to(drawing, to, 25 - 5 * hole);
        drawing_to(drawing, from, 25 - 5 * hole);
        drawing_close(drawing);
    }
    struct picture picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 300, 0); /* the inner square runs the other way: a hole */
    free(picture.pixels);
    drawing = drawing_new(30, 30);
    const double twice[] = {5, 5, 25, 5, 25, 25, 5, 25, 5, 5, 15, 5, 15, 15, 5, 15};
    drawing_polygon(drawing, twice, 8, (struct paint){.fill = BLACK});
    picture = painted(drawing, 1);
    assert_near(total_ink(&picture), 400, 0); /* wound twice is not a hole */
    free(picture.pixels);
}

static void png_curves_follow_their_formula(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(40, 40);
    drawing_path(drawing, (struct paint){.fill = BLACK});
    drawing_move(drawing, 0, 30);
    drawing_curve(drawing, 10, 0, 30, 0, 40, 30);
    struct picture picture = painted(drawing, 1);
    /* The area under the curve, summed in small steps of its parameter. */
    double area = 0, steps = 10000;
    for (int i = 0; i < (int)steps; i++) {
        double t = (i + 0.5) / steps, s = 1 - t;
        double y = 30 * (s * s * s + t * t * t);
        double dx = 3 * (s * s * 10 + 2 * s * t * 20 + t * t * 10);
        area += (30 - y) * dx / steps;
    }
    assert_near(total_ink(&picture), area, 2);
    free(picture.pixels);
}

static void png_scale_scales_everything(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(10, 10);
    drawing_circle(drawing, 5, 5, 3, (struct paint){.stroke = BLACK, .stroke_width = 2});
    struct picture picture = painted(drawing, 4);
    assert_int_equal(picture.width, 40);
    assert_near(total_ink(&picture), 16 * M_PI * (16 - 4), 6);
    free(picture.pixels);
}

/* 256 colours with the white of the picture still fit in a palette, more do not. */
static void png_keeps_many_colours(void **state) {
    (void)state;
    for (int count = 254; count < 260; count++) {
        struct drawing *drawing = drawing_new(300, 1);
        for (int i = 0; i < count; i++)
            drawing_rect(drawing, i, 0, 1, 1, 0,
                         (struct paint){.fill = (uint32_t)i * 0x010300u + 0xFFu});
        struct picture picture = painted(drawing, 1);
        for (int i = 0; i < 300; i++)
            assert_int_equal(pixel(&picture, i, 0), i < count ? i * 0x0103 : 0xFFFFFF);
        free(picture.pixels);
    }
}

/* ---- limits ---- */

static void assert_refused(double width, double height, double scale, const char *part) {
    struct drawing *drawing = drawing_new(width, height);
    struct buf out = {0};
    qd_error error = {.status = QD_YES};
    assert_int_equal(drawing_png(drawing, scale, &out, &error), QD_BAD_INPUT);
    assert_int_equal(error.status, QD_BAD_INPUT);
    if (!strstr(error.message, part))
        fail_msg("\"%s\" does not say \"%s\"", error.message, part);
    assert_int_equal(out.size, 0);
    assert_int_equal(drawing_png(drawing, scale, &out, NULL), QD_BAD_INPUT);
    buf_free(&out);
    drawing_free(drawing);
}

static void png_refuses_what_is_too_large(void **state) {
    (void)state;
    assert_refused(8001, 8000, 1, "8001 x 8000 pixels; at most 64 million");
    assert_refused(70000, 2, 1, "70000 x 2 pixels");
    assert_refused(2, 70000, 1, "at most 64 million in all and 65535 along a side");
    assert_refused(1e9, 1e9, 10000, "10000000000 x 10000000000 pixels");
    assert_refused(10, 10, 10001, "scale of a picture must be above 0 and at most 10000");
    assert_refused(10, 10, 0, "scale");
    assert_refused(10, 10, -1, "scale");
    assert_refused(10, 10, NAN, "scale");
    assert_refused(10, 10, INFINITY, "scale");
    assert_refused(0, 10, 1, "no size");
    assert_refused(10, -3, 1, "no size");
}

static void png_takes_the_longest_side(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(65535, 1);
    drawing_circle(drawing, 65534, 0.5, 3, (struct paint){.fill = BLACK});
    struct picture picture = painted(drawing, 1);
    assert_int_equal(picture.width, 65535);
    assert_near(ink(&picture, 65534, 0), 1, 0);
    free(picture.pixels);
}

static void png_survives_absurd_values(void **state) {
    (void)state;
    const double wild[] = {NAN, INFINITY, -INFINITY, 1e308, -1e308, 0, 5, 1e-320};
    struct paint paint = {.fill = RED, .stroke = BLACK, .stroke_width = 1e300, .round = true};
    struct drawing *drawing = drawing_new(10, 10);
    for (size_t i = 0; i < 64; i++) {
        double a = wild[i % 8], b = wild[i / 8];
        paint.stroke_width = i % 3 ? a : 1;
        paint.dash = i % 5 ? 0 : b;
        paint.round = i % 2;
        drawing_rect(drawing, a, b, b, a, a, paint);
        drawing_circle(drawing, a, b, a, paint);
        drawing_line(drawing, a, b, b, 3, paint);
        drawing_polygon(drawing, wild, 4, paint);
        drawing_path(drawing, paint);
        drawing_move(drawing, a, a);
        drawing_curve(drawing, b, a, 1, b, a, 2);
        drawing_close(drawing);
        drawing_to(drawing, b, b);
        drawing_text(drawing, a, b, "x", (struct lettering){a, ANCHOR_END, i % 2, BLACK});
    }
    struct buf out = {0};
    drawing_svg(drawing, &out);
    assert_null(strstr(buf_text(&out), "nan"));
    assert_null(strstr(buf_text(&out), "inf"));
    buf_free(&out);
    struct picture picture = painted(drawing, 1.5);
    assert_int_equal(picture.width, 15);
    free(picture.pixels);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_is_white_and_of_the_right_size),
        cmocka_unit_test(png_rect_covers_whole_pixels),
        cmocka_unit_test(png_rect_edges_are_in_proportion),
        cmocka_unit_test(png_rect_within_a_pixel_and_across_the_border),
        cmocka_unit_test(png_rect_stroke_is_a_frame),
        cmocka_unit_test(png_thick_frame_has_no_hole),
        cmocka_unit_test(png_mixes_translucent_colours),
        cmocka_unit_test(png_circle_has_its_area),
        cmocka_unit_test(png_round_corners_take_off_what_they_should),
        cmocka_unit_test(png_lines_have_their_width),
        cmocka_unit_test(png_dots_need_a_round_pen),
        cmocka_unit_test(png_joins_are_mitred_bevelled_or_round),
        cmocka_unit_test(png_path_may_turn_back),
        cmocka_unit_test(png_closed_strokes_are_rings),
        cmocka_unit_test(png_dashes_alternate),
        cmocka_unit_test(png_path_inside_is_non_zero),
        cmocka_unit_test(png_curves_follow_their_formula),
        cmocka_unit_test(png_scale_scales_everything),
        cmocka_unit_test(png_keeps_many_colours),
        cmocka_unit_test(png_refuses_what_is_too_large),
        cmocka_unit_test(png_takes_the_longest_side),
        cmocka_unit_test(png_survives_absurd_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

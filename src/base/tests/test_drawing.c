#include <locale.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/draw/drawing.h"

#define BLACK 0x000000FFu
#define RED   0xFF0000FFu

#define SVG_HEAD(width, height)                                                                    \
    "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 " width " " height                    \
    "\" width=\"" width "\" height=\"" height                                                      \
    "\" role=\"img\" font-family=\"Arial,Helvetica,sans-serif\">\n"

/* The drawing's SVG must be this; releases the drawing. */
static void assert_svg(struct drawing *drawing, const char *expected) {
    struct buf out = {0};
    drawing_svg(drawing, &out);
    assert_string_equal(buf_text(&out), expected);
    buf_free(&out);
    drawing_free(drawing);
}

static void svg_of_nothing(void **state) {
    (void)state;
    assert_svg(drawing_new(20, 10.5), SVG_HEAD("20", "10.5") "</svg>\n");
    assert_svg(drawing_new(-1, NAN), SVG_HEAD("0", "0") "</svg>\n");
    drawing_free(NULL);
}

static void svg_says_title_and_description(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(1, 1);
    drawing_title(drawing, "first", "gone");
    drawing_title(drawing, "Row <3> & \"more\"", NULL);
    assert_svg(drawing, SVG_HEAD("1", "1") "<title>Row &lt;3&gt; &amp; &quot;more&quot;</title>\n"
                                           "</svg>\n");
    drawing = drawing_new(1, 1);
    drawing_title(drawing, "", "A board");
    assert_svg(drawing, SVG_HEAD("1", "1") "<desc>A board</desc>\n</svg>\n");
}

static void svg_of_simple_shapes(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(9, 9);
    drawing_rect(drawing, 1, 2.25, 3, 4, 0, (struct paint){.fill = 0x12ABEFFF});
    drawing_rect(drawing, 0, 0, 1, 1, 0.5,
                 (struct paint){.stroke = 0xFF000080, .stroke_width = 2, .dash = 3});
    drawing_circle(drawing, 5, 6, 7, (struct paint){.fill = 0x00FF0001});
    drawing_line(drawing, 1, 2, 3, 4,
                 (struct paint){.stroke = BLACK, .stroke_width = 0.5, .round = true});
    assert_svg(drawing, SVG_HEAD("9", "9") //
               "<rect x=\"1\" y=\"2.25\" width=\"3\" height=\"4\" fill=\"#12abef\"/>\n"
               "<rect x=\"0\" y=\"0\" width=\"1\" height=\"1\" rx=\"0.5\" fill=\"none\" "
               "stroke=\"#ff0000\" stroke-opacity=\"0.502\" stroke-width=\"2\" "
               "stroke-dasharray=\"3\"/>\n"
               "<circle cx=\"5\" cy=\"6\" r=\"7\" fill=\"#00ff00\" fill-opacity=\"0.004\"/>\n"
               "<line x1=\"1\" y1=\"2\" x2=\"3\" y2=\"4\" fill=\"none\" stroke=\"#000000\" "
               "stroke-width=\"0.5\" stroke-linecap=\"round\" stroke-linejoin=\"round\"/>\n"
               "</svg>\n");
}

static void svg_of_paths(void **state) {
    (void)state;
    const double xy[] = {0, 0, 10, 0, 5, 8.125};
    struct paint paint = {.fill = RED};
    struct drawing *drawing = drawing_new(9, 9);
    drawing_polygon(drawing, xy, 3, paint);
    drawing_polygon(drawing, xy, 0, paint);
    drawing_path(drawing, paint);
    drawing_move(drawing, 1, 1);
    drawing_curve(drawing, 1, 2, 3, 4, 5, -6);
    drawing_to(drawing, 7, 7);
    drawing_close(drawing);
    assert_svg(drawing, SVG_HEAD("9", "9") //
               "<path d=\"M0 0L10 0L5 8.125Z\" fill=\"#ff0000\"/>\n"
               "<path d=\"\" fill=\"#ff0000\"/>\n"
               "<path d=\"M1 1C1 2 3 4 5 -6L7 7Z\" fill=\"#ff0000\"/>\n"
               "</svg>\n");
}

static void svg_of_text(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(9, 9);
    drawing_text(drawing, 1, 2, "12", (struct lettering){.size = 10, .colour = BLACK});
    drawing_text(drawing, 1, 2, " a", (struct lettering){8, ANCHOR_MIDDLE, true, BLACK});
    drawing_text(drawing, 1, 2, "é", (struct lettering){8, ANCHOR_END, false, BLACK});
    drawing_text(drawing, 1, 2, "", (struct lettering){8, ANCHOR_END, false, BLACK});
    assert_svg(drawing, SVG_HEAD("9", "9") //
               "<text x=\"1\" y=\"2\" font-size=\"10\" fill=\"#000000\">12</text>\n"
               "<text x=\"1\" y=\"2\" font-size=\"8\" text-anchor=\"middle\" font-weight=\"bold\" "
               "xml:space=\"preserve\" fill=\"#000000\"> a</text>\n"
               "<text x=\"1\" y=\"2\" font-size=\"8\" text-anchor=\"end\" "
               "fill=\"#000000\">é</text>\n"
               "<text x=\"1\" y=\"2\" font-size=\"8\" text-anchor=\"end\" "
               "fill=\"#000000\"></text>\n"
               "</svg>\n");
}

static void svg_escapes_and_drops(void **state) {
    (void)state;
    struct lettering lettering = {.size = 1, .colour = BLACK};
    struct drawing *drawing = drawing_new(1, 1);
    drawing_tag(drawing, "A\"<&>'");
    drawing_text(drawing, 0, 0,
                 "<&>\"'\x01\x1B[0m\tx\ny\xFFz\xEF\xBF\xBF\xEF\xBF\xBE\xF0\x9F\x9F\xA5", lettering);
    assert_svg(drawing, SVG_HEAD("1", "1") //
               "<text data-cell=\"A&quot;&lt;&amp;&gt;'\" x=\"0\" y=\"0\" font-size=\"1\" "
               "fill=\"#000000\">&lt;&amp;&gt;&quot;'[0m x y?z\xF0\x9F\x9F\xA5</text>\n"
               "</svg>\n");
}

static void svg_marks_the_next_shape_only(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(1, 1);
    drawing_tag(drawing, "gone");
    drawing_tag(drawing, "R3C7");
    drawing_class(drawing, "cell filled");
    drawing_circle(drawing, 0, 0, 1, (struct paint){0});
    drawing_circle(drawing, 0, 0, 1, (struct paint){0});
    assert_svg(drawing, SVG_HEAD("1", "1") //
               "<circle class=\"cell filled\" data-cell=\"R3C7\" cx=\"0\" cy=\"0\" r=\"1\" "
               "fill=\"none\"/>\n"
               "<circle cx=\"0\" cy=\"0\" r=\"1\" fill=\"none\"/>\n"
               "</svg>\n");
}

static void groups_change_nothing_in_a_picture(void **state) {
    (void)state;
    struct drawing *drawing = drawing_new(9, 9);
    drawing_begin_group(drawing, "empty", 1, 1);
    drawing_end_group(drawing);
    drawing_begin_group(drawing, "disc", 3, 4);
    drawing_lift_group(drawing, NAN);
    drawing_circle(drawing, 3, 4, 1, (struct paint){.fill = RED});
    drawing_end_group(drawing);
    assert_svg(drawing, SVG_HEAD("9", "9") //
               "<circle cx=\"3\" cy=\"4\" r=\"1\" fill=\"#ff0000\"/>\n"
               "</svg>\n");
}

static void assert_number(double value, const char *expected) {
    struct buf out = {0}, want = {0};
    struct drawing *drawing = drawing_new(1, 1);
    drawing_line(drawing, value, 0, 0, 0, (struct paint){0});
    drawing_svg(drawing, &out);
    buf_printf(&want, "<line x1=\"%s\" y1", expected);
    if (!strstr(buf_text(&out), buf_text(&want)))
        fail_msg("%a is not written as %s:\n%s", value, expected, buf_text(&out));
    buf_free(&out);
    buf_free(&want);
    drawing_free(drawing);
}

static void assert_all_numbers(void) {
    assert_number(0, "0");
    assert_number(-0.0, "0");
    assert_number(-0.0004, "0");
    assert_number(0.0005, "0.001");
    assert_number(0.05, "0.05");
    assert_number(-1.5, "-1.5");
    assert_number(2.0 / 3, "0.667");
    assert_number(9.9996, "10");
    assert_number(1234567.5, "1000000");
    assert_number(-INFINITY, "-1000000");
    assert_number(NAN, "0");
    assert_number(12345.678, "12345.678");
}

static void svg_numbers_are_short(void **state) {
    (void)state;
    assert_all_numbers();
}

static void svg_numbers_heed_no_locale(void **state) {
    (void)state;
    static const char *const names[] = {"de_DE.UTF-8", "de_DE.utf8", "de_DE",     "fr_FR.UTF-8",
                                        "fr_FR.utf8",  "nl_NL.utf8", "pl_PL.utf8"};
    bool found = false;
    for (size_t i = 0; i < sizeof names / sizeof *names && !found; i++)
        found = setlocale(LC_ALL, names[i]) && strcmp(localeconv()->decimal_point, ",") == 0;
    if (found)
        assert_all_numbers();
    setlocale(LC_ALL, "C");
    if (!found)
        skip();
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(svg_of_nothing),
        cmocka_unit_test(svg_says_title_and_description),
        cmocka_unit_test(svg_of_simple_shapes),
        cmocka_unit_test(svg_of_paths),
        cmocka_unit_test(svg_of_text),
        cmocka_unit_test(svg_escapes_and_drops),
        cmocka_unit_test(svg_marks_the_next_shape_only),
        cmocka_unit_test(groups_change_nothing_in_a_picture),
        cmocka_unit_test(svg_numbers_are_short),
        cmocka_unit_test(svg_numbers_heed_no_locale),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

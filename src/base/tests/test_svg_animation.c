/* Animations: what is written, how often, and with which keyframes. Whether the whole plays as it
 * should is checked on real puzzles by tests/animation-check.py. */
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/draw/svg_animation.h"

static const struct paint red = {.fill = 0xff0000ff};

/* ---- helpers ---- */

/* A drawing of 100 x 50 with a frame that never changes. */
static struct drawing *begin_drawing(void) {
    struct drawing *drawing = drawing_new(100, 50);
    drawing_rect(drawing, 0, 0, 100, 50, 0, (struct paint){.fill = 0xeeeeeeff});
    return drawing;
}

/* A square with a number on it. */
static void draw_square(struct drawing *drawing, const char *id, double x, double y,
                        const char *number) {
    drawing_begin_group(drawing, id, x, y);
    drawing_rect(drawing, x, y, 10, 10, 0, red);
    drawing_text(drawing, x + 5, y + 8, number, (struct lettering){.size = 8, .colour = 0xffu});
    drawing_end_group(drawing);
}

static void add(struct svg_animation *animation, struct drawing *drawing, const char *caption) {
    svg_animation_add(animation, drawing, caption, NULL, NULL);
    drawing_free(drawing);
}

/* Releases the animation; the caller frees the text. */
static char *written(struct svg_animation *animation) {
    struct buf out = {0};
    svg_animation_write(animation, &out);
    svg_animation_free(animation);
    return buf_take(&out);
}

static size_t count_of(const char *text, const char *part) {
    size_t count = 0;
    for (; (text = strstr(text, part)); text += strlen(part))
        count++;
    return count;
}

static void expect_count(const char *svg, const char *part, size_t count) {
    if (count_of(svg, part) != count)
        fail_msg("'%s' is there %zu times, not %zu times:\n%s", part, count_of(svg, part), count,
                 svg);
}

/* ---- tests ---- */

static void nothing_is_a_document(void **state) {
    (void)state;
    char *svg = written(svg_animation_new(1));
    expect_count(svg, "<svg ", 1);
    expect_count(svg, "</svg>\n", 1);
    free(svg);
    svg_animation_free(NULL);
}

static void one_drawing_is_a_still(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    struct drawing *drawing = begin_drawing();
    drawing_title(drawing, "A & B", "<said>");
    draw_square(drawing, "a", 20, 30, "1");
    add(animation, drawing, NULL);
    char *svg = written(animation);
    assert_string_equal(
        svg, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 100 50\" width=\"100\" "
             "height=\"50\" role=\"img\" font-family=\"Arial,Helvetica,sans-serif\">\n"
             "<title>A &amp; B</title>\n<desc>&lt;said&gt;</desc>\n"
             "<g class=\"moves\">\n"
             "<rect width=\"100%\" height=\"100%\" fill=\"#ffffff\"/>\n"
             "<rect x=\"0\" y=\"0\" width=\"100\" height=\"50\" fill=\"#eeeeee\"/>\n"
             "<g transform=\"translate(20 30)\">\n"
             "<rect x=\"0\" y=\"0\" width=\"10\" height=\"10\" fill=\"#ff0000\"/>\n"
             "<text x=\"5\" y=\"8\" font-size=\"8\" fill=\"#000000\">1</text>\n"
             "</g>\n</g>\n</svg>\n");
    free(svg);
}

/* Four drawings of one second and the pause of two: six seconds in all. */
static void things_glide_and_what_stays_is_written_once(void **state) {
    (void)state;
    static const double xs[] = {0, 40, 40, 0};
    struct svg_animation *animation = svg_animation_new(1);
    for (int i = 0; i < 4; i++) {
        struct drawing *drawing = begin_drawing();
        draw_square(drawing, "moving", xs[i], 5, "1");
        draw_square(drawing, "resting", 80, 5, "2");
        add(animation, drawing, NULL);
    }
    char *svg = written(animation);
    expect_count(svg, "fill=\"#eeeeee\"", 1);
    expect_count(svg, "fill=\"#ff0000\"", 2);
    expect_count(svg, "<g transform=", 2);
    expect_count(svg, "visibility=", 0);
    expect_count(svg, "<g transform=\"translate(80 5)\">", 1);
    expect_count(svg,
                 "<g transform=\"translate(0 5)\" class=\"glide\" style=\"animation-name:k0\">", 1);
    expect_count(svg, "@keyframes k", 1);
    /* at rest to 1 s, glides to 1.6 s, at rest to 3 s, back at 3.6 s */
    expect_count(svg,
                 "@keyframes k0{0%,16.667%,60%,100%{transform:translate(0px,5px)}"
                 "26.667%,50%{transform:translate(40px,5px)}}\n",
                 1);
    expect_count(svg, "animation:6s step-end infinite", 1);
    expect_count(svg, "prefers-reduced-motion", 1);
    free(svg);
}

static void a_lifted_thing_goes_up_across_and_down(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(2);
    for (int i = 0; i < 2; i++) {
        struct drawing *drawing = begin_drawing();
        drawing_begin_group(drawing, "disc", 30 * i, 20);
        drawing_lift_group(drawing, 2);
        drawing_circle(drawing, 30 * i, 20, 5, red);
        drawing_end_group(drawing);
        add(animation, drawing, NULL);
    }
    char *svg = written(animation);
    expect_count(svg, "class=\"carry\" style=\"animation-name:k0\">\n<g class=\"lift\" ", 1);
    /* a third of the way across is 10: taken back while it rises */
    expect_count(svg,
                 "@keyframes k1{33.333%,53.333%{transform:translate(0px,0px)}"
                 "40%{transform:translate(-10px,-18px)}46.667%{transform:translate(10px,-18px)}}",
                 1);
    expect_count(svg, "<circle cx=\"0\" cy=\"0\" r=\"5\"", 1);
    free(svg);
}

static void a_change_shows_one_look_at_a_time(void **state) {
    (void)state;
    static const char *const numbers[] = {"3", "2", "3", "3"};
    struct svg_animation *animation = svg_animation_new(1);
    for (int i = 0; i < 4; i++) {
        struct drawing *drawing = begin_drawing();
        draw_square(drawing, "a", 0, 0, numbers[i]);
        draw_square(drawing, "b", 20, 0, numbers[i]);
        add(animation, drawing, NULL);
    }
    char *svg = written(animation);
    expect_count(svg, ">3</text>", 2);
    expect_count(svg, ">2</text>", 2);
    expect_count(svg, "<text style=\"animation-name:k0\" ", 2);
    expect_count(svg, "<text visibility=\"hidden\" style=\"animation-name:k1\" ", 2);
    expect_count(svg, "@keyframes k", 2);
    expect_count(svg, "@keyframes k0{43.333%{visibility:visible}26.667%{visibility:hidden}}", 1);
    expect_count(svg, "@keyframes k1{26.667%{visibility:visible}43.333%{visibility:hidden}}", 1);
    free(svg);
}

static void things_and_shapes_come_and_go(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    for (int i = 0; i < 3; i++) {
        struct drawing *drawing = begin_drawing();
        if (i < 2)
            draw_square(drawing, "first", 0, 0, "1");
        if (i > 0)
            draw_square(drawing, "second", 20, 0, "2");
        if (i == 1)
            drawing_circle(drawing, 50, 40, 3, red);
        add(animation, drawing, NULL);
    }
    char *svg = written(animation);
    expect_count(svg, "@keyframes k0{52%{visibility:hidden}}", 1);
    expect_count(svg, "@keyframes k1{32%{visibility:visible}}", 1);
    expect_count(svg, "@keyframes k2{32%{visibility:visible}52%{visibility:hidden}}", 1);
    expect_count(svg, "<circle visibility=\"hidden\" style=\"animation-name:k2\"", 1);
    assert_true(strstr(svg, "<circle") > strstr(svg, "</g>")); /* above the groups */
    free(svg);
}

static void swap_names(void *context, const char *id, struct buf *now) {
    (void)context;
    buf_add(now, strcmp(id, "left") == 0 ? "right" : "left");
}

static void renamed_things_are_followed(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    for (int i = 0; i < 3; i++) {
        struct drawing *drawing = begin_drawing();
        draw_square(drawing, "left", 0, 0, i % 2 ? "R" : "L");
        draw_square(drawing, "right", 50, 0, i % 2 ? "L" : "R");
        svg_animation_add(animation, drawing, NULL, swap_names, NULL);
        drawing_free(drawing);
    }
    char *svg = written(animation);
    expect_count(svg, "class=\"glide\"", 2);
    expect_count(svg, ">L</text>", 1);
    expect_count(svg, ">R</text>", 1);
    expect_count(svg, "{visibility:", 2); /* only those of the captions' keyframes */
    free(svg);
}

static void captions_take_turns(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    for (int i = 0; i < 3; i++) {
        char caption[32];
        snprintf(caption, sizeof caption, "%d of 2: <%d>&\"", i, i);
        add(animation, begin_drawing(), caption);
    }
    char *svg = written(animation);
    expect_count(svg, "viewBox=\"0 0 100 84\"", 1);
    expect_count(svg,
                 "<text visibility=\"visible\" style=\"animation-delay:0s\">"
                 "0 of 2: &lt;0&gt;&amp;&quot;</text>",
                 1);
    expect_count(svg, "<text style=\"animation-delay:-4s\">1 of 2: &lt;1&gt;&amp;&quot;</text>", 1);
    expect_count(svg, "@keyframes k0{40%{visibility:visible}}", 1);
    expect_count(svg, "<text style=\"animation-name:k0\">2 of 2: &lt;2&gt;&amp;&quot;</text>", 1);
    expect_count(svg, "@keyframes caption{0%{visibility:visible}20%{visibility:hidden}}", 1);
    free(svg);
}

static void long_captions_become_small(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    char caption[401];
    memset(caption, '8', 400);
    caption[400] = '\0';
    add(animation, begin_drawing(), caption);
    char *svg = written(animation);
    const char *size = strstr(svg, "visibility=\"hidden\" font-size=\"");
    assert_non_null(size);
    double fitting = strtod(strstr(size, "font-size=\"") + 11, NULL);
    assert_true(fitting > 0);
    assert_true(drawing_text_width(caption, fitting, false) <= 100);
    free(svg);
}

static void the_pace_stays_within_its_bounds(void **state) {
    (void)state;
    static const double paces[] = {0, -1, NAN, 1e9};
    static const char *const totals[] = {":2.1s ", ":2.1s ", ":2.1s ", ":122s "};
    for (size_t i = 0; i < 4; i++) {
        struct svg_animation *animation = svg_animation_new(paces[i]);
        add(animation, begin_drawing(), NULL);
        add(animation, begin_drawing(), NULL);
        char *svg = written(animation);
        expect_count(svg, totals[i], 1);
        free(svg);
    }
}

static void the_largest_drawing_fits(void **state) {
    (void)state;
    struct svg_animation *animation = svg_animation_new(1);
    add(animation, drawing_new(10, 200), NULL);
    add(animation, drawing_new(300, 20), NULL);
    char *svg = written(animation);
    expect_count(svg, "viewBox=\"0 0 300 200\"", 1);
    free(svg);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(nothing_is_a_document),
        cmocka_unit_test(one_drawing_is_a_still),
        cmocka_unit_test(things_glide_and_what_stays_is_written_once),
        cmocka_unit_test(a_lifted_thing_goes_up_across_and_down),
        cmocka_unit_test(a_change_shows_one_look_at_a_time),
        cmocka_unit_test(things_and_shapes_come_and_go),
        cmocka_unit_test(renamed_things_are_followed),
        cmocka_unit_test(captions_take_turns),
        cmocka_unit_test(long_captions_become_small),
        cmocka_unit_test(the_pace_stays_within_its_bounds),
        cmocka_unit_test(the_largest_drawing_fits),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Text as pixels. */
#include "base/tests/png_picture.h"

static struct picture text_picture(const char *text, enum anchor anchor, bool bold) {
    struct drawing *drawing = drawing_new(200, 60);
    drawing_text(drawing, 100, 40, text, (struct lettering){30, anchor, bold, BLACK});
    return painted(drawing, 1);
}

/* The first (step 1) or last (step -1) column with ink. */
static int inked_column(const struct picture *picture, int step) {
    int x = step > 0 ? 0 : picture->width - 1;
    for (; x >= 0 && x < picture->width; x += step)
        for (int y = 0; y < picture->height; y++)
            if (ink(picture, x, y) > 0.3)
                return x;
    return -1;
}

static void png_text_stands_at_its_anchor(void **state) {
    (void)state;
    struct picture picture = text_picture("HH", ANCHOR_START, false);
    double width = drawing_text_width("HH", 30, false);
    assert_near(width, 43.2, 1e-9);
    assert_in_range(inked_column(&picture, 1), 100, 104);
    assert_in_range(inked_column(&picture, -1), 100 + (int)width - 5, 100 + (int)width);
    free(picture.pixels);
    picture = text_picture("HH", ANCHOR_MIDDLE, false);
    assert_near(inked_column(&picture, 1) + inked_column(&picture, -1), 199, 1);
    free(picture.pixels);
    picture = text_picture("HH", ANCHOR_END, false);
    assert_in_range(inked_column(&picture, -1), 95, 99);
    free(picture.pixels);
}

static void png_text_has_the_height_it_says(void **state) {
    (void)state;
    for (int bold = 0; bold < 2; bold++) {
        struct picture picture = text_picture("H", ANCHOR_START, bold);
        int x = inked_column(&picture, 1) + 1;
        int top = 40 - (int)(DRAWING_CAP * 30);
        assert_near(ink(&picture, x, top - 2), 0, 0.02);
        assert_near(ink(&picture, x, top + 3), 1, 0.1);
        assert_near(ink(&picture, x, 36), 1, 0.1);
        assert_near(ink(&picture, x, 41), 0, 0.02);
        free(picture.pixels);
    }
}

/* Each printable character has ink, and no two look the same. */
static void png_text_has_every_character(void **state) {
    (void)state;
    uint8_t *seen[95] = {NULL};
    for (int i = 1; i < 95; i++) {
        const char text[] = {(char)(' ' + i), '\0'};
        struct picture picture = text_picture(text, ANCHOR_START, false);
        assert_true(total_ink(&picture) > 5);
        assert_true(inked_column(&picture, -1) < 100 + drawing_text_width(text, 30, false) + 2);
        seen[i] = picture.pixels;
        for (int k = 1; k < i; k++)
            assert_memory_not_equal(seen[i], seen[k], 200 * 60 * 3);
    }
    for (int i = 1; i < 95; i++)
        free(seen[i]);
}

static void png_text_beyond_ascii_is_a_box(void **state) {
    (void)state;
    struct picture box = text_picture("é", ANCHOR_START, false);
    struct picture same = text_picture("本", ANCHOR_START, false);
    struct picture bad = text_picture("\xFF", ANCHOR_START, false);
    struct picture mark = text_picture("?", ANCHOR_START, false);
    assert_true(total_ink(&box) > 100);
    assert_memory_equal(box.pixels, same.pixels, 200 * 60 * 3);
    assert_memory_equal(bad.pixels, mark.pixels, 200 * 60 * 3);
    free(box.pixels);
    free(same.pixels);
    free(bad.pixels);
    free(mark.pixels);
    struct picture blank = text_picture(" \t\n", ANCHOR_START, false);
    assert_near(total_ink(&blank), 0, 0);
    free(blank.pixels);
    assert_near(drawing_text_width("", 30, false), 0, 0);
    assert_true(drawing_text_width("abc", 10, true) > drawing_text_width("abc", 10, false));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(png_text_stands_at_its_anchor),
        cmocka_unit_test(png_text_has_the_height_it_says),
        cmocka_unit_test(png_text_has_every_character),
        cmocka_unit_test(png_text_beyond_ascii_is_a_box),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

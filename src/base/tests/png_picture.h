/* A drawing as the pixels of its PNG, for tests. */
#ifndef BASE_TESTS_PNG_PICTURE_H
#define BASE_TESTS_PNG_PICTURE_H

#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>
#include <png.h>

#include "base/draw/drawing.h"

#define BLACK 0x000000FFu
#define RED   0xFF0000FFu

struct picture {
    int width, height;
    uint8_t *pixels; /* RGB */
};

/* The drawing as libpng reads it back; releases the drawing. */
static inline struct picture painted(struct drawing *drawing, double scale) {
    struct buf out = {0};
    qd_error error = {.status = QD_YES};
    assert_int_equal(drawing_png(drawing, scale, &out, &error), QD_YES);
    assert_int_equal(error.status, QD_YES);
    drawing_free(drawing);
    png_image image = {.version = PNG_IMAGE_VERSION};
    assert_true(png_image_begin_read_from_memory(&image, out.text, out.size));
    image.format = PNG_FORMAT_RGB;
    struct picture picture = {(int)image.width, (int)image.height, malloc(PNG_IMAGE_SIZE(image))};
    assert_non_null(picture.pixels);
    assert_true(png_image_finish_read(&image, NULL, picture.pixels, 0, NULL));
    buf_free(&out);
    return picture;
}

static inline uint32_t pixel(const struct picture *picture, int x, int y) {
    assert_in_range(x, 0, picture->width - 1);
    assert_in_range(y, 0, picture->height - 1);
    const uint8_t *p = picture->pixels + 3 * ((size_t)y * (size_t)picture->width + (size_t)x);
    return (uint32_t)p[0] << 16 | (uint32_t)p[1] << 8 | p[2];
}

/* How dark a pixel is: 1 for black, 0 for white. */
static inline double ink(const struct picture *picture, int x, int y) {
    return 1 - (pixel(picture, x, y) & 255) / 255.0;
}

static inline double total_ink(const struct picture *picture) {
    double sum = 0;
    for (int y = 0; y < picture->height; y++)
        for (int x = 0; x < picture->width; x++)
            sum += ink(picture, x, y);
    return sum;
}

static inline void assert_near(double value, double expected, double tolerance) {
    if (!(fabs(value - expected) <= tolerance))
        fail_msg("%g is not within %g of %g", value, tolerance, expected);
}
/* Straight lines through the points; not closed. */
static inline void draw_polyline(struct drawing *drawing, const double *xy, size_t count,
                                 struct paint paint) {
    drawing_path(drawing, paint);
    drawing_move(drawing, xy[0], xy[1]);
    for (size_t i = 1; i < count; i++)
        drawing_to(drawing, xy[2 * i], xy[2 * i + 1]);
}

#endif

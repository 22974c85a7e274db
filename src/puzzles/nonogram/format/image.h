/* Images: read from PNG, made smaller, turned into pictures. */
#ifndef PUZZLES_NONOGRAM_FORMAT_IMAGE_H
#define PUZZLES_NONOGRAM_FORMAT_IMAGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

#include "base/source.h"

/* The largest image that is read, in pixels. (A file may have SOURCE_LIMIT bytes.) */
#define NONOGRAM_IMAGE_PIXELS ((size_t)1 << 25)

struct nonogram_image {
    unsigned width, height;
    uint8_t *pixels; /* red, green, blue, row by row */
};

/* Reads a PNG of any kind; what is transparent lets white shine through. Returns false with an
 * error (QD_BAD_INPUT) if the file is missing, no PNG, damaged or too large; QD_FAILURE if the
 * machine cannot read it. nonogram_image_free releases it. */
bool nonogram_image_read(const char *path, struct nonogram_image *image, qd_error *error);
/* The same from memory. */
bool nonogram_image_decode(const struct source *source, struct nonogram_image *image,
                           qd_error *error);
void nonogram_image_free(struct nonogram_image *image);

/* A new image of that size; each pixel is the mean of the area that it covers, which may have
 * parts of pixels at its edges. */
struct nonogram_image nonogram_image_resize(const struct nonogram_image *image, unsigned width,
                                            unsigned height);

/* How light each pixel is, 0 to 255 (weights of Rec. 601). */
void nonogram_image_light(const struct nonogram_image *image, uint8_t *light);
/* The threshold by Otsu's method (1979): of all ways to part the pixels in dark and light ones it
 * has the most variance between the two. A pixel is dark if it is under the threshold. 128 if all
 * are alike. */
unsigned nonogram_image_otsu(const uint8_t *light, size_t count);
/* The threshold under which the darkest percent of the pixels are, as nearly as possible. */
unsigned nonogram_image_quantile(const uint8_t *light, size_t count, unsigned percent);

#endif

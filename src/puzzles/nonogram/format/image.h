/* Images: read from PNG, scaled, turned into pictures. */
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

/* Reads a PNG of any kind; transparent pixels are blended with white. Returns false with an error:
 * QD_BAD_INPUT if the file is missing, damaged, too large or not a PNG, QD_FAILURE if it cannot be
 * read. nonogram_image_free releases the image. */
bool nonogram_image_read(const char *path, struct nonogram_image *image, qd_error *error);
/* The same from memory. */
bool nonogram_image_decode(const struct source *source, struct nonogram_image *image,
                           qd_error *error);
void nonogram_image_free(struct nonogram_image *image);

/* A new image of that size; each pixel is the mean of the area that it covers, which may include
 * fractions of pixels. */
struct nonogram_image nonogram_image_resize(const struct nonogram_image *image, unsigned width,
                                            unsigned height);

/* How light each pixel is, 0 to 255 (weights of Rec. 601). */
void nonogram_image_light(const struct nonogram_image *image, uint8_t *light);
/* The threshold by Otsu's method (1979), which maximises the variance between dark and light
 * pixels. A pixel is dark if it is below the threshold. 128 if all pixels are equal. */
unsigned nonogram_image_otsu(const uint8_t *light, size_t count);
/* The threshold with `percent` percent of the pixels below it, as nearly as possible. */
unsigned nonogram_image_quantile(const uint8_t *light, size_t count, unsigned percent);

#endif

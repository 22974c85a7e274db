/* Few colours for an image. */
#ifndef PUZZLES_NONOGRAM_GENERATE_IMAGE_COLOURS_H
#define PUZZLES_NONOGRAM_GENERATE_IMAGE_COLOURS_H

#include "base/random.h"
#include "puzzles/nonogram/format/image.h"
#include "puzzles/nonogram/model/puzzle.h"

/* Sorts the pixels into at most that many groups of similar colour (1 to NONOGRAM_COLOURS + 1) by
 * k-means: Lloyd's iteration from a start by k-means++ (Arthur and Vassilvitskii 2007). group[i]
 * is the group of pixel i, rgb[] the mean of each group as 0xRRGGBB. The larger groups come first.
 * Returns how many groups there are: fewer if the image has fewer colours. */
unsigned nonogram_image_cluster(const struct nonogram_image *image, unsigned most,
                                struct random *random, uint8_t *group,
                                uint32_t rgb[NONOGRAM_COLOURS + 1]);

/* A picture with up to that many colours beside the background, which is the group with the most
 * pixels along the border. rgb[0] is the background's. Returns the number of colours; 0: all is
 * background. */
unsigned nonogram_image_colours(const struct nonogram_image *image, unsigned colours,
                                struct random *random, uint8_t *picture,
                                uint32_t rgb[NONOGRAM_COLOURS + 1]);

#endif

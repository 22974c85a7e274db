/* Reduces an image to a few colours. */
#ifndef PUZZLES_NONOGRAM_GENERATE_IMAGE_COLOURS_H
#define PUZZLES_NONOGRAM_GENERATE_IMAGE_COLOURS_H

#include "base/random.h"
#include "puzzles/nonogram/format/image.h"
#include "puzzles/nonogram/model/puzzle.h"

/* Groups the pixels by k-means into at most `most` groups of similar colour (1 to NONOGRAM_COLOURS
 * + 1): Lloyd's iteration, started by k-means++ (Arthur and Vassilvitskii 2007). group[i] is the
 * group of pixel i, rgb[] the mean of each group as 0xRRGGBB. Larger groups come first. Returns the
 * number of groups, fewer if the image has fewer colours. */
unsigned nonogram_image_cluster(const struct nonogram_image *image, unsigned most,
                                struct random *random, uint8_t *group,
                                uint32_t rgb[NONOGRAM_COLOURS + 1]);

/* Paints a picture with up to `colours` colours besides the background, which is the group with the
 * most pixels along the border. rgb[0] is the background. Returns the number of colours, 0 if
 * everything is background. */
unsigned nonogram_image_colours(const struct nonogram_image *image, unsigned colours,
                                struct random *random, uint8_t *picture,
                                uint32_t rgb[NONOGRAM_COLOURS + 1]);

#endif

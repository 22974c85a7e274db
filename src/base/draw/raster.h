/* A picture of RGB pixels on which shapes are painted with smooth edges.
 *
 * Fills follow the non-zero winding rule. Each pixel row is swept in 16 lines; on each line,
 * crossings of the outline are exact to 1/256 of a pixel. Rectangles along the axes get their exact
 * coverage. All sums are integers, so a picture is the same on every run. */
#ifndef BASE_DRAW_RASTER_H
#define BASE_DRAW_RASTER_H

#include <stdint.h>

#include "base/draw/outline.h"

struct raster;

/* A white picture; NULL if there is not enough memory. raster_free releases it. width and height
 * are at least 1, at most RASTER_SIDE. */
#define RASTER_SIDE 65535
struct raster *raster_new(int width, int height);
/* raster may be NULL. */
void raster_free(struct raster *raster);

/* The rows from the top, three bytes a pixel, no gaps between rows. */
const uint8_t *raster_pixels(const struct raster *raster);

/* Paints the inside of the outline; every contour counts as closed. colour is 0xRRGGBBAA. */
void raster_fill(struct raster *raster, const struct outline *outline, uint32_t colour);

struct box {
    double left, top, right, bottom;
};

/* Paints what lies in outer and not in inner, which must lie in outer or be empty ({0}). */
void raster_frame(struct raster *raster, struct box outer, struct box inner, uint32_t colour);

#endif

/* Pieces of SVG, for the files that write a drawing or several of them as such. */
#ifndef BASE_DRAW_SVG_H
#define BASE_DRAW_SVG_H

#include "base/buf.h"
#include "base/draw/drawing_list.h"

/* A number with at most three decimals and none that are not needed. Its size must be below 1e12.
 */
void svg_number(struct buf *out, double value);
/* A blank and name="value". */
void svg_attribute(struct buf *out, const char *name, double value);
/* Text between tags or within quotes. What XML cannot hold is left out, as in drawing_text. */
void svg_escaped(struct buf *out, const char *text);

/* The opening tag of a document of that size. */
void svg_head(struct buf *out, double width, double height);
/* Its title and description; either may be NULL. */
void svg_said(struct buf *out, const char *title, const char *description);

/* What the shape is called: "rect". */
const char *svg_element(const struct shape *shape);
/* The rest of the shape's element behind "<rect" and attributes that the caller adds, up to its
 * end. Coordinates are written as seen from the origin. Marks are left out. */
void svg_shape(struct buf *out, const struct drawing *drawing, const struct shape *shape,
               struct point origin);

#endif

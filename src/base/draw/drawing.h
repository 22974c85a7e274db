/* A picture made of shapes, kept as a list in painting order, and written as an SVG document or as
 * a PNG. Both look alike; text uses the viewer's sans-serif font in the SVG and a stroke font
 * (strokefont.c) in the PNG.
 *
 * Coordinates are in the drawing's own units, x to the right, y downwards from the upper left
 * corner. They are clamped to +-DRAWING_FAR; NaN counts as 0. Colours are 0xRRGGBBAA; alpha 0 means
 * none. */
#ifndef BASE_DRAW_DRAWING_H
#define BASE_DRAW_DRAWING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

#include "base/buf.h"

#define DRAWING_FAR 1e6
/* The most pixels of a PNG, and the most along one side. */
#define DRAWING_PIXELS 64000000
#define DRAWING_SIDE   65535
/* The most pixels per unit. */
#define DRAWING_SCALE 10000
/* The height of capitals and digits for a size of 1: text whose baseline lies at
 * y + DRAWING_CAP * size / 2 is centred on y. */
#define DRAWING_CAP 0.72

/* How a shape is painted: first its fill, then its stroke on top. */
struct paint {
    uint32_t fill, stroke;
    double stroke_width;
    bool round;  /* round caps and joins; else butt caps and mitred joins */
    double dash; /* the length of dashes and of the gaps between them; 0 for a whole line */
};

enum anchor { ANCHOR_START, ANCHOR_MIDDLE, ANCHOR_END };

/* How text is set. */
struct lettering {
    double size;        /* the line height, about 1.4 times the height of capitals */
    enum anchor anchor; /* which part of the text is at its x */
    bool bold;
    uint32_t colour;
};

struct drawing;

/* An empty drawing. Never NULL; drawing_free releases it. Negative sizes count as 0. */
struct drawing *drawing_new(double width, double height);
/* drawing may be NULL. */
void drawing_free(struct drawing *drawing);

/* The accessible title and description of an SVG; either may be NULL or "". The last call counts.
 */
void drawing_title(struct drawing *drawing, const char *title, const char *description);

/* Marks the next shape for scripts and style sheets, in the SVG only: data-cell="cell" or
 * class="name". The last call before the shape counts. */
void drawing_tag(struct drawing *drawing, const char *cell);
void drawing_class(struct drawing *drawing, const char *name);

/* Begins a group: the shapes up to drawing_end_group belong to one object at (x, y). They keep the
 * coordinates of the drawing. In an animation (base/draw/svg_animation.h) groups with the same id
 * in successive drawings are the same object, which glides from place to place; in a single picture
 * groups change nothing. Ids are unique within a drawing and not empty. Groups cannot be nested. In
 * an animation, shapes before the first group are below all groups; later shapes outside of groups
 * are above. */
void drawing_begin_group(struct drawing *drawing, const char *id, double x, double y);
/* Makes the last group move up (or down) to y, then across, then to its new place in an animation,
 * instead of straight. */
void drawing_lift_group(struct drawing *drawing, double y);
void drawing_end_group(struct drawing *drawing);

/* A rectangle with its upper left corner at (x, y). radius rounds its corners; 0 for sharp ones.
 * Negative sizes count as 0; a rectangle or circle without an inside is not painted. */
void drawing_rect(struct drawing *drawing, double x, double y, double width, double height,
                  double radius, struct paint paint);
void drawing_circle(struct drawing *drawing, double x, double y, double radius, struct paint paint);
void drawing_line(struct drawing *drawing, double x1, double y1, double x2, double y2,
                  struct paint paint);

/* Lines through count points and back to the first; xy holds x and y of each in turn. */
void drawing_polygon(struct drawing *drawing, const double *xy, size_t count, struct paint paint);

/* Begins a path of lines and cubic curves; the calls below continue it until another shape begins.
 * It is filled by the non-zero winding rule. */
void drawing_path(struct drawing *drawing, struct paint paint);
/* The next four add to the path begun last; the last shape must be a path. A path begins with a
 * move. */
void drawing_move(struct drawing *drawing, double x, double y);
void drawing_to(struct drawing *drawing, double x, double y);
void drawing_curve(struct drawing *drawing, double x1, double y1, double x2, double y2, double x,
                   double y);
void drawing_close(struct drawing *drawing);

/* One line of UTF-8 text with its baseline at y. Tabs and line ends count as spaces, bytes that are
 * not UTF-8 as '?', other control characters are left out of the SVG. In a PNG everything beyond
 * ASCII shows as a box. */
void drawing_text(struct drawing *drawing, double x, double y, const char *text,
                  struct lettering lettering);

/* The width of a text in a PNG; in an SVG it is about the same. */
double drawing_text_width(const char *text, double size, bool bold);

/* Appends a complete SVG document. The same drawing always gives the same bytes. */
void drawing_svg(const struct drawing *drawing, struct buf *out);

/* The number of pixels of a PNG with scale pixels per unit; a double, so that it cannot overflow.
 */
double drawing_pixels(const struct drawing *drawing, double scale);

/* Appends the bytes of a PNG with scale pixels for each unit, on white. Returns QD_YES;
 * QD_BAD_INPUT when the drawing has no size, the scale is not above 0 and at most DRAWING_SCALE, or
 * the picture would have more than DRAWING_PIXELS pixels or more than DRAWING_SIDE along one side;
 * QD_FAILURE when memory runs out or libpng fails. Unless it returns QD_YES nothing is appended,
 * and error (which may be NULL) says why. */
qd_status drawing_png(const struct drawing *drawing, double scale, struct buf *out,
                      qd_error *error);

#endif

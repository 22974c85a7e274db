/* Outlines: what the rasteriser fills. Straight contours, made from lines and curves; a stroke
 * becomes the outline of its area. Curves and round joins are flattened to within 0.03 units, so
 * one unit should be one pixel. */
#ifndef BASE_DRAW_OUTLINE_H
#define BASE_DRAW_OUTLINE_H

#include <stdbool.h>
#include <stddef.h>

struct point {
    double x, y;
};

struct contour {
    size_t from, count; /* which of the outline's points */
    bool closed;        /* a line leads from the last point back to the first */
};

/* Zero-initialise it: {0}. */
struct outline {
    struct point *points;
    size_t count, room;
    struct contour *contours;
    size_t contour_count, contour_room;
};

/* Empties it but keeps the memory. */
void outline_clear(struct outline *outline);
/* Releases the memory; the outline is empty again. */
void outline_free(struct outline *outline);

/* Begins a contour. */
void outline_move(struct outline *outline, struct point to);
/* A line from the last point. Without one it begins a contour; after a close it begins one where
 * the closed one began. */
void outline_line(struct outline *outline, struct point to);
/* A cubic Bézier curve from the last point with the control points a and b; begins like a line. */
void outline_curve(struct outline *outline, struct point a, struct point b, struct point to);
/* A quarter of an ellipse with axes along x and y, from the last point; it leaves horizontally or
 * vertically. */
void outline_quarter(struct outline *outline, bool horizontal, struct point to);
/* Closes the contour. Does nothing when there is none. */
void outline_close(struct outline *outline);

/* A rectangle with corners rounded by radius (at most half a side). */
void outline_rect(struct outline *outline, struct point corner, double width, double height,
                  double radius);
void outline_circle(struct outline *outline, struct point centre, double radius);

/* Appends to out the area that a pen of this width covers along the contours of path. round: round
 * caps and joins; else butt caps and mitred joins, bevelled beyond SVG's miter limit of 4. All
 * parts wind the same way, so the non-zero rule fills exactly their union. */
void outline_stroke(const struct outline *path, double width, bool round, struct outline *out);

/* Appends the path to out, cut into dashes and gaps of this length. A contour that would have more
 * than OUTLINE_DASHES dashes stays whole. */
#define OUTLINE_DASHES 100000
void outline_dash(const struct outline *path, double length, struct outline *out);

/* ---- text (strokefont.c) ----
 * A small sans-serif font of strokes: every printable ASCII character as the path of a pen with a
 * round tip, and a box for anything else. Its widths and heights are close to those of Arial and
 * Helvetica, so that text takes about the same room as in an SVG. Tabs and line ends count as
 * spaces; bytes that are not UTF-8 show as '?'. */

/* How far the text reaches from where it starts to where the next character would start. */
double strokefont_width(const char *text, double size, bool bold);
/* The width of the pen. */
double strokefont_pen(double size, bool bold);
/* Appends the path of the pen: the text starts at `at`, on its baseline; y grows downwards. */
void strokefont_trace(const char *text, struct point at, double size, bool bold,
                      struct outline *path);

#endif

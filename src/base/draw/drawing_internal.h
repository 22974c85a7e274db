/* The inside of a drawing, and the pieces of SVG, for the files that write drawings. */
#ifndef BASE_DRAW_DRAWING_INTERNAL_H
#define BASE_DRAW_DRAWING_INTERNAL_H

#include "base/buf.h"
#include "base/draw/drawing.h"
#include "base/draw/outline.h"

enum shape_kind { SHAPE_RECT, SHAPE_CIRCLE, SHAPE_LINE, SHAPE_PATH, SHAPE_TEXT };

/* The fields that each kind uses:
 *   rect    at, to (width and height), size (the corners' radius)
 *   circle  at, size (the radius)
 *   line    at, to (its end)
 *   path    verbs from..from + count, with their points from point_from on
 *   text    at, size, anchor, bold, text; paint.fill is its colour */
struct shape {
    enum shape_kind kind;
    enum anchor anchor;
    bool bold;
    struct paint paint;
    struct point at, to;
    double size;
    size_t from, count, point_from;
    size_t text, cell, name; /* offsets in the drawing's texts; 0: none */
};

/* Shapes from..from + count. */
struct group {
    size_t id; /* offset in the drawing's texts */
    struct point at;
    size_t from, count;
    bool lifted;
    double lift; /* the height it moves at, if it is lifted */
};

struct drawing {
    double width, height;
    char *title, *description; /* may be NULL */
    struct shape *shapes;
    size_t shape_count, shape_room;
    struct group *groups; /* in the order of their shapes */
    size_t group_count, group_room;
    bool in_group;
    char *verbs; /* 'M' and 'L' with one point each, 'C' with three, 'Z' with none */
    size_t verb_count, verb_room;
    struct point *points;
    size_t point_count, point_room;
    struct buf texts; /* each ends with NUL; the first is empty */
    size_t next_cell, next_name;
};

/* ---- pieces of SVG (svg.c) ---- */

/* Writes a number with at most three decimals, without trailing zeros. It must be below 1e12. */
void svg_number(struct buf *out, double value);
/* Writes a space and name="value". */
void svg_attribute(struct buf *out, const char *name, double value);
/* Writes text for between tags or within quotes. What XML does not allow is left out, as in
 * drawing_text. */
void svg_escaped(struct buf *out, const char *text);

/* Writes the opening tag of a document of that size. */
void svg_head(struct buf *out, double width, double height);
/* Writes its title and description; either may be NULL. */
void svg_said(struct buf *out, const char *title, const char *description);

/* The name of the element of a shape: "rect". */
const char *svg_element(const struct shape *shape);
/* Writes the rest of the element of a shape, after "<rect" and attributes that the caller adds.
 * Coordinates are relative to the origin. Marks are left out. */
void svg_shape(struct buf *out, const struct drawing *drawing, const struct shape *shape,
               struct point origin);

#endif

/* The inside of a drawing, for the files that write one. */
#ifndef BASE_DRAW_DRAWING_LIST_H
#define BASE_DRAW_DRAWING_LIST_H

#include "base/buf.h"
#include "base/draw/drawing.h"
#include "base/draw/outline.h"

enum shape_kind { SHAPE_RECT, SHAPE_CIRCLE, SHAPE_LINE, SHAPE_PATH, SHAPE_TEXT };

/* What each kind uses of it:
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

#endif

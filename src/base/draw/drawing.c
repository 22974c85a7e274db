#include "base/draw/drawing.h"

#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/draw/drawing_internal.h"
#include "base/mem.h"

static double clean(double value) {
    if (isnan(value))
        return 0;
    return fmin(fmax(value, -DRAWING_FAR), DRAWING_FAR);
}

static double clean_size(double value) {
    return fmax(clean(value), 0);
}

static struct point clean_point(double x, double y) {
    return (struct point){clean(x), clean(y)};
}

struct drawing *drawing_new(double width, double height) {
    struct drawing *drawing = MEM_NEW(struct drawing);
    drawing->width = clean_size(width);
    drawing->height = clean_size(height);
    buf_bytes(&drawing->texts, "", 1);
    return drawing;
}

void drawing_free(struct drawing *drawing) {
    if (!drawing)
        return;
    free(drawing->title);
    free(drawing->description);
    free(drawing->shapes);
    free(drawing->groups);
    free(drawing->verbs);
    free(drawing->points);
    buf_free(&drawing->texts);
    free(drawing);
}

static void replace_text(char **text, const char *by) {
    free(*text);
    *text = by ? mem_text(by) : NULL;
}

void drawing_title(struct drawing *drawing, const char *title, const char *description) {
    replace_text(&drawing->title, title);
    replace_text(&drawing->description, description);
}

static size_t keep_text(struct drawing *drawing, const char *text) {
    if (!text || !text[0])
        return 0;
    size_t at = drawing->texts.size;
    assert(at > 0 && "0 stands for no text");
    buf_bytes(&drawing->texts, text, strlen(text) + 1);
    return at;
}

void drawing_tag(struct drawing *drawing, const char *cell) {
    drawing->next_cell = keep_text(drawing, cell);
}

void drawing_class(struct drawing *drawing, const char *name) {
    drawing->next_name = keep_text(drawing, name);
}

void drawing_begin_group(struct drawing *drawing, const char *id, double x, double y) {
    assert(!drawing->in_group && "groups do not hold groups");
    assert(id[0] && "a group has an id");
    drawing->groups = mem_grow(drawing->groups, drawing->group_count, &drawing->group_room,
                               sizeof *drawing->groups);
    drawing->groups[drawing->group_count++] = (struct group){
        .id = keep_text(drawing, id), .at = clean_point(x, y), .from = drawing->shape_count};
    drawing->in_group = true;
}

void drawing_lift_group(struct drawing *drawing, double y) {
    assert(drawing->in_group && "a group must be begun first");
    struct group *group = &drawing->groups[drawing->group_count - 1];
    group->lifted = true;
    group->lift = clean(y);
}

void drawing_end_group(struct drawing *drawing) {
    assert(drawing->in_group && "a group must be begun first");
    struct group *group = &drawing->groups[drawing->group_count - 1];
    assert(group->from <= drawing->shape_count);
    group->count = drawing->shape_count - group->from;
    drawing->in_group = false;
}

/* Adds a shape with the marks that were set for it; the caller fills in the rest. */
static struct shape *add_shape(struct drawing *drawing, enum shape_kind kind, struct paint paint) {
    paint.stroke_width = clean_size(paint.stroke_width);
    paint.dash = clean_size(paint.dash);
    if (paint.stroke_width <= 0)
        paint.stroke = 0;
    drawing->shapes = mem_grow(drawing->shapes, drawing->shape_count, &drawing->shape_room,
                               sizeof *drawing->shapes);
    struct shape *shape = &drawing->shapes[drawing->shape_count++];
    *shape = (struct shape){
        .kind = kind, .paint = paint, .cell = drawing->next_cell, .name = drawing->next_name};
    drawing->next_cell = drawing->next_name = 0;
    return shape;
}

void drawing_rect(struct drawing *drawing, double x, double y, double width, double height,
                  double radius, struct paint paint) {
    struct shape *shape = add_shape(drawing, SHAPE_RECT, paint);
    shape->at = clean_point(x, y);
    shape->to = (struct point){clean_size(width), clean_size(height)};
    shape->size = clean_size(radius);
}

void drawing_circle(struct drawing *drawing, double x, double y, double radius,
                    struct paint paint) {
    struct shape *shape = add_shape(drawing, SHAPE_CIRCLE, paint);
    shape->at = clean_point(x, y);
    shape->size = clean_size(radius);
}

void drawing_line(struct drawing *drawing, double x1, double y1, double x2, double y2,
                  struct paint paint) {
    struct shape *shape = add_shape(drawing, SHAPE_LINE, paint);
    shape->at = clean_point(x1, y1);
    shape->to = clean_point(x2, y2);
}

void drawing_path(struct drawing *drawing, struct paint paint) {
    struct shape *shape = add_shape(drawing, SHAPE_PATH, paint);
    shape->from = drawing->verb_count;
    shape->point_from = drawing->point_count;
}

static void add_verb(struct drawing *drawing, char verb) {
    assert(drawing->shape_count && "a path must be begun first");
    struct shape *shape = &drawing->shapes[drawing->shape_count - 1];
    assert(shape->kind == SHAPE_PATH && "the last shape is not a path");
    assert((shape->count || verb == 'M') && "a path begins with a move");
    drawing->verbs = mem_grow(drawing->verbs, drawing->verb_count, &drawing->verb_room, 1);
    drawing->verbs[drawing->verb_count++] = verb;
    shape->count++;
}

static void add_point(struct drawing *drawing, double x, double y) {
    drawing->points = mem_grow(drawing->points, drawing->point_count, &drawing->point_room,
                               sizeof *drawing->points);
    drawing->points[drawing->point_count++] = clean_point(x, y);
}

void drawing_move(struct drawing *drawing, double x, double y) {
    add_verb(drawing, 'M');
    add_point(drawing, x, y);
}

void drawing_to(struct drawing *drawing, double x, double y) {
    add_verb(drawing, 'L');
    add_point(drawing, x, y);
}

void drawing_curve(struct drawing *drawing, double x1, double y1, double x2, double y2, double x,
                   double y) {
    add_verb(drawing, 'C');
    add_point(drawing, x1, y1);
    add_point(drawing, x2, y2);
    add_point(drawing, x, y);
}

void drawing_close(struct drawing *drawing) {
    add_verb(drawing, 'Z');
}

void drawing_polygon(struct drawing *drawing, const double *xy, size_t count, struct paint paint) {
    drawing_path(drawing, paint);
    for (size_t i = 0; i < count; i++)
        if (i == 0)
            drawing_move(drawing, xy[0], xy[1]);
        else
            drawing_to(drawing, xy[2 * i], xy[2 * i + 1]);
    if (count)
        drawing_close(drawing);
}

void drawing_text(struct drawing *drawing, double x, double y, const char *text,
                  struct lettering lettering) {
    struct shape *shape = add_shape(drawing, SHAPE_TEXT, (struct paint){.fill = lettering.colour});
    shape->at = clean_point(x, y);
    shape->size = clean_size(lettering.size);
    shape->anchor = lettering.anchor;
    shape->bold = lettering.bold;
    shape->text = keep_text(drawing, text);
}

double drawing_text_width(const char *text, double size, bool bold) {
    return strokefont_width(text, size, bold);
}

#include <math.h>
#include <string.h>

#include "base/draw/drawing.h"
#include "base/draw/drawing_internal.h"
#include "base/utf8.h"

static void add_whole(struct buf *out, long long value) {
    char digits[24];
    size_t at = sizeof digits;
    do
        digits[--at] = (char)('0' + value % 10);
    while ((value /= 10) > 0);
    buf_bytes(out, digits + at, sizeof digits - at);
}

/* Not by printf: that would use the decimal comma of the locale, and animations write a million
 * numbers. */
void svg_number(struct buf *out, double value) {
    long long thousandths = llround(value * 1000);
    if (thousandths < 0) {
        buf_char(out, '-');
        thousandths = -thousandths;
    }
    add_whole(out, thousandths / 1000);
    int rest = (int)(thousandths % 1000);
    if (rest)
        buf_char(out, '.');
    for (int place = 100; rest; place /= 10) {
        buf_char(out, (char)('0' + rest / place));
        rest %= place;
    }
}

void svg_attribute(struct buf *out, const char *name, double value) {
    buf_char(out, ' ');
    buf_add(out, name);
    buf_add(out, "=\"");
    svg_number(out, value);
    buf_char(out, '"');
}

/* XML 1.0 allows no other code points, not even written as references. */
static bool is_xml(uint32_t code) {
    return code >= 0x20 && code != 0xFFFE && code != 0xFFFF;
}

static void add_code(struct buf *out, const char *bytes, size_t size, uint32_t code) {
    if (code == UTF8_BAD)
        buf_char(out, '?');
    else if (code == '\t' || code == '\n' || code == '\r')
        buf_char(out, ' ');
    else if (code == '&')
        buf_add(out, "&amp;");
    else if (code == '<')
        buf_add(out, "&lt;");
    else if (code == '>')
        buf_add(out, "&gt;");
    else if (code == '"')
        buf_add(out, "&quot;");
    else if (is_xml(code))
        buf_bytes(out, bytes, size);
}

void svg_escaped(struct buf *out, const char *text) {
    for (const char *next = text; *text; text = next) {
        uint32_t code = utf8_next(&next);
        add_code(out, text, (size_t)(next - text), code);
    }
}

/* <title> or <desc>, unless it is empty. */
static void add_said(struct buf *out, const char *element, const char *text) {
    if (!text || !text[0])
        return;
    buf_printf(out, "<%s>", element);
    svg_escaped(out, text);
    buf_printf(out, "</%s>\n", element);
}

static void add_mark(struct buf *out, const char *name, const struct drawing *drawing,
                     size_t offset) {
    if (!offset)
        return;
    buf_printf(out, " %s=\"", name);
    svg_escaped(out, drawing->texts.text + offset);
    buf_char(out, '"');
}

static void add_colour(struct buf *out, const char *name, uint32_t colour) {
    uint32_t alpha = colour & 255;
    if (!alpha) {
        buf_printf(out, " %s=\"none\"", name);
        return;
    }
    buf_printf(out, " %s=\"#%06x\"", name, (unsigned)(colour >> 8));
    if (alpha == 255)
        return;
    buf_printf(out, " %s-opacity=\"", name);
    svg_number(out, alpha / 255.0);
    buf_char(out, '"');
}

static void add_paint(struct buf *out, const struct paint *paint) {
    add_colour(out, "fill", paint->fill);
    if (!(paint->stroke & 255))
        return;
    add_colour(out, "stroke", paint->stroke);
    svg_attribute(out, "stroke-width", paint->stroke_width);
    if (paint->round)
        buf_add(out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (paint->dash > 0)
        svg_attribute(out, "stroke-dasharray", paint->dash);
}

static struct point seen_from(struct point origin, struct point at) {
    return (struct point){at.x - origin.x, at.y - origin.y};
}

static void add_x_y(struct buf *out, const char *x_name, const char *y_name, struct point at) {
    svg_attribute(out, x_name, at.x);
    svg_attribute(out, y_name, at.y);
}

static void add_rect(struct buf *out, const struct shape *shape, struct point origin) {
    add_x_y(out, "x", "y", seen_from(origin, shape->at));
    svg_attribute(out, "width", shape->to.x);
    svg_attribute(out, "height", shape->to.y);
    if (shape->size > 0)
        svg_attribute(out, "rx", shape->size);
}

static void add_circle(struct buf *out, const struct shape *shape, struct point origin) {
    add_x_y(out, "cx", "cy", seen_from(origin, shape->at));
    svg_attribute(out, "r", shape->size);
}

static void add_line(struct buf *out, const struct shape *shape, struct point origin) {
    add_x_y(out, "x1", "y1", seen_from(origin, shape->at));
    add_x_y(out, "x2", "y2", seen_from(origin, shape->to));
}

static void add_path(struct buf *out, const struct shape *shape, const struct drawing *drawing,
                     struct point origin) {
    const struct point *point = drawing->points + shape->point_from;
    buf_add(out, " d=\"");
    for (size_t i = 0; i < shape->count; i++) {
        char verb = drawing->verbs[shape->from + i];
        int points = verb == 'C' ? 3 : verb == 'Z' ? 0 : 1;
        buf_char(out, verb);
        for (int k = 0; k < points; k++, point++) {
            if (k)
                buf_char(out, ' ');
            svg_number(out, point->x - origin.x);
            buf_char(out, ' ');
            svg_number(out, point->y - origin.y);
        }
    }
    buf_char(out, '"');
}

/* XML readers collapse blanks unless told otherwise. */
static bool has_loose_blanks(const char *text) {
    size_t size = strlen(text);
    return size &&
           (strchr(" \t\r\n", text[0]) || strchr(" \t\r\n", text[size - 1]) || strstr(text, "  "));
}

static void add_lettering(struct buf *out, const struct shape *shape, const char *text,
                          struct point origin) {
    add_x_y(out, "x", "y", seen_from(origin, shape->at));
    svg_attribute(out, "font-size", shape->size);
    if (shape->anchor == ANCHOR_MIDDLE)
        buf_add(out, " text-anchor=\"middle\"");
    if (shape->anchor == ANCHOR_END)
        buf_add(out, " text-anchor=\"end\"");
    if (shape->bold)
        buf_add(out, " font-weight=\"bold\"");
    if (has_loose_blanks(text))
        buf_add(out, " xml:space=\"preserve\"");
}

static void add_geometry(struct buf *out, const struct shape *shape, const struct drawing *drawing,
                         struct point origin) {
    switch (shape->kind) {
    case SHAPE_RECT:
        add_rect(out, shape, origin);
        break;
    case SHAPE_CIRCLE:
        add_circle(out, shape, origin);
        break;
    case SHAPE_LINE:
        add_line(out, shape, origin);
        break;
    case SHAPE_PATH:
        add_path(out, shape, drawing, origin);
        break;
    case SHAPE_TEXT:
        add_lettering(out, shape, drawing->texts.text + shape->text, origin);
        break;
    }
}

const char *svg_element(const struct shape *shape) {
    static const char *const ELEMENTS[] = {[SHAPE_RECT] = "rect",
                                           [SHAPE_CIRCLE] = "circle",
                                           [SHAPE_LINE] = "line",
                                           [SHAPE_PATH] = "path",
                                           [SHAPE_TEXT] = "text"};
    return ELEMENTS[shape->kind];
}

void svg_shape(struct buf *out, const struct drawing *drawing, const struct shape *shape,
               struct point origin) {
    add_geometry(out, shape, drawing, origin);
    add_paint(out, &shape->paint);
    if (shape->kind != SHAPE_TEXT) {
        buf_add(out, "/>\n");
        return;
    }
    buf_char(out, '>');
    svg_escaped(out, drawing->texts.text + shape->text);
    buf_add(out, "</text>\n");
}

static void add_marked_shape(struct buf *out, const struct drawing *drawing,
                             const struct shape *shape) {
    buf_printf(out, "<%s", svg_element(shape));
    add_mark(out, "class", drawing, shape->name);
    add_mark(out, "data-cell", drawing, shape->cell);
    svg_shape(out, drawing, shape, (struct point){0, 0});
}

void svg_head(struct buf *out, double width, double height) {
    buf_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    svg_number(out, width);
    buf_char(out, ' ');
    svg_number(out, height);
    buf_char(out, '"');
    svg_attribute(out, "width", width);
    svg_attribute(out, "height", height);
    buf_add(out, " role=\"img\" font-family=\"Arial,Helvetica,sans-serif\">\n");
}

void svg_said(struct buf *out, const char *title, const char *description) {
    add_said(out, "title", title);
    add_said(out, "desc", description);
}

void drawing_svg(const struct drawing *drawing, struct buf *out) {
    svg_head(out, drawing->width, drawing->height);
    svg_said(out, drawing->title, drawing->description);
    for (size_t i = 0; i < drawing->shape_count; i++)
        add_marked_shape(out, drawing, &drawing->shapes[i]);
    buf_add(out, "</svg>\n");
}

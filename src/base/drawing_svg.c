#include <math.h>
#include <string.h>

#include "drawing.h"
#include "drawing_list.h"
#include "utf8.h"

/* At most three decimals, none that are not needed, and always a point: printf would use the
 * locale's comma. The drawing keeps its values small enough for the product. */
static void add_number(struct buf *out, double value) {
    long long thousandths = llround(value * 1000);
    if (thousandths < 0) {
        buf_char(out, '-');
        thousandths = -thousandths;
    }
    buf_printf(out, "%lld", thousandths / 1000);
    int rest = (int)(thousandths % 1000);
    if (rest)
        buf_char(out, '.');
    for (int place = 100; rest; place /= 10) {
        buf_char(out, (char)('0' + rest / place));
        rest %= place;
    }
}

static void add_attribute(struct buf *out, const char *name, double value) {
    buf_printf(out, " %s=\"", name);
    add_number(out, value);
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

static void add_escaped(struct buf *out, const char *text) {
    for (const char *next = text; *text; text = next) {
        uint32_t code = utf8_next(&next);
        add_code(out, text, (size_t)(next - text), code);
    }
}

/* <title> or <desc>, when there is something to say. */
static void add_said(struct buf *out, const char *element, const char *text) {
    if (!text || !text[0])
        return;
    buf_printf(out, "<%s>", element);
    add_escaped(out, text);
    buf_printf(out, "</%s>\n", element);
}

static void add_mark(struct buf *out, const char *name, const struct drawing *drawing,
                     size_t offset) {
    if (!offset)
        return;
    buf_printf(out, " %s=\"", name);
    add_escaped(out, drawing->texts.text + offset);
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
    add_number(out, alpha / 255.0);
    buf_char(out, '"');
}

static void add_paint(struct buf *out, const struct paint *paint) {
    add_colour(out, "fill", paint->fill);
    if (!(paint->stroke & 255))
        return;
    add_colour(out, "stroke", paint->stroke);
    add_attribute(out, "stroke-width", paint->stroke_width);
    if (paint->round)
        buf_add(out, " stroke-linecap=\"round\" stroke-linejoin=\"round\"");
    if (paint->dash > 0)
        add_attribute(out, "stroke-dasharray", paint->dash);
}

static void add_rect(struct buf *out, const struct shape *shape) {
    add_attribute(out, "x", shape->at.x);
    add_attribute(out, "y", shape->at.y);
    add_attribute(out, "width", shape->to.x);
    add_attribute(out, "height", shape->to.y);
    if (shape->size > 0)
        add_attribute(out, "rx", shape->size);
}

static void add_circle(struct buf *out, const struct shape *shape) {
    add_attribute(out, "cx", shape->at.x);
    add_attribute(out, "cy", shape->at.y);
    add_attribute(out, "r", shape->size);
}

static void add_line(struct buf *out, const struct shape *shape) {
    add_attribute(out, "x1", shape->at.x);
    add_attribute(out, "y1", shape->at.y);
    add_attribute(out, "x2", shape->to.x);
    add_attribute(out, "y2", shape->to.y);
}

static void add_path(struct buf *out, const struct shape *shape, const struct drawing *drawing) {
    const struct point *point = drawing->points + shape->point_from;
    buf_add(out, " d=\"");
    for (size_t i = 0; i < shape->count; i++) {
        char verb = drawing->verbs[shape->from + i];
        int points = verb == 'C' ? 3 : verb == 'Z' ? 0 : 1;
        buf_char(out, verb);
        for (int k = 0; k < points; k++, point++) {
            if (k)
                buf_char(out, ' ');
            add_number(out, point->x);
            buf_char(out, ' ');
            add_number(out, point->y);
        }
    }
    buf_char(out, '"');
}

/* XML readers fold blanks unless they are told not to. */
static bool has_loose_blanks(const char *text) {
    size_t size = strlen(text);
    return size &&
           (strchr(" \t\r\n", text[0]) || strchr(" \t\r\n", text[size - 1]) || strstr(text, "  "));
}

static void add_lettering(struct buf *out, const struct shape *shape, const char *text) {
    add_attribute(out, "x", shape->at.x);
    add_attribute(out, "y", shape->at.y);
    add_attribute(out, "font-size", shape->size);
    if (shape->anchor == ANCHOR_MIDDLE)
        buf_add(out, " text-anchor=\"middle\"");
    if (shape->anchor == ANCHOR_END)
        buf_add(out, " text-anchor=\"end\"");
    if (shape->bold)
        buf_add(out, " font-weight=\"bold\"");
    if (has_loose_blanks(text))
        buf_add(out, " xml:space=\"preserve\"");
}

static void add_geometry(struct buf *out, const struct shape *shape,
                         const struct drawing *drawing) {
    switch (shape->kind) {
    case SHAPE_RECT:
        add_rect(out, shape);
        break;
    case SHAPE_CIRCLE:
        add_circle(out, shape);
        break;
    case SHAPE_LINE:
        add_line(out, shape);
        break;
    case SHAPE_PATH:
        add_path(out, shape, drawing);
        break;
    case SHAPE_TEXT:
        add_lettering(out, shape, drawing->texts.text + shape->text);
        break;
    }
}

static void add_shape(struct buf *out, const struct shape *shape, const struct drawing *drawing) {
    static const char *const ELEMENTS[] = {[SHAPE_RECT] = "rect",
                                           [SHAPE_CIRCLE] = "circle",
                                           [SHAPE_LINE] = "line",
                                           [SHAPE_PATH] = "path",
                                           [SHAPE_TEXT] = "text"};
    buf_printf(out, "<%s", ELEMENTS[shape->kind]);
    add_mark(out, "class", drawing, shape->name);
    add_mark(out, "data-cell", drawing, shape->cell);
    add_geometry(out, shape, drawing);
    add_paint(out, &shape->paint);
    if (shape->kind != SHAPE_TEXT) {
        buf_add(out, "/>\n");
        return;
    }
    buf_char(out, '>');
    add_escaped(out, drawing->texts.text + shape->text);
    buf_add(out, "</text>\n");
}

void drawing_svg(const struct drawing *drawing, struct buf *out) {
    buf_add(out, "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ");
    add_number(out, drawing->width);
    buf_char(out, ' ');
    add_number(out, drawing->height);
    buf_char(out, '"');
    add_attribute(out, "width", drawing->width);
    add_attribute(out, "height", drawing->height);
    buf_add(out, " role=\"img\" font-family=\"Arial,Helvetica,sans-serif\">\n");
    add_said(out, "title", drawing->title);
    add_said(out, "desc", drawing->description);
    for (size_t i = 0; i < drawing->shape_count; i++)
        add_shape(out, &drawing->shapes[i], drawing);
    buf_add(out, "</svg>\n");
}

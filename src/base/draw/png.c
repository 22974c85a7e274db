#include <math.h>
#include <stdlib.h>
#include <string.h>

#include <png.h>

#include "base/draw/drawing.h"
#include "base/draw/drawing_internal.h"
#include "base/draw/raster.h"
#include "base/source.h"

_Static_assert(DRAWING_SIDE <= RASTER_SIDE, "the rasteriser takes every picture");

/* A drawing that is being painted. */
struct painter {
    const struct drawing *drawing;
    struct raster *raster;
    double scale;
    struct outline path, dashes, area; /* scratch, kept from shape to shape */
};

static struct point scaled(const struct painter *painter, struct point p) {
    return (struct point){p.x * painter->scale, p.y * painter->scale};
}

/* ---- outlines, in pixels ---- */

static void trace_path(struct painter *painter, const struct shape *shape) {
    const struct point *point = painter->drawing->points + shape->point_from;
    for (size_t i = 0; i < shape->count; i++) {
        switch (painter->drawing->verbs[shape->from + i]) {
        case 'M':
            outline_move(&painter->path, scaled(painter, *point++));
            break;
        case 'L':
            outline_line(&painter->path, scaled(painter, *point++));
            break;
        case 'C':
            outline_curve(&painter->path, scaled(painter, point[0]), scaled(painter, point[1]),
                          scaled(painter, point[2]));
            point += 3;
            break;
        default:
            outline_close(&painter->path);
        }
    }
}

static void trace_text(struct painter *painter, const struct shape *shape) {
    const char *text = painter->drawing->texts.text + shape->text;
    double size = shape->size * painter->scale;
    double width = strokefont_width(text, size, shape->bold);
    struct point at = scaled(painter, shape->at);
    if (shape->anchor == ANCHOR_MIDDLE)
        at.x -= width / 2;
    if (shape->anchor == ANCHOR_END)
        at.x -= width;
    strokefont_trace(text, at, size, shape->bold, &painter->path);
}

static void trace_shape(struct painter *painter, const struct shape *shape) {
    double scale = painter->scale;
    struct point at = scaled(painter, shape->at), to = scaled(painter, shape->to);
    outline_clear(&painter->path);
    switch (shape->kind) {
    case SHAPE_RECT:
        if (to.x > 0 && to.y > 0)
            outline_rect(&painter->path, at, to.x, to.y, shape->size * scale);
        break;
    case SHAPE_CIRCLE:
        if (shape->size > 0)
            outline_circle(&painter->path, at, shape->size * scale);
        break;
    case SHAPE_LINE:
        outline_move(&painter->path, at);
        outline_line(&painter->path, to);
        break;
    case SHAPE_PATH:
        trace_path(painter, shape);
        break;
    case SHAPE_TEXT:
        trace_text(painter, shape);
        break;
    }
}

/* ---- painting ---- */

static void stroke_path(struct painter *painter, double width, bool round, uint32_t colour) {
    outline_clear(&painter->area);
    outline_stroke(&painter->path, width, round, &painter->area);
    raster_fill(painter->raster, &painter->area, colour);
}

static void stroke_shape(struct painter *painter, const struct paint *paint) {
    if (paint->dash > 0) {
        outline_clear(&painter->dashes);
        outline_dash(&painter->path, paint->dash * painter->scale, &painter->dashes);
        struct outline whole = painter->path;
        painter->path = painter->dashes;
        painter->dashes = whole;
    }
    stroke_path(painter, paint->stroke_width * painter->scale, paint->round, paint->stroke);
}

static void paint_outline(struct painter *painter, const struct shape *shape) {
    trace_shape(painter, shape);
    if (shape->kind == SHAPE_TEXT) {
        double size = shape->size * painter->scale;
        stroke_path(painter, strokefont_pen(size, shape->bold), true, shape->paint.fill);
        return;
    }
    raster_fill(painter->raster, &painter->path, shape->paint.fill);
    if (shape->paint.stroke & 255)
        stroke_shape(painter, &shape->paint);
}

static struct box grown(struct box box, double by) {
    return (struct box){box.left - by, box.top - by, box.right + by, box.bottom + by};
}

/* Boards are mostly upright rectangles with sharp corners and lines along the axes, which need no
 * outline. Returns whether the shape was such a rectangle. */
static bool paint_box(struct painter *painter, const struct shape *shape) {
    const struct paint *paint = &shape->paint;
    bool fancy = (paint->stroke & 255) && (paint->round || paint->dash > 0);
    if (shape->kind != SHAPE_RECT || shape->size > 0 || fancy)
        return false;
    struct point at = scaled(painter, shape->at), size = scaled(painter, shape->to);
    struct box box = {at.x, at.y, at.x + size.x, at.y + size.y};
    double half = paint->stroke_width * painter->scale / 2;
    if (!(size.x > 0 && size.y > 0))
        return true;
    raster_frame(painter->raster, box, (struct box){0}, paint->fill);
    raster_frame(painter->raster, grown(box, half), grown(box, -half), paint->stroke);
    return true;
}

static bool paint_straight_line(struct painter *painter, const struct shape *shape) {
    const struct paint *paint = &shape->paint;
    struct point at = scaled(painter, shape->at), to = scaled(painter, shape->to);
    double half = paint->stroke_width * painter->scale / 2;
    bool upright = at.x == to.x, level = at.y == to.y;
    if (shape->kind != SHAPE_LINE || upright == level || paint->round || paint->dash > 0)
        return false;
    struct box box = {fmin(at.x, to.x), fmin(at.y, to.y), fmax(at.x, to.x), fmax(at.y, to.y)};
    if (upright)
        box = (struct box){box.left - half, box.top, box.right + half, box.bottom};
    else
        box = (struct box){box.left, box.top - half, box.right, box.bottom + half};
    raster_frame(painter->raster, box, (struct box){0}, paint->stroke);
    return true;
}

static void paint_all(struct painter *painter) {
    for (size_t i = 0; i < painter->drawing->shape_count; i++) {
        const struct shape *shape = &painter->drawing->shapes[i];
        if (!paint_box(painter, shape) && !paint_straight_line(painter, shape))
            paint_outline(painter, shape);
    }
    outline_free(&painter->path);
    outline_free(&painter->dashes);
    outline_free(&painter->area);
}

/* ---- the file ---- */

/* The pixels along a side; an excess due to rounding does not add a pixel. */
static double pixels_along(double length, double scale) {
    return fmax(ceil(length * scale - 1e-6), 1);
}

double drawing_pixels(const struct drawing *drawing, double scale) {
    return pixels_along(drawing->width, scale) * pixels_along(drawing->height, scale);
}

static qd_status check_size(const struct drawing *drawing, double scale, qd_error *error) {
    if (!(drawing->width > 0 && drawing->height > 0)) {
        error_set(error, QD_BAD_INPUT, "the picture has no size");
        return QD_BAD_INPUT;
    }
    if (!(scale > 0 && scale <= DRAWING_SCALE)) {
        error_set(error, QD_BAD_INPUT, "the scale of a picture must be above 0 and at most %d",
                  DRAWING_SCALE);
        return QD_BAD_INPUT;
    }
    double width = pixels_along(drawing->width, scale);
    double height = pixels_along(drawing->height, scale);
    if (width > DRAWING_SIDE || height > DRAWING_SIDE || width * height > DRAWING_PIXELS) {
        error_set(error, QD_BAD_INPUT,
                  "the picture would have %.0f x %.0f pixels; at most %d million in all and %d "
                  "along a side are possible",
                  width, height, DRAWING_PIXELS / 1000000, DRAWING_SIDE);
        return QD_BAD_INPUT;
    }
    return QD_YES;
}

/* The colours of a picture that has at most 256 of them, with a hash table to find them. */
struct palette {
    uint8_t colours[256][3];
    int count;
    uint32_t keys[1024]; /* a colour + 1; 0: free */
    uint8_t indices[1024];
};

/* The index of a colour, which is added if it is new; -1 if the palette is full. */
static int palette_index(struct palette *palette, const uint8_t *pixel) {
    uint32_t key = ((uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2]) + 1;
    uint32_t slot = (key * 2654435761u) >> 22;
    while (palette->keys[slot] && palette->keys[slot] != key)
        slot = (slot + 1) % 1024;
    if (palette->keys[slot])
        return palette->indices[slot];
    if (palette->count == 256)
        return -1;
    palette->keys[slot] = key;
    palette->indices[slot] = (uint8_t)palette->count;
    memcpy(palette->colours[palette->count], pixel, 3);
    return palette->count++;
}

/* One byte for each pixel, an index into the palette; NULL when there are too many colours (or too
 * little memory). */
static uint8_t *index_pixels(const uint8_t *pixels, size_t count, struct palette *palette) {
    uint8_t *indices = malloc(count);
    if (!indices)
        return NULL;
    int index = 0;
    for (size_t i = 0; i < count; i++) {
        if (i == 0 || memcmp(pixels + 3 * i, pixels + 3 * i - 3, 3) != 0)
            index = palette_index(palette, pixels + 3 * i);
        if (index < 0) {
            free(indices);
            return NULL;
        }
        indices[i] = (uint8_t)index;
    }
    return indices;
}

static qd_status no_memory(const png_image *image, qd_error *error) {
    error_set(error, QD_FAILURE, "not enough memory for a picture of %u x %u pixels",
              (unsigned)image->width, (unsigned)image->height);
    return QD_FAILURE;
}

/* colours is NULL when the pixels are RGB. */
static qd_status compress(png_image *image, const void *pixels, const void *colours,
                          struct buf *out, qd_error *error) {
    /* Without a palette libpng would try filters, which make files of flat colours larger. */
    image->flags = colours ? 0 : PNG_IMAGE_FLAG_FAST;
    png_alloc_size_t size = PNG_IMAGE_PNG_SIZE_MAX(*image);
    void *bytes = malloc(size);
    if (!bytes)
        return no_memory(image, error);
    int done = png_image_write_to_memory(image, bytes, &size, 0, pixels, 0, colours);
    if (done)
        buf_bytes(out, bytes, size);
    else
        error_set(error, QD_FAILURE, "the picture cannot be written: %s", image->message);
    free(bytes);
    return done ? QD_YES : QD_FAILURE;
}

/* Most boards have few colours; a palette makes their files several times smaller. */
static qd_status write_png(png_image *image, const uint8_t *pixels, struct buf *out,
                           qd_error *error) {
    struct palette palette = {.count = 0};
    uint8_t *indices = index_pixels(pixels, (size_t)image->width * (size_t)image->height, &palette);
    if (!indices)
        return compress(image, pixels, NULL, out, error);
    image->format = PNG_FORMAT_RGB_COLORMAP;
    image->colormap_entries = (png_uint_32)palette.count;
    qd_status status = compress(image, indices, palette.colours, out, error);
    free(indices);
    return status;
}

qd_status drawing_png(const struct drawing *drawing, double scale, struct buf *out,
                      qd_error *error) {
    qd_status status = check_size(drawing, scale, error);
    if (status != QD_YES)
        return status;
    png_image image = {.version = PNG_IMAGE_VERSION,
                       .width = (png_uint_32)pixels_along(drawing->width, scale),
                       .height = (png_uint_32)pixels_along(drawing->height, scale),
                       .format = PNG_FORMAT_RGB};
    struct painter painter = {.drawing = drawing, .scale = scale};
    painter.raster = raster_new((int)image.width, (int)image.height);
    if (!painter.raster)
        return no_memory(&image, error);
    paint_all(&painter);
    status = write_png(&image, raster_pixels(painter.raster), out, error);
    raster_free(painter.raster);
    return status;
}

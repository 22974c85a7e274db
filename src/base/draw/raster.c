#include "base/draw/raster.h"

#include <assert.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* The lines in which a pixel row is swept. */
#define LINES 16
/* Coverage of a whole pixel row's height; a line's share of it is FULL / LINES. */
#define FULL 4096
/* Positions along x are counted in 1/256 of a pixel. */
#define FINE 256

/* A side of the outline, from its upper to its lower end. */
struct edge {
    int from, to; /* the lines it crosses: from <= line < to */
    int sign;     /* +1 when the contour runs down here, -1 when up */
    double x;     /* where it crosses the present line */
    double slope; /* how far x moves from line to line */
};

struct raster {
    int width, height;
    uint8_t *pixels;
    /* Changes of coverage from pixel to pixel in the present row, in units of 1 / (FULL * FINE):
     * the running sum is each pixel's coverage. Only changes from changed_from to changed_to can
     * be other than 0. */
    int32_t *changes;
    int changed_from, changed_to;
    struct edge *edges;
    size_t edge_count, edge_room;
    struct edge **active; /* edges that cross the present line, from left to right */
    size_t active_count, active_room;
};

struct raster *raster_new(int width, int height) {
    size_t bytes = (size_t)width * (size_t)height * 3;
    uint8_t *pixels = malloc(bytes);
    if (!pixels)
        return NULL;
    memset(pixels, 255, bytes);
    struct raster *raster = MEM_NEW(struct raster);
    raster->width = width;
    raster->height = height;
    raster->pixels = pixels;
    raster->changes = mem_new((size_t)width + 2, sizeof *raster->changes);
    raster->changed_from = width;
    raster->changed_to = -1;
    return raster;
}

void raster_free(struct raster *raster) {
    if (!raster)
        return;
    free(raster->pixels);
    free(raster->changes);
    free(raster->edges);
    free(raster->active);
    free(raster);
}

const uint8_t *raster_pixels(const struct raster *raster) {
    return raster->pixels;
}

/* ---- one row ---- */

/* The position x in fine units, moved onto the picture. */
static int fine(const struct raster *raster, double x) {
    double most = (double)raster->width * FINE, at = x * FINE + 0.5;
    return (int)(at < 0 ? 0 : at > most ? most : at);
}

/* Coverage rises by amount (of FULL) from the fine position on. */
static void change_at(struct raster *raster, int position, int amount) {
    int pixel = position / FINE, part = position % FINE;
    assert(position >= 0 && pixel <= raster->width);
    raster->changes[pixel] += amount * (FINE - part);
    raster->changes[pixel + 1] += amount * part;
    if (pixel < raster->changed_from)
        raster->changed_from = pixel;
    if (pixel + 1 > raster->changed_to)
        raster->changed_to = pixel + 1;
}

static uint8_t mix(uint8_t under, uint32_t over, uint32_t alpha) {
    return (uint8_t)((under * (255 - alpha) + over * alpha + 127) / 255);
}

static void blend(uint8_t *pixel, uint32_t colour, uint32_t alpha) {
    uint32_t red = colour >> 24, green = colour >> 16 & 255, blue = colour >> 8 & 255;
    if (alpha == 255) {
        pixel[0] = (uint8_t)red;
        pixel[1] = (uint8_t)green;
        pixel[2] = (uint8_t)blue;
    } else if (alpha) {
        pixel[0] = mix(pixel[0], red, alpha);
        pixel[1] = mix(pixel[1], green, alpha);
        pixel[2] = mix(pixel[2], blue, alpha);
    }
}

/* Paints the row with the accumulated coverage, and clears it. */
static void paint_row(struct raster *raster, int row, uint32_t colour) {
    uint8_t *pixels = raster->pixels + (size_t)row * (size_t)raster->width * 3;
    const int64_t whole = (int64_t)FULL * FINE, opacity = colour & 255;
    int64_t coverage = 0;
    uint32_t alpha = 0;
    for (int x = raster->changed_from; x <= raster->changed_to; x++) {
        if (raster->changes[x]) {
            coverage += raster->changes[x];
            raster->changes[x] = 0;
            alpha = (uint32_t)((coverage * opacity + whole / 2) / whole);
        }
        assert(coverage >= 0 && coverage <= whole);
        if (x < raster->width)
            blend(pixels + 3 * (size_t)x, colour, alpha);
    }
    raster->changed_from = raster->width;
    raster->changed_to = -1;
}

/* ---- outlines ---- */

/* The first line whose middle lies at or below y, between 0 and the picture's last line + 1. */
static int line_below(const struct raster *raster, double y) {
    double most = (double)raster->height * LINES, line = ceil(y * LINES - 0.5);
    return (int)(line < 0 ? 0 : line > most ? most : line);
}

static void add_edge(struct raster *raster, struct point a, struct point b) {
    bool down = a.y < b.y;
    struct point top = down ? a : b, bottom = down ? b : a;
    struct edge edge = {line_below(raster, top.y), line_below(raster, bottom.y), down ? 1 : -1, 0,
                        0};
    if (edge.from >= edge.to)
        return;
    double per_unit = (bottom.x - top.x) / (bottom.y - top.y);
    edge.x = top.x + ((edge.from + 0.5) / LINES - top.y) * per_unit;
    edge.slope = per_unit / LINES;
    raster->edges =
        mem_grow(raster->edges, raster->edge_count, &raster->edge_room, sizeof *raster->edges);
    raster->edges[raster->edge_count++] = edge;
    assert(edge.from >= 0 && edge.to <= raster->height * LINES);
}

static int by_first_line(const void *a, const void *b) {
    int first = ((const struct edge *)a)->from, second = ((const struct edge *)b)->from;
    return (first > second) - (first < second);
}

static void collect_edges(struct raster *raster, const struct outline *outline) {
    raster->edge_count = 0;
    for (size_t i = 0; i < outline->contour_count; i++) {
        const struct contour *contour = &outline->contours[i];
        const struct point *points = outline->points + contour->from;
        for (size_t k = 0; k < contour->count; k++)
            add_edge(raster, points[k], points[k + 1 < contour->count ? k + 1 : 0]);
    }
    if (raster->edge_count > 1)
        qsort(raster->edges, raster->edge_count, sizeof *raster->edges, by_first_line);
}

/* Advances the active edges to the line and drops those that have ended. */
static void advance_edges(struct raster *raster, int line) {
    size_t kept = 0;
    for (size_t i = 0; i < raster->active_count; i++) {
        struct edge *edge = raster->active[i];
        edge->x += edge->slope;
        if (edge->to > line)
            raster->active[kept++] = edge;
    }
    raster->active_count = kept;
}

/* Adds the edges that begin at the line; *next is the first of those still waiting. */
static void start_edges(struct raster *raster, int line, size_t *next) {
    for (; *next < raster->edge_count && raster->edges[*next].from <= line; ++*next) {
        raster->active = mem_grow(raster->active, raster->active_count, &raster->active_room,
                                  sizeof *raster->active);
        raster->active[raster->active_count++] = &raster->edges[*next];
    }
}

/* Edges rarely change places from one line to the next, so insertion sort is quick. */
static void sort_active(struct raster *raster) {
    for (size_t i = 1; i < raster->active_count; i++) {
        struct edge *edge = raster->active[i];
        size_t k = i;
        for (; k > 0 && raster->active[k - 1]->x > edge->x; k--)
            raster->active[k] = raster->active[k - 1];
        raster->active[k] = edge;
    }
}

/* Coverage begins where the winding number leaves 0 and ends where it comes back. */
static void cover_line(struct raster *raster) {
    int winding = 0;
    for (size_t i = 0; i < raster->active_count; i++) {
        const struct edge *edge = raster->active[i];
        int before = winding;
        winding += edge->sign;
        if (!before)
            change_at(raster, fine(raster, edge->x), FULL / LINES);
        else if (!winding)
            change_at(raster, fine(raster, edge->x), -FULL / LINES);
    }
}

void raster_fill(struct raster *raster, const struct outline *outline, uint32_t colour) {
    if (!(colour & 255))
        return;
    collect_edges(raster, outline);
    raster->active_count = 0;
    size_t next = 0;
    int line = 0;
    while (raster->active_count || next < raster->edge_count) {
        if (!raster->active_count)
            line = raster->edges[next].from;
        start_edges(raster, line, &next);
        sort_active(raster);
        cover_line(raster);
        int row = line++ / LINES;
        advance_edges(raster, line);
        bool row_ends = line % LINES == 0;
        bool idle = !raster->active_count &&
                    (next == raster->edge_count || raster->edges[next].from / LINES != row);
        if (row_ends || idle)
            paint_row(raster, row, colour);
    }
}

/* ---- rectangles ---- */

/* How much of the row lies between top and bottom, of FULL. */
static int share_of_row(int row, double top, double bottom) {
    double share = fmin(bottom, row + 1.0) - fmax(top, row);
    return share > 0 ? (int)(share * FULL + 0.5) : 0;
}

static void cover_box(struct raster *raster, struct box box, int row, int sign) {
    int share = sign * share_of_row(row, box.top, box.bottom);
    if (!share)
        return;
    change_at(raster, fine(raster, box.left), share);
    change_at(raster, fine(raster, box.right), -share);
}

void raster_frame(struct raster *raster, struct box outer, struct box inner, uint32_t colour) {
    if (!(colour & 255) || !(outer.left < outer.right))
        return;
    bool hollow = inner.left < inner.right && inner.top < inner.bottom;
    int first = (int)fmin(fmax(floor(outer.top), 0), raster->height);
    int behind = (int)fmin(fmax(ceil(outer.bottom), 0), raster->height);
    for (int row = first; row < behind; row++) {
        cover_box(raster, outer, row, 1);
        if (hollow)
            cover_box(raster, inner, row, -1);
        paint_row(raster, row, colour);
    }
}

#include "base/draw/outline.h"

#include <math.h>
#include <stdlib.h>

#include "base/mem.h"

/* The largest distance of a straight piece from its curve. */
#define TOLERANCE 0.03
/* Limits the cost of curves of absurd size. */
#define PIECES_MAX 1000.0
/* The control points of a quarter circle lie at this fraction of the radius (a known constant:
 * 4/3 (sqrt 2 - 1); the error is below 0.03 % of the radius). */
#define QUARTER 0.5522847498
/* SVG's default limit of miter length to stroke width. */
#define MITER_LIMIT 4.0
static const double PI = 3.14159265358979323846;

void outline_clear(struct outline *outline) {
    outline->count = 0;
    outline->contour_count = 0;
}

void outline_free(struct outline *outline) {
    free(outline->points);
    free(outline->contours);
    *outline = (struct outline){0};
}

static struct contour *last_contour(const struct outline *outline) {
    return outline->contour_count ? &outline->contours[outline->contour_count - 1] : NULL;
}

static void add_point(struct outline *outline, struct point point) {
    outline->points =
        mem_grow(outline->points, outline->count, &outline->room, sizeof *outline->points);
    outline->points[outline->count++] = point;
    outline->contours[outline->contour_count - 1].count++;
}

void outline_move(struct outline *outline, struct point to) {
    outline->contours = mem_grow(outline->contours, outline->contour_count, &outline->contour_room,
                                 sizeof *outline->contours);
    outline->contours[outline->contour_count++] = (struct contour){.from = outline->count};
    add_point(outline, to);
}

/* The point that the next piece starts from, in a contour that is open. */
static struct point pen_position(struct outline *outline, struct point if_none) {
    const struct contour *contour = last_contour(outline);
    if (!contour)
        outline_move(outline, if_none);
    else if (contour->closed)
        outline_move(outline, outline->points[contour->from]);
    return outline->points[outline->count - 1];
}

void outline_line(struct outline *outline, struct point to) {
    bool begins = !outline->contour_count;
    pen_position(outline, to);
    if (!begins)
        add_point(outline, to);
}

static double second_difference(struct point a, struct point b, struct point c) {
    return hypot(a.x - 2 * b.x + c.x, a.y - 2 * b.y + c.y);
}

/* Wang's formula: how many equal steps of the parameter keep a cubic within the tolerance. */
static int curve_pieces(struct point p, struct point a, struct point b, struct point q) {
    double bend = fmax(second_difference(p, a, b), second_difference(a, b, q));
    double pieces = ceil(sqrt(0.75 * bend / TOLERANCE));
    return (int)fmin(fmax(pieces, 1), PIECES_MAX);
}

static double cubic(double p, double a, double b, double q, double t) {
    double s = 1 - t;
    return s * s * s * p + 3 * s * s * t * a + 3 * s * t * t * b + t * t * t * q;
}

void outline_curve(struct outline *outline, struct point a, struct point b, struct point to) {
    struct point p = pen_position(outline, a);
    int pieces = curve_pieces(p, a, b, to);
    for (int i = 1; i < pieces; i++) {
        double t = (double)i / pieces;
        add_point(outline,
                  (struct point){cubic(p.x, a.x, b.x, to.x, t), cubic(p.y, a.y, b.y, to.y, t)});
    }
    add_point(outline, to);
}

void outline_quarter(struct outline *outline, bool horizontal, struct point to) {
    struct point p = pen_position(outline, to);
    double dx = QUARTER * (to.x - p.x), dy = QUARTER * (to.y - p.y);
    if (horizontal)
        outline_curve(outline, (struct point){p.x + dx, p.y}, (struct point){to.x, to.y - dy}, to);
    else
        outline_curve(outline, (struct point){p.x, p.y + dy}, (struct point){to.x - dx, to.y}, to);
}

void outline_close(struct outline *outline) {
    struct contour *contour = last_contour(outline);
    if (contour)
        contour->closed = true;
}

void outline_rect(struct outline *outline, struct point corner, double width, double height,
                  double radius) {
    double r = fmin(radius, fmin(width, height) / 2);
    double left = corner.x, top = corner.y, right = left + width, bottom = top + height;
    outline_move(outline, (struct point){left + r, top});
    outline_line(outline, (struct point){right - r, top});
    if (r > 0)
        outline_quarter(outline, true, (struct point){right, top + r});
    outline_line(outline, (struct point){right, bottom - r});
    if (r > 0)
        outline_quarter(outline, false, (struct point){right - r, bottom});
    outline_line(outline, (struct point){left + r, bottom});
    if (r > 0)
        outline_quarter(outline, true, (struct point){left, bottom - r});
    outline_line(outline, (struct point){left, top + r});
    if (r > 0)
        outline_quarter(outline, false, (struct point){left + r, top});
    outline_close(outline);
}

void outline_circle(struct outline *outline, struct point centre, double radius) {
    double x = centre.x, y = centre.y, r = radius;
    outline_move(outline, (struct point){x, y - r});
    outline_quarter(outline, true, (struct point){x + r, y});
    outline_quarter(outline, false, (struct point){x, y + r});
    outline_quarter(outline, true, (struct point){x - r, y});
    outline_quarter(outline, false, (struct point){x, y - r});
    outline_close(outline);
}

/* ---- strokes ----
 *
 * A stroke is the union of a rectangle for each segment and a wedge for each join, all with the
 * same winding. The sum of their boundaries is one contour that runs along the left side of the
 * path and back along its left side in the other direction. On the inner side of a bend that
 * boundary passes through the bend itself. */

/* One straight piece of a path that is being stroked. */
struct segment {
    struct point from, to, direction; /* direction has length 1 */
    double length;
};

struct pen {
    double radius;
    bool round;
    double turn, turn_cos; /* the angle between points on a round cap or join */
    struct outline *out;
};

static struct segment make_segment(struct point from, struct point to) {
    double dx = to.x - from.x, dy = to.y - from.y, length = hypot(dx, dy);
    return (struct segment){from, to, {dx / length, dy / length}, length};
}

static struct segment reversed(struct segment s) {
    return (struct segment){s.to, s.from, {-s.direction.x, -s.direction.y}, s.length};
}

/* The point beside p, to the left of the direction. */
static struct point beside(const struct pen *pen, struct point p, struct point direction) {
    return (struct point){p.x - pen->radius * direction.y, p.y + pen->radius * direction.x};
}

/* Points on the circle around centre, from the left of direction onwards through angle (> 0),
 * without the ends. */
static void add_arc(const struct pen *pen, struct point centre, struct point direction,
                    double angle) {
    int pieces = (int)ceil(angle / pen->turn);
    double start = atan2(direction.x, -direction.y);
    for (int i = 1; i < pieces; i++) {
        double at = start - angle * i / pieces;
        add_point(pen->out, (struct point){centre.x + pen->radius * cos(at),
                                           centre.y + pen->radius * sin(at)});
    }
}

static void outer_join(const struct pen *pen, struct point at, struct point d, struct point e) {
    double cross = d.x * e.y - d.y * e.x, dot = d.x * e.x + d.y * e.y;
    if (pen->round) {
        if (dot < pen->turn_cos)
            add_arc(pen, at, d, fabs(atan2(cross, dot)));
    } else if ((1 + dot) / 2 * MITER_LIMIT * MITER_LIMIT >= 1) {
        double k = pen->radius / (1 + dot);
        add_point(pen->out, (struct point){at.x - k * (d.y + e.y), at.y + k * (d.x + e.x)});
    }
}

/* From the left side of segment a around their common point to the left side of b. */
static void add_join(const struct pen *pen, const struct segment *a, const struct segment *b) {
    struct point d = a->direction, e = b->direction;
    double cross = d.x * e.y - d.y * e.x, dot = d.x * e.x + d.y * e.y;
    add_point(pen->out, beside(pen, a->to, d));
    if (cross <= 0) {
        if (cross < 0 || dot < 0)
            outer_join(pen, a->to, d, e);
    } else if (pen->radius * cross > fmin(a->length, b->length)) {
        /* Otherwise the shortcut past the bend cuts off only what both rectangles cover. */
        add_point(pen->out, a->to);
    }
    add_point(pen->out, beside(pen, b->from, e));
}

static void add_cap(const struct pen *pen, const struct segment *s) {
    add_point(pen->out, beside(pen, s->to, s->direction));
    if (pen->round)
        add_arc(pen, s->to, s->direction, PI);
}

static void begin_contour(struct outline *out, struct point first) {
    outline_move(out, first);
    outline_close(out);
}

/* A closed path has two sides, each a contour of its own. */
static void stroke_ring(const struct pen *pen, const struct segment *s, size_t count) {
    begin_contour(pen->out, beside(pen, s[0].from, s[0].direction));
    for (size_t i = 0; i < count; i++)
        add_join(pen, &s[i], &s[(i + 1) % count]);
    struct segment last = reversed(s[count - 1]);
    begin_contour(pen->out, beside(pen, last.from, last.direction));
    for (size_t i = count; i-- > 0;) {
        struct segment a = reversed(s[i]), b = reversed(s[(i + count - 1) % count]);
        add_join(pen, &a, &b);
    }
}

static void stroke_open(const struct pen *pen, const struct segment *s, size_t count) {
    begin_contour(pen->out, beside(pen, s[0].from, s[0].direction));
    for (size_t i = 0; i + 1 < count; i++)
        add_join(pen, &s[i], &s[i + 1]);
    add_cap(pen, &s[count - 1]);
    struct segment a = reversed(s[count - 1]);
    add_point(pen->out, beside(pen, a.from, a.direction));
    for (size_t i = count - 1; i > 0; i--) {
        struct segment b = reversed(s[i - 1]);
        add_join(pen, &a, &b);
        a = b;
    }
    add_cap(pen, &a);
}

/* The segments of a contour, without those of no length. */
static size_t collect(const struct outline *path, const struct contour *contour,
                      struct segment *segments) {
    const struct point *points = path->points + contour->from;
    struct point at = points[0];
    size_t count = 0, steps = contour->count - 1 + (contour->closed ? 1 : 0);
    for (size_t i = 1; i <= steps; i++) {
        struct point next = points[i % contour->count];
        if (hypot(next.x - at.x, next.y - at.y) < 1e-9)
            continue;
        segments[count++] = make_segment(at, next);
        at = next;
    }
    return count;
}

static void stroke_contour(const struct pen *pen, const struct outline *path,
                           const struct contour *contour, struct segment *segments) {
    size_t count = collect(path, contour, segments);
    if (count > 1 && contour->closed)
        stroke_ring(pen, segments, count);
    else if (count > 0)
        stroke_open(pen, segments, count);
    else if (pen->round && (contour->count > 1 || contour->closed))
        outline_circle(pen->out, path->points[contour->from], pen->radius);
}

void outline_stroke(const struct outline *path, double width, bool round, struct outline *out) {
    if (!(width > 0))
        return;
    double radius = width / 2;
    double turn = fmax(2 * acos(1 - fmin(TOLERANCE / radius, 1)), 2 * PI / PIECES_MAX);
    struct pen pen = {radius, round, turn, cos(turn), out};
    size_t longest = 0;
    for (size_t i = 0; i < path->contour_count; i++)
        if (path->contours[i].count > longest)
            longest = path->contours[i].count;
    struct segment *segments = mem_new(longest + 1, sizeof *segments);
    for (size_t i = 0; i < path->contour_count; i++)
        stroke_contour(&pen, path, &path->contours[i], segments);
    free(segments);
}

/* ---- dashes ---- */

struct dasher {
    double length, left; /* of a dash or gap; of the present one */
    bool on;
    struct outline *out;
};

static void dash_line(struct dasher *dasher, struct segment s) {
    double done = 0;
    while (s.length - done > dasher->left) {
        done += dasher->left;
        struct point at = {s.from.x + done * s.direction.x, s.from.y + done * s.direction.y};
        if (dasher->on)
            outline_line(dasher->out, at);
        else
            outline_move(dasher->out, at);
        dasher->on = !dasher->on;
        dasher->left = dasher->length;
    }
    dasher->left -= s.length - done;
    if (dasher->on)
        outline_line(dasher->out, s.to);
}

static double total_length(const struct segment *segments, size_t count) {
    double sum = 0;
    for (size_t i = 0; i < count; i++)
        sum += segments[i].length;
    return sum;
}

static void copy_contour(const struct outline *path, const struct contour *contour,
                         struct outline *out) {
    outline_move(out, path->points[contour->from]);
    for (size_t i = 1; i < contour->count; i++)
        outline_line(out, path->points[contour->from + i]);
    if (contour->closed)
        outline_close(out);
}

void outline_dash(const struct outline *path, double length, struct outline *out) {
    for (size_t i = 0; i < path->contour_count; i++) {
        const struct contour *contour = &path->contours[i];
        struct segment *segments = mem_new(contour->count + 1, sizeof *segments);
        size_t count = collect(path, contour, segments);
        if (!(length > 0) || total_length(segments, count) / length > 2.0 * OUTLINE_DASHES) {
            copy_contour(path, contour, out);
        } else {
            struct dasher dasher = {length, length, true, out};
            outline_move(out, path->points[contour->from]);
            for (size_t k = 0; k < count; k++)
                dash_line(&dasher, segments[k]);
        }
        free(segments);
    }
}

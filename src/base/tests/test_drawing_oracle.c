/* Random shapes as pixels, against sample points in every pixel. */
#include "base/random.h"
#include "base/tests/png_picture.h"

#define SIDE  24 /* of the pictures, in pixels */
#define FINER 14 /* sample points along a pixel's side */

typedef bool inside_fn(const double *xy, size_t count, double x, double y);

static double random_coordinate(struct random *random) {
    return (double)random_below(random, 32 * 64) / 64 - 4;
}

/* The winding number, from the angles under which the sides are seen. */
static bool winds_around(const double *xy, size_t count, double x, double y) {
    double sum = 0;
    for (size_t i = 0; i < count; i++) {
        size_t k = (i + 1) % count;
        double ax = xy[2 * i] - x, ay = xy[2 * i + 1] - y;
        double bx = xy[2 * k] - x, by = xy[2 * k + 1] - y;
        sum += atan2(ax * by - ay * bx, ax * bx + ay * by);
    }
    return fabs(sum) > M_PI;
}

#define ORACLE_PEN 5.0

static double distance_to_segment(const double *a, const double *b, double x, double y) {
    double dx = b[0] - a[0], dy = b[1] - a[1], square = dx * dx + dy * dy;
    double t = square > 0 ? ((x - a[0]) * dx + (y - a[1]) * dy) / square : 0;
    t = fmin(fmax(t, 0), 1);
    return hypot(a[0] + t * dx - x, a[1] + t * dy - y);
}

static bool under_round_pen(const double *xy, size_t count, double x, double y) {
    for (size_t i = 0; i + 1 < count; i++)
        if (distance_to_segment(xy + 2 * i, xy + 2 * i + 2, x, y) <= ORACLE_PEN / 2)
            return true;
    return false;
}

static bool under_butt_pen(const double *xy, size_t count, double x, double y) {
    for (size_t i = 0; i + 1 < count; i++) {
        const double *a = xy + 2 * i, *b = a + 2;
        double dx = b[0] - a[0], dy = b[1] - a[1], length = hypot(dx, dy);
        double along = ((x - a[0]) * dx + (y - a[1]) * dy) / length;
        double beside = ((x - a[0]) * dy - (y - a[1]) * dx) / length;
        if (along >= 0 && along <= length && fabs(beside) <= ORACLE_PEN / 2)
            return true;
    }
    return false;
}

static double sampled(inside_fn *inside, const double *xy, size_t count, int x, int y) {
    int hits = 0;
    for (int i = 0; i < FINER * FINER; i++)
        hits += inside(xy, count, x + (i % FINER + 0.5) / FINER, y + (i / FINER + 0.5) / FINER);
    return (double)hits / (FINER * FINER);
}

static void compare_with_samples(const struct picture *picture, inside_fn *inside, const double *xy,
                                 size_t count, uint64_t seed) {
    double worst = 0, sum = 0;
    for (int y = 0; y < SIDE; y++)
        for (int x = 0; x < SIDE; x++) {
            double off = fabs(ink(picture, x, y) - sampled(inside, xy, count, x, y));
            worst = fmax(worst, off);
            sum += off;
        }
    if (worst > 0.11 || sum > 0.008 * SIDE * SIDE)
        fail_msg("seed %llu: off by %g at worst, %g on average", (unsigned long long)seed, worst,
                 sum / (SIDE * SIDE));
}

static void random_polygons_match_the_winding_number(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 25; seed++) {
        struct random random;
        random_seed(&random, seed);
        double xy[14];
        size_t count = 3 + random_below(&random, 5);
        for (size_t i = 0; i < 2 * count; i++)
            xy[i] = random_coordinate(&random);
        struct drawing *drawing = drawing_new(SIDE, SIDE);
        drawing_polygon(drawing, xy, count, (struct paint){.fill = BLACK});
        struct picture picture = painted(drawing, 1);
        compare_with_samples(&picture, winds_around, xy, count, seed);
        free(picture.pixels);
    }
}

/* Random points, on odd seeds with steps shorter than the pen is wide, where the inner side of a
 * bend is tricky. Returns how many. */
static size_t random_path(uint64_t seed, double *xy) {
    struct random random;
    random_seed(&random, seed);
    size_t count = 2 + random_below(&random, 6);
    for (size_t i = 0; i < 2 * count; i++)
        xy[i] = random_coordinate(&random);
    for (size_t i = 2; i < 2 * count; i++)
        if (seed % 2)
            xy[i] = xy[i - 2] + (xy[i] - xy[i - 2]) / 8;
    return count;
}

static struct picture stroked(const double *xy, size_t count, bool round) {
    struct drawing *drawing = drawing_new(SIDE, SIDE);
    draw_polyline(drawing, xy, count,
                  (struct paint){.stroke = BLACK, .stroke_width = ORACLE_PEN, .round = round});
    return painted(drawing, 1);
}

static void random_strokes_match_the_distance_to_the_line(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 40; seed++) {
        double xy[14];
        size_t count = random_path(seed, xy);
        struct picture picture = stroked(xy, count, true);
        compare_with_samples(&picture, under_round_pen, xy, count, seed);
        free(picture.pixels);
    }
}

/* Joins may add to the segments' rectangles, but nothing may be missing from these. */
static void random_butt_strokes_cover_their_segments(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        double xy[14];
        size_t count = random_path(seed, xy);
        struct picture picture = stroked(xy, count, false);
        for (int y = 0; y < SIDE; y++)
            for (int x = 0; x < SIDE; x++)
                if (ink(&picture, x, y) < sampled(under_butt_pen, xy, count, x, y) - 0.11)
                    fail_msg("seed %llu: ink is missing at (%d, %d)", (unsigned long long)seed, x,
                             y);
        free(picture.pixels);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_polygons_match_the_winding_number),
        cmocka_unit_test(random_strokes_match_the_distance_to_the_line),
        cmocka_unit_test(random_butt_strokes_cover_their_segments),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Every cell gets a random height; for blobs the heights are smoothed, so that neighbours have
 * similar ones. The highest cells, as many as the density asks for, are filled. Each colour has its
 * own landscape, and a filled cell takes the colour that is highest there. Only integers are used,
 * so every machine paints the same picture. */
#include "puzzles/nonogram/generate/random_picture.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/model/puzzle.h"

/* Two box filters give rounder shapes than one. */
enum { SMOOTHINGS = 2 };

/* Replaces the cells of a line, stride apart, by means over a window, which is cut off at the ends.
 */
static void smooth_line(uint32_t *cells, unsigned length, size_t stride, unsigned reach,
                        uint64_t *sums) {
    sums[0] = 0;
    for (unsigned i = 0; i < length; i++)
        sums[i + 1] = sums[i] + cells[i * stride];
    for (unsigned i = 0; i < length; i++) {
        unsigned from = i > reach ? i - reach : 0;
        unsigned to = i + reach < length ? i + reach + 1 : length;
        cells[i * stride] = (uint32_t)((sums[to] - sums[from]) / (to - from));
    }
}

static void smooth(uint32_t *heights, unsigned width, unsigned height) {
    unsigned shorter = width < height ? width : height;
    unsigned reach = shorter < 8 ? 1 : 1 + (shorter - 8) / 24;
    uint64_t *sums = mem_new((width > height ? width : height) + 1, sizeof *sums);
    for (int i = 0; i < SMOOTHINGS; i++) {
        for (unsigned row = 0; row < height; row++)
            smooth_line(heights + (size_t)row * width, width, 1, reach, sums);
        for (unsigned column = 0; column < width; column++)
            smooth_line(heights + column, height, width, reach, sums);
    }
    free(sums);
}

/* Gives cells that mirror each other the height of the first of them. */
static void mirror(const struct nonogram_random_settings *settings, uint32_t *heights) {
    size_t mirrors[NONOGRAM_MIRRORS];
    for (size_t cell = 0; cell < (size_t)settings->width * settings->height; cell++) {
        unsigned count =
            nonogram_mirrors(settings->symmetry, settings->width, settings->height, cell, mirrors);
        size_t first = cell;
        for (unsigned i = 1; i < count; i++)
            first = mirrors[i] < first ? mirrors[i] : first;
        heights[cell] = heights[first];
    }
}

/* Mirrored both before and after smoothing, so that shapes can cross the axis. */
static uint32_t *landscape(const struct nonogram_random_settings *settings, struct random *random) {
    size_t cells = (size_t)settings->width * settings->height;
    uint32_t *heights = mem_new(cells, sizeof *heights);
    for (size_t cell = 0; cell < cells; cell++)
        heights[cell] = (uint32_t)(random_bits(random) >> 34);
    mirror(settings, heights);
    if (settings->blobs)
        smooth(heights, settings->width, settings->height);
    mirror(settings, heights);
    return heights;
}

struct place {
    uint32_t height;
    uint32_t cell;
};

static int highest_first(const void *a, const void *b) {
    const struct place *one = a, *other = b;
    if (one->height != other->height)
        return one->height < other->height ? 1 : -1;
    return one->cell < other->cell ? -1 : 1;
}

/* Fills the highest cells, each with its mirrors, until the density is as close as possible. */
static void fill(const struct nonogram_random_settings *settings, const uint32_t *heights,
                 uint8_t *picture) {
    size_t cells = (size_t)settings->width * settings->height, filled = 0;
    size_t wanted = (cells * settings->density + 50) / 100;
    assert(wanted <= cells);
    struct place *places = mem_new(cells, sizeof *places);
    for (size_t cell = 0; cell < cells; cell++)
        places[cell] = (struct place){.height = heights[cell], .cell = (uint32_t)cell};
    qsort(places, cells, sizeof *places, highest_first);
    for (size_t i = 0; i < cells && filled < wanted; i++) {
        size_t mirrors[NONOGRAM_MIRRORS];
        if (picture[places[i].cell] != NONOGRAM_EMPTY)
            continue;
        unsigned count = nonogram_mirrors(settings->symmetry, settings->width, settings->height,
                                          places[i].cell, mirrors);
        if (filled + count > wanted && filled + count - wanted > wanted - filled)
            continue; /* a cell on the axis may still fit */
        for (unsigned k = 0; k < count; k++)
            picture[mirrors[k]] = 1;
        filled += count;
    }
    free(places);
}

static void colour(const struct nonogram_random_settings *settings, struct random *random,
                   uint8_t *picture) {
    size_t cells = (size_t)settings->width * settings->height;
    uint32_t *best = landscape(settings, random);
    for (unsigned number = 2; number <= settings->colours; number++) {
        uint32_t *heights = landscape(settings, random);
        for (size_t cell = 0; cell < cells; cell++)
            if (heights[cell] > best[cell]) {
                best[cell] = heights[cell];
                picture[cell] = picture[cell] ? (uint8_t)number : NONOGRAM_EMPTY;
            }
        free(heights);
    }
    free(best);
}

void nonogram_random_picture(const struct nonogram_random_settings *settings, struct random *random,
                             uint8_t *picture) {
    size_t cells = (size_t)settings->width * settings->height;
    for (size_t cell = 0; cell < cells; cell++)
        picture[cell] = NONOGRAM_EMPTY;
    uint32_t *heights = landscape(settings, random);
    fill(settings, heights, picture);
    free(heights);
    if (settings->colours > 1)
        colour(settings, random, picture);
}

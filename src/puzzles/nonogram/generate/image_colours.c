#include "puzzles/nonogram/generate/image_colours.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

enum { GROUPS = NONOGRAM_COLOURS + 1, ROUNDS = 100 };

struct clusters {
    const uint8_t *pixels;
    size_t size;
    unsigned count;
    uint8_t centre[GROUPS][3];
    uint8_t *group;
};

static uint32_t distance(const uint8_t *a, const uint8_t *b) {
    uint32_t sum = 0;
    for (unsigned part = 0; part < 3; part++)
        sum += (uint32_t)((a[part] - b[part]) * (a[part] - b[part]));
    return sum;
}

/* Each further centre is a pixel, chosen with a probability proportional to its squared distance
 * from the centres before. */
static void choose_centres(struct clusters *clusters, unsigned most, struct random *random) {
    uint32_t *far = mem_new(clusters->size, sizeof *far);
    memset(far, 0xff, clusters->size * sizeof *far);
    assert(most >= 1 && most <= GROUPS && clusters->size > 0);
    size_t chosen = (size_t)random_below(random, clusters->size);
    for (;;) {
        const uint8_t *centre = clusters->pixels + 3 * chosen;
        uint64_t sum = 0;
        memcpy(clusters->centre[clusters->count++], centre, 3);
        for (size_t i = 0; i < clusters->size; i++) {
            uint32_t now = distance(clusters->pixels + 3 * i, centre);
            far[i] = now < far[i] ? now : far[i];
            sum += far[i];
        }
        if (sum == 0 || clusters->count == most)
            break; /* every pixel has the colour of a centre */
        uint64_t at = random_below(random, sum);
        for (chosen = 0; at >= far[chosen]; chosen++)
            at -= far[chosen];
    }
    free(far);
}

/* Returns whether a pixel changed its group. */
static bool join_nearest(struct clusters *clusters) {
    bool changed = false;
    for (size_t i = 0; i < clusters->size; i++) {
        unsigned best = 0;
        uint32_t least = UINT32_MAX;
        for (unsigned group = 0; group < clusters->count; group++) {
            uint32_t far = distance(clusters->pixels + 3 * i, clusters->centre[group]);
            if (far < least)
                least = far, best = group;
        }
        changed = changed || clusters->group[i] != best;
        clusters->group[i] = (uint8_t)best;
    }
    return changed;
}

static void move_centres(struct clusters *clusters, size_t members[GROUPS]) {
    uint64_t sum[GROUPS][3] = {{0}};
    memset(members, 0, GROUPS * sizeof *members);
    for (size_t i = 0; i < clusters->size; i++) {
        members[clusters->group[i]]++;
        for (unsigned part = 0; part < 3; part++)
            sum[clusters->group[i]][part] += clusters->pixels[3 * i + part];
    }
    for (unsigned group = 0; group < clusters->count; group++)
        for (unsigned part = 0; part < 3 && members[group]; part++)
            clusters->centre[group][part] =
                (uint8_t)((sum[group][part] + members[group] / 2) / members[group]);
}

/* Renumbers the groups by size and drops empty ones. */
static unsigned largest_first(struct clusters *clusters, const size_t members[GROUPS],
                              uint32_t rgb[GROUPS]) {
    uint8_t number[GROUPS] = {0};
    unsigned used = 0;
    for (unsigned group = 0; group < clusters->count; group++) {
        unsigned before = 0;
        for (unsigned other = 0; other < clusters->count; other++)
            before += members[other] > members[group] ||
                      (other < group && members[other] == members[group]);
        number[group] = (uint8_t)before;
        const uint8_t *centre = clusters->centre[group];
        rgb[before] = (uint32_t)centre[0] << 16 | (uint32_t)centre[1] << 8 | centre[2];
        used += members[group] > 0;
    }
    for (size_t i = 0; i < clusters->size; i++)
        clusters->group[i] = number[clusters->group[i]];
    return used;
}

unsigned nonogram_image_cluster(const struct nonogram_image *image, unsigned most,
                                struct random *random, uint8_t *group, uint32_t rgb[GROUPS]) {
    struct clusters clusters = {
        .pixels = image->pixels, .size = (size_t)image->width * image->height, .group = group};
    size_t members[GROUPS] = {0};
    memset(group, 0xff, clusters.size);
    choose_centres(&clusters, most, random);
    for (int round = 0; round < ROUNDS && join_nearest(&clusters); round++)
        move_centres(&clusters, members);
    return largest_first(&clusters, members, rgb);
}

static unsigned border_group(const struct nonogram_image *image, const uint8_t *group) {
    size_t members[GROUPS] = {0};
    unsigned best = 0;
    for (unsigned row = 0; row < image->height; row++)
        for (unsigned column = 0; column < image->width; column++)
            if (row == 0 || column == 0 || row + 1 == image->height || column + 1 == image->width)
                members[group[(size_t)row * image->width + column]]++;
    for (unsigned i = 1; i < GROUPS; i++)
        best = members[i] > members[best] ? i : best;
    return best;
}

unsigned nonogram_image_colours(const struct nonogram_image *image, unsigned colours,
                                struct random *random, uint8_t *picture, uint32_t rgb[GROUPS]) {
    unsigned groups = nonogram_image_cluster(image, colours + 1, random, picture, rgb);
    unsigned border = border_group(image, picture);
    uint32_t background = rgb[border];
    memmove(rgb + 1, rgb, border * sizeof *rgb);
    rgb[0] = background;
    for (size_t i = 0; i < (size_t)image->width * image->height; i++)
        picture[i] = (uint8_t)(picture[i] == border  ? NONOGRAM_EMPTY
                               : picture[i] < border ? picture[i] + 1
                                                     : picture[i]);
    return groups - 1;
}

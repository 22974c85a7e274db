/* Pictures from an image, a text or random numbers. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/source.h"
#include "puzzles/nonogram/format/image.h"
#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/generate/image_colours.h"
#include "puzzles/nonogram/generate/random_picture.h"
#include "puzzles/nonogram/generate/words.h"
#include "puzzles/nonogram/model/palette.h"

struct nonogram_pictures {
    const struct nonogram_settings *settings;
    struct nonogram_image image; /* scaled to the size of the picture */
    uint8_t *text;               /* the picture */
};

/* The length of the other side in proportion, at least 1. */
static unsigned in_proportion(unsigned side, unsigned of, unsigned other) {
    uint64_t scaled = ((uint64_t)side * other + of / 2) / of;
    return scaled < 1 ? 1 : scaled > NONOGRAM_SIDE ? NONOGRAM_SIDE : (unsigned)scaled;
}

/* Sizes that are not given follow from the image; a small one keeps its size, so that pixel art
 * stays as it is. */
static void choose_size(struct nonogram_settings *settings, const struct nonogram_image *image) {
    unsigned longer = image->width > image->height ? image->width : image->height;
    unsigned side = longer < NONOGRAM_IMAGE_SIDE ? longer : NONOGRAM_IMAGE_SIDE;
    if (!settings->width && !settings->height) {
        settings->width = in_proportion(side, longer, image->width);
        settings->height = in_proportion(side, longer, image->height);
    } else if (!settings->width) {
        settings->width = in_proportion(settings->height, image->height, image->width);
    } else if (!settings->height) {
        settings->height = in_proportion(settings->width, image->width, image->height);
    }
}

static bool open_image(struct nonogram_pictures *state, struct nonogram_settings *settings,
                       qd_error *error) {
    struct nonogram_image image;
    if (!nonogram_image_read(settings->image, &image, error))
        return false;
    choose_size(settings, &image);
    state->image = nonogram_image_resize(&image, settings->width, settings->height);
    nonogram_image_free(&image);
    return true;
}

struct nonogram_pictures *nonogram_pictures_open(struct nonogram_settings *settings,
                                                 qd_error *error) {
    struct nonogram_pictures *state = MEM_NEW(struct nonogram_pictures);
    state->settings = settings;
    bool done = true;
    if (settings->origin == NONOGRAM_FROM_RANDOM) {
        settings->width = settings->width ? settings->width : NONOGRAM_USUAL_SIDE;
        settings->height = settings->height ? settings->height : NONOGRAM_USUAL_SIDE;
    } else if (settings->origin == NONOGRAM_FROM_IMAGE) {
        done = open_image(state, settings, error);
    } else {
        state->text = nonogram_draw_words(settings->options, settings->text, settings->colours,
                                          &settings->width, &settings->height, error);
        done = state->text != NULL;
    }
    if (done)
        return state;
    nonogram_pictures_close(state);
    return NULL;
}

void nonogram_pictures_close(struct nonogram_pictures *state) {
    if (!state)
        return;
    nonogram_image_free(&state->image);
    free(state->text);
    free(state);
}

static void part_by_light(const struct nonogram_settings *settings,
                          const struct nonogram_image *image, uint8_t *picture) {
    size_t cells = (size_t)image->width * image->height;
    nonogram_image_light(image, picture);
    for (size_t i = 0; i < cells && settings->invert; i++)
        picture[i] = (uint8_t)(255 - picture[i]);
    unsigned threshold = settings->threshold >= 0 ? (unsigned)settings->threshold
                         : settings->density_given
                             ? nonogram_image_quantile(picture, cells, settings->density)
                             : nonogram_image_otsu(picture, cells);
    for (size_t i = 0; i < cells; i++)
        picture[i] = picture[i] < threshold ? 1 : NONOGRAM_EMPTY;
}

static void paint_image(const struct nonogram_pictures *state, struct random *random,
                        struct nonogram_puzzle *puzzle) {
    uint32_t rgb[NONOGRAM_COLOURS + 1];
    if (state->settings->colours == 1) {
        part_by_light(state->settings, &state->image, puzzle->goal);
        return;
    }
    unsigned colours =
        nonogram_image_colours(&state->image, state->settings->colours, random, puzzle->goal, rgb);
    if (colours > 0)
        nonogram_palette_name(puzzle, colours, rgb);
}

static void paint_random(const struct nonogram_settings *settings, struct random *random,
                         uint8_t *picture) {
    struct nonogram_random_settings of = {.width = settings->width,
                                          .height = settings->height,
                                          .colours = settings->colours,
                                          .density = settings->density,
                                          .symmetry = settings->symmetry,
                                          .blobs = settings->blobs};
    nonogram_random_picture(&of, random, picture);
}

/* The file's name without folder and extension, or the words in one line. Control characters become
 * '?'. */
static char *title_of(const struct nonogram_settings *settings) {
    const char *slash = settings->image ? strrchr(settings->image, '/') : NULL;
    char *title = mem_text(settings->text ? settings->text : slash ? slash + 1 : settings->image);
    char *dot = settings->image ? strrchr(title, '.') : NULL;
    if (dot && dot != title)
        *dot = '\0';
    for (char *at = title; *at; at++)
        if (settings->text && (*at == '|' || *at == '\n'))
            *at = ' ';
        else if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
    return title;
}

struct nonogram_puzzle *nonogram_pictures_next(struct nonogram_pictures *state,
                                               struct random *random) {
    const struct nonogram_settings *settings = state->settings;
    size_t cells = (size_t)settings->width * settings->height;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(settings->width, settings->height);
    puzzle->goal = mem_new(cells, 1);
    nonogram_palette_choose(puzzle, settings->colours);
    if (settings->origin == NONOGRAM_FROM_IMAGE)
        paint_image(state, random, puzzle);
    else if (settings->origin == NONOGRAM_FROM_TEXT)
        memcpy(puzzle->goal, state->text, cells);
    else
        paint_random(settings, random, puzzle->goal);
    nonogram_palette_compact(puzzle, puzzle->goal);
    if (settings->origin != NONOGRAM_FROM_RANDOM)
        puzzle->about.title = title_of(settings);
    return puzzle;
}

/* Pictures from where the options say. */
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

struct nonogram_origin_state {
    const struct nonogram_wish *wish;
    struct nonogram_image image; /* in the size of the picture */
    uint8_t *text;               /* the picture */
};

/* The other side in proportion, at least 1. */
static unsigned in_proportion(unsigned side, unsigned of, unsigned other) {
    uint64_t scaled = ((uint64_t)side * other + of / 2) / of;
    return scaled < 1 ? 1 : scaled > NONOGRAM_SIDE ? NONOGRAM_SIDE : (unsigned)scaled;
}

/* What is not given follows from the image; a small one keeps its size, so that pixel art comes
 * out as it is. */
static void choose_size(struct nonogram_wish *wish, const struct nonogram_image *image) {
    unsigned longer = image->width > image->height ? image->width : image->height;
    unsigned side = longer < NONOGRAM_IMAGE_SIDE ? longer : NONOGRAM_IMAGE_SIDE;
    if (!wish->width && !wish->height) {
        wish->width = in_proportion(side, longer, image->width);
        wish->height = in_proportion(side, longer, image->height);
    } else if (!wish->width) {
        wish->width = in_proportion(wish->height, image->height, image->width);
    } else if (!wish->height) {
        wish->height = in_proportion(wish->width, image->width, image->height);
    }
}

static bool open_image(struct nonogram_origin_state *state, struct nonogram_wish *wish,
                       qd_error *error) {
    struct nonogram_image image;
    if (!nonogram_image_read(wish->image, &image, error))
        return false;
    choose_size(wish, &image);
    state->image = nonogram_image_resize(&image, wish->width, wish->height);
    nonogram_image_free(&image);
    return true;
}

struct nonogram_origin_state *nonogram_origin_open(struct nonogram_wish *wish, qd_error *error) {
    struct nonogram_origin_state *state = MEM_NEW(struct nonogram_origin_state);
    state->wish = wish;
    bool done = true;
    if (wish->origin == NONOGRAM_BY_CHANCE) {
        wish->width = wish->width ? wish->width : NONOGRAM_USUAL_SIDE;
        wish->height = wish->height ? wish->height : NONOGRAM_USUAL_SIDE;
    } else if (wish->origin == NONOGRAM_FROM_IMAGE) {
        done = open_image(state, wish, error);
    } else {
        state->text =
            nonogram_lettering(wish->text, wish->colours, &wish->width, &wish->height, error);
        done = state->text != NULL;
    }
    if (done)
        return state;
    nonogram_origin_close(state);
    return NULL;
}

void nonogram_origin_close(struct nonogram_origin_state *state) {
    if (!state)
        return;
    nonogram_image_free(&state->image);
    free(state->text);
    free(state);
}

static void part_by_light(const struct nonogram_wish *wish, const struct nonogram_image *image,
                          uint8_t *picture) {
    size_t cells = (size_t)image->width * image->height;
    nonogram_image_light(image, picture);
    for (size_t i = 0; i < cells && wish->invert; i++)
        picture[i] = (uint8_t)(255 - picture[i]);
    unsigned threshold = wish->threshold >= 0 ? (unsigned)wish->threshold
                         : wish->density_given
                             ? nonogram_image_quantile(picture, cells, wish->density)
                             : nonogram_image_otsu(picture, cells);
    for (size_t i = 0; i < cells; i++)
        picture[i] = picture[i] < threshold ? 1 : NONOGRAM_EMPTY;
}

static void paint_image(const struct nonogram_origin_state *state, struct random *random,
                        struct nonogram_puzzle *puzzle) {
    uint32_t rgb[NONOGRAM_COLOURS + 1];
    if (state->wish->colours == 1) {
        part_by_light(state->wish, &state->image, puzzle->goal);
        return;
    }
    unsigned colours =
        nonogram_image_colours(&state->image, state->wish->colours, random, puzzle->goal, rgb);
    if (colours > 0)
        nonogram_palette_name(puzzle, colours, rgb);
}

static void paint_by_chance(const struct nonogram_wish *wish, struct random *random,
                            uint8_t *picture) {
    struct nonogram_random_wish of = {.width = wish->width,
                                      .height = wish->height,
                                      .colours = wish->colours,
                                      .density = wish->density,
                                      .symmetry = wish->symmetry,
                                      .blobs = wish->blobs};
    nonogram_random_picture(&of, random, picture);
}

/* The file's name without folder and ending; the words in one line. What cannot be printed
 * becomes '?'. */
static char *title_of(const struct nonogram_wish *wish) {
    const char *slash = wish->image ? strrchr(wish->image, '/') : NULL;
    char *title = mem_text(wish->text ? wish->text : slash ? slash + 1 : wish->image);
    char *dot = wish->image ? strrchr(title, '.') : NULL;
    if (dot && dot != title)
        *dot = '\0';
    for (char *at = title; *at; at++)
        if (wish->text && (*at == '|' || *at == '\n'))
            *at = ' ';
        else if ((unsigned char)*at < ' ' || *at == 127)
            *at = '?';
    return title;
}

struct nonogram_puzzle *nonogram_origin_next(struct nonogram_origin_state *state,
                                             struct random *random) {
    const struct nonogram_wish *wish = state->wish;
    size_t cells = (size_t)wish->width * wish->height;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(wish->width, wish->height);
    puzzle->goal = mem_new(cells, 1);
    nonogram_palette_choose(puzzle, wish->colours);
    if (wish->origin == NONOGRAM_FROM_IMAGE)
        paint_image(state, random, puzzle);
    else if (wish->origin == NONOGRAM_FROM_TEXT)
        memcpy(puzzle->goal, state->text, cells);
    else
        paint_by_chance(wish, random, puzzle->goal);
    nonogram_palette_compact(puzzle, puzzle->goal);
    if (wish->origin != NONOGRAM_BY_CHANCE)
        puzzle->about.title = title_of(wish);
    return puzzle;
}

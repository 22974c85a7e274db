/* PNG images of a solution, a pixel for each cell. White and transparent pixels are empty; every
 * other colour is a colour of the puzzle. (Boards are drawn by view/drawing.c; photographs become
 * puzzles by generate.) */
#include <png.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/format/format.h"
#include "puzzles/nonogram/format/image.h"
#include "puzzles/nonogram/model/palette.h"

enum { WHITE = 0xffffff };

static const char mark[] = "\x89PNG\r\n\x1a\n";
enum { MARK = sizeof mark - 1, WIDTH_AT = 16, HEIGHT_AT = 20, HEADER = 24 };

int nonogram_recognise_png(const struct source *source) {
    return source->size >= MARK && memcmp(source->data, mark, MARK) == 0 ? 100 : 0;
}

static bool fail(struct nonogram_draft *draft, const char *what) {
    return source_error(draft->source, 0, draft->error, "%s", what);
}

static uint32_t number_at(const struct source *source, size_t at) {
    uint32_t number = 0;
    for (size_t i = at; i < at + 4; i++)
        number = number << 8 | (unsigned char)source->data[i];
    return number;
}

/* Checked before anything large is allocated. */
static bool size_fits(struct nonogram_draft *draft) {
    const struct source *source = draft->source;
    if (source->size < HEADER)
        return fail(draft, "the PNG is damaged: it ends within its header");
    uint32_t width = number_at(source, WIDTH_AT), height = number_at(source, HEIGHT_AT);
    return (width <= NONOGRAM_SIDE && height <= NONOGRAM_SIDE) ||
           source_error(source, 0, draft->error,
                        "a pixel is a cell here: the image has %u x %u, and a puzzle at most %d x "
                        "%d; generating a puzzle from the image makes it smaller",
                        width, height, NONOGRAM_SIDE, NONOGRAM_SIDE);
}

/* The colour of a pixel, added when it is first seen. */
static bool find_colour(struct nonogram_draft *draft, uint32_t rgb, uint8_t *colour) {
    char name[NONOGRAM_NAME + 1];
    *colour = NONOGRAM_EMPTY;
    if (rgb == WHITE)
        return true;
    for (unsigned i = 1; i <= draft->colours; i++)
        if (draft->palette[i].rgb == rgb) {
            *colour = (uint8_t)i;
            return true;
        }
    if (draft->colours == NONOGRAM_COLOURS)
        return source_error(draft->source, 0, draft->error,
                            "the image has more than %d colours beside white, the most that a "
                            "puzzle has; generating a puzzle from the image takes fewer",
                            NONOGRAM_COLOURS);
    nonogram_name_of_rgb(rgb, name);
    *colour = (uint8_t)(draft->colours + 1);
    return nonogram_draft_colour(draft, name, strlen(name), '\0', rgb, 0);
}

static bool read_cells(struct nonogram_draft *draft, const struct nonogram_image *image,
                       uint8_t *picture) {
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        const uint8_t *pixel = image->pixels + 3 * i;
        uint32_t rgb = (uint32_t)pixel[0] << 16 | (uint32_t)pixel[1] << 8 | pixel[2];
        if (!find_colour(draft, rgb, &picture[i]))
            return false;
    }
    return true;
}

/* An image does not name its colours: they get names by their looks. */
static void name_colours(struct nonogram_draft *draft) {
    uint32_t rgb[NONOGRAM_COLOURS + 1] = {WHITE};
    for (unsigned i = 1; i <= draft->colours; i++)
        rgb[i] = draft->palette[i].rgb;
    nonogram_palette_name(draft->puzzle, draft->colours, rgb);
}

bool nonogram_read_png(struct nonogram_draft *draft) {
    struct nonogram_image image = {0};
    qd_error error = {0};
    if (!size_fits(draft))
        return false;
    if (!nonogram_image_decode(draft->source, &image, &error))
        return fail(draft, error.message);
    uint8_t *picture = mem_new((size_t)image.width * image.height, 1);
    bool good = read_cells(draft, &image, picture);
    if (good) /* takes over the picture */
        good = nonogram_draft_from_picture(draft, image.width, image.height, picture);
    else
        free(picture);
    if (good)
        name_colours(draft);
    nonogram_image_free(&image);
    return good;
}

/* Refuses colours that the image would confuse. */
static bool colours_differ(const struct nonogram_puzzle *puzzle, qd_error *error) {
    for (unsigned i = 1; i <= puzzle->colours; i++) {
        if (puzzle->palette[i].rgb == WHITE)
            return error_set(error, QD_BAD_INPUT,
                             "in the format png white is empty, and here it is a colour");
        for (unsigned k = 1; k < i; k++)
            if (puzzle->palette[k].rgb == puzzle->palette[i].rgb)
                return error_set(error, QD_BAD_INPUT,
                                 "the format png cannot tell %s and %s apart: they look the same",
                                 puzzle->palette[k].name, puzzle->palette[i].name);
    }
    return true;
}

static bool encode(const struct nonogram_puzzle *puzzle, const uint8_t *pixels, struct buf *out,
                   qd_error *error) {
    png_image png = {.version = PNG_IMAGE_VERSION,
                     .width = puzzle->width,
                     .height = puzzle->height,
                     .format = PNG_FORMAT_RGB};
    png_alloc_size_t size = 0;
    bool done = png_image_write_get_memory_size(png, size, 0, pixels, 0, NULL);
    void *bytes = mem_new(size ? size : 1, 1);
    done = done && png_image_write_to_memory(&png, bytes, &size, 0, pixels, 0, NULL);
    if (done)
        buf_bytes(out, bytes, size);
    else
        error_set(error, QD_FAILURE, "the PNG cannot be written: %.64s", png.message);
    free(bytes);
    return done;
}

bool nonogram_write_png(const struct nonogram_game *game, struct buf *out, qd_error *error) {
    const struct nonogram_puzzle *puzzle = game->puzzle;
    const uint8_t *picture = game->picture;
    if (!colours_differ(puzzle, error))
        return false;
    size_t cells = (size_t)puzzle->width * puzzle->height;
    uint8_t *pixels = mem_new(cells, 3);
    for (size_t i = 0; i < cells; i++) {
        uint32_t rgb = picture[i] == NONOGRAM_EMPTY ? WHITE : puzzle->palette[picture[i]].rgb;
        for (unsigned part = 0; part < 3; part++)
            pixels[3 * i + part] = (uint8_t)(rgb >> (16 - 8 * part));
    }
    bool done = encode(puzzle, pixels, out, error);
    free(pixels);
    return done;
}

#include "puzzles/nonogram/format/image.h"

#include <png.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/file.h"
#include "base/mem.h"

static bool bad_image(const struct source *source, qd_error *error, const char *why) {
    error_set(error, QD_BAD_INPUT, "%s", why);
    if (error)
        snprintf(error->file, sizeof error->file, "%s", source->name);
    return false;
}

static bool check_size(const struct source *source, const png_image *png, qd_error *error) {
    char why[128];
    if ((uint64_t)png->width * png->height <= NONOGRAM_IMAGE_PIXELS)
        return true;
    snprintf(why, sizeof why, "the image has %u x %u pixels; at most %zu in all are read",
             (unsigned)png->width, (unsigned)png->height, NONOGRAM_IMAGE_PIXELS);
    return bad_image(source, error, why);
}

/* Turns RGBA into RGB on white, in place. */
static void lay_on_white(uint8_t *pixels, size_t count) {
    for (size_t i = 0; i < count; i++) {
        unsigned opacity = pixels[4 * i + 3];
        for (unsigned part = 0; part < 3; part++)
            pixels[3 * i + part] =
                (uint8_t)((pixels[4 * i + part] * opacity + 255 * (255 - opacity) + 127) / 255);
    }
}

static bool read_pixels(const struct source *source, png_image *png, struct nonogram_image *image,
                        qd_error *error) {
    char why[128];
    png->format = PNG_FORMAT_RGBA;
    uint8_t *pixels = mem_new((size_t)png->width * png->height, 4);
    /* A warning means that something was odd, but the pixels are good. */
    if (png_image_finish_read(png, NULL, pixels, 0, NULL) == 0) {
        free(pixels);
        snprintf(why, sizeof why, "the PNG is damaged: %.64s", png->message);
        return bad_image(source, error, why);
    }
    *image = (struct nonogram_image){.width = png->width, .height = png->height, .pixels = pixels};
    lay_on_white(pixels, (size_t)image->width * image->height);
    return true;
}

bool nonogram_image_decode(const struct source *source, struct nonogram_image *image,
                           qd_error *error) {
    static const char mark[] = "\x89PNG\r\n\x1a\n";
    png_image png = {.version = PNG_IMAGE_VERSION};
    char why[128];
    if (source->size < sizeof mark - 1 || memcmp(source->data, mark, sizeof mark - 1) != 0)
        return bad_image(source, error, "this is not a PNG image, the only kind that is read");
    if (png_image_begin_read_from_memory(&png, source->data, source->size) == 0) {
        snprintf(why, sizeof why, "the PNG is damaged: %.64s", png.message);
        return bad_image(source, error, why);
    }
    bool done = check_size(source, &png, error) && read_pixels(source, &png, image, error);
    png_image_free(&png);
    return done;
}

bool nonogram_image_read(const char *path, struct nonogram_image *image, qd_error *error) {
    struct source source;
    if (!file_read(path, &source, error))
        return false;
    bool done = nonogram_image_decode(&source, image, error);
    file_close(&source);
    return done;
}

void nonogram_image_free(struct nonogram_image *image) {
    free(image->pixels);
    *image = (struct nonogram_image){0};
}

/* One axis at a time: new pixel i covers the old ones from i * before / after on. In units of
 * 1 / after of an old pixel that is the stretch from i * before to (i + 1) * before. */
static void resize_line(const uint8_t *from, unsigned before, size_t from_stride, uint8_t *to,
                        unsigned after, size_t to_stride) {
    if (before == 0)
        return; /* there is no such image */
    for (unsigned i = 0; i < after; i++) {
        uint64_t start = (uint64_t)i * before, end = start + before, sum[3] = {0};
        for (uint64_t pixel = start / after; pixel * after < end; pixel++) {
            uint64_t left = pixel * after > start ? pixel * after : start;
            uint64_t right = (pixel + 1) * after < end ? (pixel + 1) * after : end;
            for (unsigned part = 0; part < 3; part++)
                sum[part] += (right - left) * from[pixel * from_stride + part];
        }
        for (unsigned part = 0; part < 3; part++)
            to[i * to_stride + part] = (uint8_t)((sum[part] + before / 2) / before);
    }
}

struct nonogram_image nonogram_image_resize(const struct nonogram_image *image, unsigned width,
                                            unsigned height) {
    uint8_t *narrow = mem_new((size_t)width * image->height, 3);
    uint8_t *pixels = mem_new((size_t)width * height, 3);
    for (unsigned row = 0; row < image->height; row++)
        resize_line(image->pixels + (size_t)row * image->width * 3, image->width, 3,
                    narrow + (size_t)row * width * 3, width, 3);
    for (unsigned column = 0; column < width; column++)
        resize_line(narrow + (size_t)column * 3, image->height, (size_t)width * 3,
                    pixels + (size_t)column * 3, height, (size_t)width * 3);
    free(narrow);
    return (struct nonogram_image){.width = width, .height = height, .pixels = pixels};
}

void nonogram_image_light(const struct nonogram_image *image, uint8_t *light) {
    for (size_t i = 0; i < (size_t)image->width * image->height; i++) {
        const uint8_t *pixel = image->pixels + 3 * i;
        light[i] = (uint8_t)((299u * pixel[0] + 587u * pixel[1] + 114u * pixel[2] + 500) / 1000);
    }
}

static void count_light(const uint8_t *light, size_t count, uint64_t histogram[256]) {
    memset(histogram, 0, 256 * sizeof *histogram);
    for (size_t i = 0; i < count; i++)
        histogram[light[i]]++;
}

unsigned nonogram_image_otsu(const uint8_t *light, size_t count) {
    uint64_t histogram[256], total = 0, dark = 0, dark_sum = 0;
    unsigned first = 128, last = 128;
    double best = 0;
    count_light(light, count, histogram);
    for (unsigned level = 0; level < 256; level++)
        total += level * histogram[level];
    for (unsigned level = 0; level < 255; level++) {
        dark += histogram[level];
        dark_sum += level * histogram[level];
        if (dark == 0 || dark == count)
            continue;
        double bright = (double)(count - dark);
        double apart = (double)dark_sum / (double)dark - (double)(total - dark_sum) / bright;
        double variance = (double)dark * bright * apart * apart;
        if (variance > best)
            best = variance, first = level + 1;
        if (variance >= best)
            last = level + 1;
    }
    return (first + last) / 2; /* halfway between two levels with nothing between them */
}

unsigned nonogram_image_quantile(const uint8_t *light, size_t count, unsigned percent) {
    uint64_t histogram[256], dark = 0, wanted = (uint64_t)count * percent / 100;
    count_light(light, count, histogram);
    for (unsigned level = 0; level < 256; level++) {
        uint64_t more = dark + histogram[level];
        if (more > wanted && more - wanted >= wanted - dark)
            return level;
        dark = more;
    }
    return 256;
}

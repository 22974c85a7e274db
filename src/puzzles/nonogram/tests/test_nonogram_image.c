/* Images: what a PNG shows comes back as a picture; sizes, thresholds and colours against plain
 * definitions; bad files. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <png.h>
#include <stdio.h>
#include <unistd.h>

#include "base/buf.h"
#include "base/file.h"
#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/format/image.h"
#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/generate/image_colours.h"
#include "puzzles/nonogram/model/position.h"
#include "tests/support/temporary.h"

/* ---- making PNGs ---- */

/* The bytes of a PNG of these pixels in a format of libpng (PNG_FORMAT_RGB, ...). */
static void encode(unsigned width, unsigned height, png_uint_32 format, const void *pixels,
                   struct buf *out) {
    png_image png = {
        .version = PNG_IMAGE_VERSION, .width = width, .height = height, .format = format};
    png_alloc_size_t size = 0;
    assert_true(png_image_write_to_memory(&png, NULL, &size, 0, pixels, 0, NULL));
    void *bytes = mem_new(size, 1);
    assert_true(png_image_write_to_memory(&png, bytes, &size, 0, pixels, 0, NULL));
    buf_clear(out);
    buf_bytes(out, bytes, size);
    free(bytes);
}

static bool decode(const struct buf *bytes, struct nonogram_image *image, qd_error *error) {
    struct source source = {.name = "a.png", .data = buf_text(bytes), .size = bytes->size};
    *error = (qd_error){0};
    return nonogram_image_decode(&source, image, error);
}

/* A temporary file. */
struct scratch_file {
    char path[64];
};

static void write_file(struct scratch_file *file, const struct buf *bytes) {
    temporary_name(file->path, sizeof file->path, "image");
    int made = mkstemp(file->path);
    assert_true(made >= 0);
    close(made);
    assert_true(file_replace(file->path, bytes->text, bytes->size, NULL));
}

static void set(struct options *options, const char *name, const char *value) {
    assert_true(options_set(options, option_find(nonogram_options, name), value, NULL));
}

/* ---- from PNG to picture ---- */

static void random_cells(uint8_t *cells, size_t count, unsigned colours, uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    for (size_t i = 0; i < count; i++)
        cells[i] = (uint8_t)random_below(&random, colours + 1);
}

/* Each cell as a block of pixels. */
static uint8_t *enlarge(const uint8_t *cells, unsigned width, unsigned height, unsigned block,
                        const uint32_t *rgb) {
    uint8_t *pixels = mem_new((size_t)width * height * block * block, 3);
    for (unsigned row = 0; row < height * block; row++)
        for (unsigned column = 0; column < width * block; column++) {
            uint32_t colour = rgb[cells[(row / block) * width + column / block]];
            uint8_t *pixel = pixels + 3 * ((size_t)row * width * block + column);
            pixel[0] = (uint8_t)(colour >> 16);
            pixel[1] = (uint8_t)(colour >> 8);
            pixel[2] = (uint8_t)colour;
        }
    return pixels;
}

static void make_from(const char *path, unsigned width, unsigned height, const char *colours,
                      struct nonogram_generated *made) {
    struct options *options = options_new(NULL);
    char number[16];
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    set(options, "image", path);
    set(options, "unique", "no");
    snprintf(number, sizeof number, "%u", width);
    set(options, "width", number);
    snprintf(number, sizeof number, "%u", height);
    set(options, "height", number);
    set(options, "colours", colours);
    if (!nonogram_generate_puzzle(options, 5, control, made, &error))
        fail_msg("%s", error.message);
    control_free(control);
    options_free(options);
}

static void pictures_come_back(void **state) {
    static const uint32_t dark[] = {0xF0F0F0, 0x203040};
    uint8_t cells[13 * 9];
    (void)state;
    for (unsigned block = 1; block <= 9; block += 4) {
        struct buf bytes = {0};
        struct scratch_file file;
        struct nonogram_generated made;
        random_cells(cells, sizeof cells, 1, block);
        uint8_t *pixels = enlarge(cells, 13, 9, block, dark);
        encode(13 * block, 9 * block, PNG_FORMAT_RGB, pixels, &bytes);
        write_file(&file, &bytes);
        make_from(file.path, 13, 9, "1", &made);
        unlink(file.path);
        assert_memory_equal(made.puzzle->goal, cells, sizeof cells);
        nonogram_generated_free(&made);
        free(pixels);
        buf_free(&bytes);
    }
}

static void colours_come_back(void **state) {
    static const uint32_t rgb[] = {0xFFFFFF, 0xD01010, 0x10A020, 0x1010D0, 0x101010};
    uint8_t cells[12 * 10];
    (void)state;
    for (unsigned block = 1; block <= 5; block += 2) {
        struct buf bytes = {0};
        struct scratch_file file;
        struct nonogram_generated made;
        random_cells(cells, sizeof cells, 4, 40 + block);
        memset(cells, 0, 12); /* the background is the most frequent colour along the border */
        memset(cells + sizeof cells - 12, 0, 12);
        uint8_t *pixels = enlarge(cells, 12, 10, block, rgb);
        encode(12 * block, 10 * block, PNG_FORMAT_RGB, pixels, &bytes);
        write_file(&file, &bytes);
        make_from(file.path, 12, 10, "4", &made);
        unlink(file.path);
        assert_int_equal(made.puzzle->colours, 4);
        assert_int_equal(made.puzzle->palette[0].letter, '.');
        for (unsigned i = 0; i < sizeof cells; i++)
            assert_int_equal(made.puzzle->palette[made.puzzle->goal[i]].rgb, rgb[cells[i]]);
        nonogram_generated_free(&made);
        free(pixels);
        buf_free(&bytes);
    }
}

/* ---- kinds of PNG ---- */

static void what_is_transparent_is_white(void **state) {
    static const uint8_t pixels[] = {0, 0, 0, 255, 0, 0, 0, 0, 10, 20, 30, 0, 255, 0, 0, 255};
    static const uint8_t expected[] = {0, 0, 0, 255, 255, 255, 255, 255, 255, 255, 0, 0};
    struct buf bytes = {0};
    struct nonogram_image image;
    qd_error error;
    (void)state;
    encode(2, 2, PNG_FORMAT_RGBA, pixels, &bytes);
    assert_true(decode(&bytes, &image, &error));
    assert_int_equal(image.width, 2);
    assert_int_equal(image.height, 2);
    assert_memory_equal(image.pixels, expected, sizeof expected);
    nonogram_image_free(&image);
    buf_free(&bytes);
}

static void grey_is_read(void **state) {
    static const uint8_t pixels[] = {0, 100, 200, 255};
    struct buf bytes = {0};
    struct nonogram_image image;
    qd_error error;
    uint8_t light[4];
    (void)state;
    encode(4, 1, PNG_FORMAT_GRAY, pixels, &bytes);
    assert_true(decode(&bytes, &image, &error));
    nonogram_image_light(&image, light);
    assert_memory_equal(light, pixels, sizeof light);
    nonogram_image_free(&image);
    buf_free(&bytes);
}

/* ---- bad files ---- */

static void expect_bad(const struct buf *bytes, const char *message) {
    struct nonogram_image image;
    qd_error error;
    assert_false(decode(bytes, &image, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "a.png");
    if (strncmp(error.message, message, strlen(message)) != 0)
        fail_msg("'%s' does not begin with '%s'", error.message, message);
}

static void damaged_files_are_refused(void **state) {
    uint8_t pixels[30 * 30 * 3];
    struct buf bytes = {0}, part = {0};
    (void)state;
    random_cells(pixels, sizeof pixels, 254, 3);
    encode(30, 30, PNG_FORMAT_RGB, pixels, &bytes);
    expect_bad(&part, "this is not a PNG image, the only kind that is read");
    buf_add(&part, "P1\n2 2\n1 0 0 1\n");
    expect_bad(&part, "this is not a PNG image, the only kind that is read");
    for (size_t size = 8; size + 20 < bytes.size; size += 101) {
        buf_clear(&part);
        buf_bytes(&part, bytes.text, size);
        expect_bad(&part, "the PNG is damaged: ");
    }
    buf_clear(&part);
    buf_bytes(&part, bytes.text, bytes.size);
    part.text[20] ^= 1; /* the height, without the checksum */
    expect_bad(&part, "the PNG is damaged: ");
    buf_free(&bytes);
    buf_free(&part);
}

/* The checksum of PNG chunks, by its definition. */
static uint32_t checksum(const uint8_t *bytes, size_t size) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum & 1 ? sum >> 1 ^ 0xEDB88320u : sum >> 1;
    }
    return ~sum;
}

static void put_number(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* A small file that claims to be a huge image. */
static void huge_images_are_refused(void **state) {
    uint8_t pixel[3] = {0};
    struct buf bytes = {0};
    (void)state;
    encode(1, 1, PNG_FORMAT_RGB, pixel, &bytes);
    uint8_t header[17];
    memcpy(header, bytes.text + 12, sizeof header);
    put_number(header + 4, 100000);
    put_number(header + 8, 90000);
    memcpy(bytes.text + 12, header, sizeof header);
    uint8_t sum[4];
    put_number(sum, checksum(header, sizeof header));
    memcpy(bytes.text + 12 + sizeof header, sum, sizeof sum);
    expect_bad(&bytes, "the image has 100000 x 90000 pixels; at most 33554432 in all are read");
    buf_free(&bytes);
}

static void missing_files_are_refused(void **state) {
    struct nonogram_image image;
    qd_error error = {0};
    (void)state;
    assert_false(nonogram_image_read("/nowhere/at/all.png", &image, &error));
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.file, "/nowhere/at/all.png");
}

static void blank_images_are_refused(void **state) {
    uint8_t pixels[27];
    struct buf bytes = {0};
    struct scratch_file file;
    struct nonogram_generated made = {0};
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    (void)state;
    memset(pixels, 255, sizeof pixels);
    encode(3, 3, PNG_FORMAT_RGB, pixels, &bytes);
    write_file(&file, &bytes);
    set(options, "image", file.path);
    assert_false(nonogram_generate_puzzle(options, 1, control, &made, &error));
    unlink(file.path);
    assert_int_equal(error.status, QD_BAD_INPUT);
    assert_string_equal(error.message, "nothing of the image would be filled; try another "
                                       "<threshold>, <density> or size");
    options_free(options);
    control_free(control);
    buf_free(&bytes);
}

/* ---- sizes ---- */

/* The mean of the area that a pixel covers, by floating point and both axes at once. */
static double mean_of(const struct nonogram_image *image, unsigned part, double left, double top,
                      double right, double bottom) {
    double sum = 0;
    for (unsigned row = 0; row < image->height; row++)
        for (unsigned column = 0; column < image->width; column++) {
            double wide =
                (right < column + 1 ? right : column + 1) - (left > column ? left : column);
            double high = (bottom < row + 1 ? bottom : row + 1) - (top > row ? top : row);
            if (wide > 0 && high > 0)
                sum +=
                    wide * high * image->pixels[3 * ((size_t)row * image->width + column) + part];
        }
    return sum / ((right - left) * (bottom - top));
}

static void resizing_takes_the_mean(void **state) {
    static const unsigned sizes[][4] = {{10, 8, 5, 4}, {10, 8, 3, 3}, {7, 5, 7, 5},
                                        {3, 2, 8, 9},  {16, 1, 5, 3}, {9, 11, 1, 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        unsigned width = sizes[i][2], height = sizes[i][3];
        struct nonogram_image image = {.width = sizes[i][0], .height = sizes[i][1]};
        image.pixels = mem_new((size_t)image.width * image.height, 3);
        random_cells(image.pixels, (size_t)image.width * image.height * 3, 255, 60 + i);
        struct nonogram_image small = nonogram_image_resize(&image, width, height);
        double across = (double)image.width / width, down = (double)image.height / height;
        for (unsigned at = 0; at < width * height * 3; at++) {
            unsigned column = at / 3 % width, row = at / 3 / width;
            double mean = mean_of(&image, at % 3, column * across, row * down,
                                  (column + 1) * across, (row + 1) * down);
            assert_true(small.pixels[at] > mean - 1.01 && small.pixels[at] < mean + 1.01);
        }
        nonogram_image_free(&image);
        nonogram_image_free(&small);
    }
}

/* Without a given size, a small image keeps its size and a large one its shape. */
static void sizes_follow_the_image(void **state) {
    static const unsigned sizes[][6] = {/* image, settings, picture */
                                        {12, 9, 0, 0, 12, 9},    {90, 60, 0, 0, 30, 20},
                                        {90, 60, 45, 0, 45, 30}, {90, 60, 0, 10, 15, 10},
                                        {90, 60, 7, 8, 7, 8},    {300, 2, 0, 0, 30, 1}};
    (void)state;
    for (unsigned i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        struct nonogram_settings settings = {
            .origin = NONOGRAM_FROM_IMAGE, .width = sizes[i][2], .height = sizes[i][3]};
        struct buf bytes = {0};
        struct scratch_file file;
        uint8_t *pixels = mem_new((size_t)sizes[i][0] * sizes[i][1], 1);
        encode(sizes[i][0], sizes[i][1], PNG_FORMAT_GRAY, pixels, &bytes);
        write_file(&file, &bytes);
        settings.image = file.path;
        struct nonogram_pictures *origin = nonogram_pictures_open(&settings, NULL);
        unlink(file.path);
        assert_non_null(origin);
        assert_int_equal(settings.width, sizes[i][4]);
        assert_int_equal(settings.height, sizes[i][5]);
        nonogram_pictures_close(origin);
        buf_free(&bytes);
        free(pixels);
    }
}

/* ---- thresholds ---- */

static double variance_within(const uint8_t *light, size_t count, unsigned threshold) {
    double sum[2] = {0}, members[2] = {0}, within = 0;
    for (size_t i = 0; i < count; i++) {
        sum[light[i] < threshold] += light[i];
        members[light[i] < threshold] += 1;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned side = light[i] < threshold;
        double apart = light[i] - sum[side] / members[side];
        within += apart * apart;
    }
    return within;
}

/* The largest variance between the sides is the smallest within them. */
static void otsu_is_the_best_threshold(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        uint8_t light[80];
        struct random random;
        random_seed(&random, seed);
        for (unsigned i = 0; i < sizeof light; i++)
            light[i] = (uint8_t)(random_below(&random, 120) + (random_below(&random, 3) ? 0 : 130));
        double least = variance_within(light, sizeof light, 0);
        for (unsigned threshold = 1; threshold < 256; threshold++) {
            double within = variance_within(light, sizeof light, threshold);
            least = within < least ? within : least;
        }
        double found = variance_within(light, sizeof light, nonogram_image_otsu(light, 80));
        assert_true(found <= least * 1.000001);
    }
    static const uint8_t two[4] = {10, 10, 240, 240}, one[3] = {7, 7, 7};
    assert_in_range(nonogram_image_otsu(two, 4), 120, 130);
    assert_int_equal(nonogram_image_otsu(one, 3), 128);
}

static void quantiles_are_near(void **state) {
    uint8_t light[250];
    (void)state;
    for (unsigned i = 0; i < sizeof light; i++)
        light[i] = (uint8_t)(249 - i);
    for (unsigned percent = 0; percent <= 100; percent++) {
        unsigned threshold = nonogram_image_quantile(light, sizeof light, percent);
        int dark = 0;
        for (unsigned i = 0; i < sizeof light; i++)
            dark += light[i] < threshold;
        assert_in_range(abs(dark - (int)(250 * percent / 100)), 0, 1);
    }
}

/* ---- groups of colours ---- */

static unsigned long far(const uint8_t *pixel, uint32_t rgb) {
    unsigned long sum = 0;
    for (int part = 0; part < 3; part++) {
        long apart = pixel[part] - (long)(rgb >> (16 - 8 * part) & 255);
        sum += (unsigned long)(apart * apart);
    }
    return sum;
}

static void groups_are_the_same_for_a_seed(void **state) {
    uint8_t pixels[400 * 3], one[400], again[400];
    uint32_t rgb[NONOGRAM_COLOURS + 1], rgb_again[NONOGRAM_COLOURS + 1];
    struct nonogram_image image = {.width = 20, .height = 20, .pixels = pixels};
    (void)state;
    random_cells(pixels, sizeof pixels, 255, 9);
    for (unsigned most = 1; most <= NONOGRAM_COLOURS + 1; most++) {
        struct random random;
        random_seed(&random, most);
        unsigned count = nonogram_image_cluster(&image, most, &random, one, rgb);
        random_seed(&random, most);
        assert_int_equal(nonogram_image_cluster(&image, most, &random, again, rgb_again), count);
        assert_memory_equal(one, again, sizeof one);
        assert_memory_equal(rgb, rgb_again, count * sizeof *rgb);
        assert_in_range(count, 1, most);
        size_t members[NONOGRAM_COLOURS + 1] = {0};
        for (unsigned i = 0; i < 400; i++) {
            assert_true(one[i] < count);
            members[one[i]]++;
            for (unsigned group = 0; group < count; group++) /* each is with the nearest centre */
                assert_true(far(pixels + 3 * i, rgb[one[i]]) <= far(pixels + 3 * i, rgb[group]));
        }
        for (unsigned group = 0; group < count; group++)
            assert_true(members[group] > 0 && (group == 0 || members[group] <= members[group - 1]));
    }
}

static void fewer_colours_give_fewer_groups(void **state) {
    static uint8_t pixels[12] = {1, 2, 3, 1, 2, 3, 9, 9, 9, 1, 2, 3};
    struct nonogram_image image = {.width = 2, .height = 2, .pixels = pixels};
    uint8_t group[4];
    uint32_t rgb[NONOGRAM_COLOURS + 1];
    struct random random;
    (void)state;
    random_seed(&random, 1);
    assert_int_equal(nonogram_image_cluster(&image, 8, &random, group, rgb), 2);
    assert_int_equal(rgb[0], 0x010203);
    assert_int_equal(rgb[1], 0x090909);
    static const uint8_t expected[4] = {0, 0, 1, 0};
    assert_memory_equal(group, expected, sizeof group);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(pictures_come_back),
        cmocka_unit_test(colours_come_back),
        cmocka_unit_test(what_is_transparent_is_white),
        cmocka_unit_test(grey_is_read),
        cmocka_unit_test(damaged_files_are_refused),
        cmocka_unit_test(huge_images_are_refused),
        cmocka_unit_test(missing_files_are_refused),
        cmocka_unit_test(blank_images_are_refused),
        cmocka_unit_test(resizing_takes_the_mean),
        cmocka_unit_test(sizes_follow_the_image),
        cmocka_unit_test(otsu_is_the_best_threshold),
        cmocka_unit_test(quantiles_are_near),
        cmocka_unit_test(groups_are_the_same_for_a_seed),
        cmocka_unit_test(fewer_colours_give_fewer_groups),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

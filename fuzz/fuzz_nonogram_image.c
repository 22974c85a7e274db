/* Any bytes as an image to make a nonogram of. The first four are settings (width, height, colours,
 * what is dark), the rest is the file. It is refused with a reason, or gives a puzzle that has the
 * clues of its picture and can be written and read again. The checksums of the PNG are corrected
 * too, or the reader would never see most changes. */
#include "fuzz/fuzz.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "base/random.h"
#include "puzzles/interface/registry.h"
#include "puzzles/nonogram/generate/generate.h"
#include "puzzles/nonogram/model/position.h"

enum { WISH = 4, MARK = 8, AROUND = 12 }; /* a chunk has a length, a name and a sum around it */

static const char mark[] = "\x89PNG\r\n\x1a\n";

/* ---- PNG: chunks and sums, as in section 5 of its specification ---- */

static uint32_t take_number(const uint8_t *at) {
    return (uint32_t)at[0] << 24 | (uint32_t)at[1] << 16 | (uint32_t)at[2] << 8 | at[3];
}

static void put_number(uint8_t *at, uint32_t number) {
    for (int i = 0; i < 4; i++)
        at[i] = (uint8_t)(number >> (24 - 8 * i));
}

static uint32_t sum_of(const uint8_t *bytes, size_t size) {
    uint32_t sum = UINT32_MAX;
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return ~sum;
}

/* The sum of every chunk that is whole. */
static void make_sums_right(uint8_t *file, size_t size) {
    for (size_t at = MARK; at + AROUND <= size;) {
        size_t length = take_number(file + at);
        if (length > size - at - AROUND)
            return;
        put_number(file + at + 8 + length, sum_of(file + at + 4, length + 4));
        at += length + AROUND;
    }
}

/* ---- reading ---- */

/* Half of the inputs leave it to Otsu's method; an image in colours has no such choice. */
static struct nonogram_settings settings_of(const uint8_t *said, const char *path) {
    struct nonogram_settings settings = {.origin = NONOGRAM_FROM_IMAGE,
                                         .image = path,
                                         .width = said[0] % 64,
                                         .height = said[1] % 64,
                                         .colours = 1 + said[2] % NONOGRAM_COLOURS,
                                         .threshold = -1,
                                         .changes = UINT_MAX,
                                         .effort = UINT_MAX,
                                         .tries = 1};
    if (settings.colours > 1)
        return settings;
    settings.invert = said[3] & 1;
    settings.density_given = said[3] % 8 == 2;
    settings.density = 1 + said[3] / 8;
    settings.threshold = said[3] % 8 == 4 ? said[3] : -1;
    return settings;
}

/* The puzzle becomes the game's. */
static void check_puzzle(struct nonogram_puzzle *puzzle) {
    for (size_t i = 0; i < (size_t)puzzle->width * puzzle->height; i++)
        fuzz_check(puzzle->goal[i] <= puzzle->colours, "cell %zu has colour %u of %u", i,
                   puzzle->goal[i], puzzle->colours);
    nonogram_generate_all_clues(puzzle, puzzle->goal);
    fuzz_check(nonogram_picture_fits(puzzle, puzzle->goal, NULL, NULL), "the clues do not fit");
    struct session *session =
        session_start_from(registry_find("nonogram"), nonogram_position_new(puzzle));
    fuzz_check_saved(session);
    session_free(session);
}

static void try_path(const uint8_t *said, const char *path) {
    struct nonogram_settings settings = settings_of(said, path);
    struct random random;
    qd_error error = {0};
    random_seed(&random, 1);
    struct nonogram_pictures *origin = nonogram_pictures_open(&settings, &error);
    if (!origin) {
        fuzz_check(error.status == QD_BAD_INPUT, "status %d: %s", error.status, error.message);
        fuzz_check(error.message[0] && strcmp(error.file, path) == 0, "no message or no file");
        return;
    }
    fuzz_check(settings.width >= 1 && settings.width <= NONOGRAM_SIDE, "width %u", settings.width);
    fuzz_check(settings.height >= 1 && settings.height <= NONOGRAM_SIDE, "height %u",
               settings.height);
    check_puzzle(nonogram_pictures_next(origin, &random));
    nonogram_pictures_close(origin);
}

/* A file that is only in memory. */
static void try_file(const uint8_t *said, const uint8_t *bytes, size_t size) {
    int file = memfd_create("image", MFD_CLOEXEC);
    char path[64];
    fuzz_check(file >= 0 && write(file, bytes, size) == (ssize_t)size, "no memory for a file");
    snprintf(path, sizeof path, "/proc/self/fd/%d", file);
    try_path(said, path);
    close(file);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (size < WISH)
        return 0;
    struct buf summed = {0};
    buf_bytes(&summed, data + WISH, size - WISH);
    try_file(data, (const uint8_t *)buf_text(&summed), summed.size);
    if (summed.size > 0)
        make_sums_right((uint8_t *)summed.text, summed.size);
    try_file(data, (const uint8_t *)buf_text(&summed), summed.size);
    buf_free(&summed);
    return 0;
}

/* ---- seeds: small images of every kind ---- */

static const struct kind {
    uint8_t depth, type, interlaced, samples; /* samples: numbers per pixel */
} kinds[] = {{1, 0, 0, 1},  {2, 0, 1, 1}, {4, 0, 0, 1}, {8, 0, 0, 1},  {16, 0, 0, 1},
             {8, 2, 0, 3},  {8, 2, 1, 3}, {1, 3, 0, 1}, {8, 3, 0, 1},  {8, 4, 0, 2},
             {16, 4, 1, 2}, {8, 6, 0, 4}, {8, 6, 1, 4}, {16, 6, 0, 4}, {16, 2, 0, 3}};
enum { KINDS = sizeof kinds / sizeof *kinds, SEED_SIDE = 6, PALETTE = 256 };

static void add_number(struct buf *out, uint32_t number) {
    uint8_t bytes[4];
    put_number(bytes, number);
    buf_bytes(out, bytes, 4);
}

/* Its sum is made right when the file is whole. */
static void add_chunk(struct buf *out, const char *name, const struct buf *content) {
    add_number(out, (uint32_t)content->size);
    buf_add(out, name);
    buf_bytes(out, content->text, content->size);
    add_number(out, 0);
}

static void add_header(struct buf *out, const struct kind *kind) {
    struct buf content = {0};
    add_number(&content, SEED_SIDE);
    add_number(&content, SEED_SIDE);
    const uint8_t rest[] = {kind->depth, kind->type, 0, 0, kind->interlaced};
    buf_bytes(&content, rest, sizeof rest);
    add_chunk(out, "IHDR", &content);
    buf_free(&content);
}

static void add_palette(struct buf *out, const struct kind *kind) {
    struct buf content = {0};
    unsigned entries = kind->depth == 8 ? PALETTE : 2;
    for (unsigned i = 0; i < 3 * entries; i++)
        buf_char(&content, (char)(i * 83 + 7));
    add_chunk(out, "PLTE", &content);
    buf_clear(&content);
    buf_add(&content, "\x20\xf0");
    add_chunk(out, "tRNS", &content);
    buf_free(&content);
}

/* Rows of an image, or of one of the seven passes of an interlaced one: a filter, then pixels. */
static void add_rows(struct buf *out, const struct kind *kind, unsigned width, unsigned height) {
    size_t bytes = ((size_t)width * kind->depth * kind->samples + 7) / 8;
    for (unsigned row = 0; width > 0 && row < height; row++) {
        buf_char(out, (char)(row % 5));
        for (size_t i = 0; i < bytes; i++)
            buf_char(out, (char)(row * 97 + i * 41));
    }
}

static void add_all_rows(struct buf *out, const struct kind *kind) {
    static const uint8_t passes[7][4] = {{0, 8, 0, 8}, {4, 8, 0, 8}, {0, 4, 4, 8}, {2, 4, 0, 4},
                                         {0, 2, 2, 4}, {1, 2, 0, 2}, {0, 1, 1, 2}};
    if (!kind->interlaced)
        add_rows(out, kind, SEED_SIDE, SEED_SIDE);
    for (int i = 0; kind->interlaced && i < 7; i++) {
        const uint8_t *pass = passes[i];
        add_rows(out, kind, (SEED_SIDE - pass[0] + pass[1] - 1u) / pass[1],
                 (SEED_SIDE - pass[2] + pass[3] - 1u) / pass[3]);
    }
}

/* As a single stored block of zlib's format, where a changed byte is a changed pixel. */
static void add_pixels(struct buf *out, const struct kind *kind) {
    struct buf rows = {0}, content = {0};
    uint32_t a = 1, b = 0;
    add_all_rows(&rows, kind);
    buf_bytes(&content, "\x78\x01\x01", 3);
    for (int i = 0; i < 4; i++)
        buf_char(&content, (char)((i < 2 ? rows.size : ~rows.size) >> (i % 2 * 8)));
    buf_bytes(&content, rows.text, rows.size);
    for (size_t i = 0; i < rows.size; i++) {
        a = (a + (uint8_t)rows.text[i]) % 65521;
        b = (b + a) % 65521;
    }
    add_number(&content, b << 16 | a);
    add_chunk(out, "IDAT", &content);
    buf_free(&rows);
    buf_free(&content);
}

bool fuzz_seed(size_t index, struct buf *out) {
    if (index >= KINDS)
        return false;
    const struct kind *kind = &kinds[index];
    const uint8_t settings[WISH] = {index % 3 ? 9 : 0, index % 4 ? 0 : 7, index % 2 ? 3 : 0,
                                    (uint8_t)index};
    struct buf file = {0}, nothing = {0};
    buf_bytes(&file, mark, MARK);
    add_header(&file, kind);
    if (kind->type == 3)
        add_palette(&file, kind);
    add_pixels(&file, kind);
    add_chunk(&file, "IEND", &nothing);
    make_sums_right((uint8_t *)file.text, file.size);
    buf_bytes(out, settings, WISH);
    buf_bytes(out, file.text, file.size);
    buf_free(&file);
    return true;
}

/* Texts for tests: the same small puzzle in every format, and shorthands to read and write. */
#ifndef TESTS_NONOGRAM_TEXTS_H
#define TESTS_NONOGRAM_TEXTS_H

#include "base/random.h"
#include "puzzles/nonogram/model/position.h"

struct nonogram_sample {
    const char *name, *text; /* name is NULL after the last one */
};
extern const struct nonogram_sample nonogram_samples[];

/* Reads a text. Returns NULL with an error. */
struct position *nonogram_try_read(const char *text, size_t size, struct record *moves,
                                   qd_error *error);
/* Reads a text that must be good. */
struct position *nonogram_read_bytes(const char *text, size_t size, struct record *moves);
struct position *nonogram_read_text(const char *text, struct record *moves);
/* The format with that name. */
const struct puzzle_format *nonogram_format_of(const char *name);

/* A random puzzle with a goal, titles, and perhaps colours and known cells. */
struct position *nonogram_random_position(struct random *random, bool coloured);
/* Writes, reads, compares, writes again. Returns false if the format refused. */
bool nonogram_round_trip(const struct position *position, const struct puzzle_format *format);
/* Whether the format with that name holds everything. */
bool nonogram_is_full_format(const char *name);

/* A PNG of these RGBA pixels; the caller frees it. */
void *nonogram_png_of(const uint8_t *pixels, unsigned width, unsigned height, size_t *size);

#endif

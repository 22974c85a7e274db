/* Random pictures. */
#ifndef PUZZLES_NONOGRAM_GENERATE_RANDOM_PICTURE_H
#define PUZZLES_NONOGRAM_GENERATE_RANDOM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "puzzles/nonogram/generate/symmetry.h"

struct nonogram_random_settings {
    unsigned width, height;
    unsigned colours; /* besides the background */
    unsigned density; /* the percentage of filled cells */
    enum nonogram_symmetry symmetry;
    bool blobs; /* connected shapes; false: independent cells */
};

/* Paints a picture, row by row; the same for the same random numbers. The density is as close as
 * the symmetry allows. A small picture may lack a colour. */
void nonogram_random_picture(const struct nonogram_random_settings *settings, struct random *random,
                             uint8_t *picture);

#endif

/* Random pictures. */
#ifndef PUZZLES_NONOGRAM_GENERATE_RANDOM_PICTURE_H
#define PUZZLES_NONOGRAM_GENERATE_RANDOM_PICTURE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/random.h"
#include "puzzles/nonogram/generate/symmetry.h"

struct nonogram_random_wish {
    unsigned width, height;
    unsigned colours; /* beside the background */
    unsigned density; /* how many cells of a hundred are filled */
    enum nonogram_symmetry symmetry;
    bool blobs; /* connected shapes; false: every cell by itself */
};

/* A picture as wished, row by row; the same for the same random numbers. The filled cells are as
 * near to the density as the symmetry allows, and no colour is used much more than another one of
 * the noise; a small picture may lack a colour. */
void nonogram_random_picture(const struct nonogram_random_wish *wish, struct random *random,
                             uint8_t *picture);

#endif

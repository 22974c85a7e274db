/* Symmetric pictures: which cells must be equal. */
#ifndef PUZZLES_NONOGRAM_GENERATE_SYMMETRY_H
#define PUZZLES_NONOGRAM_GENERATE_SYMMETRY_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum nonogram_symmetry {
    NONOGRAM_SYMMETRY_NONE,
    NONOGRAM_SYMMETRY_HORIZONTAL, /* left and right are alike */
    NONOGRAM_SYMMETRY_VERTICAL,   /* top and bottom are alike */
    NONOGRAM_SYMMETRY_BOTH,
    NONOGRAM_SYMMETRY_ROTATION /* the same after half a turn */
};

/* The names for the option table, in the order of the enum. */
#define NONOGRAM_SYMMETRIES "none|horizontal|vertical|both|rotation"
/* The most cells that must be equal. */
#define NONOGRAM_MIRRORS 4

/* The symmetry with that name, one of NONOGRAM_SYMMETRIES. */
enum nonogram_symmetry nonogram_symmetry_find(const char *name);
/* The cells that must equal this one (numbered row by row), itself first, without duplicates.
 * Returns how many there are. */
unsigned nonogram_mirrors(enum nonogram_symmetry symmetry, unsigned width, unsigned height,
                          size_t cell, size_t mirrors[NONOGRAM_MIRRORS]);

#endif

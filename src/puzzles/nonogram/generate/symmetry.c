#include "puzzles/nonogram/generate/symmetry.h"

#include <assert.h>
#include <string.h>

enum nonogram_symmetry nonogram_symmetry_find(const char *name) {
    unsigned number = 0;
    size_t length = strlen(name);
    for (const char *at = NONOGRAM_SYMMETRIES; *at; number++) {
        size_t size = strcspn(at, "|");
        if (size == length && strncmp(at, name, size) == 0)
            return (enum nonogram_symmetry)number;
        at += size + (at[size] == '|');
    }
    return NONOGRAM_SYMMETRY_NONE;
}

/* Adds the cell unless it is listed already: cells on an axis mirror themselves. */
static unsigned add(size_t mirrors[NONOGRAM_MIRRORS], unsigned count, size_t cell) {
    for (unsigned i = 0; i < count; i++)
        if (mirrors[i] == cell)
            return count;
    assert(count < NONOGRAM_MIRRORS);
    mirrors[count] = cell;
    return count + 1;
}

unsigned nonogram_mirrors(enum nonogram_symmetry symmetry, unsigned width, unsigned height,
                          size_t cell, size_t mirrors[NONOGRAM_MIRRORS]) {
    size_t row = cell / width, column = cell % width;
    assert(row < height);
    size_t across = row * width + (width - 1 - column);
    size_t below = (height - 1 - row) * width + column;
    size_t turned = (height - 1 - row) * width + (width - 1 - column);
    bool both = symmetry == NONOGRAM_SYMMETRY_BOTH;
    unsigned count = add(mirrors, 0, cell);
    if (symmetry == NONOGRAM_SYMMETRY_HORIZONTAL || both)
        count = add(mirrors, count, across);
    if (symmetry == NONOGRAM_SYMMETRY_VERTICAL || both)
        count = add(mirrors, count, below);
    if (symmetry == NONOGRAM_SYMMETRY_ROTATION || both)
        count = add(mirrors, count, turned);
    return count;
}

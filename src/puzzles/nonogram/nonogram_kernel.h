/* The kernel of the solver: one line, all its arrangements at once, 64 cells in a machine word.
 *
 * What is known of a line is a set of cells for each colour (0: empty): those that may have it. The
 * kernel is compiled for lines of several sizes; all sets of one board have the same number of
 * words. */
#ifndef NONOGRAM_KERNEL_H
#define NONOGRAM_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "nonogram_puzzle.h"

struct nonogram_kernel_line {
    unsigned length;
    unsigned count; /* of clues */
    const struct nonogram_clue *clues;
};

struct nonogram_kernel {
    unsigned words; /* in a set: room for 64 * words - 1 cells */
    /* Takes every colour from every cell that has it in no arrangement. can: colours sets, the
     * background first. Returns false if there is no arrangement; can is then unchanged. scratch:
     * nonogram_kernel_scratch words. */
    bool (*narrow)(const struct nonogram_kernel_line *line, unsigned colours, uint64_t *can,
                   uint64_t *scratch);
    /* Returns whether there is an arrangement. */
    bool (*feasible)(const struct nonogram_kernel_line *line, const uint64_t *can);
};

/* The kernel for lines of up to so many cells, at most NONOGRAM_SIDE. */
const struct nonogram_kernel *nonogram_kernel_for(unsigned length);
/* How many words of scratch a line with so many clues needs, for a board of so many colours (the
 * background included). */
size_t nonogram_kernel_scratch(const struct nonogram_kernel *kernel, unsigned clues,
                               unsigned colours);

#endif

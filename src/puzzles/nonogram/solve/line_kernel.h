/* The line solver: all arrangements of one line at once, 64 cells in a machine word.
 *
 * What is known of a line is a set of cells for each colour (0: empty): those that can have it. The
 * kernel is compiled for several lengths of lines; all sets of one board have the same number of
 * words. */
#ifndef PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_H
#define PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/nonogram/model/puzzle.h"

/* Clues of the same colour and length are of one kind: where such a run fits, and which cells it
 * covers, is worked out once for all of them. */
struct nonogram_kernel_kind {
    uint16_t length;
    uint16_t more; /* how much longer it is than the kind before it, or than one cell */
    uint8_t colour;
    bool first; /* the shortest of its colour */
};

struct nonogram_kernel_clue {
    uint16_t length;
    uint16_t kind;
    bool apart; /* from the clue before it, which has the same colour */
};

struct nonogram_kernel_line {
    uint16_t length;
    uint16_t count; /* of clues */
    uint16_t kinds; /* by colour, then by length */
    bool plain;     /* one colour only */
    bool fits;      /* no clue is longer than the line */
    const struct nonogram_kernel_clue *clues;
    const struct nonogram_kernel_kind *kind;
};

struct nonogram_kernel {
    unsigned words; /* in a set: room for 64 * words - 1 cells */
    /* Narrows `can` to `found`: the colours that cells have in some arrangement. Both have a set
     * for each colour, the background first. Returns false if there is no arrangement; found is
     * then undefined. scratch: nonogram_kernel_scratch words. */
    bool (*narrow)(const struct nonogram_kernel_line *line, unsigned colours, const uint64_t *can,
                   uint64_t *found, uint64_t *scratch);
    /* Returns whether there is an arrangement. scratch as above. */
    bool (*feasible)(const struct nonogram_kernel_line *line, const uint64_t *can,
                     uint64_t *scratch);
};

/* The kernels, by the number of their words. */
extern const struct nonogram_kernel nonogram_kernel_1, nonogram_kernel_2, nonogram_kernel_4,
    nonogram_kernel_16;
/* The kernel for lines of this length, at most NONOGRAM_SIDE. */
const struct nonogram_kernel *nonogram_kernel_for(unsigned length);
/* Prepares a line of `length` cells for the kernel. clues, kinds: arrays with an element for each
 * clue, which must outlive the result. */
struct nonogram_kernel_line nonogram_kernel_line(const struct nonogram_line *line, unsigned length,
                                                 struct nonogram_kernel_clue *clues,
                                                 struct nonogram_kernel_kind *kinds);
/* How many words of scratch a line with `clues` clues needs, for a kernel of `words` words. */
size_t nonogram_kernel_scratch(size_t words, unsigned clues);

#endif

/* Solves a single line, for callers without a board. */
#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/line_kernel.h"
#include "puzzles/nonogram/solve/solver.h"

static unsigned colours_of(const struct nonogram_line *line) {
    unsigned most = 0;
    for (unsigned i = 0; i < line->count; i++)
        most = line->clues[i].colour > most ? line->clues[i].colour : most;
    return most + 1;
}

static void pack(const uint32_t *cells, unsigned length, unsigned colours, unsigned words,
                 uint64_t *can) {
    for (unsigned cell = 0; cell < length; cell++)
        for (unsigned colour = 0; colour < colours; colour++)
            can[(size_t)colour * words + cell / 64] |= (uint64_t)(cells[cell] >> colour & 1)
                                                       << cell % 64;
}

static void unpack(const uint64_t *can, unsigned length, unsigned colours, unsigned words,
                   uint32_t *cells) {
    for (unsigned cell = 0; cell < length; cell++) {
        cells[cell] = 0;
        for (unsigned colour = 0; colour < colours; colour++)
            cells[cell] |= (uint32_t)(can[(size_t)colour * words + cell / 64] >> cell % 64 & 1)
                           << colour;
    }
}

bool nonogram_line_solve(const struct nonogram_line *line, uint32_t *cells, unsigned length) {
    const struct nonogram_kernel *kernel = nonogram_kernel_for(length);
    assert(length < 64 * kernel->words);
    unsigned colours = colours_of(line);
    struct nonogram_kernel_clue *clues = mem_new(line->count, sizeof *clues);
    struct nonogram_kernel_kind *kinds = mem_new(line->count, sizeof *kinds);
    struct nonogram_kernel_line packed = nonogram_kernel_line(line, length, clues, kinds);
    size_t sets = (size_t)colours * kernel->words;
    uint64_t *can =
        mem_new(2 * sets + nonogram_kernel_scratch(kernel->words, line->count), sizeof *can);
    pack(cells, length, colours, kernel->words, can);
    bool possible = kernel->narrow(&packed, colours, can, can + sets, can + 2 * sets);
    if (possible)
        unpack(can + sets, length, colours, kernel->words, cells);
    free(can);
    free(kinds);
    free(clues);
    return possible;
}

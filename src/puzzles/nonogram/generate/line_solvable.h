/* How far lines alone lead, without probing or search. */
#ifndef PUZZLES_NONOGRAM_GENERATE_LINE_SOLVABLE_H
#define PUZZLES_NONOGRAM_GENERATE_LINE_SOLVABLE_H

#include <stdint.h>

#include "puzzles/nonogram/model/puzzle.h"

/* Looks at all rows, then at all columns, and so on, as long as that settles anything; cells (row
 * by row) become what is then known. *sweeps (may be NULL) is how often it looked at rows and
 * columns. Returns the number of cells that remain unknown. The puzzle must have a solution. */
size_t nonogram_lines_alone(const struct nonogram_puzzle *puzzle, uint8_t *cells, unsigned *sweeps);

#endif

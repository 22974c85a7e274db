/* How far line solving gets, without probing or search. */
#ifndef PUZZLES_NONOGRAM_GENERATE_LINE_SOLVABLE_H
#define PUZZLES_NONOGRAM_GENERATE_LINE_SOLVABLE_H

#include <stdint.h>

#include "puzzles/nonogram/model/puzzle.h"

/* Solves all rows, then all columns, and so on until nothing changes; cells (row by row) receives
 * what is known then. Returns the number of cells that remain unknown. The puzzle must have a
 * solution. */
size_t nonogram_lines_alone(const struct nonogram_puzzle *puzzle, uint8_t *cells);

#endif

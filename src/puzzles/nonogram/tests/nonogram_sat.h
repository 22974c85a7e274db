/* Nonograms as propositional formulas, for a SAT solver to count their solutions: a judge that
 * shares nothing with the solver. Works only where the tests are built with CaDiCaL (by Armin
 * Biere), which needs QUANDARY_HAVE_CADICAL to be defined. */
#ifndef NONOGRAM_SAT_H
#define NONOGRAM_SAT_H

#include <stdbool.h>

#include "puzzles/nonogram/model/puzzle.h"

/* False if there is no SAT solver in this build; nonogram_sat_count must not be called then. */
bool nonogram_sat_there(void);

/* How many solutions keep the known cells (row by row, or NULL: none known), counted up to most.
 * Each is checked by the oracle. */
unsigned nonogram_sat_count(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                            unsigned most);

#endif

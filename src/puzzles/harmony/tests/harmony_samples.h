/* Boards and options that several tests of Harmony use. */
#ifndef HARMONY_SAMPLES_H
#define HARMONY_SAMPLES_H

#include "puzzles/harmony/solve/classic/search.h"

/* A square board, that many random swaps away from being solved. */
struct harmony_board harmony_scrambled(unsigned side, unsigned swaps, uint64_t seed);
/* Exchanges the moves of two tiles, which often leaves no solution. */
void harmony_disturb(struct harmony_board *board);
/* A board of six rows and columns from rows like "a3 a0 a1 a1 a2 a2": colour and moves of each
 * tile. */
struct harmony_board harmony_six(const char *const rows[6]);
/* The classic search with these tests of invalidity, as --tests names them. */
struct harmony_classic_options harmony_with_tests(const char *tests, int threads);

#endif

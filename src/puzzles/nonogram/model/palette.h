/* Names, letters and shades for the colours of new puzzles. */
#ifndef PUZZLES_NONOGRAM_MODEL_PALETTE_H
#define PUZZLES_NONOGRAM_MODEL_PALETTE_H

#include "puzzles/nonogram/model/puzzle.h"

/* The puzzle gets that many colours (at least 1) that are easily told apart, on white. One is
 * black, with the letter '#'. */
void nonogram_palette_choose(struct nonogram_puzzle *puzzle, unsigned colours);
/* The puzzle gets these colours; rgb[0] is the background's. Each is named after the most similar
 * of the named colours that is not taken yet, and has its letter. */
void nonogram_palette_name(struct nonogram_puzzle *puzzle, unsigned colours,
                           const uint32_t rgb[NONOGRAM_COLOURS + 1]);
/* Drops the colours that the picture does not use, in the picture as well; one remains in any
 * case. */
void nonogram_palette_compact(struct nonogram_puzzle *puzzle, uint8_t *picture);

#endif

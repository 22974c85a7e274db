/* Names, letters and shades for the colours of new puzzles. */
#ifndef PUZZLES_NONOGRAM_MODEL_PALETTE_H
#define PUZZLES_NONOGRAM_MODEL_PALETTE_H

#include "puzzles/nonogram/model/puzzle.h"

/* Gives the puzzle `colours` colours (at least 1) that are easy to distinguish on white. A single
 * one is black, with the letter '#'. */
void nonogram_palette_choose(struct nonogram_puzzle *puzzle, unsigned colours);
/* Gives the puzzle these colours; rgb[0] is the background. Each takes the name and the letter of
 * the most similar named colour that is still free. */
void nonogram_palette_name(struct nonogram_puzzle *puzzle, unsigned colours,
                           const uint32_t rgb[NONOGRAM_COLOURS + 1]);
/* Drops the colours that the picture does not use and renumbers the picture; at least one colour
 * remains. */
void nonogram_palette_compact(struct nonogram_puzzle *puzzle, uint8_t *picture);

#endif

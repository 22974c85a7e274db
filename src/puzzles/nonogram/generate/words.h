/* Words as pictures, in letters of at most 5 x 7 cells. */
#ifndef PUZZLES_NONOGRAM_GENERATE_WORDS_H
#define PUZZLES_NONOGRAM_GENERATE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

/* The size of the letters, without the empty cells between them. */
#define NONOGRAM_LETTER_WIDTH  5
#define NONOGRAM_LETTER_HEIGHT 7

/* A letter's cells: bit 4 of rows[0] is its top left one. */
struct nonogram_letter {
    uint8_t rows[NONOGRAM_LETTER_HEIGHT];
    unsigned width; /* how many columns it has; the letter begins at the left one */
};

/* The letter for a character. Small letters look like capital ones. Returns false if there is
 * none. */
bool nonogram_letter_find(char character, struct nonogram_letter *letter);

/* Words as a picture of their own, row by row. A newline or a '|' begins a new line, which is
 * centred; words go to a new line where they would not fit into *width. *width and *height are the
 * size that is wished (0: as small as possible) and become the size that it has. Letter after
 * letter has the colours 1, 2, ... colours, 1, ... Returns the picture, which the caller frees, or
 * NULL with an error (QD_BAD_INPUT): a character without a letter, nothing to see, or too little
 * room. */
uint8_t *nonogram_lettering(const char *words, unsigned colours, unsigned *width, unsigned *height,
                            qd_error *error);

#endif

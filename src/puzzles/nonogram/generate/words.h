/* Words as pictures, in a font of at most 5 x 7 cells. */
#ifndef PUZZLES_NONOGRAM_GENERATE_WORDS_H
#define PUZZLES_NONOGRAM_GENERATE_WORDS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/option.h"

/* The size of the letters, without the empty cells between them. */
#define NONOGRAM_LETTER_WIDTH  5
#define NONOGRAM_LETTER_HEIGHT 7

/* A letter's cells; bit 4 of rows[0] is the top left one. */
struct nonogram_letter {
    uint8_t rows[NONOGRAM_LETTER_HEIGHT];
    unsigned width; /* in columns, from the left */
};

/* The letter for a character; small letters look like capitals. Returns false if there is none. */
bool nonogram_letter_find(char character, struct nonogram_letter *letter);

/* Draws words as a picture, row by row. A newline or a '|' begins a new line; lines are centred,
 * and broken between words where they do not fit into *width. *width and *height are the size to
 * use (0: as small as possible) and become the actual size. The letters take the colours 1 to
 * `colours` in turn. Returns the picture, which the caller frees, or NULL with an error
 * (QD_BAD_INPUT): a character without a letter, nothing visible, or too little room. options are
 * those that the words come from; messages name them. */
uint8_t *nonogram_draw_words(const struct options *options, const char *words, unsigned colours,
                             unsigned *width, unsigned *height, qd_error *error);

/* puzzles/nonogram/generate/font.c */

struct nonogram_glyph {
    char character;
    const char *cells; /* row by row, with blanks between rows, '#' is filled; NULL ends the list */
};

extern const struct nonogram_glyph nonogram_font[];

/* The signs that the font has, for messages. */
#define NONOGRAM_FONT_SIGNS ". , : ; ! ? - _ + * / \\ = ( ) [ ] < > ' \" # % & @ $ ^ ~ { } `"

#endif

/* The letters of puzzles/nonogram/generate/words.h as drawings. */
#ifndef PUZZLES_NONOGRAM_GENERATE_FONT_H
#define PUZZLES_NONOGRAM_GENERATE_FONT_H

struct nonogram_glyph {
    char character;
    const char *cells; /* row by row with a blank between rows, '#' filled; NULL ends the list */
};

extern const struct nonogram_glyph nonogram_font[];

/* The signs that have letters, for messages. */
#define NONOGRAM_FONT_SIGNS ". , : ; ! ? - _ + * / \\ = ( ) [ ] < > ' \" # % & @ $ ^ ~ { } `"

#endif

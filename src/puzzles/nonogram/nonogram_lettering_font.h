/* The letters of nonogram_lettering.h as drawings. */
#ifndef NONOGRAM_LETTERING_FONT_H
#define NONOGRAM_LETTERING_FONT_H

struct nonogram_glyph {
    char character;
    const char *cells; /* row by row with a blank between rows, '#' filled; NULL ends the list */
};

extern const struct nonogram_glyph nonogram_font[];

/* The signs that have letters, for messages. */
#define NONOGRAM_FONT_SIGNS ". , : ; ! ? - _ + * / \\ = ( ) [ ] < > ' \" # % & @ $ ^ ~ { } `"

#endif

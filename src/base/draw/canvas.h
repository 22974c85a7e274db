/* A picture made of characters: a grid of cells, each with a text and a style, for terminals.
 *
 * The canvas grows as necessary; cells that were never written to are blank. What falls outside
 * rows and columns 0 to CANVAS_SIDE - 1 is clipped.
 *
 * Widths follow a simple rule, the same on every machine and in every locale: East Asian
 * ideographs, kana, Hangul, full-width forms and the emoji blocks take two cells; combining marks,
 * joiners and variation selectors take none and join the character before them if its cell has
 * room; everything else takes one. Control characters, which could control the terminal, and bytes
 * that are not UTF-8 become '?'. */
#ifndef BASE_DRAW_CANVAS_H
#define BASE_DRAW_CANVAS_H

#include <stdbool.h>
#include <stdint.h>

#include "base/buf.h"

/* The most rows and the most columns. */
#define CANVAS_SIDE 16384

/* The sixteen colours that every terminal has. */
enum ink {
    INK_DEFAULT, /* the terminal's own */
    INK_BLACK,
    INK_RED,
    INK_GREEN,
    INK_YELLOW,
    INK_BLUE,
    INK_MAGENTA,
    INK_CYAN,
    INK_WHITE,
    INK_BRIGHT_BLACK,
    INK_BRIGHT_RED,
    INK_BRIGHT_GREEN,
    INK_BRIGHT_YELLOW,
    INK_BRIGHT_BLUE,
    INK_BRIGHT_MAGENTA,
    INK_BRIGHT_CYAN,
    INK_BRIGHT_WHITE
};

/* How a cell looks. All zero is the terminal's default. */
struct style {
    uint8_t fore, back; /* an enum ink; larger values count as INK_DEFAULT */
    bool bold, dim, underline;
};

struct cell {
    char text[8]; /* UTF-8 with NUL; " " when blank, "" for the right half of a wide character */
    struct style style;
};

struct canvas;

/* An empty canvas. Never NULL; canvas_free releases it. */
struct canvas *canvas_new(void);
/* canvas may be NULL. */
void canvas_free(struct canvas *canvas);

/* Writes the text from (row, col) to the right. Overwriting one half of a wide character blanks
 * the other. Returns the column after the text, even if part of it was clipped. */
int canvas_put(struct canvas *canvas, int row, int col, const char *text, struct style style);

/* Fills a rectangle with the first character of the text. If that is wide and the rectangle has an
 * odd number of columns, the last column becomes blank; an empty text fills with blanks. */
void canvas_fill(struct canvas *canvas, int row, int col, int rows, int cols, const char *text,
                 struct style style);

/* The number of rows up to the last one that was written to. */
int canvas_rows(const struct canvas *canvas);
/* The number of columns up to the last one that was written to in any row. */
int canvas_cols(const struct canvas *canvas);

/* The cell at (row, col); a blank one where nothing was written. Never NULL; valid until the next
 * change of the canvas. */
const struct cell *canvas_cell(const struct canvas *canvas, int row, int col);

/* Appends every row as a line. Without colour it is plain text without trailing blanks. With
 * colour, ANSI SGR codes mark each change of style and every line ends in the default style;
 * trailing blanks are kept where their background or underline is visible. */
void canvas_print(const struct canvas *canvas, bool colour, struct buf *out);

#endif

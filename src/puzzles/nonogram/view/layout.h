/* What the views of a board share: which part is shown, where its cells are among the characters
 * (the player marks them there), which clues are done, how colours look in a terminal. */
#ifndef PUZZLES_NONOGRAM_VIEW_LAYOUT_H
#define PUZZLES_NONOGRAM_VIEW_LAYOUT_H

#include "puzzles/nonogram/model/position.h"

/* A line is drawn after every group of this many cells. */
#define NONOGRAM_GROUP 5
/* A board with more rows or columns is shown in the terminal as an overview without clues, unless a
 * part is asked for. */
#define NONOGRAM_READABLE 100

/* A rectangle of the board. */
struct nonogram_part {
    unsigned row, column; /* from 0 */
    unsigned rows, columns;
};

/* The part of at most span x span cells around a cell, moved so that it lies on the board. */
struct nonogram_part nonogram_part_around(const struct nonogram_puzzle *puzzle, unsigned row,
                                          unsigned column, unsigned span);
/* The part that the options "row", "column" and "span" ask for. Returns false, with the whole board
 * as the part, if none of them is given. */
bool nonogram_part_chosen(const struct nonogram_puzzle *puzzle, const struct options *options,
                          struct nonogram_part *part);

/* puzzles/nonogram/view/clues_done.c */

/* Which clues of a row or a column are done: the run is filled and cannot be anywhere else. None is
 * if no arrangement fits the cells. The caller frees the array. */
bool *nonogram_row_done(const struct position *position, unsigned row);
bool *nonogram_column_done(const struct position *position, unsigned column);

/* puzzles/nonogram/view/terminal_colours.c */

/* How a colour looks in a terminal. */
struct nonogram_terminal_colour {
    uint8_t background; /* the nearest of the sixteen colours */
    uint8_t foreground; /* black or white, whichever is readable on it */
    bool distinct;      /* no other colour of the puzzle has this background */
};

/* The terminal's colours for all of the puzzle's; [0] is its background. */
void nonogram_terminal_palette(const struct nonogram_puzzle *puzzle,
                               struct nonogram_terminal_colour palette[NONOGRAM_COLOURS + 1]);
/* True if black text is readable on the colour (0xRRGGBB), false if it must be white. */
bool nonogram_is_light(uint32_t rgb);

/* puzzles/nonogram/view/text.c: the board as characters, with clues on the left and on top, a frame
 * around the cells and lines between groups. */

struct nonogram_layout {
    struct nonogram_part part;
    int top;  /* lines of column clues */
    int left; /* characters of row clues */
    int cell; /* characters of a cell */
    bool ascii;
};

/* The layout of a part, with at most most_top lines and most_left characters of clues (0: no limit;
 * otherwise enough for one clue between two ".."). Where a line has more clues, those near the part
 * are shown, and ".." for the others. */
struct nonogram_layout nonogram_layout_make(const struct nonogram_puzzle *puzzle,
                                            struct nonogram_part part, bool ascii, int most_top,
                                            int most_left);
/* The line and the first character of a cell within the part. */
int nonogram_layout_row(const struct nonogram_layout *layout, unsigned row);
int nonogram_layout_column(const struct nonogram_layout *layout, unsigned column);
/* The first line below everything that nonogram_text_put writes. */
int nonogram_layout_end(const struct nonogram_puzzle *puzzle, const struct nonogram_layout *layout);
/* Writes the board. */
void nonogram_text_put(const struct position *position, const struct nonogram_layout *layout,
                       struct canvas *canvas);
/* Appends a clue: "3", with the letter of its colour if there are several: "3r". */
void nonogram_clue_add(const struct nonogram_puzzle *puzzle, const struct nonogram_clue *clue,
                       struct buf *out);

/* puzzles/nonogram/view/drawing.c */

/* The board as shapes. */
struct drawing *nonogram_draw(const struct position *position, const struct options *options);

#endif

/* What the pictures of a board share: which part is shown, where its cells stand in the picture of
 * characters (the player marks them there), which clues are done, which inks stand for colours. */
#ifndef PUZZLES_NONOGRAM_VIEW_LAYOUT_H
#define PUZZLES_NONOGRAM_VIEW_LAYOUT_H

#include "puzzles/nonogram/model/position.h"

/* Lines are drawn between groups of so many cells. */
#define NONOGRAM_GROUP 5
/* With more rows or columns than this, a picture of characters is an overview without clues, unless
 * a part is asked for. */
#define NONOGRAM_READABLE 100

/* A rectangle of the board. */
struct nonogram_part {
    unsigned row, column; /* from 0 */
    unsigned rows, columns;
};

/* The whole board. */
struct nonogram_part nonogram_part_whole(const struct nonogram_puzzle *puzzle);
/* The part of about span x span cells with that cell in the middle, moved to lie on the board. */
struct nonogram_part nonogram_part_around(const struct nonogram_puzzle *puzzle, unsigned row,
                                          unsigned column, unsigned span);
/* The part that the options "row", "column" and "span" ask for. Returns false if they do not ask;
 * the part is then the whole board. */
bool nonogram_part_chosen(const struct nonogram_puzzle *puzzle, const struct options *options,
                          struct nonogram_part *part);

/* puzzles/nonogram/view/clues_done.c */

/* Says for every clue of a line (of cells that are stride apart, as in
 * nonogram_generate_clues) whether it is done: its run is filled, and there is no other place for
 * it. None is done if no arrangement fits the cells. */
void nonogram_clues_done(const struct nonogram_line *line, const uint8_t *cells, size_t stride,
                         unsigned length, bool *done);
/* The same for a row or a column of a position. The caller frees the array. */
bool *nonogram_row_done(const struct position *position, unsigned row);
bool *nonogram_column_done(const struct position *position, unsigned column);

/* puzzles/nonogram/view/terminal_colours.c */

/* How a colour looks on a terminal. */
struct nonogram_inks {
    uint8_t paper; /* the nearest of the sixteen colours */
    uint8_t ink;   /* black or white, whichever can be read on it */
    bool alone;    /* no other colour of the puzzle has this paper */
};

/* The inks of every colour; [0] is the background. */
void nonogram_inks_choose(const struct nonogram_puzzle *puzzle,
                          struct nonogram_inks inks[NONOGRAM_COLOURS + 1]);
/* True if black lettering can be read on the colour (0xRRGGBB), false if white is needed. */
bool nonogram_is_light(uint32_t rgb);

/* puzzles/nonogram/view/text.c: a board of characters. The clues stand to the left and on top, a
 * frame around the cells, lines between groups. */

struct nonogram_layout {
    struct nonogram_part part;
    int top;  /* lines of column clues */
    int left; /* characters of row clues */
    int cell; /* characters of a cell */
    bool ascii;
};

/* The layout of a part, with at most so many lines and characters of clues (0: no limit; otherwise
 * enough for a clue and two times ".."). Of a line with more clues, those are shown that stand
 * about where the part is, and ".." for the others. */
struct nonogram_layout nonogram_layout_make(const struct nonogram_puzzle *puzzle,
                                            struct nonogram_part part, bool ascii, int most_top,
                                            int most_left);
/* The line and the first character of a cell within the part. */
int nonogram_layout_row(const struct nonogram_layout *layout, unsigned row);
int nonogram_layout_column(const struct nonogram_layout *layout, unsigned column);
/* The first line below all that nonogram_text_put writes. */
int nonogram_layout_end(const struct nonogram_puzzle *puzzle, const struct nonogram_layout *layout);
/* Writes the board. */
void nonogram_text_put(const struct position *position, const struct nonogram_layout *layout,
                       struct canvas *canvas);
/* Appends a clue: "3", with the letter of its colour if there are several: "3r". */
void nonogram_clue_add(const struct nonogram_puzzle *puzzle, const struct nonogram_clue *clue,
                       struct buf *out);
/* The style of a clue. */
struct style nonogram_clue_style(const struct nonogram_puzzle *puzzle,
                                 const struct nonogram_inks *inks, const struct nonogram_clue *clue,
                                 bool done);

/* puzzles/nonogram/view/drawing.c */

struct drawing *nonogram_draw(const struct position *position, const struct options *options);

#endif

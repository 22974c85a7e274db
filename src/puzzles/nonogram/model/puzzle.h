/* A nonogram: the clues of its rows and columns, its colours, and what its file says about it. A
 * parser or a generator builds it; after that it never changes, and positions share it. */
#ifndef PUZZLES_NONOGRAM_MODEL_PUZZLE_H
#define PUZZLES_NONOGRAM_MODEL_PUZZLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* The most rows, and the most columns. */
#define NONOGRAM_SIDE 1000
/* The most colours besides the background. */
#define NONOGRAM_COLOURS 31
/* The longest name of a colour, in bytes. */
#define NONOGRAM_NAME 40

/* What a cell holds: a colour's number, NONOGRAM_EMPTY (the background), or not yet known. */
#define NONOGRAM_EMPTY   0
#define NONOGRAM_UNKNOWN 255

/* A run of cells of one colour. Runs of the same colour that follow each other have at least one
 * empty cell between them; runs of different colours may touch. */
struct nonogram_clue {
    uint16_t length; /* at least 1 */
    uint8_t colour;  /* from 1; 1 is the only one of a black and white puzzle */
};

/* The clues of a row from left to right, or of a column from top to bottom. */
struct nonogram_line {
    unsigned count;
    struct nonogram_clue *clues; /* NULL if there are none */
};

struct nonogram_colour {
    char name[NONOGRAM_NAME + 1]; /* "black" */
    char letter;                  /* in moves and texts; '.' for the background, '#' for the one
                                   * colour of a black and white puzzle; no two are the same */
    uint32_t rgb;                 /* 0xRRGGBB */
};

/* What a file says about its puzzle; NULL where it says nothing. */
struct nonogram_about {
    char *title, *author, *copyright, *license, *catalogue, *source, *description, *id;
};
/* Frees the texts. */
void nonogram_about_free(struct nonogram_about *about);

struct nonogram_puzzle {
    atomic_uint owners; /* see nonogram_puzzle_share */
    unsigned width, height;
    unsigned colours;                                     /* besides the background, at least 1 */
    struct nonogram_colour palette[NONOGRAM_COLOURS + 1]; /* [0] is the background */
    struct nonogram_line *rows, *columns;                 /* height and width of them */
    struct nonogram_about about;
    uint8_t *goal; /* the picture as the file gives it, row by row, or NULL */
};

/* A black and white puzzle of that size, with no clues yet. Never NULL. */
struct nonogram_puzzle *nonogram_puzzle_new(unsigned width, unsigned height);
/* Adds an owner; each owner must free the puzzle. Safe from any thread. Returns the puzzle. */
struct nonogram_puzzle *nonogram_puzzle_share(const struct nonogram_puzzle *puzzle);
/* Removes an owner; the last one frees the memory. puzzle may be NULL. */
void nonogram_puzzle_free(struct nonogram_puzzle *puzzle);

/* True if there is only one colour besides the background. */
bool nonogram_black_and_white(const struct nonogram_puzzle *puzzle);

/* Appends a clue to a line, which must have been filled by this function alone. */
void nonogram_line_add(struct nonogram_line *line, unsigned length, unsigned colour);
/* The fewest cells that the clues need. */
unsigned nonogram_line_needs(const struct nonogram_line *line);

/* Lines have numbers: the rows from 0, then the columns. How many there are: */
unsigned nonogram_line_count(const struct nonogram_puzzle *puzzle);
/* The clues of a line, and how many cells it has. */
const struct nonogram_line *nonogram_line_at(const struct nonogram_puzzle *puzzle, unsigned line);
unsigned nonogram_line_length(const struct nonogram_puzzle *puzzle, unsigned line);
/* The row and the column of a cell of a line. */
void nonogram_line_cell(const struct nonogram_puzzle *puzzle, unsigned line, unsigned index,
                        unsigned *row, unsigned *column);

/* How many cells of a colour (from 1) the clues of the rows add up to, and those of the columns. */
struct nonogram_sums {
    unsigned rows, columns;
};
struct nonogram_sums nonogram_sums(const struct nonogram_puzzle *puzzle, unsigned colour);

/* The colour with that letter, -1 if there is none. */
int nonogram_colour_find(const struct nonogram_puzzle *puzzle, char letter);

/* Clue generation (section 2 of the algorithms document). */

/* Sets the clues of a line to those of its cells, which are all known and lie stride apart (1 for a
 * row, the width for a column). */
void nonogram_generate_clues(const uint8_t *cells, unsigned length, size_t stride,
                             struct nonogram_line *line);
/* Sets all clues of the puzzle to those of a picture of its size (row by row, all cells known). */
void nonogram_generate_all_clues(struct nonogram_puzzle *puzzle, const uint8_t *picture);

/* The checker, which shares nothing with the solver: true if the picture (row by row, all cells
 * known) has exactly the puzzle's clues. If not, *row or *column is the first line that differs,
 * the other is -1; both may be NULL. */
bool nonogram_picture_fits(const struct nonogram_puzzle *puzzle, const uint8_t *picture, int *row,
                           int *column);

#endif

/* Small positions for tests. */
#ifndef TESTS_NONOGRAM_BOARDS_H
#define TESTS_NONOGRAM_BOARDS_H

#include "puzzles/interface/terminal/player.h"
#include "puzzles/nonogram/generate/symmetry.h"
#include "puzzles/nonogram/model/position.h"

/* A position with nothing known, whose puzzle has the clues of the picture, and the picture as its
 * goal: rows of letters ('#' black; r, g, b: red, green, blue), NULL after the last one. */
struct position *nonogram_from_picture(const char *const *rows);
/* Sets the cells to those of the rows, '?' for unknown. */
void nonogram_set_cells(struct position *position, const char *const *rows);
/* A position of any size with nothing known; its picture is a chessboard with squares of `field`
 * cells to a side. */
struct position *nonogram_chessboard(unsigned width, unsigned height, unsigned field);
/* A puzzle with one filled cell in each row and column: its solutions are the permutations. */
struct nonogram_puzzle *nonogram_permutations(unsigned side);

/* True if sizes, colours, clues, palette and goal are the same; title, author and so on may differ.
 */
bool nonogram_puzzle_equal(const struct nonogram_puzzle *a, const struct nonogram_puzzle *b);
/* True if cells that should be equal are. */
bool nonogram_picture_symmetric(enum nonogram_symmetry symmetry, unsigned width, unsigned height,
                                const uint8_t *picture);

/* Options from pairs of names and values, NULL after the last; the caller frees them. */
struct options *nonogram_show_options(const char *const *pairs);
/* The board as text, with the cursor if there is an input; the caller frees it. */
char *nonogram_shown(const struct position *position, const char *const *pairs,
                     const struct play_input *input);
/* How often a part occurs in a text. */
size_t nonogram_occurrences(const char *text, const char *part);

#endif

/* Small positions for tests. */
#ifndef TESTS_NONOGRAM_BOARDS_H
#define TESTS_NONOGRAM_BOARDS_H

#include "puzzles/nonogram/model/position.h"

/* A position with nothing known, whose puzzle has the clues of the picture, and the picture as its
 * goal: rows of letters ('#' black; r, g, b: red, green, blue), NULL behind the last one. */
struct position *nonogram_from_picture(const char *const *rows);
/* Sets the cells to those of the rows, '?' for unknown. */
void nonogram_set_cells(struct position *position, const char *const *rows);
/* A position of any size with nothing known; its picture is a chessboard whose fields have so many
 * cells to a side. */
struct position *nonogram_chessboard(unsigned width, unsigned height, unsigned field);

#endif

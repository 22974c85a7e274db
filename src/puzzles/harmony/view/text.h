/* Where the tiles stand in the picture of characters; the player marks them there. */
#ifndef PUZZLES_HARMONY_VIEW_TEXT_H
#define PUZZLES_HARMONY_VIEW_TEXT_H

#include "puzzles/harmony/model/board.h"

/* The line of row A, and the column on the canvas of the first tile. */
enum { HARMONY_TOP = 1, HARMONY_LEFT = 2 };

/* How many characters a tile takes; its first and its last are blank. */
int harmony_tile_width(const struct harmony_board *board);
/* The first character of the tiles of a column (from 0). */
int harmony_tile_column(const struct harmony_board *board, int column);

#endif

/* Tiles, rows and numbers in the sentences about a board. */
#ifndef PUZZLES_HARMONY_MODEL_NAMES_H
#define PUZZLES_HARMONY_MODEL_NAMES_H

#include "puzzles/harmony/model/position.h"

/* The letter of a row, A for row 0. */
static inline char harmony_row_letter(unsigned row) {
    return (char)('A' + row);
}

/* "s" unless count is 1. */
const char *harmony_plural(size_t count);

/* Adds "the RED tile at B3"; with capital, "The ...". */
void harmony_tile_add(struct buf *out, const struct position *position, unsigned cell,
                      bool capital);
/* Adds "row A" or "rows A, C and D": the rows whose bits are set. */
void harmony_rows_add(struct buf *out, unsigned rows);
/* Adds "A1 (1), A2 (2) and A3 (2)": the tiles of the row's colour that are at home and have moves
 * left, with the number of these; "none" if there is none. */
void harmony_home_tiles_add(struct buf *out, const struct harmony_board *board, unsigned row);

#endif

/* Components of a board: cells with moves left, joined when they share a row or a column. A cell
 * without moves never gets any again, so a component can only shrink or fall apart: tiles never
 * leave it. */
#ifndef PUZZLES_HARMONY_MODEL_COMPONENTS_H
#define PUZZLES_HARMONY_MODEL_COMPONENTS_H

#include "puzzles/harmony/model/board.h"

struct harmony_components {
    unsigned count;
    uint8_t of_row[HARMONY_SIDE];   /* the component of a row's cells; meaningless if it has none */
    unsigned sum[HARMONY_SIDE];     /* moves left in it */
    unsigned largest[HARMONY_SIDE]; /* the most that one of its tiles has */
};

/* Finds the components; a board has at most as many as it has rows. */
void harmony_components_find(const struct harmony_board *board,
                             struct harmony_components *components);

#endif

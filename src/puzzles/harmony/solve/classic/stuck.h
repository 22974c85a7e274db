/* What the stuck-tiles tests have in common: the state of one colour whose tiles are nearly done.
 */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_STUCK_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_STUCK_H

#include "puzzles/harmony/model/board.h"

enum harmony_stuck_kind {
    HARMONY_STUCK_NOT,            /* none of the following */
    HARMONY_STUCK_ALL_IN_ROW,     /* every tile of the colour is at home */
    HARMONY_STUCK_CORRECT_COLUMN, /* one is out, with one move, and a foreign tile in its place */
    HARMONY_STUCK_OTHER_COLUMN,   /* one is out, with two moves, and its column is taken at home */
};

/* In every kind but the first, no tile of the colour has more than two moves. */
struct harmony_stuck {
    enum harmony_stuck_kind kind;
    bool odd;      /* the moves that count are odd: all, but for the one that goes straight home */
    unsigned sum;  /* moves of the colour's tiles at home */
    unsigned twos; /* tiles at home with two moves */
    unsigned facing; /* if one is out: the moves of the tile in its column of the row */
};

/* Looks at the tiles of the row's colour. */
struct harmony_stuck harmony_stuck_look(const struct harmony_board *board, unsigned row);

#endif

/* A way from one state to another, handed out move by move: a solution of 2^64 moves needs no
 * list. Every engine of this folder has its own kind of path and puts this struct first in it. */
#ifndef PUZZLES_HANOI_MODEL_PATH_H
#define PUZZLES_HANOI_MODEL_PATH_H

#include <stdbool.h>
#include <stdint.h>

struct hanoi_move {
    uint16_t disc; /* 0 is the smallest */
    uint8_t from;  /* pegs from 0 */
    uint8_t to;
};

struct hanoi_path {
    /* Gives the next move and returns true, or returns false at the end. */
    bool (*next)(struct hanoi_path *path, struct hanoi_move *move);
    /* Releases the path. */
    void (*free)(struct hanoi_path *path);
};

#endif

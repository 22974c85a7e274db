/* A way that is kept as a list of moves. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_MOVE_LIST_H
#define PUZZLES_HANOI_SOLVE_ENGINES_MOVE_LIST_H

#include <stddef.h>

#include "puzzles/hanoi/model/path.h"

struct hanoi_moves {
    struct hanoi_path path;   /* hands the moves out; its free releases the whole list */
    struct hanoi_move *moves; /* count of them, the first move first */
    size_t count;
    size_t room;
    size_t at; /* the next that path hands out; set it to 0 to begin again */
};

/* An empty list. Never NULL; hanoi_moves_free releases it. */
struct hanoi_moves *hanoi_moves_new(void);
/* list may be NULL. */
void hanoi_moves_free(struct hanoi_moves *list);

void hanoi_moves_add(struct hanoi_moves *list, struct hanoi_move move);
/* Turns the list into the way back: last move first, each from its end to its start. */
void hanoi_moves_turn_back(struct hanoi_moves *list);

#endif

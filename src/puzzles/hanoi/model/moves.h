/* Moves: one of them, what they cost on three pegs, and sequences of them. */
#ifndef PUZZLES_HANOI_MODEL_MOVES_H
#define PUZZLES_HANOI_MODEL_MOVES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct hanoi_move {
    uint16_t disc; /* 0 is the smallest */
    uint8_t from;  /* pegs from 0 */
    uint8_t to;
};

#define HANOI_GRAPH_PEGS     3
#define HANOI_GRAPH_MAX_COST 1000000

/* [from][to]; the diagonal must be 0. */
typedef uint32_t hanoi_arc_costs[HANOI_GRAPH_PEGS][HANOI_GRAPH_PEGS];

/* A path from one state to another, handed out move by move: a solution of 2^64 moves needs no
 * list. Every engine has its own kind of path and puts this struct first in it. */
struct hanoi_path {
    /* Gives the next move and returns true, or returns false at the end. */
    bool (*next)(struct hanoi_path *path, struct hanoi_move *move);
    /* Releases the path. */
    void (*free)(struct hanoi_path *path);
};

/* A path that is kept as a list of moves. */
struct hanoi_moves {
    struct hanoi_path path;   /* hands the moves out; its free releases the whole list */
    struct hanoi_move *moves; /* count of them, the first move first */
    size_t count;
    size_t room;
    size_t at; /* the next one that path hands out; set it to 0 to begin again */
};

/* An empty list. Never NULL; hanoi_moves_free releases it. */
struct hanoi_moves *hanoi_moves_new(void);
/* list may be NULL. */
void hanoi_moves_free(struct hanoi_moves *list);

/* Appends a move. */
void hanoi_moves_add(struct hanoi_moves *list, struct hanoi_move move);
/* Turns the list into the path back: last move first, each with its pegs exchanged. */
void hanoi_moves_reverse(struct hanoi_moves *list);

#endif

/* A path on three pegs in stages: in each, some of the discs go from one regular arrangement to
 * another by formula (core/three.h), and then one disc makes a single move. So a path of any length
 * takes little memory and can be opened anywhere. */
#ifndef PUZZLES_HANOI_SOLVE_IRREGULAR_STAGES_H
#define PUZZLES_HANOI_SOLVE_IRREGULAR_STAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/core/three.h"
#include "puzzles/hanoi/model/moves.h"

/* The length of a path: those of 64 discs do not fit in 64 bits. */
__extension__ typedef unsigned __int128 hanoi_length;

struct hanoi_stage {
    uint64_t discs;          /* those that move, a bit each */
    struct hanoi_three from; /* where they are, renumbered without gaps */
    struct hanoi_three to;   /* where they go */
    uint64_t length;         /* in this many moves */
    bool single;             /* one more move follows, this one: */
    struct hanoi_move move;
};

struct hanoi_stages {
    struct hanoi_stage *list;
    size_t count;
    size_t room;
    uint64_t nodes; /* boards expanded by the search that found it */
    /* The last stage moves all discs, from a regular board to a regular goal. */
    bool ends_regular;
};

/* An empty path. Never NULL; hanoi_stages_free releases it. */
struct hanoi_stages *hanoi_stages_new(void);
/* stages may be NULL. */
void hanoi_stages_free(struct hanoi_stages *stages);
void hanoi_stages_add(struct hanoi_stages *stages, struct hanoi_stage stage);

/* The number of moves of the first `count` stages; with stages->count, of the whole path. */
struct hanoi_three_count hanoi_stages_length(const struct hanoi_stages *stages, size_t count);

/* Opens the path after its first skip moves. Returns NULL if it has fewer. The stages may be
 * released before the path. */
struct hanoi_path *hanoi_stages_open(const struct hanoi_stages *stages,
                                     struct hanoi_three_count skip);

/* The discs in `kept` alone, renumbered without gaps. */
struct hanoi_three hanoi_stages_extract(struct hanoi_three state, uint64_t kept);

#endif

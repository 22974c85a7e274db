/* A way on three pegs in stages: in each some of the discs go from one regular arrangement to
 * another, by formula (puzzles/hanoi/core/three.h), and then one disc makes a single move. So a way
 * of any length takes little memory and can be opened anywhere. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_STAGES_H
#define PUZZLES_HANOI_SOLVE_ENGINES_STAGES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/core/three.h"
#include "puzzles/hanoi/model/path.h"

struct hanoi_stage {
    uint64_t discs;          /* those that go, a bit each */
    struct hanoi_three from; /* where they are, numbered anew without gaps */
    struct hanoi_three to;   /* where they go */
    uint64_t length;         /* in so many moves */
    bool single;             /* then there is one more move, this one: */
    struct hanoi_move move;
};

struct hanoi_stages {
    struct hanoi_stage *list;
    size_t count;
    size_t room;
    uint64_t nodes; /* how many boards the search that made it expanded */
    /* The last stage moves all discs, from a regular board to a regular goal. */
    bool ends_regular;
};

/* An empty way. Never NULL; hanoi_stages_free releases it. */
struct hanoi_stages *hanoi_stages_new(void);
/* stages may be NULL. */
void hanoi_stages_free(struct hanoi_stages *stages);
void hanoi_stages_add(struct hanoi_stages *stages, struct hanoi_stage stage);

/* The moves of the first so many stages; stages->count: of the whole way. */
struct hanoi_three_count hanoi_stages_length(const struct hanoi_stages *stages, size_t count);

/* Opens the way behind its first skip moves. Returns NULL if it has fewer. The path stands for
 * itself: the stages may be released before it. */
struct hanoi_path *hanoi_stages_open(const struct hanoi_stages *stages,
                                     struct hanoi_three_count skip);

/* The bits of state where kept has one, moved together. */
struct hanoi_three hanoi_stages_squeeze(struct hanoi_three state, uint64_t kept);

#endif

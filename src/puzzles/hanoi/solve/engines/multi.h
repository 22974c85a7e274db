/* Shortest ways between two regular states (no disc on a smaller one), for any number of pegs and
 * any set of allowed moves, by search from both ends. No formula is known for four pegs and more,
 * so this is exact but bounded by time and memory: about 16 discs on four pegs where every move is
 * allowed, which has an engine of its own (puzzles/hanoi/solve/engines/meet4.h); fewer elsewhere
 * (puzzles/hanoi/solve/engines/sparse.h). */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_MULTI_H
#define PUZZLES_HANOI_SOLVE_ENGINES_MULTI_H

#include <stdint.h>

#include "puzzles/hanoi/solve/engines/move_list.h"
#include "search/control.h"

#define HANOI_MULTI_PEGS 64

struct hanoi_multi_task {
    unsigned pegs;        /* 1 .. HANOI_MULTI_PEGS */
    unsigned discs;       /* up to 65535 */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
    const uint64_t *arcs; /* for each peg a bit for every peg to which discs may be moved from it;
                             NULL: every move is allowed */
};

struct hanoi_multi_answer {
    struct hanoi_moves *way; /* for QD_YES a shortest way, its count is the distance; else NULL */
    uint64_t nodes;          /* states reached or expanded, as the engine counts them */
};

/* QD_YES: a shortest way was found. QD_NO: proven that there is none. QD_LIMIT: the control stopped
 * the search, or the states are too large to be searched at all (see HANOI_SPARSE_BYTES).
 * QD_BAD_INPUT: the task is not as said above. answer is always filled; the caller frees the way
 * with hanoi_moves_free. */
qd_status hanoi_multi_solve(const struct hanoi_multi_task *task, struct hanoi_multi_answer *answer,
                            qd_control *control);

#endif

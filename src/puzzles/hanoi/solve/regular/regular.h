/* Shortest paths between two regular states (no disc on a smaller one), for any number of pegs and
 * any set of allowed moves, by bidirectional search. No formula is known for four pegs and more, so
 * this is exact but bounded by time and memory: about 16 discs on four pegs where every move is
 * allowed, which has an engine of its own; fewer elsewhere (search.h). */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_REGULAR_H
#define PUZZLES_HANOI_SOLVE_REGULAR_REGULAR_H

#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"
#include "search/control.h"

#define HANOI_REGULAR_PEGS 64

struct hanoi_regular_task {
    unsigned pegs;        /* 1 .. HANOI_REGULAR_PEGS */
    unsigned discs;       /* up to 65535 */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
    const uint64_t *arcs; /* for each peg a bit for every peg to which a disc may move from there;
                             NULL: every move is allowed */
};

struct hanoi_regular_answer {
    struct hanoi_moves *list; /* for QD_YES a shortest path, count is the distance; else NULL */
    uint64_t nodes;           /* states reached or expanded, as the engine counts them */
};

/* QD_YES: a shortest path was found. QD_NO: proven that there is none. QD_LIMIT: the control
 * stopped the search, or the states are too large to be searched at all (see
 * HANOI_BIDIRECTIONAL_BYTES). QD_BAD_INPUT: the task is not as described above. answer is always
 * filled; the caller releases its list with hanoi_moves_free. */
qd_status hanoi_regular_solve(const struct hanoi_regular_task *task,
                              struct hanoi_regular_answer *answer, qd_control *control);

#endif

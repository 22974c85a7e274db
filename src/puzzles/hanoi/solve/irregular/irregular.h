/* Irregular boards, on which a larger disc may lie on a smaller one. A move still puts a disc only
 * on an empty peg or on a larger disc, so a board never becomes more irregular: a regular board
 * stays regular, and a board that is irregular in some place is reached only from boards that are
 * irregular in the same place.
 *
 * With three pegs and every move allowed the search has few decisions to make, and a formula gives
 * the moves between them: 64 discs are no problem. In all other cases every board is searched, from
 * both ends (search.h). */
#ifndef PUZZLES_HANOI_SOLVE_IRREGULAR_IRREGULAR_H
#define PUZZLES_HANOI_SOLVE_IRREGULAR_IRREGULAR_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"
#include "puzzles/hanoi/solve/irregular/stages.h"
#include "search/control.h"

#define HANOI_IRREGULAR_PEGS 64
/* Discs that can be searched; larger ones must lie at the bottom of the same pegs at both ends. */
#define HANOI_IRREGULAR_DISCS 64
#define HANOI_ON_PEG          UINT16_MAX

/* The place of every disc; both arrays have an entry for each, disc 0 (the smallest) first. */
struct hanoi_stacking {
    const uint8_t *peg;    /* the peg it is on */
    const uint16_t *below; /* the disc it rests on, HANOI_ON_PEG for the lowest of a peg */
};

struct hanoi_irregular_task {
    unsigned pegs;  /* 1 .. HANOI_IRREGULAR_PEGS */
    unsigned discs; /* 0 .. 65534 */
    struct hanoi_stacking start;
    struct hanoi_stacking goal;
    const uint64_t *arcs; /* for each peg a bit for every peg to which a disc may move from there;
                             NULL: every move is allowed */
};

struct hanoi_irregular_answer {
    struct hanoi_moves *list; /* for QD_YES the moves of a shortest path to the goal or, if pegs is
                                 not NULL, to a regular board; else NULL */
    uint8_t *pegs;      /* that board, as the peg of each disc. From there the formula of three pegs
                           (core/three.h) goes on */
    uint64_t remaining; /* for this many moves; the sum may exceed 64 bits */
    uint64_t nodes;     /* boards expanded */
};

/* The longest list of moves that hanoi_irregular_solve gives. */
#define HANOI_IRREGULAR_LIST 1048576

/* QD_YES: answer has a shortest path. QD_NO: proven that there is none. QD_LIMIT: the control
 * stopped the search, there are too many discs to search at all, or the list would be longer than
 * HANOI_IRREGULAR_LIST (hanoi_irregular_plan has no such limit). QD_BAD_INPUT: the task is not as
 * described above, or the discs do not form stacks. answer is always filled; hanoi_irregular_free
 * releases it. */
qd_status hanoi_irregular_solve(const struct hanoi_irregular_task *task,
                                struct hanoi_irregular_answer *answer, qd_control *control);
void hanoi_irregular_free(struct hanoi_irregular_answer *answer);

/* For three pegs where every move is allowed: a shortest path of any length, which can be opened
 * anywhere. QD_YES: *plan holds it (hanoi_stages_free releases it); else it is NULL. QD_NO and
 * QD_LIMIT as above. QD_BAD_INPUT also if there are not three pegs or some move is not allowed. */
qd_status hanoi_irregular_plan(const struct hanoi_irregular_task *task, struct hanoi_stages **plan,
                               qd_control *control);

#endif

/* Boards on which a larger disc may lie on a smaller one. A move still puts a disc only on an empty
 * peg or on a larger disc, so what is irregular can only become less: a regular board stays
 * regular, and a board that is irregular in some place is reached only from boards that are
 * irregular in the same place.
 *
 * With three pegs and every move allowed the search is over a few decisions, and the moves between
 * them come from a formula (puzzles/hanoi/solve/engines/tangle.h): 64 discs are no problem. In all
 * other cases every board is searched, from both ends (puzzles/hanoi/solve/engines/board_search.c).
 */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_IRREGULAR_H
#define PUZZLES_HANOI_SOLVE_ENGINES_IRREGULAR_H

#include <stdbool.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/engines/move_list.h"
#include "puzzles/hanoi/solve/engines/stages.h"
#include "search/control.h"

#define HANOI_IRREGULAR_PEGS 64
/* Discs that can be searched; larger ones must lie at the bottom of the same pegs at both ends. */
#define HANOI_IRREGULAR_DISCS 64
#define HANOI_ON_PEG          UINT16_MAX

/* Which disc is where; both arrays have an entry for every disc, disc 0 (the smallest) first. */
struct hanoi_stacking {
    const uint8_t *peg;    /* the peg it is on */
    const uint16_t *below; /* the disc it lies on, HANOI_ON_PEG for the lowest of a peg */
};

struct hanoi_irregular_task {
    unsigned pegs;  /* 1 .. HANOI_IRREGULAR_PEGS */
    unsigned discs; /* 0 .. 65534 */
    struct hanoi_stacking start;
    struct hanoi_stacking goal;
    const uint64_t *arcs; /* for each peg a bit for every peg to which discs may be moved from it;
                             NULL: every move is allowed */
};

struct hanoi_irregular_answer {
    struct hanoi_moves *way; /* for QD_YES the moves of a shortest way, up to the goal or, if pegs
                                is not NULL, to a regular board; else NULL */
    uint8_t *pegs;      /* that board: the peg of each disc. From there the formula of three pegs
                           (puzzles/hanoi/core/three.h) goes on */
    uint64_t remaining; /* in so many moves. The sum may be more than 64 bits can hold */
    uint64_t nodes;     /* boards expanded */
};

/* The longest way that hanoi_irregular_solve lists. */
#define HANOI_IRREGULAR_LIST 1048576

/* QD_YES: answer has a shortest way. QD_NO: proven that there is none. QD_LIMIT: the control
 * stopped the search, there are too many discs to search at all, or way would be longer than
 * HANOI_IRREGULAR_LIST (hanoi_irregular_plan knows no such bound). QD_BAD_INPUT: the task is not as
 * said above, or the discs of a stacking do not make stacks. answer is always filled;
 * hanoi_irregular_free releases it. */
qd_status hanoi_irregular_solve(const struct hanoi_irregular_task *task,
                                struct hanoi_irregular_answer *answer, qd_control *control);
void hanoi_irregular_free(struct hanoi_irregular_answer *answer);

/* For three pegs where every move is allowed: a shortest way of any length, to be opened anywhere.
 * QD_YES: *plan holds it (hanoi_stages_free releases it); else it is NULL. QD_NO and QD_LIMIT as
 * above. QD_BAD_INPUT also if there are not three pegs or a move is not allowed. */
qd_status hanoi_irregular_plan(const struct hanoi_irregular_task *task, struct hanoi_stages **plan,
                               qd_control *control);

#endif

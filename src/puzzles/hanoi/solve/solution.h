/* From a position to a shortest solution: chooses the engine, keeps what it found, opens its paths.
 */
#ifndef PUZZLES_HANOI_SOLVE_SOLUTION_H
#define PUZZLES_HANOI_SOLVE_SOLUTION_H

#include <gmp.h>

#include "puzzles/hanoi/core/three.h"
#include "puzzles/hanoi/model/moves.h"
#include "puzzles/hanoi/model/position.h"
#include "puzzles/hanoi/solve/frame_stewart/frame_stewart.h"
#include "puzzles/hanoi/solve/graph/graph.h"
#include "puzzles/hanoi/solve/irregular/stages.h"

enum hanoi_method {
    HANOI_METHOD_AUTO,
    HANOI_METHOD_SEARCH,       /* search, even where a formula exists */
    HANOI_METHOD_FRAME_STEWART /* an upper bound: maybe not shortest */
};

struct hanoi_solution {
    const char *engine;  /* which one found it: "formula", "graph", "search", "frame-stewart" */
    mpz_t length;        /* moves */
    mpz_t cost;          /* the same, unless the moves have costs */
    uint64_t paths;      /* how many solutions are this short; 0: not counted */
    bool optimal;        /* proven to be shortest (or cheapest) */
    const char *why_not; /* for QD_NO: the reason, a sentence */

    /* The solution in the form its engine gives; one of these is set. */
    bool by_formula; /* between these two states */
    struct hanoi_three from, to;
    struct hanoi_graph_plan *graph;
    struct hanoi_frame_stewart_plan *frame_stewart;
    struct hanoi_stages *stages; /* through irregular boards */
    struct hanoi_moves *list;    /* every move */
};

/* Finds a shortest solution (by HANOI_METHOD_FRAME_STEWART: an upper bound). QD_YES: *solution
 * holds it. QD_NO: proven that there is none; solution->why_not says why. QD_LIMIT: the control
 * stopped it, or the board is too large to be searched. QD_BAD_INPUT, with an error: the method
 * does not fit the board. hanoi_solution_clear releases *solution in every case. */
qd_status hanoi_solution_find(const struct position *position, enum hanoi_method method,
                              qd_control *control, struct hanoi_solution *solution,
                              qd_error *error);
void hanoi_solution_clear(struct hanoi_solution *solution);

/* Opens one of the shortest paths (index from 0) after its first skip moves. Returns NULL if there
 * is no such path or it has fewer moves. The solution must outlive the path. */
struct hanoi_path *hanoi_solution_open(const struct hanoi_solution *solution, uint64_t index,
                                       mpz_srcptr skip);

/* Changes the board, from where the solution starts, to what it is after skip moves of a path.
 * Returns false if there is no such path or it has fewer moves; the board is then undefined. */
bool hanoi_solution_at(const struct hanoi_solution *solution, uint64_t index, mpz_srcptr skip,
                       struct hanoi_board *board);

/* The checker of answers (verify.c), written apart from the engines: it knows only the rules and,
 * for the length on three pegs, the classical recursion. Returns true if the answer holds;
 * otherwise appends the reason to why. */
bool hanoi_verify(const struct position *position, const struct answer *answer, struct buf *why);

#endif

/* From a position to a shortest way: chooses the engine, keeps what it found, opens the way. */
#ifndef PUZZLES_HANOI_SOLVE_SOLUTION_H
#define PUZZLES_HANOI_SOLVE_SOLUTION_H

#include <gmp.h>

#include "puzzles/hanoi/core/three.h"
#include "puzzles/hanoi/model/position.h"
#include "puzzles/hanoi/solve/engines/frame_stewart.h"
#include "puzzles/hanoi/solve/engines/graph.h"
#include "puzzles/hanoi/solve/engines/move_list.h"
#include "puzzles/hanoi/solve/engines/stages.h"

enum hanoi_method {
    HANOI_METHOD_AUTO,
    HANOI_METHOD_SEARCH,       /* breadth-first search, whatever formula there is */
    HANOI_METHOD_FRAME_STEWART /* a bound: maybe not the shortest way */
};

struct hanoi_solution {
    const char *engine;  /* which one found it: "formula", "graph", "search", "frame-stewart" */
    mpz_t length;        /* moves */
    mpz_t cost;          /* the same, unless the moves have costs */
    uint64_t ways;       /* how many ways are this short; 0: not counted */
    bool optimal;        /* proven to be the least */
    const char *why_not; /* for QD_NO: the reason, a sentence */

    /* The way, in the form its engine gives; one of these is set. */
    bool by_formula; /* between these two states */
    struct hanoi_three from, to;
    struct hanoi_graph_plan *graph;
    struct hanoi_frame_stewart_plan *frames;
    struct hanoi_stages *stages; /* through irregular boards */
    struct hanoi_moves *list;    /* every move */
};

/* Finds a shortest way (or, by HANOI_METHOD_FRAME_STEWART, a bound). QD_YES: solution holds it;
 * QD_NO: proven that there is none, solution->why_not says why; QD_LIMIT; QD_BAD_INPUT with an
 * error: the method does not fit the board. hanoi_solution_clear releases it in every case. */
qd_status hanoi_solution_find(const struct position *position, enum hanoi_method method,
                              qd_control *control, struct hanoi_solution *solution,
                              qd_error *error);
void hanoi_solution_clear(struct hanoi_solution *solution);

/* Opens a way (from 0) behind its first skip moves. Returns NULL if there is no such way or it is
 * shorter. The solution must outlive the path. */
struct hanoi_path *hanoi_solution_open(const struct hanoi_solution *solution, uint64_t way,
                                       mpz_srcptr skip);

/* Brings the board from which the solution starts to where it is after skip moves of a way. Returns
 * false if there is no such way or it is shorter; the board is then not to be used. */
bool hanoi_solution_at(const struct hanoi_solution *solution, uint64_t way, mpz_srcptr skip,
                       struct hanoi_board *board);

#endif

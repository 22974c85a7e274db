/* Three pegs, any directed graph of allowed moves, a cost for every disc and arc: cheapest paths
 * between any two regular states (no disc on a smaller one), exact for up to 4096 discs.
 *
 * Why this is exact. Set aside the largest discs that are on the same peg at both ends: what the
 * smaller ones do never depends on them. If the largest remaining disc returned to a peg, its moves
 * in between could be left out, every other move would stay legal, and the path would be cheaper,
 * as costs are positive. So on a cheapest path it visits each peg at most once: it moves once,
 * straight to its goal, or twice, through the third peg. At each of its moves all smaller discs are
 * on the peg that it neither leaves nor enters. So a cheapest path consists of parts that are
 * cheapest themselves, and every cheapest path is found, and counted, exactly once. The graph need
 * not be connected: where a part does not exist, the path does not exist.
 *
 * The same holds when paths are compared by (cost, moves), and that is what "cheapest" means below:
 * least cost, then fewest moves. */
#ifndef PUZZLES_HANOI_SOLVE_GRAPH_GRAPH_H
#define PUZZLES_HANOI_SOLVE_GRAPH_GRAPH_H

#include <gmp.h>
#include <stdint.h>

#include <quandary/types.h>

#include "puzzles/hanoi/model/moves.h"

#define HANOI_GRAPH_MAX_DISCS 4096

struct hanoi_graph {
    hanoi_arc_costs cost; /* of moving any disc along the arc; 0 forbids the arc */
    /* NULL, or a table for each disc, disc 0 first: what the arc costs this disc, 0 for the cost
     * above. It cannot allow a forbidden arc. Borrowed for the duration of the call. */
    const hanoi_arc_costs *disc_cost;
};

struct hanoi_graph_task {
    const struct hanoi_graph *graph;
    unsigned discs;       /* 1 .. HANOI_GRAPH_MAX_DISCS */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
};

/* All cheapest paths of one task. Threads may share it: after hanoi_graph_solve only its reference
 * count changes, and that is atomic. */
struct hanoi_graph_plan;

/* Returns QD_YES and sets *plan; or QD_NO: the goal is proven to be out of reach; or QD_BAD_INPUT:
 * a disc is on no peg, a cost is above HANOI_GRAPH_MAX_COST, or a disc has a cost for a forbidden
 * arc. *plan is NULL unless QD_YES is returned. The plan keeps
 * no reference to the task. Time and memory grow with the square of the number of discs, because
 * the lengths have as many bits; 4096 discs take a fraction of a second. */
qd_status hanoi_graph_solve(const struct hanoi_graph_task *task, struct hanoi_graph_plan **plan);

/* Drops the caller's reference; the memory is released with the last open path. May be NULL. */
void hanoi_graph_plan_free(struct hanoi_graph_plan *plan);

/* The least cost. Valid as long as the plan. */
mpz_srcptr hanoi_graph_plan_cost(const struct hanoi_graph_plan *plan);
/* The number of moves of every cheapest path. Valid as long as the plan. */
mpz_srcptr hanoi_graph_plan_moves(const struct hanoi_graph_plan *plan);
/* How many cheapest paths there are, at least 1; UINT64_MAX stands for that many or more. On the
 * complete graph with equal costs it is 1 or 2. */
uint64_t hanoi_graph_plan_paths(const struct hanoi_graph_plan *plan);

/* Opens a cheapest path (index from 0; different numbers give different paths) after its first
 * `skip` moves. Returns NULL if there is no such path or it has fewer moves. Takes a few operations
 * per disc on numbers with a bit per disc; the moves themselves need no big numbers. The path holds
 * its own reference to the plan. */
struct hanoi_path *hanoi_graph_path_open(struct hanoi_graph_plan *plan, uint64_t index,
                                         mpz_srcptr skip);

/* The peg of each disc after the moves so far, skipped ones included. path must come from
 * hanoi_graph_path_open; the array is valid as long as the path and changes with every move. */
const uint8_t *hanoi_graph_path_pegs(const struct hanoi_path *path);

#endif

/* Three pegs, any directed graph of allowed moves, a cost for every disc and arc: cheapest ways
 * between any two regular states (no disc on a smaller one), exact for up to 4096 discs.
 *
 * Why this is exact. Let the larger discs that already agree be set aside: what the smaller ones do
 * never depends on them. If the largest remaining disc came back to a peg where it has been, its
 * moves in between could be left out and every other move would stay legal, and costs are positive.
 * So in a cheapest way it visits each peg at most once: it moves once, straight to its goal, or
 * twice, through the third peg. Before each of its moves all smaller discs stand on the peg that it
 * neither leaves nor enters. So the ways fall apart into parts that are cheapest for themselves,
 * and every cheapest way is found, and counted, exactly once. Nothing here asks the graph to be
 * connected; where no part exists, no way exists.
 *
 * The same holds when (cost, moves) is compared in this order instead of the cost alone, and that
 * is what "cheapest" means below: least cost, and fewest moves among the ways of that cost. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_GRAPH_H
#define PUZZLES_HANOI_SOLVE_ENGINES_GRAPH_H

#include <gmp.h>
#include <stdint.h>

#include <quandary/types.h>

#include "puzzles/hanoi/model/costs.h"
#include "puzzles/hanoi/model/path.h"

#define HANOI_GRAPH_MAX_DISCS 4096

struct hanoi_graph {
    hanoi_arc_costs cost; /* of moving any disc along the arc; 0 forbids the arc to every disc */
    /* NULL, or one table for each disc, disc 0 first: what the arc costs this disc, 0 for the cost
     * above. It cannot open a forbidden arc. Borrowed: must live as long as the call it is used
     * in. */
    const hanoi_arc_costs *disc_cost;
};

/* Every move is allowed and costs 1: the classical puzzle. */
void hanoi_graph_complete(struct hanoi_graph *graph);
/* Moves between neighbours only: 0-1 and 1-2, cost 1. */
void hanoi_graph_adjacent(struct hanoi_graph *graph);
/* Moves 0->1, 1->2, 2->0 only, cost 1. */
void hanoi_graph_cyclic(struct hanoi_graph *graph);

struct hanoi_graph_task {
    const struct hanoi_graph *graph;
    unsigned discs;       /* 1 .. HANOI_GRAPH_MAX_DISCS */
    const uint8_t *start; /* the peg of each disc, disc 0 (the smallest) first */
    const uint8_t *goal;
};

/* What is wrong with the task, as a sentence without a full stop; NULL if nothing is. */
const char *hanoi_graph_fault(const struct hanoi_graph_task *task);

/* All cheapest ways of one task. It may be shared by threads: after hanoi_graph_solve only its
 * count of holders changes, and that is atomic. */
struct hanoi_graph_plan;

/* Returns QD_YES and sets *plan; or QD_NO: the goal is proven to be out of reach; or QD_BAD_INPUT:
 * hanoi_graph_fault says why. *plan is NULL unless QD_YES is returned. The task is copied as far as
 * the plan needs it. Time and memory grow with discs * discs (the lengths have that many bits);
 * 4096 discs take a fraction of a second. */
qd_status hanoi_graph_solve(const struct hanoi_graph_task *task, struct hanoi_graph_plan **plan);

/* Gives up the caller's hold; the memory goes when the last open path goes too. May be NULL. */
void hanoi_graph_plan_free(struct hanoi_graph_plan *plan);

/* The least cost. Valid as long as the plan. */
mpz_srcptr hanoi_graph_plan_cost(const struct hanoi_graph_plan *plan);
/* The number of moves of every cheapest way. Valid as long as the plan. */
mpz_srcptr hanoi_graph_plan_moves(const struct hanoi_graph_plan *plan);
/* How many cheapest ways there are, at least 1; UINT64_MAX stands for that many or more. On the
 * complete graph with equal costs it is 1 or 2. */
uint64_t hanoi_graph_plan_ways(const struct hanoi_graph_plan *plan);

/* Opens one cheapest way (way from 0; another number is another way) behind its first `skip` moves.
 * Returns NULL if there is no such way or it has fewer than skip moves. Takes discs steps, each of
 * one or a few operations on numbers of discs bits; the moves then come without big numbers. The
 * path holds the plan by itself. */
struct hanoi_path *hanoi_graph_path_open(struct hanoi_graph_plan *plan, uint64_t way,
                                         mpz_srcptr skip);

/* The peg of each disc after the moves so far, skipped ones included. path must come from
 * hanoi_graph_path_open; the array lives as long as it, and each move changes it. */
const uint8_t *hanoi_graph_path_pegs(const struct hanoi_path *path);

#endif

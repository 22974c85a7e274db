/* The table behind a plan; for the files of this folder only. */
#ifndef PUZZLES_HANOI_SOLVE_GRAPH_TABLE_H
#define PUZZLES_HANOI_SOLVE_GRAPH_TABLE_H

#include <stdatomic.h>

#include "puzzles/hanoi/solve/graph/graph.h"

/* An end of a path of the `level` smallest discs. 0, 1, 2: all on that peg; GRAPH_STATE: as in the
 * task (its start where the path begins, its goal where the path ends). */
#define GRAPH_STATE 3
#define GRAPH_ENDS  4

/* The cheapest paths of the `level` smallest discs between two ends. */
struct graph_entry {
    mpz_t moves;         /* of each of them */
    uint64_t paths;      /* how many, at most UINT64_MAX; 0: there is none */
    uint64_t paths_once; /* those on which the largest disc moves once */
};

struct hanoi_graph_plan {
    atomic_uint holders;
    unsigned discs;
    uint8_t *start;
    uint8_t *goal;
    mpz_t cost;
    struct graph_entry *entries; /* [level 0 .. discs][from][to] */
};

/* What the largest of some discs does, and where the smaller ones are meanwhile. */
struct graph_route {
    uint8_t moves;   /* of the largest disc, 1 or 2 */
    uint8_t stop[3]; /* its pegs, moves + 1 of them */
    uint8_t ends[4]; /* between these the smaller discs travel before, between and after its moves;
                        moves + 2 of them */
};

static inline struct graph_entry *graph_entry_at(const struct hanoi_graph_plan *plan,
                                                 unsigned level, unsigned from, unsigned to) {
    return &plan->entries[(level * GRAPH_ENDS + from) * GRAPH_ENDS + to];
}

static inline unsigned graph_peg_from(const struct hanoi_graph_plan *plan, unsigned end,
                                      unsigned disc) {
    return end == GRAPH_STATE ? plan->start[disc] : end;
}

static inline unsigned graph_peg_to(const struct hanoi_graph_plan *plan, unsigned end,
                                    unsigned disc) {
    return end == GRAPH_STATE ? plan->goal[disc] : end;
}

/* The route of the disc that moves from peg a to another peg b, the smaller ones going from end
 * `from` to end `to`. */
static inline void graph_route_set(struct graph_route *route, bool twice, const unsigned ends[2],
                                   const unsigned pegs[2]) {
    uint8_t from = (uint8_t)ends[0], to = (uint8_t)ends[1];
    uint8_t a = (uint8_t)pegs[0], b = (uint8_t)pegs[1], third = (uint8_t)(3 - a - b);

    if (twice)
        *route = (struct graph_route){2, {a, third, b}, {from, b, a, to}};
    else
        *route = (struct graph_route){1, {a, b, 0}, {from, third, to, 0}};
}

#endif

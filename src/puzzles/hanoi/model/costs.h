/* What moves cost on three pegs. */
#ifndef PUZZLES_HANOI_MODEL_COSTS_H
#define PUZZLES_HANOI_MODEL_COSTS_H

#include <stdint.h>

#define HANOI_GRAPH_PEGS     3
#define HANOI_GRAPH_MAX_COST 1000000

/* [from][to]; the diagonal must be 0. */
typedef uint32_t hanoi_arc_costs[HANOI_GRAPH_PEGS][HANOI_GRAPH_PEGS];

#endif

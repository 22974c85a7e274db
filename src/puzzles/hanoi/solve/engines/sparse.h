/* Shortest ways between any two regular states, any pegs, any set of allowed moves: breadth-first
 * search from both ends that keeps only the states it meets. Pegs that are empty at both ends and
 * that the allowed moves treat alike are not told apart. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_SPARSE_H
#define PUZZLES_HANOI_SOLVE_ENGINES_SPARSE_H

#include <stdint.h>

#include "puzzles/hanoi/solve/engines/multi.h"
#include "search/control.h"

/* What a state may take. Each disc takes 1, 2, 4 or 8 bits, enough for the number of pegs; so 256
 * discs on 4 pegs, 128 on 16, 64 on 64. */
#define HANOI_SPARSE_BYTES 64

/* QD_YES: way, which must be empty, holds a shortest way. QD_NO: proven that there is none.
 * QD_LIMIT: the control stopped it, or a state takes more than HANOI_SPARSE_BYTES.
 * The task must be valid, its arcs not NULL. nodes: states expanded. */
qd_status hanoi_sparse_solve(const struct hanoi_multi_task *task, struct hanoi_moves *way,
                             uint64_t *nodes, qd_control *control);

#endif

/* What the threads of one solver share: the pool of subproblems and the solutions found. A
 * subproblem is a list of assumptions, literals that are decided first; a thread without work gets
 * the other half of another thread's subproblem. What a thread learns holds without its
 * assumptions, so it helps with the next subproblem too. */
#ifndef PUZZLES_NONOGRAM_SOLVE_PARALLEL_H
#define PUZZLES_NONOGRAM_SOLVE_PARALLEL_H

#include "base/buf.h"
#include "base/thread.h"
#include "puzzles/nonogram/solve/engine.h"
#include "search/pool.h"

struct team {
    const struct nonogram_solver_options *options;
    struct pool pool; /* of struct stack: the assumptions of a subproblem */

    struct mutex lock; /* over what follows */
    struct nonogram_solutions *solutions;
    bool complete;     /* a thread has proven, without assumptions, that there are no others */
    size_t cells;      /* of a picture */
    uint32_t *index;   /* a hash table of the solutions: their numbers + 1; 0 is free */
    size_t index_size; /* a power of two */
};

void team_open(struct team *team, qd_control *control);
void team_close(struct team *team);

/* Ends the search for all threads. complete: there are no other solutions. */
void team_end(struct team *team, bool complete);
/* True if it is proven that there are no other solutions. */
bool team_complete(const struct team *team);
/* Keeps a solution, which it takes over (a block of the C library), unless it is there already:
 * what one thread has found may lie in the half of the subproblem that another one got later.
 * Returns false if no more are wanted. */
bool team_keep(struct team *team, uint8_t *picture);

/* The assumptions of a subproblem as text: "-R1C2=# -R3C4=." says that these cells do not have
 * these colours. */
void subproblem_print(const struct engine *engine, const struct stack *assumptions,
                      struct buf *out);
/* Reads them back into an empty stack. Returns false if the text is not a subproblem of this
 * puzzle; the stack is then undefined. */
bool subproblem_read(const struct engine *engine, const char *text, struct stack *assumptions);

#endif

/* What the threads of one solver share. Each searches under assumptions of its own, a cube: atoms
 * that are decided first. A thread without work gets the other half of a thread's cube. What a
 * thread learns holds without its assumptions, so it is of use in the next cube too. */
#ifndef PUZZLES_NONOGRAM_SOLVE_PARALLEL_H
#define PUZZLES_NONOGRAM_SOLVE_PARALLEL_H

#include <stdatomic.h>

#include "base/thread.h"
#include "puzzles/nonogram/solve/engine.h"

struct cube {
    struct cube *next;
    struct atom_list atoms;
};

struct team {
    const struct nonogram_solver_options *options;
    struct nonogram_solutions *solutions;

    struct thread_lock lock; /* over the solutions and what follows up to the atomic ones */
    struct thread_signal changed;
    struct cube *waiting; /* cubes that nobody has taken */
    unsigned running;     /* threads that are at a cube */
    bool complete;        /* all cubes are done: there are no other solutions */
    uint64_t offered;     /* cubes */
    uint64_t taken;
    size_t cells;      /* of a picture */
    uint32_t *index;   /* a hash table of the solutions: their numbers + 1; 0 is free */
    size_t index_size; /* a power of two */

    atomic_bool over;  /* enough was found, all is done, or the control has ended it */
    atomic_int wanted; /* threads without work, less the cubes that wait for them */
};

void team_open(struct team *team);
void team_close(struct team *team);

static inline bool team_over(const struct team *team) {
    return atomic_load_explicit(&team->over, memory_order_relaxed);
}
static inline bool team_wants(const struct team *team) {
    return atomic_load_explicit(&team->wanted, memory_order_relaxed) > 0;
}

/* Lets a test stop this thread in the middle of a hand-over. No lock may be held. */
void team_pause(const struct team *team, enum nonogram_handover where);
/* Ends it for all. complete: there are no other solutions. */
void team_end(struct team *team, bool complete);
/* Keeps a solution, which it takes over (a block of the C library), unless it is there already:
 * what one thread has found may lie in the half of the cube that another got later. Returns false
 * if there are enough. */
bool team_keep(struct team *team, uint8_t *picture);
/* Offers a cube, whose atoms it takes over. */
void team_offer(struct team *team, struct atom_list atoms);
/* A cube to search, into atoms (whose memory is reused); done: the caller was at one, which is
 * searched through. Waits while others may offer one. Returns false when it is over. */
bool team_next(struct team *team, bool done, struct atom_list *atoms);

#endif

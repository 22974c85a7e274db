/* The default solver of Harmony. It does not choose which swap comes next in time but which partner
 * a tile swaps with next, so orders that make no difference never arise; arc consistency over the
 * steps that tiles may still take prunes most of the choices. A portfolio of three searches over
 * these states takes turns: a beam search and a restarted tree search find solutions, and the
 * complete search, which is never restarted, is the soonest to prove that there is none. */
#ifndef PUZZLES_HARMONY_SOLVE_SOLVER_H
#define PUZZLES_HARMONY_SOLVE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

#include "puzzles/harmony/model/board.h"
#include "search/control.h"
#include "search/pool.h"

/* Parts of the solver that can be left out, to measure what they are worth. All are sound. */
enum harmony_solver_part {
    HARMONY_PART_BEAM = 1 << 0,     /* the beam search */
    HARMONY_PART_TREE = 1 << 1,     /* the tree search; without it there are no proofs */
    HARMONY_PART_DEAD = 1 << 2,     /* the table of dead states */
    HARMONY_PART_WEIGHTS = 1 << 3,  /* learned weights in the choice of the tile */
    HARMONY_PART_RESTARTS = 1 << 4, /* the tree that is restarted */
    HARMONY_PART_SCORES = 1 << 5,   /* the order of the choices */
    HARMONY_PART_ENDS = 1 << 6,     /* tiles of a colour end in different cells */
    HARMONY_PART_WAITS = 1 << 7,    /* circles of tiles that wait for each other */
    HARMONY_PART_REGIONS = 1 << 8,  /* parity and colours of the parts that no step joins */
    HARMONY_PART_COMPLETE = 1 << 9  /* a second tree, which is not restarted */
};

struct harmony_solver_options {
    uint64_t seed;        /* with one thread the same seed gives the same search */
    unsigned threads;     /* 0 and 1: one thread */
    unsigned without;     /* bits of enum harmony_solver_part */
    uint64_t alone;       /* nodes before a second thread is started and before the complete search
                           * begins; 0: the default */
    uint64_t slice;       /* nodes of the shortest turn of a tree; 0: the default */
    uint64_t table_bytes; /* for the table of dead states; 0: the default */
    const struct pool_watch *watch; /* for tests; NULL: none */
};

/* What a search did. Tests assert with these that they reach the code they are there for. */
struct harmony_solver_counts {
    uint64_t restarts, beams;
    uint64_t waits;                  /* choices of a tree that a tile waits for its partner */
    uint64_t crossing;               /* states looked up with such a choice between columns */
    uint64_t dead_added, dead_found; /* in the table of dead states */
    uint64_t subproblems_added, subproblems_taken; /* by one thread for another */
};

struct harmony_answer {
    struct harmony_swap *swaps; /* in a legal order; NULL if there are none */
    unsigned count;
    uint64_t tree_nodes; /* choices that the tree search tried */
    uint64_t beam_nodes; /* states that the beam search kept or found dead */
    struct harmony_solver_counts counts;
};

/* Looks for a way to solve the board. options may be NULL: all zero. The board must hold columns
 * tiles of each colour; one that does not is QD_NO. Returns
 *   QD_YES    solved, answer->swaps is the way (empty if the board is solved already);
 *   QD_NO     it is proven that there is none;
 *   QD_LIMIT  the control ended the search first (or, without the tree search, the beam
 *             gave up).
 * answer is filled in every case; harmony_answer_free releases it. */
qd_status harmony_solver_solve(const struct harmony_board *board,
                               const struct harmony_solver_options *options, qd_control *control,
                               struct harmony_answer *answer);
void harmony_answer_free(struct harmony_answer *answer);

/* Inside of the solver: the same search, compiled for two sizes of boards. */

/* As harmony_solver_solve, for boards of up to 64 cells and for all; answer->swaps must have room
 * for all swaps, and the sum of moves must be even. */
qd_status harmony_solver_run_64(const struct harmony_board *board,
                                const struct harmony_solver_options *options, qd_control *control,
                                struct harmony_answer *answer);
qd_status harmony_solver_run_256(const struct harmony_board *board,
                                 const struct harmony_solver_options *options, qd_control *control,
                                 struct harmony_answer *answer);

#endif

/* The default solver of Harmony. It does not choose which swap comes next in time but with whom a
 * tile swaps next, so that orders that do not matter never arise; arc consistency over the steps
 * that tiles may still take cuts most of the choices. A beam search over the same states takes
 * turns with that tree search: the beam finds solutions, the tree search also proves that there is
 * none. */
#ifndef HARMONY_SOLVER_H
#define HARMONY_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

#include "control.h"
#include "harmony_board.h"

struct harmony_solver_options {
    uint64_t seed;        /* the same seed gives the same search */
    unsigned threads;     /* 0 and 1: one thread. More are not used yet. */
    bool no_beam;         /* tree search only */
    bool no_tree;         /* beam only: may end without a proof where there is no solution */
    uint64_t table_bytes; /* for the table of dead states; 0: a size that suits */
};

struct harmony_answer {
    struct harmony_swap *swaps; /* in a legal order; NULL if there are none */
    unsigned count;
    uint64_t tree_nodes; /* choices that the tree search tried */
    uint64_t beam_nodes; /* states that the beam search kept or found dead */
};

/* Looks for a way to solve the board. options may be NULL: all zero. The board must hold columns
 * tiles of each colour; one that does not is QD_NO. Returns
 *   QD_YES    solved, answer->swaps is the way (empty if the board is solved already);
 *   QD_NO     it is proven that there is none;
 *   QD_LIMIT  the control ended the search first (or, with no_tree, the beam gave up).
 * answer is filled in every case; harmony_answer_free releases it. */
qd_status harmony_solver_solve(const struct harmony_board *board,
                               const struct harmony_solver_options *options, qd_control *control,
                               struct harmony_answer *answer);
void harmony_answer_free(struct harmony_answer *answer);

#endif

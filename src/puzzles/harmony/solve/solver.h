/* The default solver of Harmony. It does not choose which swap comes next in time but with whom a
 * tile swaps next, so that orders that do not matter never arise; arc consistency over the steps
 * that tiles may still take cuts most of the choices. Three searches over these states take turns:
 * a beam and a tree that is restarted, which find solutions, and the steady tree, which is not
 * restarted and proves soonest that there is none. */
#ifndef PUZZLES_HARMONY_SOLVE_SOLVER_H
#define PUZZLES_HARMONY_SOLVE_SOLVER_H

#include <stdbool.h>
#include <stdint.h>

#include <quandary/types.h>

#include "puzzles/harmony/model/board.h"
#include "search/control.h"

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
    HARMONY_PART_STEADY = 1 << 9    /* a second tree that is not restarted */
};

/* Places in the work of a thread where a test can hold it up. */
enum harmony_solver_point {
    HARMONY_AT_TURN, /* goes on with its piece of the steady tree */
    HARMONY_AT_CUT,  /* has cut a piece off it, which nobody else sees yet */
    HARMONY_AT_DONE, /* has finished its piece, and nobody knows yet */
    HARMONY_AT_LOOK, /* is about to look for a piece */
    HARMONY_AT_ASK,  /* has found none and asked for one; it holds a lock and must not be kept */
    HARMONY_AT_END,  /* there is a verdict; the first thread is about to wait for the others */
};

/* Is told where a thread is (the first one is 0) and may keep it there. */
struct harmony_solver_watch {
    void (*at)(void *context, enum harmony_solver_point point, unsigned thread);
    void *context;
};

struct harmony_solver_options {
    uint64_t seed;        /* with one thread the same seed gives the same search */
    unsigned threads;     /* 0 and 1: one thread */
    unsigned without;     /* bits of enum harmony_solver_part */
    uint64_t alone;       /* nodes before a second thread is started and before the steady tree
                           * begins; 0: numbers that suit */
    uint64_t slice;       /* nodes of the shortest turn of a tree; 0: a number that suits */
    uint64_t table_bytes; /* for the table of dead states; 0: a size that suits */
    const struct harmony_solver_watch *watch; /* NULL: nobody watches */
};

/* What a search did: by these a test sees that it has reached what it is there for. */
struct harmony_solver_counts {
    uint64_t restarts, beams;
    uint64_t waits;                  /* choices of a tree that a tile waits for its partner */
    uint64_t crossing;               /* states looked up with such a choice between columns */
    uint64_t dead_added, dead_found; /* in the table of dead states */
    uint64_t handed_over, taken_over;
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

#endif

/* The text of a checkpoint of the classic search: board and options, counts, and the states that
 * wait, each as the swaps that lead to it: a subproblem, on a line of its own. docs/harmony.md
 * describes it line by line. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_CHECKPOINT_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_CHECKPOINT_H

#include "base/source.h"
#include "puzzles/harmony/solve/classic/search.h"

/* What was read. harmony_checkpoint_free releases it. */
struct harmony_checkpoint {
    struct harmony_classic_counts counts;
    size_t states;
    unsigned *depth;            /* of each state: the number of its swaps */
    struct harmony_swap *swaps; /* of all states, one after the other; legal from the board */
};

/* Begin, then add each of the states, then end. The checksum covers all that is in the buf. */
void harmony_checkpoint_begin(struct buf *out, const struct harmony_board *board,
                              const struct harmony_classic_options *options,
                              const struct harmony_classic_counts *counts, size_t states);
void harmony_checkpoint_add(struct buf *out, const struct harmony_swap *swaps, unsigned depth);
void harmony_checkpoint_end(struct buf *out);

/* Reads a checkpoint of a search on this board with these options. Returns false with an error
 * (QD_BAD_INPUT, with its place in the text) if it is damaged or belongs to another search;
 * there is nothing to free then. */
bool harmony_checkpoint_read(const struct source *source, const struct harmony_board *board,
                             const struct harmony_classic_options *options,
                             struct harmony_checkpoint *checkpoint, qd_error *error);
void harmony_checkpoint_free(struct harmony_checkpoint *checkpoint);

#endif

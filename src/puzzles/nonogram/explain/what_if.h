/* Reasoning over several lines: what if a cell were so? Lines follow one after the other until one
 * of them has no arrangement left; then the cell is not so. And, in coloured puzzles: colours that
 * crossing lines take from a cell until one is left. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_WHAT_IF_H
#define PUZZLES_NONOGRAM_EXPLAIN_WHAT_IF_H

#include "base/buf.h"
#include "puzzles/nonogram/explain/working_board.h"
#include "search/control.h"

/* Lines that are looked at one after the other, each with what the ones before it gave. */
struct nonogram_chain {
    uint8_t value;   /* what was supposed; UNKNOWN if nothing was */
    unsigned count;  /* of lines */
    unsigned *lines; /* after a supposition the last one has no arrangement left */
};

/* A cell that turned out to have one value only: a chain for each of the others, or one chain
 * without a supposition. */
struct nonogram_proof {
    unsigned row, column;
    uint8_t value;
    unsigned length; /* the lines of all chains together */
    bool two_lines;  /* see nonogram_probe_suppose */
    unsigned count;
    struct nonogram_chain *chains;
};

/* A list of proofs. Zero-initialise it. */
struct nonogram_proofs {
    struct nonogram_proof *list;
    size_t count, room;
};
void nonogram_proofs_free(struct nonogram_proofs *proofs);

struct nonogram_probe;

/* What is known of the cells (row by row), for trying out. The puzzle must outlive it. Never
 * NULL. */
struct nonogram_probe *nonogram_probe_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells, qd_control *control);
void nonogram_probe_free(struct nonogram_probe *probe);

/* Takes from the cells all colours that their lines rule out, over and over; ends with a proof as
 * soon as that gives a cell. Returns false if no cell turns out, or when the control ends. Call it
 * first: the chains of the other calls begin where this ends. */
bool nonogram_probe_narrow(struct nonogram_probe *probe, struct nonogram_proofs *proofs);

/* Looks for cells that a supposition decides, and adds the easiest proofs: those that go from one
 * line to one other beside it through lines that cross both (two_lines), then by their length. With
 * one set, it ends as soon as there is a proof that none can beat; else it adds all that are as
 * easy as the easiest.
 *
 * A chain that nothing shortens has at least NONOGRAM_SHORTEST_CHAIN lines: where every line by
 * itself has nothing more to say, a line breaks only if it gets two cells from two others, and
 * those must both come from the supposed cell. Chains are looked for by the number of rounds in
 * which lines follow from lines, and shortened. Returns false if there are none, or when the
 * control ends. */
#define NONOGRAM_SHORTEST_CHAIN 4
bool nonogram_probe_suppose(struct nonogram_probe *probe, bool one, struct nonogram_proofs *proofs);

/* The sentences of a proof, without a newline. The probe must be as it was when it was found. */
void nonogram_probe_say(struct nonogram_probe *probe, const struct nonogram_proof *proof,
                        struct buf *out);

#endif

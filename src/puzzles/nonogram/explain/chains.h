/* Chains of lines that prove what a cell is. Suppose it has a value: lines follow from lines until
 * one has no arrangement left, so the cell does not have that value. And, in coloured puzzles,
 * without a supposition: crossing lines rule out colours of a cell until one is left. */
#ifndef PUZZLES_NONOGRAM_EXPLAIN_CHAINS_H
#define PUZZLES_NONOGRAM_EXPLAIN_CHAINS_H

#include "puzzles/nonogram/explain/probe.h"

/* Lines to look at in order, each with what the ones before it gave. */
struct nonogram_chain {
    uint8_t value;   /* what was supposed; UNKNOWN if nothing was */
    unsigned count;  /* of lines */
    unsigned *lines; /* after a supposition the last one has no arrangement left */
};

/* A proof that a cell has this value: a chain that refutes each other value, or one chain without a
 * supposition. */
struct nonogram_proof {
    unsigned row, column;
    uint8_t value;
    unsigned length; /* the lines of all chains together */
    bool two_lines;  /* see nonogram_chains_suppose */
    unsigned count;
    struct nonogram_chain *chains;
};

/* A list of proofs. Zero-initialise it. */
struct nonogram_proofs {
    struct nonogram_proof *list;
    size_t count, room;
};
void nonogram_proofs_free(struct nonogram_proofs *proofs);

/* Removes the colours that lines rule out, until nothing changes or a cell is decided, which gives
 * a proof. Returns false if no cell is, or when the control ends. Call it first:
 * nonogram_chains_suppose goes on from there. */
bool nonogram_chains_narrow(struct nonogram_probe *probe, struct nonogram_proofs *proofs);

/* Looks for cells that a supposition decides, and adds the easiest proofs. Easiest are those that
 * lead from one line to a parallel one through lines that cross both (two_lines), then those with
 * the fewest lines. With `one` set, it ends at the first proof that cannot be beaten; otherwise it
 * adds all that are as easy as the easiest.
 *
 * A chain that cannot be shortened has at least NONOGRAM_SHORTEST_CHAIN lines: when no single line
 * gives anything more, a line breaks only by two cells from two other lines, and both of those must
 * go back to the supposed cell. Chains are searched by the number of rounds in which lines follow
 * from lines, and then shortened. Returns false if there are none, or when the control ends. */
#define NONOGRAM_SHORTEST_CHAIN 4
bool nonogram_chains_suppose(struct nonogram_probe *probe, bool one,
                             struct nonogram_proofs *proofs);

#endif

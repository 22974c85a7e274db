/* Breadth-first search over the states of a four-peg tower, 64 states at a time.
 *
 * A state is an index with two bits a disc, disc 0 lowest. The three smallest discs are the place
 * in a cell, the others the number of the cell; a cell has 64 states. Of each state two bits are
 * kept: not reached, or its distance from the start modulo 3. As neighbours differ by at most one,
 * that is enough to walk back to the start from any state that was reached. Cells come in pages of
 * 64, and only pages that hold a state that was reached take memory. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_FRONT4_H
#define PUZZLES_HANOI_SOLVE_ENGINES_FRONT4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/model/path.h"
#include "search/control.h"

#define HANOI_FRONT4_DISCS 20
#define HANOI_PAGE_CELLS   64

/* The codes of 64 states: 0 not reached, else 1 + distance modulo 3; lo and hi are its bits. */
struct hanoi_cell4 {
    uint64_t lo;
    uint64_t hi;
};

/* A page stands in the list of an even layer, in that of an odd one, in both or in none. */
struct hanoi_page4 {
    struct hanoi_cell4 cells[HANOI_PAGE_CELLS];
    uint64_t marks[2]; /* the cells with states of the layer; not 0 exactly while in its list */
    uint32_t link[2];  /* the next page in the list */
    uint32_t number;   /* which cells these are */
};

struct hanoi_front4 {
    uint32_t depth;   /* layers that are complete, not counting the start's own */
    uint64_t layer;   /* states in the last layer */
    uint64_t reached; /* states in all layers */
    uint64_t meeting; /* a state that was met, see hanoi_front4_step */
    bool met;         /* meeting is set */
    bool folded; /* pegs 1, 2 and 3 are not told apart (puzzles/hanoi/solve/engines/fold4.h); the
                    rest is private */
    unsigned discs;
    uint64_t large;              /* the low bit of every disc in a cell's number */
    uint64_t valid;              /* states of a cell that exist; all if there are 3 discs or more */
    uint32_t *directory;         /* for the number of a page 0 or where it is, counted from 1 */
    size_t directory_size;       /* entries */
    struct hanoi_page4 **chunks; /* the pages, in chunks of chunk_pages */
    size_t chunk_count;
    size_t chunk_room;
    uint32_t chunk_pages;
    uint32_t page_count;
    uint32_t list[2]; /* the first page of each list; 0 if there is none */
    uint64_t unspent; /* states that the control does not know of yet */
    qd_control *control;
};

/* The most memory that a front can take, and what it takes in any case. */
size_t hanoi_front4_most_bytes(unsigned discs);
size_t hanoi_front4_least_bytes(unsigned discs);

/* The index of a state; pegs[i] is the peg of disc i. */
uint64_t hanoi_front4_index(unsigned discs, const uint8_t *pegs);

/* Starts a front; discs is at most HANOI_FRONT4_DISCS. Returns false if the control refused the
 * memory. Either way hanoi_front4_end is due. */
bool hanoi_front4_begin(struct hanoi_front4 *front, unsigned discs, uint64_t start,
                        qd_control *control);
/* The same from the state with all discs on peg 0, folded: about five times faster in a sixth of
 * the memory, as states that differ by the names of the other pegs are counted but not kept
 * apart. */
bool hanoi_front4_begin_folded(struct hanoi_front4 *front, unsigned discs, qd_control *control);
void hanoi_front4_end(struct hanoi_front4 *front);

/* Walks the whole front and asserts that directory, pages, codes and counts agree; only between
 * steps that came to their end. Nothing in a build without asserts. */
void hanoi_front4_check(const struct hanoi_front4 *front);

/* Makes the next layer. If other is not NULL and a new state is in it, ends soon with that state in
 * meeting; depth then counts the unfinished layer. Folded fronts cannot meet: other is NULL.
 * QD_YES: there is a new layer, or they met. QD_NO: there are no more states; depth stays.
 * QD_LIMIT: the control stopped it; the front is then only good for hanoi_front4_end. */
qd_status hanoi_front4_step(struct hanoi_front4 *front, const struct hanoi_front4 *other);

/* 0: not reached; else 1 + the distance from the start modulo 3. */
unsigned hanoi_front4_code(const struct hanoi_front4 *front, uint64_t state);

/* The move from a reached state, which is not the start, to a neighbour that is one nearer to the
 * start; *state becomes that neighbour. */
struct hanoi_move hanoi_front4_descend(const struct hanoi_front4 *front, uint64_t *state);

#endif

/* Breadth-first search over the states of a four-peg tower, 64 states at a time.
 *
 * A state is an index with two bits for each disc, disc 0 lowest. The three smallest discs are the
 * place in a cell of 64 states, the others the number of the cell. Two bits are kept for each
 * state: not reached, or its distance from the start modulo 3. As the distances of neighbours
 * differ by at most one, that is enough to find the path back to the start. Cells come in pages of
 * 64, and only pages with a reached state take memory. */
#ifndef PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER4_H
#define PUZZLES_HANOI_SOLVE_REGULAR_FRONTIER4_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/model/moves.h"
#include "search/control.h"

#define HANOI_FRONTIER4_DISCS 20
#define HANOI_PAGE_CELLS      64

/* The codes of 64 states: 0 not reached, else 1 + distance modulo 3; lo and hi are its bits. */
struct hanoi_cell4 {
    uint64_t lo;
    uint64_t hi;
};

/* A page is in the list of an even layer, in that of an odd one, in both or in none. */
struct hanoi_page4 {
    struct hanoi_cell4 cells[HANOI_PAGE_CELLS];
    uint64_t marks[2]; /* the cells with states of that layer; not 0 exactly while in its list */
    uint32_t link[2];  /* the next page in the list */
    uint32_t number;   /* which cells these are */
};

struct hanoi_frontier4 {
    uint32_t depth;   /* layers that are complete, not counting the start's own */
    uint64_t layer;   /* states in the last layer */
    uint64_t reached; /* states in all layers */
    uint64_t meeting; /* a state in which two frontiers met, see hanoi_frontier4_step */
    bool met;         /* meeting is set */
    bool folded;      /* by symmetry (fold4.h); the rest is private */
    unsigned discs;
    uint64_t large;              /* the low bit of every disc in a cell's number */
    uint64_t valid;              /* states of a cell that exist; all if there are 3 discs or more */
    uint32_t *directory;         /* by page number: 0, or the place of the page, counted from 1 */
    size_t directory_size;       /* entries */
    struct hanoi_page4 **chunks; /* the pages, in chunks of chunk_pages */
    size_t chunk_count;
    size_t chunk_room;
    uint32_t chunk_pages;
    uint32_t page_count;
    uint32_t list[2]; /* the first page of each list; 0 if there is none */
    uint64_t unspent; /* states not reported to the control yet */
    qd_control *control;
};

/* The least memory that a frontier takes: with one chunk of pages. */
size_t hanoi_frontier4_least_bytes(unsigned discs);

/* The index of a state; pegs[i] is the peg of disc i. */
uint64_t hanoi_frontier4_index(unsigned discs, const uint8_t *pegs);

/* Starts a frontier at a state; discs is at most HANOI_FRONTIER4_DISCS. Returns false if the
 * control refuses the memory. hanoi_frontier4_end must follow in either case. */
bool hanoi_frontier4_begin(struct hanoi_frontier4 *front, unsigned discs, uint64_t start,
                           qd_control *control);
/* The same from the state with all discs on peg 0, folded by symmetry (fold4.h): about five times
 * faster and in a sixth of the memory, because of the states that differ only by the names of the
 * other pegs one is kept and all are counted. */
bool hanoi_frontier4_begin_folded(struct hanoi_frontier4 *front, unsigned discs,
                                  qd_control *control);
void hanoi_frontier4_end(struct hanoi_frontier4 *front);

/* Asserts that directory, pages, codes and counts agree; only between complete steps. Does nothing
 * in a build without asserts. */
void hanoi_frontier4_check(const struct hanoi_frontier4 *front);

/* Makes the next layer. If other is not NULL and has reached one of the new states, the step ends
 * early with that state in meeting; depth then counts the unfinished layer. Folded frontiers cannot
 * meet: other must be NULL. QD_YES: there is a new layer, or they met. QD_NO: there are no more
 * states; depth stays. QD_LIMIT: the control stopped it; only hanoi_frontier4_end may follow. */
qd_status hanoi_frontier4_step(struct hanoi_frontier4 *front, const struct hanoi_frontier4 *other);

/* 0: not reached; else 1 + the distance from the start modulo 3. */
unsigned hanoi_frontier4_code(const struct hanoi_frontier4 *front, uint64_t state);

/* The move from a reached state other than the start to a neighbour that is one move nearer to the
 * start; *state becomes that neighbour. */
struct hanoi_move hanoi_frontier4_descend(const struct hanoi_frontier4 *front, uint64_t *state);

#endif

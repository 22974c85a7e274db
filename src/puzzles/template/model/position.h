/* Lamps, the template: a tiny but complete puzzle, always built and tested, to copy for a new one.
 *
 * Lamps stand in rows and columns, lit or dark. Pressing a lamp toggles it and its neighbours
 * above, below, left and right. The puzzle is solved when all are dark.
 *
 * Every file of this folder holds one capability (see puzzle.h); this header is what they share. */
#ifndef PUZZLES_TEMPLATE_MODEL_POSITION_H
#define PUZZLES_TEMPLATE_MODEL_POSITION_H

#include <stdint.h>

#include "puzzles/interface/puzzle.h"

/* The first line of a text. A copy must have a word of its own, or texts would be ambiguous. */
#define TEMPLATE_KEYWORD "lamps"
/* The most rows and the most columns. */
#define TEMPLATE_SIDE  6
#define TEMPLATE_CELLS (TEMPLATE_SIDE * TEMPLATE_SIDE)
/* The most solutions that a board can have: what is pressed in the first row decides the rest (see
 * solve/search.c), so there is at most one for each solution to press the first row. */
#define TEMPLATE_WAYS (1 << TEMPLATE_SIDE)
/* More than there can be. */
#define TEMPLATE_ALL (TEMPLATE_WAYS + 1)

/* Lamps are numbered row by row from 0; a set of lamps is a bit for each. */
typedef uint64_t template_set;

struct position {
    int rows, columns;
    template_set lit;
};

/* Sets of presses that make a position dark. The order of the presses never matters, and pressing
 * a lamp twice undoes itself, so a solution is a set. */
struct template_solutions {
    template_set presses[TEMPLATE_WAYS]; /* the fewest presses first */
    int count;
    bool complete; /* there are no others */
};

/* model/board.c: lamps and sets */

int template_cells(const struct position *position);
/* The lamps that a press toggles. */
template_set template_reach(const struct position *position, int cell);
/* How many lamps the set holds. */
int template_size(template_set set);
/* The first lamp of a set that is not empty. */
int template_first(template_set set);
/* Appends a lamp's name: "B3" is row B, column 3. */
void template_name(const struct position *position, int cell, struct buf *out);
/* The lamp of that name, -1 if the board has none. */
int template_find(const struct position *position, const char *name);

/* solve/search.c */

struct template_subproblem;

/* Looks for solutions until there are `limit` (1 or more, TEMPLATE_ALL for all), below a subproblem
 * (solve/subproblem.h; NULL: everywhere). QD_YES: at least one was found; QD_NO: proven that there
 * is none; QD_LIMIT: the control ended the search before. found is always filled. */
qd_status template_search(const struct position *position,
                          const struct template_subproblem *subproblem, int limit, int threads,
                          qd_control *control, struct template_solutions *found);
/* The number of threads that the options ask for; one if they say nothing, since so small a tree
 * gains nothing from more. */
int template_threads(const struct options *options);

/* The capabilities, one file each. */
extern const struct puzzle_text template_text;
extern const struct puzzle_rules template_rules;
extern const struct puzzle_solve template_solve;
extern const struct puzzle_check template_check;
extern const struct puzzle_hint template_hint;
extern const struct puzzle_generate template_generate;
extern const struct puzzle_rate template_rate;
extern const struct puzzle_render template_render;
extern const struct puzzle_terminal template_terminal;
extern const struct option_spec template_options[];

/* The same as template_solve.verify, in a file of its own because it shares nothing with the
 * solver. */
bool template_verify(const struct position *position, const struct answer *answer, struct buf *why);

#endif

/* What the default solver and the classic search have in common when they answer. */
#ifndef PUZZLES_HARMONY_SOLVE_SOLVE_H
#define PUZZLES_HARMONY_SOLVE_SOLVE_H

#include "puzzles/harmony/model/position.h"

/* What answer.data points to: one solution after the other, all of the same length. */
struct harmony_solution {
    struct harmony_swap *swaps;
    unsigned count; /* of one solution */
    unsigned ways;  /* how many solutions */
};

/* The number of worker threads that the options ask for; all of the machine if they do not say. */
int harmony_thread_count(const struct options *options);

/* Fill verdict, text and fields of the answer. The solution must be in it already. */
void harmony_describe_solved(struct answer *answer, const char *method);
/* position: the one that has no solution; if an invalidity test sees that, the text says what it
 * sees. */
void harmony_describe_none(struct answer *answer, const char *method,
                           const struct position *position);
/* why: a clause that begins with ": ", or "". */
void harmony_describe_unknown(struct answer *answer, const char *why);

/* The classic search (puzzles/harmony/solve/solve_classic.c), as puzzle_solve.solve does;
 * answer.data points to an empty harmony_solution. QD_FAILURE with an error: its checkpoint
 * could not be written. */
qd_status harmony_solve_classic(const struct position *position, const struct options *options,
                                qd_control *control, struct answer *answer, qd_error *error);
/* False with an error (QD_BAD_INPUT) if an option was given that only the classic search has. */
bool harmony_no_classic_options(const struct options *options, qd_error *error);

/* Several solutions (puzzles/harmony/solve/solve_count.c) */

/* True if the options ask for more than whether there is a solution. */
bool harmony_ways_wanted(const struct options *options);
/* Looks for as many solutions as the options ask for; the answer has one already. Puts those found
 * in its place, and says how many there are. Returns
 *   QD_YES    as many as asked for were found, or all there are; with "unique", there is only one;
 *   QD_NO     there are several, and the options ask for a unique one;
 *   QD_LIMIT  the control ended the search first: the verdict is QD_UNKNOWN if the question was
 *             whether there is only one, else still QD_SOLVED. */
qd_status harmony_solve_ways(const struct position *position, const struct options *options,
                             qd_control *control, struct answer *answer);

#endif

/* What the default solver and the classic search have in common when they answer. */
#ifndef HARMONY_SOLVE_H
#define HARMONY_SOLVE_H

#include "harmony.h"

/* What answer.solution points to. */
struct harmony_solution {
    struct harmony_swap *swaps;
    unsigned count;
};

/* The number of worker threads that the options ask for; all of the machine if they do not say. */
int harmony_thread_count(const struct options *options);

/* Fill verdict, text and fields of the answer. The solution must be in it already. */
void harmony_describe_solved(struct answer *answer, const char *method);
/* board: the one that has no solution; if an invalidity test sees that, it is named. */
void harmony_describe_none(struct answer *answer, const char *method,
                           const struct harmony_board *board);
/* why: a clause that begins with ": ", or "". */
void harmony_describe_unknown(struct answer *answer, const char *why);

/* The classic search (harmony_solve_classic.c), as puzzle_solve.solve does; answer.solution points
 * to an empty harmony_solution. QD_FAILURE with an error: its checkpoint could not be written. */
qd_status harmony_solve_classic(const struct position *position, const struct options *options,
                                qd_control *control, struct answer *answer, qd_error *error);
/* False with an error (QD_BAD_INPUT) if an option was given that only the classic search has. */
bool harmony_no_classic_options(const struct options *options, qd_error *error);

#endif

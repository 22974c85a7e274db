/* PendingStates of the classic search: the states that wait to be looked at, in a queue for each
 * number of swaps made. All queues are there from the start, since the number of swaps is known.
 * The deepest state is handed out first, and of equally deep ones the first that came, so the
 * search goes depth-first and stays small. Shared by all workers; it also knows when all work is
 * done, and can bring all workers to rest for a moment. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_PENDING_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_PENDING_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

struct harmony_pending;

/* Queues for 0 .. max_depth swaps made, of states of so many bytes, for so many workers, all of
 * which count as busy at first. Never NULL. */
struct harmony_pending *harmony_pending_new(unsigned max_depth, size_t state_size, int workers,
                                            qd_control *control);
void harmony_pending_free(struct harmony_pending *pending);

/* Adds a state, which is copied. Returns false if the control grants no memory for it; the control
 * has then ended the search. */
bool harmony_pending_push(struct harmony_pending *pending, unsigned depth, const void *state);

/* Takes a deepest state. Waits while there is none but another worker is busy, who may add one.
 * Returns false when there is no work left, the search was called off, or the control ended; the
 * worker then counts as busy no longer. */
bool harmony_pending_pop(struct harmony_pending *pending, unsigned *depth, void *state);

/* A worker that will never ask for work again counts as busy no longer. */
void harmony_pending_leave(struct harmony_pending *pending);

/* Calls the search off: every pop returns false from now on. */
void harmony_pending_stop(struct harmony_pending *pending);

/* Has look called while every other worker rests, waits for work or has left, so that it may read
 * what belongs to them; it must not call this module but for harmony_pending_each. For a busy
 * worker between two states. Returns false, without a call, if the search was called off. */
bool harmony_pending_quiet(struct harmony_pending *pending, void (*look)(void *context),
                           void *context);
/* For every busy worker between two states: rests if another one wants quiet. */
void harmony_pending_rest(struct harmony_pending *pending);

/* Hands out all states that wait: the shallowest first, equally deep ones in their order. Only
 * while it is quiet, or when no worker runs. */
void harmony_pending_each(const struct harmony_pending *pending,
                          void (*take)(void *context, unsigned depth, const void *state),
                          void *context);

/* Asserts that everything fits together; does nothing in builds without asserts. Only while it is
 * quiet, or when no worker runs. */
void harmony_pending_check(const struct harmony_pending *pending);

#endif

/* PendingStates of the classic search: the states that wait to be looked at, in a stack for each
 * number of swaps made. All stacks are there from the start, since the number of swaps is known.
 * The deepest state is handed out first, so the search goes depth-first and stays small. Shared by
 * all workers; it also knows when all work is done. */
#ifndef HARMONY_PENDING_H
#define HARMONY_PENDING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "control.h"

struct harmony_pending;

/* Stacks for 0 .. max_depth swaps made, of states of so many bytes, for so many workers, all of
 * which count as busy at first. Never NULL. */
struct harmony_pending *harmony_pending_new(unsigned max_depth, size_t state_size, int workers,
                                            qd_control *control);
void harmony_pending_free(struct harmony_pending *pending);

/* Adds a state, which is copied. Returns false if the control grants no memory for it; the control
 * has then ended the search. */
bool harmony_pending_push(struct harmony_pending *pending, unsigned depth, const void *state);

/* Takes a deepest state. Waits while there is none but another worker is busy, who may add one.
 * Returns false when there is no work left, the search was called off, or the control ended. */
bool harmony_pending_pop(struct harmony_pending *pending, unsigned *depth, void *state);

/* A worker that will never ask for work counts as busy no longer. */
void harmony_pending_leave(struct harmony_pending *pending);

/* Calls the search off: every pop returns false from now on. */
void harmony_pending_stop(struct harmony_pending *pending);

/* How many states wait at a depth, and in all. */
size_t harmony_pending_count(struct harmony_pending *pending, unsigned depth);
size_t harmony_pending_total(struct harmony_pending *pending);

#endif

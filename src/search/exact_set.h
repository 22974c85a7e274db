/* A set of states, shared by any number of threads, that forgets but never errs. It keeps the
 * states themselves, not their hashes: what exact_set_has finds was added, bit for bit. It has a
 * fixed size; a state may be lost at any time, which must cost no more than time. */
#ifndef SEARCH_EXACT_SET_H
#define SEARCH_EXACT_SET_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

struct exact_set;

/* The largest priority of a state; larger ones count as this. */
#define EXACT_SET_PRIORITY_LIMIT 254

/* An empty set of states of `words` 64-bit words (at least 1) that uses about `bytes` bytes (at
 * least room for four states). Returns NULL when there is no memory; the control has then ended
 * with QD_END_BYTES. The control must outlive the set. */
struct exact_set *exact_set_new(qd_control *control, size_t bytes, unsigned words);
/* Gives the memory back; set may be NULL. No thread may still use it. */
void exact_set_free(struct exact_set *set);

/* A hash of a state of the set, for the two functions below. */
uint64_t exact_set_hash(const struct exact_set *set, const uint64_t *state);

/* True if the state is in the set. May miss one that another thread is just changing, or whose
 * neighbour it is. */
bool exact_set_has(const struct exact_set *set, uint64_t hash, const uint64_t *state);

/* Adds a state, if need be in the place of the one of lowest priority (say, the size of the subtree
 * that it saves) among four. Does nothing if another thread is just writing there. */
void exact_set_add(struct exact_set *set, uint64_t hash, const uint64_t *state, unsigned priority);

/* Walks the whole set and asserts that every bucket is as it must be; for tests. No thread may be
 * writing. Returns how many states it holds. */
size_t exact_set_check(const struct exact_set *set);

#endif

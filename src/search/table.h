/* A transposition table: a cache of facts about states, shared by any number of threads. It has a
 * fixed size and forgets: an entry may be lost at any time, which must cost no more than time. It
 * never invents: what table_find reports was stored under exactly that 64-bit key. If the keys are
 * hashes, two states with the same hash look the same to it; then that risk is the caller's. */
#ifndef SEARCH_TABLE_H
#define SEARCH_TABLE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "search/control.h"

struct table;

/* The largest priority of an entry; larger ones count as this. */
#define TABLE_PRIORITY_LIMIT 254

/* An empty table that uses about so many bytes (at least room for four entries; four entries take
 * 64 bytes). Returns NULL when there is no memory; the control has then ended with QD_END_BYTES.
 * The control must outlive the table. */
struct table *table_new(qd_control *control, size_t bytes);
/* Gives the memory back; table may be NULL. No thread may still use it. */
void table_free(struct table *table);

/* Looks a key up. Returns true and sets *value if it is there. May miss an entry that another
 * thread is just changing, or whose neighbour it is. */
bool table_find(const struct table *table, uint64_t key, uint32_t *value);

/* Keeps a value under a key, in the place of the key's old value or else of the least worthy of
 * four entries: one from an earlier generation, then one of lowest priority (say, the size of the
 * subtree that it saves). Does nothing if another thread is just writing there. */
void table_store(struct table *table, uint64_t key, uint32_t value, unsigned priority);

/* Begins a new generation: what was stored before stays valid but is replaced first. */
void table_next_generation(struct table *table);

#endif

/* Breadth-first search over states that are written as keys of a fixed number of bytes. It is exact
 * (every key is kept), deterministic, and finds a shortest path or proves that there is none. */
#ifndef SEARCH_BFS_H
#define SEARCH_BFS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include <quandary/types.h>

#include "search/control.h"

/* The longest key in bytes. */
#define BFS_KEY_LIMIT 64

/* Where expand puts the neighbours. */
struct bfs_sink;

/* Adds a neighbour of the state that is being expanded; the key is copied. Emitting a state again,
 * or the state itself, is harmless and costs little. Returns false when the search needs no more
 * neighbours; expand may then return early, or go on to emit in vain. */
bool bfs_emit(struct bfs_sink *sink, const void *key, uint16_t label);

/* Emits every neighbour of key, each with a label that names the move. The order decides between
 * equally short paths. */
typedef void bfs_expand(void *context, const void *key, struct bfs_sink *sink);

struct bfs_problem {
    size_t key_size; /* 1 .. BFS_KEY_LIMIT */
    const void *start;
    /* What is searched for: one state, or, if goal is NULL, any state that is_goal accepts (called
     * once for each state). Both NULL: nothing; all states that can be reached are visited and the
     * answer is QD_NO. */
    const void *goal;
    bool (*is_goal)(void *context, const void *key);
    bfs_expand *expand;
    /* Not NULL: search from both ends, which usually takes far fewer states; goal must then not be
     * NULL. Emits every state from which one move leads to key, labelled with that move, i.e.
     * expand_back emits (q, label) for p exactly when expand emits (p, label) for q. */
    bfs_expand *expand_back;
    void *context; /* for the callbacks */
};

struct bfs_result {
    /* The moves from start to the goal; for QD_YES never NULL, else NULL. */
    uint16_t *labels;
    size_t length; /* how many */
    size_t depth;  /* how many moves away the furthest visited states are, both sides added */
    /* States expanded. Neighbours are looked up in batches, so it may be a few more than it takes
     * to come upon the goal. */
    uint64_t nodes;
    uint64_t states; /* states visited, i.e. kept; from both sides */
};

/* Searches. QD_YES: result holds a shortest path. QD_NO: proven that no path exists. QD_LIMIT: the
 * control ended the search before. QD_BAD_INPUT: key_size or the goal is not as said above.
 * The result is always filled and must be given to bfs_result_free. */
qd_status bfs_search(const struct bfs_problem *problem, qd_control *control,
                     struct bfs_result *result);

/* Releases what the result holds and zeroes it. */
void bfs_result_free(struct bfs_result *result);

#endif

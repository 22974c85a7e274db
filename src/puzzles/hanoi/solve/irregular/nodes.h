/* The nodes of a best-first search: a table of the boards reached, each with the shortest path
 * known to it, and the open list, a priority queue of those to expand. The memory comes from a
 * control. */
#ifndef PUZZLES_HANOI_SOLVE_IRREGULAR_NODES_H
#define PUZZLES_HANOI_SOLVE_IRREGULAR_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/irregular/stages.h"
#include "search/control.h"

#define HANOI_NO_NODE UINT32_MAX

struct hanoi_node {
    hanoi_length depth; /* moves from the start */
    uint32_t parent;    /* HANOI_NO_NODE at the start */
    uint8_t release;    /* which release of the parent leads here */
};

/* An entry of the open list. It is stale if a shorter path to the node was found since. */
struct hanoi_entry {
    hanoi_length bound; /* no path to the goal through the node is shorter */
    hanoi_length depth;
    uint32_t node;
};

/* An array that grows. */
struct hanoi_array {
    void *items;
    size_t size; /* of an item */
    size_t room; /* items */
};

struct hanoi_nodes {
    qd_control *control;
    size_t key_size;
    uint32_t count;           /* nodes */
    size_t queued;            /* entries of the queue */
    struct hanoi_array keys;  /* key_size bytes a node */
    struct hanoi_array links; /* struct hanoi_node */
    struct hanoi_array slots; /* uint32_t: 0 or 1 + node; a power of two of them */
    struct hanoi_array queue; /* struct hanoi_entry; a binary heap, the best at 0 */
};

/* Returns false if there is no memory. hanoi_nodes_end must follow in either case. */
bool hanoi_nodes_begin(struct hanoi_nodes *nodes, size_t key_size, qd_control *control);
void hanoi_nodes_end(struct hanoi_nodes *nodes);

/* Finds the node with this key, or adds it. *changed: it is new, or link is less deep than what it
 * had; it then has link. Returns false if there is no memory. */
bool hanoi_nodes_put(struct hanoi_nodes *nodes, const uint8_t *key, struct hanoi_node link,
                     uint32_t *node, bool *changed);

struct hanoi_node *hanoi_nodes_link(const struct hanoi_nodes *nodes, uint32_t node);
/* Valid until the next hanoi_nodes_put. */
const uint8_t *hanoi_nodes_key(const struct hanoi_nodes *nodes, uint32_t node);

/* Adds an entry to the open list. Returns false if there is no memory. */
bool hanoi_nodes_queue(struct hanoi_nodes *nodes, struct hanoi_entry entry);
/* Removes the entry with the least bound, the deepest of several. Returns false if there is none.
 */
bool hanoi_nodes_next(struct hanoi_nodes *nodes, struct hanoi_entry *entry);

/* Asserts that table and open list are consistent; does nothing in a build without asserts. */
void hanoi_nodes_check(const struct hanoi_nodes *nodes);

#endif

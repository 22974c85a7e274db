/* What a best-first search keeps: the boards it has met, each with the shortest way known to it,
 * and a queue of those that are to be expanded. The memory comes from a control. */
#ifndef PUZZLES_HANOI_SOLVE_ENGINES_NODES_H
#define PUZZLES_HANOI_SOLVE_ENGINES_NODES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "puzzles/hanoi/solve/engines/length.h"
#include "search/control.h"

#define HANOI_NO_NODE UINT32_MAX

struct hanoi_node {
    hanoi_length depth; /* moves from the start */
    uint32_t parent;    /* HANOI_NO_NODE at the start */
    uint8_t release;    /* which of the parent's releases leads here */
};

/* An entry of the queue. It is out of date if the node has become less deep since. */
struct hanoi_entry {
    hanoi_length bound; /* no way to the goal through the node is shorter */
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

/* hanoi_nodes_end is due whether it returns true or, for want of memory, false. */
bool hanoi_nodes_begin(struct hanoi_nodes *nodes, size_t key_size, qd_control *control);
void hanoi_nodes_end(struct hanoi_nodes *nodes);

/* Finds the node with this key, or adds one. *changed becomes true if it is new or link is less
 * deep than what it had; it then has link. Returns false if there is no memory. */
bool hanoi_nodes_put(struct hanoi_nodes *nodes, const uint8_t *key, struct hanoi_node link,
                     uint32_t *node, bool *changed);

struct hanoi_node *hanoi_nodes_link(const struct hanoi_nodes *nodes, uint32_t node);
/* Valid until the next hanoi_nodes_put. */
const uint8_t *hanoi_nodes_key(const struct hanoi_nodes *nodes, uint32_t node);

/* Returns false if there is no memory. */
bool hanoi_nodes_queue(struct hanoi_nodes *nodes, struct hanoi_entry entry);
/* Takes the entry with the least bound, the deepest of them. Returns false if there is none. */
bool hanoi_nodes_next(struct hanoi_nodes *nodes, struct hanoi_entry *entry);

/* Walks table and queue and asserts that they agree; nothing in a build without asserts. */
void hanoi_nodes_check(const struct hanoi_nodes *nodes);

#endif

#include "puzzles/hanoi/solve/irregular/nodes.h"

#include <assert.h>
#include <string.h>

#define FIRST_ROOM 64

/* Resizes to `room` items, keeping the old ones; the new ones are zero. */
static bool resize(qd_control *control, struct hanoi_array *array, size_t room) {
    void *items = control_reserve(control, room * array->size);
    if (items == NULL)
        return false;
    if (array->room != 0) {
        memcpy(items, array->items, array->room * array->size);
        control_release(control, array->items, array->room * array->size);
    }
    array->items = items;
    array->room = room;
    return true;
}

static bool make_room(qd_control *control, struct hanoi_array *array, size_t count) {
    if (count < array->room)
        return true;
    return resize(control, array, array->room ? 2 * array->room : FIRST_ROOM);
}

static void release(qd_control *control, struct hanoi_array *array) {
    control_release(control, array->items, array->room * array->size);
    *array = (struct hanoi_array){0};
}

bool hanoi_nodes_begin(struct hanoi_nodes *nodes, size_t key_size, qd_control *control) {
    *nodes = (struct hanoi_nodes){.control = control, .key_size = key_size};
    nodes->keys.size = key_size;
    nodes->links.size = sizeof(struct hanoi_node);
    nodes->slots.size = sizeof(uint32_t);
    nodes->queue.size = sizeof(struct hanoi_entry);
    return resize(control, &nodes->slots, 2 * FIRST_ROOM);
}

void hanoi_nodes_end(struct hanoi_nodes *nodes) {
    release(nodes->control, &nodes->keys);
    release(nodes->control, &nodes->links);
    release(nodes->control, &nodes->slots);
    release(nodes->control, &nodes->queue);
}

struct hanoi_node *hanoi_nodes_link(const struct hanoi_nodes *nodes, uint32_t node) {
    assert(node < nodes->links.room);
    return (struct hanoi_node *)nodes->links.items + node;
}

const uint8_t *hanoi_nodes_key(const struct hanoi_nodes *nodes, uint32_t node) {
    assert(node < nodes->count);
    return (const uint8_t *)nodes->keys.items + node * nodes->key_size;
}

/* Multiply and fold, eight bytes at a time; the constants are the golden ratio and the square root
 * of 3 as odd binary fractions. */
static uint64_t hash_key(const uint8_t *key, size_t size) {
    uint64_t hash = 0;
    for (size_t at = 0; at < size; at += sizeof(uint64_t)) {
        uint64_t word = 0;
        memcpy(&word, key + at, size - at < sizeof(word) ? size - at : sizeof(word));
        hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
        hash ^= hash >> 32;
    }
    hash *= UINT64_C(0xBB67AE8584CAA73B);
    return hash ^ hash >> 29;
}

/* The slot of the key, or the empty slot where it belongs. */
static uint32_t *find_slot(const struct hanoi_nodes *nodes, const uint8_t *key) {
    uint32_t *slots = nodes->slots.items;
    size_t mask = nodes->slots.room - 1;
    size_t at = (size_t)hash_key(key, nodes->key_size) & mask;
    while (slots[at] != 0 &&
           memcmp(hanoi_nodes_key(nodes, slots[at] - 1), key, nodes->key_size) != 0)
        at = (at + 1) & mask;
    return &slots[at];
}

/* Doubles the slots, so that they stay at most half full. Without memory nothing changes. */
static bool grow_slots(struct hanoi_nodes *nodes) {
    struct hanoi_array old = nodes->slots;
    struct hanoi_array grown = {.size = sizeof(uint32_t)};
    if (!resize(nodes->control, &grown, 2 * old.room))
        return false;
    nodes->slots = grown;
    for (uint32_t node = 0; node < nodes->count; node++)
        *find_slot(nodes, hanoi_nodes_key(nodes, node)) = node + 1;
    release(nodes->control, &old);
    return true;
}

static bool make_node_room(struct hanoi_nodes *nodes) {
    return nodes->count < HANOI_NO_NODE - 1 &&
           (nodes->count < nodes->slots.room / 2 || grow_slots(nodes)) &&
           make_room(nodes->control, &nodes->keys, nodes->count) &&
           make_room(nodes->control, &nodes->links, nodes->count);
}

bool hanoi_nodes_put(struct hanoi_nodes *nodes, const uint8_t *key, struct hanoi_node link,
                     uint32_t *node, bool *changed) {
    if (!make_node_room(nodes))
        return false;
    uint32_t *slot = find_slot(nodes, key);
    bool fresh = *slot == 0;
    if (fresh) {
        memcpy((uint8_t *)nodes->keys.items + nodes->count * nodes->key_size, key, nodes->key_size);
        *slot = ++nodes->count;
    }
    *node = *slot - 1;
    *changed = fresh || link.depth < hanoi_nodes_link(nodes, *node)->depth;
    if (*changed)
        *hanoi_nodes_link(nodes, *node) = link;
    return true;
}

static bool is_before(const struct hanoi_entry *a, const struct hanoi_entry *b) {
    return a->bound != b->bound ? a->bound < b->bound : a->depth > b->depth;
}

bool hanoi_nodes_queue(struct hanoi_nodes *nodes, struct hanoi_entry entry) {
    if (!make_room(nodes->control, &nodes->queue, nodes->queued))
        return false;
    struct hanoi_entry *heap = nodes->queue.items;
    size_t at = nodes->queued++;
    while (at > 0 && is_before(&entry, &heap[(at - 1) / 2])) {
        heap[at] = heap[(at - 1) / 2];
        at = (at - 1) / 2;
    }
    heap[at] = entry;
    return true;
}

/* Sifts the entry down from the free place at the top. */
static void sift_down(struct hanoi_entry *heap, size_t count, struct hanoi_entry entry) {
    size_t at = 0;
    for (;;) {
        size_t child = 2 * at + 1;
        if (child + 1 < count && is_before(&heap[child + 1], &heap[child]))
            child++;
        if (child >= count || !is_before(&heap[child], &entry))
            break;
        heap[at] = heap[child];
        at = child;
    }
    heap[at] = entry;
}

bool hanoi_nodes_next(struct hanoi_nodes *nodes, struct hanoi_entry *entry) {
    struct hanoi_entry *heap = nodes->queue.items;
    if (nodes->queued == 0)
        return false;
    *entry = heap[0];
    assert(nodes->queued <= nodes->queue.room);
    nodes->queued--;
    if (nodes->queued > 0)
        sift_down(heap, nodes->queued, heap[nodes->queued]);
    return true;
}

void hanoi_nodes_check(const struct hanoi_nodes *nodes) {
    const struct hanoi_entry *heap = nodes->queue.items;
    const uint32_t *slots = nodes->slots.items;
    size_t used = 0;
    for (size_t at = 1; at < nodes->queued; at++)
        assert(!is_before(&heap[at], &heap[(at - 1) / 2]));
    for (size_t at = 0; at < nodes->queued; at++)
        assert(heap[at].node < nodes->count && heap[at].bound >= heap[at].depth);
    for (size_t slot = 0; slot < nodes->slots.room; slot++) {
        assert(slots[slot] <= nodes->count);
        used += slots[slot] != 0;
    }
    assert(used == nodes->count && used < nodes->slots.room);
    (void)heap;
    (void)slots;
    (void)used;
}

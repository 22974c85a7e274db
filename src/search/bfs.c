#include "search/bfs.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "search/node_counter.h"

/* Records live in chunks, so that growing moves nothing and a key stays where it is. */
#define CHUNK_BITS      12
#define CHUNK_SIZE      ((uint32_t)1 << CHUNK_BITS)
#define FIRST_SLOT_BITS 10
#define LAST_SLOT_BITS  (SIZE_MAX > UINT32_MAX ? 32 : 28)
#define NO_RECORD       UINT32_MAX
#define PENDING_LIMIT   64

/* What is kept of a state beside its key, which follows the link in memory. */
struct link {
    uint32_t parent;
    uint16_t label;
};
/* Packed by hand: six bytes. */
#define LINK_SIZE (sizeof(uint32_t) + sizeof(uint16_t))

/* The states seen from one end. The records are in the order of discovery, so they are the queue
 * of the search as well. A slot is 0 or the hash in the upper half and the record's number plus 1
 * in the lower; the hash decides the place, so that growing does not touch the records. */
struct side {
    qd_control *control;
    size_t key_size;
    size_t record_size;
    unsigned char **chunks;
    size_t chunk_count;
    size_t chunk_room;
    uint32_t count;
    uint64_t *slots;
    int slot_bits;
    uint32_t layer_from; /* the layer to expand next: records layer_from .. layer_to - 1 */
    uint32_t layer_to;
    size_t depth; /* of that layer */
};

/* A neighbour that was emitted and not looked up yet. */
struct pending {
    uint32_t hash;
    struct link link;
    unsigned char key[BFS_KEY_LIMIT];
};

/* Large sets lie far from the processor. So neighbours are collected, their slots are prefetched
 * early, and when some dozens are together they are looked up one after the other, in the order of
 * emission. */
struct bfs_sink {
    const struct bfs_problem *problem;
    struct side *near;  /* the side that is being expanded */
    struct side *other; /* NULL when searching from one end */
    struct pending pending[PENDING_LIMIT];
    int pending_count;
    uint32_t parent;
    bool out_of_memory;
    bool found;
    uint32_t near_end; /* the last record of the path on the near side ... */
    uint32_t far_end;  /* ... and the same state on the other side */
};

/* Multiply and fold; the constants are the golden ratio and the square root of 3 as odd binary
 * fractions. */
static uint64_t mix(uint64_t hash, uint64_t word) {
    hash = (hash ^ word) * UINT64_C(0x9E3779B97F4A7C15);
    return hash ^ hash >> 32;
}

static uint32_t hash_key(const unsigned char *key, size_t size) {
    uint64_t hash = size;
    uint64_t word;
    for (; size >= sizeof(word); key += sizeof(word), size -= sizeof(word)) {
        memcpy(&word, key, sizeof(word));
        hash = mix(hash, word);
    }
    word = 0;
    memcpy(&word, key, size);
    hash = mix(hash, word);
    return (uint32_t)(hash * UINT64_C(0xBB67AE8584CAA73B) >> 32);
}

static unsigned char *record_at(const struct side *side, uint32_t index) {
    // NOLINTNEXTLINE: a slot that is not 0 belongs to a record, and that has its chunk
    return side->chunks[index >> CHUNK_BITS] + (index & (CHUNK_SIZE - 1)) * side->record_size;
}

static const unsigned char *key_at(const struct side *side, uint32_t index) {
    return record_at(side, index) + LINK_SIZE;
}

static struct link link_at(const struct side *side, uint32_t index) {
    const unsigned char *record = record_at(side, index);
    struct link link;
    memcpy(&link.parent, record, sizeof(link.parent));
    memcpy(&link.label, record + sizeof(link.parent), sizeof(link.label));
    return link;
}

static size_t slot_bytes(int bits) {
    return ((size_t)1 << bits) * sizeof(uint64_t);
}

static size_t home_slot(uint32_t hash, int bits) {
    return (size_t)(hash >> (32 - bits));
}

/* The slot that holds the key, or the empty one where it belongs. */
static size_t find_slot(const struct side *side, const void *key, uint32_t hash) {
    size_t mask = ((size_t)1 << side->slot_bits) - 1;
    size_t at = home_slot(hash, side->slot_bits);
    assert(side->count <= mask && "an empty slot ends the search");
    for (;; at = (at + 1) & mask) {
        uint64_t slot = side->slots[at];
        if (slot == 0)
            return at;
        if (slot >> 32 == hash &&
            memcmp(key_at(side, (uint32_t)slot - 1), key, side->key_size) == 0)
            return at;
    }
}

/* The record of the key, or NO_RECORD. */
static uint32_t find_record(const struct side *side, const void *key, uint32_t hash) {
    size_t at = find_slot(side, key, hash);
    return side->slots[at] == 0 ? NO_RECORD : (uint32_t)side->slots[at] - 1;
}

static void move_slots(const uint64_t *from, int from_bits, uint64_t *to, int to_bits) {
    size_t mask = ((size_t)1 << to_bits) - 1;
    for (size_t i = 0; i < (size_t)1 << from_bits; i++) {
        if (from[i] == 0)
            continue;
        size_t at = home_slot((uint32_t)(from[i] >> 32), to_bits);
        while (to[at] != 0)
            at = (at + 1) & mask;
        to[at] = from[i];
    }
}

/* Doubles the slots. More states than a slot can number count as too much memory. */
static bool grow_slots(struct side *side) {
    int bits = side->slot_bits + 1;
    size_t bytes = bits <= LAST_SLOT_BITS ? slot_bytes(bits) : SIZE_MAX;
    uint64_t *slots = control_reserve(side->control, bytes);
    if (slots == NULL)
        return false;
    move_slots(side->slots, side->slot_bits, slots, bits);
    control_release(side->control, side->slots, slot_bytes(side->slot_bits));
    side->slots = slots;
    side->slot_bits = bits;
    return true;
}

static bool add_chunk(struct side *side) {
    unsigned char *chunk = control_reserve(side->control, CHUNK_SIZE * side->record_size);
    if (chunk == NULL)
        return false;
    side->chunks = mem_grow(side->chunks, side->chunk_count, &side->chunk_room, sizeof(chunk));
    side->chunks[side->chunk_count++] = chunk;
    return true;
}

/* Room for one more record and its slot; the slots are at most three quarters full. */
static bool make_room(struct side *side) {
    uint64_t slot_count = (uint64_t)1 << side->slot_bits;
    if (side->count >= slot_count / 4 * 3 && !grow_slots(side))
        return false;
    return side->count < (uint64_t)side->chunk_count * CHUNK_SIZE || add_chunk(side);
}

/* Adds the key unless it is there. Sets *fresh if it was added. Returns false if there is no
 * memory. */
static bool add_state(struct side *side, const void *key, uint32_t hash, struct link link,
                      bool *fresh) {
    size_t at = find_slot(side, key, hash);
    *fresh = side->slots[at] == 0;
    if (!*fresh)
        return true;
    int bits = side->slot_bits;
    if (!make_room(side))
        return false;
    if (side->slot_bits != bits)
        at = find_slot(side, key, hash);
    unsigned char *record = record_at(side, side->count);
    memcpy(record, &link.parent, sizeof(link.parent));
    memcpy(record + sizeof(link.parent), &link.label, sizeof(link.label));
    memcpy(record + LINK_SIZE, key, side->key_size);
    side->count++;
    side->slots[at] = (uint64_t)hash << 32 | side->count;
    return true;
}

/* A side that holds nothing but the state where it begins. Returns false if there is no memory;
 * close_side is due either way. */
static bool open_side(struct side *side, qd_control *control, size_t key_size, const void *root) {
    *side = (struct side){.control = control,
                          .key_size = key_size,
                          .record_size = LINK_SIZE + key_size,
                          .slot_bits = FIRST_SLOT_BITS,
                          .layer_to = 1};
    side->slots = control_reserve(control, slot_bytes(FIRST_SLOT_BITS));
    bool fresh;
    return side->slots != NULL && add_state(side, root, hash_key(root, key_size),
                                            (struct link){.parent = NO_RECORD}, &fresh);
}

static void close_side(struct side *side) {
    for (size_t i = 0; i < side->chunk_count; i++)
        control_release(side->control, side->chunks[i], CHUNK_SIZE * side->record_size);
    free(side->chunks);
    control_release(side->control, side->slots, slot_bytes(side->slot_bits));
}

/* Walks a side: every record is found by its key, and was reached from one before it. */
static void check_side(const struct side *side) {
    enum { MOST = 20000 }; /* larger ones would slow down what is tested */
    assert(side->layer_from <= side->layer_to && side->layer_to <= side->count);
    assert(side->count <= (uint64_t)side->chunk_count * CHUNK_SIZE);
    for (uint32_t i = 0; i < side->count && i < MOST; i++) {
        assert(find_record(side, key_at(side, i), hash_key(key_at(side, i), side->key_size)) == i);
        assert(i == 0 ? link_at(side, i).parent == NO_RECORD : link_at(side, i).parent < i);
    }
}

static bool is_goal(const struct bfs_problem *problem, const void *key) {
    if (problem->goal != NULL)
        return memcmp(key, problem->goal, problem->key_size) == 0;
    return problem->is_goal != NULL && problem->is_goal(problem->context, key);
}

/* Has the newest record of the near side met the goal or the other side? */
static bool check_newest(struct bfs_sink *sink, uint32_t hash) {
    sink->near_end = sink->near->count - 1;
    const void *key = key_at(sink->near, sink->near_end);
    if (sink->other == NULL)
        return is_goal(sink->problem, key);
    sink->far_end = find_record(sink->other, key, hash);
    return sink->far_end != NO_RECORD;
}

static void look_up(struct bfs_sink *sink, const struct pending *pending) {
    bool fresh;
    if (!add_state(sink->near, pending->key, pending->hash, pending->link, &fresh))
        sink->out_of_memory = true;
    else if (fresh)
        sink->found = check_newest(sink, pending->hash);
}

static bool wants_more(const struct bfs_sink *sink) {
    return !sink->found && !sink->out_of_memory;
}

static void ask_for_slot(const struct side *side, uint32_t hash) {
    __builtin_prefetch(&side->slots[home_slot(hash, side->slot_bits)]);
}

/* If the home slot looks like the key's, its record will be compared. */
static void ask_for_record(const struct side *side, uint32_t hash) {
    uint64_t slot = side->slots[home_slot(hash, side->slot_bits)];
    if (slot != 0 && slot >> 32 == hash)
        __builtin_prefetch(key_at(side, (uint32_t)slot - 1));
}

static void look_up_pending(struct bfs_sink *sink) {
    for (int i = 0; i < sink->pending_count; i++)
        ask_for_record(sink->near, sink->pending[i].hash);
    for (int i = 0; i < sink->pending_count && wants_more(sink); i++)
        look_up(sink, &sink->pending[i]);
    sink->pending_count = 0;
}

bool bfs_emit(struct bfs_sink *sink, const void *key, uint16_t label) {
    if (!wants_more(sink))
        return false;
    assert(sink->pending_count >= 0 && sink->pending_count < PENDING_LIMIT);
    struct pending *pending = &sink->pending[sink->pending_count++];
    pending->hash = hash_key(key, sink->near->key_size);
    pending->link = (struct link){.parent = sink->parent, .label = label};
    memcpy(pending->key, key, sink->near->key_size);
    ask_for_slot(sink->near, pending->hash);
    if (sink->other != NULL)
        ask_for_slot(sink->other, pending->hash);
    if (sink->pending_count == PENDING_LIMIT)
        look_up_pending(sink);
    return wants_more(sink);
}

/* Expands the states of one layer of the near side until it is done or the search ends. Returns
 * false if the search must end without an answer. */
static bool expand_states(struct bfs_sink *sink, bfs_expand *expand, struct node_counter *counter) {
    const struct side *side = sink->near;
    bool going = true;
    for (uint32_t i = side->layer_from; i < side->layer_to && going && wants_more(sink); i++) {
        sink->parent = i;
        expand(sink->problem->context, key_at(side, i), sink);
        going = node_counter_step(counter);
    }
    look_up_pending(sink);
    return sink->found || (going && !sink->out_of_memory);
}

/* Expands one whole layer of the near side; what it finds is the next layer. A goal is noticed when
 * it is found, not when it is expanded: all states found here are equally far, so the first will
 * do. With two sides the same holds for the first state that both have seen: before this layer no
 * state was on both sides, so it must be in the last layer of the other side. Returns false if the
 * search must end without an answer. */
static bool expand_layer(struct bfs_sink *sink, bfs_expand *expand, struct node_counter *counter) {
    struct side *side = sink->near;
    if (!expand_states(sink, expand, counter))
        return false;
    side->layer_from = side->layer_to;
    side->layer_to = side->count;
    side->depth += side->layer_from < side->layer_to ? 1 : 0;
    return true;
}

static bool layer_is_empty(const struct side *side) {
    return side->layer_from == side->layer_to;
}

static uint32_t layer_size(const struct side *side) {
    return side->layer_to - side->layer_from;
}

/* Layer by layer until the goal is found (QD_YES), a side has nothing left (QD_NO) or the control
 * ends it (QD_LIMIT). ends[1] is not used when searching from one end. */
static qd_status run_layers(struct bfs_sink *sink, struct side ends[2],
                            struct node_counter *counter) {
    bool both = sink->problem->expand_back != NULL;
    while (!layer_is_empty(&ends[0]) && !(both && layer_is_empty(&ends[1]))) {
        int turn = both && layer_size(&ends[1]) < layer_size(&ends[0]) ? 1 : 0;
        sink->near = &ends[turn];
        sink->other = both ? &ends[1 - turn] : NULL;
        bfs_expand *expand = turn == 0 ? sink->problem->expand : sink->problem->expand_back;
        if (!expand_layer(sink, expand, counter))
            return QD_LIMIT;
        if (sink->found)
            return QD_YES;
    }
    return QD_NO;
}

static size_t path_length(const struct side *side, uint32_t record) {
    size_t length = 0;
    for (; link_at(side, record).parent != NO_RECORD; record = link_at(side, record).parent)
        length++;
    return length;
}

/* Forward records lead back from the meeting state to the start, backward records lead on from it
 * to the goal. */
static void collect_path(const struct bfs_sink *sink, const struct side ends[2],
                         struct bfs_result *result) {
    bool forward = sink->near == &ends[0];
    uint32_t front = forward ? sink->near_end : sink->far_end;
    uint32_t back = forward ? sink->far_end : sink->near_end;
    size_t front_length = path_length(&ends[0], front);
    size_t back_length = sink->other != NULL ? path_length(&ends[1], back) : 0;
    result->length = front_length + back_length;
    assert(sink->other == NULL ||
           memcmp(key_at(&ends[0], front), key_at(&ends[1], back), sink->problem->key_size) == 0);
    result->labels = mem_new(result->length, sizeof(*result->labels));
    for (size_t i = front_length; i > 0; i--) {
        struct link link = link_at(&ends[0], front);
        assert(link.parent < front);
        result->labels[i - 1] = link.label;
        front = link.parent;
    }
    for (size_t i = front_length; i < result->length; i++) {
        struct link link = link_at(&ends[1], back);
        result->labels[i] = link.label;
        back = link.parent;
    }
}

static qd_status search_sides(const struct bfs_problem *problem, qd_control *control,
                              struct side ends[2], struct bfs_result *result) {
    if (!open_side(&ends[0], control, problem->key_size, problem->start))
        return QD_LIMIT;
    if (problem->expand_back != NULL &&
        !open_side(&ends[1], control, problem->key_size, problem->goal))
        return QD_LIMIT;
    if (is_goal(problem, problem->start)) {
        result->labels = mem_new(1, sizeof(*result->labels));
        return QD_YES;
    }
    struct bfs_sink sink = {.problem = problem};
    struct node_counter counter = {.control = control};
    qd_status status = run_layers(&sink, ends, &counter);
    check_side(&ends[0]);
    if (problem->expand_back != NULL)
        check_side(&ends[1]);
    node_counter_flush(&counter);
    result->nodes = counter.nodes;
    if (status == QD_YES)
        collect_path(&sink, ends, result);
    return status;
}

qd_status bfs_search(const struct bfs_problem *problem, qd_control *control,
                     struct bfs_result *result) {
    *result = (struct bfs_result){0};
    if (problem->key_size < 1 || problem->key_size > BFS_KEY_LIMIT ||
        (problem->expand_back != NULL && problem->goal == NULL))
        return QD_BAD_INPUT;
    if (!control_going(control))
        return QD_LIMIT;
    struct side ends[2] = {{.control = control}, {.control = control}};
    qd_status status = search_sides(problem, control, ends, result);
    result->depth = ends[0].depth + ends[1].depth;
    result->states = (uint64_t)ends[0].count + ends[1].count;
    close_side(&ends[0]);
    close_side(&ends[1]);
    return status;
}

void bfs_result_free(struct bfs_result *result) {
    free(result->labels);
    *result = (struct bfs_result){0};
}

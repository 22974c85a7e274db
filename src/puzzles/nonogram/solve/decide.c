/* Which cell to decide next: one that was part of many recent conflicts (VSIDS of Moskewicz and
 * others, with the exponential decay of MiniSat). A binary heap keeps the order. */
#include <string.h>

#include "puzzles/nonogram/solve/engine.h"

#define DECAY     0.94
#define TOO_BIG   1e100
#define CELL_MASK UINT64_C(0xfffff)

_Static_assert(NONOGRAM_SIDE *NONOGRAM_SIDE <= CELL_MASK, "a key has room for every cell");

/* An activity and its cell in one number; the highest is decided first. The bits of non-negative
 * doubles sort as the doubles do, and the lowest ones make room for the cell. Among equals the
 * first cell wins, so that the order does not depend on the history of the heap. */
static inline uint64_t key_of(const struct engine *engine, uint32_t cell) {
    uint64_t bits;
    memcpy(&bits, &engine->activity[cell], sizeof bits);
    return (bits | CELL_MASK) ^ cell;
}

static inline uint32_t cell_of(uint64_t key) {
    return (uint32_t)(~key & CELL_MASK);
}

static inline void put(struct engine *engine, unsigned place, uint64_t key) {
    assert(place < engine->heap_count);
    engine->heap[place] = key;
    engine->heap_place[cell_of(key)] = place + 1;
}

static void sift_up(struct engine *engine, unsigned place, uint64_t key) {
    while (place > 0 && key > engine->heap[(place - 1) / 2]) {
        put(engine, place, engine->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(engine, place, key);
}

/* Fills the top with the last key. That usually belongs far down, so go down to a leaf without
 * comparing, and sift up from there. */
static void refill(struct engine *engine) {
    uint64_t *heap = engine->heap, last = heap[engine->heap_count];
    unsigned place = 0;
    heap[engine->heap_count] = 0; /* may be compared, and never wins */
    for (unsigned child = 1; child < engine->heap_count; child = 2 * place + 1) {
        child += heap[child + 1] > heap[child];
        put(engine, place, heap[child]);
        place = child;
    }
    sift_up(engine, place, last);
}

void engine_heap_add(struct engine *engine, uint32_t cell) {
    assert(engine->heap_count < engine->cell_count);
    sift_up(engine, engine->heap_count++, key_of(engine, cell));
}

void engine_heap_fill(struct engine *engine) {
    for (uint32_t cell = 0; engine->open_cells > 0 && cell < engine->cell_count; cell++)
        if (engine->domain_size[cell] > 1 && engine->heap_place[cell] == 0)
            engine_heap_add(engine, cell);
}

static uint32_t take_first(struct engine *engine) {
    assert(engine->heap_count > 0);
    uint32_t cell = cell_of(engine->heap[0]);
    assert(engine->heap_place[cell] == 1);
    engine->heap_place[cell] = 0;
    if (--engine->heap_count > 0)
        refill(engine);
    return cell;
}

uint32_t engine_heap_pop(struct engine *engine) {
    assert(engine->open_cells > 0);
    uint32_t cell = take_first(engine);
    while (engine->domain_size[cell] <= 1)
        cell = take_first(engine);
    return cell;
}

/* Scales all activities down. Rounding may change the order in the heap, so rebuild it. */
static void rescale(struct engine *engine) {
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        engine->activity[cell] /= TOO_BIG;
    engine->bump /= TOO_BIG;
    unsigned count = engine->heap_count;
    for (engine->heap_count = 0; engine->heap_count < count;)
        engine_heap_add(engine, cell_of(engine->heap[engine->heap_count]));
}

void engine_bump(struct engine *engine, uint32_t cell) {
    if ((engine->without & NONOGRAM_PART_ACTIVITY) == 0)
        engine_bump_by(engine, cell, 1);
}

void engine_bump_by(struct engine *engine, uint32_t cell, double by) {
    assert(by >= 0); /* keys only move up */
    engine->activity[cell] += by * engine->bump;
    if (engine->heap_place[cell] != 0)
        sift_up(engine, engine->heap_place[cell] - 1, key_of(engine, cell));
    if (engine->activity[cell] > TOO_BIG)
        rescale(engine);
}

void engine_decay(struct engine *engine) {
    engine->bump /= DECAY;
}

#ifndef NDEBUG
void engine_heap_check(const struct engine *engine) {
    unsigned places = 0;
    assert(engine->heap_count <= engine->cell_count);
    for (unsigned i = 0; i < engine->heap_count; i++) {
        uint32_t cell = cell_of(engine->heap[i]);
        assert(cell < engine->cell_count);
        assert(engine->heap[i] == key_of(engine, cell));
        assert(engine->heap_place[cell] == i + 1);
        assert(i == 0 || engine->heap[(i - 1) / 2] >= engine->heap[i]);
    }
    for (uint32_t cell = 0; cell < engine->cell_count; cell++) {
        assert(engine->activity[cell] >= 0);
        assert(engine->domain_size[cell] <= 1 || engine->heap_place[cell] != 0);
        places += engine->heap_place[cell] != 0;
    }
    assert(places == engine->heap_count);
}
#endif

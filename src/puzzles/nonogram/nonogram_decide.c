/* Which cell to decide next: one that was part of many late conflicts (VSIDS of Moskewicz and
 * others, with the exponential decay of Een and Sorensson). A heap keeps the order. */
#include "nonogram_engine.h"

#define DECAY   0.94
#define TOO_BIG 1e100

/* Of equal ones the first, so that the order does not depend on how the heap came about. */
static bool before(const struct engine *engine, uint32_t a, uint32_t b) {
    double of_a = engine->activity[a], of_b = engine->activity[b];
    return of_a > of_b || (of_a == of_b && a < b);
}

static void put(struct engine *engine, unsigned place, uint32_t cell) {
    engine->heap[place] = cell;
    engine->heap_place[cell] = place + 1;
}

static void move_up(struct engine *engine, unsigned place) {
    uint32_t cell = engine->heap[place];
    while (place > 0 && before(engine, cell, engine->heap[(place - 1) / 2])) {
        put(engine, place, engine->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put(engine, place, cell);
}

/* The child that comes first; there is one. */
static unsigned first_child(const struct engine *engine, unsigned place) {
    unsigned child = 2 * place + 1;
    bool second = child + 1 < engine->heap_count &&
                  before(engine, engine->heap[child + 1], engine->heap[child]);
    return child + second;
}

/* Fills the place at the top with the last cell. That belongs far down in most cases, so the way
 * down is taken to its end without asking, and then up from there. */
static void refill(struct engine *engine) {
    uint32_t last = engine->heap[engine->heap_count];
    unsigned place = 0;
    while (2 * place + 1 < engine->heap_count) {
        unsigned child = first_child(engine, place);
        put(engine, place, engine->heap[child]);
        place = child;
    }
    put(engine, place, last);
    move_up(engine, place);
}

void engine_heap_add(struct engine *engine, uint32_t cell) {
    put(engine, engine->heap_count++, cell);
    move_up(engine, engine->heap_count - 1);
}

void engine_heap_fill(struct engine *engine) {
    for (uint32_t cell = 0; engine->open_count > 0 && cell < engine->cell_count; cell++)
        if (engine->left[cell] > 1 && engine->heap_place[cell] == 0)
            engine_heap_add(engine, cell);
}

static uint32_t take_first(struct engine *engine) {
    uint32_t cell = engine->heap[0];
    engine->heap_place[cell] = 0;
    if (--engine->heap_count > 0)
        refill(engine);
    return cell;
}

uint32_t engine_heap_take(struct engine *engine) {
    uint32_t cell = take_first(engine);
    while (engine->left[cell] <= 1)
        cell = take_first(engine);
    return cell;
}

static void rescale(struct engine *engine) {
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        engine->activity[cell] /= TOO_BIG;
    engine->bump /= TOO_BIG;
}

void engine_bump(struct engine *engine, uint32_t cell) {
    if ((engine->without & NONOGRAM_PART_ACTIVITY) != 0)
        return;
    engine->activity[cell] += engine->bump;
    if (engine->activity[cell] > TOO_BIG)
        rescale(engine);
    if (engine->heap_place[cell] != 0)
        move_up(engine, engine->heap_place[cell] - 1);
}

void engine_decay(struct engine *engine) {
    engine->bump /= DECAY;
}

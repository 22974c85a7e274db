#include "puzzles/flows/model/legality/sweep_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1024, MOST_SIZE = 1 << 22 };
#define TOP_BITS UINT64_C(0x8080808080808080)

static bool dominates(const struct flows_sweep_state *state,
                      const struct flows_sweep_state *other) {
    uint64_t fewer = (other->rest | TOP_BITS) - state->rest;
    return state->key == other->key && (state->rest & 0xFF) == (other->rest & 0xFF) &&
           (fewer & TOP_BITS) == TOP_BITS;
}

/* The place of a state that dominates this one, or that it dominates; else a free place. */
static size_t place_of(const struct flows_sweep_table *table,
                       const struct flows_sweep_state *state) {
    uint64_t mixed = state->key + flows_hexes_behind(state) * UINT64_C(0xD1B54A32D192ED03);
    mixed ^= mixed >> 31;
    mixed *= UINT64_C(0x9E3779B97F4A7C15);
    size_t at = (mixed ^ mixed >> 29) & (table->size - 1);
    while (table->state[at].rest != 0 && !dominates(&table->state[at], state) &&
           !dominates(state, &table->state[at]))
        at = (at + 1) & (table->size - 1);
    return at;
}

static struct flows_sweep_state *new_states(const struct flows_sweep_table *table, size_t size) {
    if (table->control)
        return control_reserve(table->control, size * sizeof(struct flows_sweep_state));
    return calloc(size, sizeof(struct flows_sweep_state));
}

#ifdef NDEBUG
#define check(table) ((void)0)
#else
/* The table holds no more states than were counted (when it grows, one may take the place of
 * another that it dominates), each with counts that fit their bytes. */
static void check(const struct flows_sweep_table *table) {
    size_t count = 0;
    for (size_t i = 0; i < table->size; i++) {
        count += table->state[i].rest != 0;
        assert((table->state[i].rest & TOP_BITS) == 0);
    }
    assert(count <= table->count && 2 * count <= table->size + 2);
}
#endif

void flows_sweep_table_free(struct flows_sweep_table *table) {
    check(table);
    if (table->control)
        control_release(table->control, table->state, table->size * sizeof(*table->state));
    else
        free(table->state);
}

static bool has_room(const struct flows_sweep_table *table) {
    return table->count * 2 < table->size;
}

bool flows_sweep_table_grow(struct flows_sweep_table *table) {
    if (has_room(table) || table->size == MOST_SIZE)
        return true;
    struct flows_sweep_table old = *table;
    size_t size = old.size ? old.size * 4 : FIRST_SIZE;
    struct flows_sweep_state *state = new_states(table, size);
    if (!state)
        return false;
    table->state = state;
    table->size = size;
    for (size_t i = 0; i < old.size; i++)
        if (old.state[i].rest != 0)
            state[place_of(table, &old.state[i])] = old.state[i];
    flows_sweep_table_free(&old);
    return true;
}

enum flows_sweep_met flows_sweep_table_add(struct flows_sweep_table *table,
                                           const struct flows_sweep_state *state) {
    struct flows_sweep_state *place = &table->state[place_of(table, state)];
    bool is_free = place->rest == 0;
    if (!is_free && dominates(place, state))
        return FLOWS_SWEEP_DOMINATED;
    if (!is_free || has_room(table)) {
        table->count += is_free;
        *place = *state;
    }
    return is_free ? FLOWS_SWEEP_NEW : FLOWS_SWEEP_REPLACES;
}

void flows_sweep_table_clear(struct flows_sweep_table *table) {
    check(table);
    if (table->state)
        memset(table->state, 0, table->size * sizeof(*table->state));
    table->count = 0;
}

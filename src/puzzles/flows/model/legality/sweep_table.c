#include "puzzles/flows/model/legality/sweep_table.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_SIZE = 1024, MOST_SIZE = 1 << 22 };

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
        assert((table->state[i].rest & FLOWS_SWEEP_TOP_BITS) == 0);
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

bool flows_sweep_table_enlarge(struct flows_sweep_table *table) {
    if (table->size == MOST_SIZE)
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
            state[flows_sweep_place(table, &old.state[i])] = old.state[i];
    flows_sweep_table_free(&old);
    return true;
}

void flows_sweep_table_clear(struct flows_sweep_table *table) {
    check(table);
    if (table->state)
        memset(table->state, 0, table->size * sizeof(*table->state));
    table->count = 0;
}

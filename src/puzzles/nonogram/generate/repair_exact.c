/* The fewest changes: all sets of changed cells, by size. Each set is built in only one order: at
 * each step the cells that can matter (see puzzles/nonogram/generate/repair_search.h) are tried in
 * turn, and cells that were tried are excluded from the later branches. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/repair_search.h"

/* Testing a witness is much faster than solving a picture. */
enum { TESTS_FOR_A_LOOK = 100 };

bool nonogram_repair_exhausted(struct nonogram_repair_state *state) {
    bool worn = state->looked + state->tested / TESTS_FOR_A_LOOK >= state->looks_end ||
                !control_going(state->control);
    state->undecided = state->undecided || worn;
    return worn;
}

/* The cells that can matter now: those in a line with an open cell, one for each set of mirrors. */
static size_t list_cells(const struct nonogram_repair_state *state, size_t *list) {
    bool *rows = mem_new(state->height, sizeof *rows),
         *columns = mem_new(state->width, sizeof(bool));
    bool *listed = mem_new(state->cells, sizeof *listed);
    size_t count = 0;
    for (size_t cell = 0; cell < state->cells; cell++)
        if (state->open[cell])
            rows[cell / state->width] = columns[cell % state->width] = true;
    /* Open cells first: that is where the good changes are. */
    for (int open = 1; open >= 0; open--)
        for (size_t cell = 0; cell < state->cells; cell++) {
            size_t mirrors[NONOGRAM_MIRRORS];
            if (state->open[cell] != open || listed[cell] ||
                !(rows[cell / state->width] || columns[cell % state->width]))
                continue;
            unsigned alike = nonogram_mirrors(state->settings->symmetry, state->width,
                                              state->height, cell, mirrors);
            for (unsigned i = 0; i < alike; i++)
                listed[mirrors[i]] = true;
            list[count++] = cell;
        }
    free(rows);
    free(columns);
    free(listed);
    return count;
}

static unsigned cost_of(const struct nonogram_repair_state *state, size_t cell) {
    size_t mirrors[NONOGRAM_MIRRORS];
    return nonogram_mirrors(state->settings->symmetry, state->width, state->height, cell, mirrors);
}

static void mark(const struct nonogram_repair_state *state, bool *out, size_t cell, bool value) {
    size_t mirrors[NONOGRAM_MIRRORS];
    unsigned count =
        nonogram_mirrors(state->settings->symmetry, state->width, state->height, cell, mirrors);
    for (unsigned i = 0; i < count; i++)
        out[mirrors[i]] = value;
}

static bool extend(struct nonogram_repair_state *state, bool *out, unsigned left);

/* Tries all values of one cell. */
static bool try_cell(struct nonogram_repair_state *state, bool *out, size_t cell, unsigned left) {
    uint8_t before = state->picture[cell];
    for (unsigned value = 0; value <= state->colours && !nonogram_repair_exhausted(state);
         value++) {
        if (value == before)
            continue;
        nonogram_repair_set(state, cell, (uint8_t)value);
        assert(cost_of(state, cell) <= left);
        if (extend(state, out, left - cost_of(state, cell)))
            return true;
        nonogram_repair_set(state, cell, before);
    }
    return false;
}

/* Extends the set of changes; `left` more cells may change, but none that is marked in out. */
static bool extend(struct nonogram_repair_state *state, bool *out, unsigned left) {
    enum nonogram_good good = nonogram_repair_glance(state);
    if (good == NONOGRAM_GOOD)
        return true;
    if (left == 0 || good == NONOGRAM_UNDECIDED)
        return false;
    size_t *list = mem_new(state->cells, sizeof *list);
    size_t count = list_cells(state, list), tried = 0;
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        if (out[list[i]] || cost_of(state, list[i]) > left)
            continue;
        mark(state, out, list[i], true);
        list[tried++] = list[i];
        found = try_cell(state, out, list[i], left);
    }
    for (size_t i = 0; i < tried; i++)
        mark(state, out, list[i], false);
    free(list);
    return found;
}

bool nonogram_repair_exact(struct nonogram_repair_state *state, unsigned cells) {
    bool *out = mem_new(state->cells, sizeof *out);
    bool found = extend(state, out, cells);
    free(out);
    return found;
}

/* The fewest changes: all sets of changed cells of one size after the other. Each set is made in
 * only one order: at each step the cells that can matter (see
 * puzzles/nonogram/generate/repair_search.h) are tried one by one, and what was tried is left out
 * in the branches that follow. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/repair_search.h"

/* A witness is tested much faster than a picture is solved. */
enum { TESTS_FOR_A_LOOK = 100 };

bool nonogram_repair_worn_out(struct nonogram_repair_work *work) {
    bool worn = work->looked + work->tested / TESTS_FOR_A_LOOK >= work->looks_end ||
                !control_going(work->control);
    work->undecided = work->undecided || worn;
    return worn;
}

/* The cells that can matter now: in a line with an open cell. Of cells that mirror each other the
 * first; a set of them matters if any of them does. */
static size_t list_cells(const struct nonogram_repair_work *work, size_t *list) {
    bool *rows = mem_new(work->height, sizeof *rows), *columns = mem_new(work->width, sizeof(bool));
    bool *listed = mem_new(work->cells, sizeof *listed);
    size_t count = 0;
    for (size_t cell = 0; cell < work->cells; cell++)
        if (work->open[cell])
            rows[cell / work->width] = columns[cell % work->width] = true;
    /* Cells that are open themselves first: that is where the good changes are. */
    for (int open = 1; open >= 0; open--)
        for (size_t cell = 0; cell < work->cells; cell++) {
            size_t mirrors[NONOGRAM_MIRRORS];
            if (work->open[cell] != open || listed[cell] ||
                !(rows[cell / work->width] || columns[cell % work->width]))
                continue;
            unsigned alike =
                nonogram_mirrors(work->wish->symmetry, work->width, work->height, cell, mirrors);
            for (unsigned i = 0; i < alike; i++)
                listed[mirrors[i]] = true;
            list[count++] = cell;
        }
    free(rows);
    free(columns);
    free(listed);
    return count;
}

static unsigned cost_of(const struct nonogram_repair_work *work, size_t cell) {
    size_t mirrors[NONOGRAM_MIRRORS];
    return nonogram_mirrors(work->wish->symmetry, work->width, work->height, cell, mirrors);
}

static void mark(const struct nonogram_repair_work *work, bool *out, size_t cell, bool value) {
    size_t mirrors[NONOGRAM_MIRRORS];
    unsigned count =
        nonogram_mirrors(work->wish->symmetry, work->width, work->height, cell, mirrors);
    for (unsigned i = 0; i < count; i++)
        out[mirrors[i]] = value;
}

static bool extend(struct nonogram_repair_work *work, bool *out, unsigned left);

/* All values for one cell. */
static bool try_cell(struct nonogram_repair_work *work, bool *out, size_t cell, unsigned left) {
    uint8_t before = work->picture[cell];
    for (unsigned value = 0; value <= work->colours && !nonogram_repair_worn_out(work); value++) {
        if (value == before)
            continue;
        nonogram_repair_set(work, cell, (uint8_t)value);
        if (extend(work, out, left - cost_of(work, cell)))
            return true;
        nonogram_repair_set(work, cell, before);
    }
    return false;
}

/* The picture has been changed; so many cells more may change. Cells that are out may not. */
static bool extend(struct nonogram_repair_work *work, bool *out, unsigned left) {
    enum nonogram_good good = nonogram_repair_glance(work);
    if (good == NONOGRAM_GOOD)
        return true;
    if (left == 0 || good == NONOGRAM_UNDECIDED)
        return false;
    size_t *list = mem_new(work->cells, sizeof *list);
    size_t count = list_cells(work, list), tried = 0;
    bool found = false;
    for (size_t i = 0; i < count && !found; i++) {
        if (out[list[i]] || cost_of(work, list[i]) > left)
            continue;
        mark(work, out, list[i], true);
        list[tried++] = list[i];
        found = try_cell(work, out, list[i], left);
    }
    for (size_t i = 0; i < tried; i++)
        mark(work, out, list[i], false);
    free(list);
    return found;
}

bool nonogram_repair_exact(struct nonogram_repair_work *work, unsigned cells) {
    bool *out = mem_new(work->cells, sizeof *out);
    bool found = extend(work, out, cells);
    free(out);
    return found;
}

#include "puzzles/nonogram/explain/probe.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/solver.h"

/* The step of a supposition, which no line made. */
#define NO_STEP UINT32_MAX

struct nonogram_probe *nonogram_probe_new(const struct nonogram_puzzle *puzzle,
                                          const uint8_t *cells, qd_control *control) {
    struct nonogram_probe *probe = MEM_NEW(struct nonogram_probe);
    size_t count = (size_t)puzzle->width * puzzle->height;
    unsigned lines = nonogram_line_count(puzzle);
    uint32_t all = (uint32_t)((UINT64_C(2) << puzzle->colours) - 1);
    probe->puzzle = puzzle;
    probe->control = control;
    probe->sets = mem_new(count, sizeof *probe->sets);
    probe->buffer = mem_new(lines, sizeof *probe->buffer);
    probe->now = mem_new(lines, sizeof *probe->now);
    probe->next = mem_new(lines, sizeof *probe->next);
    probe->queued = mem_new(lines, sizeof *probe->queued);
    for (size_t i = 0; i < count; i++)
        probe->sets[i] = cells[i] == NONOGRAM_UNKNOWN ? all : UINT32_C(1) << cells[i];
    return probe;
}

void nonogram_probe_free(struct nonogram_probe *probe) {
    if (!probe)
        return;
    free(probe->sets);
    free(probe->buffer);
    free(probe->trail);
    free(probe->steps);
    free(probe->now);
    free(probe->next);
    free(probe->queued);
    free(probe);
}

/* Where the cells of a line are. */
struct cells {
    size_t first, stride;
    unsigned length;
};

static struct cells cells_of(const struct nonogram_puzzle *puzzle, unsigned line) {
    bool row = line < puzzle->height;
    return (struct cells){.first = row ? (size_t)line * puzzle->width : line - puzzle->height,
                          .stride = row ? 1 : puzzle->width,
                          .length = row ? puzzle->width : puzzle->height};
}

uint32_t nonogram_probe_set(const struct nonogram_probe *probe, unsigned row, unsigned column) {
    return probe->sets[(size_t)row * probe->puzzle->width + column];
}

static void change(struct nonogram_probe *probe, size_t cell, uint32_t set, unsigned step) {
    assert(set != 0 && (set & ~probe->sets[cell]) == 0);
    probe->trail = mem_grow(probe->trail, probe->changes, &probe->trail_room, sizeof *probe->trail);
    probe->trail[probe->changes++] =
        (struct nonogram_probe_change){.cell = cell, .was = probe->sets[cell], .step = step};
    probe->sets[cell] = set;
}

void nonogram_probe_enqueue(struct nonogram_probe *probe, unsigned line) {
    assert(line < nonogram_line_count(probe->puzzle));
    if (probe->queued[line])
        return;
    probe->queued[line] = true;
    probe->next[probe->next_count++] = line;
}

void nonogram_probe_assume(struct nonogram_probe *probe, unsigned row, unsigned column,
                           uint8_t value) {
    change(probe, (size_t)row * probe->puzzle->width + column, UINT32_C(1) << value, NO_STEP);
}

bool nonogram_probe_possible(struct nonogram_probe *probe, unsigned line) {
    struct cells cells = cells_of(probe->puzzle, line);
    assert(line < nonogram_line_count(probe->puzzle));
    for (unsigned i = 0; i < cells.length; i++)
        probe->buffer[i] = probe->sets[cells.first + i * cells.stride];
    control_spend(probe->control, 1);
    return nonogram_line_solve(nonogram_line_at(probe->puzzle, line), probe->buffer, cells.length);
}

bool nonogram_probe_look(struct nonogram_probe *probe, unsigned line) {
    struct cells cells = cells_of(probe->puzzle, line);
    unsigned crossing = line < probe->puzzle->height ? probe->puzzle->height : 0;
    size_t before = probe->changes;
    if (!nonogram_probe_possible(probe, line))
        return false;
    for (unsigned i = 0; i < cells.length; i++) {
        size_t cell = cells.first + i * cells.stride;
        if (probe->buffer[i] == probe->sets[cell])
            continue;
        change(probe, cell, probe->buffer[i], (unsigned)probe->step_count);
        nonogram_probe_enqueue(probe, crossing + i);
    }
    if (probe->changes > before) {
        probe->steps =
            mem_grow(probe->steps, probe->step_count, &probe->step_room, sizeof *probe->steps);
        probe->steps[probe->step_count++] = line;
    }
    return true;
}

static void empty_queue(struct nonogram_probe *probe) {
    for (unsigned i = 0; i < probe->next_count; i++)
        probe->queued[probe->next[i]] = false;
    probe->next_count = 0;
}

void nonogram_probe_undo(struct nonogram_probe *probe) {
    while (probe->changes > 0) {
        const struct nonogram_probe_change *last = &probe->trail[--probe->changes];
        probe->sets[last->cell] = last->was;
    }
    probe->step_count = 0;
    empty_queue(probe);
}

bool nonogram_probe_next_round(struct nonogram_probe *probe) {
    unsigned *done = probe->now;
    probe->now = probe->next;
    probe->now_count = probe->next_count;
    probe->next = done;
    for (unsigned i = 0; i < probe->now_count; i++)
        probe->queued[probe->now[i]] = false;
    probe->next_count = 0;
    return probe->now_count > 0;
}

/* The kernel itself. Place i is the border before cell i. From left to right, for each clue, the
 * places where it can start given what is before it (`starts`) and where the line can go on behind
 * it (`done`); then from right to left the same, keeping only starts that fit from both sides. */
#ifndef NONOGRAM_KERNEL_LINE_H
#define NONOGRAM_KERNEL_LINE_H

#include "nonogram_kernel.h"
#include "nonogram_kernel_bits.h"

/* Where a clue may start if all before it ends at one of these places. */
static inline struct cells starts_after(const struct nonogram_clue *clues, unsigned number,
                                        struct cells done, struct cells empty) {
    bool apart = number > 0 && clues[number].colour == clues[number - 1].colour;
    return apart ? cells_up(cells_and(done, empty), 1) : done;
}

/* Where a clue may end if all behind it begins at one of these places. */
static inline struct cells ends_before(const struct nonogram_kernel_line *line, unsigned number,
                                       struct cells rest, struct cells empty) {
    bool apart =
        number + 1 < line->count && line->clues[number].colour == line->clues[number + 1].colour;
    return apart ? cells_and(cells_down(rest, 1), empty) : rest;
}

static inline struct cells clue_starts(const struct nonogram_kernel_line *line, unsigned number,
                                       struct cells done, struct cells empty, const uint64_t *can) {
    const struct nonogram_clue *clue = &line->clues[number];
    struct cells own = cells_load(can + (size_t)clue->colour * KERNEL_WORDS);
    return cells_and(starts_after(line->clues, number, done, empty), cells_runs(own, clue->length));
}

static inline bool kernel_feasible(const struct nonogram_kernel_line *line, const uint64_t *can) {
    struct cells empty = cells_load(can);
    struct cells done = cells_flow_up(cells_one(0), empty);
    for (unsigned i = 0; i < line->count; i++) {
        struct cells starts = clue_starts(line, i, done, empty, can);
        done = cells_flow_up(cells_up(starts, line->clues[i].length), empty);
    }
    return cells_has(done, line->length);
}

/* Fills scratch with, for each clue, its starts from the left and the places done before it; last
 * the places done behind all. Returns false if the end is not reached. */
static inline bool pass_right(const struct nonogram_kernel_line *line, const uint64_t *can,
                              uint64_t *scratch) {
    struct cells empty = cells_load(can);
    struct cells done = cells_flow_up(cells_one(0), empty);
    for (unsigned i = 0; i < line->count; i++) {
        struct cells starts = clue_starts(line, i, done, empty, can);
        cells_store(scratch + (size_t)2 * i * KERNEL_WORDS, done);
        cells_store(scratch + (size_t)(2 * i + 1) * KERNEL_WORDS, starts);
        done = cells_flow_up(cells_up(starts, line->clues[i].length), empty);
    }
    cells_store(scratch + (size_t)2 * line->count * KERNEL_WORDS, done);
    return cells_has(done, line->length);
}

/* Adds what the arrangements have to found: a set for each colour, all empty at first. */
static inline void pass_left(const struct nonogram_kernel_line *line, const uint64_t *can,
                             const uint64_t *scratch, uint64_t *found) {
    struct cells empty = cells_load(can);
    struct cells rest = cells_flow_down(cells_one(line->length), empty);
    struct cells gaps = {{0}};
    for (unsigned i = line->count;; i--) {
        struct cells done = cells_load(scratch + (size_t)2 * i * KERNEL_WORDS);
        gaps = cells_or(gaps, cells_and(done, cells_down(rest, 1)));
        if (i == 0)
            break;
        const struct nonogram_clue *clue = &line->clues[i - 1];
        struct cells ends = ends_before(line, i - 1, rest, empty);
        struct cells starts = cells_load(scratch + (size_t)(2 * i - 1) * KERNEL_WORDS);
        starts = cells_and(starts, cells_down(ends, clue->length));
        uint64_t *own = found + (size_t)clue->colour * KERNEL_WORDS;
        cells_store(own, cells_or(cells_load(own), cells_spread(starts, clue->length)));
        rest = cells_flow_down(starts, empty);
    }
    cells_store(found, cells_and(gaps, empty));
}

static inline bool kernel_narrow(const struct nonogram_kernel_line *line, unsigned colours,
                                 uint64_t *can, uint64_t *scratch) {
    if (!pass_right(line, can, scratch))
        return false;
    uint64_t *found = scratch + (size_t)(2 * line->count + 1) * KERNEL_WORDS;
    for (size_t i = 0; i < (size_t)colours * KERNEL_WORDS; i++)
        found[i] = 0;
    pass_left(line, can, scratch, found);
    for (size_t i = 0; i < (size_t)colours * KERNEL_WORDS; i++)
        can[i] = found[i];
    return true;
}

/* Defines the kernel of this many words under a name. */
#define DEFINE_KERNEL(name)                                                                        \
    static bool narrow(const struct nonogram_kernel_line *line, unsigned colours, uint64_t *can,   \
                       uint64_t *scratch) {                                                        \
        return kernel_narrow(line, colours, can, scratch);                                         \
    }                                                                                              \
    static bool feasible(const struct nonogram_kernel_line *line, const uint64_t *can) {           \
        return kernel_feasible(line, can);                                                         \
    }                                                                                              \
    const struct nonogram_kernel name = {                                                          \
        .words = KERNEL_WORDS, .narrow = narrow, .feasible = feasible}

#endif

/* The kernel itself. Place i is the border before cell i. A pass from left to right finds, for each
 * clue, the places where it can start given what is before it (`starts`) and where the line can go
 * on after it (`done`); a pass from right to left then keeps the starts that fit from both sides.
 */
#ifndef PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_LINE_H
#define PUZZLES_NONOGRAM_SOLVE_LINE_KERNEL_LINE_H

#include <string.h>

#include "puzzles/nonogram/solve/line_kernel.h"
#include "puzzles/nonogram/solve/line_kernel_bits.h"

/* Not inlined, so that each gets all registers. */
#define KERNEL_APART __attribute__((noinline)) static
/* Compiled twice: for lines of one colour, and for lines of several. */
#define KERNEL_INLINE __attribute__((always_inline)) static inline

/* For each kind: where its runs can start, and the starts that fit from both sides. */
struct kind_sets {
    struct cells runs, starts;
};

/* For each clue: the places where what is before it can end, and its starts from the left. */
struct pass {
    struct cells done, starts;
};

/* The scratch memory; there is one more pass than there are clues. */
struct work {
    struct kind_sets *kinds;
    struct pass *passes;
};

static inline struct work work_in(const struct nonogram_kernel_line *line, uint64_t *scratch) {
    struct kind_sets *kinds = (struct kind_sets *)(void *)scratch;
    return (struct work){kinds, (struct pass *)(void *)(kinds + line->kinds)};
}

/* Finds where the runs of each kind can start; a longer run only starts where a shorter one can. */
static inline void find_runs(const struct nonogram_kernel_line *line, const uint64_t *can,
                             struct kind_sets *sets) {
    const struct nonogram_kernel_kind *kind = line->kind, *end = kind + line->kinds;
    struct cells set = {{0}};
    for (; kind < end; kind++, sets++) {
        if (kind->first)
            set = cells_load(can + (size_t)kind->colour * KERNEL_WORDS);
        if (kind->more == 1)
            set = cells_and(set, cells_down(set, 1));
        else if (kind->more > 1)
            set = cells_runs(set, kind->length - kind->more, kind->length);
        *sets = (struct kind_sets){.runs = set};
    }
}

/* Where a clue can start if what is before it ends at one of these places. */
static inline struct cells starts_after(struct cells done, struct cells empty, bool apart) {
    return apart ? cells_up(cells_and(done, empty), 1) : done;
}

KERNEL_INLINE bool kernel_feasible(const struct nonogram_kernel_line *line, const uint64_t *can,
                                   struct kind_sets *sets, bool plain) {
    const struct nonogram_kernel_clue *clue = line->clues, *end = clue + line->count;
    struct cells empty = cells_load(can);
    struct cells done = cells_flow_up(cells_one(0), empty), next = done;
    find_runs(line, can, sets);
    for (; clue < end; clue++) {
        struct cells starts = plain ? next : starts_after(done, empty, clue->apart);
        starts = cells_and(starts, sets[clue->kind].runs);
        if (cells_empty(starts))
            return false;
        done = cells_flow_up(cells_up(starts, clue->length), empty);
        next = starts_after(done, empty, true);
    }
    return cells_has(done, line->length);
}

/* Returns false if the end is not reached. */
KERNEL_INLINE bool pass_right(const struct nonogram_kernel_line *line, struct cells empty,
                              const struct work *work, bool plain) {
    const struct nonogram_kernel_clue *clue = line->clues, *end = clue + line->count;
    struct cells done = cells_flow_up(cells_one(0), empty), next = done;
    struct pass *pass = work->passes;
    for (; clue < end; clue++, pass++) {
        struct cells starts = plain ? next : starts_after(done, empty, clue->apart);
        starts = cells_and(starts, work->kinds[clue->kind].runs);
        pass->done = done;
        pass->starts = starts;
        done = cells_flow_up(cells_up(starts, clue->length), empty);
        next = starts_after(done, empty, true);
    }
    pass->done = done;
    return cells_has(done, line->length);
}

/* Adds the starts of each kind that fit from both sides. Returns the cells that can be empty. */
KERNEL_INLINE struct cells pass_left(const struct nonogram_kernel_line *line, struct cells empty,
                                     const struct work *work, bool plain) {
    const struct nonogram_kernel_clue *clue = line->clues + line->count;
    const struct pass *pass = work->passes + line->count;
    struct way_down way = cells_way_down(empty);
    struct cells rest = cells_flow_down(cells_one(line->length), &way), ends = rest;
    struct cells gaps = cells_and(pass->done, cells_down(rest, 1));
    while (clue-- > line->clues) {
        struct cells starts = cells_and((--pass)->starts, cells_down(ends, clue->length));
        struct cells *fit = &work->kinds[clue->kind].starts;
        *fit = cells_or(*fit, starts);
        rest = cells_flow_down(starts, &way);
        struct cells before = cells_down(rest, 1);
        gaps = cells_or(gaps, cells_and(pass->done, before));
        ends = plain || clue->apart ? cells_and(before, empty) : rest;
    }
    return cells_and(gaps, empty);
}

/* The cells that the runs from those starts cover, by colour. From the longest kind of a colour to
 * the shortest: a longer run is a shorter one and the cells that it has more. */
static inline void cover(const struct nonogram_kernel_line *line, const struct kind_sets *sets,
                         uint64_t *found) {
    const struct nonogram_kernel_kind *kind = line->kind + line->kinds;
    struct cells set = {{0}};
    for (sets += line->kinds; kind-- > line->kind;) {
        set = cells_or(set, (--sets)->starts);
        if (kind->more == 1)
            set = cells_or(set, cells_up(set, 1));
        else if (kind->more > 1)
            set = cells_spread(set, kind->more + 1U);
        if (kind->first) {
            cells_store(found + (size_t)kind->colour * KERNEL_WORDS, set);
            set = (struct cells){{0}};
        }
    }
}

static inline void clear(uint64_t *found, unsigned colours) {
    if (colours == 2) /* faster than a call of memset */
        cells_store(found + KERNEL_WORDS, (struct cells){{0}});
    else
        memset(found, 0, (size_t)colours * KERNEL_WORDS * sizeof *found);
}

KERNEL_INLINE bool kernel_narrow(const struct nonogram_kernel_line *line, unsigned colours,
                                 const uint64_t *can, uint64_t *found, uint64_t *scratch,
                                 bool plain) {
    struct work work = work_in(line, scratch);
    struct cells empty = cells_load(can);
    find_runs(line, can, work.kinds);
    if (!pass_right(line, empty, &work, plain))
        return false;
    clear(found, colours);
    cells_store(found, pass_left(line, empty, &work, plain));
    cover(line, work.kinds, found);
    return true;
}

/* Lines of one colour, and the others. */
KERNEL_APART bool narrow_plain(const struct nonogram_kernel_line *line, const uint64_t *can,
                               uint64_t *found, uint64_t *scratch) {
    return kernel_narrow(line, 2, can, found, scratch, true);
}

KERNEL_APART bool narrow_colours(const struct nonogram_kernel_line *line, unsigned colours,
                                 const uint64_t *can, uint64_t *found, uint64_t *scratch) {
    return kernel_narrow(line, colours, can, found, scratch, false);
}

static bool narrow(const struct nonogram_kernel_line *line, unsigned colours, const uint64_t *can,
                   uint64_t *found, uint64_t *scratch) {
    if (!line->fits)
        return false;
    return line->plain && colours == 2 ? narrow_plain(line, can, found, scratch)
                                       : narrow_colours(line, colours, can, found, scratch);
}

static bool feasible(const struct nonogram_kernel_line *line, const uint64_t *can,
                     uint64_t *scratch) {
    struct kind_sets *sets = (struct kind_sets *)(void *)scratch;
    if (!line->fits)
        return false;
    return line->plain ? kernel_feasible(line, can, sets, true)
                       : kernel_feasible(line, can, sets, false);
}

/* Defines the kernel of this many words under a name. */
#define DEFINE_KERNEL(name)                                                                        \
    const struct nonogram_kernel name = {                                                          \
        .words = KERNEL_WORDS, .narrow = narrow, .feasible = feasible}

#endif

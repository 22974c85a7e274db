/* Why a line says what it says. The kernel is so fast that the reason is found by trying: leave an
 * atom out and see whether the line still says it. Late atoms are left out first, so that reasons
 * are made of early ones. */
#include <limits.h>
#include <string.h>

#include "nonogram_engine.h"

static unsigned colour_of(uint64_t held) {
    return (unsigned)(held >> 16 & 0xffff);
}
static unsigned place_of(uint64_t held) {
    return (unsigned)(held & 0xffff);
}
static uint32_t when_of(uint64_t held) {
    return (uint32_t)(held >> 32);
}

/* The sets of the line, in which atoms are left out for a trial. */
struct trial {
    struct engine *engine;
    const struct nonogram_kernel *kernel;
    const struct nonogram_kernel_line *clues;
    unsigned own; /* the place of the cell that is explained: its atoms are no part of the reason */
};

#define NO_PLACE UINT_MAX

/* Lets the cell have the colour if it could not, and the other way round. */
static void turn(const struct trial *trial, uint64_t held) {
    unsigned place = place_of(held);
    size_t set = (size_t)colour_of(held) * trial->kernel->words;
    if (place != trial->own)
        trial->engine->trial[set + place / 64] ^= UINT64_C(1) << place % 64;
}

/* Leaves out so many atoms, from the last one of the list. Returns false, and changes nothing, if
 * the line does not say it without them. */
static bool leave_out(const struct trial *trial, const uint64_t *last, size_t count) {
    for (size_t i = 0; i < count; i++)
        turn(trial, *(last - i));
    if (!trial->kernel->feasible(trial->clues, trial->engine->trial))
        return true;
    for (size_t i = 0; i < count; i++)
        turn(trial, *(last - i));
    return false;
}

static void keep(const struct trial *trial, unsigned line, uint64_t held, struct atom_list *out) {
    uint32_t cell = engine_cell(trial->engine, line, place_of(held));
    if (place_of(held) != trial->own)
        atom_list_add(out, atom_of(trial->engine, cell, colour_of(held)));
}

/* Adds those of the atoms first .. end - 1 to out that cannot be left out. Strides grow while atoms
 * can be left out, and shrink when they cannot. */
static void shrink(const struct trial *trial, unsigned line, const uint64_t *first,
                   const uint64_t *end, struct atom_list *out) {
    bool shrinks = (trial->engine->without & NONOGRAM_PART_SHRINKING) == 0;
    size_t stride = 1;
    while (end > first) {
        size_t left = (size_t)(end - first);
        stride = stride < left ? stride : left;
        if (shrinks && leave_out(trial, end - 1, stride)) {
            end -= stride;
            stride *= 2;
        } else if (stride > 1) {
            stride = (stride + 1) / 2;
        } else {
            keep(trial, line, *--end, out);
        }
    }
}

/* The line rules the atom's colour out: with it in the cell, and no other, nothing must fit. */
static void suppose(struct trial *trial, unsigned line, uint32_t atom) {
    const struct engine *engine = trial->engine;
    uint32_t cell = atom_cell(engine, atom);
    unsigned place = line < engine->height ? engine->column[cell] : engine->row[cell];
    uint64_t *word = engine->trial + place / 64, bit = UINT64_C(1) << place % 64;
    for (unsigned colour = 0; colour < engine->colours; colour++, word += trial->kernel->words)
        *word = colour == atom_colour(engine, atom) ? *word | bit : *word & ~bit;
    trial->own = place;
}

/* The atoms that a reason is made of are those above level 0 that came to hold before it; later
 * ones are open in the trial. */
void engine_explain_line(struct engine *engine, unsigned line, uint32_t atom, uint32_t before,
                         struct atom_list *out) {
    struct trial trial = {engine, engine_kernel(engine, line), &engine->lines[line], NO_PLACE};
    const uint64_t *first = engine_held(engine, line), *end = first + engine->held_count[line];
    uint32_t certain = engine->level_start.count > 0 ? engine->level_start.atom[0] : NEVER;
    memcpy(engine->trial, engine_can(engine, line, 0),
           (size_t)engine->colours * trial.kernel->words * sizeof(uint64_t));
    for (; end > first && when_of(*(end - 1)) >= before; end--)
        turn(&trial, *(end - 1));
    while (first < end && when_of(*first) < certain)
        first++;
    if (atom != NO_ATOM)
        suppose(&trial, line, atom);
    shrink(&trial, line, first, end, out);
}

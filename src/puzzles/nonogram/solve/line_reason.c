/* Why a line says what it says. The kernel is so fast that the reason is found by trying: leave an
 * atom out and see whether the line still says it. Late atoms are left out first, so that reasons
 * are made of early ones. */
#include <limits.h>
#include <stdint.h>

#include "puzzles/nonogram/solve/engine.h"

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
    const struct engine_line *line;
    uint64_t *sets;
    unsigned words;
    unsigned own; /* the place of the cell that is explained: its atoms are no part of the reason */
};

#define NO_PLACE UINT_MAX

/* Lets the cell have the colour if it could not, and the other way round. */
static void turn(const struct trial *trial, uint64_t held) {
    unsigned place = place_of(held);
    assert(place < trial->line->clues.length);
    assert(colour_of(held) < trial->engine->colours);
    if (place != trial->own)
        trial->sets[colour_of(held) * trial->words + place / 64] ^= UINT64_C(1) << place % 64;
}

/* Leaves out so many atoms, from the last one of the list. Returns false, and changes nothing, if
 * the line does not say it without them. */
static bool leave_out(const struct trial *trial, const uint64_t *last, size_t count) {
    assert(count > 0);
    for (size_t i = 0; i < count; i++)
        turn(trial, *(last - i));
    const struct engine_line *line = trial->line;
    if (!line->kernel->feasible(&line->clues, trial->sets, trial->engine->scratch))
        return true;
    for (size_t i = 0; i < count; i++)
        turn(trial, *(last - i));
    return false;
}

static void keep(const struct trial *trial, uint64_t held, struct atom_list *out) {
    uint32_t cell = trial->line->first_cell + place_of(held) * trial->line->step;
    if (place_of(held) != trial->own)
        atom_list_add(out, atom_of(trial->engine, cell, colour_of(held)));
}

/* Adds those of the atoms first .. end - 1 to out that cannot be left out. Strides grow while atoms
 * can be left out, and shrink when they cannot; then one of the last `within` is needed. */
static void shrink(const struct trial *trial, const uint64_t *first, const uint64_t *end,
                   struct atom_list *out) {
    bool shrinks = (trial->engine->without & NONOGRAM_PART_SHRINKING) == 0;
    size_t stride = 2, within = shrinks ? SIZE_MAX : 1;
    while (end > first) {
        size_t left = (size_t)(end - first);
        if (within == 1) {
            keep(trial, *--end, out);
            within = shrinks ? SIZE_MAX : 1;
            stride = 2;
            continue;
        }
        size_t most = within - 1 < left ? within - 1 : left;
        stride = stride < most ? stride : most;
        if (leave_out(trial, end - 1, stride)) {
            end -= stride;
            within -= within == SIZE_MAX ? 0 : stride;
            stride = within == SIZE_MAX ? 2 * stride : within / 2;
        } else {
            within = stride;
            stride = within / 2;
        }
    }
}

/* The line rules the atom's colour out: with it in the cell, and no other, nothing must fit. */
static void suppose(struct trial *trial, uint32_t atom) {
    const struct engine *engine = trial->engine;
    unsigned place = (atom_cell(engine, atom) - trial->line->first_cell) / trial->line->step;
    assert(place < trial->line->clues.length);
    assert(trial->line->first_cell + place * trial->line->step == atom_cell(engine, atom));
    uint64_t *word = trial->sets + place / 64, bit = UINT64_C(1) << place % 64;
    for (unsigned colour = 0; colour < engine->colours; colour++, word += trial->words)
        *word = colour == atom_colour(engine, atom) ? *word | bit : *word & ~bit;
    trial->own = place;
}

/* The atoms that a reason is made of are those above level 0 that came to hold before it; later
 * ones are open in the trial. */
void engine_explain_line(struct engine *engine, unsigned number, uint32_t atom, uint32_t before,
                         struct atom_list *out) {
    const struct engine_line *line = &engine->lines[number];
    struct trial trial = {engine, line, engine->trial, line->kernel->words, NO_PLACE};
    assert(number < engine->line_count);
    if (line->held_count == 0) /* at level 0 nothing is noted: it follows from the clues alone */
        return;
    const uint64_t *first = line->held, *end = first + line->held_count;
    for (unsigned i = 0; i < engine->colours * trial.words; i++)
        trial.sets[i] = line->can[i];
    for (; end > first && when_of(*(end - 1)) >= before; end--)
        turn(&trial, *(end - 1));
    if (atom != NO_ATOM)
        suppose(&trial, atom);
    assert(!line->kernel->feasible(&line->clues, trial.sets, engine->scratch)); /* that is why */
    shrink(&trial, first, end, out);
}

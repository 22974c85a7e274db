/* Why a line makes a literal false. The kernel is so fast that trial and error will do: drop a
 * literal and see whether the line still implies it. Late literals are dropped first, so that
 * reasons are made of early ones. */
#include <limits.h>
#include <stdint.h>

#include "puzzles/nonogram/solve/engine.h"

static unsigned colour_of(uint64_t held) {
    return (unsigned)(held >> 16 & 0xffff);
}
static unsigned place_of(uint64_t held) {
    return (unsigned)(held & 0xffff);
}
static uint32_t trail_of(uint64_t held) {
    return (uint32_t)(held >> 32);
}

/* The sets of the line, from which literals are dropped for a trial. */
struct trial {
    struct engine *engine;
    const struct engine_line *line;
    uint64_t *sets;
    unsigned words;
    unsigned own; /* the place of the explained cell, whose literals are not part of the reason */
};

#define NO_PLACE UINT_MAX

/* Lets the cell have the colour if it could not, and the other way round. */
static void toggle(const struct trial *trial, uint64_t held) {
    unsigned place = place_of(held);
    assert(place < trial->line->clues.length);
    assert(colour_of(held) < trial->engine->colours);
    if (place != trial->own)
        trial->sets[colour_of(held) * trial->words + place / 64] ^= UINT64_C(1) << place % 64;
}

/* Drops `count` literals, from `last` downwards. Returns false, and changes nothing, if the line
 * does not imply it without them. */
static bool drop(const struct trial *trial, const uint64_t *last, size_t count) {
    assert(count > 0);
    for (size_t i = 0; i < count; i++)
        toggle(trial, *(last - i));
    const struct engine_line *line = trial->line;
    if (!line->kernel->feasible(&line->clues, trial->sets, trial->engine->scratch))
        return true;
    for (size_t i = 0; i < count; i++)
        toggle(trial, *(last - i));
    return false;
}

static void keep(const struct trial *trial, uint64_t held, struct stack *out) {
    uint32_t cell = trial->line->first_cell + place_of(held) * trial->line->step;
    if (place_of(held) != trial->own)
        stack_push(out, literal_of(trial->engine, cell, colour_of(held)));
}

/* Pushes those of the literals first .. end - 1 onto out that cannot be dropped. Strides grow while
 * literals can be dropped, and shrink when they cannot: then one of the last `within` is needed. */
static void shrink(const struct trial *trial, const uint64_t *first, const uint64_t *end,
                   struct stack *out) {
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
        if (drop(trial, end - 1, stride)) {
            end -= stride;
            within -= within == SIZE_MAX ? 0 : stride;
            stride = within == SIZE_MAX ? 2 * stride : within / 2;
        } else {
            within = stride;
            stride = within / 2;
        }
    }
}

/* Gives the cell the literal's colour and no other: then nothing must fit. */
static void suppose(struct trial *trial, uint32_t literal) {
    const struct engine *engine = trial->engine;
    unsigned place = (literal_cell(engine, literal) - trial->line->first_cell) / trial->line->step;
    assert(place < trial->line->clues.length);
    assert(trial->line->first_cell + place * trial->line->step == literal_cell(engine, literal));
    uint64_t *word = trial->sets + place / 64, bit = UINT64_C(1) << place % 64;
    for (unsigned colour = 0; colour < engine->colours; colour++, word += trial->words)
        *word = colour == literal_colour(engine, literal) ? *word | bit : *word & ~bit;
    trial->own = place;
}

/* A reason is made of literals above level 0 that were false before; later ones are unassigned in
 * the trial. */
void engine_explain_line(struct engine *engine, unsigned number, uint32_t literal, uint32_t before,
                         struct stack *out) {
    const struct engine_line *line = &engine->lines[number];
    struct trial trial = {engine, line, engine->trial, line->kernel->words, NO_PLACE};
    assert(number < engine->line_count);
    if (line->assigned_count == 0) /* it follows from level 0 alone */
        return;
    const uint64_t *first = line->assigned, *end = first + line->assigned_count;
    for (unsigned i = 0; i < engine->colours * trial.words; i++)
        trial.sets[i] = line->can[i];
    for (; end > first && trail_of(*(end - 1)) >= before; end--)
        toggle(&trial, *(end - 1));
    if (literal != NO_LITERAL)
        suppose(&trial, literal);
    assert(!line->kernel->feasible(&line->clues, trial.sets, engine->scratch)); /* that is why */
    shrink(&trial, first, end, out);
}

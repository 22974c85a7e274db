/* Why a line says what it says. The kernel is so fast that the reason is found by trying: leave an
 * atom out and see whether the line still says it. Late atoms are left out first, so that reasons
 * are made of early ones. */
#include <stdlib.h>
#include <string.h>

#include "nonogram_engine.h"

/* An atom of the line in one word: when it came to hold, its colour, its place in the line. So a
 * list of them is sorted by time as plain numbers. */
static uint64_t pack(uint32_t when, unsigned colour, unsigned place) {
    return (uint64_t)when << 32 | (uint64_t)colour << 16 | place;
}
static unsigned colour_of(uint64_t packed) {
    return (unsigned)(packed >> 16 & 0xffff);
}
static unsigned place_of(uint64_t packed) {
    return (unsigned)(packed & 0xffff);
}

/* Lets the cell have the colour in the trial if it could not, and the other way round. */
static void turn(struct engine *engine, unsigned words, uint64_t packed) {
    unsigned place = place_of(packed);
    engine->trial[(size_t)colour_of(packed) * words + place / 64] ^= UINT64_C(1) << place % 64;
}

static void set_trial(struct engine *engine, unsigned words, unsigned place, unsigned colour,
                      bool value) {
    uint64_t *word = &engine->trial[(size_t)colour * words + place / 64];
    uint64_t bit = UINT64_C(1) << place % 64;
    *word = value ? *word | bit : *word & ~bit;
}

/* Puts an atom among those collected: the latest first. Insertion sort: the lists are short. */
static void insert(uint64_t *list, size_t count, uint64_t packed) {
    for (; count > 0 && list[count - 1] < packed; count--)
        list[count] = list[count - 1];
    list[count] = packed;
}

/* The atoms of a colour that hold, above level 0, from before a place of the trail: they are what a
 * reason is made of. The later ones become open in the trial. Returns how many there are. */
static size_t collect(struct engine *engine, unsigned line, unsigned colour, uint32_t before,
                      size_t count) {
    unsigned words = engine_kernel(engine, line)->words, length = engine->lines[line].length;
    const uint64_t *can = engine_can(engine, line, colour);
    uint32_t certain = engine->level_start.count > 0 ? engine->level_start.atom[0] : NEVER;
    for (unsigned word = 0; word * 64 < length; word++) {
        uint64_t cannot = ~can[word];
        if (length - word * 64 < 64)
            cannot &= (UINT64_C(1) << length % 64) - 1;
        for (; cannot != 0; cannot &= cannot - 1) {
            unsigned place = word * 64 + (unsigned)__builtin_ctzll(cannot);
            uint32_t cell = engine_cell(engine, line, place);
            uint32_t when = engine->atoms[atom_of(engine, cell, colour)].when;
            if (when < certain)
                continue;
            uint64_t packed = pack(when, colour, place);
            if (when < before)
                insert(engine->late_first, count++, packed);
            else
                turn(engine, words, packed);
        }
    }
    return count;
}

/* The line rules the atom's colour out: with it in the cell, and no other, nothing must fit. The
 * cell's own atoms are then no part of the reason. Returns how many atoms are left. */
static size_t suppose(struct engine *engine, unsigned line, uint32_t atom, size_t count) {
    unsigned words = engine_kernel(engine, line)->words, left = 0;
    uint32_t cell = atom_cell(engine, atom);
    unsigned place = line < engine->height ? engine->column[cell] : engine->row[cell];
    for (size_t i = 0; i < count; i++)
        if (place_of(engine->late_first[i]) != place)
            engine->late_first[left++] = engine->late_first[i];
    for (unsigned colour = 0; colour < engine->colours; colour++)
        set_trial(engine, words, place, colour, colour == atom_colour(engine, atom));
    return left;
}

/* Leaves out so many atoms. Returns false, and changes nothing, if the line does not say it without
 * them. */
static bool leave_out(struct engine *engine, unsigned line, const uint64_t *list, size_t count) {
    const struct nonogram_kernel *kernel = engine_kernel(engine, line);
    for (size_t i = 0; i < count; i++)
        turn(engine, kernel->words, list[i]);
    if (!kernel->feasible(&engine->lines[line], engine->trial))
        return true;
    for (size_t i = 0; i < count; i++)
        turn(engine, kernel->words, list[i]);
    return false;
}

/* Strides grow while atoms can be left out, and shrink when they cannot. */
static void shrink(struct engine *engine, unsigned line, size_t count, struct atom_list *out) {
    const uint64_t *list = engine->late_first;
    bool shrinks = (engine->without & NONOGRAM_PART_SHRINKING) == 0;
    size_t stride = 1;
    for (size_t at = 0; at < count;) {
        stride = stride < count - at ? stride : count - at;
        if (shrinks && leave_out(engine, line, list + at, stride)) {
            at += stride;
            stride *= 2;
        } else if (stride > 1) {
            stride = (stride + 1) / 2;
        } else {
            uint32_t cell = engine_cell(engine, line, place_of(list[at]));
            atom_list_add(out, atom_of(engine, cell, colour_of(list[at++])));
        }
    }
}

void engine_explain_line(struct engine *engine, unsigned line, uint32_t atom, uint32_t before,
                         struct atom_list *out) {
    unsigned words = engine_kernel(engine, line)->words;
    size_t count = 0;
    memcpy(engine->trial, engine_can(engine, line, 0),
           (size_t)engine->colours * words * sizeof(uint64_t));
    for (unsigned colour = 0; colour < engine->colours; colour++)
        count = collect(engine, line, colour, before, count);
    if (atom != NO_ATOM)
        count = suppose(engine, line, atom, count);
    shrink(engine, line, count, out);
}

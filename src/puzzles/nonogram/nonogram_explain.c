/* Why a line says what it says. The kernel is so fast that the reason is found by trying: leave an
 * atom out and see whether the line still says it. Late atoms are left out first, so that reasons
 * are made of early ones. */
#include <stdlib.h>
#include <string.h>

#include "nonogram_engine.h"

static void set_bit(uint64_t *set, unsigned place, bool value) {
    uint64_t bit = UINT64_C(1) << place % 64;
    set[place / 64] = value ? set[place / 64] | bit : set[place / 64] & ~bit;
}

static unsigned place_in_line(const struct engine *engine, unsigned line, uint32_t cell) {
    return line < engine->height ? cell % engine->width : cell / engine->width;
}

static void trial_set(struct engine *engine, unsigned line, uint32_t atom, bool value) {
    unsigned place = place_in_line(engine, line, atom_cell(engine, atom));
    unsigned words = engine_kernel(engine, line)->words;
    set_bit(engine->trial + (size_t)atom_colour(engine, atom) * words, place, value);
}

/* The atoms of a line that hold, above level 0, from before a place of the trail: they are what a
 * reason is made of. The later ones become open in the trial. */
static void collect(struct engine *engine, unsigned line, uint32_t skip_cell, uint32_t before) {
    engine->reasons.count = 0;
    for (unsigned place = 0; place < engine->lines[line].length; place++) {
        uint32_t cell = engine_cell(engine, line, place);
        if (cell == skip_cell)
            continue;
        for (unsigned colour = 0; colour < engine->colours; colour++) {
            uint32_t atom = atom_of(engine, cell, colour);
            const struct atom *known = &engine->atoms[atom];
            if (known->when == NEVER || known->level == 0)
                continue;
            if (known->when < before)
                atom_list_add(&engine->reasons, atom);
            else
                trial_set(engine, line, atom, true);
        }
    }
}

/* The latest first. Insertion sort: the lists are short. */
static void sort_by_time(const struct engine *engine, struct atom_list *list) {
    for (size_t i = 1; i < list->count; i++) {
        uint32_t atom = list->atom[i], when = engine->atoms[atom].when;
        size_t at = i;
        for (; at > 0 && engine->atoms[list->atom[at - 1]].when < when; at--)
            list->atom[at] = list->atom[at - 1];
        list->atom[at] = atom;
    }
}

/* Leaves out so many atoms from a place of the list on. Returns false, and changes nothing, if the
 * line does not say it without them. */
static bool leave_out(struct engine *engine, unsigned line, size_t from, size_t count) {
    for (size_t i = from; i < from + count; i++)
        trial_set(engine, line, engine->reasons.atom[i], true);
    if (!engine_kernel(engine, line)->feasible(&engine->lines[line], engine->trial))
        return true;
    for (size_t i = from; i < from + count; i++)
        trial_set(engine, line, engine->reasons.atom[i], false);
    return false;
}

/* Strides grow while atoms can be left out, and shrink when they cannot. */
static void shrink(struct engine *engine, unsigned line, struct atom_list *out) {
    size_t stride = 1;
    for (size_t at = 0; at < engine->reasons.count;) {
        size_t left = engine->reasons.count - at;
        stride = stride < left ? stride : left;
        if (leave_out(engine, line, at, stride)) {
            at += stride;
            stride *= 2;
        } else if (stride > 1) {
            stride = (stride + 1) / 2;
        } else {
            atom_list_add(out, engine->reasons.atom[at++]);
        }
    }
}

void engine_explain_line(struct engine *engine, unsigned line, uint32_t atom, uint32_t before,
                         struct atom_list *out) {
    size_t sets = (size_t)engine->colours * engine_kernel(engine, line)->words;
    uint32_t cell = atom == NO_ATOM ? NEVER : atom_cell(engine, atom);
    memcpy(engine->trial, engine_can(engine, line, 0), sets * sizeof(uint64_t));
    collect(engine, line, cell, before);
    /* The line rules the colour out: with it in the cell, and no other, nothing must fit. */
    for (unsigned colour = 0; atom != NO_ATOM && colour < engine->colours; colour++)
        trial_set(engine, line, atom_of(engine, cell, colour), colour == atom_colour(engine, atom));
    sort_by_time(engine, &engine->reasons);
    shrink(engine, line, out);
}

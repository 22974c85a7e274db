/* Walks the whole state of an engine and asserts what the rest of it relies on. */
#include "puzzles/nonogram/solve/engine.h"

#ifndef NDEBUG

#include <stdlib.h>

#include "base/mem.h"

#define HEADER       (sizeof(struct nogood) / sizeof(uint32_t))
#define REASONS_EACH 7 /* of so many atoms one has its kept reasons tried: that asks the kernel */

/* ---- cells ---- */

static void check_cell(const struct engine *engine, uint32_t cell) {
    unsigned left = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        left += !atom_holds(engine, atom_of(engine, cell, colour));
    assert(left >= 1);
    assert(left == engine->left[cell]);
    for (unsigned colour = 0; colour < engine->colours; colour++) {
        uint8_t hold = engine->hold[atom_of(engine, cell, colour)];
        assert(hold == HOLDS || hold == (left == 1 ? REFUSED : OPEN));
    }
}

static void check_cells(const struct engine *engine) {
    unsigned open = 0;
    size_t holding = 0;
    for (uint32_t cell = 0; cell < engine->cell_count; cell++) {
        check_cell(engine, cell);
        open += engine->left[cell] > 1;
        holding += engine->colours - engine->left[cell];
        assert(engine->phase[cell] < engine->colours);
    }
    assert(open == engine->open_count);
    assert(holding == engine->trail.count);
}

/* ---- the trail ---- */

/* A reason holds before what follows from it. */
static void check_nogood_reason(const struct engine *engine, uint32_t atom) {
    const struct atom *known = &engine->atoms[atom];
    const struct nogood *nogood = engine_nogood(engine, known->reason - engine->line_count);
    assert(nogood->size >= 2);
    assert(atom_cell(engine, nogood->atom[0]) == atom_cell(engine, atom));
    assert(nogood->atom[0] != atom);
    for (uint32_t i = 1; i < nogood->size; i++) {
        const struct atom *why = &engine->atoms[nogood->atom[i]];
        assert(atom_holds(engine, nogood->atom[i]));
        assert(why->level == 0 || why->when < known->when);
    }
}

static void check_reason(const struct engine *engine, uint32_t atom, bool first) {
    const struct atom *known = &engine->atoms[atom];
    struct place place = engine->places[atom_cell(engine, atom)];
    if (known->reason == NO_REASON)
        assert(first);
    else if (known->reason < engine->line_count)
        assert(known->reason == place.row || known->reason == engine->height + place.column);
    else
        check_nogood_reason(engine, atom);
}

static void check_trail(const struct engine *engine) {
    unsigned level = 0;
    assert(engine->head == engine->trail.count);
    for (uint32_t at = 0; at < engine->trail.count; at++) {
        uint32_t atom = engine->trail.atom[at];
        unsigned before = level;
        while (level < engine_level(engine) && engine->level_start.atom[level] <= at)
            level++;
        assert(atom_holds(engine, atom));
        assert(engine->atoms[atom].level == level);
        if (level == 0)
            continue;
        assert(engine->atoms[atom].when == at);
        check_reason(engine, atom, level > before);
    }
    for (uint32_t atom = 0; atom < engine->atom_count; atom++) {
        assert(atom_holds(engine, atom) || engine->atoms[atom].level == 0);
        assert(!engine->seen[atom]);
    }
}

/* ---- lines ---- */

static bool has(const struct engine_line *line, unsigned colour, unsigned place) {
    return (line->can[colour * line->kernel->words + place / 64] >> place % 64 & 1) != 0;
}

/* Its sets are those of its cells, and its list has the atoms above level 0 in their order. */
static void check_line(const struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    uint32_t held = 0;
    for (unsigned place = 0; place < line->clues.length; place++)
        for (unsigned colour = 0; colour < engine->colours; colour++) {
            uint32_t atom = atom_of(engine, engine_cell(engine, number, place), colour);
            assert(has(line, colour, place) == !atom_holds(engine, atom));
            held += engine->atoms[atom].level > 0;
        }
    assert(held == line->held_count);
    for (uint32_t i = 0; i < held; i++) {
        uint32_t when = (uint32_t)(line->held[i] >> 32);
        uint32_t cell = engine_cell(engine, number, line->held[i] & 0xffff);
        assert(i == 0 || when > line->held[i - 1] >> 32);
        assert(engine->trail.atom[when] == atom_of(engine, cell, line->held[i] >> 16 & 0xffff));
    }
}

static void check_lines(const struct engine *engine) {
    assert(engine->queue_count == 0);
    for (unsigned i = 0; i < engine->line_count; i++) {
        check_line(engine, i);
        assert(engine->lines[i].queued == (engine->set != NULL && !engine->set[i]));
    }
}

/* ---- nogoods ---- */

/* How often a nogood watches an atom. */
static unsigned count_watchers(const struct engine *engine, uint32_t atom, uint32_t place) {
    const struct watch *watch = &engine->watches[atom];
    unsigned count = 0;
    for (uint32_t i = 0; i < watch->count; i++)
        count += engine->watchers[watch->first + i].nogood == place;
    return count;
}

/* While a watched atom holds, another one must be refused, or a consequence would be missed. */
static void check_nogood(const struct engine *engine, uint32_t place) {
    const struct nogood *nogood = engine_nogood(engine, place);
    bool refused = false, open = false;
    for (uint32_t i = 0; i < nogood->size; i++) {
        assert(nogood->atom[i] < engine->atom_count);
        refused = refused || engine->hold[nogood->atom[i]] == REFUSED;
        open = open || engine->hold[nogood->atom[i]] == OPEN;
    }
    assert(refused || open);
    for (uint32_t i = 0; i < 2; i++) {
        assert(count_watchers(engine, nogood->atom[i], place) == 1);
        assert(refused || !atom_holds(engine, nogood->atom[i]));
    }
}

static void check_watchers(const struct engine *engine) {
    size_t watchers = 0;
    for (uint32_t atom = 0; atom < engine->atom_count; atom++) {
        const struct watch *watch = &engine->watches[atom];
        assert(watch->count <= watch->room);
        assert((size_t)watch->first + watch->room <= engine->watchers_used);
        watchers += watch->count;
    }
    assert(engine->watchers_used <= engine->watchers_room);
    assert(watchers == 2 * engine->nogood_count);
}

static void check_nogoods(const struct engine *engine) {
    size_t place = 0, count = 0;
    if (engine->watches == NULL)
        return;
    check_watchers(engine);
    for (; place < engine->stored; count++) {
        check_nogood(engine, (uint32_t)place);
        place += HEADER + engine_nogood(engine, (uint32_t)place)->size;
    }
    assert(place == engine->stored && place <= engine->store_room);
    assert(count == engine->nogood_count);
}

/* ---- kept reasons ---- */

static void set_bit(uint64_t *sets, unsigned words, unsigned colour, unsigned place, bool on) {
    uint64_t *word = &sets[colour * words + place / 64], bit = UINT64_C(1) << place % 64;
    *word = on ? *word | bit : *word & ~bit;
}

/* The place of an atom in a line; the atom must be of that line. */
static unsigned place_in(const struct engine *engine, unsigned number, uint32_t atom) {
    struct place place = engine->places[atom_cell(engine, atom)];
    assert(number == place.row || number == engine->height + place.column);
    return number < engine->height ? place.column : place.row;
}

/* What holds at level 0 and the reason alone: nothing must fit with the atom's colour. */
static void check_kept(struct engine *engine, unsigned number, uint32_t atom, uint32_t reason) {
    const struct engine_line *line = &engine->lines[number];
    unsigned words = line->kernel->words, own = place_in(engine, number, atom);
    uint64_t *sets = mem_copy(line->can, engine->colours * words * sizeof *sets);
    for (uint32_t i = 0; i < line->held_count; i++)
        set_bit(sets, words, line->held[i] >> 16 & 0xffff, line->held[i] & 0xffff, true);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        set_bit(sets, words, colour, own, colour == atom_colour(engine, atom));
    const uint32_t *list = engine->reasons.atom + reason;
    assert(reason + *list < engine->reasons.count);
    for (uint32_t i = 1; i <= *list; i++) {
        assert(list[i] != atom);
        set_bit(sets, words, atom_colour(engine, list[i]), place_in(engine, number, list[i]),
                false);
    }
    assert(!line->kernel->feasible(&line->clues, sets, engine->scratch));
    free(sets);
}

static void check_reasons(struct engine *engine) {
    if (engine->kept == NULL)
        return;
    for (uint32_t atom = engine->conflicts % REASONS_EACH; atom < engine->atom_count;
         atom += REASONS_EACH) {
        if (atom_colour(engine, atom) >= engine->colours)
            continue; /* the numbers of colours are rounded up to a power of two */
        struct place place = engine->places[atom_cell(engine, atom)];
        if (engine->kept[2 * atom] != 0)
            check_kept(engine, place.row, atom, engine->kept[2 * atom]);
        if (engine->kept[2 * atom + 1] != 0)
            check_kept(engine, engine->height + place.column, atom, engine->kept[2 * atom + 1]);
    }
}

void engine_check(struct engine *engine) {
    assert(!engine->stopped);
    if (engine->search.memory == NULL)
        return;
    check_cells(engine);
    check_trail(engine);
    check_lines(engine);
    check_nogoods(engine);
    check_reasons(engine);
    engine_heap_check(engine);
}

#endif

#include "puzzles/nonogram/solve/engine.h"

#include "base/mem.h"

/* Lines between two looks at the control. */
#define LOOK_EVERY 64

void atom_list_add(struct atom_list *list, uint32_t atom) {
    if (list->count == list->room)
        list->atom = mem_grow(list->atom, list->count, &list->room, sizeof *list->atom);
    list->atom[list->count++] = atom;
}

/* ---- atoms ---- */

static void queue_line(struct engine *engine, unsigned line) {
    if (engine->lines[line].queued)
        return;
    engine->lines[line].queued = true;
    assert(engine->queue_count <= engine->queue_last);
    engine->queue[(engine->queue_first + engine->queue_count++) & engine->queue_last] = line;
}

/* Sets or clears the bit of a place in the set of a colour of a line. */
static void turn_bit(struct engine_line *line, unsigned colour, unsigned place) {
    line->can[colour * line->kernel->words + place / 64] ^= UINT64_C(1) << place % 64;
}

static void conflict_of_cell(struct engine *engine, uint32_t cell) {
    engine->conflict.count = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        atom_list_add(&engine->conflict, atom_of(engine, cell, colour));
}

/* Where an atom is: its cell, and that cell in the two lines. */
struct spot {
    uint32_t cell, atom;
    unsigned colour;
    struct engine_line *row, *column;
};

static inline struct spot spot_of(struct engine *engine, uint32_t atom) {
    uint32_t cell = atom_cell(engine, atom);
    struct place place = engine->places[cell];
    return (struct spot){.cell = cell,
                         .atom = atom,
                         .colour = atom_colour(engine, atom),
                         .row = &engine->lines[place.row],
                         .column = &engine->lines[engine->height + place.column]};
}

/* Notes when and why an atom above level 0 came to hold. Of those of level 0 nobody asks. */
static inline void note_why(struct engine *engine, const struct spot *spot, uint32_t reason) {
    uint32_t when = (uint32_t)engine->trail.count;
    struct engine_line *row = spot->row, *column = spot->column;
    assert(row->held_count < row->clues.length * (engine->colours - 1) + 1);
    assert(column->held_count < column->clues.length * (engine->colours - 1) + 1);
    assert(engine->atoms[spot->atom].level == 0); /* while it does not hold */
    engine->atoms[spot->atom] =
        (struct atom){.when = when, .level = engine_level(engine), .reason = reason};
    row->held[row->held_count++] = held_atom(when, spot->colour, column->number);
    column->held[column->held_count++] = held_atom(when, spot->colour, row->number);
}

/* The cell has one colour left: that cannot be ruled out any more. */
static inline void refuse_last(struct engine *engine, const struct spot *spot) {
    uint32_t last = engine->colours == 2
                        ? spot->atom ^ 1
                        : atom_of(engine, spot->cell, engine_colour(engine, spot->cell));
    assert(engine->hold[last] == OPEN);
    assert(engine->open_count > 0);
    engine->hold[last] = REFUSED;
    engine->open_count--;
}

/* Makes an atom hold for its cell; the lines' sets are left to the caller. */
static inline void hold_atom(struct engine *engine, const struct spot *spot, uint32_t reason) {
    assert(!atom_holds(engine, spot->atom));
    assert(engine->left[spot->cell] > 0);
    assert(engine->trail.count < engine->atom_count);
    if (engine_level(engine) > 0)
        note_why(engine, spot, reason);
    engine->trail.atom[engine->trail.count++] = spot->atom;
    engine->hold[spot->atom] = HOLDS;
    if (--engine->left[spot->cell] == 1)
        refuse_last(engine, spot);
}

bool engine_rule_out(struct engine *engine, uint32_t atom, uint32_t reason) {
    struct spot spot = spot_of(engine, atom);
    hold_atom(engine, &spot, reason);
    turn_bit(spot.row, spot.colour, spot.column->number);
    turn_bit(spot.column, spot.colour, spot.row->number);
    queue_line(engine, spot.row->number);
    queue_line(engine, engine->height + spot.column->number);
    if (engine->left[spot.cell] > 0)
        return true;
    conflict_of_cell(engine, spot.cell);
    return false;
}

bool engine_fix(struct engine *engine, uint32_t cell, unsigned colour, uint32_t reason) {
    assert(!atom_holds(engine, atom_of(engine, cell, colour)));
    for (unsigned other = 0; other < engine->colours; other++) {
        uint32_t atom = atom_of(engine, cell, other);
        if (other != colour && !atom_holds(engine, atom) && !engine_rule_out(engine, atom, reason))
            return false;
    }
    return true;
}

/* ---- levels ---- */

void engine_push(struct engine *engine) {
    assert(engine->search.memory != NULL);
    atom_list_add(&engine->level_start, (uint32_t)engine->trail.count);
}

/* The cell's one colour is not certain any more. */
static inline void reopen(struct engine *engine, const struct spot *spot) {
    unsigned colour = engine->colours == 2 ? !spot->colour : engine_colour(engine, spot->cell);
    if ((engine->without & NONOGRAM_PART_PHASES) == 0)
        engine->phase[spot->cell] = (uint8_t)colour;
    engine->hold[atom_of(engine, spot->cell, colour)] = OPEN;
    engine->open_count++;
}

static void take_back(struct engine *engine, uint32_t atom) {
    struct spot spot = spot_of(engine, atom);
    assert(atom_holds(engine, atom));
    assert(engine->atoms[atom].when == engine->trail.count);
    assert(spot.row->held_count > 0 && spot.column->held_count > 0);
    unsigned left = engine->left[spot.cell]++;
    assert(left < engine->colours);
    if (left == 1)
        reopen(engine, &spot);
    engine->atoms[atom].level = 0;
    engine->hold[atom] = left == 0 ? REFUSED : OPEN;
    turn_bit(spot.row, spot.colour, spot.column->number);
    turn_bit(spot.column, spot.colour, spot.row->number);
    spot.row->held_count--;
    spot.column->held_count--;
    if (engine->heap_place[spot.cell] == 0)
        engine_heap_add(engine, spot.cell);
}

void engine_pop(struct engine *engine, unsigned level) {
    if (engine_level(engine) <= level)
        return;
    size_t keep = engine->level_start.atom[level];
    assert(keep <= engine->trail.count);
    while (engine->trail.count > keep)
        take_back(engine, engine->trail.atom[--engine->trail.count]);
    engine->level_start.count = level;
    engine->head = keep;
    /* What is left had been looked at before the level began. */
    for (; engine->queue_count > 0; engine->queue_count--) {
        engine->lines[engine->queue[engine->queue_first]].queued = false;
        engine->queue_first = (engine->queue_first + 1) & engine->queue_last;
    }
}

/* ---- lines ---- */

static unsigned take_line(struct engine *engine) {
    unsigned line = engine->queue[engine->queue_first];
    assert(engine->queue_count > 0);
    assert(engine->lines[line].queued);
    assert(engine->set == NULL || engine->set[line]);
    engine->queue_first = (engine->queue_first + 1) & engine->queue_last;
    engine->queue_count--;
    engine->lines[line].queued = false;
    return line;
}

/* Rules out an atom of a line by that line, whose own set is up to date. A line leaves every cell a
 * colour, so this cannot fail. */
static inline void rule_out_by_line(struct engine *engine, unsigned number, unsigned place,
                                    unsigned colour) {
    struct engine_line *line = &engine->lines[number];
    struct engine_line *other = &engine->lines[line->across + place];
    uint32_t cell = line->first_cell + place * line->step;
    bool row = line->across > 0;
    assert(place < line->clues.length);
    assert(engine->left[cell] > 1);
    struct spot spot = {.cell = cell,
                        .atom = atom_of(engine, cell, colour),
                        .colour = colour,
                        .row = row ? line : other,
                        .column = row ? other : line};
    hold_atom(engine, &spot, number);
    turn_bit(other, colour, line->number);
    queue_line(engine, line->across + place);
}

/* Takes over one word of a set from the kernel. */
static void take_word(struct engine *engine, unsigned number, unsigned colour, unsigned word,
                      uint64_t gone) {
    struct engine_line *line = &engine->lines[number];
    assert((line->can[colour * line->kernel->words + word] & gone) == gone); /* a line only takes */
    line->can[colour * line->kernel->words + word] ^= gone;
    line->used = true;
    for (; gone != 0; gone &= gone - 1)
        rule_out_by_line(engine, number, word * 64 + (unsigned)__builtin_ctzll(gone), colour);
}

static bool conflict_of_line(struct engine *engine, unsigned number) {
    engine->conflict.count = 0;
    engine->lines[number].used = true;
    engine_explain_line(engine, number, NO_ATOM, (uint32_t)engine->trail.count, &engine->conflict);
    return false;
}

/* What is possible in a line, into the trial. */
static bool narrow(struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    if (engine->cache != NULL)
        return engine_cache_narrow(engine, number);
    return line->kernel->narrow(&line->clues, engine->colours, line->can, engine->trial,
                                engine->scratch);
}

static bool propagate_line(struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    const uint64_t *can = line->can, *found = engine->trial;
    unsigned words = line->kernel->words;
    engine->line_solves++;
    if (!narrow(engine, number))
        return conflict_of_line(engine, number);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        for (unsigned word = 0; word < words; word++, can++, found++)
            if (*can != *found)
                take_word(engine, number, colour, word, *can ^ *found);
    return true;
}

bool engine_propagate(struct engine *engine) {
    for (;;) {
        if (engine->head < engine->trail.count && !engine_propagate_nogoods(engine))
            return false;
        if (engine->queue_count == 0)
            return true;
        if (engine->line_solves % LOOK_EVERY == 0 && !control_spend(engine->pace.control, 0)) {
            engine->stopped = true;
            return false;
        }
        if (!propagate_line(engine, take_line(engine)))
            return false;
    }
}

#include "puzzles/nonogram/solve/engine.h"

#include "base/mem.h"

/* Lines between two checks of the control. */
#define CHECK_EVERY 64

void stack_push(struct stack *stack, uint32_t number) {
    if (stack->count == stack->room)
        stack->at = mem_grow(stack->at, stack->count, &stack->room, sizeof *stack->at);
    stack->at[stack->count++] = number;
}

/* ---- assignments ---- */

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

static void conflict_in_cell(struct engine *engine, uint32_t cell) {
    engine->conflict.count = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        stack_push(&engine->conflict, literal_of(engine, cell, colour));
}

/* A literal, its cell, and the two lines of that cell. */
struct spot {
    uint32_t cell, literal;
    unsigned colour;
    struct engine_line *row, *column;
};

static inline struct spot spot_of(struct engine *engine, uint32_t literal) {
    uint32_t cell = literal_cell(engine, literal);
    struct place place = engine->places[cell];
    return (struct spot){.cell = cell,
                         .literal = literal,
                         .colour = literal_colour(engine, literal),
                         .row = &engine->lines[place.row],
                         .column = &engine->lines[engine->height + place.column]};
}

/* Records when and why a literal became false; needed above level 0 only. */
static inline void record_assignment(struct engine *engine, const struct spot *spot,
                                     uint32_t reason) {
    uint32_t when = (uint32_t)engine->trail.count;
    struct engine_line *row = spot->row, *column = spot->column;
    assert(row->assigned_count < row->clues.length * (engine->colours - 1) + 1);
    assert(column->assigned_count < column->clues.length * (engine->colours - 1) + 1);
    assert(engine->assignments[spot->literal].level == 0); /* while it is not false */
    engine->assignments[spot->literal] =
        (struct assignment){.trail = when, .level = engine_level(engine), .reason = reason};
    row->assigned[row->assigned_count++] = packed_literal(when, spot->colour, column->number);
    column->assigned[column->assigned_count++] = packed_literal(when, spot->colour, row->number);
}

/* The cell has one colour left. */
static inline void assign_last_true(struct engine *engine, const struct spot *spot) {
    uint32_t last = engine->colours == 2
                        ? spot->literal ^ 1
                        : literal_of(engine, spot->cell, engine_colour(engine, spot->cell));
    assert(engine->value[last] == LITERAL_UNASSIGNED);
    assert(engine->open_cells > 0);
    engine->value[last] = LITERAL_TRUE;
    engine->open_cells--;
}

/* Makes a literal false for its cell; the lines' sets are left to the caller. */
static inline void assign(struct engine *engine, const struct spot *spot, uint32_t reason) {
    assert(!literal_is_false(engine, spot->literal));
    assert(engine->domain_size[spot->cell] > 0);
    assert(engine->trail.count < engine->literal_count);
    if (engine_level(engine) > 0)
        record_assignment(engine, spot, reason);
    engine->trail.at[engine->trail.count++] = spot->literal;
    engine->value[spot->literal] = LITERAL_FALSE;
    if (--engine->domain_size[spot->cell] == 1)
        assign_last_true(engine, spot);
}

bool engine_assign_false(struct engine *engine, uint32_t literal, uint32_t reason) {
    struct spot spot = spot_of(engine, literal);
    assign(engine, &spot, reason);
    turn_bit(spot.row, spot.colour, spot.column->number);
    turn_bit(spot.column, spot.colour, spot.row->number);
    queue_line(engine, spot.row->number);
    queue_line(engine, engine->height + spot.column->number);
    if (engine->domain_size[spot.cell] > 0)
        return true;
    conflict_in_cell(engine, spot.cell);
    return false;
}

bool engine_assign_true(struct engine *engine, uint32_t cell, unsigned colour, uint32_t reason) {
    assert(!literal_is_false(engine, literal_of(engine, cell, colour)));
    for (unsigned other = 0; other < engine->colours; other++) {
        uint32_t literal = literal_of(engine, cell, other);
        if (other != colour && !literal_is_false(engine, literal) &&
            !engine_assign_false(engine, literal, reason))
            return false;
    }
    return true;
}

/* ---- levels ---- */

void engine_push_level(struct engine *engine) {
    assert(engine->search.memory != NULL);
    stack_push(&engine->level_start, (uint32_t)engine->trail.count);
}

/* The cell has more than one colour again. */
static inline void reopen(struct engine *engine, const struct spot *spot) {
    unsigned colour = engine->colours == 2 ? !spot->colour : engine_colour(engine, spot->cell);
    if ((engine->without & NONOGRAM_PART_PHASES) == 0)
        engine->phase[spot->cell] = (uint8_t)colour;
    engine->value[literal_of(engine, spot->cell, colour)] = LITERAL_UNASSIGNED;
    engine->open_cells++;
}

static void unassign(struct engine *engine, uint32_t literal) {
    struct spot spot = spot_of(engine, literal);
    assert(literal_is_false(engine, literal));
    assert(engine->assignments[literal].trail == engine->trail.count);
    assert(spot.row->assigned_count > 0 && spot.column->assigned_count > 0);
    unsigned left = engine->domain_size[spot.cell]++;
    assert(left < engine->colours);
    if (left == 1)
        reopen(engine, &spot);
    engine->assignments[literal].level = 0;
    engine->value[literal] = left == 0 ? LITERAL_TRUE : LITERAL_UNASSIGNED;
    turn_bit(spot.row, spot.colour, spot.column->number);
    turn_bit(spot.column, spot.colour, spot.row->number);
    spot.row->assigned_count--;
    spot.column->assigned_count--;
    if (engine->heap_place[spot.cell] == 0)
        engine_heap_add(engine, spot.cell);
}

void engine_backtrack(struct engine *engine, unsigned level) {
    if (engine_level(engine) <= level)
        return;
    size_t keep = engine->level_start.at[level];
    assert(keep <= engine->trail.count);
    while (engine->trail.count > keep)
        unassign(engine, engine->trail.at[--engine->trail.count]);
    engine->level_start.count = level;
    engine->propagated = keep;
    /* All that is left was propagated before the level began. */
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

/* Makes a literal of a line false by that line, whose own set is up to date. A line leaves every
 * cell a colour, so this cannot fail. */
static inline void assign_false_by_line(struct engine *engine, unsigned number, unsigned place,
                                        unsigned colour) {
    struct engine_line *line = &engine->lines[number];
    struct engine_line *other = &engine->lines[line->across + place];
    uint32_t cell = line->first_cell + place * line->step;
    bool row = line->across > 0;
    assert(place < line->clues.length);
    assert(engine->domain_size[cell] > 1);
    struct spot spot = {.cell = cell,
                        .literal = literal_of(engine, cell, colour),
                        .colour = colour,
                        .row = row ? line : other,
                        .column = row ? other : line};
    assign(engine, &spot, number);
    turn_bit(other, colour, line->number);
    queue_line(engine, line->across + place);
}

/* Rules out what the kernel has removed from one word of a set. */
static void take_word(struct engine *engine, unsigned number, unsigned colour, unsigned word,
                      uint64_t gone) {
    struct engine_line *line = &engine->lines[number];
    assert((line->can[colour * line->kernel->words + word] & gone) == gone); /* a line only takes */
    line->can[colour * line->kernel->words + word] ^= gone;
    line->used = true;
    for (; gone != 0; gone &= gone - 1)
        assign_false_by_line(engine, number, word * 64 + (unsigned)__builtin_ctzll(gone), colour);
}

static bool conflict_in_line(struct engine *engine, unsigned number) {
    engine->conflict.count = 0;
    engine->lines[number].used = true;
    engine_explain_line(engine, number, NO_LITERAL, (uint32_t)engine->trail.count,
                        &engine->conflict);
    return false;
}

/* Narrows a line into engine->trial. Returns false if nothing fits. */
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
        return conflict_in_line(engine, number);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        for (unsigned word = 0; word < words; word++, can++, found++)
            if (*can != *found)
                take_word(engine, number, colour, word, *can ^ *found);
    return true;
}

bool engine_propagate(struct engine *engine) {
    for (;;) {
        if (engine->propagated < engine->trail.count && !engine_propagate_clauses(engine))
            return false;
        if (engine->queue_count == 0)
            return true;
        if (engine->line_solves % CHECK_EVERY == 0 && !control_spend(engine->counter.control, 0)) {
            engine->stopped = true;
            return false;
        }
        if (!propagate_line(engine, take_line(engine)))
            return false;
    }
}

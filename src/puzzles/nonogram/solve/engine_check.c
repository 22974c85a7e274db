/* Walks the whole state of an engine and asserts what the other files rely on. */
#include "puzzles/nonogram/solve/engine.h"

#ifndef NDEBUG

#include <stdlib.h>

#include "base/mem.h"

#define HEADER (sizeof(struct clause) / sizeof(uint32_t))
#define REASONS_EACH                                                                               \
    7 /* every seventh literal has its cached reasons checked, as that calls the kernel */

/* ---- cells ---- */

static void check_cell(const struct engine *engine, uint32_t cell) {
    unsigned left = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        left += !literal_is_false(engine, literal_of(engine, cell, colour));
    assert(left >= 1);
    assert(left == engine->domain_size[cell]);
    for (unsigned colour = 0; colour < engine->colours; colour++) {
        uint8_t value = engine->value[literal_of(engine, cell, colour)];
        assert(value == LITERAL_FALSE || value == (left == 1 ? LITERAL_TRUE : LITERAL_UNASSIGNED));
    }
}

static void check_cells(const struct engine *engine) {
    unsigned open = 0;
    size_t holding = 0;
    for (uint32_t cell = 0; cell < engine->cell_count; cell++) {
        check_cell(engine, cell);
        open += engine->domain_size[cell] > 1;
        holding += engine->colours - engine->domain_size[cell];
        assert(engine->phase[cell] < engine->colours);
    }
    assert(open == engine->open_cells);
    assert(holding == engine->trail.count);
}

/* ---- the trail ---- */

/* A reason is false before what it implies. */
static void check_clause_reason(const struct engine *engine, uint32_t literal) {
    const struct assignment *known = &engine->assignments[literal];
    const struct clause *clause = engine_clause(engine, known->reason - engine->line_count);
    assert(clause->size >= 2);
    assert(literal_cell(engine, clause->literal[0]) == literal_cell(engine, literal));
    assert(clause->literal[0] != literal);
    for (uint32_t i = 1; i < clause->size; i++) {
        const struct assignment *why = &engine->assignments[clause->literal[i]];
        assert(literal_is_false(engine, clause->literal[i]));
        assert(why->level == 0 || why->trail < known->trail);
    }
}

static void check_reason(const struct engine *engine, uint32_t literal, bool first) {
    const struct assignment *known = &engine->assignments[literal];
    struct place place = engine->places[literal_cell(engine, literal)];
    if (known->reason == NO_REASON)
        assert(first);
    else if (known->reason < engine->line_count)
        assert(known->reason == place.row || known->reason == engine->height + place.column);
    else
        check_clause_reason(engine, literal);
}

static void check_trail(const struct engine *engine) {
    unsigned level = 0;
    assert(engine->propagated == engine->trail.count);
    for (uint32_t at = 0; at < engine->trail.count; at++) {
        uint32_t literal = engine->trail.at[at];
        unsigned before = level;
        while (level < engine_level(engine) && engine->level_start.at[level] <= at)
            level++;
        assert(literal_is_false(engine, literal));
        assert(engine->assignments[literal].level == level);
        if (level == 0)
            continue;
        assert(engine->assignments[literal].trail == at);
        check_reason(engine, literal, level > before);
    }
    for (uint32_t literal = 0; literal < engine->literal_count; literal++) {
        assert(literal_is_false(engine, literal) || engine->assignments[literal].level == 0);
        assert(!engine->seen[literal]);
    }
}

/* ---- lines ---- */

static bool has(const struct engine_line *line, unsigned colour, unsigned place) {
    return (line->can[colour * line->kernel->words + place / 64] >> place % 64 & 1) != 0;
}

/* Its sets are those of its cells, and it lists its false literals above level 0 in their order. */
static void check_line(const struct engine *engine, unsigned number) {
    const struct engine_line *line = &engine->lines[number];
    uint32_t held = 0;
    for (unsigned place = 0; place < line->clues.length; place++)
        for (unsigned colour = 0; colour < engine->colours; colour++) {
            uint32_t literal = literal_of(engine, engine_cell(engine, number, place), colour);
            assert(has(line, colour, place) == !literal_is_false(engine, literal));
            held += engine->assignments[literal].level > 0;
        }
    assert(held == line->assigned_count);
    for (uint32_t i = 0; i < held; i++) {
        uint32_t when = (uint32_t)(line->assigned[i] >> 32);
        uint32_t cell = engine_cell(engine, number, line->assigned[i] & 0xffff);
        assert(i == 0 || when > line->assigned[i - 1] >> 32);
        assert(engine->trail.at[when] ==
               literal_of(engine, cell, line->assigned[i] >> 16 & 0xffff));
    }
}

static void check_lines(const struct engine *engine) {
    assert(engine->queue_count == 0);
    for (unsigned i = 0; i < engine->line_count; i++) {
        check_line(engine, i);
        assert(engine->lines[i].queued == (engine->set != NULL && !engine->set[i]));
    }
}

/* ---- clauses ---- */

/* How often a clause watches a literal. */
static unsigned count_watchers(const struct engine *engine, uint32_t literal, uint32_t place) {
    const struct watch *watch = &engine->watches[literal];
    unsigned count = 0;
    for (uint32_t i = 0; i < watch->count; i++)
        count += engine->watchers[watch->first + i].clause == place;
    return count;
}

/* While a watched literal is false, another literal must be true, or a propagation was missed. */
static void check_clause(const struct engine *engine, uint32_t place) {
    const struct clause *clause = engine_clause(engine, place);
    bool refused = false, open = false;
    for (uint32_t i = 0; i < clause->size; i++) {
        assert(clause->literal[i] < engine->literal_count);
        refused = refused || engine->value[clause->literal[i]] == LITERAL_TRUE;
        open = open || engine->value[clause->literal[i]] == LITERAL_UNASSIGNED;
    }
    assert(refused || open);
    for (uint32_t i = 0; i < 2; i++) {
        assert(count_watchers(engine, clause->literal[i], place) == 1);
        assert(refused || !literal_is_false(engine, clause->literal[i]));
    }
}

static void check_watchers(const struct engine *engine) {
    size_t watchers = 0;
    for (uint32_t literal = 0; literal < engine->literal_count; literal++) {
        const struct watch *watch = &engine->watches[literal];
        assert(watch->count <= watch->room);
        assert((size_t)watch->first + watch->room <= engine->watchers_used);
        watchers += watch->count;
    }
    assert(engine->watchers_used <= engine->watchers_room);
    assert(watchers == 2 * engine->clause_count);
}

static void check_clauses(const struct engine *engine) {
    size_t place = 0, count = 0;
    if (engine->watches == NULL)
        return;
    check_watchers(engine);
    for (; place < engine->stored; count++) {
        check_clause(engine, (uint32_t)place);
        place += HEADER + engine_clause(engine, (uint32_t)place)->size;
    }
    assert(place == engine->stored && place <= engine->store_room);
    assert(count == engine->clause_count);
}

/* ---- kept reasons ---- */

static void set_bit(uint64_t *sets, unsigned words, unsigned colour, unsigned place, bool on) {
    uint64_t *word = &sets[colour * words + place / 64], bit = UINT64_C(1) << place % 64;
    *word = on ? *word | bit : *word & ~bit;
}

/* The place of a literal in a line, which must be one of its two lines. */
static unsigned place_in(const struct engine *engine, unsigned number, uint32_t literal) {
    struct place place = engine->places[literal_cell(engine, literal)];
    assert(number == place.row || number == engine->height + place.column);
    return number < engine->height ? place.column : place.row;
}

/* With level 0 and the reason alone, no arrangement may have the literal's colour. */
static void check_cached_reason(struct engine *engine, unsigned number, uint32_t literal,
                                uint32_t reason) {
    const struct engine_line *line = &engine->lines[number];
    unsigned words = line->kernel->words, own = place_in(engine, number, literal);
    uint64_t *sets = mem_copy(line->can, engine->colours * words * sizeof *sets);
    for (uint32_t i = 0; i < line->assigned_count; i++)
        set_bit(sets, words, line->assigned[i] >> 16 & 0xffff, line->assigned[i] & 0xffff, true);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        set_bit(sets, words, colour, own, colour == literal_colour(engine, literal));
    const uint32_t *list = engine->reasons.at + reason;
    assert(reason + *list < engine->reasons.count);
    for (uint32_t i = 1; i <= *list; i++) {
        assert(list[i] != literal);
        set_bit(sets, words, literal_colour(engine, list[i]), place_in(engine, number, list[i]),
                false);
    }
    assert(!line->kernel->feasible(&line->clues, sets, engine->scratch));
    free(sets);
}

static void check_reasons(struct engine *engine) {
    if (engine->cached_reasons == NULL)
        return;
    for (uint32_t literal = engine->conflicts % REASONS_EACH; literal < engine->literal_count;
         literal += REASONS_EACH) {
        if (literal_colour(engine, literal) >= engine->colours)
            continue; /* literals are numbered as if the number of colours were a power of two */
        struct place place = engine->places[literal_cell(engine, literal)];
        if (engine->cached_reasons[2 * literal] != 0)
            check_cached_reason(engine, place.row, literal, engine->cached_reasons[2 * literal]);
        if (engine->cached_reasons[2 * literal + 1] != 0)
            check_cached_reason(engine, engine->height + place.column, literal,
                                engine->cached_reasons[2 * literal + 1]);
    }
}

void engine_check(struct engine *engine) {
    assert(!engine->stopped);
    if (engine->search.memory == NULL)
        return;
    check_cells(engine);
    check_trail(engine);
    check_lines(engine);
    check_clauses(engine);
    check_reasons(engine);
    engine_heap_check(engine);
}

#endif

/* Conflict analysis (Marques-Silva and Sakallah): the learned clause is that of the first unique
 * implication point, minimized as in MiniSat (Een and Sorensson). */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

/* The false literals that made this one false. Valid until the next call. */
static struct literals explain(struct engine *engine, uint32_t literal) {
    const struct assignment *known = &engine->assignments[literal];
    if (known->reason < engine->line_count)
        return engine_line_reason(engine, literal);
    assert(known->reason != NO_REASON);
    struct clause *clause = engine_clause(engine, known->reason - engine->line_count);
    assert(literal_cell(engine, clause->literal[0]) == literal_cell(engine, literal));
    clause->activity += (float)1;
    /* The first literal is the one that the clause made true; the others are why. */
    return (struct literals){clause->literal + 1, clause->size - 1};
}

static void analyze_literals(struct engine *engine, struct analysis *analysis,
                             struct literals from) {
    for (size_t i = 0; i < from.count; i++) {
        uint32_t literal = from.at[i];
        unsigned level = engine->assignments[literal].level;
        assert(literal_is_false(engine, literal));
        if (engine->seen[literal] || level == 0)
            continue;
        assert(level <= engine_level(engine));
        engine->seen[literal] = 1;
        engine_bump(engine, literal_cell(engine, literal));
        if (level == engine_level(engine))
            analysis->open++;
        else
            stack_push(&analysis->clause, literal);
    }
}

/* Resolves back along the trail until a single literal of the current level is left. */
static void analyze_first_uip(struct engine *engine, struct analysis *analysis) {
    stack_push(&analysis->clause, NO_LITERAL);
    analyze_literals(engine, analysis,
                     (struct literals){engine->conflict.at, engine->conflict.count});
    for (size_t at = engine->trail.count; at-- > 0;) {
        uint32_t literal = engine->trail.at[at];
        if (!engine->seen[literal])
            continue;
        assert(engine->assignments[literal].level == engine_level(engine));
        assert(analysis->open >= 1);
        if (analysis->open == 1) {
            analysis->clause.at[0] = literal;
            return;
        }
        engine->seen[literal] = 0;
        analysis->open--;
        analyze_literals(engine, analysis, explain(engine, literal));
    }
}

/* True if all literals are in the clause, or false at level 0. */
static bool all_seen(const struct engine *engine, struct literals literals) {
    for (size_t i = 0; i < literals.count; i++)
        if (!engine->seen[literals.at[i]] && engine->assignments[literals.at[i]].level > 0)
            return false;
    return true;
}

static void note_reason_side(const struct engine *engine, struct analysis *analysis,
                             struct literals reason) {
    if ((engine->without & NONOGRAM_PART_REASON_SIDE) != 0)
        return;
    for (size_t i = 0; i < reason.count; i++)
        stack_push(&analysis->reason_side, reason.at[i]);
}

/* Counts the literals of the clause on each level. */
static void count_per_level(const struct engine *engine, struct analysis *analysis) {
    const struct stack *literals = &analysis->clause;
    struct stack *per_level = &analysis->per_level;
    while (per_level->count <= engine_level(engine))
        stack_push(per_level, 0);
    for (size_t i = 1; i < literals->count; i++)
        per_level->at[engine->assignments[literals->at[i]].level] = 0;
    for (size_t i = 1; i < literals->count; i++)
        per_level->at[engine->assignments[literals->at[i]].level]++;
}

/* True if a literal is implied by others of the clause. If not, its reason is noted. A literal that
 * is alone on its level cannot be implied by the others, so skip it (MiniSat). */
static bool is_removable(struct engine *engine, struct analysis *analysis, uint32_t literal) {
    const struct assignment *known = &engine->assignments[literal];
    if (known->reason == NO_REASON || analysis->per_level.at[known->level] == 1)
        return false;
    struct literals reason = explain(engine, literal);
    bool removable = all_seen(engine, reason);
    if (!removable)
        note_reason_side(engine, analysis, reason);
    return removable;
}

/* Removes the literals that the rest implies. That cannot go in circles, as a literal is implied by
 * earlier ones of the trail only. */
static void minimize(struct engine *engine, struct analysis *analysis) {
    size_t kept = 1;
    count_per_level(engine, analysis);
    for (size_t i = 1; i < analysis->clause.count; i++) {
        uint32_t literal = analysis->clause.at[i];
        if (is_removable(engine, analysis, literal))
            stack_push(&analysis->removed, literal);
        else
            analysis->clause.at[kept++] = literal;
    }
    engine->stats.minimized += analysis->clause.count - kept;
    analysis->clause.count = kept;
}

/* The reasons of the clause's literals count as part of the conflict, too ("reason side rate" of
 * Liang and others). They are marked as seen, and listed in removed to be unmarked. */
static void bump_reason_side(struct engine *engine, struct analysis *analysis) {
    for (size_t i = 0; i < analysis->reason_side.count; i++) {
        uint32_t literal = analysis->reason_side.at[i];
        if (engine->seen[literal] || engine->assignments[literal].level == 0)
            continue;
        engine->seen[literal] = 1;
        engine_bump(engine, literal_cell(engine, literal));
        stack_push(&analysis->removed, literal);
    }
}

/* The highest level of the conflict's literals. */
static unsigned conflict_level(const struct engine *engine) {
    unsigned level = 0;
    for (size_t i = 0; i < engine->conflict.count; i++) {
        unsigned of = engine->assignments[engine->conflict.at[i]].level;
        level = of > level ? of : level;
    }
    return level;
}

/* Moves a literal of the highest level after the first literal's to the second place. Returns that
 * level, 0 if there is no second literal. */
static unsigned second_level(const struct engine *engine, struct stack *list) {
    unsigned level = 0;
    for (size_t i = 1; i < list->count; i++) {
        unsigned of = engine->assignments[list->at[i]].level;
        if (of <= level)
            continue;
        uint32_t literal = list->at[i];
        list->at[i] = list->at[1];
        list->at[1] = literal;
        level = of;
    }
    return level;
}

/* The decision of the level of a literal, which is not level 0. */
static uint32_t first_of_level(const struct engine *engine, uint32_t literal) {
    return engine->trail.at[engine->level_start.at[engine->assignments[literal].level - 1]];
}

/* How many levels the literals are of ("glue"). Nothing is marked as seen, before and after. */
static uint32_t count_levels(struct engine *engine, const struct stack *list) {
    uint32_t count = 0;
    for (size_t i = 0; i < list->count; i++) {
        uint32_t first = first_of_level(engine, list->at[i]);
        count += !engine->seen[first];
        engine->seen[first] = 1;
    }
    for (size_t i = 0; i < list->count; i++)
        engine->seen[first_of_level(engine, list->at[i])] = 0;
    return count;
}

/* At the level that it jumps to the cell of the asserted literal is open, so this can fail only at
 * level 0. */
static bool backjump_and_assert(struct engine *engine, struct stack *list, bool excludes_solution) {
    uint32_t first = list->at[0], levels = excludes_solution ? 0 : count_levels(engine, list);
    unsigned to = second_level(engine, list);
    assert(to < engine_level(engine));
    engine->stats.learned++;
    engine->stats.backjumps += engine_level(engine) - to > 1;
    engine_backtrack(engine, to);
    assert(engine->value[first] == LITERAL_UNASSIGNED);
    uint32_t reason = NO_REASON;
    if (list->count > 1)
        reason = reason_of_clause(engine, engine_add_clause(engine, list, levels));
    return engine_assign_true(engine, literal_cell(engine, first), literal_colour(engine, first),
                              reason);
}

/* Tells a test what was learned. */
static void tell(const struct engine *engine, const struct stack *list, bool excludes_solution) {
    struct nonogram_literal *told = mem_new(list->count, sizeof *told);
    for (size_t i = 0; i < list->count; i++)
        told[i] = (struct nonogram_literal){literal_cell(engine, list->at[i]),
                                            (uint8_t)literal_colour(engine, list->at[i])};
    engine->hooks->learned(engine->hooks->context, told, list->count, excludes_solution);
    free(told);
}

static void unmark(struct engine *engine, const struct stack *list) {
    for (size_t i = 0; i < list->count; i++)
        engine->seen[list->at[i]] = 0;
}

bool engine_analyze(struct engine *engine, bool excludes_solution) {
    struct analysis *analysis = &engine->analysis;
    unsigned level = conflict_level(engine);
    engine->conflicts++;
    if (level == 0)
        return false;
    engine->stopped =
        !engine_reserve_clause(engine, engine->trail.count) || !engine_cache_grow(engine);
    if (engine->stopped)
        return false;
    engine_backtrack(engine, level);
    analysis->open = 0;
    analysis->clause.count = analysis->removed.count = analysis->reason_side.count = 0;
    analyze_first_uip(engine, analysis);
    minimize(engine, analysis);
    bump_reason_side(engine, analysis);
    unmark(engine, &analysis->clause);
    unmark(engine, &analysis->removed);
    if (engine->hooks != NULL && engine->hooks->learned != NULL && !engine->stopped)
        tell(engine, &analysis->clause, excludes_solution);
    bool fine = backjump_and_assert(engine, &analysis->clause, excludes_solution);
    engine_decay(engine);
    return fine && !engine->stopped;
}

/* Probing (failed literals and necessary assignments, as look-ahead SAT solvers and the winners of
 * Nonogram tournaments do): give a cell a colour and propagate. If that fails, the cell has another
 * colour. What follows from every colour that it can have holds in every solution. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

struct probe {
    struct engine *engine;
    uint8_t *times;     /* by literal: how many colours of the cell made it false */
    struct stack found; /* the literals that became false */
    unsigned probed;    /* colours of the cell that did not fail */
    bool changed;       /* something new was found */
};

/* Propagates what was found at level 0. Returns false if that is a contradiction, or stopped. */
static bool settle(struct probe *probe) {
    assert(engine_level(probe->engine) == 0);
    probe->changed = true;
    return engine_propagate(probe->engine);
}

/* Counts what followed from a colour, and undoes it. */
static void note_and_undo(struct probe *probe) {
    struct engine *engine = probe->engine;
    for (size_t i = engine->level_start.at[0]; i < engine->trail.count; i++) {
        uint32_t literal = engine->trail.at[i];
        if (probe->times[literal]++ == 0)
            stack_push(&probe->found, literal);
    }
    probe->probed++;
    engine_backtrack(engine, 0);
}

/* Makes the other literals of a cell false, each on a level of its own, as the analysis of a
 * conflict expects one decision per level. */
static void decide_colour(struct engine *engine, uint32_t cell, unsigned colour) {
    for (unsigned other = 0; other < engine->colours; other++) {
        uint32_t literal = literal_of(engine, cell, other);
        if (other == colour || literal_is_false(engine, literal))
            continue;
        engine_push_level(engine);
        engine_assign_false(engine, literal, NO_REASON);
    }
}

/* The colour fails: learns from that, and rules it out at level 0. */
static bool rule_out(struct probe *probe, uint32_t literal) {
    struct engine *engine = probe->engine;
    engine->stats.failed_probes++;
    if (engine->stopped || !engine_analyze(engine, false))
        return false;
    engine_backtrack(engine, 0);
    if (!literal_is_false(engine, literal) && !engine_assign_false(engine, literal, NO_REASON))
        return false;
    return settle(probe);
}

/* Returns false if there is no other solution, or the engine was stopped. */
static bool probe_colour(struct probe *probe, uint32_t cell, unsigned colour) {
    struct engine *engine = probe->engine;
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0);
    engine->decisions++;
    engine->stats.probes++;
    engine->stopped = !node_counter_step(&engine->counter);
    if (engine->stopped)
        return false;
    decide_colour(engine, cell, colour);
    if (!engine_propagate(engine))
        return rule_out(probe, literal_of(engine, cell, colour));
    note_and_undo(probe);
    return true;
}

/* Makes those literals false that every colour made false; all_probed: it is known of every colour.
 * Clears the counts. */
static bool assign_common(struct probe *probe, bool all_probed) {
    struct engine *engine = probe->engine;
    bool fine = true, grown = false;
    for (size_t i = 0; i < probe->found.count; i++) {
        uint32_t literal = probe->found.at[i];
        bool common = all_probed && probe->times[literal] == probe->probed;
        assert(probe->times[literal] >= 1 && probe->times[literal] <= engine->colours);
        if (fine && common && engine->value[literal] == LITERAL_UNASSIGNED) {
            fine = engine_assign_false(engine, literal, NO_REASON);
            grown = true;
        }
        probe->times[literal] = 0;
    }
    probe->found.count = 0;
    probe->probed = 0;
    return fine && (!grown || settle(probe));
}

/* If a colour fails, more is known than when the colours before it were probed, so their counts are
 * not used. */
static bool probe_cell(struct probe *probe, uint32_t cell) {
    const struct engine *engine = probe->engine;
    unsigned left = engine->domain_size[cell];
    bool fine = true;
    for (unsigned colour = 0; fine && colour < engine->colours && engine->domain_size[cell] > 1;
         colour++)
        if (!literal_is_false(engine, literal_of(engine, cell, colour)))
            fine = probe_colour(probe, cell, colour);
    return assign_common(probe, fine && probe->probed == left) && fine;
}

bool engine_probe(struct engine *engine, unsigned rounds) {
    struct probe probe = {.engine = engine, .changed = true};
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0 && engine->propagated == engine->trail.count);
    probe.times = mem_new(engine->literal_count, 1);
    unsigned without = engine->without;
    engine->without |= NONOGRAM_PART_PHASES; /* the phases of the search are better */
    bool fine = true;
    for (unsigned round = 0; fine && probe.changed && round < rounds; round++) {
        probe.changed = false;
        for (uint32_t cell = 0; fine && cell < engine->cell_count; cell++)
            if (engine->domain_size[cell] > 1)
                fine = probe_cell(&probe, cell);
    }
    engine->without = without;
    free(probe.times);
    free(probe.found.at);
    return fine;
}

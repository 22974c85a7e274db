/* Probing (failed literals and necessary consequences, as SAT solvers with look-ahead and the
 * winners of Nonogram tournaments do): suppose that a cell has a colour and see what follows. If
 * nothing fits, the cell has another colour. What follows from each colour that it can have holds
 * for good. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"

struct probe {
    struct engine *engine;
    uint8_t *times;         /* by atom: from how many colours of the cell it followed */
    struct atom_list found; /* the atoms that did */
    unsigned supposed;      /* colours of the cell that were possible */
    bool changed;           /* something holds that did not */
};

/* What is known has grown at level 0. Returns false if that is a contradiction, or stopped. */
static bool settle(struct probe *probe) {
    assert(engine_level(probe->engine) == 0);
    probe->changed = true;
    return engine_propagate(probe->engine);
}

/* Counts what followed from a colour, and takes it back. */
static void note_and_undo(struct probe *probe) {
    struct engine *engine = probe->engine;
    for (size_t i = engine->level_start.atom[0]; i < engine->trail.count; i++) {
        uint32_t atom = engine->trail.atom[i];
        if (probe->times[atom]++ == 0)
            atom_list_add(&probe->found, atom);
    }
    probe->supposed++;
    engine_pop(engine, 0);
}

/* Rules out the other colours of a cell, each on a level of its own: a conflict is learned from by
 * going back to the one decision of its level. */
static void decide_colour(struct engine *engine, uint32_t cell, unsigned colour) {
    for (unsigned other = 0; other < engine->colours; other++) {
        uint32_t atom = atom_of(engine, cell, other);
        if (other == colour || atom_holds(engine, atom))
            continue;
        engine_push(engine);
        engine_rule_out(engine, atom, NO_REASON);
    }
}

/* Nothing fits with this colour: learns from that, and rules it out for good. */
static bool refuse(struct probe *probe, uint32_t atom) {
    struct engine *engine = probe->engine;
    engine->stats.failed_probes++;
    if (engine->stopped || !engine_learn(engine, false))
        return false;
    engine_pop(engine, 0);
    if (!atom_holds(engine, atom) && !engine_rule_out(engine, atom, NO_REASON))
        return false;
    return settle(probe);
}

/* Returns false if the puzzle has no (further) solution, or the engine was stopped. */
static bool suppose(struct probe *probe, uint32_t cell, unsigned colour) {
    struct engine *engine = probe->engine;
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0);
    engine->decisions++;
    engine->stats.probes++;
    engine->stopped = !pace_step(&engine->pace);
    if (engine->stopped)
        return false;
    decide_colour(engine, cell, colour);
    if (!engine_propagate(engine))
        return refuse(probe, atom_of(engine, cell, colour));
    note_and_undo(probe);
    return true;
}

/* Draws the consequences that all colours have in common, if it is known of all. Forgets what was
 * counted. */
static bool conclude(struct probe *probe, bool of_all) {
    struct engine *engine = probe->engine;
    bool fine = true, grown = false;
    for (size_t i = 0; i < probe->found.count; i++) {
        uint32_t atom = probe->found.atom[i];
        bool common = of_all && probe->times[atom] == probe->supposed;
        assert(probe->times[atom] >= 1 && probe->times[atom] <= engine->colours);
        if (fine && common && engine->hold[atom] == OPEN) {
            fine = engine_rule_out(engine, atom, NO_REASON);
            grown = true;
        }
        probe->times[atom] = 0;
    }
    probe->found.count = 0;
    probe->supposed = 0;
    return fine && (!grown || settle(probe));
}

/* If a colour fails, more is known than when the ones before it were supposed; then nothing is
 * concluded from those. */
static bool probe_cell(struct probe *probe, uint32_t cell) {
    const struct engine *engine = probe->engine;
    unsigned left = engine->left[cell];
    bool fine = true;
    for (unsigned colour = 0; fine && colour < engine->colours && engine->left[cell] > 1; colour++)
        if (!atom_holds(engine, atom_of(engine, cell, colour)))
            fine = suppose(probe, cell, colour);
    return conclude(probe, fine && probe->supposed == left) && fine;
}

bool engine_probe(struct engine *engine, unsigned rounds) {
    struct probe probe = {.engine = engine, .changed = true};
    assert(engine_level(engine) == 0);
    assert(engine->queue_count == 0 && engine->head == engine->trail.count);
    probe.times = mem_new(engine->atom_count, 1);
    unsigned without = engine->without;
    engine->without |= NONOGRAM_PART_PHASES; /* those of the search are better */
    bool fine = true;
    for (unsigned round = 0; fine && probe.changed && round < rounds; round++) {
        probe.changed = false;
        for (uint32_t cell = 0; fine && cell < engine->cell_count; cell++)
            if (engine->left[cell] > 1)
                fine = probe_cell(&probe, cell);
    }
    engine->without = without;
    free(probe.times);
    free(probe.found.atom);
    return fine;
}

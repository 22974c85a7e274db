#include "nonogram_solver.h"

#include <stdlib.h>
#include <string.h>

#include "mem.h"
#include "nonogram_engine.h"
#include "nonogram_solver_search.h"

#define RESTART_UNIT  100  /* conflicts */
#define FIRST_NOGOODS 4000 /* kept before some are forgotten */
#define MORE_NOGOODS  500  /* kept in addition after each time */

struct search {
    struct engine *engine;
    const struct nonogram_solver_options *options;
    struct nonogram_solutions *solutions;
    uint64_t restarts;
    uint64_t restart_at; /* conflicts */
    size_t most_nogoods;
};

enum step { GO_ON, ALL_DONE, ENOUGH, STOPPED };

/* The sequence 1 1 2 1 1 2 4 1 1 2 ... of Luby, Sinclair and Zuckerman; index from 1. */
static uint64_t luby(uint64_t index) {
    for (;;) {
        uint64_t size = 1;
        while (size < index + 1)
            size *= 2;
        if (size == index + 1)
            return size / 2;
        index -= size / 2 - 1;
    }
}

/* ---- solutions ---- */

static void record_solution(struct search *search) {
    const struct engine *engine = search->engine;
    struct nonogram_solutions *solutions = search->solutions;
    uint8_t *picture = mem_new(engine->cell_count, 1);
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        picture[cell] = (uint8_t)engine_colour(engine, cell);
    solutions->pictures =
        mem_resize(solutions->pictures, solutions->count + 1, sizeof *solutions->pictures);
    solutions->pictures[solutions->count++] = picture;
}

/* The decisions made lead to the solution just found, and to no other: they become a nogood. */
static enum step exclude_solution(struct search *search) {
    struct engine *engine = search->engine;
    engine->conflict.count = 0;
    for (size_t i = 0; i < engine->level_start.count; i++)
        atom_list_add(&engine->conflict, engine->trail.atom[engine->level_start.atom[i]]);
    return engine_learn(engine, true) ? GO_ON : ALL_DONE;
}

static enum step take_solution(struct search *search) {
    unsigned most = search->options->most > 0 ? search->options->most : 1;
    record_solution(search);
    if (search->engine->level_start.count == 0)
        return ALL_DONE;
    return search->solutions->count == most ? ENOUGH : exclude_solution(search);
}

/* ---- decisions ---- */

/* A colour that the cell can have and that is not the one it had last. */
static unsigned colour_to_rule_out(const struct engine *engine, uint32_t cell) {
    for (unsigned colour = 0;; colour++)
        if (colour != engine->phase[cell] && !atom_holds(engine, atom_of(engine, cell, colour)))
            return colour;
}

static enum step decide(struct search *search) {
    struct engine *engine = search->engine;
    uint32_t cell = engine_heap_take(engine);
    if (cell == NEVER)
        return take_solution(search);
    if (!pace_step(&engine->pace))
        return STOPPED;
    engine->decisions++;
    engine_push(engine);
    engine_rule_out(engine, atom_of(engine, cell, colour_to_rule_out(engine, cell)), NO_REASON);
    if (engine->left[cell] > 1)
        engine_heap_add(engine, cell);
    return GO_ON;
}

static void restart(struct search *search) {
    struct engine *engine = search->engine;
    engine_pop(engine, 0);
    if (engine->nogood_count > search->most_nogoods) {
        engine_forget(engine, search->most_nogoods);
        search->most_nogoods += MORE_NOGOODS;
    }
    search->restart_at = engine->conflicts + RESTART_UNIT * luby(++search->restarts);
}

static enum step one_step(struct search *search) {
    struct engine *engine = search->engine;
    if (!engine_propagate(engine)) {
        if (engine->stopped)
            return STOPPED;
        return engine_learn(engine, false) ? GO_ON : ALL_DONE;
    }
    if (engine->conflicts >= search->restart_at)
        restart(search);
    return decide(search);
}

/* ---- a search ---- */

/* What is known at the start. Returns false if it contradicts the clues. */
static bool set_known(struct engine *engine, const uint8_t *known) {
    for (uint32_t cell = 0; known != NULL && cell < engine->cell_count; cell++)
        if (known[cell] != NONOGRAM_UNKNOWN &&
            (atom_holds(engine, atom_of(engine, cell, known[cell])) ||
             !engine_fix(engine, cell, known[cell], NO_REASON)))
            return false;
    return engine_propagate(engine);
}

static bool all_known(const struct engine *engine) {
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        if (engine->left[cell] > 1)
            return false;
    return true;
}

static enum step run(struct search *search, const uint8_t *known) {
    struct engine *engine = search->engine;
    if (!set_known(engine, known))
        return engine->stopped ? STOPPED : ALL_DONE;
    search->solutions->by_lines = all_known(engine);
    search->restart_at = RESTART_UNIT;
    search->most_nogoods = FIRST_NOGOODS;
    enum step step = GO_ON;
    while (step == GO_ON)
        step = one_step(search);
    return step;
}

qd_status nonogram_solver_search(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                 const struct nonogram_solver_options *options, const uint8_t *set,
                                 qd_control *control, struct nonogram_solutions *solutions,
                                 uint8_t *used) {
    static const struct nonogram_solver_options none = {0};
    *solutions = (struct nonogram_solutions){0};
    struct search search = {.options = options != NULL ? options : &none, .solutions = solutions};
    search.engine = engine_new(puzzle, set, control, search.options->seed);
    enum step step = run(&search, known);
    solutions->complete = step == ALL_DONE;
    solutions->nodes = search.engine->decisions;
    solutions->line_solves = search.engine->line_solves;
    if (used != NULL)
        memcpy(used, search.engine->used, search.engine->line_count);
    engine_free(search.engine);
    if (solutions->count > 0)
        return QD_YES;
    return step == ALL_DONE ? QD_NO : QD_LIMIT;
}

qd_status nonogram_solver_solve(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                const struct nonogram_solver_options *options, qd_control *control,
                                struct nonogram_solutions *solutions) {
    return nonogram_solver_search(puzzle, known, options, NULL, control, solutions, NULL);
}

void nonogram_solutions_free(struct nonogram_solutions *solutions) {
    for (unsigned i = 0; i < solutions->count; i++)
        free(solutions->pictures[i]);
    free(solutions->pictures);
    *solutions = (struct nonogram_solutions){0};
}

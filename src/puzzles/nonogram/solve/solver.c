#include "puzzles/nonogram/solve/solver.h"

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"
#include "puzzles/nonogram/solve/parallel.h"
#include "puzzles/nonogram/solve/search.h"
#include "search/luby.h"

#define PROBE_ROUNDS 2
#define OPEN_ENOUGH  500 /* cells for a guess at what is likely before the first conflict */
#define GUESS_ROUNDS 10

const struct nonogram_solver_tuning nonogram_solver_usual = {
    .restart_unit = 150,
    .first_nogoods = 4000,
    .more_nogoods = 500,
    .alone = 1000,
    .first_belief = 8,
    .cache_conflicts = 8,
    .cache_bits = 4,
    .larger_conflicts = 64,
    .larger_bits = 6,
    .most_reasons = 262144,
};

/* One thread's search. */
struct search {
    struct team *team;
    struct engine *engine;
    struct atom_list cube; /* decided first, one for each level */
    uint64_t restarts;
    uint64_t restart_at; /* conflicts */
    uint64_t believe_at; /* conflicts; later at each restart */
    size_t most_nogoods;
    bool found; /* a solution */
};

enum step { GO_ON, CUBE_DONE, ALL_DONE, ENOUGH, STOPPED };

/* ---- solutions ---- */

/* Counted as memory of the search from then on. NULL if the control grants none. */
static uint8_t *copy_picture(const struct engine *engine) {
    uint8_t *picture = control_reserve(engine->pace.control, engine->cell_count);
    for (uint32_t cell = 0; picture != NULL && cell < engine->cell_count; cell++)
        picture[cell] = (uint8_t)engine_colour(engine, cell);
    assert(engine->open_count == 0);
    return picture;
}

/* The decision of a level, NO_ATOM if what was to be decided held already. */
static uint32_t decision_of(const struct engine *engine, size_t level) {
    assert(level < engine->level_start.count);
    size_t from = engine->level_start.atom[level];
    size_t to = level + 1 < engine->level_start.count ? engine->level_start.atom[level + 1]
                                                      : engine->trail.count;
    return from < to ? engine->trail.atom[from] : NO_ATOM;
}

static enum step learn(struct engine *engine, bool for_good) {
    if (engine_learn(engine, for_good))
        return GO_ON;
    return engine->stopped ? STOPPED : ALL_DONE;
}

/* The decisions made cannot all hold (any more). */
static void blame_decisions(struct engine *engine) {
    engine->conflict.count = 0;
    for (size_t level = 0; level < engine->level_start.count; level++)
        if (decision_of(engine, level) != NO_ATOM)
            atom_list_add(&engine->conflict, decision_of(engine, level));
}

/* The decisions made lead to the solution just found, and to no other: they become a nogood. */
static enum step exclude_solution(struct engine *engine) {
    blame_decisions(engine);
    return learn(engine, true);
}

static enum step learn_from_conflict(struct engine *engine) {
    if ((engine->without & NONOGRAM_PART_LEARNING) != 0)
        blame_decisions(engine);
    return learn(engine, false);
}

static enum step take_solution(struct search *search) {
    uint8_t *picture = copy_picture(search->engine);
    if (picture == NULL)
        return STOPPED;
    bool more = team_keep(search->team, picture);
    search->found = true;
    if (search->engine->level_start.count == 0)
        return ALL_DONE;
    return more ? exclude_solution(search->engine) : ENOUGH;
}

/* ---- decisions ---- */

/* Decides the next atom of the cube. */
static enum step decide_cube(struct search *search) {
    struct engine *engine = search->engine;
    assert(engine_level(engine) < search->cube.count);
    uint32_t atom = search->cube.atom[engine_level(engine)];
    if (engine->hold[atom] == REFUSED)
        return CUBE_DONE;
    engine_push(engine);
    if (engine->hold[atom] == OPEN)
        engine_rule_out(engine, atom, NO_REASON);
    return GO_ON;
}

/* A colour that the cell can have and that is not the one it had last. */
static unsigned colour_to_rule_out(const struct engine *engine, uint32_t cell) {
    assert(engine->left[cell] > 1);
    for (unsigned colour = 0;; colour++)
        if (colour != engine->phase[cell] && !atom_holds(engine, atom_of(engine, cell, colour)))
            return colour;
}

static enum step decide(struct search *search) {
    struct engine *engine = search->engine;
    if (engine_level(engine) < search->cube.count)
        return decide_cube(search);
    if (engine->open_count == 0)
        return take_solution(search);
    uint32_t cell = engine_heap_take(engine);
    engine->decisions++;
    engine_push(engine);
    engine_rule_out(engine, atom_of(engine, cell, colour_to_rule_out(engine, cell)), NO_REASON);
    if (engine->left[cell] > 1)
        engine_heap_add(engine, cell);
    return pace_step(&engine->pace) ? GO_ON : STOPPED;
}

/* Keeps the half of the cube in which the first free decision holds, and offers the other one. */
static void share_cube(struct search *search) {
    struct engine *engine = search->engine;
    if (engine_level(engine) <= search->cube.count)
        return;
    uint32_t atom = decision_of(engine, search->cube.count);
    assert(atom != NO_ATOM && engine->atoms[atom].reason == NO_REASON);
    struct atom_list other = {0};
    for (size_t i = 0; i < search->cube.count; i++)
        atom_list_add(&other, search->cube.atom[i]);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        if (colour != atom_colour(engine, atom))
            atom_list_add(&other, atom_of(engine, atom_cell(engine, atom), colour));
    atom_list_add(&search->cube, atom);
    team_offer(search->team, other);
}

static bool restart_is_due(const struct search *search) {
    unsigned needed = NONOGRAM_PART_RESTARTS | NONOGRAM_PART_LEARNING;
    return search->engine->conflicts >= search->restart_at &&
           (search->engine->without & needed) == 0;
}

/* Beliefs lead to a first solution; after it they would disturb the proof that there is no other.
 * The first guess counts for as much as some conflicts. Returns false if the engine was stopped. */
static bool believe(struct search *search) {
    struct engine *engine = search->engine;
    bool wanted = !search->found && (engine->without & NONOGRAM_PART_BELIEFS) == 0;
    search->believe_at = UINT64_MAX;
    return !wanted || engine_believe(engine, GUESS_ROUNDS,
                                     search->restarts > 0 ? 1 : engine->tuning->first_belief);
}

/* Begins again with what was learned; the first time with probes, which do not pay for puzzles that
 * are solved sooner (docs/benchmarks-earlier.md: what each part is worth). */
static enum step restart(struct search *search) {
    struct engine *engine = search->engine;
    engine->stats.restarts++;
    engine_pop(engine, 0);
    if (engine->nogood_count > search->most_nogoods) {
        engine_forget(engine, search->most_nogoods);
        search->most_nogoods += engine->tuning->more_nogoods;
    }
    if (engine->stopped)
        return STOPPED;
    search->restart_at =
        engine->conflicts + engine->tuning->restart_unit * luby(++search->restarts);
    if (!believe(search))
        return STOPPED;
    bool probes = search->restarts == 1 && (engine->without & NONOGRAM_PART_PROBES) == 0;
    if (probes && !engine_probe(engine, PROBE_ROUNDS))
        return engine->stopped ? STOPPED : ALL_DONE;
    return GO_ON;
}

/* For tests, in builds with asserts. */
static void check_state(struct engine *engine) {
#ifndef NDEBUG
    unsigned every = engine->hooks != NULL ? engine->hooks->check_every : 0;
    if (every > 0 && engine->pace.nodes % every == 0)
        engine_check(engine);
#else
    (void)engine;
#endif
}

static enum step one_step(struct search *search) {
    struct engine *engine = search->engine;
    if (!engine_propagate(engine))
        return engine->stopped ? STOPPED : learn_from_conflict(engine);
    check_state(engine);
    if (team_over(search->team))
        return ENOUGH;
    if (engine->conflicts >= search->believe_at && engine->open_count > 0) {
        engine_pop(engine, 0);
        if (!believe(search))
            return STOPPED;
    }
    if (restart_is_due(search)) {
        enum step step = restart(search);
        if (step != GO_ON)
            return step;
    } else if (team_wants(search->team)) {
        share_cube(search);
    }
    return decide(search);
}

/* ---- threads ---- */

/* Searches the cube until it is done, or for so many conflicts. */
static enum step search_cube(struct search *search, uint64_t conflicts) {
    enum step step = GO_ON;
    while (step == GO_ON && search->engine->conflicts < conflicts)
        step = one_step(search);
    return step;
}

/* Cube after cube until it is over; at says whether the caller is at one already. */
static void search_cubes(struct search *search, bool at) {
    assert(!at || engine_level(search->engine) >= search->cube.count);
    while (at || team_next(search->team, false, &search->cube)) {
        enum step step = search_cube(search, UINT64_MAX);
        engine_pop(search->engine, 0);
        if (step != CUBE_DONE)
            team_end(search->team, step == ALL_DONE);
        at = team_next(search->team, true, &search->cube);
        if (!at)
            return;
    }
}

static void help(void *context) {
    search_cubes(context, false);
}

static void search_open(struct search *search, struct team *team, struct engine *engine) {
    *search = (struct search){.team = team,
                              .engine = engine,
                              .restart_at = engine->tuning->restart_unit,
                              .most_nogoods = engine->tuning->first_nogoods};
}

struct helper {
    struct thread thread;
    bool started;
    struct search search;
};

/* A helper knows what the leader knew for certain when it was called. */
static void call_helper(struct helper *helper, const struct search *leader, uint64_t seed) {
    const struct engine *known = leader->engine;
    struct engine *engine = engine_new(known->puzzle, known->set, known->pace.control, seed);
    if (engine == NULL || !engine_begin_search(engine)) {
        engine_free(engine);
        return; /* the leader will find out too */
    }
    engine->without = known->without;
    engine->tuning = known->tuning;
    engine->hooks = known->hooks;
    engine->believed = true; /* not the same as the leader */
    search_open(&helper->search, leader->team, engine);
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        engine->activity[cell] *= 1 + (double)random_below(&engine->random, 1000) / 1000;
    size_t count = known->level_start.count > 0 ? known->level_start.atom[0] : known->trail.count;
    for (size_t i = 0; i < count; i++)
        engine_rule_out(engine, known->trail.atom[i], NO_REASON);
    engine_heap_fill(engine);
    helper->started = thread_start(&helper->thread, help, &helper->search);
}

/* Every field is a count. */
static void add_stats(struct nonogram_solver_stats *to, const struct nonogram_solver_stats *from) {
    to->learned += from->learned;
    to->minimized += from->minimized;
    to->backjumps += from->backjumps;
    to->restarts += from->restarts;
    to->reductions += from->reductions;
    to->probes += from->probes;
    to->failed_probes += from->failed_probes;
    to->beliefs += from->beliefs;
    to->cache_hits += from->cache_hits;
    to->cache_evictions += from->cache_evictions;
    to->reasons += from->reasons;
    to->reused_reasons += from->reused_reasons;
    to->forgotten_reasons += from->forgotten_reasons;
}

static void search_with_helpers(struct search *leader) {
    unsigned count = leader->team->options->threads - 1;
    struct helper *helpers = mem_new(count, sizeof *helpers);
    for (unsigned i = 0; i < count; i++)
        call_helper(&helpers[i], leader, leader->team->options->seed + 1 + i);
    team_pause(leader->team, HANDOVER_CALLED);
    search_cubes(leader, true);
    for (unsigned i = 0; i < count; i++) {
        struct engine *engine = helpers[i].search.engine;
        if (engine == NULL)
            continue;
        if (helpers[i].started)
            thread_join(&helpers[i].thread);
        leader->engine->decisions += engine->decisions;
        leader->engine->line_solves += engine->line_solves;
        leader->engine->conflicts += engine->conflicts;
        add_stats(&leader->engine->stats, &engine->stats);
        free(helpers[i].search.cube.atom);
        engine_free(engine);
    }
    free(helpers);
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

static void run(struct search *search, const uint8_t *known) {
    struct engine *engine = search->engine;
    struct team *team = search->team;
    bool possible = set_known(engine, known);
    team->solutions->by_lines = possible && engine->open_count == 0;
    if (!possible || (engine->open_count > 0 && !engine_begin_search(engine))) {
        team_end(team, !engine->stopped);
        return;
    }
    engine_heap_fill(engine);
    search->believe_at = engine->open_count < OPEN_ENOUGH ? engine->tuning->first_belief : 0;
    team->running = 1;
    bool alone = team->options->threads <= 1;
    enum step step = search_cube(search, alone ? UINT64_MAX : engine->tuning->alone);
    if (step == GO_ON)
        search_with_helpers(search);
    else
        team_end(team, step == ALL_DONE);
}

qd_status nonogram_solver_search(const struct nonogram_puzzle *puzzle, const uint8_t *known,
                                 const struct nonogram_solver_options *options, const uint8_t *set,
                                 qd_control *control, struct nonogram_solutions *solutions,
                                 uint8_t *used) {
    static const struct nonogram_solver_options none = {0};
    *solutions = (struct nonogram_solutions){0};
    struct team team = {.options = options != NULL ? options : &none, .solutions = solutions};
    struct search search;
    struct engine *engine = engine_new(puzzle, set, control, team.options->seed);
    if (engine == NULL)
        return QD_LIMIT;
    engine->without = team.options->without;
    engine->hooks = team.options->hooks;
    if (engine->hooks != NULL && engine->hooks->tuning != NULL)
        engine->tuning = engine->hooks->tuning;
    team.cells = engine->cell_count;
    search_open(&search, &team, engine);
    team_open(&team);
    run(&search, known);
    solutions->complete = team.complete;
    solutions->nodes = engine->decisions;
    solutions->line_solves = engine->line_solves;
    solutions->stats = engine->stats;
    solutions->stats.conflicts = engine->conflicts;
    solutions->stats.cubes_offered = team.offered;
    solutions->stats.cubes_taken = team.taken;
    if (used != NULL)
        for (unsigned i = 0; i < engine->line_count; i++)
            used[i] = engine->lines[i].used;
    team_close(&team);
    free(search.cube.atom);
    engine_free(engine);
    if (solutions->count > 0)
        return QD_YES;
    return solutions->complete ? QD_NO : QD_LIMIT;
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

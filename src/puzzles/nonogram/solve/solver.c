#include "puzzles/nonogram/solve/solver.h"

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/solve/engine.h"
#include "puzzles/nonogram/solve/parallel.h"
#include "puzzles/nonogram/solve/search.h"
#include "search/luby.h"

#define PROBE_ROUNDS  2
#define OPEN_ENOUGH   500 /* open cells for following beliefs before the first conflict */
#define BELIEF_ROUNDS 10

const struct nonogram_solver_tuning nonogram_solver_defaults = {
    .restart_unit = 150,
    .first_clauses = 4000,
    .more_clauses = 500,
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
    unsigned thread;
    struct engine *engine;
    struct stack assumptions; /* decided first, one for each level */
    uint64_t restarts;
    uint64_t restart_at; /* conflicts */
    uint64_t believe_at; /* conflicts; from then on at each restart */
    size_t clause_limit;
    bool found; /* a solution */
};

enum step { GO_ON, SUBPROBLEM_DONE, ALL_DONE, ENOUGH, STOPPED };

/* ---- solutions ---- */

/* The memory counts against the limit. NULL if that is reached. */
static uint8_t *copy_picture(const struct engine *engine) {
    uint8_t *picture = control_reserve(engine->counter.control, engine->cell_count);
    for (uint32_t cell = 0; picture != NULL && cell < engine->cell_count; cell++)
        picture[cell] = (uint8_t)engine_colour(engine, cell);
    assert(engine->open_cells == 0);
    return picture;
}

/* The decision of a level, NO_LITERAL if the assumption to decide was false already. */
static uint32_t decision_of(const struct engine *engine, size_t level) {
    assert(level < engine->level_start.count);
    size_t from = engine->level_start.at[level];
    size_t to = level + 1 < engine->level_start.count ? engine->level_start.at[level + 1]
                                                      : engine->trail.count;
    return from < to ? engine->trail.at[from] : NO_LITERAL;
}

static enum step learn(struct engine *engine, bool for_good) {
    if (engine_analyze(engine, for_good))
        return GO_ON;
    return engine->stopped ? STOPPED : ALL_DONE;
}

/* At least one of the decisions must be different. */
static void conflict_in_decisions(struct engine *engine) {
    engine->conflict.count = 0;
    for (size_t level = 0; level < engine->level_start.count; level++)
        if (decision_of(engine, level) != NO_LITERAL)
            stack_push(&engine->conflict, decision_of(engine, level));
}

/* The decisions lead to the solution just found and to no other, so a clause excludes them. */
static enum step exclude_solution(struct engine *engine) {
    conflict_in_decisions(engine);
    return learn(engine, true);
}

static enum step learn_from_conflict(struct engine *engine) {
    if ((engine->without & NONOGRAM_PART_LEARNING) != 0)
        conflict_in_decisions(engine);
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

/* Decides the next assumption. */
static enum step decide_assumption(struct search *search) {
    struct engine *engine = search->engine;
    assert(engine_level(engine) < search->assumptions.count);
    uint32_t literal = search->assumptions.at[engine_level(engine)];
    if (engine->value[literal] == LITERAL_TRUE)
        return SUBPROBLEM_DONE;
    engine_push_level(engine);
    if (engine->value[literal] == LITERAL_UNASSIGNED)
        engine_assign_false(engine, literal, NO_REASON);
    return GO_ON;
}

/* A colour that the cell can have, but not the one it had last. */
static unsigned colour_to_rule_out(const struct engine *engine, uint32_t cell) {
    assert(engine->domain_size[cell] > 1);
    for (unsigned colour = 0;; colour++)
        if (colour != engine->phase[cell] &&
            !literal_is_false(engine, literal_of(engine, cell, colour)))
            return colour;
}

static enum step decide(struct search *search) {
    struct engine *engine = search->engine;
    if (engine_level(engine) < search->assumptions.count)
        return decide_assumption(search);
    if (engine->open_cells == 0)
        return take_solution(search);
    uint32_t cell = engine_heap_pop(engine);
    engine->decisions++;
    engine_push_level(engine);
    engine_assign_false(engine, literal_of(engine, cell, colour_to_rule_out(engine, cell)),
                        NO_REASON);
    if (engine->domain_size[cell] > 1)
        engine_heap_add(engine, cell);
    return node_counter_step(&engine->counter) ? GO_ON : STOPPED;
}

/* Keeps the half of the subproblem with the first free decision, and gives the other half away.
 * Returns false if the memory limit is reached. */
static bool give_subproblem(struct search *search) {
    struct engine *engine = search->engine;
    struct stack *assumptions = &search->assumptions, other = {0};
    if (engine_level(engine) <= assumptions->count)
        return true;
    uint32_t literal = decision_of(engine, assumptions->count);
    assert(literal != NO_LITERAL && engine->assignments[literal].reason == NO_REASON);
    for (size_t i = 0; i < assumptions->count; i++)
        stack_push(&other, assumptions->at[i]);
    for (unsigned colour = 0; colour < engine->colours; colour++)
        if (colour != literal_colour(engine, literal))
            stack_push(&other, literal_of(engine, literal_cell(engine, literal), colour));
    stack_push(assumptions, literal);
    bool added = pool_add(&search->team->pool, search->thread, 0, &other);
    if (!added)
        free(other.at);
    return added;
}

static bool restart_is_due(const struct search *search) {
    unsigned needed = NONOGRAM_PART_RESTARTS | NONOGRAM_PART_LEARNING;
    return search->engine->conflicts >= search->restart_at &&
           (search->engine->without & needed) == 0;
}

/* Beliefs lead to a first solution; afterwards they would disturb the proof that there is no other.
 * The first beliefs count for as much as some conflicts. Returns false if the engine was stopped.
 */
static bool believe(struct search *search) {
    struct engine *engine = search->engine;
    bool wanted = !search->found && (engine->without & NONOGRAM_PART_BELIEFS) == 0;
    search->believe_at = UINT64_MAX;
    return !wanted || engine_believe(engine, BELIEF_ROUNDS,
                                     search->restarts > 0 ? 1 : engine->tuning->first_belief);
}

/* Begins again with what was learned. The first restart probes, which would not pay for puzzles
 * that are solved sooner (docs/benchmarks.md: what each part gains). */
static enum step restart(struct search *search) {
    struct engine *engine = search->engine;
    engine->stats.restarts++;
    engine_backtrack(engine, 0);
    if (engine->clause_count > search->clause_limit) {
        engine_reduce(engine, search->clause_limit);
        search->clause_limit += engine->tuning->more_clauses;
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
    if (every > 0 && engine->counter.nodes % every == 0)
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
    if (pool_ended(&search->team->pool))
        return ENOUGH;
    if (engine->conflicts >= search->believe_at && engine->open_cells > 0) {
        engine_backtrack(engine, 0);
        if (!believe(search))
            return STOPPED;
    }
    if (restart_is_due(search)) {
        enum step step = restart(search);
        if (step != GO_ON)
            return step;
    } else if (pool_wants(&search->team->pool) && !give_subproblem(search)) {
        return STOPPED;
    }
    return decide(search);
}

/* ---- threads ---- */

/* Searches the subproblem until it is done, or until there have been `conflicts` conflicts. */
static enum step search_subproblem(struct search *search, uint64_t conflicts) {
    enum step step = GO_ON;
    while (step == GO_ON && search->engine->conflicts < conflicts)
        step = one_step(search);
    return step;
}

static bool take_subproblem(struct search *search) {
    struct stack taken;
    if (!pool_take(&search->team->pool, search->thread, NULL, &taken))
        return false;
    free(search->assumptions.at);
    search->assumptions = taken;
    return true;
}

/* Subproblem after subproblem, beginning with the one that the thread holds. */
static void search_on(struct search *search) {
    do {
        enum step step = search_subproblem(search, UINT64_MAX);
        engine_backtrack(search->engine, 0);
        if (step != SUBPROBLEM_DONE)
            team_end(search->team, step == ALL_DONE);
    } while (take_subproblem(search));
}

static void help(void *context) {
    struct search *search = context;
    if (search->engine != NULL && take_subproblem(search))
        search_on(search);
}

static void search_open(struct search *search, struct team *team, unsigned thread,
                        struct engine *engine) {
    *search = (struct search){.team = team,
                              .thread = thread,
                              .engine = engine,
                              .restart_at = engine->tuning->restart_unit,
                              .clause_limit = engine->tuning->first_clauses};
}

/* Prepares another thread, which begins with what the first one knows at level 0. */
static void open_helper(struct search *helper, const struct search *first, unsigned thread) {
    const struct engine *known = first->engine;
    uint64_t seed = first->team->options->seed + thread;
    struct engine *engine = engine_new(known->puzzle, known->set, known->counter.control, seed);
    if (engine == NULL || !engine_begin_search(engine)) {
        engine_free(engine);
        return; /* the first thread will run out of memory too */
    }
    engine->without = known->without;
    engine->tuning = known->tuning;
    engine->hooks = known->hooks;
    engine->believed = true; /* not the same as the first */
    search_open(helper, first->team, thread, engine);
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        engine->activity[cell] *= 1 + (double)random_below(&engine->random, 1000) / 1000;
    size_t count = known->level_start.count > 0 ? known->level_start.at[0] : known->trail.count;
    for (size_t i = 0; i < count; i++)
        engine_assign_false(engine, known->trail.at[i], NO_REASON);
    engine_heap_fill(engine);
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
    to->cleared_reasons += from->cleared_reasons;
}

static void close_helper(struct search *helper, struct search *first) {
    struct engine *engine = helper->engine;
    if (engine == NULL)
        return;
    first->engine->decisions += engine->decisions;
    first->engine->line_solves += engine->line_solves;
    first->engine->conflicts += engine->conflicts;
    add_stats(&first->engine->stats, &engine->stats);
    free(helper->assumptions.at);
    engine_free(engine);
}

/* Goes on with all threads; the first one is in the middle of its search. */
static void search_together(struct search *first) {
    struct pool *pool = &first->team->pool;
    unsigned count = first->team->options->threads;
    struct search *searches = mem_new(count, sizeof *searches); /* number 0 is not used */
    for (unsigned i = 1; i < count; i++)
        open_helper(&searches[i], first, i);
    pool_start(pool, help, searches, sizeof *searches);
    search_on(first);
    pool_join(pool);
    for (unsigned i = 1; i < count; i++)
        close_helper(&searches[i], first);
    free(searches);
}

/* ---- a search ---- */

/* Assigns what is known at the start. Returns false if it contradicts the clues. */
static bool set_known(struct engine *engine, const uint8_t *known) {
    for (uint32_t cell = 0; known != NULL && cell < engine->cell_count; cell++)
        if (known[cell] != NONOGRAM_UNKNOWN &&
            (literal_is_false(engine, literal_of(engine, cell, known[cell])) ||
             !engine_assign_true(engine, cell, known[cell], NO_REASON)))
            return false;
    return engine_propagate(engine);
}

static void run(struct search *search, const uint8_t *known) {
    struct engine *engine = search->engine;
    struct team *team = search->team;
    bool possible = set_known(engine, known);
    team->solutions->by_lines = possible && engine->open_cells == 0;
    if (!possible || (engine->open_cells > 0 && !engine_begin_search(engine))) {
        team_end(team, !engine->stopped);
        return;
    }
    engine_heap_fill(engine);
    search->believe_at = engine->open_cells < OPEN_ENOUGH ? engine->tuning->first_belief : 0;
    pool_hold(&team->pool, search->thread);
    bool alone = team->options->threads <= 1;
    enum step step = search_subproblem(search, alone ? UINT64_MAX : engine->tuning->alone);
    if (step == GO_ON)
        search_together(search);
    else
        team_end(team, step == ALL_DONE || step == SUBPROBLEM_DONE);
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
    search_open(&search, &team, 0, engine);
    team_open(&team, control);
    const char *subproblem = team.options->subproblem;
    bool good = subproblem == NULL || subproblem_read(engine, subproblem, &search.assumptions);
    if (good)
        run(&search, known);
    solutions->complete = team_complete(&team);
    solutions->nodes = engine->decisions;
    solutions->line_solves = engine->line_solves;
    solutions->stats = engine->stats;
    solutions->stats.conflicts = engine->conflicts;
    solutions->stats.subproblems_added = pool_added(&team.pool);
    solutions->stats.subproblems_taken = pool_taken(&team.pool);
    if (used != NULL)
        for (unsigned i = 0; i < engine->line_count; i++)
            used[i] = engine->lines[i].used;
    team_close(&team);
    free(search.assumptions.at);
    engine_free(engine);
    if (!good)
        return QD_BAD_INPUT;
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

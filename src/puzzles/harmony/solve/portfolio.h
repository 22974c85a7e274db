/* The portfolio: how three searches take turns, on one thread or several. Tree searches that are
 * restarted under growing budgets, with some noise, find solutions; so does the beam search; the
 * complete search, which is never restarted, is the soonest to prove that there is none. */
#ifndef PUZZLES_HARMONY_SOLVE_PORTFOLIO_H
#define PUZZLES_HARMONY_SOLVE_PORTFOLIO_H

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/beam.h"
#include "puzzles/harmony/solve/engine.h"
#include "puzzles/harmony/solve/solver.h"
#include "puzzles/harmony/solve/tree.h"
#include "search/luby.h"

#define TREE_UNIT      100 /* nodes of the shortest turn of the restarted tree */
#define TREE_NOISE     1000
#define MOST_DOUBLINGS 20
#define BEAM_EARLY     200000 /* nodes of the beam while it may have four times the tree's */
#define FIRST_TABLE    (UINT64_C(1) << 20) /* bytes: enough for most boards */
#define FIRST_NODES    10000               /* of the trees, before the table grows */
#define COMPLETE_AFTER                                                                             \
    4000                    /* nodes before the complete search begins: it rarely finds solutions  \
                             */
#define COMPLETE_SLICE 1000 /* nodes of a turn of the complete search, if it is the only tree */
#define LARGE_TABLE    (UINT64_C(64) << 20)
#define BEAM_TURNS     12   /* a beam search without a tree search gives up after this many turns */
#define ALONE          4000 /* nodes that worker 0 tries before it starts the others */

/* ---- turns ---- */

static inline bool team_has(const struct team *team, enum harmony_solver_part part) {
    return (team->options->without & part) == 0;
}

/* The nodes of a turn, unless a test asks for another number. */
static inline uint64_t team_slice(const struct team *team, uint64_t by_default) {
    return team->options->slice > 0 ? team->options->slice : by_default;
}

static inline uint64_t turn_budget(const struct team *team, unsigned turn) {
    unsigned doublings = turn / 8 < MOST_DOUBLINGS ? turn / 8 : MOST_DOUBLINGS;
    return team_slice(team, TREE_UNIT) * luby((uint64_t)turn + 1) << doublings;
}

/* The beam finds solutions early or hardly at all, and it proves nothing. So it gets four times the
 * tree's nodes at first, and an eighth of them later. */
static inline bool beam_is_due(const struct team *team) {
    uint64_t beam = atomic_load(&team->beam_nodes), tree = atomic_load(&team->tree_nodes);
    if (!team_has(team, HARMONY_PART_BEAM) || team->beam_off)
        return false;
    return !team_has(team, HARMONY_PART_TREE) || beam <= (beam < BEAM_EARLY ? 4 * tree : tree / 8);
}

/* ---- a thread ---- */

/* What a thread searches with. The complete search has an engine of its own, so that it can go on
 * where it was. */
struct searcher {
    struct engine *engine; /* of the restarted tree and of the beam */
    struct tree restarted;
    unsigned turn;
    uint64_t turn_nodes;  /* of all turns */
    struct tree complete; /* has an engine once it has begun */
    uint64_t complete_nodes;
};

static inline struct engine *engine_copy(const struct engine *engine) {
    struct engine *copy = MEM_NEW(struct engine);
    *copy = *engine;
    copy->counter = (struct node_counter){.control = engine->counter.control};
    copy->counts = (struct harmony_solver_counts){0};
    copy->trail = mem_new(engine->root.swaps_left + 1, sizeof(struct harmony_swap));
    return copy;
}

static inline void engine_free(struct engine *engine) {
    if (engine == NULL)
        return;
    node_counter_flush(&engine->counter);
    team_add_counts(engine->team, &engine->counts);
    free(engine->trail);
    free(engine);
}

static inline void begin_complete(struct searcher *searcher) {
    struct engine *engine = engine_copy(searcher->engine);
    engine->complete = true;
    searcher->complete.engine = engine;
}

static inline void searcher_end(struct searcher *searcher) {
    if (searcher->complete.engine != NULL)
        tree_free(&searcher->complete);
    if (searcher->restarted.engine != NULL)
        tree_free(&searcher->restarted);
    engine_free(searcher->complete.engine);
}

/* Ends the search for all threads, unless the outcome is that it goes on. */
static inline void end_unless(enum outcome going_on, struct engine *engine, enum outcome outcome) {
    if (outcome != going_on)
        team_end(engine->team, outcome, engine->trail, outcome == FOUND ? engine->trail_count : 0);
}

/* ---- restarts ---- */

static inline void restart(struct searcher *searcher) {
    struct tree *tree = &searcher->restarted;
    uint64_t budget = turn_budget(searcher->engine->team, searcher->turn);
    tree->engine = searcher->engine;
    tree->noise = searcher->turn == 0 ? 0 : TREE_NOISE;
    tree->begun = false;
    searcher->turn++;
    searcher->turn_nodes += budget;
    searcher->engine->counts.restarts++;
    end_unless(BUDGET_SPENT, tree->engine, tree_search(tree, budget));
}

/* ---- the beam ---- */

/* One thread at a time runs the beam. Returns false if it is not due. */
static inline bool claim_beam(struct team *team, unsigned *turn) {
    mutex_lock(&team->lock);
    bool taken = !team->beam_busy && beam_is_due(team);
    team->beam_busy = team->beam_busy || taken;
    *turn = team->beams;
    team->beams += taken;
    mutex_unlock(&team->lock);
    return taken;
}

static inline void release_beam(struct team *team, bool off) {
    mutex_lock(&team->lock);
    assert(team->beam_busy);
    team->beam_busy = false;
    team->beam_off = off;
    mutex_unlock(&team->lock);
}

static inline void beam_turn(struct engine *engine) {
    struct team *team = engine->team;
    unsigned turn;
    if (!claim_beam(team, &turn))
        return;
    uint64_t before = atomic_load(&team->beam_nodes);
    enum outcome outcome = beam_search(engine, turn);
    release_beam(team, atomic_load(&team->beam_nodes) == before);
    end_unless(BUDGET_SPENT, engine, outcome);
}

/* ---- the complete search ---- */

static inline uint64_t complete_after(const struct team *team) {
    return team->options->alone > 0 ? team->options->alone : COMPLETE_AFTER;
}

/* The complete search gets as many nodes as the restarted tree, once that has had its first ones;
 * without restarts it is the only tree. */
static inline bool complete_is_due(const struct searcher *searcher) {
    const struct team *team = searcher->engine->team;
    if (!team_has(team, HARMONY_PART_RESTARTS))
        return true;
    return team_has(team, HARMONY_PART_COMPLETE) &&
           searcher->complete_nodes + complete_after(team) <= searcher->turn_nodes;
}

static inline uint64_t complete_budget(const struct searcher *searcher) {
    const struct team *team = searcher->engine->team;
    if (!team_has(team, HARMONY_PART_RESTARTS))
        return team_slice(team, COMPLETE_SLICE);
    return team_slice(team, COMPLETE_SLICE) + searcher->turn_nodes - searcher->complete_nodes -
           complete_after(team);
}

/* Takes a subproblem; waits for one only if there is nothing else to do. Returns false if there is
 * none. */
static inline bool take_subproblem(struct searcher *searcher) {
    struct team *team = searcher->engine->team;
    unsigned thread = searcher->engine->thread;
    struct subproblem *subproblem;
    bool taken = team_has(team, HARMONY_PART_RESTARTS)
                     ? pool_try_take(&team->pool, thread, NULL, &subproblem)
                     : pool_take(&team->pool, thread, NULL, &subproblem);
    if (taken && !resume_subproblem(&searcher->complete, subproblem))
        team_end(team, STOPPED, NULL, 0);
    return taken;
}

/* Goes on with a subproblem. One that does not end with NONE is never finished. */
static inline void complete_turn(struct searcher *searcher) {
    struct pool *pool = &searcher->engine->team->pool;
    unsigned thread = searcher->engine->thread;
    if (searcher->complete.engine == NULL)
        begin_complete(searcher);
    if (!pool_holds(pool, thread) && !take_subproblem(searcher))
        return;
    assert(searcher->complete.engine->complete);
    uint64_t budget = complete_budget(searcher);
    enum outcome outcome = tree_search(&searcher->complete, budget);
    searcher->complete_nodes += budget - searcher->complete.budget;
    if (outcome == NONE)
        pool_finish(pool, thread);
    else
        end_unless(BUDGET_SPENT, searcher->complete.engine, outcome);
}

/* ---- rounds ---- */

/* One turn of each search that is due. */
static inline void one_round(struct searcher *searcher) {
    struct engine *engine = searcher->engine;
    const struct team *team = engine->team;
    bool trees = team_has(team, HARMONY_PART_TREE);
    if (!trees && team->beams == BEAM_TURNS)
        end_unless(BUDGET_SPENT, engine, STOPPED);
    if (trees && team_has(team, HARMONY_PART_RESTARTS))
        restart(searcher);
    if (!team_ended(team))
        beam_turn(engine);
    if (!team_ended(team) && trees && complete_is_due(searcher))
        complete_turn(searcher);
}

/* ---- threads ---- */

static inline void help(void *context) {
    struct searcher *searcher = context;
    while (!team_ended(searcher->engine->team))
        one_round(searcher);
}

/* Starts the other workers, whose searchers stand behind worker 0's. Each has a copy of worker 0's
 * engine, with random numbers of its own. */
static inline void start_helpers(struct searcher *searchers, unsigned count) {
    struct team *team = searchers[0].engine->team;
    for (unsigned i = 1; i < count; i++) {
        struct engine *engine = engine_copy(searchers[0].engine);
        random_seed(&engine->random, team->options->seed + i);
        engine->thread = i;
        searchers[i] = (struct searcher){
            .engine = engine, .turn = searchers[0].turn, .complete = {.shares = true}};
    }
    pool_start(&team->pool, help, searchers, sizeof *searchers);
}

static inline void end_helpers(struct searcher *searchers, unsigned count) {
    pool_join(&searchers[0].engine->team->pool);
    for (unsigned i = 1; i < count && searchers[i].engine != NULL; i++) {
        searcher_end(&searchers[i]);
        engine_free(searchers[i].engine);
    }
}

static inline bool wants_help(const struct team *team) {
    uint64_t alone = team->options->alone > 0 ? team->options->alone : ALONE;
    return team->options->threads > 1 && team_has(team, HARMONY_PART_TREE) &&
           atomic_load(&team->tree_nodes) + atomic_load(&team->beam_nodes) >= alone;
}

/* ---- the table of dead states ---- */

/* The table takes at most an eighth of the memory limit; without room the search does without. */
static inline struct exact_set *make_table(const struct team *team, unsigned words,
                                           uint64_t bytes) {
    bytes = team->options->table_bytes > 0 ? team->options->table_bytes : bytes;
    while (bytes > 4096 && !control_has_room(team->control, 8 * bytes))
        bytes /= 2;
    bool wanted = bytes > 4096 && team_has(team, HARMONY_PART_DEAD);
    return wanted ? exact_set_new(team->control, bytes, words) : NULL;
}

/* Before other threads start. Open frames keep their keys; without a first table they have none, so
 * there is no second one either. */
static inline void grow_table(struct team *team, unsigned words) {
    assert(words > 0);
    if (team->options->table_bytes > 0 || team->dead == NULL)
        return;
    exact_set_free(team->dead);
    team->dead = make_table(team, words, LARGE_TABLE);
}

/* ---- worker 0 ---- */

static inline void take_turns(struct engine *engine) {
    struct team *team = engine->team;
    unsigned threads = team->options->threads > 1 ? team->options->threads : 1;
    struct searcher *searchers = mem_new(threads, sizeof *searchers);
    bool grown = false, helped = false;
    searchers[0] = (struct searcher){.engine = engine, .complete = {.shares = true}};
    pool_hold(&team->pool, 0);
    while (!team_ended(team)) {
        bool help_now = !helped && wants_help(team);
        if (!grown && (help_now || atomic_load(&team->tree_nodes) >= FIRST_NODES)) {
            grow_table(team, engine->layout.words);
            grown = true;
        }
        if (help_now)
            start_helpers(searchers, threads);
        helped = helped || help_now;
        one_round(&searchers[0]);
    }
    end_helpers(searchers, threads);
    searcher_end(&searchers[0]);
    free(searchers);
}

/* ---- one search ---- */

static inline enum outcome search_root(struct engine *engine, const struct harmony_board *board) {
    unsigned culprit;
    struct team *team = engine->team;
    geometry_make(&engine->grid, board);
    engine->grid.without = team->options->without;
    if (!state_make(&engine->grid, &engine->root, board))
        return NONE;
    if (engine->root.swaps_left == 0)
        return FOUND;
    if (!propagate(&engine->grid, &engine->root, &culprit))
        return NONE;
    engine->layout = key_layout_of(&engine->grid, &engine->root);
    team->dead = make_table(team, engine->layout.words, FIRST_TABLE);
    take_turns(engine);
    exact_set_free(team->dead);
    return team_outcome(team);
}

static inline void copy_answer(const struct engine *engine, struct harmony_answer *answer) {
    const struct geometry *grid = &engine->grid;
    answer->count = engine->team->count;
    assert(answer->count == engine->root.swaps_left);
    for (unsigned i = 0; i < answer->count; i++) {
        struct harmony_swap swap = engine->team->swaps[i];
        answer->swaps[i] =
            (struct harmony_swap){(uint8_t)harmony_cell(grid->row[swap.a], grid->column[swap.a]),
                                  (uint8_t)harmony_cell(grid->row[swap.b], grid->column[swap.b])};
    }
}

static inline qd_status run_engine(const struct harmony_board *board,
                                   const struct harmony_solver_options *options,
                                   qd_control *control, struct harmony_answer *answer) {
    struct team team = {.options = options, .control = control, .swaps = answer->swaps};
    struct engine *engine = MEM_NEW(struct engine);
    team_open(&team);
    engine->team = &team;
    engine->counter.control = control;
    engine->trail = mem_new(harmony_swaps_left(board) + 1, sizeof(struct harmony_swap));
    random_seed(&engine->random, options->seed);
    enum outcome outcome = search_root(engine, board);
    assert(outcome != BUDGET_SPENT);
    node_counter_flush(&engine->counter);
    team_add_counts(&team, &engine->counts);
    answer->counts = team.counts;
    answer->counts.subproblems_added = pool_added(&team.pool);
    answer->counts.subproblems_taken = pool_taken(&team.pool);
    if (outcome == FOUND)
        copy_answer(engine, answer);
    answer->tree_nodes = atomic_load(&team.tree_nodes);
    answer->beam_nodes = atomic_load(&team.beam_nodes);
    free(engine->trail);
    free(engine);
    team_close(&team);
    return outcome == FOUND ? QD_YES : outcome == NONE ? QD_NO : QD_LIMIT;
}

#endif

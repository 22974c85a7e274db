/* How the searches take turns, by one thread or several. There are three: trees that are restarted
 * under growing budgets, with some noise, which find solutions; the steady tree, which is never
 * restarted and so proves soonest that there is none; and the beam. */
#ifndef PUZZLES_HARMONY_SOLVE_PORTFOLIO_H
#define PUZZLES_HARMONY_SOLVE_PORTFOLIO_H

#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/solve/beam.h"
#include "puzzles/harmony/solve/engine.h"
#include "puzzles/harmony/solve/run.h"
#include "puzzles/harmony/solve/tree.h"
#include "search/luby.h"

#define TREE_UNIT      100 /* nodes of the shortest turn of the tree that is restarted */
#define TREE_NOISE     1000
#define MOST_DOUBLINGS 20
#define BEAM_EARLY     200000 /* nodes of the beam while it has four times the tree's */
#define FIRST_TABLE    (UINT64_C(1) << 20) /* bytes: enough for most boards */
#define FIRST_NODES    10000               /* of the trees, with the first table */
#define STEADY_AFTER   4000 /* nodes before the steady tree begins: it hardly finds solutions */
#define STEADY_SLICE   1000 /* nodes of the steady tree at a time, if there is no other */
#define LARGE_TABLE    (UINT64_C(64) << 20)
#define BEAM_TURNS     12   /* a beam alone gives up after so many */
#define ALONE          4000 /* nodes that the leader looks at before it calls for help */

/* ---- turns ---- */

static inline bool team_has(const struct team *team, enum harmony_solver_part part) {
    return (team->options->without & part) == 0;
}

/* The nodes of a turn that has so many by default. */
static inline uint64_t team_slice(const struct team *team, uint64_t by_default) {
    return team->options->slice > 0 ? team->options->slice : by_default;
}

static inline uint64_t turn_budget(const struct team *team, unsigned turn) {
    unsigned doublings = turn / 8 < MOST_DOUBLINGS ? turn / 8 : MOST_DOUBLINGS;
    return team_slice(team, TREE_UNIT) * luby((uint64_t)turn + 1) << doublings;
}

/* The beam finds solutions early or hardly at all; proofs are the tree search's. So it has four
 * times the tree's nodes at first, and an eighth of them later. */
static inline bool beam_is_due(const struct team *team) {
    uint64_t beam = atomic_load(&team->beam_nodes), tree = atomic_load(&team->tree_nodes);
    if (!team_has(team, HARMONY_PART_BEAM) || team->beam_off)
        return false;
    return !team_has(team, HARMONY_PART_TREE) || beam <= (beam < BEAM_EARLY ? 4 * tree : tree / 8);
}

/* ---- a thread ---- */

/* What a thread searches with. The steady tree has an engine of its own, so that it can go on where
 * it was. */
struct searcher {
    struct engine *engine; /* of the tree that is restarted, and of the beam */
    struct tree restarted;
    unsigned turn;
    uint64_t turn_nodes; /* of all turns */
    struct tree steady;  /* has an engine if it has begun */
    uint64_t steady_nodes;
    bool has_piece; /* of the steady tree; at first the leader has all of it */
    bool has_asked; /* for a piece, and has had none yet */
};

static inline struct engine *engine_copy(const struct engine *engine) {
    struct engine *copy = MEM_NEW(struct engine);
    *copy = *engine;
    copy->pace = (struct pace){.control = engine->pace.control};
    copy->counts = (struct harmony_solver_counts){0};
    copy->trail = mem_new(engine->root.swaps_left + 1, sizeof(struct harmony_swap));
    return copy;
}

static inline void engine_free(struct engine *engine) {
    if (engine == NULL)
        return;
    pace_finish(&engine->pace);
    team_add_counts(engine->team, &engine->counts);
    free(engine->trail);
    free(engine);
}

static inline void begin_steady(struct searcher *searcher) {
    struct engine *engine = engine_copy(searcher->engine);
    engine->steady = true;
    searcher->steady.engine = engine;
}

static inline void searcher_end(struct searcher *searcher) {
    if (searcher->steady.engine != NULL)
        tree_free(&searcher->steady);
    if (searcher->restarted.engine != NULL)
        tree_free(&searcher->restarted);
    engine_free(searcher->steady.engine);
}

/* The verdict of all, unless the search may go on. */
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

/* One thread at a time has it. Returns false if it is not due. */
static inline bool take_beam(struct team *team, unsigned *turn) {
    thread_lock_take(&team->lock);
    bool taken = !team->beam_busy && beam_is_due(team);
    team->beam_busy = team->beam_busy || taken;
    *turn = team->beams;
    team->beams += taken;
    thread_lock_leave(&team->lock);
    return taken;
}

static inline void leave_beam(struct team *team, bool off) {
    thread_lock_take(&team->lock);
    assert(team->beam_busy);
    team->beam_busy = false;
    team->beam_off = off;
    thread_lock_leave(&team->lock);
}

static inline void beam_turn(struct engine *engine) {
    struct team *team = engine->team;
    unsigned turn;
    if (!take_beam(team, &turn))
        return;
    uint64_t before = atomic_load(&team->beam_nodes);
    enum outcome outcome = beam_search(engine, turn);
    leave_beam(team, atomic_load(&team->beam_nodes) == before);
    end_unless(BUDGET_SPENT, engine, outcome);
}

/* ---- the steady tree, in pieces ---- */

static inline uint64_t steady_after(const struct team *team) {
    return team->options->alone > 0 ? team->options->alone : STEADY_AFTER;
}

/* The steady tree has as many nodes as the other one has had after its first ones; it is the only
 * one if there are no restarts. */
static inline bool steady_is_due(const struct searcher *searcher) {
    const struct team *team = searcher->engine->team;
    if (!team_has(team, HARMONY_PART_RESTARTS))
        return true;
    return team_has(team, HARMONY_PART_STEADY) &&
           searcher->steady_nodes + steady_after(team) <= searcher->turn_nodes;
}

static inline uint64_t steady_budget(const struct searcher *searcher) {
    const struct team *team = searcher->engine->team;
    if (!team_has(team, HARMONY_PART_RESTARTS))
        return team_slice(team, STEADY_SLICE);
    return team_slice(team, STEADY_SLICE) + searcher->turn_nodes - searcher->steady_nodes -
           steady_after(team);
}

/* Counts a piece as done. When it was the last, all has been tried. */
static inline void piece_done(struct searcher *searcher) {
    struct team *team = searcher->engine->team;
    assert(searcher->has_piece);
    team_watch(team, HARMONY_AT_DONE, searcher->engine->thread);
    thread_lock_take(&team->lock);
    assert(team->running > 0);
    bool last = --team->running == 0 && team->waiting == NULL;
    thread_lock_leave(&team->lock);
    searcher->has_piece = false;
    if (last)
        team_end(team, NONE, NULL, 0);
}

/* Asks for a piece, once. If there is nothing else to do, waits until something has changed. The
 * caller holds the lock. */
static inline void ask_for_piece(struct searcher *searcher) {
    struct team *team = searcher->engine->team;
    if (!searcher->has_asked)
        atomic_fetch_add(&team->wanted, 1);
    searcher->has_asked = true;
    team_watch(team, HARMONY_AT_ASK, searcher->engine->thread);
    if (!team_has(team, HARMONY_PART_RESTARTS) && !team_over(team))
        thread_signal_wait(&team->changed, &team->lock);
}

/* Takes a piece if one waits, else asks for one. */
static inline void look_for_piece(struct searcher *searcher) {
    struct team *team = searcher->engine->team;
    assert(!searcher->has_piece);
    team_watch(team, HARMONY_AT_LOOK, searcher->engine->thread);
    thread_lock_take(&team->lock);
    struct piece *piece = team->waiting;
    if (piece == NULL) {
        ask_for_piece(searcher);
    } else {
        team->waiting = piece->next;
        team->running++;
        if (!searcher->has_asked)
            atomic_fetch_add(&team->wanted, 1); /* it was meant for another, who still wants one */
        searcher->has_asked = false;
    }
    thread_lock_leave(&team->lock);
    searcher->has_piece = piece != NULL;
    if (piece != NULL && !take_over(&searcher->steady, piece))
        team_end(team, STOPPED, NULL, 0);
}

/* Goes on with a piece. One that does not end with NONE is never counted as done. */
static inline void steady_turn(struct searcher *searcher) {
    if (searcher->steady.engine == NULL)
        begin_steady(searcher);
    if (!searcher->has_piece)
        look_for_piece(searcher);
    if (!searcher->has_piece)
        return;
    assert(searcher->steady.engine->steady);
    team_watch(searcher->engine->team, HARMONY_AT_TURN, searcher->engine->thread);
    uint64_t budget = steady_budget(searcher);
    enum outcome outcome = tree_search(&searcher->steady, budget);
    searcher->steady_nodes += budget - searcher->steady.budget;
    if (outcome == NONE)
        piece_done(searcher);
    else
        end_unless(BUDGET_SPENT, searcher->steady.engine, outcome);
}

static inline void drop_pieces(struct team *team) {
    while (team->waiting != NULL) {
        struct piece *piece = team->waiting;
        team->waiting = piece->next;
        free(piece);
    }
}

/* ---- rounds ---- */

/* Everything in turns. */
static inline void one_round(struct searcher *searcher) {
    struct engine *engine = searcher->engine;
    const struct team *team = engine->team;
    bool trees = team_has(team, HARMONY_PART_TREE);
    if (!trees && team->beams == BEAM_TURNS)
        end_unless(BUDGET_SPENT, engine, STOPPED);
    if (trees && team_has(team, HARMONY_PART_RESTARTS))
        restart(searcher);
    if (!team_over(team))
        beam_turn(engine);
    if (!team_over(team) && trees && steady_is_due(searcher))
        steady_turn(searcher);
}

/* ---- helpers ---- */

struct helper {
    struct thread thread;
    bool started;
    struct searcher searcher;
};

static inline void help(void *context) {
    struct helper *helper = context;
    const struct engine *engine = helper->searcher.engine;
    while (!team_over(engine->team))
        one_round(&helper->searcher);
    team_watch(engine->team, HARMONY_AT_END, engine->thread);
}

/* Starts the helpers. Each has a copy of the leader's engine, with random numbers of its own. */
static inline struct helper *call_helpers(const struct searcher *leader, unsigned count) {
    struct helper *helpers = mem_new(count, sizeof(struct helper));
    for (unsigned i = 0; i < count; i++) {
        struct engine *engine = engine_copy(leader->engine);
        random_seed(&engine->random, engine->team->options->seed + 1 + i);
        engine->thread = i + 1;
        helpers[i].searcher =
            (struct searcher){.engine = engine, .turn = leader->turn, .steady = {.shares = true}};
        helpers[i].started = thread_start(&helpers[i].thread, help, &helpers[i]);
    }
    return helpers;
}

static inline void dismiss_helpers(struct helper *helpers, unsigned count) {
    for (unsigned i = 0; helpers != NULL && i < count; i++) {
        if (helpers[i].started)
            thread_join(&helpers[i].thread);
        searcher_end(&helpers[i].searcher);
        engine_free(helpers[i].searcher.engine);
    }
    free(helpers);
}

static inline bool wants_help(const struct team *team) {
    uint64_t alone = team->options->alone > 0 ? team->options->alone : ALONE;
    return team->options->threads > 1 && team_has(team, HARMONY_PART_TREE) &&
           atomic_load(&team->tree_nodes) + atomic_load(&team->beam_nodes) >= alone;
}

/* ---- the table of dead states ---- */

/* The table takes an eighth of a memory limit at the most, and the search does without if there is
 * no room. */
static inline struct exact_set *make_table(const struct team *team, unsigned words,
                                           uint64_t bytes) {
    bytes = team->options->table_bytes > 0 ? team->options->table_bytes : bytes;
    while (bytes > 4096 && !control_has_room(team->control, 8 * bytes))
        bytes /= 2;
    bool wanted = bytes > 4096 && team_has(team, HARMONY_PART_DEAD);
    return wanted ? exact_set_new(team->control, bytes, words) : NULL;
}

/* Before there are helpers. Frames that are open keep their keys; if there was no first table they
 * have none, and there is none later. */
static inline void grow_table(struct team *team, unsigned words) {
    assert(words > 0);
    if (team->options->table_bytes > 0 || team->dead == NULL)
        return;
    exact_set_free(team->dead);
    team->dead = make_table(team, words, LARGE_TABLE);
}

/* ---- the leader ---- */

static inline void take_turns(struct engine *engine) {
    struct team *team = engine->team;
    struct searcher leader = {.engine = engine, .has_piece = true, .steady = {.shares = true}};
    struct helper *helpers = NULL;
    bool grown = false;
    team->running = 1;
    while (!team_over(team)) {
        bool help = helpers == NULL && wants_help(team);
        if (!grown && (help || atomic_load(&team->tree_nodes) >= FIRST_NODES)) {
            grow_table(team, engine->layout.words);
            grown = true;
        }
        if (help)
            helpers = call_helpers(&leader, team->options->threads - 1);
        one_round(&leader);
    }
    team_watch(team, HARMONY_AT_END, engine->thread);
    dismiss_helpers(helpers, team->options->threads - 1);
    drop_pieces(team);
    searcher_end(&leader);
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
    return team->outcome;
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
    engine->pace.control = control;
    engine->trail = mem_new(harmony_swaps_left(board) + 1, sizeof(struct harmony_swap));
    random_seed(&engine->random, options->seed);
    enum outcome outcome = search_root(engine, board);
    assert(outcome != BUDGET_SPENT);
    pace_finish(&engine->pace);
    team_add_counts(&team, &engine->counts);
    answer->counts = team.counts;
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

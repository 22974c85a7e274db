/* Tree search and beam search in turns under growing budgets, by one thread or several. */
#ifndef HARMONY_SOLVER_TURNS_H
#define HARMONY_SOLVER_TURNS_H

#include <stdlib.h>

#include "harmony_solver_beam.h"
#include "harmony_solver_engine.h"
#include "harmony_solver_run.h"
#include "harmony_solver_tree.h"
#include "luby.h"
#include "mem.h"

#define TREE_UNIT      100 /* nodes of the shortest tree search */
#define TREE_NOISE     1000
#define MOST_DOUBLINGS 20
#define BEAM_EARLY     200000 /* nodes of the beam while it has four times the tree's */
#define FIRST_TABLE    (UINT64_C(1) << 20) /* bytes: enough for most boards */
#define FIRST_NODES    10000               /* of the tree, with the first table */
#define LARGE_TABLE    (UINT64_C(64) << 20)
#define BEAM_TURNS     12   /* a beam alone gives up after so many */
#define ALONE          4000 /* nodes that the leader looks at before it calls for help */

/* ---- turns ---- */

static inline bool team_has(const struct team *team, enum harmony_solver_part part) {
    return (team->options->without & part) == 0;
}

static inline uint64_t turn_budget(const struct team *team, unsigned turn) {
    unsigned doublings = turn / 8 < MOST_DOUBLINGS ? turn / 8 : MOST_DOUBLINGS;
    if (!team_has(team, HARMONY_PART_RESTARTS))
        return UINT64_MAX;
    return TREE_UNIT * luby((uint64_t)turn + 1) << doublings;
}

/* The beam finds solutions early or hardly at all; proofs are the tree search's. So it has four
 * times the tree's nodes at first, and an eighth of them later. */
static inline bool beam_is_due(const struct team *team) {
    uint64_t beam = atomic_load(&team->beam_nodes), tree = atomic_load(&team->tree_nodes);
    if (!team_has(team, HARMONY_PART_BEAM) || team->beam_off)
        return false;
    return !team_has(team, HARMONY_PART_TREE) || beam <= (beam < BEAM_EARLY ? 4 * tree : tree / 8);
}

/* ---- pieces of a turn's tree ---- */

/* Counts a piece as done. */
static inline void piece_done(struct engine *engine, enum outcome outcome) {
    struct team *team = engine->team;
    if (outcome == FOUND)
        team_end(team, FOUND, engine->trail, engine->trail_count);
    thread_lock_take(&team->lock);
    team->running--;
    team->turn_outcome = outcome > team->turn_outcome ? outcome : team->turn_outcome;
    if (outcome != NONE)
        atomic_store(&team->turn_ended, true);
    thread_signal_wake_all(&team->changed);
    thread_lock_leave(&team->lock);
}

/* Takes a piece that waits; the caller holds the lock. */
static inline struct piece *team_take(struct team *team) {
    struct piece *piece = team->waiting;
    team->waiting = piece->next;
    team->running++;
    return piece;
}

static inline void drop_pieces(struct team *team) {
    while (team->waiting != NULL) {
        struct piece *piece = team->waiting;
        team->waiting = piece->next;
        free(piece);
        atomic_fetch_add(&team->wanted, 1);
    }
}

/* Waits, as a thread without work, until something has changed; the caller holds the lock. A piece
 * that is handed over counts against wanted until it is taken. */
static inline void team_wait(struct team *team) {
    atomic_fetch_add(&team->wanted, 1);
    thread_signal_wait(&team->changed, &team->lock);
    atomic_fetch_sub(&team->wanted, 1);
}

/* Works on pieces until nobody has any. Then the turn is over. */
static inline void finish_turn(struct tree *tree) {
    struct team *team = tree->engine->team;
    thread_lock_take(&team->lock);
    for (;;) {
        if (atomic_load(&team->turn_ended))
            drop_pieces(team);
        if (team->waiting != NULL) {
            struct piece *piece = team_take(team);
            atomic_fetch_add(&team->wanted, 1);
            thread_lock_leave(&team->lock);
            piece_done(tree->engine, tree_from_piece(tree, piece));
            thread_lock_take(&team->lock);
        } else if (team->running > 0) {
            team_wait(team);
        } else {
            break;
        }
    }
    thread_lock_leave(&team->lock);
}

/* The leader's part of a turn. NONE is a proof. */
static inline enum outcome tree_turn(struct tree *tree, unsigned turn) {
    struct team *team = tree->engine->team;
    thread_lock_take(&team->lock);
    team->running = 1;
    team->turn_outcome = NONE;
    atomic_store(&team->budget, turn_budget(team, turn));
    atomic_store(&team->turn_ended, team_over(team));
    thread_lock_leave(&team->lock);
    piece_done(tree->engine, tree_from_root(tree, turn == 0 ? 0 : TREE_NOISE));
    finish_turn(tree);
    return team->turn_outcome;
}

/* ---- helpers ---- */

struct helper {
    struct thread thread;
    bool started;
    struct engine engine;
};

/* A beam search by a helper; the caller holds the lock. */
static inline void help_with_beam(struct engine *engine) {
    struct team *team = engine->team;
    unsigned turn = team->beams++;
    uint64_t before = atomic_load(&team->beam_nodes);
    team->beam_busy = true;
    thread_lock_leave(&team->lock);
    enum outcome outcome = beam_search(engine, turn);
    if (outcome == FOUND)
        team_end(team, FOUND, engine->trail, engine->trail_count);
    thread_lock_take(&team->lock);
    team->beam_busy = false;
    team->beam_off = atomic_load(&team->beam_nodes) == before;
}

static inline void help_with_tree(struct tree *tree) {
    struct team *team = tree->engine->team;
    struct piece *piece = team_take(team);
    atomic_fetch_add(&team->wanted, 1);
    thread_lock_leave(&team->lock);
    piece_done(tree->engine, tree_from_piece(tree, piece));
    thread_lock_take(&team->lock);
}

/* Beam searches when they are due, else pieces of the tree, until there is a verdict. */
static inline void help(void *context) {
    struct helper *helper = context;
    struct tree tree = {.engine = &helper->engine};
    struct team *team = helper->engine.team;
    thread_lock_take(&team->lock);
    while (!team_over(team)) {
        if (!team->beam_busy && beam_is_due(team) && control_going(team->control))
            help_with_beam(&helper->engine);
        else if (team->waiting != NULL && !atomic_load(&team->turn_ended))
            help_with_tree(&tree);
        else
            team_wait(team);
    }
    thread_lock_leave(&team->lock);
    tree_free(&tree);
}

/* Starts the helpers. Each has a copy of the leader's engine, with random numbers of its own. */
static inline struct helper *call_helpers(const struct engine *leader, unsigned count) {
    struct helper *helpers = mem_new(count, sizeof(struct helper));
    for (unsigned i = 0; i < count; i++) {
        struct engine *engine = &helpers[i].engine;
        *engine = *leader;
        engine->pace = (struct pace){.control = leader->pace.control};
        engine->trail = mem_new(leader->root.swaps_left + 1, sizeof(struct harmony_swap));
        random_seed(&engine->random, leader->team->options->seed + 1 + i);
        helpers[i].started = thread_start(&helpers[i].thread, help, &helpers[i]);
    }
    return helpers;
}

static inline void dismiss_helpers(struct helper *helpers, unsigned count) {
    for (unsigned i = 0; helpers != NULL && i < count; i++) {
        if (helpers[i].started)
            thread_join(&helpers[i].thread);
        pace_finish(&helpers[i].engine.pace);
        free(helpers[i].engine.trail);
    }
    free(helpers);
}

/* ---- the leader ---- */

/* Alone it does everything; with helpers the beam searches are theirs. */
static inline enum outcome one_turn(struct tree *tree, unsigned turn, bool alone) {
    struct team *team = tree->engine->team;
    enum outcome outcome = BUDGET_SPENT;
    if (team_has(team, HARMONY_PART_TREE))
        outcome = tree_turn(tree, turn);
    else if (team->beams == BEAM_TURNS)
        return STOPPED;
    if (outcome == BUDGET_SPENT && alone && beam_is_due(team))
        outcome = beam_search(tree->engine, team->beams++);
    return outcome;
}

static inline bool wants_help(const struct team *team) {
    uint64_t alone = team->options->alone > 0 ? team->options->alone : ALONE;
    return team->options->threads > 1 && team_has(team, HARMONY_PART_TREE) &&
           atomic_load(&team->tree_nodes) + atomic_load(&team->beam_nodes) >= alone;
}

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

/* Between two turns, when nobody is at the tree. */
static inline void grow_table(struct engine *engine, bool *grown) {
    struct team *team = engine->team;
    if (*grown || team->options->table_bytes > 0 || atomic_load(&team->tree_nodes) < FIRST_NODES)
        return;
    exact_set_free(team->dead);
    team->dead = make_table(team, engine->layout.words, LARGE_TABLE);
    *grown = true;
}

static inline void take_turns(struct engine *engine) {
    struct team *team = engine->team;
    struct tree tree = {.engine = engine};
    unsigned helper_count = team->options->threads > 1 ? team->options->threads - 1 : 0;
    struct helper *helpers = NULL;
    bool grown = false;
    for (unsigned turn = 0; !team_over(team); turn++) {
        grow_table(engine, &grown);
        enum outcome outcome = one_turn(&tree, turn, helpers == NULL);
        if (outcome != BUDGET_SPENT)
            team_end(team, outcome, engine->trail, outcome == FOUND ? engine->trail_count : 0);
        else if (helpers == NULL && wants_help(team))
            helpers = call_helpers(engine, helper_count);
    }
    dismiss_helpers(helpers, helper_count);
    tree_free(&tree);
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
    pace_finish(&engine->pace);
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

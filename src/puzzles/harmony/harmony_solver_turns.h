/* Tree search and beam search in turns under growing budgets. */
#ifndef HARMONY_SOLVER_TURNS_H
#define HARMONY_SOLVER_TURNS_H

#include <stdlib.h>

#include "harmony_solver_beam.h"
#include "harmony_solver_engine.h"
#include "harmony_solver_run.h"
#include "harmony_solver_tree.h"
#include "mem.h"

#define TREE_UNIT      100 /* nodes of the shortest tree search */
#define TREE_NOISE     1000
#define MOST_DOUBLINGS 20
#define BEAM_SHARE     4 /* nodes of the beam for each node of the tree */
#define TABLE_BYTES    (UINT64_C(64) << 20)
#define BEAM_TURNS     12 /* a beam alone gives up after so many */

/* The sequence 1 1 2 1 1 2 4 1 1 2 ... of Luby, Sinclair and Zuckerman; index from 1. */
static inline uint64_t luby(uint64_t index) {
    for (;;) {
        uint64_t size = 1;
        while (size < index + 1)
            size *= 2;
        if (size == index + 1)
            return size / 2;
        index -= size / 2 - 1;
    }
}

static inline enum outcome tree_turn(struct engine *engine, unsigned turn) {
    unsigned doublings = turn / 8 < MOST_DOUBLINGS ? turn / 8 : MOST_DOUBLINGS;
    uint64_t budget = TREE_UNIT * luby((uint64_t)turn + 1) << doublings;
    return tree_search(engine, budget, turn == 0 ? 0 : TREE_NOISE);
}

/* The beam has its turn unless it has had far more than its share: proofs are the tree search's. */
static inline bool beam_is_due(const struct engine *engine) {
    return !engine->options->no_beam &&
           (engine->options->no_tree || engine->beam_nodes <= BEAM_SHARE * engine->tree_nodes);
}

static inline enum outcome take_turns(struct engine *engine) {
    enum outcome outcome = BUDGET_SPENT;
    unsigned beams = 0;
    for (unsigned turn = 0; outcome == BUDGET_SPENT; turn++) {
        if (!engine->options->no_tree)
            outcome = tree_turn(engine, turn);
        else if (beams == BEAM_TURNS)
            break;
        if (outcome == BUDGET_SPENT && beam_is_due(engine))
            outcome = beam_search(engine, beams++);
    }
    return outcome;
}

/* The table takes an eighth of a memory limit at the most, and the search does without if there is
 * no room. */
static inline struct table *make_table(const struct harmony_solver_options *options,
                                       qd_control *control) {
    uint64_t bytes = options->table_bytes > 0 ? options->table_bytes : TABLE_BYTES;
    while (bytes > 4096 && !control_has_room(control, 8 * bytes))
        bytes /= 2;
    return bytes > 4096 ? table_new(control, bytes) : NULL;
}

static inline enum outcome search_root(struct engine *engine, const struct harmony_board *board) {
    unsigned culprit;
    geometry_make(&engine->grid, board);
    if (!state_make(&engine->grid, &engine->root, board))
        return NONE;
    if (engine->root.swaps_left == 0)
        return FOUND;
    return propagate(&engine->grid, &engine->root, &culprit) ? take_turns(engine) : NONE;
}

static inline void copy_answer(const struct engine *engine, struct harmony_answer *answer) {
    const struct geometry *grid = &engine->grid;
    answer->count = engine->trail_count;
    for (unsigned i = 0; i < answer->count; i++) {
        struct harmony_swap swap = engine->trail[i];
        answer->swaps[i] =
            (struct harmony_swap){(uint8_t)harmony_cell(grid->row[swap.a], grid->column[swap.a]),
                                  (uint8_t)harmony_cell(grid->row[swap.b], grid->column[swap.b])};
    }
}

static inline qd_status run_engine(const struct harmony_board *board,
                                   const struct harmony_solver_options *options,
                                   qd_control *control, struct harmony_answer *answer) {
    struct engine *engine = MEM_NEW(struct engine);
    engine->options = options;
    engine->pace.control = control;
    engine->dead = make_table(options, control);
    engine->trail = answer->swaps;
    random_seed(&engine->random, options->seed);
    enum outcome outcome = search_root(engine, board);
    pace_finish(&engine->pace);
    if (outcome == FOUND)
        copy_answer(engine, answer);
    answer->tree_nodes = engine->tree_nodes;
    answer->beam_nodes = engine->beam_nodes;
    table_free(engine->dead);
    free(engine);
    return outcome == FOUND ? QD_YES : outcome == NONE ? QD_NO : QD_LIMIT;
}

#endif

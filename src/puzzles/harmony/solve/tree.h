/* The tree search, which is complete: depth-first over frames, with a budget of nodes, and with a
 * look at whether another thread wants work after each node. */
#ifndef PUZZLES_HARMONY_SOLVE_TREE_H
#define PUZZLES_HARMONY_SOLVE_TREE_H

#include "puzzles/harmony/solve/subproblem.h"

/* Goes on with the frames that are open until all choices were tried or the budget is spent. */
static inline enum outcome tree_run(struct tree *tree) {
    const struct pool *pool = &tree->engine->team->pool;
    for (bool left = false;;) {
        const struct frame *frame = tree->frame[tree->depth];
        if (frame->tried == frame->choices.count) {
            if (!tree_back(tree))
                return NONE;
            continue;
        }
        if (tree->budget == 0)
            return BUDGET_SPENT;
        enum outcome outcome = tree_step(tree, &left);
        if (left)
            return outcome;
        if (tree->shares && pool_wants(pool) && !give_subproblem(tree))
            return STOPPED;
    }
}

/* Tries `budget` more nodes, from the root or from where the last budget was spent. FOUND leaves
 * the swaps in the trail. NONE: there is no solution in what was not given away. */
static inline enum outcome tree_search(struct tree *tree, uint64_t budget) {
    assert(budget > 0);
    enum outcome outcome = tree->begun ? BUDGET_SPENT : tree_begin(tree);
    tree->budget = budget;
    if (outcome == BUDGET_SPENT)
        outcome = tree_run(tree);
    count_nodes(tree);
    return outcome;
}

#endif

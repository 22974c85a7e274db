/* Subproblems of the complete search: a frame and the range of its choices that are to be tried.
 * A thread gives away choices near its root, which are likely to lead to large subtrees.
 *
 * The complete search chooses tiles and orders choices by the state alone, so a subproblem can be
 * written as the choices that lead to it: "0 2 1 3/5" is, below choices 0, 2 and 1, the choices 3
 * and 4. It can be read back by any search of the same board with the same parts of the solver. */
#ifndef PUZZLES_HARMONY_SOLVE_SUBPROBLEM_H
#define PUZZLES_HARMONY_SOLVE_SUBPROBLEM_H

#include "base/buf.h"
#include "puzzles/harmony/solve/frame.h"

#define LEAST_LEFT 4 /* swaps left in a frame whose choices are worth giving away */

struct subproblem {
    struct frame frame;
    uint8_t *path; /* behind the trail */
    unsigned path_count;
    struct harmony_swap trail[]; /* frame.trail_count of them */
};

/* ---- giving away ---- */

/* Finds the frame nearest to the root that has choices to spare: all that it has not tried, except
 * that one stays if nothing below it is being searched. Returns false if there is none. */
static inline bool find_spare(struct tree *tree, unsigned *depth, unsigned *first) {
    for (; tree->spent <= tree->depth; tree->spent++) {
        const struct frame *frame = tree->frame[tree->spent];
        *first = frame->tried + (tree->spent == tree->depth);
        if (frame->state.swaps_left < LEAST_LEFT)
            return false;
        if (*first < frame->choices.count) {
            *depth = tree->spent;
            return true;
        }
        if (tree->spent == tree->depth)
            return false;
    }
    return false;
}

static inline void copy_path(const struct tree *tree, unsigned depth, struct subproblem *to) {
    for (unsigned i = 0; i < tree->path_count; i++)
        to->path[i] = tree->path[i];
    for (unsigned i = 0; i < depth; i++)
        to->path[tree->path_count + i] = (uint8_t)(tree->frame[i]->tried - 1);
}

/* Takes the choices from `first` on away from a frame. */
static inline struct subproblem *cut_subproblem(struct tree *tree, unsigned depth, unsigned first) {
    const struct engine *engine = tree->engine;
    struct frame *frame = tree->frame[depth];
    assert(tree->begun && depth <= tree->depth);
    assert(first >= frame->tried && first < frame->choices.count);
    size_t trail = frame->trail_count * sizeof(struct harmony_swap);
    for (unsigned i = 0; i <= depth; i++)
        tree->frame[i]->shared = true;
    struct subproblem *cut =
        mem_new(1, sizeof(struct subproblem) + trail + tree->path_count + depth);
    cut->frame = *frame;
    cut->frame.tried = first;
    frame->choices.count = first;
    memcpy(cut->trail, engine->trail, trail);
    cut->path = (uint8_t *)(cut->trail + frame->trail_count);
    cut->path_count = tree->path_count + depth;
    copy_path(tree, depth, cut);
    return cut;
}

/* Adds a subproblem to the pool if there are choices to spare. Returns false if the memory limit is
 * reached. */
static inline bool give_subproblem(struct tree *tree) {
    struct engine *engine = tree->engine;
    unsigned depth, first;
    if (!find_spare(tree, &depth, &first))
        return true;
    struct subproblem *cut = cut_subproblem(tree, depth, first);
    bool added = pool_add(&engine->team->pool, engine->thread, 0, &cut);
    if (!added)
        free(cut);
    return added;
}

/* ---- taking over ---- */

static inline void tree_set_path(struct tree *tree, const uint8_t *path, unsigned count) {
    tree->path = mem_resize(tree->path, count + 1, sizeof *tree->path);
    memcpy(tree->path, path, count);
    tree->path_count = count;
}

/* Has the tree go on with a subproblem, and frees that. Returns false if the memory limit is
 * reached. */
static inline bool resume_subproblem(struct tree *tree, struct subproblem *subproblem) {
    struct engine *engine = tree->engine;
    struct frame *root = tree_frame(tree, 0);
    if (root != NULL) {
        *root = subproblem->frame;
        engine->trail_count = root->trail_count;
        memcpy(engine->trail, subproblem->trail, root->trail_count * sizeof(struct harmony_swap));
        tree_set_path(tree, subproblem->path, subproblem->path_count);
        tree->depth = tree->spent = 0;
        tree->begun = true;
        assert(root->tried < root->choices.count && root->shared);
    }
    free(subproblem);
    return root != NULL;
}

/* ---- text ---- */

static inline void subproblem_print(const struct subproblem *subproblem, struct buf *out) {
    for (unsigned i = 0; i < subproblem->path_count; i++)
        buf_printf(out, "%u ", subproblem->path[i]);
    buf_printf(out, "%u/%u", subproblem->frame.tried, subproblem->frame.choices.count);
}

/* Makes a given choice of the deepest frame, and opens the frame that it leads to. */
static inline enum outcome tree_descend(struct tree *tree, unsigned choice) {
    struct frame *child = tree_frame(tree, tree->depth + 1);
    if (child == NULL)
        return STOPPED;
    tree->frame[tree->depth]->tried = choice;
    enum outcome outcome = try_choice(tree, tree->frame[tree->depth], child);
    tree->depth += outcome == BUDGET_SPENT;
    return outcome;
}

/* The deepest frame becomes the root of the tree, with a range of its choices. */
static inline void tree_reroot(struct tree *tree, unsigned first, unsigned end) {
    struct frame *deepest = tree->frame[tree->depth];
    assert(tree->path_count == 0 && "it began at the root of the search");
    tree->path = mem_resize(tree->path, tree->depth + 1, sizeof *tree->path);
    for (; tree->path_count < tree->depth; tree->path_count++)
        tree->path[tree->path_count] = (uint8_t)(tree->frame[tree->path_count]->tried - 1);
    tree->frame[tree->depth] = tree->frame[0];
    tree->frame[0] = deepest;
    tree->depth = tree->spent = 0;
    deepest->tried = first;
    deepest->choices.count = end;
    deepest->shared = true;
}

/* Reads a number of up to three digits, without leading zeros. Returns false if there is none. */
static inline bool read_choice(const char **text, unsigned *number) {
    const char *first = *text;
    for (*number = 0; **text >= '0' && **text <= '9' && *text - first < 3; ++*text)
        *number = 10 * *number + (unsigned)(**text - '0');
    return *text > first && (*first != '0' || *text == first + 1);
}

/* True for numbers separated by blanks, and by a slash before the last one. */
static inline bool looks_like_subproblem(const char *text) {
    unsigned number;
    for (; read_choice(&text, &number); text++) {
        if (*text == '/')
            return text++, read_choice(&text, &number) && *text == '\0';
        if (*text != ' ')
            return false;
    }
    return false;
}

/* Has a tree that has not begun go on with a subproblem that was written. Returns false if the text
 * is not one of this board; the tree can then only be freed. *outcome: BUDGET_SPENT, or what is
 * known without a search: NONE if the table of dead states has it, STOPPED if the memory limit is
 * reached. */
static inline bool subproblem_read(struct tree *tree, const char *text, enum outcome *outcome) {
    unsigned first, end;
    if (!looks_like_subproblem(text))
        return false;
    *outcome = tree_begin(tree);
    while (*outcome == BUDGET_SPENT) {
        read_choice(&text, &first);
        if (first >= tree->frame[tree->depth]->choices.count)
            return false;
        if (*text++ == '/')
            break;
        *outcome = tree_descend(tree, first);
    }
    if (*outcome != BUDGET_SPENT)
        return *outcome != FOUND;
    read_choice(&text, &end);
    if (end <= first || end > tree->frame[tree->depth]->choices.count)
        return false;
    tree_reroot(tree, first, end);
    return true;
}

#endif

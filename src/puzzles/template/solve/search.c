/* The search: lamp by lamp in the order of reading, press it or not.
 *
 * A lamp is toggled only by presses on itself and its neighbours. The last of these in the order of
 * reading is the one below, so once that one is decided the lamp stays as it is, and if it is lit
 * nothing further down can help. Cutting there loses no solution. It also leaves one choice for
 * every lamp below the first row (players know it as "chasing the lights"): the tree has at most
 * 2 to the power of columns leaves, and searching all of it proves what it did not find. */
#include "puzzles/template/model/position.h"

#include <stdlib.h>

#include "search/dfs.h"

struct search {
    const struct position *position;
    int limit;
    struct template_solutions *found;
};

/* A state of the search: everything before `cell` is decided. */
struct node {
    template_set lit;
    template_set pressed;
    int cell;
};

static void offer(const struct search *search, const struct node *child, struct dfs_sink *sink) {
    int above = child->cell - 1 - search->position->columns;
    bool lost = above >= 0 && (child->lit >> above & 1);
    if (!lost)
        dfs_emit(sink, child);
}

static void expand(void *context, const void *state, struct dfs_sink *sink) {
    const struct search *search = context;
    const struct node *node = state;
    if (node->cell == template_cells(search->position)) {
        if (node->lit == 0)
            dfs_solution(sink, node);
        return;
    }
    struct node child = *node;
    child.cell++;
    offer(search, &child, sink);
    child.lit ^= template_reach(search->position, node->cell);
    child.pressed |= (template_set)1 << node->cell;
    offer(search, &child, sink);
}

/* Called by one thread at a time, so no lock is needed. */
static bool keep_solution(void *context, const void *state) {
    const struct search *search = context;
    const struct node *node = state;
    struct template_solutions *found = search->found;
    found->presses[found->count++] = node->pressed;
    return found->count < search->limit;
}

static int compare_solutions(const void *a, const void *b) {
    template_set left = *(const template_set *)a, right = *(const template_set *)b;
    int by_size = template_size(left) - template_size(right);
    return by_size ? by_size : (left > right) - (left < right);
}

/* Several threads find the solutions in any order; sorted, the same ones always look the same. */
static void sort_solutions(struct template_solutions *found) {
    qsort(found->presses, (size_t)found->count, sizeof *found->presses, compare_solutions);
}

qd_status template_search(const struct position *position, int limit, int threads,
                          qd_control *control, struct template_solutions *found) {
    *found = (struct template_solutions){0};
    struct search search = {.position = position, .limit = limit, .found = found};
    struct node root = {.lit = position->lit};
    struct dfs_problem problem = {
        .state_size = sizeof root,
        .root = &root,
        .context = &search,
        .expand = expand,
        .solution = keep_solution,
        .threads = threads,
    };
    struct dfs_result result;
    qd_status status = dfs_search(&problem, control, &result);
    found->complete = result.exhausted;
    sort_solutions(found);
    return status;
}

int template_threads(const struct options *options) {
    int64_t threads = options_int(options, NULL, "threads");
    return threads > 0 ? (int)threads : 1;
}

/* The search: lamp by lamp in the order of reading, press it or not.
 *
 * A lamp is toggled only by presses on itself and its neighbours. The last of these in the order of
 * reading is the one below, so once that one is decided the lamp stays as it is, and if it is lit
 * nothing further down can help. Cutting there loses no solution. It also leaves one choice for
 * every lamp below the first row (players know it as "chasing the lights"): the tree has at most
 * 2 to the power of columns leaves, and searching all of it proves what it did not find. */
#include "puzzles/template/solve/subproblem.h"

#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "search/node_counter.h"
#include "search/pool.h"

/* What the workers share. */
struct search {
    const struct position *position;
    int limit;
    struct pool pool;  /* of struct template_subproblem */
    struct mutex lock; /* over the solutions */
    struct template_solutions *found;
};

struct worker {
    struct search *search;
    unsigned number;
    struct node_counter counter;
};

static void keep_solution(struct search *search, const struct template_subproblem *node) {
    struct template_solutions *found = search->found;
    mutex_lock(&search->lock);
    if (found->count < search->limit)
        found->presses[found->count++] = node->pressed;
    bool enough = found->count >= search->limit;
    mutex_unlock(&search->lock);
    if (enough)
        pool_end(&search->pool);
}

/* True if the lamp that has just been decided for the last time is lit. */
static bool is_lost(const struct search *search, const struct template_subproblem *node) {
    int above = node->cell - 1 - search->position->columns;
    return above >= 0 && (node->lit >> above & 1);
}

/* Searches the subtree below a node, but gives the second child to another worker that wants one.
 */
static void search_below(struct worker *worker, const struct template_subproblem *node) {
    struct search *search = worker->search;
    if (is_lost(search, node) || pool_ended(&search->pool))
        return;
    if (!node_counter_step(&worker->counter))
        pool_end(&search->pool);
    if (node->cell == template_cells(search->position)) {
        if (node->lit == 0)
            keep_solution(search, node);
        return;
    }
    struct template_subproblem first = template_child(search->position, node, false);
    struct template_subproblem second = template_child(search->position, node, true);
    bool given = pool_wants(&search->pool) && pool_add(&search->pool, worker->number, 0, &second);
    search_below(worker, &first);
    if (!given)
        search_below(worker, &second);
}

static void work(void *context) {
    struct worker *worker = context;
    struct template_subproblem node;
    while (pool_take(&worker->search->pool, worker->number, NULL, &node))
        search_below(worker, &node);
    node_counter_flush(&worker->counter);
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

static void run_workers(struct search *search, unsigned count, qd_control *control) {
    struct worker *workers = mem_new(count, sizeof *workers);
    for (unsigned i = 0; i < count; i++)
        workers[i] = (struct worker){search, i, {.control = control}};
    pool_start(&search->pool, work, workers, sizeof *workers);
    work(&workers[0]);
    pool_join(&search->pool);
    free(workers);
}

qd_status template_search(const struct position *position,
                          const struct template_subproblem *subproblem, int limit, int threads,
                          qd_control *control, struct template_solutions *found) {
    struct template_subproblem whole = template_whole(position);
    *found = (struct template_solutions){0};
    struct search search = {.position = position, .limit = limit, .found = found};
    struct pool_options options = {.workers = (unsigned)threads, .item_size = sizeof whole};
    pool_open(&search.pool, &options, control);
    mutex_init(&search.lock);
    if (control_going(control) && pool_add(&search.pool, 0, 0, subproblem ? subproblem : &whole))
        run_workers(&search, (unsigned)threads, control);
    found->complete = pool_exhausted(&search.pool);
    mutex_destroy(&search.lock);
    pool_close(&search.pool);
    sort_solutions(found);
    if (!found->complete && found->count < limit)
        return QD_LIMIT;
    return found->count > 0 ? QD_YES : QD_NO;
}

int template_threads(const struct options *options) {
    int64_t threads = options_int(options, NULL, "threads");
    return threads > 0 ? (int)threads : 1;
}

#include "puzzles/hanoi/solve/graph/graph.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/graph/table.h"

/* ---- which tasks are valid ---- */

static bool costs_are_valid(const struct hanoi_graph *graph, const hanoi_arc_costs cost) {
    for (unsigned from = 0; from < HANOI_GRAPH_PEGS; from++) {
        for (unsigned to = 0; to < HANOI_GRAPH_PEGS; to++) {
            bool allowed = from != to && graph->cost[from][to] != 0;
            if (cost[from][to] > HANOI_GRAPH_MAX_COST || (cost[from][to] != 0 && !allowed))
                return false;
        }
    }
    return true;
}

static bool pegs_are_valid(const uint8_t *pegs, unsigned discs) {
    for (unsigned disc = 0; disc < discs; disc++)
        if (pegs[disc] >= HANOI_GRAPH_PEGS)
            return false;
    return true;
}

static bool task_is_valid(const struct hanoi_graph_task *task) {
    const struct hanoi_graph *graph = task->graph;

    if (task->discs < 1 || task->discs > HANOI_GRAPH_MAX_DISCS)
        return false;
    for (unsigned disc = 0; graph->disc_cost && disc < task->discs; disc++)
        if (!costs_are_valid(graph, graph->disc_cost[disc]))
            return false;
    return costs_are_valid(graph, graph->cost) && pegs_are_valid(task->start, task->discs) &&
           pegs_are_valid(task->goal, task->discs);
}

/* ---- the table, level by level ---- */

/* Costs are needed one level back only; the numbers of moves are kept for all levels, for seeking.
 */
struct cost_row {
    mpz_t cost[GRAPH_ENDS][GRAPH_ENDS];
};

/* The paths on which the largest disc takes one route. If paths is 0 the rest is undefined. */
struct route_sum {
    mpz_t cost;
    mpz_t moves;
    uint64_t paths;
};

/* What one level is computed from and into. */
struct level_work {
    struct hanoi_graph_plan *plan;
    const struct hanoi_graph *graph;
    unsigned level;
    struct cost_row *before; /* of level - 1 */
    struct cost_row *now;
    struct route_sum once;
    struct route_sum twice;
};

static uint64_t paths_times(uint64_t a, uint64_t b) {
    uint64_t product;
    return __builtin_mul_overflow(a, b, &product) ? UINT64_MAX : product;
}

static uint64_t paths_plus(uint64_t a, uint64_t b) {
    uint64_t sum;
    return __builtin_add_overflow(a, b, &sum) ? UINT64_MAX : sum;
}

static uint32_t move_cost(const struct hanoi_graph *graph, unsigned disc, unsigned from,
                          unsigned to) {
    uint32_t own = graph->disc_cost ? graph->disc_cost[disc][from][to] : 0;
    return own ? own : graph->cost[from][to];
}

/* Adds up the moves of the largest disc; false if an arc of its route is forbidden. */
static bool add_largest(const struct level_work *work, const struct graph_route *route,
                        struct route_sum *sum) {
    unsigned long cost = 0;

    for (unsigned i = 0; i < route->moves; i++) {
        uint32_t step = move_cost(work->graph, work->level - 1, route->stop[i], route->stop[i + 1]);
        if (step == 0)
            return false;
        cost += step;
    }
    mpz_set_ui(sum->cost, cost);
    mpz_set_ui(sum->moves, route->moves);
    return true;
}

static void sum_route(const struct level_work *work, const struct graph_route *route,
                      struct route_sum *sum) {
    sum->paths = add_largest(work, route, sum) ? 1 : 0;
    for (unsigned leg = 0; leg <= route->moves && sum->paths; leg++) {
        unsigned from = route->ends[leg], to = route->ends[leg + 1];
        const struct graph_entry *part = graph_entry_at(work->plan, work->level - 1, from, to);
        sum->paths = paths_times(sum->paths, part->paths);
        if (!sum->paths)
            return;
        mpz_add(sum->cost, sum->cost, work->before->cost[from][to]);
        mpz_add(sum->moves, sum->moves, part->moves);
    }
}

/* Negative if moving once is better, positive if moving twice is. A route that does not exist is
 * worst. */
static int compare_routes(const struct route_sum *once, const struct route_sum *twice) {
    if (!once->paths || !twice->paths)
        return (once->paths == 0) - (twice->paths == 0);
    int by_cost = mpz_cmp(once->cost, twice->cost);
    return by_cost ? by_cost : mpz_cmp(once->moves, twice->moves);
}

/* The largest disc of the level has to go from pegs[0] to pegs[1]. */
static void choose_route(struct level_work *work, const unsigned ends[2], const unsigned pegs[2]) {
    struct graph_entry *entry = graph_entry_at(work->plan, work->level, ends[0], ends[1]);
    struct graph_route route;

    graph_route_set(&route, false, ends, pegs);
    sum_route(work, &route, &work->once);
    graph_route_set(&route, true, ends, pegs);
    sum_route(work, &route, &work->twice);

    int order = compare_routes(&work->once, &work->twice);
    entry->paths_once = order <= 0 ? work->once.paths : 0;
    entry->paths = paths_plus(entry->paths_once, order >= 0 ? work->twice.paths : 0);
    if (!entry->paths)
        return;
    mpz_set(entry->moves, order <= 0 ? work->once.moves : work->twice.moves);
    mpz_set(work->now->cost[ends[0]][ends[1]], order <= 0 ? work->once.cost : work->twice.cost);
}

static void solve_pair(struct level_work *work, unsigned from, unsigned to) {
    struct hanoi_graph_plan *plan = work->plan;
    unsigned disc = work->level - 1;
    unsigned ends[2] = {from, to};
    unsigned pegs[2] = {graph_peg_from(plan, from, disc), graph_peg_to(plan, to, disc)};

    if (pegs[0] != pegs[1]) {
        choose_route(work, ends, pegs);
        return;
    }
    const struct graph_entry *below = graph_entry_at(plan, disc, from, to);
    struct graph_entry *entry = graph_entry_at(plan, work->level, from, to);
    entry->paths = below->paths;
    if (from == to && from != GRAPH_STATE)
        return; /* nothing moves: the numbers stay 0 */
    mpz_set(entry->moves, below->moves);
    mpz_set(work->now->cost[from][to], work->before->cost[from][to]);
}

static void solve_level(struct level_work *work) {
    for (unsigned from = 0; from < GRAPH_ENDS; from++)
        for (unsigned to = 0; to < GRAPH_ENDS; to++)
            solve_pair(work, from, to);
    struct cost_row *spare = work->before;
    work->before = work->now;
    work->now = spare;
}

static void cost_row_init(struct cost_row *row) {
    for (unsigned i = 0; i < GRAPH_ENDS * GRAPH_ENDS; i++)
        mpz_init(row->cost[i / GRAPH_ENDS][i % GRAPH_ENDS]);
}

static void cost_row_clear(struct cost_row *row) {
    for (unsigned i = 0; i < GRAPH_ENDS * GRAPH_ENDS; i++)
        mpz_clear(row->cost[i / GRAPH_ENDS][i % GRAPH_ENDS]);
}

static void work_init(struct level_work *work, struct hanoi_graph_plan *plan,
                      const struct hanoi_graph *graph, struct cost_row rows[2]) {
    *work = (struct level_work){.plan = plan, .graph = graph, .before = &rows[0], .now = &rows[1]};
    cost_row_init(&rows[0]);
    cost_row_init(&rows[1]);
    mpz_inits(work->once.cost, work->once.moves, work->twice.cost, work->twice.moves, NULL);
}

static void work_clear(struct level_work *work) {
    cost_row_clear(work->before);
    cost_row_clear(work->now);
    mpz_clears(work->once.cost, work->once.moves, work->twice.cost, work->twice.moves, NULL);
}

static void solve_levels(struct hanoi_graph_plan *plan, const struct hanoi_graph *graph) {
    struct cost_row rows[2];
    struct level_work work;

    work_init(&work, plan, graph, rows);
    for (work.level = 1; work.level <= plan->discs; work.level++)
        solve_level(&work);
    mpz_set(plan->cost, work.before->cost[GRAPH_STATE][GRAPH_STATE]);
    work_clear(&work);
}

/* ---- the plan ---- */

static size_t entry_count(unsigned discs) {
    return ((size_t)discs + 1) * GRAPH_ENDS * GRAPH_ENDS;
}

static struct hanoi_graph_plan *plan_new(const struct hanoi_graph_task *task) {
    struct hanoi_graph_plan *plan = MEM_NEW(struct hanoi_graph_plan);

    atomic_init(&plan->holders, 1);
    plan->discs = task->discs;
    plan->start = mem_copy(task->start, task->discs);
    plan->goal = mem_copy(task->goal, task->discs);
    mpz_init(plan->cost);
    plan->entries = mem_new(entry_count(task->discs), sizeof *plan->entries);
    for (size_t i = 0; i < entry_count(task->discs); i++)
        mpz_init(plan->entries[i].moves);
    /* Without discs there is one path, and it has no moves. */
    for (size_t i = 0; i < GRAPH_ENDS * GRAPH_ENDS; i++)
        plan->entries[i].paths = 1;
    return plan;
}

void hanoi_graph_plan_free(struct hanoi_graph_plan *plan) {
    if (!plan || atomic_fetch_sub(&plan->holders, 1) > 1)
        return;
    for (size_t i = 0; i < entry_count(plan->discs); i++)
        mpz_clear(plan->entries[i].moves);
    mpz_clear(plan->cost);
    free(plan->entries);
    free(plan->start);
    free(plan->goal);
    free(plan);
}

static const struct graph_entry *whole_entry(const struct hanoi_graph_plan *plan) {
    return graph_entry_at(plan, plan->discs, GRAPH_STATE, GRAPH_STATE);
}

qd_status hanoi_graph_solve(const struct hanoi_graph_task *task, struct hanoi_graph_plan **plan) {
    *plan = NULL;
    if (!task_is_valid(task))
        return QD_BAD_INPUT;
    struct hanoi_graph_plan *found = plan_new(task);
    solve_levels(found, task->graph);
    if (!whole_entry(found)->paths) {
        hanoi_graph_plan_free(found);
        return QD_NO;
    }
    *plan = found;
    return QD_YES;
}

mpz_srcptr hanoi_graph_plan_cost(const struct hanoi_graph_plan *plan) {
    return plan->cost;
}

mpz_srcptr hanoi_graph_plan_moves(const struct hanoi_graph_plan *plan) {
    return whole_entry(plan)->moves;
}

uint64_t hanoi_graph_plan_paths(const struct hanoi_graph_plan *plan) {
    return whole_entry(plan)->paths;
}

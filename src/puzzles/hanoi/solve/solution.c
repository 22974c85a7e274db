#include "puzzles/hanoi/solve/solution.h"

#include <string.h>

#include "puzzles/hanoi/solve/irregular/irregular.h"
#include "puzzles/hanoi/solve/regular/regular.h"

static bool is_classic(const struct position *position) {
    return position->board.pegs == HANOI_GRAPH_PEGS && position->setup->complete &&
           !position->setup->costly;
}

static void count_moves(struct hanoi_solution *solution, uint64_t moves) {
    mpz_import(solution->length, 1, -1, sizeof moves, 0, 0, &moves);
}

/* Three pegs, every move allowed, at most 64 discs. */
static qd_status by_formula(const struct position *position, struct hanoi_solution *solution) {
    unsigned discs = position->board.discs;
    hanoi_three_from_pegs(&solution->from, position->board.peg, discs);
    hanoi_three_from_pegs(&solution->to, position->setup->goal.peg, discs);
    struct hanoi_three_distance distance = hanoi_three_measure(solution->from, solution->to);
    solution->engine = "formula";
    solution->by_formula = true;
    solution->paths = distance.kind == HANOI_THREE_TIE ? 2 : 1;
    count_moves(solution, distance.length);
    return QD_YES;
}

/* Three pegs with any arcs and costs, or more discs than the formula can take. */
static qd_status by_graph(const struct position *position, struct hanoi_solution *solution) {
    const struct hanoi_setup *setup = position->setup;
    struct hanoi_graph graph = {.disc_cost = (const hanoi_arc_costs *)setup->disc_cost};
    memcpy(graph.cost, setup->cost, sizeof graph.cost);
    struct hanoi_graph_task task = {.graph = &graph,
                                    .discs = position->board.discs,
                                    .start = position->board.peg,
                                    .goal = setup->goal.peg};
    qd_status status = hanoi_graph_solve(&task, &solution->graph);
    solution->engine = "graph";
    if (status == QD_NO)
        solution->why_not = "No sequence of allowed moves leads to the goal.";
    if (status != QD_YES)
        return status;
    mpz_set(solution->length, hanoi_graph_plan_moves(solution->graph));
    mpz_set(solution->cost, hanoi_graph_plan_cost(solution->graph));
    solution->paths = hanoi_graph_plan_paths(solution->graph);
    return QD_YES;
}

static qd_status by_search(const struct position *position, qd_control *control,
                           struct hanoi_solution *solution) {
    struct hanoi_regular_task task = {.pegs = position->board.pegs,
                                      .discs = position->board.discs,
                                      .start = position->board.peg,
                                      .goal = position->setup->goal.peg,
                                      .arcs =
                                          position->setup->complete ? NULL : position->setup->arcs};
    struct hanoi_regular_answer answer;
    qd_status status = hanoi_regular_solve(&task, &answer, control);
    solution->engine = "search";
    solution->list = answer.list;
    if (status == QD_YES)
        count_moves(solution, answer.list->count);
    if (status == QD_NO)
        solution->why_not = "Every reachable state was searched, and the goal is not among them.";
    return status;
}

static struct hanoi_frame_stewart_task frame_stewart_task(const struct position *position) {
    return (struct hanoi_frame_stewart_task){.discs = position->board.discs,
                                             .pegs = position->board.pegs,
                                             .start = position->board.peg,
                                             .goal = position->setup->goal.peg};
}

static qd_status by_frame_stewart(const struct position *position, struct hanoi_solution *solution,
                                  qd_error *error) {
    if (!position->setup->complete || position->setup->costly || position->board.pegs < 3) {
        error_set(error, QD_BAD_INPUT,
                  "Frame-Stewart needs three pegs or more and the standard moves");
        return QD_BAD_INPUT;
    }
    struct hanoi_frame_stewart_task task = frame_stewart_task(position);
    solution->engine = "frame-stewart";
    solution->frame_stewart = hanoi_frame_stewart_plan_new(&task);
    solution->optimal = hanoi_frame_stewart_is_proven(&task);
    mpz_set(solution->length, hanoi_frame_stewart_plan_moves(solution->frame_stewart));
    return QD_YES;
}

/* Four pegs, from one full peg to another: Frame and Stewart's length is proven to be shortest
 * (Bousch 2014), so no search is needed. */
static bool proven_by_bousch(const struct position *position) {
    if (!position->setup->complete || position->board.pegs != 4)
        return false;
    struct hanoi_frame_stewart_task task = frame_stewart_task(position);
    return hanoi_frame_stewart_is_proven(&task);
}

static qd_status between_regular(const struct position *position, enum hanoi_method method,
                                 qd_control *control, struct hanoi_solution *solution,
                                 qd_error *error) {
    if (method == HANOI_METHOD_FRAME_STEWART)
        return by_frame_stewart(position, solution, error);
    if (method == HANOI_METHOD_SEARCH) {
        if (!position->setup->costly)
            return by_search(position, control, solution);
        error_set(error, QD_BAD_INPUT, "the method search does not support costs");
        return QD_BAD_INPUT;
    }
    if (is_classic(position) && position->board.discs <= HANOI_THREE_MAX_DISCS)
        return by_formula(position, solution);
    if (position->board.pegs == HANOI_GRAPH_PEGS)
        return by_graph(position, solution);
    if (proven_by_bousch(position))
        return by_frame_stewart(position, solution, error);
    return by_search(position, control, solution);
}

/* Three pegs, every move allowed: a path of any length, kept in stages. */
static qd_status by_stages(const struct hanoi_irregular_task *task, qd_control *control,
                           struct hanoi_solution *solution) {
    qd_status status = hanoi_irregular_plan(task, &solution->stages, control);
    if (status != QD_YES)
        return status;
    struct hanoi_three_count length =
        hanoi_stages_length(solution->stages, solution->stages->count);
    uint64_t words[2] = {length.low, length.high};
    mpz_import(solution->length, 2, -1, sizeof *words, 0, 0, words);
    return QD_YES;
}

static qd_status by_boards(const struct hanoi_irregular_task *task, qd_control *control,
                           struct hanoi_solution *solution) {
    struct hanoi_irregular_answer found;
    qd_status status = hanoi_irregular_solve(task, &found, control);
    if (status == QD_YES) {
        count_moves(solution, found.list->count);
        solution->list = found.list;
        found.list = NULL;
    }
    hanoi_irregular_free(&found);
    return status;
}

static qd_status from_irregular(const struct position *position, qd_control *control,
                                struct hanoi_solution *solution) {
    const struct hanoi_board *board = &position->board, *goal = &position->setup->goal;
    struct hanoi_irregular_task task = {.pegs = board->pegs,
                                        .discs = board->discs,
                                        .start = {.peg = board->peg, .below = board->below},
                                        .goal = {.peg = goal->peg, .below = goal->below},
                                        .arcs = position->setup->complete ? NULL
                                                                          : position->setup->arcs};
    solution->engine = "search";
    qd_status status = is_classic(position) ? by_stages(&task, control, solution)
                                            : by_boards(&task, control, solution);
    if (status == QD_NO)
        solution->why_not = "Every reachable board was searched, and the goal is not among them.";
    return status;
}

static qd_status with_irregular(const struct position *position, enum hanoi_method method,
                                qd_control *control, struct hanoi_solution *solution,
                                qd_error *error) {
    if (hanoi_board_regular(&position->board)) {
        solution->why_not = "In the goal a larger disc lies on a smaller one, and no legal move "
                            "puts it there.";
        return QD_NO;
    }
    if (position->setup->costly || method == HANOI_METHOD_FRAME_STEWART) {
        error_set(error, QD_BAD_INPUT,
                  position->setup->costly
                      ? "costs are not supported where a larger disc lies on a smaller one"
                      : "Frame-Stewart needs a board without a larger disc on a smaller one");
        return QD_BAD_INPUT;
    }
    return from_irregular(position, control, solution);
}

qd_status hanoi_solution_find(const struct position *position, enum hanoi_method method,
                              qd_control *control, struct hanoi_solution *solution,
                              qd_error *error) {
    *solution = (struct hanoi_solution){.optimal = true};
    mpz_inits(solution->length, solution->cost, NULL);
    bool regular =
        hanoi_board_regular(&position->board) && hanoi_board_regular(&position->setup->goal);
    return regular ? between_regular(position, method, control, solution, error)
                   : with_irregular(position, method, control, solution, error);
}

void hanoi_solution_clear(struct hanoi_solution *solution) {
    hanoi_moves_free(solution->list);
    hanoi_stages_free(solution->stages);
    hanoi_graph_plan_free(solution->graph);
    hanoi_frame_stewart_plan_free(solution->frame_stewart);
    mpz_clears(solution->length, solution->cost, NULL);
    *solution = (struct hanoi_solution){0};
}

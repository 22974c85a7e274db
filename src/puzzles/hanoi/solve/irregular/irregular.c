#include "puzzles/hanoi/solve/irregular/irregular.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/hanoi/solve/irregular/search.h"

#define PEGS  HANOI_IRREGULAR_PEGS
#define DISCS HANOI_IRREGULAR_DISCS

_Static_assert(PEGS == HANOI_SUPPORT_PEGS && DISCS == HANOI_SUPPORT_DISCS, "one limit");

/* True if no two discs rest on the same disc or directly on the same peg. There can still be
 * cycles, which touch no peg. */
static bool lies_alone(const struct hanoi_irregular_task *task, const struct hanoi_stacking *board,
                       uint16_t *above, uint16_t *lowest) {
    for (unsigned i = 0; i < task->discs; i++) {
        unsigned peg = board->peg[i], below = board->below[i];
        if (peg >= task->pegs || (below != HANOI_ON_PEG && below >= task->discs))
            return false;
        uint16_t *place = below == HANOI_ON_PEG ? &lowest[peg] : &above[below];
        if (*place != HANOI_ON_PEG)
            return false;
        *place = (uint16_t)i;
    }
    return true;
}

/* How many discs are found going up from the pegs, each on the peg that it claims. */
static unsigned climb(const struct hanoi_irregular_task *task, const struct hanoi_stacking *board,
                      const uint16_t *above, const uint16_t *lowest) {
    unsigned found = 0;
    for (unsigned peg = 0; peg < task->pegs; peg++)
        for (unsigned i = lowest[peg]; i != HANOI_ON_PEG; i = above[i])
            found += board->peg[i] == peg;
    return found;
}

static bool stacking_is_valid(const struct hanoi_irregular_task *task,
                              const struct hanoi_stacking *board) {
    uint16_t lowest[PEGS];
    uint16_t *above = mem_new(task->discs, sizeof(*above));
    memset(above, 0xff, task->discs * sizeof(*above));
    memset(lowest, 0xff, sizeof(lowest));
    bool valid =
        lies_alone(task, board, above, lowest) && climb(task, board, above, lowest) == task->discs;
    free(above);
    return valid;
}

static bool task_is_valid(const struct hanoi_irregular_task *task) {
    return task->pegs >= 1 && task->pegs <= PEGS && task->discs < HANOI_ON_PEG &&
           stacking_is_valid(task, &task->start) && stacking_is_valid(task, &task->goal);
}

/* Once the largest disc has moved it can only lie at the bottom of a peg, where it is in no other
 * disc's way. So if it lies at the bottom of the same peg at both ends, its moves can be left out
 * of any path. The same then holds for the next disc, which may lie on it. */
static unsigned discs_that_matter(const struct hanoi_irregular_task *task) {
    unsigned discs = task->discs;
    for (; discs > 0; discs--) {
        unsigned i = discs - 1;
        unsigned start = task->start.below[i], goal = task->goal.below[i];
        bool low =
            (start == HANOI_ON_PEG || start >= discs) && (goal == HANOI_ON_PEG || goal >= discs);
        if (!low || task->start.peg[i] != task->goal.peg[i])
            break;
    }
    return discs;
}

static void write_board(const struct hanoi_stacking *from, unsigned discs, uint8_t *board) {
    for (unsigned i = 0; i < discs; i++) {
        board[i] =
            from->below[i] < discs ? (uint8_t)(HANOI_SUPPORT_DISC + from->below[i]) : from->peg[i];
    }
}

static uint64_t all_pegs(unsigned pegs) {
    return pegs == 64 ? UINT64_MAX : ((uint64_t)1 << pegs) - 1;
}

/* A disc that lies on a smaller one at the goal has been there from the start, and so has
 * everything under it. */
static uint64_t find_fixed(unsigned discs, const uint8_t *goal) {
    uint64_t fixed = 0;
    for (unsigned i = 0; i < discs; i++) {
        if (!hanoi_support_is_legal(i, goal[i])) {
            fixed |= (uint64_t)1 << i;
            for (unsigned on = goal[i]; on >= HANOI_SUPPORT_DISC;
                 on = goal[on - HANOI_SUPPORT_DISC])
                fixed |= (uint64_t)1 << (on - HANOI_SUPPORT_DISC);
        }
    }
    return fixed;
}

static void make_task(const struct hanoi_irregular_task *task, unsigned discs,
                      struct hanoi_support_task *inner) {
    *inner = (struct hanoi_support_task){.pegs = task->pegs, .discs = discs};
    write_board(&task->start, discs, inner->start);
    write_board(&task->goal, discs, inner->goal);
    for (unsigned peg = 0; peg < task->pegs; peg++) {
        uint64_t others = all_pegs(task->pegs) & ~((uint64_t)1 << peg);
        inner->out[peg] = task->arcs != NULL ? task->arcs[peg] & others : others;
    }
    inner->fixed = find_fixed(discs, inner->goal);
}

static bool fixed_differ(const struct hanoi_support_task *inner) {
    for (uint64_t left = inner->fixed; left != 0; left &= left - 1) {
        unsigned i = (unsigned)__builtin_ctzll(left);
        if (inner->start[i] != inner->goal[i])
            return true;
    }
    return false;
}

static bool is_classic(const struct hanoi_support_task *inner) {
    for (unsigned peg = 0; peg < inner->pegs; peg++)
        if ((inner->out[peg] | (uint64_t)1 << peg) != all_pegs(inner->pegs))
            return false;
    return inner->pegs == 3;
}

/* QD_YES: inner is ready to be searched. */
static qd_status prepare(const struct hanoi_irregular_task *task,
                         struct hanoi_support_task *inner) {
    if (!task_is_valid(task))
        return QD_BAD_INPUT;
    unsigned discs = discs_that_matter(task);
    if (discs > DISCS)
        return QD_LIMIT;
    make_task(task, discs, inner);
    return fixed_differ(inner) ? QD_NO : QD_YES;
}

static qd_status plan_inner(const struct hanoi_support_task *inner, struct hanoi_stages **plan,
                            uint64_t *nodes, qd_control *control) {
    *plan = hanoi_stages_new();
    qd_status status =
        inner->discs > 0 ? hanoi_irregular_astar(inner, *plan, nodes, control) : QD_YES;
    if (status != QD_YES) {
        hanoi_stages_free(*plan);
        *plan = NULL;
    }
    return status;
}

qd_status hanoi_irregular_plan(const struct hanoi_irregular_task *task, struct hanoi_stages **plan,
                               qd_control *control) {
    struct hanoi_support_task inner;
    uint64_t nodes;
    *plan = NULL;
    qd_status status = prepare(task, &inner);
    if (status == QD_BAD_INPUT || status == QD_LIMIT)
        return status;
    if (!is_classic(&inner))
        return QD_BAD_INPUT;
    return status == QD_YES ? plan_inner(&inner, plan, &nodes, control) : status;
}

/* The discs that were set aside are as in the goal. */
static uint8_t *regular_pegs(const struct hanoi_irregular_task *task, unsigned discs,
                             const struct hanoi_stage *last) {
    uint8_t *pegs = mem_copy(task->goal.peg, task->discs);
    hanoi_three_to_pegs(last->from, pegs, discs);
    return pegs;
}

static qd_status list_moves(const struct hanoi_stages *plan, uint64_t count,
                            struct hanoi_moves *list) {
    struct hanoi_path *path = hanoi_stages_open(plan, (struct hanoi_three_count){0, 0});
    struct hanoi_move move;
    while (list->count < count && path->next(path, &move))
        hanoi_moves_add(list, move);
    path->free(path);
    return QD_YES;
}

/* Fills the answer from a plan. */
static qd_status answer_by_plan(const struct hanoi_irregular_task *task, unsigned discs,
                                const struct hanoi_stages *plan,
                                struct hanoi_irregular_answer *answer) {
    assert(plan->count > 0 || !plan->ends_regular);
    size_t listed = plan->ends_regular ? plan->count - 1 : plan->count;
    struct hanoi_three_count count = hanoi_stages_length(plan, listed);
    if (count.high != 0 || count.low > HANOI_IRREGULAR_LIST)
        return QD_LIMIT;
    if (plan->ends_regular) {
        answer->pegs = regular_pegs(task, discs, &plan->list[listed]);
        answer->remaining = plan->list[listed].length;
    }
    return list_moves(plan, count.low, answer->list);
}

static qd_status search(const struct hanoi_irregular_task *task,
                        const struct hanoi_support_task *inner,
                        struct hanoi_irregular_answer *answer, qd_control *control) {
    if (!is_classic(inner) || inner->discs == 0)
        return hanoi_irregular_breadth_first(inner, answer->list, &answer->nodes, control);
    struct hanoi_stages *plan;
    qd_status status = plan_inner(inner, &plan, &answer->nodes, control);
    if (status == QD_YES)
        status = answer_by_plan(task, inner->discs, plan, answer);
    hanoi_stages_free(plan);
    return status;
}

qd_status hanoi_irregular_solve(const struct hanoi_irregular_task *task,
                                struct hanoi_irregular_answer *answer, qd_control *control) {
    struct hanoi_support_task inner;
    *answer = (struct hanoi_irregular_answer){0};
    qd_status status = prepare(task, &inner);
    if (status != QD_YES)
        return status;
    answer->list = hanoi_moves_new();
    status = search(task, &inner, answer, control);
    if (status != QD_YES) {
        hanoi_moves_free(answer->list);
        answer->list = NULL;
    }
    return status;
}

void hanoi_irregular_free(struct hanoi_irregular_answer *answer) {
    hanoi_moves_free(answer->list);
    free(answer->pegs);
    *answer = (struct hanoi_irregular_answer){0};
}

#include "puzzles/hanoi/solve/regular/regular.h"

#include <stdbool.h>
#include <stddef.h>

#include "puzzles/hanoi/solve/regular/search.h"

#define PEGS HANOI_REGULAR_PEGS

static bool state_is_valid(const struct hanoi_regular_task *task, const uint8_t *pegs) {
    for (unsigned i = 0; i < task->discs; i++)
        if (pegs[i] >= task->pegs)
            return false;
    return true;
}

static uint64_t all_pegs(unsigned pegs) {
    return pegs == 64 ? UINT64_MAX : ((uint64_t)1 << pegs) - 1;
}

/* The allowed moves, without those from a peg to itself or to a peg that does not exist. */
static void clean_arcs(const struct hanoi_regular_task *task, uint64_t arcs[PEGS]) {
    for (unsigned peg = 0; peg < task->pegs; peg++) {
        uint64_t others = all_pegs(task->pegs) & ~((uint64_t)1 << peg);
        arcs[peg] = task->arcs != NULL ? task->arcs[peg] & others : others;
    }
}

static bool is_complete(unsigned pegs, const uint64_t arcs[PEGS]) {
    for (unsigned peg = 0; peg < pegs; peg++)
        if ((arcs[peg] | (uint64_t)1 << peg) != all_pegs(pegs))
            return false;
    return true;
}

/* The largest disc is never in the way of another. So if it is on the same peg at both ends, all
 * its moves can be left out of any path, which gives a shorter one. The same then holds for the
 * next disc. This is true for any number of pegs and any allowed moves. */
static unsigned discs_that_matter(const struct hanoi_regular_task *task) {
    unsigned discs = task->discs;
    while (discs > 0 && task->start[discs - 1] == task->goal[discs - 1])
        discs--;
    return discs;
}

static uint64_t pegs_reachable(const uint64_t arcs[PEGS], unsigned from) {
    uint64_t reached = (uint64_t)1 << from, done = 0;
    while (reached != done) {
        unsigned peg = (unsigned)__builtin_ctzll(reached & ~done);
        done |= (uint64_t)1 << peg;
        reached |= arcs[peg];
    }
    return reached;
}

/* False if some disc could not reach its goal even if it were alone. */
static bool each_disc_can(const struct hanoi_regular_task *task) {
    for (unsigned i = 0; i < task->discs; i++)
        if ((pegs_reachable(task->arcs, task->start[i]) >> task->goal[i] & 1) == 0)
            return false;
    return true;
}

static qd_status search(const struct hanoi_regular_task *task, struct hanoi_regular_answer *answer,
                        qd_control *control) {
    if (!each_disc_can(task))
        return QD_NO;
    if (task->pegs == 4 && is_complete(4, task->arcs) &&
        hanoi_bidirectional4_fits(task->discs, control)) {
        return hanoi_bidirectional4(task->discs, task->start, task->goal, answer->list,
                                    &answer->nodes, control);
    }
    return hanoi_bidirectional(task, answer->list, &answer->nodes, control);
}

qd_status hanoi_regular_solve(const struct hanoi_regular_task *task,
                              struct hanoi_regular_answer *answer, qd_control *control) {
    *answer = (struct hanoi_regular_answer){0};
    if (task->pegs < 1 || task->pegs > PEGS || task->discs > UINT16_MAX ||
        !state_is_valid(task, task->start) || !state_is_valid(task, task->goal))
        return QD_BAD_INPUT;
    uint64_t arcs[PEGS] = {0};
    clean_arcs(task, arcs);
    struct hanoi_regular_task smaller = *task;
    smaller.arcs = arcs;
    smaller.discs = discs_that_matter(task);
    answer->list = hanoi_moves_new();
    qd_status status = search(&smaller, answer, control);
    if (status != QD_YES) {
        hanoi_moves_free(answer->list);
        answer->list = NULL;
    }
    return status;
}

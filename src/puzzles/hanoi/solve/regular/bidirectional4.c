#include "puzzles/hanoi/solve/regular/search.h"

#include <assert.h>

#include "puzzles/hanoi/solve/regular/frontier4.h"

bool hanoi_bidirectional4_fits(unsigned discs, const qd_control *control) {
    return discs <= HANOI_FRONTIER4_DISCS &&
           control_has_room(control, 2 * hanoi_frontier4_least_bytes(discs));
}

static void descend(const struct hanoi_frontier4 *front, uint64_t state, struct hanoi_moves *list) {
    for (uint32_t i = 0; i < front->depth; i++)
        hanoi_moves_add(list, hanoi_frontier4_descend(front, &state));
}

/* Before the last layer the two fronts had nothing in common, so no path is shorter than the sum of
 * their depths, and the first common state is on a shortest path. */
static qd_status meet(struct hanoi_frontier4 *near, struct hanoi_frontier4 *far,
                      struct hanoi_moves *list) {
    struct hanoi_frontier4 *fronts[2] = {near, far};
    for (;;) {
        int turn = far->layer < near->layer ? 1 : 0;
        struct hanoi_frontier4 *front = fronts[turn];
        qd_status step = hanoi_frontier4_step(front, fronts[1 - turn]);
        if (step != QD_YES)
            return step; /* never QD_NO: every state is reachable */
        control_note(front->control, "%u moves from the start, %u from the goal", near->depth,
                     far->depth);
        if (front->met) {
            assert(hanoi_frontier4_code(near, front->meeting) &&
                   hanoi_frontier4_code(far, front->meeting));
            descend(near, front->meeting, list);
            hanoi_moves_reverse(list);
            descend(far, front->meeting, list);
            return QD_YES;
        }
    }
}

qd_status hanoi_bidirectional4(unsigned discs, const uint8_t *start, const uint8_t *goal,
                               struct hanoi_moves *list, uint64_t *nodes, qd_control *control) {
    uint64_t from = hanoi_frontier4_index(discs, start), to = hanoi_frontier4_index(discs, goal);
    *nodes = 0;
    if (from == to)
        return QD_YES;
    struct hanoi_frontier4 near, far;
    bool begun = hanoi_frontier4_begin(&near, discs, from, control);
    begun = hanoi_frontier4_begin(&far, discs, to, control) && begun;
    qd_status status = begun ? meet(&near, &far, list) : QD_LIMIT;
    *nodes = near.reached + far.reached;
    hanoi_frontier4_end(&near);
    hanoi_frontier4_end(&far);
    return status;
}

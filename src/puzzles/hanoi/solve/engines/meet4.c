#include "puzzles/hanoi/solve/engines/meet4.h"

#include <assert.h>

#include "puzzles/hanoi/solve/engines/front4.h"

bool hanoi_meet4_fits(unsigned discs, const qd_control *control) {
    return discs <= HANOI_FRONT4_DISCS &&
           control_has_room(control, 2 * hanoi_front4_least_bytes(discs));
}

static void descend(const struct hanoi_front4 *front, uint64_t state, struct hanoi_moves *way) {
    for (uint32_t i = 0; i < front->depth; i++)
        hanoi_moves_add(way, hanoi_front4_descend(front, &state));
}

/* Before the last layer the two fronts had nothing in common, so the states nearer than the sum of
 * their depths were all excluded, and the first common state is on a shortest way. */
static qd_status meet(struct hanoi_front4 *near, struct hanoi_front4 *far,
                      struct hanoi_moves *way) {
    struct hanoi_front4 *fronts[2] = {near, far};
    for (;;) {
        int turn = far->layer < near->layer ? 1 : 0;
        struct hanoi_front4 *front = fronts[turn];
        qd_status step = hanoi_front4_step(front, fronts[1 - turn]);
        if (step != QD_YES)
            return step; /* never QD_NO: every state can be reached */
        control_note(front->control, "%u moves from the start, %u from the goal", near->depth,
                     far->depth);
        if (front->met) {
            assert(hanoi_front4_code(near, front->meeting) &&
                   hanoi_front4_code(far, front->meeting));
            descend(near, front->meeting, way);
            hanoi_moves_turn_back(way);
            descend(far, front->meeting, way);
            return QD_YES;
        }
    }
}

qd_status hanoi_meet4(unsigned discs, const uint8_t *start, const uint8_t *goal,
                      struct hanoi_moves *way, uint64_t *nodes, qd_control *control) {
    uint64_t from = hanoi_front4_index(discs, start), to = hanoi_front4_index(discs, goal);
    *nodes = 0;
    if (from == to)
        return QD_YES;
    struct hanoi_front4 near, far;
    bool begun = hanoi_front4_begin(&near, discs, from, control);
    begun = hanoi_front4_begin(&far, discs, to, control) && begun;
    qd_status status = begun ? meet(&near, &far, way) : QD_LIMIT;
    *nodes = near.reached + far.reached;
    hanoi_front4_end(&near);
    hanoi_front4_end(&far);
    return status;
}

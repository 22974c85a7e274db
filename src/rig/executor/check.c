/* The invariants of a run between two steps, whatever goes wrong outside. */
#include <assert.h>
#include <math.h>

#include "rig/executor/executor.h"

#ifdef NDEBUG

void rig_check_board(const struct rig_board *board, int rings) {
    (void)board;
    (void)rings;
}

void rig_check(const struct rig_executor *x) {
    (void)x;
}

#else

/* No ring appears twice on the towers. Returns the rings on them as bits. */
static unsigned check_rings(const struct rig_board *board, int rings) {
    unsigned seen = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        assert(board->count[t] >= 0 && board->count[t] <= rings);
        for (int i = 0; i < board->count[t]; i++) {
            assert(board->ring[t][i] >= 0 && board->ring[t][i] < rings);
            assert((seen >> board->ring[t][i] & 1) == 0);
            seen |= 1U << board->ring[t][i];
        }
        assert(board->unsure[t] >= 0 && board->unsure[t] <= board->count[t]);
        assert(board->unsure[t] != 1); /* a single ring is always in order */
    }
    return seen;
}

void rig_check_board(const struct rig_board *board, int rings) {
    unsigned seen = check_rings(board, rings);
    assert((board->hand == RIG_HAND_EMPTY) == (board->held == RIG_NO_RING));
    assert(board->held >= RIG_NO_RING && board->held < rings);
    assert(board->held == RIG_NO_RING || (seen >> board->held & 1) == 0);
}

/* Once there is a belief, it accounts for every ring, and the cells are compared with it. */
static void check_belief(const struct rig_executor *x) {
    unsigned seen = check_rings(&x->board, x->config->rings) | rig_held_bit(x);
    double loads[RIG_TOWERS];
    int8_t tower[RIG_RINGS];
    assert(seen == (1U << x->config->rings) - 1);
    rig_distribution(x, tower);
    rig_loads(x->config, tower, loads);
    for (int t = 0; t < RIG_TOWERS; t++)
        assert(fabs(x->expected[t] - loads[t]) < 0.001);
}

static void check_cells(const struct rig_executor *x) {
    assert(x->tolerance >= RIG_LEAST_TOLERANCE);
    assert(x->asked <= x->sampled);
    for (int t = 0; t < RIG_TOWERS; t++) {
        assert(fabs(x->drift[t]) <= RIG_MAX_DRIFT * x->tolerance);
        assert(x->suspect[t] >= 0 && x->suspect[t] <= RIG_DEBOUNCE);
        assert(x->repeats[t] >= 0);
    }
}

static bool is_tower(int t) {
    return t >= 0 && t < RIG_TOWERS;
}

static void check_arm(const struct rig_executor *x) {
    assert(x->at_tower == -1 || is_tower(x->at_tower));
    assert(x->lifting == -1 || is_tower(x->lifting));
    assert(x->pressing == -1 || is_tower(x->pressing));
    assert(x->transit == -1 || is_tower(x->transit));
    assert(x->landing >= RIG_NO_RING && x->landing < x->config->rings);
    assert(x->lifting == -1 || x->pressing == -1); /* one thing at a time */
}

void rig_check(const struct rig_executor *x) {
    rig_check_board(&x->board, x->config->rings);
    if (x->watching)
        check_belief(x);
    check_cells(x);
    check_arm(x);
    assert(x->disturbances >= 0 && x->disturbances <= RIG_DISTURBANCES + 1);
    assert(x->moves_left >= -1);
    assert(x->result->retries >= 0 && x->result->moves <= x->result->steps);
    assert(!x->ended || x->reason != RIG_REASON_NONE);
}

#endif

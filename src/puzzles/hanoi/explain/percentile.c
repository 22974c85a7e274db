#include "puzzles/hanoi/explain/percentile.h"

#include <math.h>
#include <string.h>

#include "base/random.h"
#include "puzzles/hanoi/solve/regular/layers.h"

static void by_formula(const struct position *position, uint64_t distance,
                       struct hanoi_percentile *percentile) {
    unsigned discs = position->board.discs;
    struct hanoi_three_count count = hanoi_three_nearer(distance, discs);
    percentile->kind = HANOI_PERCENTILE_EXACT;
    percentile->share = (ldexp((double)count.high, 64) + (double)count.low) / pow(3, discs);
}

static void by_sampling(const struct position *position, uint64_t distance,
                        struct hanoi_percentile *percentile) {
    unsigned discs = position->board.discs;
    struct hanoi_three goal, state;
    struct random random;
    uint8_t peg_of[HANOI_THREE_MAX_DISCS];
    unsigned hits = 0;
    random_seed(&random, discs);
    hanoi_three_from_pegs(&goal, position->setup->goal.peg, discs);
    for (unsigned i = 0; i < HANOI_PERCENTILE_SAMPLES; i++) {
        for (unsigned disc = 0; disc < discs; disc++)
            peg_of[disc] = (uint8_t)random_below(&random, 3);
        hanoi_three_from_pegs(&state, peg_of, discs);
        hits += hanoi_three_measure(state, goal).length < distance;
    }
    double share = (double)hits / HANOI_PERCENTILE_SAMPLES;
    percentile->kind = HANOI_PERCENTILE_ESTIMATE;
    percentile->share = share;
    percentile->error = 2 * sqrt((share * (1 - share) + 1e-9) / HANOI_PERCENTILE_SAMPLES);
}

/* Breadth-first search backwards from the goal over regular states, each a number in base `pegs`. A
 * plain queue is enough for boards of this size. */
enum { VISITED_DISCS = 24, VISITED_STATES = 1 << 24 };

struct sweep {
    const struct position *position;
    uint32_t power[VISITED_DISCS]; /* pegs^disc */
    uint8_t *seen;
    uint32_t *queue;
    uint32_t count;
};

static uint32_t number_of(const struct sweep *sweep, const uint8_t *peg) {
    uint32_t number = 0;
    for (unsigned disc = 0; disc < sweep->position->board.discs; disc++)
        number += peg[disc] * sweep->power[disc];
    return number;
}

static void push(struct sweep *sweep, uint32_t state) {
    if (sweep->seen[state])
        return;
    sweep->seen[state] = 1;
    sweep->queue[sweep->count++] = state;
}

/* Adds every state from which one move leads to this one: the top disc of a peg came from another
 * peg, where no smaller disc was, along an allowed move. */
static void push_before(struct sweep *sweep, uint32_t state) {
    unsigned pegs = sweep->position->board.pegs, discs = sweep->position->board.discs;
    const uint64_t *arcs = sweep->position->setup->arcs;
    uint64_t covered = 0;
    for (unsigned disc = 0; disc < discs; disc++) {
        unsigned to = state / sweep->power[disc] % pegs;
        if (!(covered >> to & 1))
            for (unsigned from = 0; from < pegs; from++)
                if (!(covered >> from & 1) && arcs[from] >> to & 1)
                    push(sweep, state + (from - to) * sweep->power[disc]);
        covered |= UINT64_C(1) << to;
    }
}

/* Visits the states layer by layer up to the distance: all that were seen by then are nearer. */
static qd_status count_layers(struct sweep *sweep, uint64_t distance, qd_control *control) {
    uint32_t at = 0;
    push(sweep, number_of(sweep, sweep->position->setup->goal.peg));
    for (uint64_t depth = 1; depth < distance; depth++) {
        for (uint32_t end = sweep->count; at < end; at++) {
            push_before(sweep, sweep->queue[at]);
            if (at % 1024 == 0 && !control_spend(control, 1024))
                return QD_LIMIT;
        }
    }
    return QD_YES;
}

static qd_status by_visiting(const struct position *position, uint64_t states, uint64_t distance,
                             qd_control *control, struct hanoi_percentile *percentile) {
    struct sweep sweep = {.position = position};
    for (unsigned disc = 0; disc < position->board.discs; disc++)
        sweep.power[disc] = disc ? sweep.power[disc - 1] * position->board.pegs : 1;
    sweep.seen = control_reserve(control, states);
    sweep.queue = control_reserve(control, states * sizeof *sweep.queue);
    qd_status status = QD_LIMIT;
    if (sweep.seen && sweep.queue)
        status = count_layers(&sweep, distance, control);
    if (status == QD_YES) {
        percentile->kind = HANOI_PERCENTILE_EXACT;
        percentile->share = distance ? sweep.count / (double)states : 0;
    }
    control_release(control, sweep.queue, states * sizeof *sweep.queue);
    control_release(control, sweep.seen, states);
    return status;
}

/* The same where every move is allowed on three or four pegs, by the engine for that: much faster.
 */
static qd_status by_layers(const struct position *position, uint64_t states, uint64_t distance,
                           qd_control *control, struct hanoi_percentile *percentile) {
    struct hanoi_layers layers = {0};
    struct hanoi_layers_task task = {.pegs = position->board.pegs,
                                     .discs = position->board.discs,
                                     .start = position->setup->goal.peg,
                                     .max_depth = (uint32_t)distance - 1};
    qd_status status = distance > 0 ? hanoi_layers_run(&task, &layers, control) : QD_YES;
    if (status == QD_YES) {
        percentile->kind = HANOI_PERCENTILE_EXACT;
        percentile->share = (double)layers.states / (double)states;
    }
    hanoi_layers_free(&layers);
    return status;
}

/* pegs^discs, or UINT64_MAX if that is more than are visited. */
static uint64_t state_count(const struct hanoi_board *board) {
    uint64_t states = 1;
    if (board->discs > VISITED_DISCS)
        return UINT64_MAX;
    for (unsigned disc = 0; disc < board->discs; disc++) {
        states *= board->pegs;
        if (states > VISITED_STATES)
            return UINT64_MAX;
    }
    return states;
}

static bool has_layers(const struct position *position) {
    return position->setup->complete && (position->board.pegs == 3 || position->board.pegs == 4);
}

qd_status hanoi_percentile_find(const struct position *position,
                                const struct hanoi_solution *solution, qd_control *control,
                                struct hanoi_percentile *percentile) {
    const struct hanoi_setup *setup = position->setup;
    *percentile = (struct hanoi_percentile){.kind = HANOI_PERCENTILE_UNKNOWN};
    bool fits = mpz_sizeinbase(solution->length, 2) <= 64 && !setup->costly &&
                hanoi_board_regular(&setup->goal);
    if (!fits)
        return QD_YES;
    uint64_t distance = 0;
    mpz_export(&distance, NULL, -1, sizeof distance, 0, 0, solution->length);
    bool formula = position->board.pegs == 3 && setup->complete &&
                   position->board.discs <= HANOI_THREE_MAX_DISCS;
    uint64_t states = state_count(&position->board);
    if (formula && hanoi_board_perfect_peg(&setup->goal) >= 0 &&
        hanoi_board_regular(&position->board))
        by_formula(position, distance, percentile);
    else if (states <= VISITED_STATES && has_layers(position))
        return by_layers(position, states, distance, control, percentile);
    else if (states <= VISITED_STATES)
        return by_visiting(position, states, distance, control, percentile);
    else if (formula)
        by_sampling(position, distance, percentile);
    return QD_YES;
}

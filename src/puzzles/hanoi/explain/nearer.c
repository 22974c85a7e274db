#include "puzzles/hanoi/explain/nearer.h"

#include <math.h>
#include <string.h>

#include "base/random.h"

static void by_formula(const struct position *position, uint64_t distance,
                       struct hanoi_nearer *nearer) {
    unsigned discs = position->board.discs;
    struct hanoi_three_count count = hanoi_three_nearer(distance, discs);
    nearer->kind = HANOI_NEARER_EXACT;
    nearer->share = (ldexp((double)count.high, 64) + (double)count.low) / pow(3, discs);
}

static void by_sampling(const struct position *position, uint64_t distance,
                        struct hanoi_nearer *nearer) {
    unsigned discs = position->board.discs;
    struct hanoi_three goal, state;
    struct random random;
    uint8_t peg_of[HANOI_THREE_MAX_DISCS];
    unsigned hits = 0;
    random_seed(&random, discs);
    hanoi_three_from_pegs(&goal, position->setup->goal.peg, discs);
    for (unsigned i = 0; i < HANOI_NEARER_SAMPLES; i++) {
        for (unsigned disc = 0; disc < discs; disc++)
            peg_of[disc] = (uint8_t)random_below(&random, 3);
        hanoi_three_from_pegs(&state, peg_of, discs);
        hits += hanoi_three_measure(state, goal).length < distance;
    }
    double share = (double)hits / HANOI_NEARER_SAMPLES;
    nearer->kind = HANOI_NEARER_ESTIMATE;
    nearer->share = share;
    nearer->error = 2 * sqrt((share * (1 - share) + 1e-9) / HANOI_NEARER_SAMPLES);
}

/* Backwards breadth-first search from the goal over all regular states, each a number in base
 * `pegs`. A plain queue: this is for boards small enough to be counted at once. */
enum { SWEEP_DISCS = 24 };

struct sweep {
    const struct position *position;
    uint32_t power[SWEEP_DISCS]; /* pegs^disc */
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
 * peg whose arc leads here, where nothing smaller lay. */
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

/* Visits the states layer by layer until the distance; what was seen by then is nearer. */
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
                             qd_control *control, struct hanoi_nearer *nearer) {
    struct sweep sweep = {.position = position};
    for (unsigned disc = 0; disc < position->board.discs; disc++)
        sweep.power[disc] = disc ? sweep.power[disc - 1] * position->board.pegs : 1;
    sweep.seen = control_reserve(control, states);
    sweep.queue = control_reserve(control, states * sizeof *sweep.queue);
    qd_status status = QD_LIMIT;
    if (sweep.seen && sweep.queue)
        status = count_layers(&sweep, distance, control);
    if (status == QD_YES) {
        nearer->kind = HANOI_NEARER_EXACT;
        nearer->share = distance ? sweep.count / (double)states : 0;
    }
    control_release(control, sweep.queue, states * sizeof *sweep.queue);
    control_release(control, sweep.seen, states);
    return status;
}

/* pegs^discs, or UINT64_MAX if that is more than are visited. */
static uint64_t state_count(const struct hanoi_board *board) {
    uint64_t states = 1;
    if (board->discs > SWEEP_DISCS)
        return UINT64_MAX;
    for (unsigned disc = 0; disc < board->discs; disc++) {
        states *= board->pegs;
        if (states > HANOI_NEARER_STATES)
            return UINT64_MAX;
    }
    return states;
}

qd_status hanoi_nearer_count(const struct position *position, const struct hanoi_solution *solution,
                             qd_control *control, struct hanoi_nearer *nearer) {
    const struct hanoi_setup *setup = position->setup;
    *nearer = (struct hanoi_nearer){.kind = HANOI_NEARER_UNKNOWN};
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
        by_formula(position, distance, nearer);
    else if (states <= HANOI_NEARER_STATES)
        return by_visiting(position, states, distance, control, nearer);
    else if (formula)
        by_sampling(position, distance, nearer);
    return QD_YES;
}

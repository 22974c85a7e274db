#include "puzzles/hanoi/solve/irregular/phase.h"

/* Leaving discs out of a path leaves a path for the others. So if some discs form a regular board
 * at both ends, their distance alone bounds their moves from below; and every other disc that ends
 * on another peg moves at least once. */
struct view {
    const struct hanoi_irregular_state *state;
    const struct hanoi_phase *phase;
    const struct hanoi_irregular_state *goal;
    uint64_t held[HANOI_PHASE_PEGS]; /* the cap of each peg and all below it */
};

static uint64_t smaller_than(unsigned disc) {
    return ((uint64_t)1 << disc) - 1;
}

static unsigned count_discs(uint64_t discs) {
    return (unsigned)__builtin_popcountll(discs);
}

static uint64_t discs_on(const struct hanoi_three *pegs, unsigned peg) {
    uint64_t lo = peg & 1 ? pegs->lo : ~pegs->lo, hi = peg & 2 ? pegs->hi : ~pegs->hi;
    return lo & hi;
}

static uint64_t differing(const struct view *view) {
    const struct hanoi_three *a = &view->state->pegs, *b = &view->goal->pegs;
    return (a->lo ^ b->lo) | (a->hi ^ b->hi);
}

/* The discs that are larger than all above them. They are in order at the goal too: a disc with a
 * larger one above it there has had it from the start. */
static hanoi_length bound_by_order(const struct view *view, uint64_t kept) {
    struct hanoi_three from = hanoi_stages_extract(view->state->pegs, kept);
    struct hanoi_three to = hanoi_stages_extract(view->goal->pegs, kept);
    return (hanoi_length)hanoi_three_measure(from, to).length +
           count_discs(differing(view) & ~kept);
}

static uint64_t gather(struct hanoi_three pegs, uint64_t discs, unsigned peg) {
    uint64_t moves[HANOI_PHASE_PEGS] = {0};
    if (discs != 0)
        hanoi_three_to_perfect(hanoi_stages_extract(pegs, discs), count_discs(discs), moves);
    return moves[peg];
}

/* The moves before and after the last move of a disc to its goal, at which all smaller discs are on
 * the peg `wait`, except those in `apart`, which may be out of order or elsewhere. Discs that are
 * neither apart nor loose have to move before that, as they are not loose on that peg. */
static hanoi_length bound_by_last_move(const struct view *view, unsigned disc, unsigned wait,
                                       uint64_t apart) {
    uint64_t smaller = smaller_than(disc);
    uint64_t waiting = smaller & ~apart, loose = view->phase->loose & waiting;
    hanoi_length moves = gather(view->state->pegs, loose, wait);
    moves += count_discs(waiting & ~loose & ~discs_on(&view->state->pegs, wait));
    moves += gather(view->goal->pegs, waiting, wait);
    return moves + count_discs(smaller & apart & differing(view));
}

static hanoi_length lesser(hanoi_length a, hanoi_length b) {
    return a < b ? a : b;
}

/* By then the disc is loose. It is the largest that moves, so all inverted ones are smaller: below
 * it are only larger discs, and all smaller ones are on the third peg. Those held there now may
 * still be. */
static hanoi_length bound_when_loose(const struct view *view, unsigned disc) {
    unsigned goal = hanoi_three_peg(view->goal->pegs, disc);
    unsigned a = (goal + 1) % HANOI_PHASE_PEGS, b = (goal + 2) % HANOI_PHASE_PEGS;
    return lesser(bound_by_last_move(view, disc, a, view->held[a]),
                  bound_by_last_move(view, disc, b, view->held[b]));
}

/* The largest disc that has to move, for a regular goal. If it is inverted it is released first;
 * either that is its last move, with the discs below it still in place, or more moves follow. */
static hanoi_length bound_by_largest(const struct view *view) {
    uint64_t inverted = view->state->inverted, must = differing(view) | inverted;
    unsigned disc = 63 - (unsigned)__builtin_clzll(must);
    if ((inverted >> disc & 1) == 0)
        return bound_when_loose(view, disc) + 1;
    hanoi_length bound = bound_when_loose(view, disc) + 2;
    unsigned peg = hanoi_three_peg(view->state->pegs, disc);
    unsigned goal = hanoi_three_peg(view->goal->pegs, disc);
    if (peg != goal) {
        unsigned wait = 3 - peg - goal;
        uint64_t apart = view->held[peg] | view->held[wait];
        bound = lesser(bound, bound_by_last_move(view, disc, wait, apart) + 1);
    }
    return bound;
}

hanoi_length hanoi_lower_bound(const struct hanoi_inversions *inversions,
                               const struct hanoi_irregular_state *state,
                               const struct hanoi_phase *phase,
                               const struct hanoi_irregular_state *goal) {
    struct view view = {.state = state, .phase = phase, .goal = goal};
    hanoi_length bound = bound_by_order(&view, hanoi_phase_maxima(inversions, phase));
    if (goal->inverted != 0 || state->inverted == 0)
        return bound;
    for (unsigned i = 0; i < HANOI_PHASE_PEGS; i++)
        view.held[phase->peg[i]] =
            phase->cap[i] != HANOI_NO_CAP ? inversions->under[phase->cap[i]] : 0;
    hanoi_length other = bound_by_largest(&view);
    return other > bound ? other : bound;
}

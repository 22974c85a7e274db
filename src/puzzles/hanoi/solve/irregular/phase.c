#include "puzzles/hanoi/solve/irregular/phase.h"

#define PEGS   HANOI_PHASE_PEGS
#define DISCS  HANOI_PHASE_DISCS
#define NO_CAP HANOI_NO_CAP

static uint64_t bit_of(unsigned disc) {
    return (uint64_t)1 << disc;
}

/* The bits of all discs that are smaller. */
static uint64_t below(unsigned disc) {
    return disc >= 64 ? UINT64_MAX : bit_of(disc) - 1;
}

static void put_discs(struct hanoi_three *pegs, uint64_t discs, unsigned peg) {
    pegs->lo = (pegs->lo & ~discs) | (peg & 1 ? discs : 0);
    pegs->hi = (pegs->hi & ~discs) | (peg & 2 ? discs : 0);
}

/* What rests on each disc and on each peg; NO_CAP for nothing. */
static void turn_over(unsigned discs, const uint8_t *board, uint8_t above[DISCS],
                      uint8_t lowest[PEGS]) {
    for (unsigned peg = 0; peg < PEGS; peg++)
        lowest[peg] = NO_CAP;
    for (unsigned i = 0; i < discs; i++)
        above[i] = NO_CAP;
    for (unsigned i = 0; i < discs; i++) {
        unsigned on = board[i];
        *(on < HANOI_SUPPORT_DISC ? &lowest[on] : &above[on - HANOI_SUPPORT_DISC]) = (uint8_t)i;
    }
}

/* Records an inverted disc; under and maxima are those of the stack up to it. */
static void add_inverted(struct hanoi_inversions *inversions, struct hanoi_irregular_state *state,
                         unsigned peg, unsigned disc, uint64_t under, uint64_t maxima) {
    uint64_t set = inversions->set[peg];
    inversions->listed[peg][__builtin_popcountll(set)] = (uint8_t)disc;
    inversions->set[peg] = set | bit_of(disc);
    inversions->under[disc] = under;
    inversions->maxima[disc] = maxima;
    state->inverted |= bit_of(disc);
}

void hanoi_inversions_read(struct hanoi_inversions *inversions, struct hanoi_irregular_state *state,
                           unsigned discs, const uint8_t *board) {
    uint8_t above[DISCS], lowest[PEGS];
    *inversions = (struct hanoi_inversions){.discs = discs, .all = below(discs)};
    *state = (struct hanoi_irregular_state){.inverted = 0};
    turn_over(discs, board, above, lowest);
    for (unsigned peg = 0; peg < PEGS; peg++) {
        uint64_t under = 0, maxima = 0;
        for (unsigned disc = lowest[peg]; disc != NO_CAP; disc = above[disc]) {
            under |= bit_of(disc);
            maxima = (maxima & ~below(disc)) | bit_of(disc);
            put_discs(&state->pegs, bit_of(disc), peg);
            if (!hanoi_support_is_legal(disc, board[disc]))
                add_inverted(inversions, state, peg, disc, under, maxima);
        }
    }
}

/* Caps are released from the top of a peg down, so the lowest ones are left. */
static unsigned cap_of(const struct hanoi_inversions *inversions,
                       const struct hanoi_irregular_state *state, unsigned peg) {
    int left = __builtin_popcountll(inversions->set[peg] & state->inverted);
    return left > 0 ? inversions->listed[peg][left - 1] : NO_CAP;
}

static void order_pegs(struct hanoi_phase *phase, const uint8_t caps[PEGS]) {
    for (unsigned peg = 0; peg < PEGS; peg++) {
        unsigned at = peg;
        for (; at > 0 && phase->cap[at - 1] > caps[peg]; at--) {
            phase->cap[at] = phase->cap[at - 1];
            phase->peg[at] = phase->peg[at - 1];
        }
        phase->cap[at] = caps[peg];
        phase->peg[at] = (uint8_t)peg;
    }
}

void hanoi_phase_find(const struct hanoi_inversions *inversions,
                      const struct hanoi_irregular_state *state, struct hanoi_phase *phase) {
    uint8_t caps[PEGS];
    *phase = (struct hanoi_phase){.loose = inversions->all};
    for (unsigned peg = 0; peg < PEGS; peg++) {
        caps[peg] = (uint8_t)cap_of(inversions, state, peg);
        phase->loose &= caps[peg] != NO_CAP ? ~inversions->under[caps[peg]] : UINT64_MAX;
    }
    order_pegs(phase, caps);
    phase->small = phase->loose & below(phase->cap[0]);
    phase->small_count = (unsigned)__builtin_popcountll(phase->small);
    uint64_t larger = phase->loose & ~phase->small & below(phase->cap[1]);
    phase->has_shuttle = larger != 0;
    phase->shuttle = larger != 0 ? (uint8_t)__builtin_ctzll(larger) : 0;
    if (phase->small_count > 0) {
        hanoi_three_to_perfect(hanoi_stages_extract(state->pegs, phase->small), phase->small_count,
                               phase->gather);
    }
}

uint64_t hanoi_phase_maxima(const struct hanoi_inversions *inversions,
                            const struct hanoi_phase *phase) {
    uint64_t maxima = phase->loose;
    for (unsigned i = 0; i < PEGS; i++)
        maxima |= phase->cap[i] != NO_CAP ? inversions->maxima[phase->cap[i]] : 0;
    return maxima;
}

/* The moves that take all small discs from one peg to another. */
static uint64_t transfer(const struct hanoi_phase *phase) {
    return below(phase->small_count);
}

/* Releases p's cap; the small discs wait on the third peg. */
static unsigned release_first(const struct hanoi_phase *phase, unsigned to, unsigned wait,
                              struct hanoi_release *releases) {
    struct hanoi_release release = {.cap = phase->cap[0],
                                    .from = phase->peg[0],
                                    .to = phase->peg[to],
                                    .length = (hanoi_length)phase->gather[phase->peg[wait]] + 1};
    releases[0] = release;
    if (!phase->has_shuttle)
        return 1;
    release.shuttle = true;
    release.length = (hanoi_length)phase->gather[phase->peg[0]] + 1 + transfer(phase) + 1;
    releases[1] = release;
    return 2;
}

unsigned hanoi_phase_releases(const struct hanoi_phase *phase, uint64_t fixed,
                              struct hanoi_release releases[HANOI_MOST_RELEASES]) {
    unsigned count = 0, first = phase->cap[0], second = phase->cap[1];
    if (first != NO_CAP && (fixed & bit_of(first)) == 0) {
        count += release_first(phase, 1, 2, releases);
        count += release_first(phase, 2, 1, releases + count);
    }
    if (second != NO_CAP && (fixed & bit_of(second)) == 0 && !phase->has_shuttle) {
        releases[count++] =
            (struct hanoi_release){.cap = (uint8_t)second,
                                   .from = phase->peg[1],
                                   .to = phase->peg[2],
                                   .length = (hanoi_length)phase->gather[phase->peg[0]] + 1};
    }
    return count;
}

static unsigned third_peg(unsigned a, unsigned b) {
    return 3 - a - b;
}

static unsigned other_side(const struct hanoi_phase *phase,
                           const struct hanoi_irregular_state *state) {
    return third_peg(phase->peg[0], hanoi_three_peg(state->pegs, phase->shuttle));
}

struct hanoi_irregular_state hanoi_phase_after(const struct hanoi_phase *phase,
                                               const struct hanoi_irregular_state *state,
                                               const struct hanoi_release *release) {
    struct hanoi_irregular_state after = *state;
    put_discs(&after.pegs, phase->small, third_peg(release->from, release->to));
    put_discs(&after.pegs, bit_of(release->cap), release->to);
    if (release->shuttle)
        put_discs(&after.pegs, bit_of(phase->shuttle), other_side(phase, state));
    after.inverted &= ~bit_of(release->cap);
    return after;
}

/* The discs that are on different pegs. */
static uint64_t differing(const struct hanoi_irregular_state *a,
                          const struct hanoi_irregular_state *b) {
    return (a->pegs.lo ^ b->pegs.lo) | (a->pegs.hi ^ b->pegs.hi);
}

static bool shuttle_differs(const struct hanoi_phase *phase,
                            const struct hanoi_irregular_state *state,
                            const struct hanoi_irregular_state *goal) {
    return phase->has_shuttle && (differing(state, goal) & bit_of(phase->shuttle)) != 0;
}

/* A shuttle that is in place stays: as the largest disc that can move, it is in no other's way. */
bool hanoi_phase_finish(const struct hanoi_phase *phase, const struct hanoi_irregular_state *state,
                        const struct hanoi_irregular_state *goal, hanoi_length *length) {
    uint64_t movable = phase->small | (phase->has_shuttle ? bit_of(phase->shuttle) : 0);
    if ((differing(state, goal) & ~movable) != 0)
        return false;
    struct hanoi_three from = hanoi_stages_extract(state->pegs, phase->small);
    struct hanoi_three to = hanoi_stages_extract(goal->pegs, phase->small);
    if (!shuttle_differs(phase, state, goal)) {
        *length = hanoi_three_measure(from, to).length;
        return true;
    }
    struct hanoi_three all = hanoi_three_perfect(phase->peg[0], phase->small_count);
    *length = (hanoi_length)phase->gather[phase->peg[0]] + 1 + hanoi_three_measure(all, to).length;
    return true;
}

static struct hanoi_stage stage_between(const struct hanoi_phase *phase, struct hanoi_three from,
                                        struct hanoi_three to) {
    return (struct hanoi_stage){.discs = phase->small,
                                .from = from,
                                .to = to,
                                .length = hanoi_three_measure(from, to).length};
}

/* The small discs go to p and the shuttle moves; *from becomes where the small discs are. */
static void add_shuttle(const struct hanoi_phase *phase, const struct hanoi_irregular_state *state,
                        struct hanoi_three *from, struct hanoi_stages *stages) {
    struct hanoi_three all = hanoi_three_perfect(phase->peg[0], phase->small_count);
    struct hanoi_stage stage = stage_between(phase, *from, all);
    stage.single = true;
    stage.move =
        (struct hanoi_move){phase->shuttle, (uint8_t)hanoi_three_peg(state->pegs, phase->shuttle),
                            (uint8_t)other_side(phase, state)};
    hanoi_stages_add(stages, stage);
    *from = all;
}

void hanoi_phase_add_release(const struct hanoi_phase *phase,
                             const struct hanoi_irregular_state *state,
                             const struct hanoi_release *release, struct hanoi_stages *stages) {
    struct hanoi_three from = hanoi_stages_extract(state->pegs, phase->small);
    if (release->shuttle)
        add_shuttle(phase, state, &from, stages);
    unsigned wait = third_peg(release->from, release->to);
    struct hanoi_stage stage =
        stage_between(phase, from, hanoi_three_perfect(wait, phase->small_count));
    stage.single = true;
    stage.move = (struct hanoi_move){release->cap, release->from, release->to};
    hanoi_stages_add(stages, stage);
}

void hanoi_phase_add_finish(const struct hanoi_phase *phase,
                            const struct hanoi_irregular_state *state,
                            const struct hanoi_irregular_state *goal, struct hanoi_stages *stages) {
    struct hanoi_three from = hanoi_stages_extract(state->pegs, phase->small);
    if (shuttle_differs(phase, state, goal))
        add_shuttle(phase, state, &from, stages);
    struct hanoi_three to = hanoi_stages_extract(goal->pegs, phase->small);
    hanoi_stages_add(stages, stage_between(phase, from, to));
}

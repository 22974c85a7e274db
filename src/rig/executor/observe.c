/* Observing the board through the cells, and updating what is believed. */
#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/executor/executor.h"

/* ---- the board as numbers ---- */

void rig_distribution(const struct rig_executor *x, int8_t tower[RIG_RINGS]) {
    memset(tower, RIG_OFF, RIG_RINGS);
    for (int t = 0; t < RIG_TOWERS; t++)
        for (int i = 0; i < x->board.count[t]; i++)
            tower[(int)x->board.ring[t][i]] = (int8_t)t;
}

unsigned rig_held_bit(const struct rig_executor *x) {
    return x->board.held == RIG_NO_RING ? 0 : 1U << x->board.held;
}

void rig_update_expected(struct rig_executor *x) {
    int8_t tower[RIG_RINGS];
    rig_distribution(x, tower);
    rig_loads(x->config, tower, x->expected);
    memset(x->suspect, 0, sizeof x->suspect);
    x->watching = true;
}

bool rig_believe(struct rig_executor *x, const struct rig_board *board) {
    x->board = *board;
    rig_update_expected(x);
    rig_check(x);
    return rig_journal_board(&x->journal, board) || rig_end_for_journal(x);
}

void rig_track_drift(struct rig_executor *x, const double grams[RIG_TOWERS]) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        double off = grams[t] - x->drift[t] - x->expected[t];
        double most = RIG_MAX_DRIFT * x->tolerance;
        if (fabs(off) <= x->tolerance)
            x->drift[t] = fmax(-most, fmin(most, x->drift[t] + off * 0.3));
    }
}

/* ---- decoding ---- */

struct settling {
    bool was_disturbed;        /* something was in doubt: wait until it settles */
    int8_t last[RIG_RINGS];    /* the distribution seen last, */
    int64_t since;             /* since when; -1: none */
    int64_t undecodable_since; /* since when the weights cannot be decoded; -1: they can */
    bool slow;                 /* that took long */
    bool told_foreign;
};

static bool is_one_ring(unsigned rings) {
    return rings != 0 && (rings & (rings - 1)) == 0;
}

/* At the start it is not known what is in the gripper: it may be any one ring that is on no tower.
 * What the journal says is one explanation among others, and no reason to assume a foreign object
 * where a single missing ring explains the weights. */
static void consider_missing_ring(const struct rig_executor *x, const double grams[RIG_TOWERS],
                                  struct rig_decoding *decoding) {
    struct rig_decoding other = *decoding;
    if (decoding->fit == RIG_FITS)
        return;
    if (rig_held_bit(x) != 0)
        rig_decode(x->config, grams, 0, x->tolerance, &other);
    if (other.fit != RIG_FITS_MISSING || !is_one_ring(other.missing))
        return;
    rig_decode(x->config, grams, other.missing, x->tolerance, &other);
    if (other.fit == RIG_FITS)
        *decoding = other;
}

/* One weighing, decoded. *steady as in rig_weigh_steady. */
static bool weigh_and_decode(struct rig_executor *x, unsigned may_be_off,
                             struct rig_decoding *decoding, bool *steady) {
    double grams[RIG_TOWERS];
    if (!rig_weigh_steady(x, grams, steady))
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        grams[t] -= x->drift[t];
    rig_decode(x->config, grams, may_be_off, x->tolerance, decoding);
    if (x->hand_unknown)
        consider_missing_ring(x, grams, decoding);
    x->confidence = *steady ? decoding->confidence : 0;
    rig_send_plain(x, RIG_EVENT_DECODED);
    return true;
}

/* True if the weights have decoded alike for long enough. */
static bool has_settled(struct rig_executor *x, struct settling *settling,
                        const struct rig_decoding *decoding, bool steady) {
    if (!steady || decoding->fit != RIG_FITS) {
        settling->since = -1;
        settling->was_disturbed = true;
        return false;
    }
    if (!settling->was_disturbed)
        return true;
    assert(decoding->error <= x->tolerance && decoding->next > x->tolerance);
    if (settling->since < 0 ||
        memcmp(settling->last, decoding->tower, (size_t)x->config->rings) != 0) {
        settling->since = rig_now(x);
        memcpy(settling->last, decoding->tower, sizeof settling->last);
        return false;
    }
    return rig_now(x) - settling->since >= RIG_SETTLE_MS;
}

static void tell_foreign(struct rig_executor *x, struct settling *settling,
                         const struct rig_decoding *decoding) {
    if (decoding->fit != RIG_FITS_FOREIGN || settling->told_foreign)
        return;
    settling->told_foreign = true;
    if (decoding->foreign < 0)
        rig_tell(x, RIG_EVENT_FOREIGN, -1, "something that is not a ring weighs about %.0f g",
                 decoding->grams);
    else
        rig_tell(x, RIG_EVENT_FOREIGN, decoding->foreign,
                 "something that is not a ring, of about %.0f g, is on tower %d", decoding->grams,
                 decoding->foreign);
}

static void list_rings(const struct rig_config *config, unsigned rings, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int ring = 0; ring < config->rings && used < size; ring++)
        if ((rings >> ring & 1) != 0)
            used += (size_t)snprintf(text + used, size - used, "%s%g", used > 0 ? ", " : "",
                                     config->weight[ring]);
}

static bool end_undecodable(struct rig_executor *x, const struct rig_decoding *decoding,
                            bool steady) {
    char rings[80];
    list_rings(x->config, decoding->missing, rings, sizeof rings);
    if (!steady)
        return rig_end_run(x, RIG_REASON_UNSURE,
                           "Make sure that nothing touches the towers, check the cells, and start "
                           "again.",
                           "The weights do not settle.");
    if (decoding->fit == RIG_FITS_FOREIGN) {
        char place[32] = "";
        if (decoding->foreign >= 0)
            snprintf(place, sizeof place, " on tower %d", decoding->foreign);
        return rig_end_run(
            x, RIG_REASON_FOREIGN,
            "Remove everything that is not a ring. If there is nothing, calibrate the "
            "cells. Then start again.",
            "The weights fit the rings and something else of about %.0f g%s.", decoding->grams,
            place);
    }
    if (decoding->fit == RIG_FITS_MISSING)
        return rig_end_run(x, RIG_REASON_MISSING,
                           "Look for the ring, also in the gripper and beside the towers, and put "
                           "it on a tower. If "
                           "no ring is missing, calibrate the cells. Then start again.",
                           "By weight, %s on no tower%s%s%s; or a cell shows too little.",
                           decoding->missing != 0 && !is_one_ring(decoding->missing) ? "rings are"
                                                                                     : "a ring is",
                           decoding->missing ? ": " : "", rings, decoding->missing ? " g" : "");
    return rig_end_run(x, RIG_REASON_UNSURE,
                       "Put all rings, and nothing else, on the towers. If they already are, "
                       "calibrate the cells. Then start again.",
                       "The weights %.1f, %.1f and %.1f g fit no distribution of the rings.",
                       x->grams[0], x->grams[1], x->grams[2]);
}

/* Weights that can be decoded only after a long time may have drifted there: then everything is in
 * doubt. */
static void note_time(struct rig_executor *x, struct settling *settling, bool sensible) {
    if (sensible)
        settling->undecodable_since = -1;
    else if (settling->undecodable_since < 0)
        settling->undecodable_since = rig_now(x);
    settling->slow |=
        settling->undecodable_since >= 0 && rig_now(x) - settling->undecodable_since > RIG_SLOW_MS;
}

bool rig_decode_board(struct rig_executor *x, unsigned may_be_off, struct rig_decoding *decoding) {
    struct settling settling = {
        .was_disturbed = rig_is_doubted(x), .since = -1, .undecodable_since = -1};
    int64_t end = rig_now(x) + RIG_SETTLE_TIMEOUT_MS;
    bool steady;
    for (;;) {
        if (!weigh_and_decode(x, may_be_off, decoding, &steady))
            return false;
        bool sensible = steady && decoding->fit == RIG_FITS;
        note_time(x, &settling, sensible);
        if (has_settled(x, &settling, decoding, steady)) {
            if (settling.slow)
                rig_doubt_all(x, "the weights took long to settle");
            return true;
        }
        tell_foreign(x, &settling, decoding);
        if (!sensible && rig_now(x) > end)
            return end_undecodable(x, decoding, steady);
        if (rig_now(x) > end + RIG_SETTLE_TIMEOUT_MS)
            return rig_end_run(x, RIG_REASON_DISTURBED,
                               "Make sure that nobody touches the towers, then start again.",
                               "The weights keep changing.");
        if (!sensible && rig_stop_requested(x))
            return false;
    }
}

/* ---- belief ---- */

static unsigned rings_on(const struct rig_board *board, int t) {
    unsigned rings = 0;
    for (int i = 0; i < board->count[t]; i++)
        rings |= 1U << board->ring[t][i];
    return rings;
}

static void push(struct rig_board *board, int t, int ring) {
    assert(board->count[t] < RIG_RINGS);
    board->ring[t][board->count[t]++] = (int8_t)ring;
}

/* Gives a tower these rings in an assumed order: those that were there before in their former
 * order, the others on top. */
static void restack(struct rig_board *board, const struct rig_board *before, int t,
                    unsigned rings) {
    board->count[t] = 0;
    for (int i = 0; i < before->count[t]; i++)
        if ((rings >> before->ring[t][i] & 1) != 0)
            push(board, t, before->ring[t][i]);
    unsigned others = rings & ~rings_on(before, t);
    for (int ring = RIG_RINGS - 1; ring >= 0; ring--)
        if ((others >> ring & 1) != 0)
            push(board, t, ring);
    board->unsure[t] = board->count[t] > 1 ? board->count[t] : 0;
    assert(rings_on(board, t) == rings);
}

/* Updates one tower. Returns true if it is not as it was believed. */
static bool believe_tower(struct rig_executor *x, struct rig_board *board, int t, unsigned rings) {
    const struct rig_board *before = &x->board;
    unsigned old = rings_on(before, t);
    if (rings == old && !x->doubted[t])
        return false;
    if (!x->doubted[t] && rings == (old | rig_held_bit(x))) {
        assert(before->held != RIG_NO_RING);
        push(board, t, before->held); /* it fell there, so it is on top */
        x->flat[t] = false;
        return true;
    }
    x->confirmed[t] = x->flat[t] = false;
    restack(board, before, t, rings);
    return true;
}

static void believe_hand(struct rig_board *board, const struct rig_decoding *decoding, int rings) {
    for (int ring = 0; ring < rings; ring++) {
        if (decoding->tower[ring] == RIG_OFF && board->held != ring) {
            board->held = (int8_t)ring;
            board->hand = RIG_HAND_MAYBE;
        } else if (decoding->tower[ring] != RIG_OFF && board->held == ring) {
            board->held = RIG_NO_RING;
            board->hand = RIG_HAND_EMPTY;
        }
    }
}

static bool too_many(struct rig_executor *x) {
    if (++x->disturbances <= RIG_DISTURBANCES)
        return false;
    rig_end_run(x, RIG_REASON_DISTURBED,
                "Make sure that nobody touches the towers, then start again.",
                "The board was not as expected %d times.", x->disturbances);
    return true;
}

bool rig_observe(struct rig_executor *x, bool *changed) {
    struct rig_decoding seen;
    if (!rig_decode_board(x, rig_held_bit(x), &seen))
        return false;
    assert(seen.fit == RIG_FITS);
    struct rig_board board = x->board;
    *changed = false;
    for (int t = 0; t < RIG_TOWERS; t++) {
        unsigned rings = 0;
        for (int ring = 0; ring < x->config->rings; ring++)
            rings |= seen.tower[ring] == t ? 1U << ring : 0;
        *changed |= believe_tower(x, &board, t, rings);
    }
    believe_hand(&board, &seen, x->config->rings);
    memset(x->doubted, 0, sizeof x->doubted);
    if (*changed && too_many(x))
        return false;
    return rig_believe(x, &board);
}

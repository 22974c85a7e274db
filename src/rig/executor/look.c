/* Looking at the board through the cells, and what is believed of it afterwards. */
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

void rig_expect(struct rig_executor *x) {
    int8_t tower[RIG_RINGS];
    rig_distribution(x, tower);
    rig_loads(x->config, tower, x->expect);
    memset(x->strikes, 0, sizeof x->strikes);
    x->watching = true;
}

bool rig_believe(struct rig_executor *x, const struct rig_board *board) {
    x->board = *board;
    rig_expect(x);
    rig_check(x);
    if (!rig_journal_board(&x->journal, board))
        return rig_end_run(x, RIG_REASON_JOURNAL, "Make room for the journal, then start again.",
                           "The journal cannot be written.");
    return true;
}

void rig_creep(struct rig_executor *x, const double grams[RIG_TOWERS]) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        double off = grams[t] - x->shift[t] - x->expect[t];
        double most = RIG_MOST_SHIFT * x->tolerance;
        if (fabs(off) <= x->tolerance)
            x->shift[t] = fmax(-most, fmin(most, x->shift[t] + off * 0.3));
    }
}

/* ---- looking ---- */

struct glance {
    bool was_restless;      /* something was going on: look for longer */
    int8_t last[RIG_RINGS]; /* the distribution seen last, */
    int64_t since;          /* since when; -1: none */
    int64_t senseless;      /* since when the weights made no sense, -1: they do */
    bool slow;              /* that took long */
    bool told_foreign;
};

static int64_t now(const struct rig_executor *x) {
    return x->device->clock(x->device->self);
}

static bool is_one_ring(unsigned rings) {
    return rings != 0 && (rings & (rings - 1)) == 0;
}

/* At the beginning nobody knows what is in the gripper: any one ring that is on no tower may be.
 * What the journal says of it is one explanation among these, and no reason to suppose that a thing
 * which is no ring lies on a tower where another ring that is missing explains it all. */
static void weigh_explanations(const struct rig_executor *x, const double grams[RIG_TOWERS],
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

/* One weighing and what it says. *steady as in rig_weigh_well. */
static bool glance_at(struct rig_executor *x, unsigned may_be_off, struct rig_decoding *decoding,
                      bool *steady) {
    double grams[RIG_TOWERS];
    if (!rig_weigh_well(x, grams, steady))
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        grams[t] -= x->shift[t];
    rig_decode(x->config, grams, may_be_off, x->tolerance, decoding);
    if (x->hand_unknown)
        weigh_explanations(x, grams, decoding);
    x->confidence = *steady ? decoding->confidence : 0;
    rig_send_plain(x, RIG_EVENT_DECODED);
    return true;
}

/* True if it has been the same for long enough. */
static bool is_calm(struct rig_executor *x, struct glance *glance,
                    const struct rig_decoding *decoding, bool steady) {
    if (!steady || decoding->fit != RIG_FITS) {
        glance->since = -1;
        glance->was_restless = true;
        return false;
    }
    if (!glance->was_restless)
        return true;
    assert(decoding->error <= x->tolerance && decoding->next > x->tolerance);
    if (glance->since < 0 || memcmp(glance->last, decoding->tower, (size_t)x->config->rings) != 0) {
        glance->since = now(x);
        memcpy(glance->last, decoding->tower, sizeof glance->last);
        return false;
    }
    return now(x) - glance->since >= RIG_CALM_MS;
}

static void tell_foreign(struct rig_executor *x, struct glance *glance,
                         const struct rig_decoding *decoding) {
    if (decoding->fit != RIG_FITS_FOREIGN || glance->told_foreign)
        return;
    glance->told_foreign = true;
    if (decoding->foreign < 0)
        rig_tell(x, RIG_EVENT_FOREIGN, -1, "something that is no ring weighs about %.0f g",
                 decoding->grams);
    else
        rig_tell(x, RIG_EVENT_FOREIGN, decoding->foreign,
                 "something of about %.0f g that is no ring is on tower %d", decoding->grams,
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

static bool end_senseless(struct rig_executor *x, const struct rig_decoding *decoding,
                          bool steady) {
    char rings[80];
    list_rings(x->config, decoding->missing, rings, sizeof rings);
    if (!steady)
        return rig_end_run(x, RIG_REASON_UNSURE,
                           "Let nobody touch the towers; look at the cells; start again.",
                           "The weights do not come to rest.");
    if (decoding->fit == RIG_FITS_FOREIGN) {
        char place[32] = "";
        if (decoding->foreign >= 0)
            snprintf(place, sizeof place, " on tower %d", decoding->foreign);
        return rig_end_run(x, RIG_REASON_FOREIGN,
                           "Take away what is no ring. If there is nothing, calibrate the cells. "
                           "Then start again.",
                           "The weights fit the rings and something else of about %.0f g%s.",
                           decoding->grams, place);
    }
    if (decoding->fit == RIG_FITS_MISSING)
        return rig_end_run(
            x, RIG_REASON_MISSING,
            "Look for the ring, also in the gripper and beside the towers, and put it on a tower. "
            "If no "
            "ring is missing, calibrate the cells. Then start again.",
            "By the weights %s on no tower%s%s%s; or a cell shows too little.",
            decoding->missing != 0 && !is_one_ring(decoding->missing) ? "rings are" : "a ring is",
            decoding->missing ? ": " : "", rings, decoding->missing ? " g" : "");
    return rig_end_run(x, RIG_REASON_UNSURE,
                       "Put all rings on the towers and nothing else. If they are, calibrate the "
                       "cells. Then start "
                       "again.",
                       "The weights %.1f, %.1f and %.1f g fit no way to distribute the rings.",
                       x->grams[0], x->grams[1], x->grams[2]);
}

/* Weights that make sense only after a long time may have crept there: then nothing is as sure as
 * it was. */
static void note_time(struct rig_executor *x, struct glance *glance, bool sensible) {
    if (sensible)
        glance->senseless = -1;
    else if (glance->senseless < 0)
        glance->senseless = now(x);
    glance->slow |= glance->senseless >= 0 && now(x) - glance->senseless > RIG_SLOW_MS;
}

bool rig_look(struct rig_executor *x, unsigned may_be_off, struct rig_decoding *decoding) {
    struct glance glance = {.was_restless = rig_is_doubted(x), .since = -1, .senseless = -1};
    int64_t end = now(x) + RIG_LOOK_PATIENCE_MS;
    bool steady;
    for (;;) {
        if (!glance_at(x, may_be_off, decoding, &steady))
            return false;
        bool sensible = steady && decoding->fit == RIG_FITS;
        note_time(x, &glance, sensible);
        if (is_calm(x, &glance, decoding, steady)) {
            if (glance.slow)
                rig_doubt_all(x, "the weights took long to make sense");
            return true;
        }
        tell_foreign(x, &glance, decoding);
        if (!sensible && now(x) > end)
            return end_senseless(x, decoding, steady);
        if (now(x) > end + RIG_LOOK_PATIENCE_MS)
            return rig_end_run(x, RIG_REASON_DISTURBED,
                               "Let nobody touch the towers, then start again.",
                               "The weights change again and again.");
        if (!sensible && rig_told_to_end(x))
            return false;
    }
}

/* ---- believing ---- */

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

/* A tower that has these rings, in an order nobody has seen: those that were there before in their
 * order of then, the others on top of them. */
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

/* Makes one tower as it was seen. Returns true if that is not as it was believed. */
static bool believe_tower(struct rig_executor *x, struct rig_board *board, int t, unsigned rings) {
    const struct rig_board *before = &x->board;
    unsigned old = rings_on(before, t);
    if (rings == old && !x->doubted[t])
        return false;
    if (!x->doubted[t] && rings == (old | rig_held_bit(x))) {
        assert(before->held != RIG_NO_RING);
        push(board, t, before->held); /* it fell there: it lies on top */
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
    rig_end_run(x, RIG_REASON_DISTURBED, "Let nobody touch the towers, then start again.",
                "The board was not as it should be %d times.", x->disturbances);
    return true;
}

bool rig_observe(struct rig_executor *x, bool *changed) {
    struct rig_decoding seen;
    if (!rig_look(x, rig_held_bit(x), &seen))
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

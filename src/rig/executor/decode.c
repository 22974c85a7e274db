#include "rig/executor/decode.h"

#include <assert.h>
#include <math.h>
#include <string.h>

void rig_loads(const struct rig_config *config, const int8_t tower[RIG_RINGS],
               double grams[RIG_TOWERS]) {
    for (int t = 0; t < RIG_TOWERS; t++)
        grams[t] = 0;
    for (int ring = 0; ring < config->rings; ring++) {
        assert(tower[ring] >= 0 && tower[ring] <= RIG_OFF);
        if (tower[ring] != RIG_OFF)
            grams[(int)tower[ring]] += config->weight[ring];
    }
}

/* A branch-and-bound search over all distributions. */
struct decoder {
    const struct rig_config *config;
    const double *seen;
    unsigned may_be_off;
    int ignored;          /* a tower whose cell may show more than its rings weigh, or -1 */
    double tolerance;     /* with an ignored tower: a larger excess is foreign */
    int8_t at[RIG_RINGS]; /* the distribution in progress */
    int8_t best[RIG_RINGS];
    double error, next; /* of the best and of the second best */
};

static double error_of(const struct decoder *decoder, const double left[RIG_TOWERS]) {
    double worst = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (t != decoder->ignored)
            worst = fmax(worst, fabs(left[t]));
    if (decoder->ignored >= 0 && left[decoder->ignored] <= decoder->tolerance)
        worst = INFINITY; /* there is nothing foreign */
    return worst;
}

static void judge(struct decoder *decoder, const double left[RIG_TOWERS]) {
    double error = error_of(decoder, left);
    assert(decoder->error <= decoder->next);
    if (error < decoder->error) {
        decoder->next = decoder->error;
        decoder->error = error;
        memcpy(decoder->best, decoder->at, sizeof decoder->best);
    } else if (error < decoder->next) {
        decoder->next = error;
    }
}

/* Whether no placement of the remaining rings, which weigh `unplaced` together, can beat the second
 * best: each ring can only reduce what is left. */
static bool is_bounded_out(const struct decoder *decoder, const double left[RIG_TOWERS],
                           double unplaced) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (t == decoder->ignored
                ? left[t] <= decoder->tolerance
                : -left[t] >= decoder->next || left[t] - unplaced >= decoder->next)
            return true;
    }
    return false;
}

/* Places this ring and all lighter ones, which weigh `unplaced` together. left: what the cells show
 * beyond the rings placed so far. */
static void place(struct decoder *decoder, int ring, double unplaced,
                  const double left[RIG_TOWERS]) {
    if (is_bounded_out(decoder, left, unplaced))
        return;
    if (ring < 0) {
        judge(decoder, left);
        return;
    }
    double weight = decoder->config->weight[ring];
    for (int t = 0; t < RIG_TOWERS; t++) {
        double with[RIG_TOWERS] = {left[0], left[1], left[2]};
        with[t] -= weight;
        decoder->at[ring] = (int8_t)t;
        place(decoder, ring - 1, unplaced - weight, with);
    }
    if ((decoder->may_be_off >> ring & 1) != 0) {
        decoder->at[ring] = RIG_OFF;
        place(decoder, ring - 1, unplaced - weight, left);
    }
}

/* Finds the best distribution and the second best error among those below the limit; otherwise the
 * errors are the limit. */
static void run(struct decoder *decoder, double limit) {
    double all = 0.001; /* against rounding */
    for (int ring = 0; ring < decoder->config->rings; ring++)
        all += decoder->config->weight[ring];
    decoder->error = decoder->next = limit;
    place(decoder, decoder->config->rings - 1, all, decoder->seen);
    assert(decoder->error <= decoder->next && decoder->next <= limit);
}

/* A limit for searches where only a fit matters. */
static double just_beyond(double tolerance) {
    return nextafter(tolerance, INFINITY);
}

static double confidence_of(double error, double next) {
    if (isinf(next))
        return 1; /* there is no other distribution */
    return next > 0 ? (next - error) / (next + error) : 0;
}

/* Whether the weights fit the rings and something else on one tower. */
static bool is_foreign(struct decoder *decoder, double tolerance, struct rig_decoding *decoding) {
    int found = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        decoder->ignored = t;
        run(decoder, just_beyond(tolerance));
        if (decoder->error > tolerance)
            continue;
        double loads[RIG_TOWERS];
        found += decoder->next > tolerance ? 1 : 2;
        decoding->foreign = t;
        memcpy(decoding->tower, decoder->best, sizeof decoding->tower);
        rig_loads(decoder->config, decoder->best, loads);
        decoding->grams = decoder->seen[t] - loads[t];
        decoding->error = decoder->error;
    }
    decoder->ignored = -1;
    if (found > 1)
        decoding->foreign = -1;
    return found > 0;
}

static int bits_of(unsigned set) {
    return __builtin_popcount(set);
}

static unsigned off_rings(const struct decoder *decoder) {
    unsigned off = 0;
    for (int ring = 0; ring < decoder->config->rings; ring++)
        off |= decoder->best[ring] == RIG_OFF ? 1U << ring : 0;
    return off;
}

/* Whether the weights fit without some rings: finds the smallest such set. */
static bool is_missing(struct decoder *decoder, double tolerance, struct rig_decoding *decoding) {
    unsigned all = (1U << decoder->config->rings) - 1;
    unsigned allowed = decoder->may_be_off;
    for (int size = 1; size <= decoder->config->rings; size++) {
        int found = 0;
        for (unsigned set = 1; set <= all; set++) {
            if (bits_of(set) != size || (set & ~allowed) == 0)
                continue;
            decoder->may_be_off = allowed | set;
            run(decoder, just_beyond(tolerance));
            if (decoder->error > tolerance || (off_rings(decoder) & set) != set)
                continue;
            found += decoder->next > tolerance ? 1 : 2;
            decoding->missing = off_rings(decoder) & ~allowed;
            decoding->error = decoder->error;
            memcpy(decoding->tower, decoder->best, sizeof decoding->tower);
        }
        if (found > 1)
            decoding->missing = 0;
        if (found > 0)
            return true;
    }
    return false;
}

void rig_decode(const struct rig_config *config, const double grams[RIG_TOWERS],
                unsigned may_be_off, double tolerance, struct rig_decoding *decoding) {
    struct decoder decoder = {.config = config,
                              .seen = grams,
                              .may_be_off = may_be_off,
                              .ignored = -1,
                              .tolerance = tolerance};
    *decoding = (struct rig_decoding){.foreign = -1};
    assert(config->rings >= 1 && config->rings <= RIG_RINGS && tolerance > 0);
    assert(may_be_off < 1U << config->rings);
    run(&decoder, INFINITY);
    memcpy(decoding->tower, decoder.best, sizeof decoding->tower);
    decoding->error = decoder.error;
    decoding->next = decoder.next;
    if (decoder.error <= tolerance && decoder.next > tolerance) {
        decoding->fit = RIG_FITS;
        decoding->confidence = confidence_of(decoder.error, decoder.next);
    } else if (decoder.error <= tolerance) {
        decoding->fit = RIG_FITS_NOTHING; /* two distributions fit: ambiguous */
    } else if (is_foreign(&decoder, tolerance, decoding)) {
        decoding->fit = RIG_FITS_FOREIGN;
    } else {
        decoding->fit =
            is_missing(&decoder, tolerance, decoding) ? RIG_FITS_MISSING : RIG_FITS_NOTHING;
    }
}

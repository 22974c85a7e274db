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

/* A search through all distributions. */
struct hunt {
    const struct rig_config *config;
    const double *seen;
    unsigned may_be_off;
    int ignored;          /* a tower whose cell may read more than its rings weigh, or -1 */
    double tolerance;     /* with an ignored tower: more than that is foreign */
    int8_t at[RIG_RINGS]; /* the distribution in the making */
    int8_t best[RIG_RINGS];
    double error, next; /* of the best and of the second best */
};

static double error_of(const struct hunt *hunt, const double left[RIG_TOWERS]) {
    double worst = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (t != hunt->ignored)
            worst = fmax(worst, fabs(left[t]));
    if (hunt->ignored >= 0 && left[hunt->ignored] <= hunt->tolerance)
        worst = INFINITY; /* nothing foreign is there */
    return worst;
}

static void judge(struct hunt *hunt, const double left[RIG_TOWERS]) {
    double error = error_of(hunt, left);
    assert(hunt->error <= hunt->next);
    if (error < hunt->error) {
        hunt->next = hunt->error;
        hunt->error = error;
        memcpy(hunt->best, hunt->at, sizeof hunt->best);
    } else if (error < hunt->next) {
        hunt->next = error;
    }
}

/* Whether rings of that weight, wherever they go, cannot make it better than the second best: a
 * ring only takes away from what is left. */
static bool is_hopeless(const struct hunt *hunt, const double left[RIG_TOWERS], double unplaced) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (t == hunt->ignored ? left[t] <= hunt->tolerance
                               : -left[t] >= hunt->next || left[t] - unplaced >= hunt->next)
            return true;
    }
    return false;
}

/* Places the rings from the given one down to 0, which weigh so much together; left: what the cells
 * read beyond the rings placed. */
static void place(struct hunt *hunt, int ring, double unplaced, const double left[RIG_TOWERS]) {
    if (is_hopeless(hunt, left, unplaced))
        return;
    if (ring < 0) {
        judge(hunt, left);
        return;
    }
    double weight = hunt->config->weight[ring];
    for (int t = 0; t < RIG_TOWERS; t++) {
        double with[RIG_TOWERS] = {left[0], left[1], left[2]};
        with[t] -= weight;
        hunt->at[ring] = (int8_t)t;
        place(hunt, ring - 1, unplaced - weight, with);
    }
    if ((hunt->may_be_off >> ring & 1) != 0) {
        hunt->at[ring] = RIG_OFF;
        place(hunt, ring - 1, unplaced - weight, left);
    }
}

/* Finds the best distribution and the second best error, of those that are nearer than the limit;
 * else the errors are the limit. */
static void search(struct hunt *hunt, double limit) {
    double all = 0.001; /* so that rounding hides nothing */
    for (int ring = 0; ring < hunt->config->rings; ring++)
        all += hunt->config->weight[ring];
    hunt->error = hunt->next = limit;
    place(hunt, hunt->config->rings - 1, all, hunt->seen);
    assert(hunt->error <= hunt->next && hunt->next <= limit);
}

/* What only matters if it fits. */
static double just_beyond(double tolerance) {
    return nextafter(tolerance, INFINITY);
}

static double confidence_of(double error, double next) {
    if (isinf(next))
        return 1; /* no ring, or no other way to place it */
    return next > 0 ? (next - error) / (next + error) : 0;
}

/* The rings where they may be, and something else on one tower. */
static bool is_foreign(struct hunt *hunt, double tolerance, struct rig_decoding *decoding) {
    int found = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        hunt->ignored = t;
        search(hunt, just_beyond(tolerance));
        if (hunt->error > tolerance)
            continue;
        double loads[RIG_TOWERS];
        found += hunt->next > tolerance ? 1 : 2;
        decoding->foreign = t;
        memcpy(decoding->tower, hunt->best, sizeof decoding->tower);
        rig_loads(hunt->config, hunt->best, loads);
        decoding->grams = hunt->seen[t] - loads[t];
        decoding->error = hunt->error;
    }
    hunt->ignored = -1;
    if (found > 1)
        decoding->foreign = -1;
    return found > 0;
}

static int bits_of(unsigned set) {
    return __builtin_popcount(set);
}

static unsigned off_rings(const struct hunt *hunt) {
    unsigned off = 0;
    for (int ring = 0; ring < hunt->config->rings; ring++)
        off |= hunt->best[ring] == RIG_OFF ? 1U << ring : 0;
    return off;
}

/* The smallest set of rings without which the weights fit. */
static bool is_missing(struct hunt *hunt, double tolerance, struct rig_decoding *decoding) {
    unsigned all = (1U << hunt->config->rings) - 1;
    unsigned allowed = hunt->may_be_off;
    for (int size = 1; size <= hunt->config->rings; size++) {
        int found = 0;
        for (unsigned set = 1; set <= all; set++) {
            if (bits_of(set) != size || (set & ~allowed) == 0)
                continue;
            hunt->may_be_off = allowed | set;
            search(hunt, just_beyond(tolerance));
            if (hunt->error > tolerance || (off_rings(hunt) & set) != set)
                continue;
            found += hunt->next > tolerance ? 1 : 2;
            decoding->missing = off_rings(hunt) & ~allowed;
            decoding->error = hunt->error;
            memcpy(decoding->tower, hunt->best, sizeof decoding->tower);
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
    struct hunt hunt = {.config = config,
                        .seen = grams,
                        .may_be_off = may_be_off,
                        .ignored = -1,
                        .tolerance = tolerance};
    *decoding = (struct rig_decoding){.foreign = -1};
    assert(config->rings >= 1 && config->rings <= RIG_RINGS && tolerance > 0);
    assert(may_be_off < 1U << config->rings);
    search(&hunt, INFINITY);
    memcpy(decoding->tower, hunt.best, sizeof decoding->tower);
    decoding->error = hunt.error;
    decoding->next = hunt.next;
    if (hunt.error <= tolerance && hunt.next > tolerance) {
        decoding->fit = RIG_FITS;
        decoding->confidence = confidence_of(hunt.error, hunt.next);
    } else if (hunt.error <= tolerance) {
        decoding->fit = RIG_FITS_NOTHING; /* two distributions fit: that is not knowing */
    } else if (is_foreign(&hunt, tolerance, decoding)) {
        decoding->fit = RIG_FITS_FOREIGN;
    } else {
        decoding->fit =
            is_missing(&hunt, tolerance, decoding) ? RIG_FITS_MISSING : RIG_FITS_NOTHING;
    }
}

/* The cells, sample by sample: what they show, whether they live, and whether somebody touches the
 * towers. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/executor/executor.h"

/* ---- one sample ---- */

/* Whether this difference from what is expected is what the arm may cause. */
static bool is_ours(const struct rig_executor *x, int t, double difference) {
    double threshold = x->config->weight[0] / 2;
    if (fabs(difference) <= threshold)
        return true;
    for (int ring = 0; x->lifting == t && ring < x->config->rings; ring++)
        if (x->may_lose[ring] && fabs(difference + x->config->weight[ring]) <= threshold)
            return true;
    if (x->landing != RIG_NO_RING && fabs(difference - x->config->weight[x->landing]) <= threshold)
        return true;
    if (x->lifting == t && difference > 0 && difference < 250)
        return true; /* the gripper presses */
    double held = x->board.held == RIG_NO_RING ? 0 : x->config->weight[(int)x->board.held];
    return x->pressing == t && difference > 0 && difference < held + 250;
}

static void doubt(struct rig_executor *x, int t, const char *why) {
    if (!x->doubted[t] && x->watching)
        rig_tell(x, RIG_EVENT_DOUBT, t, "tower %d: %s", t, why);
    x->doubted[t] = true;
}

void rig_doubt_all(struct rig_executor *x, const char *why) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        doubt(x, t, why);
        x->confirmed[t] = false;
    }
}

bool rig_is_doubted(const struct rig_executor *x) {
    return x->doubted[0] || x->doubted[1] || x->doubted[2];
}

bool rig_is_quiet(const struct rig_executor *x) {
    return !rig_is_doubted(x) && x->strikes[0] + x->strikes[1] + x->strikes[2] == 0;
}

/* A cell that cannot be believed: it stands still to the last digit, or is at its limit. */
static void check_life(struct rig_executor *x, int t, int32_t raw) {
    x->alike[t] = raw == x->raw[t] ? x->alike[t] + 1 : 0;
    x->raw[t] = raw;
    bool still = x->is.cells_are_lively && x->alike[t] + 1 >= RIG_ALIKE;
    bool full = abs(raw) >= x->is.cell_limit;
    if ((still || full) && !x->blind[t]) {
        rig_tell(x, RIG_EVENT_FAULT, t, "the cell of tower %d %s", t,
                 full ? "is at its limit" : "stands still: it repeats one value");
        doubt(x, t, "its cell did not show what was going on");
    }
    x->blind[t] = still || full;
}

static void strike(struct rig_executor *x, int t) {
    double difference = x->grams[t] - x->shift[t] - x->expect[t];
    if (is_ours(x, t, difference)) {
        x->strikes[t] -= x->strikes[t] > 0;
        return;
    }
    if (++x->strikes[t] >= RIG_STRIKES) {
        x->strikes[t] = RIG_STRIKES;
        doubt(x, t, "its weight changed, and not by the arm");
    }
}

void rig_watch(struct rig_executor *x, const struct rig_sample *sample) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        check_life(x, t, sample->cell[t]);
        x->grams[t] = (sample->cell[t] / 1000.0 - x->calibration.zero[t]) * x->calibration.gain[t];
        if (x->watching && !x->blind[t])
            strike(x, t);
    }
}

/* ---- many samples ---- */

struct looks {
    double grams[RIG_TOWERS][RIG_KEEP_LOOKS];
    int count;
};

static int compare(const void *a, const void *b) {
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The mean of the middle half; *spread: how wide that half is. Single wild samples do not count. */
static double middle(const double *grams, int count, double *spread) {
    double sorted[RIG_KEEP_LOOKS];
    double sum = 0;
    int low = count / 4;
    int high = count - low;
    assert(count > 0 && count <= RIG_KEEP_LOOKS && low < high);
    memcpy(sorted, grams, (size_t)count * sizeof *grams);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int i = low; i < high; i++)
        sum += sorted[i];
    *spread = sorted[high - 1] - sorted[low];
    return sum / (high - low);
}

/* True if there are enough looks. */
static bool judge(struct rig_executor *x, const struct looks *looks, double grams[RIG_TOWERS],
                  bool *steady) {
    double widest = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        double spread;
        grams[t] = middle(looks->grams[t], looks->count, &spread);
        widest = fmax(widest, spread);
    }
    if (looks->count < RIG_KEEP_LOOKS) {
        *steady = widest <= x->tolerance / 4;
        return *steady;
    }
    /* The mean of the middle of 64 is about eight times as good as one look. */
    *steady = widest <= x->tolerance;
    if (!x->told_noise)
        rig_tell(x, RIG_EVENT_FAULT, -1,
                 "the cells are noisy: half of the samples differ by %.1f g", widest);
    x->told_noise = true;
    return true;
}

static bool end_blind(struct rig_executor *x) {
    int t = x->blind[0] ? 0 : x->blind[1] ? 1 : 2;
    bool full = abs(x->raw[t]) >= x->is.cell_limit;
    return rig_end_run(
        x, RIG_REASON_CELL, "Repair the cell and its cable, calibrate, then start again.",
        full             ? "The cell of tower %d is at its limit and cannot weigh."
        : x->raw[t] == 0 ? "The cell of tower %d reads exactly 0 all the time: it is dead."
                         : "The cell of tower %d repeats one value: it is stuck.",
        t);
}

bool rig_weigh_well(struct rig_executor *x, double grams[RIG_TOWERS], bool *steady) {
    struct looks looks = {.count = 0};
    int blind_looks = 0;
    for (;;) {
        if (!rig_rest(x, 1))
            return false;
        if (x->blind[0] || x->blind[1] || x->blind[2]) {
            looks.count = 0;
            if (++blind_looks > 6000 / x->is.sample_ms)
                return end_blind(x);
            continue;
        }
        for (int t = 0; t < RIG_TOWERS; t++)
            looks.grams[t][looks.count] = x->grams[t];
        looks.count++;
        if (looks.count >= 8 && looks.count % 8 == 0 && judge(x, &looks, grams, steady))
            return true;
    }
}

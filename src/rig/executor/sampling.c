/* The cells, sample by sample: what they show, whether they work, and whether somebody touches the
 * towers. */
#include <assert.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "rig/executor/executor.h"

/* ---- one sample ---- */

/* Whether the arm may have caused this difference from the expected weight. */
static bool is_explained_by_arm(const struct rig_executor *x, int t, double difference) {
    double threshold = x->config->weight[0] / 2;
    if (fabs(difference) <= threshold)
        return true;
    for (int ring = 0; x->lifting == t && ring < x->config->rings; ring++)
        if (x->may_lose[ring] && fabs(difference + x->config->weight[ring]) <= threshold)
            return true;
    if (x->landing != RIG_NO_RING && fabs(difference - x->config->weight[x->landing]) <= threshold)
        return true;
    if (x->lifting == t && difference > 0 && difference < 250)
        return true; /* the gripper is pressing */
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
    return !rig_is_doubted(x) && x->suspect[0] + x->suspect[1] + x->suspect[2] == 0;
}

/* A cell has failed if it repeats one value to the last digit, or is saturated. */
static void check_cell(struct rig_executor *x, int t, int32_t raw) {
    x->repeats[t] = raw == x->raw[t] ? x->repeats[t] + 1 : 0;
    x->raw[t] = raw;
    bool still = x->spec.cells_are_lively && x->repeats[t] + 1 >= RIG_STUCK_REPEATS;
    bool full = abs(raw) >= x->spec.cell_limit;
    if ((still || full) && !x->cell_failed[t]) {
        rig_tell(x, RIG_EVENT_FAULT, t, "the cell of tower %d %s", t,
                 full ? "is saturated" : "is stuck: it repeats one value");
        doubt(x, t, "its cell has failed");
    }
    x->cell_failed[t] = still || full;
}

static void debounce(struct rig_executor *x, int t) {
    double difference = x->grams[t] - x->drift[t] - x->expected[t];
    if (is_explained_by_arm(x, t, difference)) {
        x->suspect[t] -= x->suspect[t] > 0;
        return;
    }
    if (++x->suspect[t] >= RIG_DEBOUNCE) {
        x->suspect[t] = RIG_DEBOUNCE;
        doubt(x, t, "its weight changed, but the arm did nothing");
    }
}

void rig_take_sample(struct rig_executor *x, const struct rig_sample *sample) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        check_cell(x, t, sample->cell[t]);
        x->grams[t] = (sample->cell[t] / 1000.0 - x->calibration.zero[t]) * x->calibration.gain[t];
        if (x->watching && !x->cell_failed[t])
            debounce(x, t);
    }
}

/* ---- many samples ---- */

struct samples {
    double grams[RIG_TOWERS][RIG_MAX_SAMPLES];
    int count;
};

static int compare(const void *a, const void *b) {
    double one = *(const double *)a;
    double other = *(const double *)b;
    return (one > other) - (one < other);
}

/* The mean of the middle half of the samples; *spread: the width of that half. Outliers do not
 * count. */
static double interquartile_mean(const double *grams, int count, double *spread) {
    double sorted[RIG_MAX_SAMPLES];
    double sum = 0;
    int low = count / 4;
    int high = count - low;
    assert(count > 0 && count <= RIG_MAX_SAMPLES && low < high);
    memcpy(sorted, grams, (size_t)count * sizeof *grams);
    qsort(sorted, (size_t)count, sizeof *sorted, compare);
    for (int i = low; i < high; i++)
        sum += sorted[i];
    *spread = sorted[high - 1] - sorted[low];
    return sum / (high - low);
}

/* True if there are enough samples. */
static bool judge(struct rig_executor *x, const struct samples *samples, double grams[RIG_TOWERS],
                  bool *steady) {
    double widest = 0;
    for (int t = 0; t < RIG_TOWERS; t++) {
        double spread;
        grams[t] = interquartile_mean(samples->grams[t], samples->count, &spread);
        widest = fmax(widest, spread);
    }
    if (samples->count < RIG_MAX_SAMPLES) {
        *steady = widest <= x->tolerance / 4;
        return *steady;
    }
    /* The interquartile mean of 64 samples is about eight times as precise as one sample. */
    *steady = widest <= x->tolerance;
    if (!x->told_noise)
        rig_tell(x, RIG_EVENT_FAULT, -1,
                 "the cells are noisy: half of the samples differ by up to %.1f g", widest);
    x->told_noise = true;
    return true;
}

static bool end_failed_cell(struct rig_executor *x) {
    int t = x->cell_failed[0] ? 0 : x->cell_failed[1] ? 1 : 2;
    bool full = abs(x->raw[t]) >= x->spec.cell_limit;
    return rig_end_run(x, RIG_REASON_CELL,
                       "Repair the cell and its cable, calibrate, then start again.",
                       full             ? "The cell of tower %d is saturated and cannot weigh."
                       : x->raw[t] == 0 ? "The cell of tower %d always reads exactly 0: it is dead."
                                        : "The cell of tower %d repeats one value: it is stuck.",
                       t);
}

bool rig_weigh_steady(struct rig_executor *x, double grams[RIG_TOWERS], bool *steady) {
    struct samples samples = {.count = 0};
    int failed = 0;
    for (;;) {
        if (!rig_wait(x, 1))
            return false;
        if (x->cell_failed[0] || x->cell_failed[1] || x->cell_failed[2]) {
            samples.count = 0;
            if (++failed > 6000 / x->spec.sample_ms)
                return end_failed_cell(x);
            continue;
        }
        for (int t = 0; t < RIG_TOWERS; t++)
            samples.grams[t][samples.count] = x->grams[t];
        samples.count++;
        if (samples.count >= 8 && samples.count % 8 == 0 && judge(x, &samples, grams, steady))
            return true;
    }
}

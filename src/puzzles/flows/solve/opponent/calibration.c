#include "puzzles/flows/solve/opponent/calibration.h"

#include <assert.h>
#include <math.h>

/* Averages beyond these say no more: there were too few playouts. */
static const double least = 0.005, most = 0.995;

/* For one, two and three teams: the odds of the chance are e^shift times the odds of the average to
 * the power of slope. Fitted by `bench_flows_calibration --games 4 --self 100`, with slope 1 and
 * shift 0 here, so told was the average: for two teams `--positions 200 --players 2`; for three the
 * same with `--players 3` and 400 positions more (`--seed 2`). */
static const struct {
    double slope, shift;
} fitted[FLOWS_AXES + 1] = {{1, 0}, {1, 0}, {1.00, -0.42}, {0.83, -0.22}};

/* The rest is shared out by averages to this power: among two others a lead is told too large. */
static const double others_slope = 0.75;

double flows_calibrated(double average, unsigned teams) {
    assert(average >= 0 && average <= 1 && teams <= FLOWS_AXES);
    double kept = fmin(fmax(average, least), most);
    double odds = fitted[teams].shift + fitted[teams].slope * log(kept / (1 - kept));
    return 1 / (1 + exp(-odds));
}

void flows_calibrate(unsigned mover, unsigned axes, double win[FLOWS_AXES]) {
    unsigned teams = (unsigned)__builtin_popcount(axes);
    double sum = 0;
    if (teams < 2)
        return;
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != mover && axes >> axis & 1)
            sum += win[axis] = pow(fmax(win[axis], least), others_slope);
    win[mover] = flows_calibrated(win[mover], teams);
    for (unsigned axis = 0; axis < FLOWS_AXES; axis++)
        if (axis != mover && axes >> axis & 1)
            win[axis] *= (1 - win[mover]) / sum;
}

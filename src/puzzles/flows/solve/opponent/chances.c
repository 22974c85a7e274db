#include "puzzles/flows/solve/opponent/chances.h"

#include <assert.h>
#include <math.h>

/* ---- from averages to chances ---- */

/* Averages beyond these say no more: there were too few playouts. */
static const double least = 0.005, most = 0.995;

/* For one, two and three teams: the odds of the chance are e^shift times the odds of the average to
 * the power of slope. Fitted by `bench_flows_calibration --games 4 --self 100`, with slope 1 and
 * shift 0 here, so told was the average: for two teams `--positions 200 --players 2`; for three the
 * same with `--players 3` and 400 positions more (`--seed 2`). */
static const struct {
    double slope, shift;
} fitted[FLOWS_AXES + 1] = {{1, 0}, {1, 0}, {1.00, -0.42}, {0.83, -0.22}};

/* The others share the rest by their averages to this power: the averages overstate the lead of one
 * of them over another. */
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

/* ---- words ---- */

unsigned flows_teams_in_order(const struct flows_game *game, uint8_t axes[FLOWS_AXES]) {
    unsigned count = 0, seen = (unsigned)~game->board.axes;
    for (unsigned player = 0; player < game->setup.players; player++) {
        unsigned axis = flows_axis_of(&game->setup, player);
        if (!(seen >> axis & 1))
            axes[count++] = (uint8_t)axis;
        seen |= 1U << axis;
    }
    return count;
}

void flows_chances_add(const struct flows_game *game, const double win[FLOWS_AXES], bool exact,
                       struct buf *out) {
    uint8_t axes[FLOWS_AXES];
    unsigned count = flows_teams_in_order(game, axes);
    for (unsigned i = 0; i < count; i++) {
        buf_add(out, i ? ", " : "");
        flows_team_names(&game->setup, 1U << axes[i], out);
        buf_printf(out, exact ? " %.3g %%" : " %.0f %%", 100 * win[axes[i]]);
    }
}

json_t *flows_chances_json(const struct flows_game *game, const double win[FLOWS_AXES]) {
    json_t *chances = json_object();
    for (unsigned player = 0; player < game->setup.players; player++) {
        char name[] = {'P', (char)('1' + player), 0};
        unsigned axis = flows_axis_of(&game->setup, player);
        if (game->board.axes >> axis & 1)
            json_object_set_new(chances, name, json_real(round(1e4 * win[axis]) / 1e4));
    }
    return chances;
}

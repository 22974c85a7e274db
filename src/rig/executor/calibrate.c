/* Calibrating the cells: a person takes the rings off, then puts them on each tower in turn. */
#include <math.h>
#include <string.h>

#include "rig/executor/executor.h"

enum { NOISE_SAMPLES = 40 };

#define AGAIN "Follow the instructions and calibrate again."

/* Asks a person to do something with all rings and waits for the start button. */
static bool ask(struct rig_executor *x, int tower, const char *what, const char *where) {
    int64_t end = rig_now(x) + x->config->ask_ms;
    x->start_pressed = false;
    x->asking = true;
    rig_tell(x, RIG_EVENT_ASK, tower, "%s %s %s, then press start.", what, rig_all(x), where);
    while (!x->start_pressed && !x->exit_requested && rig_now(x) < end)
        if (!rig_wait(x, 1))
            return false;
    x->asking = false;
    if (x->start_pressed)
        return true;
    if (!rig_stop_requested(x))
        rig_end_run(x, RIG_REASON_TIME, AGAIN, "Nobody pressed start within %d s.",
                    x->config->ask_ms / 1000);
    return false;
}

static bool weigh(struct rig_executor *x, double grams[RIG_TOWERS]) {
    bool steady;
    if (!rig_wait(x, 500) || !rig_weigh_steady(x, grams, &steady))
        return false;
    return steady || rig_end_run(x, RIG_REASON_CALIBRATION,
                                 "Make sure that nothing touches the towers, then calibrate "
                                 "again.",
                                 "The weights do not settle.");
}

/* Measures the standard deviation of each cell, and its zero. */
static bool measure_noise(struct rig_executor *x) {
    double sum[RIG_TOWERS] = {0};
    double squares[RIG_TOWERS] = {0};
    for (int i = 0; i < NOISE_SAMPLES; i++) {
        if (!rig_wait(x, 1))
            return false;
        for (int t = 0; t < RIG_TOWERS; t++) {
            sum[t] += x->grams[t];
            squares[t] += x->grams[t] * x->grams[t];
        }
    }
    for (int t = 0; t < RIG_TOWERS; t++) {
        double mean = sum[t] / NOISE_SAMPLES;
        x->result->noise[t] = sqrt(fmax(0, squares[t] / NOISE_SAMPLES - mean * mean));
        x->calibration.zero[t] = mean;
    }
    return true;
}

static bool tare(struct rig_executor *x) {
    double grams[RIG_TOWERS];
    if (!ask(x, -1, "Take", "off the towers and out of the gripper"))
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (!rig_tare_cell(x, t))
            return false;
    if (!weigh(x, grams) || !measure_noise(x))
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (fabs(grams[t]) > x->tolerance)
            return rig_end_run(x, RIG_REASON_CALIBRATION, "Check the cell, then calibrate again.",
                               "The cell of tower %d reads %.1f g right after its tare.", t,
                               grams[t]);
    return true;
}

static double weight_of_all(const struct rig_config *config) {
    double all = 0;
    for (int ring = 0; ring < config->rings; ring++)
        all += config->weight[ring];
    return all;
}

/* The cell that carries the rings; -1: none, -2: several do. */
static int carrying(const struct rig_executor *x, const double grams[RIG_TOWERS]) {
    int found = -1;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (fabs(grams[t]) > x->tolerance)
            found = found == -1 ? t : -2;
    return found;
}

static bool measure_gain(struct rig_executor *x, int tower) {
    static const char *const places[] = {"on tower 0", "on tower 1", "on tower 2"};
    double grams[RIG_TOWERS];
    if (!ask(x, tower, "Put", places[tower]) || !weigh(x, grams))
        return false;
    int cell = carrying(x, grams);
    if (cell == -1)
        return rig_end_run(x, RIG_REASON_CALIBRATION, AGAIN,
                           "No cell shows what should be on tower %d: %s.", tower, rig_all(x));
    if (cell == -2)
        return rig_end_run(x, RIG_REASON_CALIBRATION, AGAIN,
                           "More than one cell shows a load while %s should be on tower %d.",
                           rig_all(x), tower);
    if (cell != tower)
        return rig_end_run(x, RIG_REASON_CELL,
                           "Connect the cells to the right towers, then calibrate again.",
                           "What is put on tower %d shows on the cell of tower %d.", tower, cell);
    double gain = weight_of_all(x->config) / grams[tower];
    if (!(gain >= RIG_GAIN_LOW && gain <= RIG_GAIN_HIGH))
        return rig_end_run(
            x, RIG_REASON_CALIBRATION, "Check the cell and the rings, then calibrate again.",
            "The cell of tower %d reads %.1f g for %s of %.1f g.", tower, grams[tower],
            x->config->rings == 1 ? "a ring" : "rings", weight_of_all(x->config));
    x->calibration.gain[tower] = gain;
    return true;
}

bool rig_calibrate(struct rig_executor *x) {
    x->calibration = (struct rig_calibration){.gain = {1, 1, 1}};
    if (!rig_describe(x) || !rig_lift(x, -1, RIG_NO_RING) || !rig_home_x(x) || !tare(x))
        return false;
    for (int t = 0; t < RIG_TOWERS; t++)
        if (!measure_gain(x, t))
            return false;
    const struct rig_calibration *to = &x->calibration;
    if (!rig_journal_add(&x->journal, "calibration %.6f %.6f %.6f %.8f %.8f %.8f", to->zero[0],
                         to->zero[1], to->zero[2], to->gain[0], to->gain[1], to->gain[2]))
        return rig_end_for_journal(x);
    strcpy(x->known, "All three cells are tared and their gains measured.");
    return true;
}

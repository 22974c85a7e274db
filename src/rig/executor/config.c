#include <math.h>
#include <stdio.h>
#include <string.h>

#include "rig/executor/run.h"

void rig_config_init(struct rig_config *config) {
    *config = (struct rig_config){.mode = RIG_RESET,
                                  .rings = 3,
                                  .weight = {30, 60, 110},
                                  .start = 0,
                                  .goal = 2,
                                  .calibration = {.gain = {1, 1, 1}},
                                  .idle_ms = 120000,
                                  .ask_ms = 120000,
                                  .seconds_limit = 4 * 3600.0};
}

/* In two distributions each ring is on the same tower, or adds its weight to one tower and takes it
 * from another: seven cases per ring. The search over all of them finds the closest pair. */
struct closest {
    const double *weight;
    double least;
    int8_t way[RIG_RINGS];
    int8_t best[RIG_RINGS];
};

/* From and to of each case; case 0 is no difference. */
static const int8_t way_from[] = {0, 0, 0, 1, 1, 2, 2};
static const int8_t way_to[] = {0, 1, 2, 0, 2, 0, 1};

static double most_of(const double difference[RIG_TOWERS]) {
    double most = 0;
    for (int t = 0; t < RIG_TOWERS; t++)
        most = fmax(most, fabs(difference[t]));
    return most;
}

/* Chooses for the rings below this number. lighter: what they weigh together, the most by which a
 * cell can still change. */
static void compare(struct closest *closest, int rings, double lighter,
                    double difference[RIG_TOWERS], bool differs) {
    if (most_of(difference) - lighter >= closest->least)
        return;
    if (rings == 0) {
        if (differs) {
            closest->least = most_of(difference);
            memcpy(closest->best, closest->way, sizeof closest->best);
        }
        return;
    }
    double weight = closest->weight[rings - 1];
    /* By symmetry, the first ring that differs goes from tower 0 to tower 1. */
    for (int way = 0; way < (differs ? 7 : 2); way++) {
        closest->way[rings - 1] = (int8_t)way;
        difference[way_from[way]] -= weight;
        difference[way_to[way]] += weight;
        compare(closest, rings - 1, lighter - weight, difference, differs || way > 0);
        difference[way_from[way]] += weight;
        difference[way_to[way]] -= weight;
    }
}

static void find_closest(const struct rig_config *config, struct closest *closest) {
    double difference[RIG_TOWERS] = {0};
    double all = 0;
    for (int ring = 0; ring < config->rings; ring++)
        all += config->weight[ring];
    *closest = (struct closest){.weight = config->weight, .least = INFINITY};
    compare(closest, config->rings, all, difference, false);
}

double rig_config_tolerance(const struct rig_config *config) {
    struct closest closest;
    find_closest(config, &closest);
    return closest.least / 2 * 0.999;
}

/* "30 60": the rings that move up, or those that move down, between the two distributions. */
static void list_rings(const struct closest *closest, int rings, bool up, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (int ring = 0; ring < rings && used < size; ring++) {
        int way = closest->best[ring];
        if (way == 0 || (way_to[way] > way_from[way]) != up)
            continue;
        used += (size_t)snprintf(text + used, size - used, "%s%g", used ? " " : "",
                                 closest->weight[ring]);
    }
}

static bool weights_fault(const struct rig_config *config, char *text, size_t size) {
    for (int ring = 0; ring < config->rings; ring++) {
        double weight = config->weight[ring];
        if (!(weight >= 5 && weight <= 5000))
            return snprintf(text, size, "a ring weighs %g g; it must be between 5 g and 5 kg",
                            weight),
                   true;
        if (ring > 0 && weight <= config->weight[ring - 1])
            return snprintf(text, size,
                            "the weights %g g and %g g do not ascend; every ring must be heavier "
                            "than the one before it",
                            config->weight[ring - 1], weight),
                   true;
    }
    struct closest closest;
    find_closest(config, &closest);
    if (closest.least / 2 * 0.999 >= RIG_LEAST_TOLERANCE)
        return false;
    char one[64];
    char other[64];
    list_rings(&closest, config->rings, true, one, sizeof one);
    list_rings(&closest, config->rings, false, other, sizeof other);
    snprintf(
        text, size,
        "the rings %s g and %s g weigh nearly the same together: two distributions of the rings "
        "differ by only %g g, and the cells need %g g",
        one, other, closest.least, 2 * RIG_LEAST_TOLERANCE / 0.999);
    return true;
}

static bool calibration_fault(const struct rig_calibration *of, char *text, size_t size) {
    for (int t = 0; t < RIG_TOWERS; t++) {
        if (!(of->gain[t] >= RIG_GAIN_LOW && of->gain[t] <= RIG_GAIN_HIGH))
            return snprintf(text, size, "the gain of cell %d is %g; it must be between %g and %g",
                            t, of->gain[t], RIG_GAIN_LOW, RIG_GAIN_HIGH),
                   true;
        if (!(fabs(of->zero[t]) <= RIG_ZERO_LIMIT))
            return snprintf(text, size, "the zero of cell %d is %g g; at most %g g is allowed", t,
                            of->zero[t], RIG_ZERO_LIMIT),
                   true;
    }
    return false;
}

bool rig_config_fault(const struct rig_config *config, char *text, size_t size) {
    if (config->rings < 1 || config->rings > RIG_RINGS)
        return snprintf(text, size, "there are %d rings; there must be 1 to %d", config->rings,
                        RIG_RINGS),
               true;
    if (config->start < 0 || config->start >= RIG_TOWERS || config->goal < 0 ||
        config->goal >= RIG_TOWERS || config->start == config->goal)
        return snprintf(text, size, "start %d and goal %d must be two different towers, 0 to 2",
                        config->start, config->goal),
               true;
    if (config->idle_ms < 1 || config->ask_ms < 1 || !(config->seconds_limit > 0))
        return snprintf(text, size, "the times must be positive"), true;
    return weights_fault(config, text, size) || calibration_fault(&config->calibration, text, size);
}

/* Text that is truncated, never overrun. */
struct line {
    char *text;
    size_t size, used;
};

static void put(struct line *line, const char *word) {
    size_t length = strlen(word);
    if (line->used + length >= line->size)
        length = line->size - line->used - 1;
    memcpy(line->text + line->used, word, length);
    line->used += length;
    line->text[line->used] = '\0';
}

static void put_ring(struct line *line, const struct rig_config *config, int ring) {
    char word[32];
    snprintf(word, sizeof word, "%g", config->weight[ring]);
    put(line, word);
}

static void put_tower(struct line *line, const struct rig_config *config,
                      const struct rig_board *board, int t) {
    for (int i = 0; i < board->count[t]; i++) {
        put(line, i == 0 && board->unsure[t] > 0 ? "[" : "");
        put_ring(line, config, board->ring[t][i]);
        put(line, i + 1 == board->unsure[t] ? "?]" : "");
        put(line, i + 1 < board->count[t] ? " " : "");
    }
}

void rig_board_text(const struct rig_config *config, const struct rig_board *board, char *text,
                    size_t size) {
    struct line line = {text, size, 0};
    text[0] = '\0';
    for (int t = 0; t < RIG_TOWERS; t++) {
        put(&line, t == 0 ? "" : line.used > 0 ? " |" : "|");
        put(&line, t > 0 && board->count[t] > 0 ? " " : "");
        put_tower(&line, config, board, t);
    }
    if (board->hand != RIG_HAND_EMPTY && board->held != RIG_NO_RING) {
        put(&line, " + ");
        put_ring(&line, config, board->held);
        put(&line, board->hand == RIG_HAND_HOLDS ? " held" : " held or lost");
    }
}

/* The rating: how far the goal is, and which share of all states is nearer to it. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "puzzles/hanoi/explain/percentile.h"
#include "puzzles/hanoi/solve/solution.h"

static const char *difficulty(double share, mpz_srcptr distance) {
    if (mpz_cmp_ui(distance, 7) <= 0)
        return "easy";
    if (mpz_cmp_ui(distance, 31) <= 0)
        return share < 0.5 ? "moderate" : "hard";
    return mpz_cmp_ui(distance, 1000) <= 0 ? "long" : "endless";
}

static void describe_share(const struct hanoi_percentile *percentile, struct finding *finding) {
    if (percentile->kind == HANOI_PERCENTILE_UNKNOWN) {
        fields_set(&finding->fields, "nearer", json_null());
        buf_add(&finding->text,
                "How many states are nearer to the goal was not counted: there are too many, "
                "or the moves have costs.\n");
        return;
    }
    bool exact = percentile->kind == HANOI_PERCENTILE_EXACT;
    fields_set(&finding->fields, "nearer", json_real(percentile->share));
    fields_set(&finding->fields, "nearer_exact", json_boolean(exact));
    buf_printf(&finding->text, "%s%.2f %% of all states are nearer to the goal",
               exact ? "" : "About ", percentile->share * 100);
    if (exact)
        buf_add(&finding->text, ".\n");
    else
        buf_printf(&finding->text, " (estimated from %u random states, +-%.2f).\n",
                   HANOI_PERCENTILE_SAMPLES, percentile->error * 100);
}

static qd_status describe(const struct position *position, const struct hanoi_solution *solution,
                          qd_control *control, struct finding *finding) {
    struct hanoi_percentile percentile;
    qd_status status = hanoi_percentile_find(position, solution, control, &percentile);
    char *distance = mpz_get_str(NULL, 10, solution->length);
    bool known = percentile.kind != HANOI_PERCENTILE_UNKNOWN;
    const char *word = difficulty(known ? percentile.share : 0, solution->length);
    fields_set(&finding->fields, "distance", json_string(distance));
    fields_set(&finding->fields, "rating", json_string(word));
    buf_printf(&finding->text, "%s: %s move%s from the goal.\n", word, distance,
               strcmp(distance, "1") == 0 ? "" : "s");
    describe_share(&percentile, finding);
    free(distance);
    return status;
}

static qd_status rate(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error) {
    (void)options;
    struct hanoi_solution solution;
    qd_status status = hanoi_solution_find(position, HANOI_METHOD_AUTO, control, &solution, error);
    if (status == QD_YES)
        status = describe(position, &solution, control, finding);
    else if (status == QD_NO)
        buf_printf(&finding->text, "It has no solution. %s\n", solution.why_not);
    else if (status == QD_LIMIT)
        buf_add(&finding->text, "The distance could not be found within the limits.\n");
    hanoi_solution_clear(&solution);
    return status;
}

const struct puzzle_rate hanoi_rate = {.rate = rate};

/* The rate capability, and what the difficulty is made of. */
#include "puzzles/harmony/explain/rate.h"

#include <math.h>

#include "puzzles/harmony/explain/rate_along.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/count.h"

/* Where a difficulty begins; docs/harmony.md has the figures that they come from. */
static const struct {
    const char *name;
    double from;
} levels[HARMONY_DIFFICULTIES] = {
    [HARMONY_EASY] = {"easy", 0},
    [HARMONY_MEDIUM] = {"medium", 15},
    [HARMONY_HARD] = {"hard", 35},
    [HARMONY_EXPERT] = {"expert", 70},
};

const char *harmony_difficulty_name(enum harmony_difficulty difficulty) {
    return levels[difficulty].name;
}

double harmony_score(double luck, uint64_t nodes) {
    return luck + log2(1 + (double)nodes);
}

enum harmony_difficulty harmony_difficulty_of(double score) {
    enum harmony_difficulty difficulty = HARMONY_EASY;
    while (difficulty + 1 < HARMONY_DIFFICULTIES && score >= levels[difficulty + 1].from)
        difficulty++;
    return difficulty;
}

qd_status harmony_rating_find(const struct harmony_board *board, qd_control *control,
                              struct harmony_rating *rating) {
    struct harmony_outlook outlook;
    *rating = (struct harmony_rating){0};
    harmony_outlook_find(board, control, &outlook);
    qd_status status = outlook.status;
    if (status == QD_YES) {
        rating->swaps = outlook.way.count;
        rating->nodes = outlook.way.tree_nodes + outlook.way.beam_nodes;
        harmony_rate_along(board, &outlook.way, control, rating);
        rating->score = harmony_score(rating->luck, rating->nodes);
        rating->difficulty = harmony_difficulty_of(rating->score);
        status = control_going(control) ? QD_YES : QD_LIMIT;
    }
    harmony_outlook_free(&outlook);
    return status;
}

static double rounded(double value, double steps) {
    return round(value * steps) / steps;
}

static void set_fields(const struct harmony_rating *rating, json_t **fields) {
    fields_set(fields, "difficulty", json_string(harmony_difficulty_name(rating->difficulty)));
    fields_set(fields, "score", json_real(rounded(rating->score, 10)));
    fields_set(fields, "swaps", json_integer(rating->swaps));
    fields_set(fields, "forced", json_integer(rating->forced));
    fields_set(fields, "nodes", json_integer((json_int_t)rating->nodes));
    fields_set(fields, "legal", json_integer((json_int_t)rating->legal));
    fields_set(fields, "good", json_integer((json_int_t)rating->good));
    fields_set(fields, "undecided", json_integer((json_int_t)rating->unknown));
    fields_set(fields, "share", json_real(rounded(rating->share, 10000)));
    fields_set(fields, "narrowest", json_integer(rating->narrowest));
    fields_set(fields, "narrowest_good", json_integer(rating->narrowest_good));
    fields_set(fields, "narrowest_legal", json_integer(rating->narrowest_legal));
}

static void describe_share(const struct harmony_rating *rating, struct buf *text) {
    buf_printf(text,
               "Along a solution %.1f %% of the legal swaps keep it solvable; the narrowest point "
               "is swap %u, where %u of %u do%s.\n",
               rating->share * 100, rating->narrowest, rating->narrowest_good,
               rating->narrowest_legal, rating->narrowest_good == 1 ? "es" : "");
    if (rating->unknown)
        buf_printf(text, "Of %llu legal swaps %llu could not be decided and were left out.\n",
                   (unsigned long long)rating->legal, (unsigned long long)rating->unknown);
}

static void describe(const struct harmony_rating *rating, struct finding *finding) {
    struct buf *text = &finding->text;
    set_fields(rating, &finding->fields);
    buf_printf(text, "%s (%.1f): %u swap%s, %u of them forced, found with %llu search state%s.\n",
               harmony_difficulty_name(rating->difficulty), rating->score, rating->swaps,
               harmony_plural(rating->swaps), rating->forced, (unsigned long long)rating->nodes,
               harmony_plural(rating->nodes));
    if (rating->swaps)
        describe_share(rating, text);
}

static void count_solutions(const struct harmony_board *board, uint64_t limit, qd_control *control,
                            struct finding *finding) {
    uint64_t count;
    qd_status status = harmony_ways_count(board, limit, control, &count);
    unsigned long long shown = status == QD_NO ? limit : count;
    buf_printf(&finding->text,
               "%s%llu solution%s%s; the order of swaps that do not touch each other does not "
               "count.\n",
               status == QD_NO      ? "More than "
               : status == QD_LIMIT ? "At least "
                                    : "",
               shown, harmony_plural(shown),
               status == QD_LIMIT ? " (the count took too long)" : "");
    fields_set(&finding->fields, "solutions", json_integer((json_int_t)count));
    fields_set(&finding->fields, "solutions_exact", json_boolean(status == QD_YES));
}

static qd_status rate(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error) {
    struct harmony_rating rating;
    (void)error;
    uint64_t limit = (uint64_t)options_int(options, harmony_options, "solutions");
    qd_status status = harmony_rating_find(&position->board, control, &rating);
    if (status == QD_YES)
        describe(&rating, finding);
    if (status == QD_YES && limit)
        count_solutions(&position->board, limit, control, finding);
    if (status == QD_NO)
        buf_add(&finding->text, "It has no solution.\n");
    if (status == QD_LIMIT)
        buf_add(&finding->text, rating.swaps
                                    ? "It has a solution; how hard it is to find could not "
                                      "be measured within the limits.\n"
                                    : "Whether it has a solution is not known.\n");
    return status;
}

const struct puzzle_rate harmony_rate = {.rate = rate};

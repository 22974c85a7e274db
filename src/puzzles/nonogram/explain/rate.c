/* The rate capability, and how the score comes about. */
#include "puzzles/nonogram/explain/rate.h"

#include <assert.h>
#include <math.h>

#include "puzzles/nonogram/explain/hint_step.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/solver.h"

/* Every puzzle is narrow near its end, so narrowness is judged only while more than one cell in
 * END_SHARE is unknown. */
#define END_SHARE 10
/* The most points for narrowness. */
#define NARROW_POINTS 9
/* Longer chains make no difference to a person. */
#define LONG_CHAIN 20

static const struct {
    const char *name;
    double from;
} levels[NONOGRAM_LEVELS] = {
    [NONOGRAM_LEVEL_EASY] = {"easy", 0},        [NONOGRAM_LEVEL_MEDIUM] = {"medium", 20},
    [NONOGRAM_LEVEL_HARD] = {"hard", 40},       [NONOGRAM_LEVEL_EXPERT] = {"expert", 60},
    [NONOGRAM_LEVEL_EXTREME] = {"extreme", 90},
};

const char *nonogram_level_name(enum nonogram_level level) {
    return levels[level].name;
}

double nonogram_score(enum nonogram_technique hardest, unsigned longest, double narrow) {
    const struct nonogram_technique_row *row = nonogram_technique_at(hardest);
    assert(narrow >= 0 && narrow <= 1);
    unsigned chain = longest < LONG_CHAIN ? longest : LONG_CHAIN;
    return levels[row->level].from + row->points + row->points_a_line * chain +
           NARROW_POINTS * narrow;
}

enum nonogram_level nonogram_level_of(double score) {
    enum nonogram_level level = NONOGRAM_LEVEL_EASY;
    while (level + 1 < NONOGRAM_LEVELS && score >= levels[level + 1].from)
        level++;
    return level;
}

/* ---- solving as a person ---- */

/* What is counted besides the rating. */
struct counting {
    struct nonogram_stepper stepper;
    unsigned judged, narrow; /* steps before the end, and how many of them are narrow */
    uint64_t front;          /* sum over all steps */
};

static void count_step(struct counting *counting, const struct nonogram_step *step,
                       struct nonogram_rating *rating) {
    unsigned lines = nonogram_hint_lines(counting->stepper.board);
    size_t unknown = nonogram_board_unknown(counting->stepper.board);
    counting->front += lines;
    if (unknown * END_SHARE > rating->cells) {
        counting->judged++;
        counting->narrow += lines <= 1;
    }
    rating->used[step->technique]++;
    rating->steps++;
    rating->deduced += step->count;
    if (step->technique > rating->hardest)
        rating->hardest = step->technique;
    if (step->length > 1 && step->length > rating->longest)
        rating->longest = step->length;
}

/* Ends at a choice, since everything after it depends on it. */
static qd_status take_steps(struct counting *counting, qd_control *control,
                            struct nonogram_rating *rating) {
    qd_status status = QD_YES;
    while (status == QD_YES) {
        struct nonogram_step step;
        status = nonogram_step_find(&counting->stepper, control, &step);
        bool choice = status == QD_YES && step.technique == NONOGRAM_BY_CHOICE;
        if (status == QD_YES && !choice) {
            count_step(counting, &step, rating);
            nonogram_step_take(&counting->stepper, &step);
        }
        nonogram_step_free(&step);
        if (choice)
            break;
    }
    return status == QD_LIMIT ? QD_LIMIT : QD_YES;
}

static void sum_up(const struct counting *counting, struct nonogram_rating *rating) {
    assert(rating->deduced <= rating->cells);
    assert(counting->narrow <= counting->judged && counting->judged <= rating->steps);
    if (rating->steps)
        rating->front = (double)counting->front / rating->steps;
    if (counting->judged)
        rating->narrow = (double)counting->narrow / counting->judged;
    rating->score = nonogram_score(rating->hardest, rating->longest, rating->narrow);
    rating->level = nonogram_level_of(rating->score);
}

static qd_status count_solutions(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                                 qd_control *control, bool *unique) {
    struct nonogram_solver_options options = {.most = 2};
    struct nonogram_solutions solutions = {0};
    qd_status status = nonogram_solver_solve(puzzle, cells, &options, control, &solutions);
    *unique = solutions.count == 1;
    if (status == QD_YES && *unique && !solutions.complete)
        status = QD_LIMIT;
    nonogram_solutions_free(&solutions);
    return status;
}

qd_status nonogram_rating_find(const struct nonogram_puzzle *puzzle, const uint8_t *cells,
                               qd_control *control, struct nonogram_rating *rating) {
    *rating = (struct nonogram_rating){0};
    qd_status status = count_solutions(puzzle, cells, control, &rating->unique);
    if (status != QD_YES)
        return status;
    struct counting counting = {
        .stepper = {.board = nonogram_board_new(puzzle, cells), .quiet = true}};
    rating->cells = nonogram_board_unknown(counting.stepper.board);
    status = take_steps(&counting, control, rating);
    sum_up(&counting, rating);
    nonogram_stepper_end(&counting.stepper);
    nonogram_board_free(counting.stepper.board);
    return status;
}

/* ---- the capability ---- */

static json_t *techniques_of(const struct nonogram_rating *rating) {
    json_t *object = json_object();
    for (unsigned i = 0; i < NONOGRAM_TECHNIQUES; i++)
        if (rating->used[i])
            json_object_set_new(object, nonogram_technique_at(i)->name,
                                json_integer(rating->used[i]));
    return object;
}

static double rounded(double value, double steps) {
    return round(value * steps) / steps;
}

static void set_fields(const struct nonogram_rating *rating, json_t **fields) {
    fields_set(fields, "unique", json_boolean(rating->unique));
    fields_set(fields, "difficulty",
               json_string(rating->unique ? nonogram_level_name(rating->level) : "ambiguous"));
    fields_set(fields, "score",
               rating->unique ? json_real(rounded(rating->score, 10)) : json_null());
    fields_set(fields, "hardest", json_string(nonogram_technique_at(rating->hardest)->name));
    fields_set(fields, "steps", json_integer(rating->steps));
    fields_set(fields, "techniques", techniques_of(rating));
    fields_set(fields, "longest_chain", json_integer(rating->longest));
    fields_set(fields, "front", json_real(rounded(rating->front, 10)));
    fields_set(fields, "narrow", json_real(rounded(rating->narrow, 1000)));
    fields_set(fields, "cells", json_integer((json_int_t)rating->cells));
    fields_set(fields, "deduced", json_integer((json_int_t)rating->deduced));
}

static void describe_steps(const struct nonogram_rating *rating, struct buf *text) {
    const char *between = "";
    buf_printf(text, "%u step%s: ", rating->steps, rating->steps == 1 ? "" : "s");
    for (unsigned i = 0; i < NONOGRAM_TECHNIQUES; i++)
        if (rating->used[i]) {
            buf_printf(text, "%s%s %u", between, nonogram_technique_at(i)->name, rating->used[i]);
            between = ", ";
        }
    buf_add(text, ".\n");
    buf_printf(
        text,
        "On average %.1f lines allow a deduction at each step; at %.0f %% of the steps at most one "
        "does.\n",
        rating->front, rating->narrow * 100);
}

static void describe(const struct nonogram_rating *rating, struct buf *text) {
    if (rating->unique) {
        buf_printf(text, "%s (%.1f): the hardest technique is %s",
                   nonogram_level_name(rating->level), rating->score,
                   nonogram_technique_at(rating->hardest)->name);
        if (rating->longest)
            buf_printf(text, ", the longest chain has %u lines", rating->longest);
        buf_add(text, ".\n");
    } else {
        buf_printf(
            text,
            "ambiguous: more than one picture fits; %zu of %zu cells follow from the clues.\n",
            rating->deduced, rating->cells);
    }
    if (rating->steps)
        describe_steps(rating, text);
}

static qd_status rate(const struct position *position, const struct options *options,
                      qd_control *control, struct finding *finding, qd_error *error) {
    struct nonogram_rating rating;
    (void)options;
    (void)error;
    qd_status status = nonogram_rating_find(position->puzzle, position->cells, control, &rating);
    if (status == QD_YES) {
        describe(&rating, &finding->text);
        set_fields(&rating, &finding->fields);
    }
    if (status == QD_NO)
        buf_add(&finding->text, "It has no solution.\n");
    if (status == QD_LIMIT)
        buf_add(&finding->text, "The difficulty could not be measured within the limits.\n");
    return status;
}

const struct puzzle_rate nonogram_rate = {.rate = rate};

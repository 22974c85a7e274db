/* The classic search behind the solve capability: its options, and its answer in words and fields.
 */
#include <string.h>

#include "puzzles/harmony/solve/classic/search.h"
#include "puzzles/harmony/solve/solve.h"

/* ---- options ---- */

bool harmony_no_classic_options(const struct options *options, qd_error *error) {
    static const char *const classic_only[] = {"tests",
                                               "scope",
                                               "forced",
                                               "cache",
                                               "smallest-first",
                                               "largest-first",
                                               "no-last-move-filter",
                                               "report",
                                               "checkpoint"};
    for (size_t i = 0; i < sizeof classic_only / sizeof *classic_only; i++)
        if (options_given(options, classic_only[i]))
            return options_error(options, error, QD_BAD_INPUT,
                                 OPTION("%s") " works only with " OPTION_IS("method", "classic"),
                                 classic_only[i]);
    return true;
}

static bool is_chosen(const struct options *options, const char *name, const char *word) {
    return strcmp(options_text(options, harmony_options, name), word) == 0;
}

static enum harmony_sort chosen_sort(const struct options *options) {
    if (options_flag(options, "smallest-first"))
        return HARMONY_SMALLEST_FIRST;
    return options_flag(options, "largest-first") ? HARMONY_LARGEST_FIRST : HARMONY_SORT_NONE;
}

static enum harmony_force chosen_force(const struct options *options) {
    if (is_chosen(options, "forced", "both"))
        return HARMONY_FORCE_BOTH;
    return is_chosen(options, "forced", "none") ? HARMONY_FORCE_NONE : HARMONY_FORCE_VERTICAL;
}

static bool choose_tests(const struct options *options, struct harmony_invalid_set *set,
                         qd_error *error) {
    struct buf problem = {0};
    bool good =
        harmony_invalid_choose(set, options_text(options, harmony_options, "tests"), &problem);
    if (!good)
        options_error(options, error, QD_BAD_INPUT, OPTION("tests") ": %s", buf_text(&problem));
    buf_free(&problem);
    return good;
}

/* Its forced swaps lose solutions, though never all of them, so that it cannot count. */
static bool counts_nothing(const struct options *options, qd_error *error) {
    static const char *const counting[] = {"count", "unique"};
    for (size_t i = 0; i < sizeof counting / sizeof *counting; i++)
        if (options_given(options, counting[i]))
            return options_error(options, error, QD_BAD_INPUT,
                                 OPTION("%s") " does not go with " OPTION_IS("method", "classic"),
                                 counting[i]);
    return true;
}

static bool choose(const struct options *options, struct harmony_classic_options *chosen,
                   qd_error *error) {
    *chosen = (struct harmony_classic_options){
        .scope = is_chosen(options, "scope", "board") ? HARMONY_SCOPE_BOARD : HARMONY_SCOPE_TOUCHED,
        .moves = {.force = chosen_force(options),
                  .sort = chosen_sort(options),
                  .wasteful = options_flag(options, "no-last-move-filter")},
        .threads = harmony_thread_count(options),
        .cache_threshold = (unsigned)options_int(options, harmony_options, "cache"),
        .report_interval = options_number(options, harmony_options, "report"),
        .checkpoint = options_text(options, harmony_options, "checkpoint")};
    if (options_flag(options, "smallest-first") && options_flag(options, "largest-first"))
        return options_error(
            options, error, QD_BAD_INPUT,
            OPTION("smallest-first") " and " OPTION("largest-first") " cannot be combined");
    if (chosen->checkpoint && strcmp(chosen->checkpoint, "-") == 0)
        return options_error(options, error, QD_BAD_INPUT, OPTION("checkpoint") " needs a file");
    return counts_nothing(options, error) && choose_tests(options, &chosen->tests, error);
}

/* ---- the answer ---- */

/* True if a search that ended without a solution proves that there is none: no state was rejected
 * by a test that is not sound, or a sound one rejects the start. */
static bool is_proof(const struct harmony_board *board, const struct harmony_invalid_set *tests,
                     const struct harmony_invalid_stats *stats) {
    for (unsigned i = 0; i < tests->count; i++)
        if (!tests->test[i]->sound && stats->of[i].rejected > 0)
            return harmony_invalid_death(board) != NULL;
    return true;
}

static qd_status describe_verdict(qd_status status, bool sound, const struct position *position,
                                  struct answer *answer) {
    if (status == QD_YES)
        harmony_describe_solved(answer, "classic");
    else if (status == QD_NO && sound)
        harmony_describe_none(answer, "classic", position);
    else
        harmony_describe_unknown(answer, status == QD_NO
                                             ? ": the search found none, but some states were "
                                               "rejected by a test that is not sound"
                                             : "");
    return status == QD_NO && !sound ? QD_LIMIT : status;
}

static void describe_states(struct answer *answer, const struct harmony_classic_counts *counts) {
    double share =
        counts->generated ? 100.0 * (double)counts->pruned / (double)counts->generated : 0;
    buf_printf(&answer->text, "%llu states generated, %llu processed, %llu pruned (%.1f %%).\n",
               (unsigned long long)counts->generated, (unsigned long long)counts->processed,
               (unsigned long long)counts->pruned, share);
    fields_set(&answer->fields, "generated", json_integer((json_int_t)counts->generated));
    fields_set(&answer->fields, "processed", json_integer((json_int_t)counts->processed));
    fields_set(&answer->fields, "pruned", json_integer((json_int_t)counts->pruned));
}

/* Called, rejected and time of each test that ran. */
static void describe_tests(struct answer *answer, const struct harmony_classic_options *chosen,
                           const struct harmony_invalid_stats *stats) {
    json_t *tests = json_object();
    for (unsigned i = 0; i < chosen->tests.count; i++) {
        const struct harmony_invalid_count *count = &stats->of[i];
        json_t *one = json_object();
        json_object_set_new(one, "called", json_integer((json_int_t)count->called));
        json_object_set_new(one, "rejected", json_integer((json_int_t)count->rejected));
        json_object_set_new(one, "seconds", json_real(harmony_invalid_time(count) * 1e-9));
        json_object_set_new(one, "sound", json_boolean(chosen->tests.test[i]->sound));
        json_object_set_new(tests, chosen->tests.test[i]->name, one);
        buf_printf(&answer->stats, "%s: called %llu times, rejected %llu, %.3f ms\n",
                   chosen->tests.test[i]->name, (unsigned long long)count->called,
                   (unsigned long long)count->rejected, harmony_invalid_time(count) * 1e-6);
    }
    fields_set(&answer->fields, "tests", tests);
}

static void describe_checkpoint(struct answer *answer, const struct harmony_classic_result *result,
                                bool gave_up) {
    if (result->resumed)
        buf_add(&answer->text,
                "Resumed from the checkpoint; the counts include what was done before.\n");
    if (gave_up)
        buf_printf(&answer->text, "The checkpoint holds what is left: %zu state%s.\n",
                   result->waiting, result->waiting == 1 ? "" : "s");
    fields_set(&answer->fields, "resumed", json_boolean(result->resumed));
}

qd_status harmony_solve_classic(const struct position *position, const struct options *options,
                                qd_control *control, struct answer *answer, qd_error *error) {
    struct harmony_classic_options chosen;
    if (!choose(options, &chosen, error))
        return QD_BAD_INPUT;
    struct harmony_classic_result result;
    qd_status found = harmony_classic_solve(&position->board, &chosen, control, &result, error);
    if (found == QD_BAD_INPUT || found == QD_FAILURE)
        return found;
    *(struct harmony_solution *)answer->data =
        (struct harmony_solution){.swaps = result.swaps, .count = result.count, .ways = 1};
    result.swaps = NULL;
    qd_status status = describe_verdict(
        found, is_proof(&position->board, &chosen.tests, &result.counts.tests), position, answer);
    describe_states(answer, &result.counts);
    describe_tests(answer, &chosen, &result.counts.tests);
    if (chosen.checkpoint)
        describe_checkpoint(answer, &result, found == QD_LIMIT);
    harmony_classic_free(&result);
    return status;
}

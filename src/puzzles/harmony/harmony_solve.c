/* The solve capability: the default solver or the classic search, the answer in words and fields,
 * and the walk along its swaps. */
#include <stdlib.h>
#include <string.h>

#include "harmony.h"
#include "harmony_classic.h"
#include "harmony_solver.h"
#include "mem.h"
#include "thread.h"

struct solution {
    struct harmony_swap *swaps;
    unsigned count;
};

struct walk {
    const struct solution *solution;
    unsigned at;
};

static void describe_solved(struct answer *answer, const char *method) {
    const struct solution *solution = answer->solution;
    answer->verdict = QD_SOLVED;
    answer->ways = 1;
    if (solution->count == 0)
        buf_add(&answer->text, "0 swaps; it is solved already.\n");
    else
        buf_printf(&answer->text, "%u swap%s.\n", solution->count, solution->count == 1 ? "" : "s");
    fields_set(&answer->fields, "length", json_integer(solution->count));
    fields_set(&answer->fields, "method", json_string(method));
}

static void describe_none(struct answer *answer, const char *method, const char *dead_by) {
    answer->verdict = QD_UNSOLVABLE;
    buf_add(&answer->text, "No solution. ");
    if (dead_by)
        buf_printf(&answer->text, "The test %s rejects the board.\n", dead_by);
    else
        buf_add(&answer->text, "Every way to go on was looked at.\n");
    fields_set(&answer->fields, "method", json_string(method));
    if (dead_by)
        fields_set(&answer->fields, "dead_by", json_string(dead_by));
}

static void describe_unknown(struct answer *answer, const char *why) {
    answer->verdict = QD_UNKNOWN;
    buf_printf(&answer->text, "Whether it has a solution is not known%s.\n", why);
}

static const char *dead_by(const struct harmony_board *board) {
    const struct harmony_invalid_test *test = harmony_invalid_death(board);
    return test ? test->name : NULL;
}

static int thread_count(const struct options *options) {
    return options_given(options, "threads") ? (int)options_int(options, NULL, "threads")
                                             : thread_count_of_machine();
}

static qd_status by_solver(const struct position *position, const struct options *options,
                           qd_control *control, struct answer *answer) {
    struct solution *solution = answer->solution;
    struct harmony_solver_options chosen = {.threads = 1};
    chosen.seed = (uint64_t)options_int(options, NULL, "seed");
    struct harmony_answer found;
    qd_status status = harmony_solver_solve(&position->board, &chosen, control, &found);
    if (status == QD_YES) {
        *solution = (struct solution){.swaps = found.swaps, .count = found.count};
        found.swaps = NULL;
        describe_solved(answer, "solver");
    } else if (status == QD_NO) {
        describe_none(answer, "solver", dead_by(&position->board));
    } else {
        describe_unknown(answer, "");
    }
    harmony_answer_free(&found);
    return status;
}

static void describe_states(struct answer *answer, const struct harmony_classic_result *result) {
    double share =
        result->generated ? 100.0 * (double)result->pruned / (double)result->generated : 0;
    buf_printf(&answer->text, "%llu states generated, %llu processed, %llu pruned (%.1f %%).\n",
               (unsigned long long)result->generated, (unsigned long long)result->processed,
               (unsigned long long)result->pruned, share);
    fields_set(&answer->fields, "generated", json_integer((json_int_t)result->generated));
    fields_set(&answer->fields, "processed", json_integer((json_int_t)result->processed));
    fields_set(&answer->fields, "pruned", json_integer((json_int_t)result->pruned));
}

/* Called, rejected and time of each test that ran. */
static void describe_tests(struct answer *answer, const struct harmony_classic_options *chosen,
                           const struct harmony_classic_result *result) {
    json_t *tests = json_object();
    for (unsigned i = 0; i < chosen->tests.count; i++) {
        const struct harmony_invalid_count *count = &result->tests.of[i];
        json_t *one = json_object();
        json_object_set_new(one, "called", json_integer((json_int_t)count->called));
        json_object_set_new(one, "rejected", json_integer((json_int_t)count->rejected));
        json_object_set_new(one, "seconds", json_real(harmony_invalid_time(count) * 1e-9));
        json_object_set_new(one, "sound", json_boolean(chosen->tests.test[i]->sound));
        json_object_set_new(tests, chosen->tests.test[i]->name, one);
    }
    fields_set(&answer->fields, "tests", tests);
}

static enum harmony_sort chosen_sort(const struct options *options) {
    if (options_flag(options, "smallest-first"))
        return HARMONY_SMALLEST_FIRST;
    return options_flag(options, "largest-first") ? HARMONY_LARGEST_FIRST : HARMONY_SORT_NONE;
}

static bool choose_classic(const struct options *options, struct harmony_classic_options *chosen,
                           qd_error *error) {
    struct buf problem = {0};
    *chosen = (struct harmony_classic_options){.sort = chosen_sort(options),
                                               .threads = thread_count(options)};
    chosen->cache_threshold = (unsigned)options_int(options, harmony_options, "cache");
    bool good = harmony_invalid_choose(&chosen->tests,
                                       options_text(options, harmony_options, "tests"), &problem);
    if (!good)
        error_set(error, QD_BAD_INPUT, "--tests: %s", buf_text(&problem));
    buf_free(&problem);
    return good;
}

/* Without sound tests a search that ends without a solution proves nothing. */
static qd_status classic_verdict(qd_status status, bool sound, const struct position *position,
                                 struct answer *answer) {
    if (status == QD_YES)
        describe_solved(answer, "classic");
    else if (status == QD_NO && sound)
        describe_none(answer, "classic", dead_by(&position->board));
    else
        describe_unknown(answer, status == QD_NO ? ": the search found none, but a test that it "
                                                   "used is not sound"
                                                 : "");
    return status == QD_NO && !sound ? QD_LIMIT : status;
}

static qd_status by_classic(const struct position *position, const struct options *options,
                            qd_control *control, struct answer *answer, qd_error *error) {
    struct harmony_classic_options chosen;
    if (!choose_classic(options, &chosen, error))
        return QD_BAD_INPUT;
    struct harmony_classic_result result;
    qd_status status = harmony_classic_solve(&position->board, &chosen, control, &result);
    *(struct solution *)answer->solution =
        (struct solution){.swaps = result.swaps, .count = result.count};
    result.swaps = NULL;
    status = classic_verdict(status, harmony_invalid_sound(&chosen.tests), position, answer);
    describe_states(answer, &result);
    describe_tests(answer, &chosen, &result);
    harmony_classic_free(&result);
    return status;
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    answer->solution = MEM_NEW(struct solution);
    bool classic = strcmp(options_text(options, harmony_options, "method"), "classic") == 0;
    if (!classic && (options_given(options, "tests") || options_given(options, "cache"))) {
        error_set(error, QD_BAD_INPUT, "--tests and --cache go with --method classic");
        return QD_BAD_INPUT;
    }
    return classic ? by_classic(position, options, control, answer, error)
                   : by_solver(position, options, control, answer);
}

static void release(struct answer *answer) {
    struct solution *solution = answer->solution;
    free(solution->swaps);
    free(solution);
    answer->solution = NULL;
}

static struct walk *open_walk(const struct answer *answer, unsigned way, const char *from,
                              qd_error *error) {
    const struct solution *solution = answer->solution;
    char *end = NULL;
    unsigned long long at = from ? strtoull(from, &end, 10) : 0;
    bool number = !from || (*from >= '0' && *from <= '9' && *end == '\0');
    if (!number || way > 0 || at > solution->count) {
        error_set(error, QD_BAD_INPUT, "the solution has no move number %.40s", from ? from : "0");
        return NULL;
    }
    struct walk *walk = MEM_NEW(struct walk);
    *walk = (struct walk){.solution = solution, .at = (unsigned)at};
    return walk;
}

static bool next_swap(struct walk *walk, struct buf *out) {
    if (walk->at == walk->solution->count)
        return false;
    harmony_swap_add(out, walk->solution->swaps[walk->at++]);
    return true;
}

static void end_walk(struct walk *walk) {
    free(walk);
}

/* verify is NULL: every solution is played through by the rules. */
const struct puzzle_solve harmony_solve = {
    .solve = solve,
    .walk = open_walk,
    .next = next_swap,
    .end = end_walk,
    .release = release,
};

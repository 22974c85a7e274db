/* The solve capability: the default solver or the classic search, the answer in words and fields,
 * and the iterator along its swaps. */
#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/thread.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/classic/invalidity.h"
#include "puzzles/harmony/solve/outlook.h"
#include "puzzles/harmony/solve/solve.h"
#include "puzzles/harmony/solve/solver.h"

struct move_iterator {
    const struct harmony_swap *swaps;
    unsigned at, count;
};

void harmony_describe_solved(struct answer *answer, const char *method) {
    const struct harmony_solution *solution = answer->data;
    answer->verdict = QD_SOLVED;
    answer->solutions = solution->ways;
    if (solution->count == 0)
        buf_add(&answer->text, "0 swaps; it is solved already.\n");
    else
        buf_printf(&answer->text, "%u swap%s.\n", solution->count, solution->count == 1 ? "" : "s");
    fields_set(&answer->fields, "length", json_integer(solution->count));
    fields_set(&answer->fields, "method", json_string(method));
}

void harmony_describe_none(struct answer *answer, const char *method,
                           const struct position *position) {
    const struct harmony_invalid_test *test = harmony_invalid_death(&position->board);
    answer->verdict = QD_UNSOLVABLE;
    fields_set(&answer->fields, "method", json_string(method));
    if (test)
        fields_set(&answer->fields, "dead_by", json_string(test->name));
    harmony_death_tell(position, test, "No solution.", "", &answer->text, &answer->fields);
}

void harmony_describe_unknown(struct answer *answer, const char *why) {
    answer->verdict = QD_UNKNOWN;
    buf_printf(&answer->text, "Whether it has a solution is not known%s.\n", why);
}

int harmony_thread_count(const struct options *options) {
    return options_given(options, "threads") ? (int)options_int(options, NULL, "threads")
                                             : thread_count_of_machine();
}

static qd_status by_solver(const struct position *position, const struct options *options,
                           qd_control *control, struct answer *answer) {
    struct harmony_solution *solution = answer->data;
    struct harmony_solver_options chosen = {.threads = (unsigned)harmony_thread_count(options)};
    chosen.seed = (uint64_t)options_int(options, NULL, "seed");
    struct harmony_answer found;
    qd_status status = harmony_solver_solve(&position->board, &chosen, control, &found);
    if (status == QD_YES) {
        *solution =
            (struct harmony_solution){.swaps = found.swaps, .count = found.count, .ways = 1};
        found.swaps = NULL;
        harmony_describe_solved(answer, "solver");
    } else if (status == QD_NO) {
        harmony_describe_none(answer, "solver", position);
    } else {
        harmony_describe_unknown(answer, "");
    }
    harmony_answer_free(&found);
    return status;
}

static qd_status solve(const struct position *position, const struct options *options,
                       qd_control *control, struct answer *answer, qd_error *error) {
    answer->data = MEM_NEW(struct harmony_solution);
    if (strcmp(options_text(options, harmony_options, "method"), "classic") == 0)
        return harmony_solve_classic(position, options, control, answer, error);
    if (!harmony_no_classic_options(options, error))
        return QD_BAD_INPUT;
    qd_status status = by_solver(position, options, control, answer);
    if (status != QD_YES || !harmony_ways_wanted(options))
        return status;
    return harmony_solve_ways(position, options, control, answer);
}

static void release(struct answer *answer) {
    struct harmony_solution *solution = answer->data;
    free(solution->swaps);
    free(solution);
    answer->data = NULL;
}

static struct move_iterator *iterate(const struct answer *answer, unsigned way, const char *from,
                                     qd_error *error) {
    const struct harmony_solution *solution = answer->data;
    char *end = NULL;
    unsigned long long at = from ? strtoull(from, &end, 10) : 0;
    bool number = !from || (*from >= '0' && *from <= '9' && *end == '\0');
    if (!number || way >= solution->ways || at > solution->count) {
        error_set(error, QD_BAD_INPUT, "the solution has no move number %.40s", from ? from : "0");
        return NULL;
    }
    struct move_iterator *iterator = MEM_NEW(struct move_iterator);
    *iterator = (struct move_iterator){.swaps = solution->swaps + (size_t)way * solution->count,
                                       .at = (unsigned)at,
                                       .count = solution->count};
    return iterator;
}

static bool next_swap(struct move_iterator *iterator, struct buf *out) {
    if (iterator->at == iterator->count)
        return false;
    harmony_swap_add(out, iterator->swaps[iterator->at++]);
    return true;
}

static void end_walk(struct move_iterator *iterator) {
    free(iterator);
}

/* verify is NULL: every solution is played through by the rules. */
const struct puzzle_solve harmony_solve = {
    .solve = solve,
    .iterate = iterate,
    .next = next_swap,
    .end = end_walk,
    .release = release,
};

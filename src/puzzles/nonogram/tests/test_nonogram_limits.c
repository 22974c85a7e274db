/* How a solver's search ends early: by a stop, by each limit, and by a control that has ended. */
#include <setjmp.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/solve/search.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

/* Too hard for any solver: a random picture, half of its cells filled. */
static struct nonogram_puzzle *endless(unsigned side) {
    struct random random;
    random_seed(&random, 57);
    return oracle_random_puzzle(&random, side, side, 1, 5);
}

struct stopper {
    qd_control *control;
    atomic_uint learned; /* clauses, until it was stopped and after that */
};

static void stop_in_between(void *context, const struct nonogram_literal *list, size_t count,
                            bool solution) {
    struct stopper *stopper = context;
    (void)list;
    (void)count;
    (void)solution;
    if (atomic_fetch_add(&stopper->learned, 1) == 49)
        control_stop(stopper->control);
}

/* As Ctrl-C does, in the middle of a search: in a large puzzle, and in one with more solutions than
 * can be counted. Each thread may learn once more before it sees it. */
static void a_stop_is_seen_at_once(void **unused) {
    (void)unused;
    static const struct nonogram_solver_tuning early = {.restart_unit = 20,
                                                        .first_clauses = 100,
                                                        .more_clauses = 10,
                                                        .alone = 5,
                                                        .first_belief = 8,
                                                        .cache_conflicts = 8,
                                                        .cache_bits = 2,
                                                        .larger_conflicts = 20,
                                                        .larger_bits = 3,
                                                        .most_reasons = 10000};
    struct nonogram_puzzle *puzzles[] = {endless(60), nonogram_permutations(30)};
    for (unsigned i = 0; i < 4; i++) {
        struct stopper stopper = {.control = control_new(NULL)};
        struct nonogram_solver_hooks hooks = {
            .tuning = &early, .learned = stop_in_between, .context = &stopper};
        struct nonogram_solver_options options = {
            .most = UINT32_MAX, .threads = 1 + i / 2, .hooks = &hooks};
        struct nonogram_solutions solutions;
        qd_status status =
            nonogram_solver_solve(puzzles[i % 2], NULL, &options, stopper.control, &solutions);
        assert_int_equal(status, solutions.count > 0 ? QD_YES : QD_LIMIT);
        assert_false(solutions.complete);
        assert_in_range(atomic_load(&stopper.learned), 50, 50 + 2 * options.threads);
        nonogram_solutions_free(&solutions);
        control_free(stopper.control);
    }
    for (unsigned i = 0; i < 2; i++)
        nonogram_puzzle_free(puzzles[i]);
}

static void limits_end_the_search(void **unused) {
    (void)unused;
    struct nonogram_puzzle *puzzle = endless(80);
    static const struct {
        qd_limits limits;
        qd_end end;
    } cases[] = {
        {{.seconds = 0.05}, QD_END_SECONDS},
        {{.nodes = 2000, .seconds = 20}, QD_END_NODES},
        {{.bytes = 1 << 16, .seconds = 20}, QD_END_BYTES},
    };
    for (unsigned i = 0; i < 6; i++) {
        qd_control *control = control_new(&cases[i % 3].limits);
        struct nonogram_solver_options options = {.most = 2, .threads = 1 + i / 3};
        struct nonogram_solutions solutions;
        qd_status status = nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
        assert_int_equal(status, QD_LIMIT);
        assert_int_equal(control_end(control), cases[i % 3].end);
        assert_int_equal(solutions.count, 0);
        assert_false(solutions.complete);
        nonogram_solutions_free(&solutions);
        control_free(control);
    }
    nonogram_puzzle_free(puzzle);
}

/* A control that has ended before the search begins. */
static void an_ended_control_is_heeded(void **unused) {
    (void)unused;
    struct nonogram_puzzle *puzzle = endless(80);
    qd_control *control = control_new(NULL);
    struct nonogram_solutions solutions;
    control_stop(control);
    assert_int_equal(nonogram_solver_solve(puzzle, NULL, NULL, control, &solutions), QD_LIMIT);
    assert_int_equal(solutions.nodes, 0);
    assert_true(solutions.line_solves <= 64);
    nonogram_solutions_free(&solutions);
    control_free(control);
    nonogram_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_stop_is_seen_at_once),
        cmocka_unit_test(limits_end_the_search),
        cmocka_unit_test(an_ended_control_is_heeded),
    };
    return cmocka_run_group_tests_name("nonogram_limits", tests, NULL, NULL);
}

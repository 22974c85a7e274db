/* The solver on boards that make it learn, minimise, jump back, restart, reduce its store, probe,
 * guess, fill and empty its caches, keep and forget reasons. Counters tell that it did. The judges
 * are written apart: brute force on small boards; on larger ones the picture that the clues were
 * made from, which nothing that is learned may exclude. In builds with asserts the whole state is
 * walked again and again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/solve/search.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "puzzles/nonogram/tests/nonogram_sat.h"

/* Everything comes early and has little room. */
static const struct nonogram_solver_tuning eager = {
    .restart_unit = 3,
    .first_clauses = 6,
    .more_clauses = 1,
    .alone = 1,
    .first_belief = 1,
    .cache_conflicts = 1,
    .cache_bits = 1,
    .larger_conflicts = 8,
    .larger_bits = 2,
    .most_reasons = 150,
};

/* Only restarts and the store: what is learned is used for long. */
static const struct nonogram_solver_tuning patient = {
    .restart_unit = 20,
    .first_clauses = 60,
    .more_clauses = 20,
    .alone = 20,
    .first_belief = 8,
    .cache_conflicts = 8,
    .cache_bits = 4,
    .larger_conflicts = 64,
    .larger_bits = 6,
    .most_reasons = 262144,
};

/* ---- what is learned ---- */

enum { MOST_SOLUTIONS = 200 };

/* All solutions of a board, or some of them; the solver must not lose one that it has not found. */
struct judge {
    const struct nonogram_puzzle *puzzle;
    uint8_t *solutions[MOST_SOLUTIONS];
    bool found[MOST_SOLUTIONS];
    unsigned count;
    bool too_many;
    uint64_t clauses; /* that were looked at */
};

static bool add_solution(void *context, const uint8_t *picture) {
    struct judge *judge = context;
    judge->too_many = judge->count == MOST_SOLUTIONS;
    if (judge->too_many)
        return false;
    judge->solutions[judge->count++] =
        mem_copy(picture, (size_t)judge->puzzle->width * judge->puzzle->height);
    return true;
}

static void judge_free(struct judge *judge) {
    for (unsigned i = 0; i < judge->count; i++)
        free(judge->solutions[i]);
}

static bool excludes(const struct nonogram_literal *list, size_t count, const uint8_t *picture) {
    for (size_t i = 0; i < count; i++)
        if (picture[list[i].cell] == list[i].colour)
            return false;
    return true;
}

/* Called for each clause; one thread. */
static void judge_learned(void *context, const struct nonogram_literal *list, size_t count,
                          bool solution) {
    struct judge *judge = context;
    unsigned excluded = 0;
    judge->clauses++;
    for (unsigned i = 0; i < judge->count; i++) {
        bool lost = !judge->found[i] && excludes(list, count, judge->solutions[i]);
        if (lost && !solution)
            fail_msg("a clause of %zu literals excludes solution %u of %u", count, i + 1,
                     judge->count);
        judge->found[i] |= lost;
        excluded += lost;
    }
    assert_true(excluded <= 1); /* a solution excludes itself and no other */
}

/* ---- running ---- */

static void add_stats(struct nonogram_solver_stats *to, const struct nonogram_solver_stats *from) {
    const uint64_t *more = (const uint64_t *)from;
    uint64_t *sum = (uint64_t *)to;
    for (size_t i = 0; i < sizeof *to / sizeof *sum; i++)
        sum[i] += more[i];
}

static void show_stats(const char *what, const struct nonogram_solver_stats *stats) {
    print_message(
        "# %s: %u conflicts, %u learned, %u literals minimised, %u backjumps, %u restarts, %u "
        "reductions\n",
        what, (unsigned)stats->conflicts, (unsigned)stats->learned, (unsigned)stats->minimized,
        (unsigned)stats->backjumps, (unsigned)stats->restarts, (unsigned)stats->reductions);
    print_message("#   probes %u (%u failed), beliefs %u, cache %u hits %u evictions, reasons %u "
                  "asked %u reused %u times forgotten, subproblems %u added %u taken\n",
                  (unsigned)stats->probes, (unsigned)stats->failed_probes, (unsigned)stats->beliefs,
                  (unsigned)stats->cache_hits, (unsigned)stats->cache_evictions,
                  (unsigned)stats->reasons, (unsigned)stats->reused_reasons,
                  (unsigned)stats->cleared_reasons, (unsigned)stats->subproblems_added,
                  (unsigned)stats->subproblems_taken);
}

struct run {
    const struct nonogram_solver_tuning *tuning;
    unsigned most, without;
    bool judged;
};

static qd_status solve(const struct run *run, struct judge *judge,
                       struct nonogram_solutions *solutions) {
    unsigned cells = judge->puzzle->width * judge->puzzle->height;
    struct nonogram_solver_hooks hooks = {.tuning = run->tuning,
                                          .learned = run->judged ? judge_learned : NULL,
                                          .context = judge,
                                          .check_every = cells < 100 ? 1 : 25};
    struct nonogram_solver_options options = {
        .most = run->most, .without = run->without, .hooks = &hooks};
    qd_control *control = control_new(NULL);
    memset(judge->found, 0, sizeof judge->found);
    qd_status status = nonogram_solver_solve(judge->puzzle, NULL, &options, control, solutions);
    control_free(control);
    for (unsigned i = 0; i < solutions->count; i++)
        assert_true(oracle_picture_fits(judge->puzzle, solutions->pictures[i]));
    return status;
}

/* All solutions are found and no others; of very many as many as are asked for. */
static void expect_all(const struct run *run, struct judge *judge,
                       struct nonogram_solver_stats *stats) {
    struct nonogram_solutions solutions;
    qd_status status = solve(run, judge, &solutions);
    assert_int_equal(status, judge->count > 0 ? QD_YES : QD_NO);
    assert_int_equal(solutions.count, judge->too_many ? run->most : judge->count);
    assert_true(solutions.complete == !judge->too_many);
    add_stats(stats, &solutions.stats);
    nonogram_solutions_free(&solutions);
}

/* ---- small boards, all solutions ---- */

/* With the clues of two rows exchanged, most puzzles have no solution. */
static void exchange_rows(struct random *random, struct nonogram_puzzle *puzzle) {
    unsigned a = (unsigned)random_below(random, puzzle->height);
    unsigned b = (unsigned)random_below(random, puzzle->height);
    struct nonogram_line kept = puzzle->rows[a];
    puzzle->rows[a] = puzzle->rows[b];
    puzzle->rows[b] = kept;
}

static void expect_worked(const struct nonogram_solver_stats *stats, uint64_t times) {
    assert_true(stats->conflicts > 10 * times);
    assert_true(stats->learned > 10 * times);
    assert_true(stats->minimized > times);
    assert_true(stats->backjumps > times);
    assert_true(stats->restarts > times);
    assert_true(stats->reductions > times);
    assert_true(stats->probes > times && stats->failed_probes > times);
    assert_true(stats->beliefs > times);
    assert_true(stats->reasons > times && stats->reused_reasons > times);
    assert_true(stats->cleared_reasons > times);
}

static void judge_small_board(struct judge *judge, struct nonogram_solver_stats *stats) {
    struct run run = {.tuning = &eager, .most = judge->too_many ? 50 : 1000, .judged = true};
    expect_all(&run, judge, stats);
    run.without = NONOGRAM_PART_BELIEFS | NONOGRAM_PART_PROBES;
    expect_all(&run, judge, stats);
    run.tuning = &patient;
    expect_all(&run, judge, stats);
}

/* Brute force knows all solutions, or MOST_SOLUTIONS of them. */
static void small_boards(unsigned side, unsigned colours, unsigned empty, unsigned rounds,
                         struct nonogram_solver_stats *stats) {
    struct random random;
    unsigned none = 0, many = 0;
    random_seed(&random, 60 + colours);
    for (unsigned round = 0; round < rounds; round++) {
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(
            &random, side + (unsigned)random_below(&random, 2), side, colours, empty);
        if (round % 3 == 0)
            exchange_rows(&random, puzzle);
        struct judge judge = {.puzzle = puzzle};
        oracle_each_solution(puzzle, NULL, add_solution, &judge);
        judge_small_board(&judge, stats);
        none += judge.count == 0;
        many += judge.too_many;
        judge_free(&judge);
        nonogram_puzzle_free(puzzle);
    }
    print_message("# %u colours: %u boards, %u without a solution, %u with very many\n", colours,
                  rounds, none, many);
    assert_true(none > rounds / 20 && none + many < rounds);
}

static void all_solutions_of_small_boards(void **unused) {
    (void)unused;
    struct nonogram_solver_stats stats = {0};
    small_boards(8, 1, 7, 90, &stats);
    show_stats("black and white", &stats);
    expect_worked(&stats, 10);
    assert_true(stats.cache_hits > 1000 && stats.cache_evictions > 1000);
}

static void all_solutions_of_coloured_boards(void **unused) {
    (void)unused;
    struct nonogram_solver_stats stats = {0};
    small_boards(7, 2, 7, 60, &stats);
    small_boards(6, 3, 6, 60, &stats);
    show_stats("coloured", &stats);
    assert_true(stats.learned > 1000 && stats.restarts > 100 && stats.reductions > 100);
    assert_true(stats.probes > 100 && stats.backjumps > 0 && stats.reused_reasons > 10);
}

/* ---- larger boards, one picture ---- */

/* The puzzle of a random picture, which is the one solution that the judge knows. */
static struct nonogram_puzzle *hidden_picture(struct random *random, unsigned side,
                                              unsigned colours, unsigned filled,
                                              struct judge *judge) {
    uint8_t *picture = mem_new((size_t)side * side, 1);
    for (unsigned i = 0; i < side * side; i++)
        picture[i] = random_below(random, 100) < filled
                         ? (uint8_t)(1 + random_below(random, colours))
                         : NONOGRAM_EMPTY;
    struct nonogram_puzzle *puzzle = oracle_puzzle_of(picture, side, side, colours);
    *judge = (struct judge){.puzzle = puzzle};
    add_solution(judge, picture);
    free(picture);
    return puzzle;
}

static bool is_found(const struct nonogram_solutions *solutions, const uint8_t *picture,
                     size_t cells) {
    for (unsigned i = 0; i < solutions->count; i++)
        if (memcmp(solutions->pictures[i], picture, cells) == 0)
            return true;
    return false;
}

/* Nothing that is learned excludes the picture; if all solutions were found, it is one of them. */
static void hunt(unsigned side, unsigned colours, unsigned filled, unsigned rounds,
                 const struct run *run, struct nonogram_solver_stats *stats) {
    struct random random;
    unsigned complete = 0;
    uint64_t clauses = 0;
    random_seed(&random, 70 + side + filled);
    for (unsigned round = 0; round < rounds; round++) {
        struct judge judge;
        struct nonogram_solutions solutions;
        struct nonogram_puzzle *puzzle = hidden_picture(&random, side, colours, filled, &judge);
        assert_int_equal(solve(run, &judge, &solutions), QD_YES);
        if (solutions.complete)
            assert_true(is_found(&solutions, judge.solutions[0], (size_t)side * side));
        complete += solutions.complete;
        clauses += judge.clauses;
        add_stats(stats, &solutions.stats);
        nonogram_solutions_free(&solutions);
        judge_free(&judge);
        nonogram_puzzle_free(puzzle);
    }
    print_message("# %ux%u, %u %% filled: %u boards, %u complete, %u clauses\n", side, side, filled,
                  rounds, complete, (unsigned)clauses);
}

static void nothing_excludes_the_picture(void **unused) {
    (void)unused;
    struct nonogram_solver_stats stats = {0};
    struct run run = {.tuning = &eager, .most = 30, .judged = true};
    hunt(20, 1, 42, 12, &run, &stats);
    hunt(18, 2, 35, 8, &run, &stats);
    run.without = NONOGRAM_PART_BELIEFS;
    hunt(18, 1, 40, 15, &run, &stats);
    hunt(14, 3, 40, 10, &run, &stats);
    run.tuning = &patient;
    hunt(20, 1, 45, 15, &run, &stats);
    show_stats("hidden pictures", &stats);
    expect_worked(&stats, 30);
    assert_true(stats.cache_hits > 1000 && stats.cache_evictions > 1000);
}

/* ---- dominoes ---- */

/* The n-domino puzzle of Jan Wolter's survey of solvers: one solution, and hard for its size. */
static struct nonogram_puzzle *dominoes(unsigned n) {
    unsigned side = 2 * n + 1;
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(side, side);
    for (unsigned i = 0; i < side; i++) {
        struct nonogram_line *row = &puzzle->rows[i], *column = &puzzle->columns[side - 1 - i];
        bool large = i % 2 == 0 && i + 1 < side;
        if (large && i > 0)
            nonogram_line_add(column, 1, 1);
        nonogram_line_add(row, large ? 3 : 1, 1);
        nonogram_line_add(column, large ? 3 : 1, 1);
        if (large && i > 0)
            nonogram_line_add(row, 1, 1);
    }
    return puzzle;
}

/* Finds the solution and that there is no other; then once more, and nothing that is learned
 * excludes it. */
static void judge_dominoes(unsigned n, const struct nonogram_solver_tuning *tuning,
                           struct nonogram_solver_stats *stats) {
    struct nonogram_puzzle *puzzle = dominoes(n);
    struct nonogram_solutions solutions;
    struct judge judge = {.puzzle = puzzle};
    struct run run = {.tuning = tuning, .most = 2};
    if (n == 3)
        assert_int_equal(oracle_each_solution(puzzle, NULL, NULL, NULL), 1);
    if (nonogram_sat_there() && n < 7)
        assert_int_equal(nonogram_sat_count(puzzle, NULL, 2), 1);
    assert_int_equal(solve(&run, &judge, &solutions), QD_YES);
    assert_int_equal(solutions.count, 1);
    assert_true(solutions.complete);
    add_solution(&judge, solutions.pictures[0]);
    nonogram_solutions_free(&solutions);
    run.judged = true;
    expect_all(&run, &judge, stats);
    judge_free(&judge);
    nonogram_puzzle_free(puzzle);
}

static void dominoes_have_one_solution(void **unused) {
    (void)unused;
    struct nonogram_solver_stats stats = {0};
    for (unsigned n = 3; n <= 7; n++)
        judge_dominoes(n, &patient, &stats);
    show_stats("dominoes", &stats);
    assert_true(stats.conflicts > 300 && stats.restarts > 10 && stats.reductions > 1);
    assert_true(stats.cache_hits > 1000 && stats.cache_evictions > 1000);
    assert_true(stats.reused_reasons > 1000 && stats.minimized > 100);
}

/* The search as it is for everyone. */
static void the_usual_search(void **unused) {
    (void)unused;
    struct nonogram_solver_stats stats = {0};
    judge_dominoes(9, NULL, &stats);
    show_stats("usual", &stats);
    assert_true(stats.learned > 500 && stats.minimized > 1000 && stats.backjumps > 100);
    assert_true(stats.restarts > 2 && stats.probes > 100 && stats.beliefs > 0);
    assert_true(stats.cache_hits > 1000 && stats.cache_evictions > 1000);
    assert_true(stats.reused_reasons > 1000);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_solutions_of_small_boards),
        cmocka_unit_test(all_solutions_of_coloured_boards),
        cmocka_unit_test(nothing_excludes_the_picture),
        cmocka_unit_test(dominoes_have_one_solution),
        cmocka_unit_test(the_usual_search),
    };
    return cmocka_run_group_tests_name("nonogram_learning", tests, NULL, NULL);
}

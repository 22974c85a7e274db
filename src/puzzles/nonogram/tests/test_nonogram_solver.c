/* The solver against judges that share nothing with it: the census of all pictures of a size, a
 * plain counter by rows, and a SAT solver where there is one. With QUANDARY_SLOW_TESTS set in the
 * environment the sets are larger. */
#include "puzzles/nonogram/solve/solver.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/mem.h"
#include "base/random.h"
#include "base/thread.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "puzzles/nonogram/tests/nonogram_sat.h"
#include "tests/support/slow.h"

/* ---- telling what went wrong ---- */

static void print_lines(const char *what, const struct nonogram_line *lines, unsigned count) {
    fprintf(stderr, "%s\n", what);
    for (unsigned i = 0; i < count; i++) {
        for (unsigned j = 0; j < lines[i].count; j++) {
            fprintf(stderr, "%s%u", j > 0 ? "," : "", lines[i].clues[j].length);
            if (lines[i].clues[j].colour > 1)
                fprintf(stderr, "x%u", lines[i].clues[j].colour);
        }
        fputc('\n', stderr);
    }
}

static void print_puzzle(const struct nonogram_puzzle *puzzle, const uint8_t *known) {
    fprintf(stderr, "width %u\nheight %u\n", puzzle->width, puzzle->height);
    print_lines("rows", puzzle->rows, puzzle->height);
    print_lines("columns", puzzle->columns, puzzle->width);
    for (unsigned i = 0; known && i < puzzle->width * puzzle->height; i++)
        if (known[i] != NONOGRAM_UNKNOWN)
            fprintf(stderr, "R%uC%u=%u\n", i / puzzle->width + 1, i % puzzle->width + 1, known[i]);
}

/* ---- runs ---- */

struct task {
    const struct nonogram_puzzle *puzzle;
    const uint8_t *known;
    struct nonogram_solver_options options;
};

static qd_status solve(const struct task *task, struct nonogram_solutions *solutions) {
    qd_control *control = control_new(NULL);
    qd_status status =
        nonogram_solver_solve(task->puzzle, task->known, &task->options, control, solutions);
    control_free(control);
    return status;
}

/* What is wrong with the solutions in themselves, NULL if nothing is. */
static const char *fault(const struct task *task, const struct nonogram_solutions *solutions) {
    size_t cells = (size_t)task->puzzle->width * task->puzzle->height;
    for (unsigned i = 0; i < solutions->count; i++) {
        if (!oracle_picture_fits(task->puzzle, solutions->pictures[i]))
            return "a picture does not fit the clues";
        for (size_t j = 0; task->known && j < cells; j++)
            if (task->known[j] != NONOGRAM_UNKNOWN && task->known[j] != solutions->pictures[i][j])
                return "a picture does not keep a known cell";
        for (unsigned j = 0; j < i; j++)
            if (memcmp(solutions->pictures[i], solutions->pictures[j], cells) == 0)
                return "two pictures are the same";
    }
    return NULL;
}

/* Solves, and compares with the number of solutions that there are (counted up to options.most + 1
 * or further). The pictures must fit, be different and keep what is known. */
static void expect_count(const struct task *task, uint64_t number) {
    struct nonogram_solutions solutions;
    unsigned most = task->options.most > 1 ? task->options.most : 1;
    qd_status status = solve(task, &solutions);
    const char *wrong = fault(task, &solutions);
    if (!wrong && status != (number > 0 ? QD_YES : QD_NO))
        wrong = "the status is wrong";
    if (!wrong && solutions.count != (number < most ? number : most))
        wrong = "the number of solutions is wrong";
    if (!wrong && number < most && !solutions.complete)
        wrong = "all were found, but it is not said to be complete";
    if (!wrong && number > most && solutions.complete)
        wrong = "it is said to be complete, but there are more";
    if (wrong) {
        print_puzzle(task->puzzle, task->known);
        fail_msg("%s: status %d, %u solutions found, there are %llu (most %u, threads %u, seed "
                 "%llu)",
                 wrong, (int)status, solutions.count, (unsigned long long)number, most,
                 task->options.threads, (unsigned long long)task->options.seed);
    }
    nonogram_solutions_free(&solutions);
}

/* ---- all pictures of a size ---- */

/* Every step-th puzzle of the census, with a bound above the number of its solutions, and now and
 * then with one below it, with other seeds and more threads. */
static void all_puzzles(unsigned width, unsigned height, unsigned colours, unsigned step) {
    struct oracle_census census;
    unsigned solved = 0, several = 0;
    double start = clock_wall();
    oracle_census_take(&census, width, height, colours);
    for (uint32_t i = 0; i < census.group_count; i += step) {
        uint8_t cells[32];
        uint32_t count = census.groups[i].count;
        oracle_census_cells(&census, census.pictures[census.groups[i].from], cells);
        struct nonogram_puzzle *puzzle = oracle_puzzle_of(cells, width, height, colours);
        struct task task = {.puzzle = puzzle, .options = {.most = 1000000, .seed = i}};
        expect_count(&task, count);
        task.options.most = 1 + i % 3;
        if (i % 16 == 0 || count > 1)
            expect_count(&task, count);
        task.options = (struct nonogram_solver_options){.most = 1000000, .threads = 2};
        if (i % 256 == 0)
            expect_count(&task, count);
        several += count > 1;
        solved++;
        nonogram_puzzle_free(puzzle);
    }
    print_message("# %ux%u, %u colours: %u of %u puzzles, %u with more than one solution, %.1f s\n",
                  width, height, colours, solved, census.group_count, several,
                  clock_wall() - start);
    assert_true(several > 0 || width == 1 || height == 1);
    oracle_census_free(&census);
}

static void all_black_and_white(void **unused) {
    (void)unused;
    for (unsigned width = 1; width <= 4; width++)
        for (unsigned height = 1; height <= 4; height++)
            all_puzzles(width, height, 1, slow_tests() || width * height < 12 ? 1 : 13);
    for (unsigned height = 1; height <= 3; height++) {
        all_puzzles(5, height, 1, slow_tests() ? 1 : 3);
        all_puzzles(height, 5, 1, slow_tests() ? 1 : 3);
    }
    if (slow_tests()) { /* a census of a million pictures takes long */
        all_puzzles(5, 4, 1, 1);
        all_puzzles(4, 5, 1, 1);
    }
}

static void all_coloured(void **unused) {
    (void)unused;
    unsigned step = slow_tests() ? 1 : 7;
    all_puzzles(2, 2, 2, 1);
    all_puzzles(3, 2, 2, 1);
    all_puzzles(2, 4, 2, step);
    all_puzzles(3, 3, 2, step);
    if (slow_tests())
        all_puzzles(4, 3, 2, 1);
    all_puzzles(2, 2, 3, 1);
    all_puzzles(2, 3, 3, step);
    all_puzzles(3, 3, 3, slow_tests() ? 1 : 101);
    all_puzzles(2, 2, 7, step);
}

/* ---- random puzzles ---- */

static struct nonogram_puzzle *random_puzzle(struct random *random, unsigned width, unsigned height,
                                             unsigned density, unsigned colours) {
    uint8_t *picture = mem_new((size_t)width * height, 1);
    for (unsigned i = 0; i < width * height; i++)
        picture[i] = random_below(random, 100) < density
                         ? (uint8_t)(1 + random_below(random, colours))
                         : NONOGRAM_EMPTY;
    struct nonogram_puzzle *puzzle = oracle_puzzle_of(picture, width, height, colours);
    free(picture);
    return puzzle;
}

/* Exchanges the lengths of two clues of a row, or the clues of two rows: the totals stay the same,
 * and the solution is mostly gone. */
static void disturb(struct random *random, struct nonogram_puzzle *puzzle) {
    struct nonogram_line *row = &puzzle->rows[random_below(random, puzzle->height)];
    struct nonogram_line *other = &puzzle->rows[random_below(random, puzzle->height)];
    if (row->count < 2 || random_below(random, 2) == 0) {
        struct nonogram_line kept = *row;
        *row = *other;
        *other = kept;
        return;
    }
    struct nonogram_clue *a = &row->clues[random_below(random, row->count)];
    struct nonogram_clue *b = &row->clues[random_below(random, row->count)];
    uint16_t length = a->length;
    a->length = b->length;
    b->length = length;
}

/* Known cells of a random picture: mostly wrong, so few of them. */
static void random_known(struct random *random, uint8_t *known, unsigned cells, unsigned colours) {
    memset(known, NONOGRAM_UNKNOWN, cells);
    unsigned count = (unsigned)random_below(random, 6);
    while (count-- > 0)
        known[random_below(random, cells)] = (uint8_t)random_below(random, colours + 1);
}

/* Small puzzles with known cells, some of them disturbed, against the counter by rows. */
static void known_cells_are_kept(void **unused) {
    (void)unused;
    struct random random;
    unsigned none = 0, one = 0, rounds = slow_tests() ? 20000 : 2000;
    random_seed(&random, 51);
    for (unsigned round = 0; round < rounds; round++) {
        unsigned width = 2 + (unsigned)random_below(&random, 6);
        unsigned height = 2 + (unsigned)random_below(&random, 5);
        unsigned colours = 1 + (unsigned)random_below(&random, 3);
        struct nonogram_puzzle *puzzle = random_puzzle(
            &random, width, height, 30 + (unsigned)random_below(&random, 50), colours);
        uint8_t known[64];
        random_known(&random, known, width * height, colours);
        if (round % 4 == 0)
            disturb(&random, puzzle);
        uint64_t count = oracle_each_solution(puzzle, known, NULL, NULL);
        struct task task = {.puzzle = puzzle, .known = known, .options = {.most = 100000}};
        expect_count(&task, count);
        task.options = (struct nonogram_solver_options){
            .most = 1 + (unsigned)random_below(&random, 4), .seed = round, .threads = round % 3};
        expect_count(&task, count);
        none += count == 0;
        one += count == 1;
        nonogram_puzzle_free(puzzle);
    }
    print_message("# seed 51: %u puzzles, %u without a solution, %u with one\n", rounds, none, one);
    assert_true(none > rounds / 10 && one > rounds / 10 && none + one < rounds);
}

/* What the SAT solver is asked, round by round: mostly 5x5 to 12x12, one in ten up to 15x15; one in
 * five is coloured, three in ten are disturbed. */
static struct nonogram_puzzle *puzzle_for_sat(struct random *random, unsigned round) {
    unsigned least = round % 10 == 9 ? 13 : 5, sizes = round % 10 == 9 ? 3 : 8;
    unsigned width = least + (unsigned)random_below(random, sizes);
    unsigned height = least + (unsigned)random_below(random, sizes);
    unsigned density = 30 + (unsigned)random_below(random, 41);
    unsigned colours = round % 5 == 4 ? 2 + (unsigned)random_below(random, 3) : 1;
    struct nonogram_puzzle *puzzle = random_puzzle(random, width, height, density, colours);
    if (round % 10 < 3)
        disturb(random, puzzle);
    return puzzle;
}

/* The verdict, and the number of solutions up to MOST, are what a SAT solver finds. */
static void a_sat_solver_agrees(void **unused) {
    (void)unused;
    enum { MOST = 50 };
    struct random random;
    unsigned none = 0, one = 0, few = 0, many = 0;
    unsigned rounds = (slow_tests() ? 10000 : 80) / (SANITIZED ? 2 : 1);
    double start = clock_cpu(), ours = 0;
    if (!nonogram_sat_there()) {
        print_message("# skipped: built without CaDiCaL (Debian: libcadical-dev)\n");
        skip();
    }
    random_seed(&random, 52);
    for (unsigned round = 0; round < rounds; round++) {
        struct nonogram_puzzle *puzzle = puzzle_for_sat(&random, round);
        unsigned count = nonogram_sat_count(puzzle, NULL, MOST + 1);
        struct task task = {.puzzle = puzzle, .options = {.most = MOST, .seed = round}};
        double before = clock_cpu();
        expect_count(&task, count);
        ours += clock_cpu() - before;
        none += count == 0;
        one += count == 1;
        few += count > 1 && count <= MOST;
        many += count > MOST;
        nonogram_puzzle_free(puzzle);
    }
    print_message("# seed 52: %u puzzles; %u without a solution, %u with one, %u with up to %d, "
                  "%u with more; %.2f s, the SAT solver %.2f s\n",
                  rounds, none, one, few, MOST, many, ours, clock_cpu() - start - ours);
    assert_true(none > rounds / 10 && one > rounds / 10 && few > rounds / 10 && many > rounds / 20);
}

/* ---- contradictions ---- */

static struct nonogram_puzzle *by_clues(unsigned width, unsigned height, const char *const *rows,
                                        const char *const *columns) {
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    for (unsigned i = 0; i < width + height; i++) {
        const char *text = i < height ? rows[i] : columns[i - height];
        struct nonogram_line *line = i < height ? &puzzle->rows[i] : &puzzle->columns[i - height];
        for (char *end; *text != '\0'; text = *end == ' ' ? end + 1 : end)
            nonogram_line_add(line, (unsigned)strtoul(text, &end, 10), 1);
    }
    return puzzle;
}

static void expect_none(struct nonogram_puzzle *puzzle) {
    struct task task = {.puzzle = puzzle, .options = {.most = 2}};
    assert_int_equal(oracle_each_solution(puzzle, NULL, NULL, NULL), 0);
    expect_count(&task, 0);
    nonogram_puzzle_free(puzzle);
}

static void contradictions_are_proven(void **unused) {
    (void)unused;
    /* the totals of rows and columns differ */
    expect_none(by_clues(2, 2, (const char *[]){"1", "1"}, (const char *[]){"1", ""}));
    /* a clue that is longer than its line; clues that need more cells than there are */
    expect_none(by_clues(3, 2, (const char *[]){"4", ""}, (const char *[]){"1", "1", "1"}));
    expect_none(by_clues(3, 2, (const char *[]){"2 1", ""}, (const char *[]){"1", "1", "1"}));
    /* each line by itself is possible, and the totals are the same */
    expect_none(
        by_clues(3, 3, (const char *[]){"1 1", "1 1", ""}, (const char *[]){"1", "2", "1"}));
    expect_none(by_clues(3, 3, (const char *[]){"1", "1", "2"}, (const char *[]){"2", "2", ""}));
    /* a wrong known cell of a puzzle that has a solution without it */
    struct nonogram_puzzle *puzzle =
        by_clues(2, 2, (const char *[]){"1", "1"}, (const char *[]){"1", "1"});
    uint8_t known[] = {1, NONOGRAM_UNKNOWN, NONOGRAM_UNKNOWN, 0};
    struct task task = {.puzzle = puzzle, .known = known, .options = {.most = 5}};
    expect_count(&task, 0);
    known[3] = 1;
    expect_count(&task, 1);
    task.known = NULL;
    expect_count(&task, 2);
    nonogram_puzzle_free(puzzle);
}

static void one_row_and_one_column(void **unused) {
    (void)unused;
    const char *ones[300], *row = "1 7 100 3";
    struct random random;
    random_seed(&random, 53);
    for (unsigned i = 0; i < 300; i++)
        ones[i] = i == 0 || (i >= 2 && i < 9) || (i >= 10 && i < 110) || i >= 297 ? "1" : "";
    struct nonogram_puzzle *wide = by_clues(300, 1, &row, ones);
    struct nonogram_puzzle *high = by_clues(1, 300, ones, &row);
    struct task task = {.puzzle = wide, .options = {.most = 2}};
    expect_count(&task, 1);
    task.puzzle = high;
    expect_count(&task, 1);
    nonogram_puzzle_free(wide);
    nonogram_puzzle_free(high);
}

/* ---- the shape of the calls ---- */

static void no_options_are_fine(void **unused) {
    (void)unused;
    struct nonogram_puzzle *puzzle =
        by_clues(2, 2, (const char *[]){"1", "1"}, (const char *[]){"1", "1"});
    qd_control *control = control_new(NULL);
    struct nonogram_solutions solutions;
    assert_int_equal(nonogram_solver_solve(puzzle, NULL, NULL, control, &solutions), QD_YES);
    assert_int_equal(solutions.count, 1);
    assert_false(solutions.complete);
    nonogram_solutions_free(&solutions);
    control_free(control);
    nonogram_puzzle_free(puzzle);
}

static void lines_alone_are_told(void **unused) {
    (void)unused;
    struct nonogram_solutions solutions;
    struct nonogram_puzzle *plus =
        by_clues(3, 3, (const char *[]){"1", "3", "1"}, (const char *[]){"1", "3", "1"});
    struct task task = {.puzzle = plus, .options = {.most = 2}};
    assert_int_equal(solve(&task, &solutions), QD_YES);
    assert_true(solutions.by_lines && solutions.complete);
    assert_int_equal(solutions.nodes, 0);
    assert_true(solutions.line_solves > 0);
    nonogram_solutions_free(&solutions);
    nonogram_puzzle_free(plus);
    struct nonogram_puzzle *open =
        by_clues(2, 2, (const char *[]){"1", "1"}, (const char *[]){"1", "1"});
    task.puzzle = open;
    assert_int_equal(solve(&task, &solutions), QD_YES);
    assert_false(solutions.by_lines);
    nonogram_solutions_free(&solutions);
    nonogram_puzzle_free(open);
}

static void expect_same(const struct nonogram_solutions *a, const struct nonogram_solutions *b,
                        size_t cells) {
    assert_int_equal(a->count, b->count);
    assert_int_equal(a->complete, b->complete);
    assert_int_equal(a->nodes, b->nodes);
    assert_int_equal(a->line_solves, b->line_solves);
    for (unsigned i = 0; i < a->count; i++)
        assert_memory_equal(a->pictures[i], b->pictures[i], cells);
}

static void same_seed_same_search(void **unused) {
    (void)unused;
    struct random random;
    uint64_t nodes = 0;
    random_seed(&random, 54);
    for (unsigned round = 0; round < 40; round++) {
        struct nonogram_puzzle *puzzle = random_puzzle(&random, 20, 20, 45, 1);
        struct task task = {.puzzle = puzzle, .options = {.most = 2 + round % 5, .seed = round}};
        struct nonogram_solutions first, second;
        assert_int_equal(solve(&task, &first), QD_YES);
        assert_int_equal(solve(&task, &second), QD_YES);
        expect_same(&first, &second, 400);
        nodes += first.nodes;
        nonogram_solutions_free(&first);
        nonogram_solutions_free(&second);
        nonogram_puzzle_free(puzzle);
    }
    assert_true(nodes > 0);
}

static void threads_find_the_same_number(void **unused) {
    (void)unused;
    struct nonogram_puzzle *puzzle = nonogram_permutations(6);
    struct random random;
    for (unsigned threads = 0; threads <= 4; threads++) {
        struct task task = {.puzzle = puzzle, .options = {.most = 10000, .threads = threads}};
        expect_count(&task, 720);
    }
    nonogram_puzzle_free(puzzle);
    random_seed(&random, 55);
    for (unsigned round = 0; round < 60; round++) {
        puzzle = random_puzzle(&random, 12, 12, 35 + round / 2, 1);
        if (round % 6 == 0)
            disturb(&random, puzzle);
        struct nonogram_solutions alone;
        struct task task = {.puzzle = puzzle, .options = {.most = 300}};
        qd_status status = solve(&task, &alone);
        uint64_t count = alone.count + (status == QD_YES && !alone.complete);
        nonogram_solutions_free(&alone);
        for (unsigned threads = 2; threads <= 4; threads++) {
            task.options.threads = threads;
            expect_count(&task, count);
        }
        nonogram_puzzle_free(puzzle);
    }
}

struct at_once {
    struct task task;
    struct nonogram_solutions solutions;
    qd_status status;
};

static void solve_at_once(void *context) {
    struct at_once *job = context;
    for (unsigned i = 0; i < 10; i++) {
        nonogram_solutions_free(&job->solutions);
        job->status = solve(&job->task, &job->solutions);
    }
}

static void two_solves_at_once(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, 56);
    struct nonogram_puzzle *puzzles[2] = {random_puzzle(&random, 20, 20, 50, 1),
                                          random_puzzle(&random, 15, 25, 40, 3)};
    for (unsigned pair = 0; pair < 4; pair++) {
        struct at_once jobs[2] = {0};
        struct thread threads[2];
        for (unsigned i = 0; i < 2; i++) { /* different puzzles, then twice the same */
            jobs[i].task.puzzle = puzzles[pair < 2 ? i : pair - 2];
            jobs[i].task.options.most = 5;
            assert_true(thread_start(&threads[i], solve_at_once, &jobs[i]));
        }
        for (unsigned i = 0; i < 2; i++) {
            struct nonogram_solutions alone;
            const struct nonogram_puzzle *puzzle = jobs[i].task.puzzle;
            thread_join(&threads[i]);
            assert_int_equal(jobs[i].status, solve(&jobs[i].task, &alone));
            expect_same(&jobs[i].solutions, &alone, (size_t)puzzle->width * puzzle->height);
            nonogram_solutions_free(&alone);
            nonogram_solutions_free(&jobs[i].solutions);
        }
    }
    nonogram_puzzle_free(puzzles[0]);
    nonogram_puzzle_free(puzzles[1]);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(contradictions_are_proven), cmocka_unit_test(one_row_and_one_column),
        cmocka_unit_test(no_options_are_fine),       cmocka_unit_test(lines_alone_are_told),
        cmocka_unit_test(all_black_and_white),       cmocka_unit_test(all_coloured),
        cmocka_unit_test(known_cells_are_kept),      cmocka_unit_test(a_sat_solver_agrees),
        cmocka_unit_test(same_seed_same_search),     cmocka_unit_test(threads_find_the_same_number),
        cmocka_unit_test(two_solves_at_once),
    };
    return cmocka_run_group_tests_name("nonogram_solver", tests, NULL, NULL);
}

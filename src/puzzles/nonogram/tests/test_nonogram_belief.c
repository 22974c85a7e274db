/* Beliefs against brute force: exact for lines that nothing crosses, close to the truth for whole
 * boards, and worth their time. */
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <setjmp.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/solve/engine.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

#define SEED 91

/* How often each cell has each colour, in all arrangements or solutions that were shown. Those of a
 * line count for as much as its cells were told to be likely. */
struct tally {
    unsigned cells;
    const struct engine *engine;
    const double *told; /* by literal of the line's cells; NULL: all count for one */
    double all;
    double (*has)[NONOGRAM_COLOURS + 1];
};

static void tally_open(struct tally *tally, unsigned cells) {
    *tally = (struct tally){.cells = cells, .has = mem_new(cells, sizeof *tally->has)};
}

static bool tally_add(void *context, const uint8_t *cells) {
    struct tally *tally = context;
    double weight = 1;
    for (unsigned i = 0; tally->told != NULL && i < tally->cells; i++)
        weight *= tally->told[literal_of(tally->engine, i, cells[i])];
    tally->all += weight;
    for (unsigned i = 0; i < tally->cells; i++)
        tally->has[i][cells[i]] += weight;
    return true;
}

static double share(const struct tally *tally, unsigned cell, unsigned colour) {
    return tally->has[cell][colour] / tally->all;
}

/* An engine that holds no cell for better than another yet, and then what it believes. */
static struct engine *believing(const struct nonogram_puzzle *puzzle, const uint8_t *set,
                                qd_control *control, unsigned rounds) {
    struct engine *engine = engine_new(puzzle, set, control, 0);
    assert_true(engine_propagate(engine));
    assert_true(engine_begin_search(engine));
    for (uint32_t cell = 0; cell < engine->cell_count; cell++)
        engine->activity[cell] = 0;
    engine_heap_fill(engine);
    assert_true(engine_believe(engine, rounds, 1));
    return engine;
}

/* ---- one line ---- */

/* The colour that is tried first is the one of most arrangements, and the cell is raised by what it
 * has more of them than the next. */
static void expect_shares(const struct engine *engine, uint32_t cell, const struct tally *tally,
                          unsigned place) {
    double first = share(tally, place, engine->phase[cell]), second = 0;
    for (unsigned colour = 0; colour < engine->colours; colour++)
        if (colour != engine->phase[cell] && share(tally, place, colour) > second)
            second = share(tally, place, colour);
    assert_true(first > second - 1e-4);
    assert_true(fabs(engine->activity[cell] - (first - second)) < 1e-4);
}

static unsigned compare_row(const struct engine *engine, unsigned row) {
    const struct nonogram_puzzle *puzzle = engine->puzzle;
    uint32_t allowed[16];
    struct tally tally;
    unsigned open = 0;
    for (unsigned i = 0; i < puzzle->width; i++)
        allowed[i] = (1U << engine->colours) - 1;
    tally_open(&tally, puzzle->width);
    /* What the columns said in the beginning, as they never speak. */
    tally.engine = engine;
    tally.told =
        engine->beliefs + engine->literal_count + literal_of(engine, row * puzzle->width, 0);
    oracle_each_arrangement(&puzzle->rows[row], allowed, puzzle->width, tally_add, &tally);
    for (unsigned i = 0; i < puzzle->width; i++) {
        uint32_t cell = row * puzzle->width + i;
        if (engine->domain_size[cell] <= 1)
            continue;
        expect_shares(engine, cell, &tally, i);
        open++;
    }
    free(tally.has);
    return open;
}

/* Only the rows count, so each of them has the last word. */
static void lines_alone_are_exact(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED);
    unsigned open[5] = {0};
    for (unsigned i = 0; i < 20000; i++) {
        unsigned colours = 1 + i % 4, width = 3 + (unsigned)random_below(&random, 8);
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(
            &random, width, 2, colours, 2 + (unsigned)random_below(&random, 6));
        uint8_t set[2 + 16] = {1, 1};
        qd_control *control = control_new(NULL);
        struct engine *engine = believing(puzzle, set, control, 3);
        open[colours] += compare_row(engine, 0) + compare_row(engine, 1);
        engine_free(engine);
        control_free(control);
        nonogram_puzzle_free(puzzle);
    }
    for (unsigned colours = 1; colours <= 4; colours++) {
        print_message("seed %d: %u open cells with %u colours\n", SEED, open[colours], colours);
        assert_true(open[colours] > 1000);
    }
}

/* ---- whole boards ---- */

/* Counts the open cells, and those whose likely colour is the one of most solutions. */
static void compare_board(const struct nonogram_puzzle *puzzle, unsigned *open, unsigned *right) {
    struct tally tally;
    qd_control *control = control_new(NULL);
    struct engine *engine = believing(puzzle, NULL, control, 10);
    tally_open(&tally, engine->cell_count);
    oracle_each_solution(puzzle, NULL, tally_add, &tally);
    for (uint32_t cell = 0; cell < engine->cell_count; cell++) {
        bool most = true;
        if (engine->domain_size[cell] <= 1)
            continue;
        for (unsigned colour = 0; colour < engine->colours; colour++)
            most = most && share(&tally, cell, engine->phase[cell]) >= share(&tally, cell, colour);
        *open += 1;
        *right += most;
    }
    free(tally.has);
    engine_free(engine);
    control_free(control);
}

static void boards_are_guessed_well(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 1);
    for (unsigned colours = 1; colours <= 2; colours++) {
        unsigned open = 0, right = 0;
        for (unsigned i = 0; i < 1000; i++) {
            struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 7, 6, colours, 5);
            compare_board(puzzle, &open, &right);
            nonogram_puzzle_free(puzzle);
        }
        print_message("seed %d: %u of %u open cells with %u colours\n", SEED + 1, right, open,
                      colours);
        assert_true(open > 1000);
        assert_true(right > open * 9 / 10);
    }
}

/* ---- the search ---- */

static uint64_t nodes_of(const struct nonogram_puzzle *puzzle, unsigned without) {
    struct nonogram_solver_options options = {.most = 2, .without = without};
    struct nonogram_solutions solutions;
    qd_control *control = control_new(NULL);
    assert_int_equal(nonogram_solver_solve(puzzle, NULL, &options, control, &solutions), QD_YES);
    for (unsigned i = 0; i < solutions.count; i++)
        assert_true(oracle_picture_fits(puzzle, solutions.pictures[i]));
    uint64_t nodes = solutions.nodes;
    nonogram_solutions_free(&solutions);
    control_free(control);
    return nodes;
}

static void searches_are_shorter(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 2);
    uint64_t with = 0, without = 0;
    for (unsigned i = 0; i < 40; i++) {
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 30, 30, 1, 5);
        with += nodes_of(puzzle, 0);
        without += nodes_of(puzzle, NONOGRAM_PART_BELIEFS);
        nonogram_puzzle_free(puzzle);
    }
    print_message("seed %d: %u nodes, without beliefs %u\n", SEED + 2, (unsigned)with,
                  (unsigned)without);
    assert_true(2 * with < without);
}

/* Whatever memory is granted, the answer is right or there is none. */
static void too_little_memory_ends_it(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 3);
    struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 30, 30, 1, 5);
    unsigned stopped = 0, solved = 0;
    for (uint64_t bytes = 100000; bytes < 400000; bytes += 5000) {
        qd_limits limits = {.bytes = bytes};
        qd_control *control = control_new(&limits);
        struct nonogram_solver_options options = {.most = 1};
        struct nonogram_solutions solutions;
        qd_status status = nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
        assert_true(status == QD_YES || status == QD_LIMIT);
        *(status == QD_YES ? &solved : &stopped) += 1;
        nonogram_solutions_free(&solutions);
        control_free(control);
    }
    nonogram_puzzle_free(puzzle);
    assert_true(stopped > 0);
    assert_true(solved > 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_alone_are_exact),
        cmocka_unit_test(boards_are_guessed_well),
        cmocka_unit_test(searches_are_shorter),
        cmocka_unit_test(too_little_memory_ends_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* Probing, and the solver with parts of it left out, against brute force; and node counts, so that
 * a change of the search is seen. */
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

#define SEED 77

/* ---- random puzzles ---- */

/* A small one, of any density. */
static struct nonogram_puzzle *small_puzzle(struct random *random, unsigned colours) {
    unsigned width = 3 + (unsigned)random_below(random, 4);
    unsigned height = 3 + (unsigned)random_below(random, colours == 1 ? 4 : 2);
    return oracle_random_puzzle(random, width, height, colours,
                                2 + (unsigned)random_below(random, 4));
}

/* ---- probes ---- */

struct truth {
    const struct engine *engine;
    bool false_one; /* a literal is false that is true in a solution */
};

/* A literal says that its cell has its colour. */
static bool look_at_solution(void *context, const uint8_t *picture) {
    struct truth *truth = context;
    for (uint32_t cell = 0; cell < truth->engine->cell_count; cell++)
        if (literal_is_false(truth->engine, literal_of(truth->engine, cell, picture[cell])))
            truth->false_one = true;
    return !truth->false_one;
}

static size_t known_atoms(const struct engine *engine) {
    return engine->trail.count;
}

/* Probes a puzzle and compares what is assigned with all of its solutions. Returns how many
 * literals the probes added. */
static size_t probe_and_compare(const struct nonogram_puzzle *puzzle) {
    qd_control *control = control_new(NULL);
    struct engine *engine = engine_new(puzzle, NULL, control, 0);
    assert_true(engine_propagate(engine));
    size_t by_lines = known_atoms(engine);
    assert_true(engine_begin_search(engine));
    engine_heap_fill(engine);
    assert_true(engine_probe(engine, 5));
    struct truth truth = {.engine = engine};
    assert_true(oracle_each_solution(puzzle, NULL, look_at_solution, &truth) > 0);
    assert_false(truth.false_one);
    size_t added = known_atoms(engine) - by_lines;
    engine_free(engine);
    control_free(control);
    return added;
}

static void probes_tell_the_truth(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED);
    size_t added[5] = {0};
    for (unsigned i = 0; i < (getenv("QUANDARY_SLOW_TESTS") ? 80000 : 16000); i++) {
        unsigned colours = 1 + i % 4;
        struct nonogram_puzzle *puzzle = small_puzzle(&random, colours);
        added[colours] += probe_and_compare(puzzle);
        nonogram_puzzle_free(puzzle);
    }
    for (unsigned colours = 1; colours <= 4; colours++) {
        print_message("seed %d: with %u colours probes added %zu literals\n", SEED, colours,
                      added[colours]);
        assert_true(added[colours] > 0);
    }
}

/* True if the lines find no fault, but the probes do. */
static bool only_probes_refuse(const struct nonogram_puzzle *puzzle) {
    qd_control *control = control_new(NULL);
    struct engine *engine = engine_new(puzzle, NULL, control, 0);
    bool refused =
        engine_propagate(engine) && engine_begin_search(engine) && !engine_probe(engine, 5);
    engine_free(engine);
    control_free(control);
    return refused;
}

/* With the clues of two rows exchanged, most puzzles have no solution. */
static void probes_find_contradictions(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 2);
    unsigned refused = 0;
    for (unsigned i = 0; i < (getenv("QUANDARY_SLOW_TESTS") ? 80000 : 16000); i++) {
        struct nonogram_puzzle *puzzle = small_puzzle(&random, 1 + i % 4);
        struct nonogram_line first = puzzle->rows[0];
        puzzle->rows[0] = puzzle->rows[1];
        puzzle->rows[1] = first;
        if (only_probes_refuse(puzzle)) {
            assert_int_equal(oracle_each_solution(puzzle, NULL, NULL, NULL), 0);
            refused++;
        }
        nonogram_puzzle_free(puzzle);
    }
    print_message("seed %d: %u contradictions\n", SEED + 2, refused);
    assert_true(refused > 0);
}

/* ---- parts ---- */

static void expect_count(const struct nonogram_puzzle *puzzle, unsigned without, uint64_t number) {
    struct nonogram_solver_options options = {.most = 1000, .without = without};
    struct nonogram_solutions solutions;
    qd_control *control = control_new(NULL);
    qd_status status = nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
    assert_int_equal(status, QD_YES);
    assert_int_equal(solutions.count, number < 1000 ? number : 1000);
    for (unsigned i = 0; i < solutions.count; i++)
        assert_true(oracle_picture_fits(puzzle, solutions.pictures[i]));
    nonogram_solutions_free(&solutions);
    control_free(control);
}

static void every_part_can_be_left_out(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 1);
    unsigned all = 2 * NONOGRAM_PART_BELIEFS - 1;
    for (unsigned i = 0; i < 400; i++) {
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 6, 4, 1 + i % 2, 4);
        uint64_t number = oracle_each_solution(puzzle, NULL, NULL, NULL);
        for (unsigned part = 1; part < all; part *= 2)
            expect_count(puzzle, part, number);
        expect_count(puzzle, (unsigned)random_below(&random, all + 1), number);
        nonogram_puzzle_free(puzzle);
    }
}

/* Coloured boards that are large enough for restarts and probes; the pictures are checked, and that
 * the same number is found with other parts. */
static void large_coloured_boards(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, SEED + 3);
    for (unsigned i = 0; i < 20; i++) {
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 20, 20, 2 + i % 3, 5);
        unsigned count[3];
        static const unsigned without[3] = {0, NONOGRAM_PART_SHRINKING, NONOGRAM_PART_PROBES};
        for (unsigned way = 0; way < 3; way++) {
            struct nonogram_solver_options options = {.most = 300, .without = without[way]};
            struct nonogram_solutions solutions;
            qd_control *control = control_new(NULL);
            nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
            count[way] = solutions.count;
            for (unsigned k = 0; k < solutions.count; k++)
                assert_true(oracle_picture_fits(puzzle, solutions.pictures[k]));
            nonogram_solutions_free(&solutions);
            control_free(control);
        }
        assert_int_equal(count[0], count[1]);
        assert_int_equal(count[0], count[2]);
        nonogram_puzzle_free(puzzle);
    }
}

/* ---- node counts ---- */

/* Random 25x25, half of the cells filled, by seed: uniqueness decided with one thread. */
static void pinned_node_counts(void **unused) {
    (void)unused;
    static const uint64_t pinned[][3] = {
        {315, 2951, 25245}, {725, 3727, 55338}, {4, 160, 1713}, {7, 8, 662}, {10, 29, 537}};
    for (size_t i = 0; i < sizeof(pinned) / sizeof(pinned[0]); i++) {
        struct random random;
        random_seed(&random, pinned[i][0]);
        struct nonogram_puzzle *puzzle = oracle_random_puzzle(&random, 25, 25, 1, 5);
        struct nonogram_solver_options options = {.most = 2};
        struct nonogram_solutions solutions;
        qd_control *control = control_new(NULL);
        nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
        print_message("{%u, %u, %u}\n", (unsigned)pinned[i][0], (unsigned)solutions.nodes,
                      (unsigned)solutions.line_solves);
        assert_int_equal(solutions.nodes, pinned[i][1]);
        assert_int_equal(solutions.line_solves, pinned[i][2]);
        nonogram_solutions_free(&solutions);
        nonogram_puzzle_free(puzzle);
        control_free(control);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(probes_tell_the_truth),      cmocka_unit_test(probes_find_contradictions),
        cmocka_unit_test(every_part_can_be_left_out), cmocka_unit_test(large_coloured_boards),
        cmocka_unit_test(pinned_node_counts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

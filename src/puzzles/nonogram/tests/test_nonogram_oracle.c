/* The oracle against itself: each answer is found in two ways that share no code, and some agree
 * with figures that are known. What the other tests judge by must be right first. */
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <stdlib.h>
#include <string.h>

#include "base/random.h"

enum { MOST = 24 };

static double binomial(unsigned n, unsigned k) {
    double product = 1;
    for (unsigned i = 1; i <= k; i++)
        product = product * (n - k + i) / i;
    return product;
}

/* ---- one line ---- */

static void add_clues(struct nonogram_line *line, const unsigned *lengths, unsigned count) {
    *line = (struct nonogram_line){0};
    for (unsigned i = 0; i < count; i++)
        nonogram_line_add(line, lengths[i], 1);
}

static void two_and_one_in_six_cells(void **unused) {
    (void)unused;
    struct nonogram_line line;
    uint32_t allowed[6] = {3, 3, 3, 3, 3, 3}, seen[6];
    add_clues(&line, (const unsigned[]){2, 1}, 2);
    assert_int_equal(oracle_line_by_arrangements(&line, allowed, 6, seen), 6);
    for (unsigned i = 0; i < 6; i++)
        assert_int_equal(seen[i], 3); /* no cell is common to all */
    assert_int_equal((int)oracle_line_by_automaton(&line, allowed, 6, seen), 6);
    free(line.clues);
}

/* k clues that need m cells have C(n - m + k, k) arrangements in n cells. */
static void numbers_are_binomial(void **unused) {
    (void)unused;
    for (unsigned count = 0; count <= 5; count++)
        for (unsigned length = 0; length <= 20; length++) {
            static const unsigned lengths[] = {2, 1, 3, 1, 1};
            struct nonogram_line line;
            uint32_t allowed[20], seen[20];
            memset(allowed, 0xFF, sizeof(allowed));
            add_clues(&line, lengths, count);
            unsigned needs = count > 0 ? count - 1 : 0;
            for (unsigned i = 0; i < count; i++)
                needs += lengths[i];
            double expected = needs > length ? 0 : binomial(length - needs + count, count);
            assert_true((double)oracle_line_by_arrangements(&line, allowed, length, seen) ==
                        expected);
            assert_true(oracle_line_by_automaton(&line, allowed, length, seen) == expected);
            free(line.clues);
        }
}

static void random_line(struct random *random, uint8_t *cells, unsigned length, unsigned colours) {
    for (unsigned i = 0; i < length; i++)
        cells[i] = i > 0 && random_below(random, 2) == 0
                       ? cells[i - 1]
                       : (uint8_t)random_below(random, colours + 1);
}

/* All colourings of a short line, one by one, filtered by the reader of clues. */
static uint64_t count_colourings(const struct nonogram_line *line, const uint32_t *allowed,
                                 unsigned length, unsigned colours, uint32_t *seen) {
    uint8_t cells[MOST] = {0};
    uint64_t count = 0;
    memset(seen, 0, length * sizeof *seen);
    for (;;) {
        bool fits = oracle_line_fits(line, cells, length, 1);
        for (unsigned i = 0; i < length; i++)
            fits = fits && (allowed[i] >> cells[i] & 1);
        count += fits;
        for (unsigned i = 0; fits && i < length; i++)
            seen[i] |= 1U << cells[i];
        unsigned at = 0;
        while (at < length && cells[at] == colours)
            cells[at++] = 0;
        if (at == length)
            return count;
        cells[at]++;
    }
}

static void three_ways_agree(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, 41);
    unsigned none = 0;
    for (unsigned round = 0; round < 20000; round++) {
        unsigned colours = 1 + (unsigned)random_below(&random, 3);
        unsigned length = (unsigned)random_below(&random, colours == 1 ? 10 : 7);
        uint8_t picture[MOST];
        uint32_t allowed[MOST], seen[3][MOST];
        random_line(&random, picture, length, colours);
        struct nonogram_puzzle *puzzle = oracle_puzzle_of(picture, length, 1, colours);
        for (unsigned i = 0; i < length; i++)
            allowed[i] = (uint32_t)random_bits(&random) | (uint32_t)random_bits(&random);
        uint64_t count = oracle_line_by_arrangements(&puzzle->rows[0], allowed, length, seen[0]);
        double ways = oracle_line_by_automaton(&puzzle->rows[0], allowed, length, seen[1]);
        assert_true(ways == (double)count);
        assert_int_equal(count_colourings(&puzzle->rows[0], allowed, length, colours, seen[2]),
                         count);
        assert_memory_equal(seen[0], seen[1], length * sizeof(uint32_t));
        assert_memory_equal(seen[0], seen[2], length * sizeof(uint32_t));
        none += count == 0;
        nonogram_puzzle_free(puzzle);
    }
    print_message("# seed 41: 20000 lines, %u without an arrangement\n", none);
    assert_in_range(none, 1000, 19000);
}

/* ---- whole puzzles ---- */

struct checking {
    const struct oracle_census *census;
    const struct oracle_group *group;
    unsigned found;
};

static bool is_of_group(void *context, const uint8_t *picture) {
    struct checking *checking = context;
    uint32_t number = oracle_census_number(checking->census, picture);
    const uint32_t *member = checking->census->pictures + checking->group->from;
    uint32_t i = 0;
    while (i < checking->group->count && member[i] != number)
        i++;
    assert_true(i < checking->group->count);
    checking->found++;
    return true;
}

/* The counter by rows finds each group of the census again. Returns how many pictures are the only
 * one with their clues. */
static unsigned census_agrees(unsigned width, unsigned height, unsigned colours, unsigned step) {
    struct oracle_census census;
    unsigned alone = 0, pictures = 0;
    oracle_census_take(&census, width, height, colours);
    for (uint32_t i = 0; i < census.group_count; i++) {
        struct checking checking = {.census = &census, .group = &census.groups[i]};
        pictures += census.groups[i].count;
        alone += census.groups[i].count == 1;
        if (i % step != 0)
            continue;
        uint8_t cells[32];
        oracle_census_cells(&census, census.pictures[census.groups[i].from], cells);
        assert_int_equal(oracle_census_number(&census, cells),
                         census.pictures[census.groups[i].from]);
        struct nonogram_puzzle *puzzle = oracle_puzzle_of(cells, width, height, colours);
        uint64_t count = oracle_each_solution(puzzle, NULL, is_of_group, &checking);
        assert_int_equal(count, census.groups[i].count);
        assert_int_equal(checking.found, count);
        nonogram_puzzle_free(puzzle);
    }
    assert_int_equal(pictures, census.picture_count);
    print_message("# %ux%u, %u colours: %u pictures, %u puzzles, %u unique\n", width, height,
                  colours, census.picture_count, census.group_count, alone);
    oracle_census_free(&census);
    return alone;
}

/* How many square puzzles are unique is sequence A242876 of the OEIS. */
static void unique_squares(void **unused) {
    (void)unused;
    assert_int_equal(census_agrees(1, 1, 1, 1), 2);
    assert_int_equal(census_agrees(2, 2, 1, 1), 14);
    assert_int_equal(census_agrees(3, 3, 1, 1), 384);
    assert_int_equal(census_agrees(4, 4, 1, 7), 52362);
}

static void other_sizes(void **unused) {
    (void)unused;
    assert_int_equal(census_agrees(5, 3, 1, 3), census_agrees(3, 5, 1, 3));
    assert_int_equal(census_agrees(4, 2, 2, 1), census_agrees(2, 4, 2, 1));
    census_agrees(3, 3, 2, 3);
    census_agrees(2, 3, 3, 1);
    census_agrees(5, 4, 1, 500);
}

/* Known cells leave exactly the solutions that have them. */
static void known_cells(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, 42);
    for (unsigned round = 0; round < 300; round++) {
        uint8_t picture[16], known[16];
        struct oracle_census census;
        oracle_census_take(&census, 3, 3, 1);
        for (unsigned i = 0; i < 9; i++)
            picture[i] = (uint8_t)random_below(&random, 2);
        for (unsigned i = 0; i < 9; i++)
            known[i] = random_below(&random, 4) == 0 ? (uint8_t)random_below(&random, 2)
                                                     : NONOGRAM_UNKNOWN;
        struct nonogram_puzzle *puzzle = oracle_puzzle_of(picture, 3, 3, 1);
        uint64_t expected = 0;
        for (uint32_t number = 0; number < census.picture_count; number++) {
            uint8_t cells[16];
            oracle_census_cells(&census, number, cells);
            bool keeps = oracle_picture_fits(puzzle, cells);
            for (unsigned i = 0; i < 9; i++)
                keeps = keeps && (known[i] == NONOGRAM_UNKNOWN || known[i] == cells[i]);
            expected += keeps;
        }
        assert_int_equal(oracle_each_solution(puzzle, known, NULL, NULL), expected);
        nonogram_puzzle_free(puzzle);
        oracle_census_free(&census);
    }
}

/* The program's own reader of clues and its checker say the same as the oracle's. */
static void the_checker_agrees(void **unused) {
    (void)unused;
    struct random random;
    random_seed(&random, 43);
    unsigned fitting = 0;
    for (unsigned round = 0; round < 5000; round++) {
        unsigned width = 1 + (unsigned)random_below(&random, 6);
        unsigned height = 1 + (unsigned)random_below(&random, 6);
        unsigned colours = 1 + (unsigned)random_below(&random, 3);
        uint8_t picture[36];
        random_line(&random, picture, width * height, colours);
        struct nonogram_puzzle *mine = oracle_puzzle_of(picture, width, height, colours);
        struct nonogram_puzzle *theirs = oracle_puzzle_of(picture, width, height, colours);
        nonogram_generate_all_clues(theirs, picture);
        assert_true(nonogram_puzzle_equal(mine, theirs));
        assert_true(nonogram_picture_fits(mine, picture, NULL, NULL));
        unsigned cell = (unsigned)random_below(&random, width * height);
        picture[cell] = (uint8_t)random_below(&random, colours + 1);
        bool fits = oracle_picture_fits(mine, picture);
        assert_true(fits == nonogram_picture_fits(mine, picture, NULL, NULL));
        fitting += fits;
        nonogram_puzzle_free(mine);
        nonogram_puzzle_free(theirs);
    }
    assert_in_range(fitting, 1000, 4500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(two_and_one_in_six_cells),
        cmocka_unit_test(numbers_are_binomial),
        cmocka_unit_test(three_ways_agree),
        cmocka_unit_test(unique_squares),
        cmocka_unit_test(other_sizes),
        cmocka_unit_test(known_cells),
        cmocka_unit_test(the_checker_agrees),
    };
    return cmocka_run_group_tests_name("nonogram_oracle", tests, NULL, NULL);
}

/* The line solver against the brute force: for every clue and every partial line of short lines,
 * and for random longer ones. With QUANDARY_SLOW_TESTS set in the environment the sets are
 * larger. */
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
#include "puzzles/nonogram/tests/nonogram_oracle.h"

/* Only a share of the partial lines of the longest lengths is looked at. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { SHARE = 13 };
#else
enum { SHARE = 5 };
#endif

static bool slow_tests(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

/* ---- telling what went wrong ---- */

static void print_sets(const char *what, const uint32_t *sets, unsigned length) {
    fprintf(stderr, "  %-8s", what);
    for (unsigned i = 0; i < length; i++)
        fprintf(stderr, " %x", sets[i]);
    fputc('\n', stderr);
}

static void print_clues(const struct nonogram_line *line, unsigned length) {
    fprintf(stderr, "%u cells, clues", length);
    for (unsigned i = 0; i < line->count; i++)
        fprintf(stderr, " %ux%u", line->clues[i].length, line->clues[i].colour);
    fputc('\n', stderr);
}

/* Runs the line solver and compares: expected[i] is the exact set of each cell, any says whether
 * there is an arrangement. */
static void expect(const struct nonogram_line *line, const uint32_t *allowed, unsigned length,
                   bool any, const uint32_t *expected) {
    uint32_t cells[NONOGRAM_SIDE];
    memcpy(cells, allowed, length * sizeof *cells);
    bool solved = nonogram_line_solve(line, cells, length);
    if (solved == any && (!any || memcmp(cells, expected, length * sizeof *cells) == 0))
        return;
    print_clues(line, length);
    print_sets("allowed", allowed, length);
    print_sets("expected", expected, length);
    print_sets("found", cells, length);
    fail_msg("there is %s arrangement, the line solver says %d", any ? "an" : "no", solved);
}

/* ---- every clue and every partial line of a length ---- */

/* All clues of a length, each with the lines that have them, as sets of single colours. */
struct clue_case {
    struct nonogram_line line;
    uint64_t *lines; /* a bit for the colour of each cell, packed: see pack */
    unsigned count;
};

struct clue_cases {
    struct clue_case *cases;
    unsigned count;
    unsigned length, colours;
};

static bool same_clues(const struct nonogram_line *a, const struct nonogram_line *b) {
    if (a->count != b->count)
        return false;
    for (unsigned i = 0; i < a->count; i++)
        if (a->clues[i].length != b->clues[i].length || a->clues[i].colour != b->clues[i].colour)
            return false;
    return true;
}

static struct clue_case *case_of(struct clue_cases *cases, const struct nonogram_line *line) {
    for (unsigned i = 0; i < cases->count; i++)
        if (same_clues(&cases->cases[i].line, line))
            return &cases->cases[i];
    cases->cases = mem_resize(cases->cases, cases->count + 1, sizeof *cases->cases);
    struct clue_case *added = &cases->cases[cases->count++];
    *added = (struct clue_case){0};
    for (unsigned i = 0; i < line->count; i++)
        nonogram_line_add(&added->line, line->clues[i].length, line->clues[i].colour);
    return added;
}

/* Sets of up to four colours of up to twelve cells, four bits each. */
static uint64_t pack(const uint32_t *sets, unsigned length) {
    uint64_t packed = 0;
    for (unsigned i = 0; i < length; i++)
        packed |= (uint64_t)sets[i] << 4 * i;
    return packed;
}

static void unpack(uint64_t packed, uint32_t *sets, unsigned length) {
    for (unsigned i = 0; i < length; i++)
        sets[i] = (uint32_t)(packed >> 4 * i & 15);
}

static void add_line(struct clue_cases *cases, const uint8_t *cells) {
    struct nonogram_puzzle *puzzle = oracle_puzzle_of(cells, cases->length, 1, cases->colours);
    struct clue_case *at = case_of(cases, &puzzle->rows[0]);
    at->lines = mem_resize(at->lines, at->count + 1, sizeof *at->lines);
    uint32_t sets[12];
    for (unsigned i = 0; i < cases->length; i++)
        sets[i] = 1U << cells[i];
    at->lines[at->count++] = pack(sets, cases->length);
    nonogram_puzzle_free(puzzle);
}

/* Counts up to the next colouring, each digit up to most; false after the last one. */
static bool next_digits(uint8_t *digits, unsigned count, unsigned least, unsigned most) {
    for (unsigned i = 0; i < count; i++) {
        if (digits[i] < most) {
            digits[i]++;
            return true;
        }
        digits[i] = (uint8_t)least;
    }
    return false;
}

static struct clue_cases all_clues(unsigned length, unsigned colours) {
    struct clue_cases cases = {.length = length, .colours = colours};
    uint8_t cells[12] = {0};
    do
        add_line(&cases, cells);
    while (next_digits(cells, length, 0, colours));
    return cases;
}

static void free_cases(struct clue_cases *cases) {
    for (unsigned i = 0; i < cases->count; i++) {
        free(cases->cases[i].line.clues);
        free(cases->cases[i].lines);
    }
    free(cases->cases);
}

static void expect_case(const struct clue_case *at, const uint32_t *allowed, uint64_t packed,
                        unsigned length) {
    uint64_t seen = 0;
    for (unsigned i = 0; i < at->count; i++)
        seen |= (at->lines[i] & ~packed) == 0 ? at->lines[i] : 0;
    uint32_t expected[12];
    unpack(seen, expected, length);
    expect(&at->line, allowed, length, seen != 0, expected);
}

/* Every clue with every partial line whose cells have any set of colours; the empty set only if
 * empty_sets. Of the partial lines only each step-th is taken. */
static void all_lines(unsigned length, unsigned colours, bool empty_sets, unsigned step) {
    struct clue_cases cases = all_clues(length, colours);
    unsigned least = empty_sets ? 0 : 1, most = (2U << colours) - 1;
    uint8_t digits[12];
    uint32_t allowed[12];
    unsigned long lines = 0, number = 0;
    double start = clock_wall();
    memset(digits, (int)least, sizeof(digits));
    do {
        if (number++ % step != 0)
            continue;
        for (unsigned i = 0; i < length; i++)
            allowed[i] = digits[i];
        uint64_t packed = pack(allowed, length);
        for (unsigned i = 0; i < cases.count; i++)
            expect_case(&cases.cases[i], allowed, packed, length);
        lines++;
    } while (next_digits(digits, length, least, most));
    print_message("# %u cells, %u colours: %u clues, %lu partial lines, %lu cases, %.1f s\n",
                  length, colours, cases.count, lines, lines * cases.count, clock_wall() - start);
    free_cases(&cases);
}

static void all_black_and_white(void **unused) {
    (void)unused;
    for (unsigned length = 1; length <= 10; length++)
        all_lines(length, 1, length <= 7, length < 9 || slow_tests() ? 1 : SHARE);
}

static void all_of_two_colours(void **unused) {
    (void)unused;
    for (unsigned length = 1; length <= (slow_tests() ? 6 : 5); length++)
        all_lines(length, 2, length <= 4, length < 5 || slow_tests() ? 1 : SHARE);
}

static void all_of_three_colours(void **unused) {
    (void)unused;
    for (unsigned length = 1; length <= (slow_tests() ? 4 : 3); length++)
        all_lines(length, 3, length <= 3, 1);
}

/* ---- random lines ---- */

struct recipe {
    unsigned shortest, longest;
    unsigned colours;
    unsigned rounds;
    bool enumerate; /* check by all arrangements too, where there are not too many */
};

/* Runs and gaps of random lengths; how long they are on average changes from line to line. */
static void random_picture(struct random *random, uint8_t *cells, unsigned length,
                           unsigned colours) {
    unsigned keep = (unsigned)random_below(random, 10),
             fill = 1 + (unsigned)random_below(random, 9);
    for (unsigned i = 0; i < length; i++)
        if (i > 0 && random_below(random, 10) < keep)
            cells[i] = cells[i - 1];
        else
            cells[i] = random_below(random, 10) < fill
                           ? (uint8_t)(1 + random_below(random, colours))
                           : NONOGRAM_EMPTY;
}

/* Sets that the picture is in, smaller or larger. Some lines are disturbed: their arrangements
 * become few, or none are left. */
static void random_sets(struct random *random, const uint8_t *cells, uint32_t *allowed,
                        unsigned length, unsigned colours) {
    uint32_t all = (2U << colours) - 1;
    unsigned known = (unsigned)random_below(random, 11), wrong = 0;
    if (random_below(random, 3) == 0)
        wrong = 1 + (unsigned)random_below(random, 3);
    for (unsigned i = 0; i < length; i++) {
        uint32_t some = random_below(random, 2) == 0 ? 0 : (uint32_t)random_bits(random) & all;
        allowed[i] = random_below(random, 20) < known ? 1U << cells[i] | some : all;
    }
    while (wrong-- > 0)
        allowed[random_below(random, length)] = 1U << random_below(random, colours + 1);
}

/* True if few arrangements fit the length, whatever the cells allow: they can be enumerated. */
static bool few_arrangements(const struct nonogram_line *line, unsigned length) {
    uint32_t all[NONOGRAM_SIDE], seen[NONOGRAM_SIDE];
    memset(all, 0xFF, length * sizeof *all);
    return oracle_line_by_automaton(line, all, length, seen) < 300;
}

static void expect_random(struct random *random, const struct recipe *recipe, unsigned *none,
                          unsigned *enumerated) {
    unsigned length =
        recipe->shortest + (unsigned)random_below(random, recipe->longest - recipe->shortest + 1);
    uint8_t cells[NONOGRAM_SIDE];
    uint32_t allowed[NONOGRAM_SIDE], seen[NONOGRAM_SIDE], again[NONOGRAM_SIDE];
    random_picture(random, cells, length, recipe->colours);
    random_sets(random, cells, allowed, length, recipe->colours);
    struct nonogram_puzzle *puzzle = oracle_puzzle_of(cells, length, 1, recipe->colours);
    const struct nonogram_line *line = &puzzle->rows[0];
    double count = oracle_line_by_automaton(line, allowed, length, seen);
    if (recipe->enumerate && few_arrangements(line, length)) {
        assert_true((double)oracle_line_by_arrangements(line, allowed, length, again) == count);
        assert_memory_equal(seen, again, length * sizeof *seen);
        ++*enumerated;
    }
    expect(line, allowed, length, count > 0, seen);
    *none += count == 0;
    nonogram_puzzle_free(puzzle);
}

static void random_lines(const struct recipe *recipe, uint64_t seed) {
    struct random random;
    unsigned none = 0, enumerated = 0, rounds = recipe->rounds * (slow_tests() ? 40 : 1);
    double start = clock_wall();
    random_seed(&random, seed);
    for (unsigned i = 0; i < rounds; i++)
        expect_random(&random, recipe, &none, &enumerated);
    print_message("# seed %llu, %u..%u cells, %u colours: %u lines, %u without an arrangement, %u "
                  "enumerated, %.1f s\n",
                  (unsigned long long)seed, recipe->shortest, recipe->longest, recipe->colours,
                  rounds, none, enumerated, clock_wall() - start);
    assert_in_range(none, rounds >= 100, rounds - rounds / 4);
    if (recipe->enumerate)
        assert_true(enumerated > rounds / 4);
}

static void random_to_forty(void **unused) {
    (void)unused;
    static const struct recipe recipes[] = {
        {11, 40, 1, 12000, true}, {1, 40, 2, 5000, true},  {1, 40, 3, 2500, true},
        {1, 40, 7, 1500, true},   {1, 40, 16, 1500, true},
    };
    for (size_t i = 0; i < sizeof(recipes) / sizeof(recipes[0]); i++)
        random_lines(&recipes[i], 100 + i);
}

/* Lengths around the sizes of machine words, and the longest lines there are. */
static void random_long(void **unused) {
    (void)unused;
    static const struct recipe recipes[] = {
        {60, 68, 1, 1000, false},   {124, 132, 1, 500, false}, {188, 196, 1, 150, false},
        {252, 260, 1, 150, false},  {41, 200, 1, 400, false},  {508, 516, 1, 25, false},
        {200, 1000, 1, 25, false},  {1000, 1000, 1, 8, false}, {60, 68, 3, 500, false},
        {124, 132, 4, 150, false},  {41, 200, 31, 150, false}, {508, 516, 16, 15, false},
        {1000, 1000, 31, 5, false},
    };
    for (size_t i = 0; i < sizeof(recipes) / sizeof(recipes[0]); i++)
        random_lines(&recipes[i], 200 + i);
}

/* Clues that need more cells than there are, and lines without clues. */
static void the_edges(void **unused) {
    (void)unused;
    struct nonogram_line line = {0};
    uint32_t cells[] = {3, 3, 3, 3}, empty[] = {1, 1, 1, 1};
    expect(&line, cells, 4, true, empty);
    expect(&line, (uint32_t[]){3, 2, 3, 3}, 4, false, empty);
    expect(&line, cells, 0, true, empty);
    nonogram_line_add(&line, 4, 1);
    expect(&line, cells, 4, true, (uint32_t[]){2, 2, 2, 2});
    expect(&line, cells, 3, false, empty);
    expect(&line, cells, 0, false, empty);
    nonogram_line_add(&line, 1000, 1);
    expect(&line, cells, 4, false, empty);
    free(line.clues);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_edges),          cmocka_unit_test(all_black_and_white),
        cmocka_unit_test(all_of_two_colours), cmocka_unit_test(all_of_three_colours),
        cmocka_unit_test(random_to_forty),    cmocka_unit_test(random_long),
    };
    return cmocka_run_group_tests_name("nonogram_line", tests, NULL, NULL);
}

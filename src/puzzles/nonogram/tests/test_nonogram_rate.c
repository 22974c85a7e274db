/* The rating: how it comes about, that it is the same every time, and puzzles with several
 * solutions or none. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/explain/rate.h"
#include "puzzles/nonogram/model/position.h"

static struct nonogram_puzzle *puzzle_of(const char *picture, unsigned width, unsigned height) {
    uint8_t cells[400];
    for (unsigned i = 0; i < width * height; i++)
        cells[i] = picture[i] == '#';
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    nonogram_generate_all_clues(puzzle, cells);
    return puzzle;
}

static qd_status find(const struct nonogram_puzzle *puzzle, struct nonogram_rating *rating) {
    qd_control *control = control_new(NULL);
    qd_status status = nonogram_rating_find(puzzle, NULL, control, rating);
    control_free(control);
    return status;
}

static void an_easy_one(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of(".#.#."
                                               "#####"
                                               "#####"
                                               ".###."
                                               "..#..",
                                               5, 5);
    struct nonogram_rating rating;
    assert_int_equal(find(puzzle, &rating), QD_YES);
    assert_true(rating.unique);
    assert_int_equal(rating.level, NONOGRAM_LEVEL_EASY);
    assert_int_equal(rating.cells, 25);
    assert_int_equal(rating.deduced, 25);
    assert_int_equal(rating.longest, 0);
    assert_true(rating.front >= 1);
    unsigned steps = 0;
    for (unsigned i = 0; i < NONOGRAM_TECHNIQUES; i++)
        steps += rating.used[i];
    assert_int_equal(rating.steps, steps);
    nonogram_puzzle_free(puzzle);
}

static void several_solutions(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of("#...#....", 3, 3);
    struct nonogram_rating rating;
    assert_int_equal(find(puzzle, &rating), QD_YES);
    assert_false(rating.unique);
    assert_int_equal(rating.deduced, 5); /* the third row and the third column */
    nonogram_puzzle_free(puzzle);
}

static void no_solution(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of("#...", 2, 2);
    struct nonogram_rating rating;
    nonogram_line_add(&puzzle->rows[1], 1, 1);
    assert_int_equal(find(puzzle, &rating), QD_NO);
    nonogram_puzzle_free(puzzle);
}

/* Neither narrowness nor a long chain lifts an easier technique to a harder level. */
static void levels_follow_techniques(void **state) {
    (void)state;
    static const struct {
        enum nonogram_technique technique;
        enum nonogram_level level;
    } of[] = {
        {NONOGRAM_BY_OVERLAP, NONOGRAM_LEVEL_EASY},
        {NONOGRAM_BY_JOIN, NONOGRAM_LEVEL_EASY},
        {NONOGRAM_BY_FULL_LINE, NONOGRAM_LEVEL_MEDIUM},
        {NONOGRAM_BY_ARRANGEMENTS, NONOGRAM_LEVEL_MEDIUM},
        {NONOGRAM_BY_TWO_LINES, NONOGRAM_LEVEL_HARD},
        {NONOGRAM_BY_WHAT_IF, NONOGRAM_LEVEL_EXPERT},
        {NONOGRAM_BY_SEARCH, NONOGRAM_LEVEL_EXTREME},
    };
    for (size_t i = 0; i < sizeof of / sizeof *of; i++)
        for (unsigned longest = 4; longest < 60; longest += 5) {
            assert_int_equal(nonogram_level_of(nonogram_score(of[i].technique, longest, 0)),
                             of[i].level);
            assert_int_equal(nonogram_level_of(nonogram_score(of[i].technique, longest, 1)),
                             of[i].level);
        }
}

static void longer_chains_are_harder(void **state) {
    (void)state;
    assert_true(nonogram_score(NONOGRAM_BY_WHAT_IF, 9, 0) ==
                nonogram_score(NONOGRAM_BY_WHAT_IF, 4, 0) + 5);
    assert_true(nonogram_score(NONOGRAM_BY_WHAT_IF, 60, 0) ==
                nonogram_score(NONOGRAM_BY_WHAT_IF, 20, 0));
    assert_true(nonogram_score(NONOGRAM_BY_TWO_LINES, 9, 0) ==
                nonogram_score(NONOGRAM_BY_TWO_LINES, 4, 0));
}

static void the_same_every_time(void **state) {
    (void)state;
    struct random random;
    random_seed(&random, 44);
    print_message("seed 44\n");
    for (unsigned n = 0; n < 40; n++) {
        char picture[100];
        struct nonogram_rating one, other;
        for (unsigned i = 0; i < 100; i++)
            picture[i] = random_below(&random, 2) ? '#' : '.';
        struct nonogram_puzzle *puzzle = puzzle_of(picture, 10, 10);
        memset(&one, 0, sizeof one);
        memset(&other, 0, sizeof other);
        assert_int_equal(find(puzzle, &one), QD_YES);
        assert_int_equal(find(puzzle, &other), QD_YES);
        assert_memory_equal(one.used, other.used, sizeof one.used);
        assert_true(one.score == other.score);
        assert_int_equal(one.deduced, other.deduced);
        for (unsigned i = 0; i < NONOGRAM_TECHNIQUES; i++)
            assert_true(one.used[i] == 0 || i <= one.hardest);
        assert_true(one.steps == 0 || one.used[one.hardest] > 0);
        assert_true(!one.unique || one.deduced == 100);
        assert_true(one.unique || one.deduced < 100);
        nonogram_puzzle_free(puzzle);
    }
}

static void the_capability_says_it(void **state) {
    (void)state;
    struct position *position = nonogram_position_new(puzzle_of("#.#.#.#.#", 3, 3));
    struct finding finding = {0};
    struct options *options = options_new(NULL);
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    assert_int_equal(nonogram_rate.rate(position, options, control, &finding, &error), QD_YES);
    assert_non_null(strstr(buf_text(&finding.text), "easy ("));
    assert_string_equal(json_string_value(json_object_get(finding.fields, "difficulty")), "easy");
    assert_int_equal(json_integer_value(json_object_get(finding.fields, "deduced")), 9);
    finding_free(&finding);
    control_free(control);
    options_free(options);
    nonogram_rules.free(position);
}

static void limits_are_kept(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of("#.#.#.#.#", 3, 3);
    struct nonogram_rating rating;
    qd_control *control = control_new(NULL);
    control_stop(control);
    assert_int_equal(nonogram_rating_find(puzzle, NULL, control, &rating), QD_LIMIT);
    control_free(control);
    nonogram_puzzle_free(puzzle);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_easy_one),
        cmocka_unit_test(several_solutions),
        cmocka_unit_test(no_solution),
        cmocka_unit_test(levels_follow_techniques),
        cmocka_unit_test(longer_chains_are_harder),
        cmocka_unit_test(the_same_every_time),
        cmocka_unit_test(the_capability_says_it),
        cmocka_unit_test(limits_are_kept),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

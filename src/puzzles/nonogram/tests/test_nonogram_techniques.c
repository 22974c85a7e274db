/* The techniques of one line, by examples: the document's, where it is wrong, and what goes beyond
 * it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "puzzles/nonogram/explain/techniques.h"

#define LONGEST 64

/* ---- lines as text: '#' filled, '.' empty, '?' unknown; letters a, b, c are colours 1, 2, 3 ----
 */

static uint8_t value_of(char letter) {
    return letter == '?'   ? NONOGRAM_UNKNOWN
           : letter == '.' ? NONOGRAM_EMPTY
           : letter == '#' ? 1
                           : (uint8_t)(letter - 'a' + 1);
}

struct sample {
    struct nonogram_line line;
    uint8_t cells[LONGEST], values[LONGEST];
    struct nonogram_view view;
    struct nonogram_deduction found;
};

/* Clues like "2 1" or "2a 1b". */
static void sample_begin(struct sample *sample, const char *clues, const char *cells) {
    *sample = (struct sample){.line = {0}};
    for (const char *at = clues; *at;) {
        char *end;
        unsigned length = (unsigned)strtoul(at, &end, 10);
        uint8_t colour = *end >= 'a' ? value_of(*end++) : 1;
        nonogram_line_add(&sample->line, length, colour);
        at = *end ? end + 1 : end;
    }
    sample->view = (struct nonogram_view){
        .line = &sample->line, .cells = sample->cells, .length = (unsigned)strlen(cells)};
    for (unsigned i = 0; cells[i]; i++)
        sample->cells[i] = value_of(cells[i]);
    sample->found.values = sample->values;
}

static void sample_end(struct sample *sample) {
    free(sample->line.clues);
}

/* Applies a rule and compares the line after it; "" if it must find nothing. */
static void expect(enum nonogram_rule rule, const char *clues, const char *cells,
                   const char *after) {
    struct sample sample;
    sample_begin(&sample, clues, cells);
    bool news = nonogram_apply_rule(rule, &sample.view, &sample.found);
    char got[LONGEST + 1] = {0};
    for (unsigned i = 0; news && i < sample.view.length; i++)
        got[i] = sample.values[i] == NONOGRAM_UNKNOWN ? cells[i]
                 : sample.values[i] == NONOGRAM_EMPTY ? '.'
                 : strpbrk(clues, "abc")              ? (char)('a' + sample.values[i] - 1)
                                                      : '#';
    if (strcmp(got, after) != 0)
        fail_msg("rule %d, clues %s, cells %s: got \"%s\", expected \"%s\"", (int)rule, clues,
                 cells, got, after);
    sample_end(&sample);
}

/* ---- the document ---- */

static void clue_generation(void **state) {
    (void)state;
    const uint8_t row[] = {1, 1, 0, 1, 1, 1, 0, 1};
    struct nonogram_line line = {0};
    nonogram_generate_clues(row, 8, 1, &line);
    assert_int_equal(line.count, 3);
    assert_int_equal(line.clues[0].length, 2);
    assert_int_equal(line.clues[1].length, 3);
    assert_int_equal(line.clues[2].length, 1);
    free(line.clues);
}

static bool validates(const char *clues, const char *cells) {
    struct sample sample;
    sample_begin(&sample, clues, cells);
    bool valid = nonogram_validate_line(&sample.view);
    sample_end(&sample);
    return valid;
}

static void validate_line(void **state) {
    (void)state;
    assert_true(validates("2 3 1", "##.###.#.."));
    assert_false(validates("2 3 1", "###.##.#.."));
    assert_false(validates("2 3 1", "##.###...."));
    assert_false(validates("2 3", "##.###.#.."));
    assert_true(validates("2 3 1", "##?###?#??"));
    assert_true(validates("", "...."));
    assert_true(validates("2a 1b", "aab."));
    assert_false(validates("2a 1b", "bba."));
}

static void find_overlap(void **state) {
    (void)state;
    unsigned from, to;
    assert_true(nonogram_find_overlap(7, 10, &from, &to));
    assert_int_equal(from, 3);
    assert_int_equal(to, 6);
    assert_false(nonogram_find_overlap(3, 10, &from, &to));
    assert_false(nonogram_find_overlap(5, 10, &from, &to));
    assert_false(nonogram_find_overlap(11, 10, &from, &to));
    expect(NONOGRAM_RULE_OVERLAP, "7", "??????????", "???####???");
    expect(NONOGRAM_RULE_OVERLAP, "3", "??????????", "");
    /* every clue of the line, not only single ones */
    expect(NONOGRAM_RULE_OVERLAP, "4 3", "?????????", "?###??##?");
    expect(NONOGRAM_RULE_OVERLAP, "4 1 3", "???????????", "?###????##?");
    expect(NONOGRAM_RULE_OVERLAP, "4a 3b", "????????", "?aaa?bb?");
}

/* 5.2: "fill p .. p + clue - 1" is unsound. */
static void edges(void **state) {
    (void)state;
    /* The document's own example, with its empty cells known: it is right there. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "5 2", "..#???????", "..#####.??");
    /* Nothing known before the cell: cells up to the clue's length only. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "5 2", "??#???????", "??###?????");
    expect(NONOGRAM_RULE_LEFT_EDGE, "3", "?#???", "?##??");
    expect(NONOGRAM_RULE_LEFT_EDGE, "3", "???#?", "");
    /* A run that is too long to begin at the edge leaves it. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "3", "??##???", ".?##???");
    expect(NONOGRAM_RULE_LEFT_EDGE, "3 1", "?###????", ".###????");
    /* Next to runs that are done. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "1 3", ".#.#?????", ".#.###.??");
    expect(NONOGRAM_RULE_RIGHT_EDGE, "2 5", "???????#..", "??.#####..");
    expect(NONOGRAM_RULE_RIGHT_EDGE, "1 3", "???????#?", "??????##?");
    /* Runs of another colour may touch, so the next cell stays open. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "2a 1b", "a????", "aa???");
    expect(NONOGRAM_RULE_LEFT_EDGE, "2a 1a", "a????", "aa.??");
    expect(NONOGRAM_RULE_LEFT_EDGE, "2a 1b", "?b???", "");
}

/* The document's rule, as it stands, and a line where it is wrong. */
static void document_5_2_is_wrong(void **state) {
    (void)state;
    struct sample sample;
    uint8_t *arrangements;
    sample_begin(&sample, "3", "?#??");
    size_t count = nonogram_generate_all_arrangements(&sample.view, 100, &arrangements);
    assert_int_equal(count, 2); /* ###. and .###: cell 3, which it fills, may be empty */
    assert_int_equal(arrangements[3], 0);
    free(arrangements);
    sample_end(&sample);
}

static bool satisfied(const char *clues, const char *cells, unsigned clue) {
    struct sample sample;
    sample_begin(&sample, clues, cells);
    bool done = nonogram_check_clue_satisfied(&sample.view, clue);
    sample_end(&sample);
    return done;
}

/* 5.3 counts groups from the left, but the first group need not be the first clue. */
static void clue_satisfaction(void **state) {
    (void)state;
    assert_true(satisfied("2 3 1", "##.###.#", 1));
    assert_false(satisfied("1 1", "??#..", 0)); /* the document: satisfied */
    assert_true(satisfied("1 1", "??#..", 1));
    assert_false(satisfied("1 1", "??#??", 0)); /* may be either */
    assert_true(satisfied("1 1", "?#.??", 0));  /* nothing fits before it */
    assert_false(satisfied("3", "##??", 0));
}

/* 7, priority 1: such a line is filled with its gaps, not completely. */
static void complete_line(void **state) {
    (void)state;
    struct sample sample;
    sample_begin(&sample, "3 2 4", "???????????");
    assert_true(nonogram_is_complete_line(&sample.line, 11));
    assert_false(nonogram_is_complete_line(&sample.line, 12));
    sample_end(&sample);
    expect(NONOGRAM_RULE_COMPLETE, "3 2 4", "???????????", "###.##.####");
    expect(NONOGRAM_RULE_COMPLETE, "10", "??????????", "##########");
    expect(NONOGRAM_RULE_COMPLETE, "2a 2b 1b", "??????", "aabb.b");
    expect(NONOGRAM_RULE_COMPLETE, "", "???", "...");
    expect(NONOGRAM_RULE_COMPLETE, "3 2 4", "????????????", "");
    expect(NONOGRAM_RULE_FINISHED, "2 1", "?##?#?", ".##.#.");
    expect(NONOGRAM_RULE_FINISHED, "2 1", "?##???", "");
    expect(NONOGRAM_RULE_FINISHED, "", "????", "....");
}

static bool possible(const char *clues, const char *cells) {
    struct sample sample;
    sample_begin(&sample, clues, cells);
    bool fits = nonogram_line_possible(&sample.view);
    sample_end(&sample);
    return fits;
}

/* 7, priority 4: an unfinished line is not an error; one that cannot be completed is. */
static void unfinished_is_no_error(void **state) {
    (void)state;
    assert_false(validates("2 1", "?#????"));
    assert_true(possible("2 1", "?#????"));
    assert_false(possible("2 1", "#.????"));
    assert_false(possible("2 1", "###???"));
    assert_false(possible("", "?#"));
}

/* 8: a gap of the clue's size is forced only if no other gap can hold the clue. */
static void simple_boxes(void **state) {
    (void)state;
    /* The document's own example: the clue also fits at both ends. */
    expect(NONOGRAM_RULE_SMALL_GAP, "2", "??.??.????", "");
    expect(NONOGRAM_RULE_ONLY_GAP, "2", "??.??.????", "");
    expect(NONOGRAM_RULE_ARRANGEMENTS, "2", "??.??.????", "");
    /* Forced: the other gaps are too small. */
    expect(NONOGRAM_RULE_SMALL_GAP, "2", "?.??.?", "..??..");
    expect(NONOGRAM_RULE_ONLY_GAP, "2", "?.??.?", "?.##.?");
    expect(NONOGRAM_RULE_ONLY_GAP, "3 1", "??.????.?", "??.?##?.?");
    expect(NONOGRAM_RULE_ONLY_GAP, "3 1", "???.???", "");
    /* Not only clues up to 3, and not only single ones. */
    expect(NONOGRAM_RULE_ONLY_GAP, "1 5", "???.??????", "???.?####?");
}

/* 9.3: six arrangements, not five, and no common cell. */
static void arrangements_of_2_1_in_6(void **state) {
    (void)state;
    static const char *const all[] = {"##.#..", "##..#.", "##...#", ".##.#.", ".##..#", "..##.#"};
    struct sample sample;
    uint8_t *arrangements, common[6];
    sample_begin(&sample, "2 1", "??????");
    size_t count = nonogram_generate_all_arrangements(&sample.view, 100, &arrangements);
    assert_int_equal(count, 6);
    for (size_t i = 0; i < count; i++)
        for (unsigned cell = 0; cell < 6; cell++)
            assert_int_equal(arrangements[i * 6 + cell], value_of(all[i][cell]));
    nonogram_find_common_cells(arrangements, count, 6, common);
    for (unsigned cell = 0; cell < 6; cell++)
        assert_int_equal(common[cell], NONOGRAM_UNKNOWN);
    free(arrangements);
    /* The document's five have a common cell, because the sixth is missing. */
    nonogram_generate_all_arrangements(&sample.view, 5, &arrangements);
    nonogram_find_common_cells(arrangements, 5, 6, common);
    assert_int_equal(common[1], 1);
    free(arrangements);
    nonogram_find_common_cells(NULL, 0, 6, common);
    assert_int_equal(common[1], NONOGRAM_UNKNOWN);
    sample_end(&sample);
}

/* When nothing is known. */
static uint64_t arrangements_of(const struct nonogram_line *line, unsigned length) {
    uint8_t cells[NONOGRAM_SIDE];
    memset(cells, NONOGRAM_UNKNOWN, length);
    return nonogram_count_arrangements(
        &(struct nonogram_view){.line = line, .cells = cells, .length = length});
}

/* 11.1: binomial, not 2^k. */
static void number_of_arrangements(void **state) {
    (void)state;
    struct nonogram_line line = {0};
    nonogram_line_add(&line, 1, 1);
    assert_true(arrangements_of(&line, 10) == 10); /* C(10, 1); 2^1 = 2 */
    nonogram_line_add(&line, 1, 1);
    nonogram_line_add(&line, 1, 1);
    nonogram_line_add(&line, 1, 1);
    assert_true(arrangements_of(&line, 7) == 1);     /* C(4, 4); 2^4 = 16 */
    assert_true(arrangements_of(&line, 20) == 2380); /* C(17, 4) */
    while (line.count < 250)
        nonogram_line_add(&line, 1, 1);
    assert_true(arrangements_of(&line, 1000) == UINT64_MAX);
    free(line.clues);
}

/* ---- beyond the document ---- */

static void splitting(void **state) {
    (void)state;
    expect(NONOGRAM_RULE_PART, "2 4", "???.?????", "?#?.?????");
    expect(NONOGRAM_RULE_PART, "2 2 4", "?????.????", "##.##.????");
    expect(NONOGRAM_RULE_PART, "2 2 4", "##?##.????", "##.##.????");
    expect(NONOGRAM_RULE_PART, "2 2 3", "?????.???.?", "##.##.???.?");
    expect(NONOGRAM_RULE_FREE_PART, "3 1", "??.????.?", "...????.?");
    expect(NONOGRAM_RULE_FREE_PART, "1", "?.#", "..#");
    expect(NONOGRAM_RULE_PART_DONE, "1 3", "?#?.?#???", ".#..?#???");
}

static void runs(void **state) {
    (void)state;
    expect(NONOGRAM_RULE_RUN_ENDS, "1 2 1", "????##????", "???.##.???");
    expect(NONOGRAM_RULE_RUN_ENDS, "1 3 1", "????##????", "");
    expect(NONOGRAM_RULE_RUN_ENDS, "2a 1b", "??aa??", "?.aa??"); /* b may touch */
    expect(NONOGRAM_RULE_GROW, "3 3", "???.#?????", "???.###???");
    expect(NONOGRAM_RULE_GROW, "2 3", "????.?#?????", "");
    expect(NONOGRAM_RULE_JOIN, "5 1", "?#??#?????", "?####?????");
    expect(NONOGRAM_RULE_JOIN, "2 2", "?#??#?????", "");
    expect(NONOGRAM_RULE_SEPARATE, "2 2", "???#?#????", "???#.#????");
    expect(NONOGRAM_RULE_SEPARATE, "3 2", "???#?#????", "");
    expect(NONOGRAM_RULE_SEPARATE, "2a 1b 2a", "??a?a???", ""); /* b may be between */
}

static void whole_lines(void **state) {
    (void)state;
    expect(NONOGRAM_RULE_FULL_LINE, "3", "??#????", "??#??..");
    expect(NONOGRAM_RULE_FULL_LINE, "3 2", "??#??????", "");
    expect(NONOGRAM_RULE_ARRANGEMENTS, "1 1", "??#??", "?.#.?");
    expect(NONOGRAM_RULE_ARRANGEMENTS, "3", "??#????", "??#??..");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clue_generation),
        cmocka_unit_test(validate_line),
        cmocka_unit_test(find_overlap),
        cmocka_unit_test(edges),
        cmocka_unit_test(document_5_2_is_wrong),
        cmocka_unit_test(clue_satisfaction),
        cmocka_unit_test(complete_line),
        cmocka_unit_test(unfinished_is_no_error),
        cmocka_unit_test(simple_boxes),
        cmocka_unit_test(arrangements_of_2_1_in_6),
        cmocka_unit_test(number_of_arrangements),
        cmocka_unit_test(splitting),
        cmocka_unit_test(runs),
        cmocka_unit_test(whole_lines),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

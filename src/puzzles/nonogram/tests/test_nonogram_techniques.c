/* The techniques of one line: the document's examples and where they are wrong, and every rule
 * against all arrangements: all clues and all partial lines up to a length, random longer and
 * coloured ones. QUANDARY_SLOW_TESTS=1 takes more of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/random.h"
#include "puzzles/nonogram/explain/techniques.h"
#include "puzzles/nonogram/explain/working_board.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"

#define LONGEST 64

static bool slow(void) {
    return getenv("QUANDARY_SLOW_TESTS") != NULL;
}

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
    /* Behind runs that are done. */
    expect(NONOGRAM_RULE_LEFT_EDGE, "1 3", ".#.#?????", ".#.###.??");
    expect(NONOGRAM_RULE_RIGHT_EDGE, "2 5", "???????#..", "??.#####..");
    expect(NONOGRAM_RULE_RIGHT_EDGE, "1 3", "???????#?", "??????##?");
    /* Runs of another colour may touch, so the cell behind stays open. */
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

/* 5.3 counts groups from the left: the first group that is seen need not be the first clue. */
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

/* 7, priority 4: a line that is not finished is no error; one that nothing fits is. */
static void unfinished_is_no_error(void **state) {
    (void)state;
    assert_false(validates("2 1", "?#????"));
    assert_true(possible("2 1", "?#????"));
    assert_false(possible("2 1", "#.????"));
    assert_false(possible("2 1", "###???"));
    assert_false(possible("", "?#"));
}

/* 8: a gap that fits the clue is forced only if no other gap can hold it. */
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

/* 11.1: binomial, not 2^k. */
static void number_of_arrangements(void **state) {
    (void)state;
    struct nonogram_line line = {0};
    nonogram_line_add(&line, 1, 1);
    assert_true(nonogram_arrangements_of(&line, 10) == 10); /* C(10, 1); 2^1 = 2 */
    nonogram_line_add(&line, 1, 1);
    nonogram_line_add(&line, 1, 1);
    nonogram_line_add(&line, 1, 1);
    assert_true(nonogram_arrangements_of(&line, 7) == 1);     /* C(4, 4); 2^4 = 16 */
    assert_true(nonogram_arrangements_of(&line, 20) == 2380); /* C(17, 4) */
    while (line.count < 250)
        nonogram_line_add(&line, 1, 1);
    assert_true(nonogram_arrangements_of(&line, 1000) == UINT64_MAX);
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

/* ---- every rule against all arrangements ---- */

static uint64_t found_by[NONOGRAM_RULES];

static void allowed_of(const struct nonogram_view *view, unsigned colours, uint32_t *allowed) {
    for (unsigned i = 0; i < view->length; i++)
        allowed[i] =
            view->cells[i] == NONOGRAM_UNKNOWN ? (2u << colours) - 1 : 1u << view->cells[i];
}

static void fail_rule(const struct nonogram_view *view, int rule, const char *what) {
    char text[8 * LONGEST + 64];
    int size = sprintf(text, "clues");
    for (unsigned i = 0; i < view->line->count; i++)
        size += sprintf(text + size, " %u/%u", view->line->clues[i].length,
                        view->line->clues[i].colour);
    size += sprintf(text + size, ", cells ");
    for (unsigned i = 0; i < view->length; i++)
        size += sprintf(text + size, "%c",
                        view->cells[i] == NONOGRAM_UNKNOWN ? '?' : '0' + view->cells[i]);
    fail_msg("rule %d: %s; %s", rule, what, text);
}

static bool is_forced(uint32_t seen) {
    return (seen & (seen - 1)) == 0;
}

/* All rules on one line: sound, with news as counted, and the last one complete. */
static void check_rules(const struct nonogram_view *view, const uint32_t *seen) {
    uint8_t values[LONGEST];
    for (int rule = 0; rule < NONOGRAM_RULES; rule++) {
        struct nonogram_deduction found = {.values = values};
        bool news = nonogram_apply_rule((enum nonogram_rule)rule, view, &found);
        unsigned count = 0;
        for (unsigned i = 0; news && i < view->length; i++) {
            if (values[i] == NONOGRAM_UNKNOWN)
                continue;
            count++;
            if (view->cells[i] != NONOGRAM_UNKNOWN)
                fail_rule(view, rule, "it gives what is known");
            if (seen[i] != 1u << values[i])
                fail_rule(view, rule, "it is not sound");
        }
        if (news && (count != found.count || count == 0 || found.to >= view->length ||
                     found.from > found.to || found.clue + found.clues > view->line->count))
            fail_rule(view, rule, "it miscounts");
        found_by[rule] += news;
        for (unsigned i = 0; rule == NONOGRAM_RULE_ARRANGEMENTS && i < view->length; i++)
            if (view->cells[i] == NONOGRAM_UNKNOWN && is_forced(seen[i]) &&
                (!news || values[i] == NONOGRAM_UNKNOWN))
                fail_rule(view, rule, "it misses a cell");
    }
}

static void check_line(const struct nonogram_view *view, unsigned colours, bool by_automaton) {
    uint32_t allowed[LONGEST], seen[LONGEST];
    allowed_of(view, colours, allowed);
    double count =
        by_automaton ? oracle_line_by_automaton(view->line, allowed, view->length, seen)
                     : (double)oracle_line_by_arrangements(view->line, allowed, view->length, seen);
    if (nonogram_line_possible(view) != (count > 0))
        fail_rule(view, -1, "possible or not");
    if (count < 9e15 && (double)nonogram_count_arrangements(view) != count)
        fail_rule(view, -1, "the number of arrangements");
    if (count > 0)
        check_rules(view, seen);
}

/* All clues of all pictures of the line are all possible clues. */
static void check_all_partial_lines(unsigned length) {
    uint8_t picture[LONGEST], cells[LONGEST];
    for (uint32_t bits = 0; bits < 1u << length; bits++) {
        struct nonogram_line line = {0};
        for (unsigned i = 0; i < length; i++)
            picture[i] = bits >> i & 1;
        nonogram_generate_clues(picture, length, 1, &line);
        /* Clues of several pictures are the same: only those packed to the left are taken. */
        unsigned at = 0;
        bool packed = true;
        for (unsigned i = 0; i < line.count; i++) {
            for (unsigned k = 0; k < line.clues[i].length; k++)
                packed = packed && picture[at + k];
            at += line.clues[i].length + 1;
        }
        struct nonogram_view view = {.line = &line, .cells = cells, .length = length};
        unsigned all = 1;
        for (unsigned i = 0; i < length; i++)
            all *= 3;
        for (unsigned number = 0; packed && number < all; number++) {
            for (unsigned i = 0, rest = number; i < length; i++, rest /= 3)
                cells[i] = rest % 3 == 2 ? NONOGRAM_UNKNOWN : (uint8_t)(rest % 3);
            check_line(&view, 1, false);
        }
        free(line.clues);
    }
}

static void every_short_line(void **state) {
    (void)state;
    for (unsigned length = 1; length <= (slow() ? 9 : 7); length++)
        check_all_partial_lines(length);
}

/* A random picture's clues, some of its cells known, and now and then one that is wrong. */
static void random_lines(unsigned colours, unsigned longest, unsigned count, uint64_t seed) {
    struct random random;
    random_seed(&random, seed);
    print_message("seed %llu\n", (unsigned long long)seed);
    for (unsigned n = 0; n < count; n++) {
        uint8_t picture[LONGEST], cells[LONGEST];
        unsigned length = 1 + (unsigned)random_below(&random, longest);
        unsigned density = 1 + (unsigned)random_below(&random, 9);
        unsigned known = (unsigned)random_below(&random, 10);
        struct nonogram_line line = {0};
        for (unsigned i = 0; i < length; i++)
            picture[i] = i && random_below(&random, 2) ? picture[i - 1]
                         : random_below(&random, 10) < density
                             ? (uint8_t)(1 + random_below(&random, colours))
                             : NONOGRAM_EMPTY;
        nonogram_generate_clues(picture, length, 1, &line);
        for (unsigned i = 0; i < length; i++)
            cells[i] = random_below(&random, 10) < known ? picture[i] : NONOGRAM_UNKNOWN;
        if (random_below(&random, 8) == 0)
            cells[random_below(&random, length)] = (uint8_t)random_below(&random, colours + 1);
        struct nonogram_view view = {.line = &line, .cells = cells, .length = length};
        check_line(&view, colours, true);
        free(line.clues);
    }
}

static void random_black_and_white_lines(void **state) {
    (void)state;
    random_lines(1, 40, slow() ? 100000 : 5000, 4);
}

static void random_coloured_lines(void **state) {
    (void)state;
    random_lines(2, 24, slow() ? 50000 : 3000, 5);
    random_lines(4, 40, slow() ? 50000 : 3000, 6);
}

/* The tests above mean something only if every rule had something to say. */
static void every_rule_was_seen(void **state) {
    (void)state;
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        assert_true(found_by[rule] > 20);
}

/* ---- the notebook ---- */

static struct nonogram_puzzle *puzzle_of_picture(const char *picture, unsigned width,
                                                 unsigned height) {
    uint8_t cells[LONGEST * LONGEST];
    for (unsigned i = 0; i < width * height; i++)
        cells[i] = value_of(picture[i]);
    struct nonogram_puzzle *puzzle = nonogram_puzzle_new(width, height);
    nonogram_generate_all_clues(puzzle, cells);
    return puzzle;
}

static void caches_are_cleared_by_changes(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of_picture("###.##..#", 3, 3);
    struct nonogram_notebook *notebook = nonogram_notebook_new(puzzle, NULL);
    assert_false(nonogram_is_line_complete(notebook, 0));
    uint64_t looks = nonogram_notebook_looks(notebook);
    assert_false(nonogram_is_line_complete(notebook, 0));
    assert_non_null(nonogram_rule_in_line(notebook, 0, NONOGRAM_RULE_COMPLETE));
    assert_null(nonogram_rule_in_line(notebook, 2, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_notebook_looks(notebook), looks + 2);
    assert_non_null(nonogram_rule_in_line(notebook, 0, NONOGRAM_RULE_COMPLETE));
    assert_null(nonogram_rule_in_line(notebook, 2, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_notebook_looks(notebook), looks + 2);
    /* A change in row 1 (from 0) is none of row 0, and what is no change clears nothing. */
    nonogram_notebook_set(notebook, 1, 0, NONOGRAM_EMPTY);
    nonogram_notebook_set(notebook, 0, 0, NONOGRAM_UNKNOWN);
    nonogram_rule_in_line(notebook, 0, NONOGRAM_RULE_COMPLETE);
    assert_int_equal(nonogram_notebook_looks(notebook), looks + 2);
    for (unsigned column = 0; column < 3; column++)
        nonogram_notebook_set(notebook, 0, column, 1);
    assert_true(nonogram_is_line_complete(notebook, 0));
    assert_null(nonogram_rule_in_line(notebook, 0, NONOGRAM_RULE_COMPLETE));
    assert_int_equal(nonogram_notebook_looks(notebook), looks + 4);
    assert_int_equal(nonogram_notebook_unknown(notebook), 5);
    nonogram_notebook_free(notebook);
    nonogram_puzzle_free(puzzle);
}

static void queue_is_by_priority(void **state) {
    (void)state;
    struct nonogram_puzzle *puzzle = puzzle_of_picture("####.###..#.#..##.##.....", 5, 5);
    struct nonogram_notebook *notebook = nonogram_notebook_new(puzzle, NULL);
    struct nonogram_queued *queue, first;
    size_t count = nonogram_generate_all_hints(notebook, &queue);
    assert_true(count > 3);
    for (size_t i = 0; i < count; i++) {
        assert_non_null(queue[i].deduction);
        assert_int_equal(queue[i].priority,
                         1 + (int)nonogram_rule_technique(queue[i].deduction->rule));
        assert_true(i == 0 || queue[i - 1].priority <= queue[i].priority);
    }
    assert_true(nonogram_first_hint(notebook, &first));
    assert_int_equal(first.line, queue[0].line);
    assert_ptr_equal(first.deduction, queue[0].deduction);
    assert_int_equal(first.line, 4); /* row 5 has no clues */
    free(queue);
    /* A line that nothing fits comes first, and gives no deductions. */
    nonogram_notebook_set(notebook, 4, 2, 1);
    assert_true(nonogram_first_hint(notebook, &first));
    assert_int_equal(first.priority, 0);
    assert_int_equal(first.line, 4);
    assert_null(first.deduction);
    nonogram_notebook_free(notebook);
    nonogram_puzzle_free(puzzle);
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
        cmocka_unit_test(every_short_line),
        cmocka_unit_test(random_black_and_white_lines),
        cmocka_unit_test(random_coloured_lines),
        cmocka_unit_test(every_rule_was_seen),
        cmocka_unit_test(caches_are_cleared_by_changes),
        cmocka_unit_test(queue_is_by_priority),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

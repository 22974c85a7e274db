/* Every rule of one line against all arrangements: all clues and all partial lines up to a length,
 * random longer and coloured ones. QUANDARY_SLOW_TESTS=1 takes more of them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "base/random.h"
#include "puzzles/nonogram/explain/techniques.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "tests/support/slow.h"

#define LONGEST 64

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

/* All rules on one line: sound, with the right count, and the last one complete. */
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

/* The clues of all pictures of the line are all possible clues. */
static void check_all_partial_lines(unsigned length) {
    uint8_t picture[LONGEST], cells[LONGEST];
    for (uint32_t bits = 0; bits < 1u << length; bits++) {
        struct nonogram_line line = {0};
        for (unsigned i = 0; i < length; i++)
            picture[i] = bits >> i & 1;
        nonogram_generate_clues(picture, length, 1, &line);
        /* Several pictures have the same clues; only the one packed to the left counts. */
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
    for (unsigned length = 1; length <= (slow_tests() ? 9 : 7); length++)
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
    random_lines(1, 40, slow_tests() ? 100000 : 5000, 4);
}

static void random_coloured_lines(void **state) {
    (void)state;
    random_lines(2, 24, slow_tests() ? 50000 : 3000, 5);
    random_lines(4, 40, slow_tests() ? 50000 : 3000, 6);
}

/* The tests above prove nothing about a rule that never found anything. */
static void every_rule_was_seen(void **state) {
    (void)state;
    for (unsigned rule = 0; rule < NONOGRAM_RULES; rule++)
        assert_true(found_by[rule] > 20);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_short_line),
        cmocka_unit_test(random_black_and_white_lines),
        cmocka_unit_test(random_coloured_lines),
        cmocka_unit_test(every_rule_was_seen),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

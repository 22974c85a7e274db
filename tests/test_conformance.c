/* What every registered puzzle must do. Nothing here knows any puzzle: each check runs over the
 * samples of each puzzle, and over a few instances that it generates itself.
 *
 * A sample is taken to be solvable unless its name begins with "unsolvable". */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/conformance/conformance.h"

#include "base/mem.h"
#include "puzzles/interface/registry.h"

struct conformance {
    const char *name;
    conformance_check *each;                   /* for every instance, */
    void (*once)(const struct puzzle *puzzle); /* or once */
};

static const struct conformance checks[] = {
    {.name = "describes itself", .once = describes_itself},
    {.name = "print then parse is the identity", .each = print_then_parse},
    {.name = "its texts are recognised", .each = recognised},
    {.name = "several in one text are told apart", .each = several_in_one_text},
    {.name = "cut texts never crash", .each = prefixes},
    {.name = "damaged texts never crash", .each = mutations},
    {.name = "copies are independent", .each = copies_are_independent},
    {.name = "listed moves are legal", .each = listed_moves_are_legal},
    {.name = "junk is no move", .each = junk_is_no_move},
    {.name = "undo and redo restore", .each = undo_restores},
    {.name = "saved games come back", .each = saved_games_come_back},
    {.name = "cut saved games are refused", .each = cut_games_are_refused},
    {.name = "solved, or proven unsolvable", .each = solved_or_proven},
    {.name = "two solves at once agree", .each = two_solves_agree},
    {.name = "stopped calls return at once", .each = stopped_calls_return},
    {.name = "hints lead to the end", .each = hints_lead_to_the_end},
    {.name = "checked and rated", .each = checked_and_rated},
    {.name = "the seed decides what is generated", .once = seeds_decide},
    {.name = "shown as text, SVG and PNG", .each = shown},
    {.name = "keys play", .each = keys_play},
    {.name = "the board as an object", .each = viewed},
    {.name = "seats keep secrets", .each = seats_keep_secrets},
    {.name = "what is lacking is said", .each = lacking_is_said},
};
enum { CHECKS = sizeof checks / sizeof *checks };

/* A puzzle and a check: one test. */
struct pair {
    const struct puzzle *puzzle;
    const struct conformance *check;
};

static void run_pair(void **state) {
    const struct pair *pair = *state;
    if (pair->check->once)
        pair->check->once(pair->puzzle);
    else
        for_each_instance(pair->puzzle, pair->check->each);
}

static char *name_of(const struct pair *pair) {
    struct buf name = {0};
    buf_printf(&name, "%s: %s", pair->puzzle->name, pair->check->name);
    return buf_take(&name);
}

int main(void) {
    size_t count = 0;
    while (registry_at(count / CHECKS))
        count += CHECKS;
    struct pair *pairs = mem_new(count, sizeof *pairs);
    struct CMUnitTest *tests = mem_new(count, sizeof *tests);
    char **names = mem_new(count, sizeof *names);
    for (size_t i = 0; i < count; i++) {
        pairs[i] = (struct pair){.puzzle = registry_at(i / CHECKS), .check = &checks[i % CHECKS]};
        names[i] = name_of(&pairs[i]);
        tests[i] = (struct CMUnitTest){
            .name = names[i], .test_func = run_pair, .initial_state = &pairs[i]};
    }
    int failed = _cmocka_run_group_tests("conformance", tests, count, NULL, NULL);
    for (size_t i = 0; i < count; i++)
        free(names[i]);
    free(names);
    free(tests);
    free(pairs);
    return failed;
}

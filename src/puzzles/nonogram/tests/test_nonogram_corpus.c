/* Every puzzle of the corpus is read, solved, and its uniqueness decided; the solutions are checked
 * by the oracle. Needs QUANDARY_CORPUS, the
 * folder that holds the corpus, and takes minutes: only with QUANDARY_SLOW_TESTS.
 * QUANDARY_CORPUS_PART names one folder of it ("hard"). */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/mem.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/solver.h"
#include "puzzles/nonogram/tests/nonogram_oracle.h"
#include "tests/support/puzzle_texts.h"

#define SECONDS 20.0 /* of processor time for each */

struct tally {
    unsigned files, unique, several, undecided, wrong;
    double seconds, worst;
    char worst_name[256];
};

static struct position *read_puzzle(const char *path) {
    struct source source;
    struct record moves = {0};
    qd_error error;
    if (!file_read(path, &source, &error)) {
        print_message("# %s: %s\n", path, error.message);
        return NULL;
    }
    struct position *position = text_parse(&nonogram_text, &source, &moves, &error);
    if (!position)
        print_message("# %s:%u:%u: %s\n", path, (unsigned)error.line, (unsigned)error.column,
                      error.message);
    record_free(&moves);
    file_close(&source);
    return position;
}

/* True if all pictures fit and differ, and a picture that the file gives is among them if they are
 * all there are. */
static bool right(const struct nonogram_puzzle *puzzle,
                  const struct nonogram_solutions *solutions) {
    size_t cells = (size_t)puzzle->width * puzzle->height;
    bool goal_found = false;
    for (unsigned i = 0; i < solutions->count; i++) {
        if (!oracle_picture_fits(puzzle, solutions->pictures[i]))
            return false;
        goal_found |= puzzle->goal && memcmp(puzzle->goal, solutions->pictures[i], cells) == 0;
    }
    if (solutions->count == 2 && memcmp(solutions->pictures[0], solutions->pictures[1], cells) == 0)
        return false;
    return !puzzle->goal || !solutions->complete || goal_found ||
           !oracle_picture_fits(puzzle, puzzle->goal);
}

/* A solution, and it is known whether there is another one. */
static bool decided(const struct nonogram_solutions *solutions) {
    return solutions->count >= 2 || (solutions->count == 1 && solutions->complete);
}

static const char *verdict(qd_status status, const struct nonogram_solutions *solutions) {
    if (status == QD_NO)
        return "no-solution";
    if (!decided(solutions))
        return solutions->count == 1 ? "solved-undecided" : "undecided";
    return solutions->count == 1 ? "unique" : "several";
}

/* Ends the search when its processor time is used up. */
struct budget {
    qd_control *control;
    double end;
};

static void look_at_clock(void *context, const qd_progress *progress) {
    const struct budget *budget = context;
    (void)progress;
    if (clock_thread_cpu() > budget->end)
        control_stop(budget->control);
}

static void count_time(struct tally *tally, const char *name, double seconds) {
    tally->seconds += seconds;
    if (seconds > tally->worst) {
        tally->worst = seconds;
        snprintf(tally->worst_name, sizeof(tally->worst_name), "%s", name);
    }
}

/* All puzzles of the corpus have a solution: that there is none is a wrong answer. */
static void solve_puzzle(const struct nonogram_puzzle *puzzle, const char *name,
                         struct tally *tally) {
    qd_control *control = control_new(NULL);
    struct nonogram_solver_options options = {.most = 2};
    struct nonogram_solutions solutions;
    double start = clock_thread_cpu();
    struct budget budget = {.control = control, .end = start + SECONDS};
    control_report(control, 0.1, look_at_clock, &budget);
    qd_status status = nonogram_solver_solve(puzzle, NULL, &options, control, &solutions);
    double seconds = clock_thread_cpu() - start;
    bool good = status != QD_NO && right(puzzle, &solutions);
    print_message("# %-28s %3ux%-3u %2u colours  %-16s %9.4f s %9llu nodes%s\n", name,
                  puzzle->width, puzzle->height, puzzle->colours, verdict(status, &solutions),
                  seconds, (unsigned long long)solutions.nodes, good ? "" : "  WRONG");
    count_time(tally, name, seconds);
    tally->wrong += !good;
    tally->undecided += good && !decided(&solutions);
    tally->unique += solutions.count == 1 && solutions.complete;
    tally->several += solutions.count >= 2;
    nonogram_solutions_free(&solutions);
    control_free(control);
}

static void solve_file(const char *folder, const char *name, struct tally *tally) {
    struct buf path = {0};
    buf_printf(&path, "%s/%s", folder, name);
    struct position *position = read_puzzle(buf_text(&path));
    tally->files++;
    if (position) {
        solve_puzzle(position->puzzle, name, tally);
        nonogram_rules.free(position);
    } else
        tally->wrong++;
    buf_free(&path);
}

/* The family of the n-domino is solved up to 16. */
static int wanted(const struct dirent *entry) {
    unsigned number;
    if (sscanf(entry->d_name, "dom%u.non", &number) == 1)
        return number <= 16;
    const char *dot = strrchr(entry->d_name, '.');
    return dot &&
           (strcmp(dot, ".non") == 0 || strcmp(dot, ".xml") == 0 || strcmp(dot, ".txt") == 0);
}

static void solve_folder(const char *part) {
    const char *corpus = getenv("QUANDARY_CORPUS"), *only = getenv("QUANDARY_CORPUS_PART");
    struct tally tally = {0};
    struct dirent **entries;
    struct buf folder = {0};
    if (!corpus || !getenv("QUANDARY_SLOW_TESTS") || (only && strcmp(only, part) != 0))
        skip();
    buf_printf(&folder, "%s/nonogram/%s", corpus, part);
    int count = scandir(buf_text(&folder), &entries, wanted, alphasort);
    assert_true(count > 0);
    for (int i = 0; i < count; i++) {
        solve_file(buf_text(&folder), entries[i]->d_name, &tally);
        free(entries[i]);
    }
    free(entries);
    buf_free(&folder);
    print_message("# %s: %u files, %u unique, %u with several solutions, %u undecided, "
                  "%u wrong; %.1f s, worst %s with %.2f s\n",
                  part, tally.files, tally.unique, tally.several, tally.undecided, tally.wrong,
                  tally.seconds, tally.worst_name, tally.worst);
    assert_int_equal(tally.wrong, 0);
    assert_int_equal(tally.undecided, 0);
}

static void survey(void **unused) {
    (void)unused;
    solve_folder("survey");
}

static void survey_colour(void **unused) {
    (void)unused;
    solve_folder("survey-colour");
}

static void tournament(void **unused) {
    (void)unused;
    solve_folder("tournament");
}

static void dominoes(void **unused) {
    (void)unused;
    solve_folder("ndom");
}

static void hard(void **unused) {
    (void)unused;
    solve_folder("hard");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(survey),   cmocka_unit_test(survey_colour), cmocka_unit_test(tournament),
        cmocka_unit_test(dominoes), cmocka_unit_test(hard),
    };
    return cmocka_run_group_tests_name("nonogram_corpus", tests, NULL, NULL);
}

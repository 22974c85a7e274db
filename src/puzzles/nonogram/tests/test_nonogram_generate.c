/* New puzzles: one solution, the difficulty, options and limits, and what is reported. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "puzzles/nonogram/generate/line_solvable.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/solver.h"
#include "puzzles/nonogram/tests/nonogram_boards.h"
#include "puzzles/nonogram/tests/nonogram_make.h"

/* ---- one solution ---- */

/* Counts solutions without the solver: row by row, all arrangements, with the columns checked so
 * far. */
struct counter {
    const struct nonogram_puzzle *puzzle;
    uint8_t cells[64];
    unsigned found;
};

/* True if the column, down to this row, can still have its clues. */
static bool column_begins(const struct counter *counter, unsigned column, unsigned rows) {
    const struct nonogram_puzzle *puzzle = counter->puzzle;
    const struct nonogram_line *line = &puzzle->columns[column];
    unsigned clue = 0, run = 0;
    for (unsigned row = 0; row < rows; row++) {
        uint8_t colour = counter->cells[row * puzzle->width + column];
        uint8_t above = row ? counter->cells[(row - 1) * puzzle->width + column] : 0;
        if (run && colour != above) {
            if (run != line->clues[clue].length)
                return false;
            clue++;
            run = 0;
        }
        if (!colour)
            continue;
        if (clue >= line->count || line->clues[clue].colour != colour ||
            ++run > line->clues[clue].length)
            return false;
    }
    unsigned left = 0; /* cells that the clues still need, without gaps */
    for (unsigned i = clue; i < line->count; i++)
        left += line->clues[i].length;
    return left <= run + puzzle->height - rows;
}

static void count_rows(struct counter *counter, unsigned row);

static void place_run(struct counter *counter, unsigned row, unsigned clue, unsigned from) {
    const struct nonogram_puzzle *puzzle = counter->puzzle;
    const struct nonogram_line *line = &puzzle->rows[row];
    uint8_t *cells = counter->cells + row * puzzle->width;
    if (clue == line->count) {
        for (unsigned column = 0; column < puzzle->width; column++)
            if (!column_begins(counter, column, row + 1))
                return;
        count_rows(counter, row + 1);
        return;
    }
    unsigned length = line->clues[clue].length;
    uint8_t colour = line->clues[clue].colour;
    bool apart = clue + 1 < line->count && line->clues[clue + 1].colour == colour;
    for (unsigned at = from; at + length <= puzzle->width; at++) {
        memset(cells + at, colour, length);
        place_run(counter, row, clue + 1, at + length + apart);
        memset(cells + at, 0, length);
    }
}

static void count_rows(struct counter *counter, unsigned row) {
    if (row < counter->puzzle->height)
        place_run(counter, row, 0, 0);
    else
        counter->found +=
            nonogram_picture_fits(counter->puzzle, counter->cells, NULL, NULL) ? 1 : 0;
}

static unsigned count_solutions(const struct nonogram_puzzle *puzzle) {
    struct counter counter = {.puzzle = puzzle};
    count_rows(&counter, 0);
    return counter.found;
}

static void new_puzzles_have_one_solution(void **state) {
    static const char *const requests[] = {
        "width=6 height=6",
        "width=7 height=6 style=noise",
        "width=8 height=5 style=noise density=30",
        "width=6 height=6 style=noise colours=3",
        "width=7 height=7 symmetry=both style=noise",
        "width=5 height=8 symmetry=rotation style=noise density=35",
        "width=6 height=7 colours=2 symmetry=horizontal",
    };
    (void)state;
    unsigned changed = 0;
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++)
        for (uint64_t seed = 1; seed <= 60; seed++) {
            struct nonogram_generated made;
            nonogram_make_well(requests[i], seed, &made);
            if (count_solutions(made.puzzle) != 1)
                fail_msg("%s, seed %llu: not one solution", requests[i], (unsigned long long)seed);
            assert_true(made.checked_unique);
            changed += made.repair.count > 0;
            nonogram_generated_free(&made);
        }
    print_message("%u were repaired\n", changed);
    assert_true(changed > 20);
}

/* The counter can count more than one: without asking for one solution there often are. */
static void otherwise_there_may_be_more(void **state) {
    unsigned more = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        struct nonogram_generated made;
        nonogram_make_well("width=7 height=6 style=noise unique=no", seed, &made);
        assert_false(made.checked_unique);
        assert_int_equal(made.repair.count, 0);
        more += count_solutions(made.puzzle) > 1;
        nonogram_generated_free(&made);
    }
    assert_true(more > 5);
}

static void larger_ones_have_one_solution(void **state) {
    static const char *const requests[] = {"width=25 height=25 style=noise", "width=30 height=20",
                                           "width=20 height=20 colours=4 style=noise",
                                           "width=25 height=25 style=noise lines"};
    (void)state;
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++)
        for (uint64_t seed = 1; seed <= 2; seed++) {
            struct nonogram_generated made;
            struct nonogram_solutions solutions = {0};
            qd_control *control = control_new(NULL);
            nonogram_make_well(requests[i], seed, &made);
            struct nonogram_solver_options options = {.most = 2};
            assert_int_equal(
                nonogram_solver_solve(made.puzzle, NULL, &options, control, &solutions), QD_YES);
            assert_int_equal(solutions.count, 1);
            assert_true(solutions.complete);
            assert_memory_equal(solutions.pictures[0], made.puzzle->goal,
                                (size_t)made.puzzle->width * made.puzzle->height);
            nonogram_solutions_free(&solutions);
            control_free(control);
            nonogram_generated_free(&made);
        }
}

static void by_lines_means_by_lines(void **state) {
    (void)state;
    for (uint64_t seed = 1; seed <= 8; seed++) {
        struct nonogram_generated made;
        uint8_t cells[400];
        nonogram_make_well("width=20 height=20 style=noise lines", seed, &made);
        assert_true(made.by_lines);
        assert_int_equal(nonogram_lines_alone(made.puzzle, cells), 0);
        assert_memory_equal(cells, made.puzzle->goal, sizeof cells);
        nonogram_generated_free(&made);
    }
}

/* The generator tries pictures until one has the difficulty; these seeds find one soon. */
static void difficulty_is_met(void **state) {
    static const struct {
        const char *text;
        uint64_t seeds[4];
    } requests[] = {{"difficulty=easy", {1, 2, 3, 4}},
                    {"difficulty=medium", {3, 6, 11, 12}},
                    {"difficulty=hard style=noise", {1, 4, 6, 7}},
                    {"difficulty=expert style=noise", {1, 8}}};
    (void)state;
    for (unsigned i = 0; i < 4; i++)
        for (unsigned k = 0; k < 4 && requests[i].seeds[k] > 0; k++) {
            struct nonogram_generated made;
            struct nonogram_rating rating;
            qd_control *control = control_new(NULL);
            nonogram_make_well(requests[i].text, requests[i].seeds[k], &made);
            assert_int_equal(nonogram_rating_find(made.puzzle, NULL, control, &rating), QD_YES);
            assert_int_equal(rating.level, i);
            assert_true(made.rated);
            assert_int_equal(made.level, i);
            assert_true(rating.unique);
            control_free(control);
            nonogram_generated_free(&made);
        }
}

/* The option has the words of the rating. */
static void difficulties_have_the_names_of_the_levels(void **state) {
    struct buf names = {0};
    (void)state;
    for (unsigned i = 0; i < NONOGRAM_LEVELS; i++)
        buf_printf(&names, "%s%s", i ? "|" : "", nonogram_level_name((enum nonogram_level)i));
    assert_string_equal(buf_text(&names), NONOGRAM_DIFFICULTIES);
    assert_string_equal(option_find(nonogram_options, "difficulty")->argument,
                        NONOGRAM_DIFFICULTIES);
    buf_free(&names);
}

static void the_same_seed_gives_the_same_puzzle(void **state) {
    static const char *const requests[] = {"width=12 height=12 style=noise", "difficulty=medium",
                                           "colours=3 style=noise width=9 height=9",
                                           "text=Quiz height=11"};
    (void)state;
    for (unsigned i = 0; i < sizeof requests / sizeof *requests; i++) {
        struct nonogram_generated one, again, other;
        nonogram_make_well(requests[i], 7, &one);
        nonogram_make_well(requests[i], 7, &again);
        nonogram_make_well(requests[i], 8, &other);
        assert_true(nonogram_puzzle_equal(one.puzzle, again.puzzle));
        assert_int_equal(one.repair.count, again.repair.count);
        if (i < 3)
            assert_false(nonogram_puzzle_equal(one.puzzle, other.puzzle));
        nonogram_generated_free(&one);
        nonogram_generated_free(&again);
        nonogram_generated_free(&other);
    }
}

/* ---- options and limits ---- */

static void conflicting_options_are_refused(void **state) {
    static const struct {
        const char *settings, *message;
    } bad[] = {
        {"text=A image=a.png", "<image> and <text> cannot be combined"},
        {"text=A symmetry=both", "<symmetry> is for random pictures"},
        {"image=a.png style=noise", "<style> is for random pictures"},
        {"threshold=10", "<threshold> is for images"},
        {"text=A invert", "<invert> is for images"},
        {"text=A density=10", "<density> is for random pictures and images"},
        {"image=a.png density=10 threshold=5",
         "<threshold> and <density> cannot be combined: either says what is dark"},
        {"image=a.png colours=2 invert",
         "an image in colours takes neither <threshold>, <density> nor <invert>"},
        {"unique=no lines", "<lines> and <unique no> cannot be combined: what lines alone solve "
                            "has only one solution"},
        {"unique=no changes=1",
         "<changes> and <unique no> cannot be combined: nothing is changed then"},
        {"unique=no difficulty=easy", "<difficulty> is for puzzles with only one solution"},
        {"lines difficulty=expert", "<lines> and <difficulty expert> cannot be combined: these "
                                    "need more than lines"},
    };
    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++) {
        struct nonogram_generated made = {0};
        qd_error error;
        assert_false(nonogram_make(bad[i].settings, 1, &made, &error));
        assert_int_equal(error.status, QD_BAD_INPUT);
        assert_string_equal(error.message, bad[i].message);
    }
}

static void impossible_requests_are_explained(void **state) {
    struct nonogram_generated made = {0};
    qd_error error;
    (void)state;
    assert_false(nonogram_make("width=2 height=2 difficulty=hard tries=5", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message,
                        "none of the random pictures of 2 x 2 will do (<tries 5>): 5 are "
                        "easy");
    assert_false(nonogram_make("text=X changes=0", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message,
                        "at least 1 cell must change for the picture to have only one "
                        "solution; <changes> allows 0");
    assert_false(nonogram_make("text=L difficulty=hard", 1, &made, &error));
    assert_int_equal(error.status, QD_LIMIT);
    assert_string_equal(error.message, "the puzzle of this picture is easy, not hard");
}

static void limits_are_kept(void **state) {
    struct options *options = nonogram_read_options("width=60 height=60 style=noise");
    const qd_limits limits[] = {{.nodes = 1}, {.nodes = 50}, {.seconds = 0.05}};
    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        qd_control *control = control_new(&limits[i]);
        qd_error error = {0};
        struct finding finding = {0};
        assert_null(nonogram_generate.generate(options, 3, control, &finding, &error));
        assert_int_equal(finding.text.size, 0);
        assert_null(finding.fields);
        assert_int_equal(error.status, QD_LIMIT);
        assert_string_equal(error.message, "a limit was reached before the puzzle was ready");
        control_free(control);
    }
    options_free(options);
}

/* ---- reports ---- */

static void changes_are_reported(void **state) {
    struct nonogram_generated made;
    struct finding finding = {0};
    struct buf line = {0};
    (void)state;
    nonogram_make_well("text=/", 1, &made);
    assert_true(made.repair.count > 0);
    nonogram_generated_describe(&made, &line);
    assert_non_null(strstr(buf_text(&line), "so that there is only one solution; fewer would not "
                                            "do"));
    nonogram_generated_report(&made, &finding);
    const char *picture = strstr(buf_text(&finding.text), ":\n");
    assert_non_null(picture);
    unsigned marks = 0;
    for (; *picture; picture++)
        marks += *picture == '+' || *picture == '-';
    assert_int_equal(marks, made.repair.count);
    assert_int_equal(json_array_size(json_object_get(finding.fields, "changed")),
                     made.repair.count);
    assert_true(json_is_true(json_object_get(finding.fields, "fewest")));
    buf_free(&line);
    finding_free(&finding);
    nonogram_generated_free(&made);
}

/* A random picture is not shown: the user may want to solve it. */
static void random_pictures_are_not_shown(void **state) {
    unsigned changed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 20; seed++) {
        struct nonogram_generated made;
        struct finding finding = {0};
        nonogram_make_well("width=12 height=12 style=noise", seed, &made);
        nonogram_generated_report(&made, &finding);
        const char *text = buf_text(&finding.text);
        const char *end = strchr(text, '\n');
        assert_int_equal(made.repair.count > 0, end != NULL);
        assert_true(!end || end[1] == '\0');
        assert_int_equal(json_array_size(json_object_get(finding.fields, "changed")),
                         made.repair.count);
        changed += made.repair.count > 0;
        finding_free(&finding);
        nonogram_generated_free(&made);
    }
    assert_true(changed > 0 && changed < 20);
}

static void reports_say_what_changes_are_for(void **state) {
    struct nonogram_generated made;
    struct buf line = {0};
    unsigned changed = 0;
    (void)state;
    for (uint64_t seed = 1; seed <= 10; seed++) {
        nonogram_make_well("width=12 height=12 style=noise lines=yes", seed, &made);
        buf_clear(&line);
        nonogram_generated_describe(&made, &line);
        assert_int_equal(strstr(buf_text(&line), "so that lines alone solve it; ") != NULL,
                         made.repair.count > 0);
        changed += made.repair.count > 0;
        nonogram_generated_free(&made);
    }
    assert_true(changed > 0);
    buf_free(&line);
}

static void the_position_says_what_was_changed(void **state) {
    struct options *options = nonogram_read_options("text=/");
    qd_control *control = control_new(NULL);
    qd_error error = {0};
    struct finding finding = {0};
    struct position *position = nonogram_generate.generate(options, 1, control, &finding, &error);
    (void)state;
    assert_non_null(position);
    assert_int_equal(strncmp(buf_text(&finding.text), "Changed ", 8), 0);
    assert_true(json_array_size(json_object_get(finding.fields, "changed")) > 0);
    finding_free(&finding);
    assert_string_equal(position->puzzle->about.title, "/");
    assert_non_null(strstr(position->puzzle->about.description, "changed "));
    for (unsigned i = 0; i < 5 * 7; i++)
        assert_int_equal(position->cells[i], NONOGRAM_UNKNOWN);
    nonogram_rules.free(position);
    control_free(control);
    options_free(options);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(new_puzzles_have_one_solution),
        cmocka_unit_test(otherwise_there_may_be_more),
        cmocka_unit_test(larger_ones_have_one_solution),
        cmocka_unit_test(by_lines_means_by_lines),
        cmocka_unit_test(difficulty_is_met),
        cmocka_unit_test(difficulties_have_the_names_of_the_levels),
        cmocka_unit_test(the_same_seed_gives_the_same_puzzle),
        cmocka_unit_test(conflicting_options_are_refused),
        cmocka_unit_test(impossible_requests_are_explained),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(changes_are_reported),
        cmocka_unit_test(random_pictures_are_not_shown),
        cmocka_unit_test(reports_say_what_changes_are_for),
        cmocka_unit_test(the_position_says_what_was_changed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}

/* The check capability: does the puzzle have a solution, and only one; is it solved; if not, what
 * is wrong with the cells that were set? A line that cannot be completed is one kind of mistake,
 * cells that no solution has another. It never says what a cell must be.
 *
 * A puzzle with several solutions is valid: `unique` says so, and the option unique of solve asks
 * for it. */
#include <stdlib.h>

#include "base/mem.h"
#include "base/thread.h"
#include "puzzles/nonogram/explain/mistakes.h"
#include "puzzles/nonogram/model/position.h"
#include "puzzles/nonogram/solve/conflict_core.h"
#include "puzzles/nonogram/solve/solver.h"

/* The text names no more lines than this; the fields have all. */
enum { LINES_NAMED = 5 };

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static size_t cell_count(const struct nonogram_puzzle *puzzle) {
    return (size_t)puzzle->width * puzzle->height;
}

static size_t known_cells(const struct position *position) {
    size_t known = 0;
    for (size_t i = 0; i < cell_count(position->puzzle); i++)
        known += position->cells[i] != NONOGRAM_UNKNOWN;
    return known;
}

static void describe_board(const struct position *position, struct finding *finding) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    size_t known = known_cells(position), all = cell_count(puzzle);
    buf_printf(&finding->text, "%u row%s, %u column%s, ", puzzle->height, plural(puzzle->height),
               puzzle->width, plural(puzzle->width));
    if (nonogram_black_and_white(puzzle))
        buf_add(&finding->text, "black and white.\n");
    else
        buf_printf(&finding->text, "%u colours.\n", puzzle->colours);
    if (known)
        buf_printf(&finding->text, "%zu of %zu cells set.\n", known, all);
    fields_set(&finding->fields, "rows", json_integer(puzzle->height));
    fields_set(&finding->fields, "columns", json_integer(puzzle->width));
    fields_set(&finding->fields, "colours", json_integer(puzzle->colours));
    fields_set(&finding->fields, "cells_set", json_integer((json_int_t)known));
}

/* ---- each line ---- */

static bool line_possible(const struct nonogram_line *line, const uint8_t *cells, size_t stride,
                          unsigned length) {
    uint32_t *sets = mem_new(length, sizeof *sets);
    for (unsigned i = 0; i < length; i++)
        sets[i] = cells[i * stride] == NONOGRAM_UNKNOWN ? UINT32_MAX : 1u << cells[i * stride];
    bool possible = nonogram_line_solve(line, sets, length);
    free(sets);
    return possible;
}

struct wrong {
    const struct position *position;
    struct finding *finding;
    json_t *names;
};

static void look_at_line(struct wrong *wrong, bool is_row, unsigned index) {
    const struct nonogram_puzzle *puzzle = wrong->position->puzzle;
    const struct nonogram_line *line = is_row ? &puzzle->rows[index] : &puzzle->columns[index];
    size_t first = is_row ? (size_t)index * puzzle->width : index;
    unsigned length = is_row ? puzzle->width : puzzle->height;
    if (line_possible(line, wrong->position->cells + first, is_row ? 1 : puzzle->width, length))
        return;
    json_array_append_new(wrong->names, json_sprintf("%c%u", is_row ? 'R' : 'C', index + 1));
    if (json_array_size(wrong->names) > LINES_NAMED)
        return;
    nonogram_say_impossible_line(puzzle, wrong->position->cells,
                                 is_row ? index : puzzle->height + index, &wrong->finding->text);
    buf_char(&wrong->finding->text, '\n');
}

/* Names the lines that cannot be completed. Returns whether there are any. */
static bool tell_wrong_lines(const struct position *position, struct finding *finding) {
    struct wrong wrong = {.position = position, .finding = finding, .names = json_array()};
    for (unsigned row = 0; row < position->puzzle->height; row++)
        look_at_line(&wrong, true, row);
    for (unsigned column = 0; column < position->puzzle->width; column++)
        look_at_line(&wrong, false, column);
    size_t count = json_array_size(wrong.names);
    if (count > LINES_NAMED)
        buf_printf(&finding->text, "%zu more line%s cannot be completed.\n", count - LINES_NAMED,
                   plural(count - LINES_NAMED));
    fields_set(&finding->fields, "wrong_lines", wrong.names);
    return count > 0;
}

/* ---- all lines together ---- */

/* What the solver found out about the clues alone. Returns whether nothing is left open. */
static bool tell_puzzle(const struct nonogram_puzzle *puzzle, qd_status status,
                        const struct nonogram_solutions *solutions, struct finding *finding) {
    bool several = solutions->count > 1, one = status == QD_YES && solutions->complete && !several;
    bool known = status == QD_NO || several || one;
    fields_set(&finding->fields, "unique", known ? json_boolean(one) : json_null());
    if (!known)
        buf_printf(&finding->text, "It is not known whether the puzzle has %s solution.\n",
                   solutions->count ? "only one" : "a");
    else
        buf_add(&finding->text,
                several ? "The puzzle has more than one solution.\n"
                : one   ? "The puzzle has exactly one solution.\n"
                        : "The puzzle has no solution: no picture has all its clues.\n");
    if (status == QD_NO)
        nonogram_say_sums(puzzle, &finding->text);
    return known;
}

static struct nonogram_solver_options solver_options(const struct options *options, unsigned most) {
    int64_t threads = options_given(options, "threads") ? options_int(options, NULL, "threads")
                                                        : thread_count_of_machine();
    return (struct nonogram_solver_options){.most = most, .threads = (unsigned)threads};
}

static qd_status tell_solvable(qd_status status, struct finding *finding) {
    fields_set(&finding->fields, "solvable",
               status == QD_LIMIT ? json_null() : json_boolean(status == QD_YES));
    return status;
}

/* Nothing is wrong with the cells, or it would take too long to find out. */
static void tell_no_mistakes(qd_status status, bool one_solution, struct buf *text) {
    if (status == QD_LIMIT)
        buf_add(text, "It is not known whether the cells set so far fit a solution.\n");
    else
        buf_add(text, one_solution ? "All cells set so far are right.\n"
                                   : "The cells set so far fit a solution.\n");
}

/* Wrong lines have been named already. Which move was the mistake is for hints to say. */
static void tell_mistakes(const struct game *game, const struct nonogram_mistakes *mistakes,
                          struct finding *finding) {
    if (mistakes->kind == NONOGRAM_MISTAKE_CELL)
        nonogram_mistakes_say_what(game, mistakes, &finding->text);
    else if (mistakes->wrong > 1)
        buf_printf(&finding->text, "In all, %zu cells are wrong.\n", mistakes->wrong);
    if (mistakes->undo)
        buf_printf(&finding->text, "Undo %zu move%s to put it right.\n", mistakes->undo,
                   plural(mistakes->undo));
    nonogram_mistakes_fields(game, mistakes, &finding->fields);
}

/* Can the cells that were set be completed? */
static qd_status look_at_cells(const struct game *game, qd_status status,
                               const struct nonogram_solutions *solutions, qd_control *control,
                               struct finding *finding) {
    bool one = status == QD_YES && solutions->count == 1 && solutions->complete;
    if (status == QD_NO || known_cells(game->position) == 0)
        return tell_solvable(status, finding);
    struct nonogram_mistakes mistakes;
    qd_status cells = nonogram_mistakes_judge(game, status, one ? solutions->pictures[0] : NULL,
                                              control, &mistakes);
    if (cells == QD_NO)
        tell_mistakes(game, &mistakes, finding);
    else
        tell_no_mistakes(cells, one, &finding->text);
    if (one)
        fields_set(&finding->fields, "mistakes", json_integer((json_int_t)mistakes.wrong));
    return tell_solvable(cells, finding);
}

/* The file may contain the picture; another picture with the same clues is right as well. */
static void compare_with_goal(const struct position *position, struct finding *finding) {
    const struct nonogram_puzzle *puzzle = position->puzzle;
    if (!puzzle->goal)
        return;
    bool same = true;
    for (size_t i = 0; i < cell_count(puzzle); i++) {
        uint8_t value = position->cells[i];
        same = same && (value == NONOGRAM_UNKNOWN ? NONOGRAM_EMPTY : value) == puzzle->goal[i];
    }
    if (!same)
        buf_add(&finding->text, "This is not the picture in the file.\n");
    fields_set(&finding->fields, "as_goal", json_boolean(same));
}

static qd_status check(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error) {
    (void)error;
    const struct position *position = game->position;
    bool solved = nonogram_rules.solved(position);
    describe_board(position, finding);
    fields_set(&finding->fields, "solved", json_boolean(solved));
    if (solved) {
        buf_add(&finding->text, "It is solved.\n");
        compare_with_goal(position, finding);
    }
    struct nonogram_solver_options chosen = solver_options(options, 2);
    struct nonogram_solutions solutions = {0};
    qd_status status = nonogram_solver_solve(position->puzzle, NULL, &chosen, control, &solutions);
    bool known = tell_puzzle(position->puzzle, status, &solutions, finding);
    bool wrong = tell_wrong_lines(position, finding);
    status = solved ? tell_solvable(QD_YES, finding)
                    : look_at_cells(game, status, &solutions, control, finding);
    nonogram_solutions_free(&solutions);
    return wrong ? QD_NO : status == QD_YES && !known ? QD_LIMIT : status;
}

const struct puzzle_check nonogram_check = {.check = check};

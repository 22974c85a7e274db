#include "puzzles/nonogram/explain/hint_step.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/sentences.h"
#include "puzzles/nonogram/solve/solver.h"

void nonogram_step_free(struct nonogram_step *step) {
    free(step->cells);
    buf_free(&step->text);
    *step = (struct nonogram_step){0};
}

void nonogram_step_take(struct nonogram_stepper *stepper, const struct nonogram_step *step) {
    for (unsigned i = 0; i < step->count; i++)
        nonogram_notebook_set(stepper->notebook, step->cells[i].row, step->cells[i].column,
                              step->cells[i].value);
}

void nonogram_stepper_end(struct nonogram_stepper *stepper) {
    nonogram_proofs_free(&stepper->pending);
}

static void add_cell(struct nonogram_step *step, unsigned row, unsigned column, uint8_t value) {
    step->cells = mem_resize(step->cells, step->count + 1, sizeof *step->cells);
    step->cells[step->count++] =
        (struct nonogram_cell){.row = row, .column = column, .value = value};
}

/* ---- one line ---- */

static bool step_by_line(struct nonogram_stepper *stepper, struct nonogram_step *step) {
    struct nonogram_notebook *notebook = stepper->notebook;
    const struct nonogram_puzzle *puzzle = nonogram_notebook_puzzle(notebook);
    struct nonogram_queued first;
    if (!nonogram_first_hint(notebook, &first) || !first.deduction)
        return false;
    step->technique = nonogram_rule_technique(first.deduction->rule);
    step->line = first.line;
    step->length = 1;
    for (unsigned i = 0; i < nonogram_notebook_view(notebook, first.line).length; i++) {
        unsigned row, column;
        nonogram_line_cell(puzzle, first.line, i, &row, &column);
        if (first.deduction->values[i] != NONOGRAM_UNKNOWN)
            add_cell(step, row, column, first.deduction->values[i]);
    }
    if (!stepper->quiet)
        nonogram_say_deduction(&step->text, notebook, first.line, first.deduction);
    return true;
}

/* ---- several lines ---- */

static void step_of_proof(const struct nonogram_proof *proof, struct nonogram_step *step) {
    step->technique = proof->chains[0].value == NONOGRAM_UNKNOWN ? NONOGRAM_BY_NARROWING
                      : proof->two_lines                         ? NONOGRAM_BY_TWO_LINES
                                                                 : NONOGRAM_BY_WHAT_IF;
    step->line = proof->chains[0].lines[0];
    step->length = proof->length;
    add_cell(step, proof->row, proof->column, proof->value);
}

/* A proof that was found before. */
static bool step_by_pending(struct nonogram_stepper *stepper, struct nonogram_step *step) {
    const struct nonogram_puzzle *puzzle = nonogram_notebook_puzzle(stepper->notebook);
    const uint8_t *cells = nonogram_notebook_cells(stepper->notebook);
    for (size_t i = 0; i < stepper->pending.count; i++) {
        const struct nonogram_proof *proof = &stepper->pending.list[i];
        if (cells[(size_t)proof->row * puzzle->width + proof->column] != NONOGRAM_UNKNOWN)
            continue;
        step_of_proof(proof, step);
        return true;
    }
    nonogram_proofs_free(&stepper->pending);
    return false;
}

static bool step_by_chain(struct nonogram_stepper *stepper, qd_control *control,
                          struct nonogram_step *step) {
    struct nonogram_proofs proofs = {0};
    if (stepper->quiet && step_by_pending(stepper, step))
        return true;
    struct nonogram_probe *probe =
        nonogram_probe_new(nonogram_notebook_puzzle(stepper->notebook),
                           nonogram_notebook_cells(stepper->notebook), control);
    bool found = nonogram_probe_narrow(probe, &proofs) ||
                 nonogram_probe_suppose(probe, !stepper->quiet, &proofs);
    if (found) {
        step_of_proof(&proofs.list[0], step);
        if (!stepper->quiet)
            nonogram_probe_say(probe, &proofs.list[0], &step->text);
    }
    nonogram_probe_free(probe);
    if (found && stepper->quiet)
        stepper->pending = proofs;
    else
        nonogram_proofs_free(&proofs);
    return found;
}

/* ---- the solver ---- */

/* The first unknown cell in which the pictures differ, or, if there is only one picture, the first
 * unknown cell. */
static bool pick_cell(const struct nonogram_stepper *stepper,
                      const struct nonogram_solutions *solutions, size_t *cell) {
    const struct nonogram_puzzle *puzzle = nonogram_notebook_puzzle(stepper->notebook);
    const uint8_t *cells = nonogram_notebook_cells(stepper->notebook);
    for (*cell = 0; *cell < (size_t)puzzle->width * puzzle->height; ++*cell)
        if (cells[*cell] == NONOGRAM_UNKNOWN &&
            (solutions->count == 1 ||
             solutions->pictures[0][*cell] != solutions->pictures[1][*cell]))
            return true;
    return false;
}

static void say_solver(const struct nonogram_stepper *stepper,
                       const struct nonogram_solutions *solutions, struct nonogram_step *step) {
    const struct nonogram_cell *cell = &step->cells[0];
    const char *value =
        nonogram_say_value(nonogram_notebook_puzzle(stepper->notebook), cell->value);
    if (step->technique == NONOGRAM_BY_CHOICE)
        buf_printf(&step->text,
                   "More than one picture is left, and R%uC%u is not the same in all of them: "
                   "nothing can decide it. Choose one; here %s.",
                   cell->row + 1, cell->column + 1, value);
    else
        buf_printf(&step->text,
                   "No line and no supposition about a single cell gives anything here. Suppose "
                   "that R%uC%u is not %s: that fails too, but only by a search through cases and "
                   "cases of cases (all in all %llu decisions for the whole picture). So it is %s.",
                   cell->row + 1, cell->column + 1, value, (unsigned long long)solutions->nodes,
                   value);
}

static qd_status step_by_solver(struct nonogram_stepper *stepper, qd_control *control,
                                struct nonogram_step *step) {
    const struct nonogram_puzzle *puzzle = nonogram_notebook_puzzle(stepper->notebook);
    struct nonogram_solver_options options = {.most = 2};
    struct nonogram_solutions solutions = {0};
    size_t cell;
    qd_status status = nonogram_solver_solve(puzzle, nonogram_notebook_cells(stepper->notebook),
                                             &options, control, &solutions);
    if (status == QD_YES && solutions.count == 1 && !solutions.complete)
        status = QD_LIMIT;
    if (status == QD_YES && pick_cell(stepper, &solutions, &cell)) {
        step->technique = solutions.count > 1 ? NONOGRAM_BY_CHOICE : NONOGRAM_BY_SEARCH;
        step->line = (unsigned)(cell / puzzle->width);
        add_cell(step, step->line, (unsigned)(cell % puzzle->width), solutions.pictures[0][cell]);
        if (!stepper->quiet)
            say_solver(stepper, &solutions, step);
    } else if (status == QD_YES) {
        status = QD_NO;
    }
    nonogram_solutions_free(&solutions);
    return status;
}

qd_status nonogram_step_find(struct nonogram_stepper *stepper, qd_control *control,
                             struct nonogram_step *step) {
    *step = (struct nonogram_step){0};
    if (nonogram_notebook_unknown(stepper->notebook) == 0)
        return QD_NO;
    if (step_by_line(stepper, step) || step_by_chain(stepper, control, step))
        return QD_YES;
    if (!control_going(control))
        return QD_LIMIT;
    return step_by_solver(stepper, control, step);
}

#include "puzzles/nonogram/explain/hint_step.h"

#include <assert.h>
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/nonogram/explain/sentences.h"

void nonogram_step_free(struct nonogram_step *step) {
    free(step->cells);
    buf_free(&step->text);
    *step = (struct nonogram_step){0};
}

void nonogram_step_add(struct nonogram_step *step, unsigned row, unsigned column, uint8_t value) {
    step->cells = mem_resize(step->cells, step->count + 1, sizeof *step->cells);
    step->cells[step->count++] =
        (struct nonogram_cell){.row = row, .column = column, .value = value};
}

void nonogram_step_take(struct nonogram_stepper *stepper, const struct nonogram_step *step) {
    for (unsigned i = 0; i < step->count; i++)
        nonogram_board_set(stepper->board, step->cells[i].row, step->cells[i].column,
                           step->cells[i].value);
}

void nonogram_stepper_end(struct nonogram_stepper *stepper) {
    nonogram_proofs_free(&stepper->pending);
}

/* ---- one line ---- */

static bool step_by_line(struct nonogram_stepper *stepper, struct nonogram_step *step) {
    struct nonogram_board *board = stepper->board;
    const struct nonogram_puzzle *puzzle = nonogram_board_puzzle(board);
    struct nonogram_queued first;
    if (!nonogram_first_hint(board, &first) || !first.deduction)
        return false;
    step->technique = nonogram_rule_at(first.deduction->rule)->technique;
    step->line = first.line;
    step->length = 1;
    for (unsigned i = 0; i < nonogram_line_length(puzzle, first.line); i++) {
        unsigned row, column;
        nonogram_line_cell(puzzle, first.line, i, &row, &column);
        if (first.deduction->values[i] != NONOGRAM_UNKNOWN)
            nonogram_step_add(step, row, column, first.deduction->values[i]);
    }
    if (!stepper->quiet)
        nonogram_say_deduction(&step->text, board, first.line, first.deduction);
    return true;
}

/* ---- the board ---- */

static void forget(struct nonogram_stepper *stepper) {
    nonogram_probe_free(stepper->probe);
    stepper->probe = NULL;
    stepper->proof = NULL;
    nonogram_solutions_free(&stepper->solutions);
    if (!stepper->quiet)
        nonogram_proofs_free(&stepper->pending);
}

static qd_status step_by_board(struct nonogram_stepper *stepper, qd_control *control,
                               struct nonogram_step *step) {
    qd_status status = QD_NO;
    for (unsigned i = 0; status == QD_NO && i < NONOGRAM_TECHNIQUES; i++) {
        const struct nonogram_technique_row *row = nonogram_technique_at(i);
        if (!row->find)
            continue;
        status = row->find(stepper, control, step);
        assert(status != QD_YES || step->count > 0);
        step->technique = i;
        if (status == QD_YES && !stepper->quiet)
            row->say(stepper, step, &step->text);
    }
    forget(stepper);
    return status;
}

qd_status nonogram_step_find(struct nonogram_stepper *stepper, qd_control *control,
                             struct nonogram_step *step) {
    *step = (struct nonogram_step){0};
    if (nonogram_board_unknown(stepper->board) == 0)
        return QD_NO;
    return step_by_line(stepper, step) ? QD_YES : step_by_board(stepper, control, step);
}

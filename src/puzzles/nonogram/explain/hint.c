/* The hint capability: mistakes first, then the easiest technique that gives something. */
#include <stdlib.h>

#include "puzzles/nonogram/explain/hint_step.h"
#include "puzzles/nonogram/explain/mistakes.h"
#include "puzzles/nonogram/explain/sentences.h"
#include "puzzles/nonogram/model/position.h"

static void give_cells(const struct nonogram_puzzle *puzzle, const struct nonogram_step *step,
                       struct hint *hint) {
    json_t *cells = json_array();
    for (unsigned i = 0; i < step->count; i++) {
        struct buf move = {0};
        const struct nonogram_cell *cell = &step->cells[i];
        nonogram_move_add(&move, puzzle, cell->row, cell->column, cell->value);
        record_add(&hint->moves, move.text, 0);
        json_array_append_new(cells, json_string(move.text));
        buf_free(&move);
    }
    fields_set(&hint->fields, "cells", cells);
}

/* How many cells, from the first one on, are neighbours along a line and have the same value. */
static unsigned run_length(const struct nonogram_cell *cells, unsigned count, bool along_row) {
    unsigned length = 1;
    for (; length < count; length++) {
        unsigned down = along_row ? 0 : length, right = along_row ? length : 0;
        if (cells[length].row != cells->row + down ||
            cells[length].column != cells->column + right || cells[length].value != cells->value)
            break;
    }
    return length;
}

static void add_range(struct buf *out, char side, unsigned from, unsigned length) {
    buf_printf(out, "%c%u", side, from + 1);
    if (length > 1)
        buf_printf(out, "-%u", from + length);
}

/* "R2C1-5=# R4-5C1=." */
static void give_brief(const struct nonogram_puzzle *puzzle, const struct nonogram_step *step,
                       struct buf *out) {
    unsigned length;
    for (unsigned i = 0; i < step->count; i += length) {
        const struct nonogram_cell *cell = &step->cells[i];
        unsigned right = run_length(cell, step->count - i, true);
        unsigned down = right > 1 ? 1 : run_length(cell, step->count - i, false);
        length = right > 1 ? right : down;
        if (i)
            buf_char(out, ' ');
        add_range(out, 'R', cell->row, down);
        add_range(out, 'C', cell->column, right);
        buf_printf(out, "=%c", puzzle->palette[cell->value].letter);
    }
}

static void give_step(const struct nonogram_puzzle *puzzle, const struct nonogram_step *step,
                      struct hint *hint) {
    const struct nonogram_line *line = nonogram_line_at(puzzle, step->line);
    struct buf name = {0}, clues = {0};
    nonogram_say_line(&name, puzzle, step->line);
    nonogram_say_clues(&clues, puzzle, line, 0, line->count);
    fields_set(&hint->fields, "technique",
               json_string(nonogram_technique_at(step->technique)->name));
    fields_set(&hint->fields, "line", json_string(buf_text(&name)));
    fields_set(&hint->fields, "clues", json_string(buf_text(&clues)));
    give_cells(puzzle, step, hint);
    give_brief(puzzle, step, &hint->brief);
    fields_set(&hint->fields, "length", json_integer(step->length));
    buf_add(&hint->text, buf_text(&step->text));
    buf_char(&hint->text, '\n');
    buf_free(&name);
    buf_free(&clues);
}

static qd_status next_step(const struct position *position, qd_control *control,
                           struct hint *hint) {
    struct nonogram_stepper stepper = {.board =
                                           nonogram_board_new(position->puzzle, position->cells)};
    struct nonogram_step step;
    qd_status status = nonogram_step_find(&stepper, control, &step);
    if (status == QD_YES)
        give_step(position->puzzle, &step, hint);
    if (status == QD_NO)
        buf_add(&hint->text, "There is no next step: no picture fits any more.\n");
    if (status == QD_LIMIT)
        buf_add(&hint->text, "No next step was found within the limits.\n");
    nonogram_step_free(&step);
    nonogram_stepper_end(&stepper);
    nonogram_board_free(stepper.board);
    return status;
}

static qd_status give_hint(const struct game *game, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error) {
    struct nonogram_mistakes mistakes;
    (void)options;
    (void)error;
    if (nonogram_rules.solved(game->position)) {
        buf_add(&hint->text, "It is solved already.\n");
        return QD_NO;
    }
    qd_status status = nonogram_mistakes_find(game, control, &mistakes);
    if (status == QD_NO)
        nonogram_mistakes_say(game, &mistakes, &hint->text, &hint->fields);
    else if (status == QD_LIMIT)
        buf_add(&hint->text,
                "Could not find out within the limits whether the cells set so far are right.\n");
    return status == QD_YES ? next_step(game->position, control, hint) : status;
}

const struct puzzle_hint nonogram_hint = {.hint = give_hint};

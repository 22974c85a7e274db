/* Search and choice: what only the solver can tell. */
#include "puzzles/nonogram/explain/hint_step.h"

#include "puzzles/nonogram/explain/sentences.h"
#include <assert.h>

/* The first unknown cell where the two pictures differ, or just the first unknown cell if there is
 * one picture. */
static bool pick_cell(const struct nonogram_stepper *stepper, size_t *cell) {
    const struct nonogram_puzzle *puzzle = nonogram_board_puzzle(stepper->board);
    const uint8_t *cells = nonogram_board_cells(stepper->board);
    const struct nonogram_solutions *solutions = &stepper->solutions;
    for (*cell = 0; *cell < (size_t)puzzle->width * puzzle->height; ++*cell)
        if (cells[*cell] == NONOGRAM_UNKNOWN &&
            (solutions->count == 1 ||
             solutions->pictures[0][*cell] != solutions->pictures[1][*cell]))
            return true;
    return false;
}

static qd_status step_to_picture(const struct nonogram_stepper *stepper,
                                 struct nonogram_step *step) {
    unsigned width = nonogram_board_puzzle(stepper->board)->width;
    assert(stepper->solutions.count > 0);
    size_t cell;
    if (!pick_cell(stepper, &cell))
        return QD_NO;
    step->line = (unsigned)(cell / width);
    nonogram_step_add(step, step->line, (unsigned)(cell % width),
                      stepper->solutions.pictures[0][cell]);
    return QD_YES;
}

/* Leaves the pictures to the choice if there are several. */
qd_status nonogram_find_by_search(struct nonogram_stepper *stepper, qd_control *control,
                                  struct nonogram_step *step) {
    struct nonogram_solver_options options = {.most = 2};
    struct nonogram_solutions *solutions = &stepper->solutions;
    qd_status status =
        nonogram_solver_solve(nonogram_board_puzzle(stepper->board),
                              nonogram_board_cells(stepper->board), &options, control, solutions);
    if (status != QD_YES)
        return status;
    if (solutions->count > 1)
        return QD_NO;
    return solutions->complete ? step_to_picture(stepper, step) : QD_LIMIT;
}

void nonogram_say_search(struct nonogram_stepper *stepper, const struct nonogram_step *step,
                         struct buf *out) {
    const struct nonogram_cell *cell = &step->cells[0];
    const char *value = nonogram_say_value(nonogram_board_puzzle(stepper->board), cell->value);
    buf_printf(out,
               "No single line helps here, and supposing one cell leads nowhere. Only a search "
               "through cases shows that R%uC%u must be %s (%llu decisions for the whole picture).",
               cell->row + 1, cell->column + 1, value,
               (unsigned long long)stepper->solutions.nodes);
}

qd_status nonogram_find_choice(struct nonogram_stepper *stepper, qd_control *control,
                               struct nonogram_step *step) {
    (void)control;
    return stepper->solutions.count > 1 ? step_to_picture(stepper, step) : QD_NO;
}

void nonogram_say_choice(struct nonogram_stepper *stepper, const struct nonogram_step *step,
                         struct buf *out) {
    const struct nonogram_cell *cell = &step->cells[0];
    buf_printf(out,
               "More than one picture fits, and they differ at R%uC%u, so nothing decides it. "
               "Choose one: here it is %s.",
               cell->row + 1, cell->column + 1,
               nonogram_say_value(nonogram_board_puzzle(stepper->board), cell->value));
}

/* Hints: a next press, and why. The reason must be true of this position and must be one that a
 * person can check; "the solver says so" is no reason. */
#include "puzzles/template/model/position.h"

/* Why the first press of the solution, in the order of reading, is needed. In the first row it is a
 * choice; below it, nothing above is pressed any more, so the lamp above must be lit now. */
static void explain(const struct position *position, template_set presses, struct buf *text) {
    int cell = template_first(presses);
    int left = template_size(presses);
    char row = (char)('A' + cell / position->columns);
    struct buf name = {0};
    template_name(position, cell, &name);
    if (cell < position->columns) {
        buf_printf(text,
                   "Press %s. What is pressed in row A decides all the rest, since each row below "
                   "must put out what is left lit above it. %s is part of the shortest solution, "
                   "which takes %d press%s.\n",
                   name.text, name.text, left, left == 1 ? "" : "es");
    } else {
        struct buf above = {0};
        template_name(position, cell - position->columns, &above);
        buf_printf(text,
                   "Press %s. The shortest solution, %d press%s, needs nothing more above row %c, "
                   "and %s is still lit: only %s below it is left to put it out.\n",
                   name.text, left, left == 1 ? "" : "es", row, above.text, name.text);
        buf_free(&above);
    }
    buf_free(&name);
}

static void give_step(const struct position *position, template_set presses, struct hint *hint) {
    struct buf move = {0};
    template_name(position, template_first(presses), &move);
    record_add(&hint->moves, move.text, 0);
    explain(position, presses, &hint->text);
    fields_set(&hint->fields, "move", json_string(move.text));
    fields_set(&hint->fields, "presses", json_integer(template_size(presses)));
    buf_free(&move);
}

/* Each hint is the first press of a shortest solution, so the number of presses left falls by one
 * with every hint that is followed. */
static qd_status hint(const struct game *game, const struct options *options, qd_control *control,
                      struct hint *hint, qd_error *error) {
    const struct position *position = game->position;
    (void)error;
    if (position->lit == 0) {
        buf_add(&hint->text, "All lamps are dark: it is solved.\n");
        return QD_NO;
    }
    struct template_solutions found;
    qd_status status =
        template_search(position, NULL, TEMPLATE_ALL, template_threads(options), control, &found);
    if (status == QD_LIMIT)
        return QD_LIMIT;
    if (found.count == 0)
        buf_add(&hint->text, "There is no next step: no set of presses makes all lamps dark.\n");
    else
        give_step(position, found.presses[0], hint);
    return found.count == 0 ? QD_NO : QD_YES;
}

const struct puzzle_hint template_hint = {.hint = hint};

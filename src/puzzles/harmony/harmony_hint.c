/* The next swap, and why: a forced one if there is one, else the first of a solution. */
#include <stdlib.h>

#include "harmony.h"
#include "harmony_forced.h"
#include "harmony_invalid.h"
#include "harmony_solver.h"

static void propose(struct harmony_swap swap, struct hint *hint) {
    struct buf text = {0};
    harmony_swap_add(&text, swap);
    record_add(&hint->moves, text.text, 0);
    buf_free(&text);
}

static bool explain_forced(const struct position *position, struct hint *hint) {
    struct harmony_swap swap;
    if (harmony_forced_horizontal(&position->board, &swap)) {
        propose(swap, hint);
        buf_printf(
            &hint->text,
            "Row %c is full of its own colour, and nobody in it has more than one move left. "
            "They can only pair off, in any order.\n",
            (char)('A' + harmony_row(swap.a)));
        return true;
    }
    if (!harmony_forced_vertical(&position->board, &swap))
        return false;
    propose(swap, hint);
    buf_add(&hint->text, "Each of the two has one move left and is at home where the other stands: "
                         "they need each other.\n");
    return true;
}

/* A tile that spends its last move and gets home by it. */
static void explain_tile(const struct position *position, unsigned from, unsigned to,
                         struct hint *hint) {
    const struct harmony_board *board = &position->board;
    if (board->moves[from] != 1 || board->colour[from] == harmony_row(from))
        return;
    harmony_place_add(&hint->text, from);
    buf_printf(&hint->text, " has one move left and must go home to row %c: ",
               (char)('A' + board->colour[from]));
    harmony_place_add(&hint->text, to);
    buf_add(&hint->text, " is the only place for that.\n");
}

static qd_status from_solution(const struct position *position, qd_control *control,
                               struct hint *hint) {
    struct harmony_answer answer;
    qd_status status = harmony_solver_solve(&position->board, NULL, control, &answer);
    if (status == QD_YES) {
        struct harmony_swap swap = answer.swaps[0];
        propose(swap, hint);
        explain_tile(position, swap.a, swap.b, hint);
        explain_tile(position, swap.b, swap.a, hint);
        buf_printf(&hint->text, "It is the first of %u swaps that solve the board.\n",
                   answer.count);
        fields_set(&hint->fields, "remaining", json_integer(answer.count - 1));
    } else if (status == QD_NO) {
        buf_add(&hint->text, "No solution is left: every way to go on was looked at.\n");
    }
    harmony_answer_free(&answer);
    return status;
}

static qd_status give_hint(const struct game *game, const struct options *options,
                           qd_control *control, struct hint *hint, qd_error *error) {
    const struct position *position = game->position;
    (void)options;
    (void)error;
    if (harmony_solved(&position->board)) {
        buf_add(&hint->text, "It is solved already.\n");
        return QD_NO;
    }
    const struct harmony_invalid_test *test = harmony_invalid_death(&position->board);
    if (test) {
        buf_printf(&hint->text, "No solution is left: %s (%s).\n", test->summary, test->name);
        fields_set(&hint->fields, "dead_by", json_string(test->name));
        return QD_NO;
    }
    /* A forced swap keeps a board solvable that is; whether this one is, the solver knows. */
    struct hint solved = {0};
    qd_status status = from_solution(position, control, &solved);
    if (status == QD_YES && explain_forced(position, hint)) {
        hint_free(&solved);
        return QD_YES;
    }
    *hint = solved;
    return status;
}

const struct puzzle_hint harmony_hint = {.hint = give_hint};

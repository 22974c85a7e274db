/* The check capability: what the board is, how far it was played, whether it can still be solved,
 * and if not, which move lost it. The moves are legal: the session has played them. */
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/model/position.h"
#include "puzzles/harmony/solve/outlook.h"

static void describe_board(const struct harmony_board *board, struct finding *finding) {
    buf_printf(&finding->text, "%u row%s of %u tile%s.\n", board->rows, harmony_plural(board->rows),
               board->columns, harmony_plural(board->columns));
    fields_set(&finding->fields, "rows", json_integer(board->rows));
    fields_set(&finding->fields, "columns", json_integer(board->columns));
}

static void describe_moves(const struct record *moves, const struct harmony_board *board,
                           struct finding *finding) {
    unsigned left = harmony_swaps_left(board);
    if (moves->count)
        buf_printf(&finding->text, "%zu swap%s made, all legal; ", moves->count,
                   harmony_plural(moves->count));
    buf_printf(&finding->text, "%u swap%s left.\n", left, harmony_plural(left));
    fields_set(&finding->fields, "moves_played", json_integer((json_int_t)moves->count));
    fields_set(&finding->fields, "swaps_left", json_integer(left));
}

static json_t *solvable_word(qd_status status) {
    return status == QD_LIMIT ? json_null() : json_boolean(status == QD_YES);
}

static qd_status check(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error) {
    (void)options;
    (void)error;
    const struct harmony_board *board = &game->position->board;
    struct harmony_outlook outlook;
    describe_board(board, finding);
    describe_moves(game->moves, board, finding);
    harmony_outlook_find(board, control, &outlook);
    qd_status status = outlook.status;
    fields_set(&finding->fields, "solved", json_boolean(harmony_solved(board)));
    fields_set(&finding->fields, "solvable", solvable_word(status));
    if (harmony_solved(board))
        buf_add(&finding->text, "It is solved.\n");
    else if (status == QD_YES)
        buf_add(&finding->text, "It can be solved.\n");
    else if (status == QD_NO)
        harmony_outlook_tell(game, &outlook, control, &finding->text, &finding->fields);
    else
        buf_add(&finding->text, "Whether it can be solved is not known.\n");
    harmony_outlook_free(&outlook);
    return status;
}

const struct puzzle_check harmony_check = {.check = check};

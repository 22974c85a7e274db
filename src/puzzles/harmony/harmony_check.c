/* The check capability: what the board is, how far it was played, and whether a tile is lost. That
 * the moves are legal was settled before: the session has played them. */
#include "harmony.h"

static const char *plural(size_t count) {
    return count == 1 ? "" : "s";
}

static void describe_board(const struct harmony_board *board, struct finding *finding) {
    buf_printf(&finding->text, "%u row%s of %u tile%s.\n", board->rows, plural(board->rows),
               board->columns, plural(board->columns));
    fields_set(&finding->fields, "rows", json_integer(board->rows));
    fields_set(&finding->fields, "columns", json_integer(board->columns));
}

static void describe_moves(const struct record *moves, const struct harmony_board *board,
                           struct finding *finding) {
    unsigned left = harmony_swaps_left(board);
    if (moves->count)
        buf_printf(&finding->text, "%zu swap%s made, all legal; ", moves->count,
                   plural(moves->count));
    buf_printf(&finding->text, "%u swap%s left.\n", left, plural(left));
    fields_set(&finding->fields, "moves_played", json_integer((json_int_t)moves->count));
    fields_set(&finding->fields, "swaps_left", json_integer(left));
}

/* A tile away from home that can never move again: no solution is left, whatever else is done.
 * Returns its cell, -1 if there is none. */
static int lost_tile(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            if (board->moves[cell] == 0 && board->colour[cell] != row)
                return (int)cell;
        }
    return -1;
}

static void describe_lost(const struct position *reached, unsigned cell, struct finding *finding) {
    struct buf place = {0};
    unsigned colour = reached->board.colour[cell];
    harmony_place_add(&place, cell);
    buf_printf(&finding->text,
               "It cannot be solved any more: the %s tile at %s has no moves left and is not in "
               "row %c.\n",
               reached->name[colour], place.text, (char)('A' + colour));
    fields_set(&finding->fields, "lost", json_string(place.text));
    buf_free(&place);
}

static qd_status check(const struct game *game, const struct options *options, qd_control *control,
                       struct finding *finding, qd_error *error) {
    (void)options;
    (void)control;
    (void)error;
    const struct harmony_board *board = &game->position->board;
    int lost = lost_tile(board);
    describe_board(board, finding);
    describe_moves(game->moves, board, finding);
    fields_set(&finding->fields, "solved", json_boolean(harmony_solved(board)));
    if (harmony_solved(board))
        buf_add(&finding->text, "It is solved.\n");
    if (lost >= 0)
        describe_lost(game->position, (unsigned)lost, finding);
    return lost >= 0 ? QD_NO : QD_YES;
}

const struct puzzle_check harmony_check = {.check = check};

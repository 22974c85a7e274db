#include "puzzles/harmony/solve/solver.h"

#include <stdlib.h>
#include <string.h>

#include "base/mem.h"

/* True if every colour has as many tiles as there are columns, and the moves pair up. */
static bool board_in_order(const struct harmony_board *board) {
    unsigned count[HARMONY_SIDE] = {0}, sum = 0;
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            if (board->colour[cell] >= board->rows)
                return false;
            count[board->colour[cell]]++;
            sum += board->moves[cell];
        }
    for (unsigned colour = 0; colour < board->rows; colour++)
        if (count[colour] != board->columns)
            return false;
    return sum % 2 == 0;
}

qd_status harmony_solver_solve(const struct harmony_board *board,
                               const struct harmony_solver_options *options, qd_control *control,
                               struct harmony_answer *answer) {
    static const struct harmony_solver_options none = {0};
    memset(answer, 0, sizeof(*answer));
    if (!board_in_order(board))
        return QD_NO;
    options = options != NULL ? options : &none;
    answer->swaps = mem_new(harmony_swaps_left(board) + 1, sizeof(struct harmony_swap));
    bool small = board->rows * board->columns <= 64;
    qd_status status = small ? harmony_solver_run_64(board, options, control, answer)
                             : harmony_solver_run_256(board, options, control, answer);
    if (status != QD_YES)
        harmony_answer_free(answer);
    return status;
}

void harmony_answer_free(struct harmony_answer *answer) {
    free(answer->swaps);
    answer->swaps = NULL;
    answer->count = 0;
}

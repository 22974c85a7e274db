#include "puzzles/harmony/model/board.h"

#include <assert.h>

bool harmony_swap_legal(const struct harmony_board *board, struct harmony_swap swap) {
    unsigned row_a = harmony_row(swap.a), column_a = harmony_column(swap.a);
    unsigned row_b = harmony_row(swap.b), column_b = harmony_column(swap.b);
    bool on_board = row_a < board->rows && row_b < board->rows && column_a < board->columns &&
                    column_b < board->columns;
    return on_board && swap.a != swap.b && (row_a == row_b || column_a == column_b) &&
           board->moves[swap.a] > 0 && board->moves[swap.b] > 0;
}

void harmony_swap_play(struct harmony_board *board, struct harmony_swap swap) {
    assert(harmony_swap_legal(board, swap));
    uint8_t colour = board->colour[swap.a];
    uint8_t moves = board->moves[swap.a];
    board->colour[swap.a] = board->colour[swap.b];
    board->moves[swap.a] = (uint8_t)(board->moves[swap.b] - 1);
    board->colour[swap.b] = colour;
    board->moves[swap.b] = (uint8_t)(moves - 1);
}

bool harmony_solved(const struct harmony_board *board) {
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++) {
            unsigned cell = harmony_cell(row, column);
            if (board->moves[cell] > 0 || board->colour[cell] != row)
                return false;
        }
    return true;
}

unsigned harmony_swaps_left(const struct harmony_board *board) {
    unsigned sum = 0;
    for (unsigned row = 0; row < board->rows; row++)
        for (unsigned column = 0; column < board->columns; column++)
            sum += board->moves[harmony_cell(row, column)];
    assert(board->rows <= HARMONY_SIDE && board->columns <= HARMONY_SIDE);
    return sum / 2;
}

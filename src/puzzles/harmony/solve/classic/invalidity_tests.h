/* What the families of invalidity tests share: the declarations of all functions that the rows of
 * invalidity_tests.def name, and small questions about a board. */
#ifndef PUZZLES_HARMONY_SOLVE_CLASSIC_INVALIDITY_TESTS_H
#define PUZZLES_HARMONY_SOLVE_CLASSIC_INVALIDITY_TESTS_H

#include "base/buf.h"
#include "puzzles/harmony/model/names.h"
#include "puzzles/harmony/model/position.h"

#define CONDITION(condition)                                                                       \
    bool condition(const struct harmony_board *board, unsigned cell_or_row);
#define CELL(condition, sentence)                                                                  \
    CONDITION(condition)                                                                           \
    void sentence(const struct position *position, unsigned cell_or_row, struct buf *out);
#define ROW(condition, sentence)   CELL(condition, sentence)
#define UNEXPLAINED_ROW(condition) CONDITION(condition)
#define TEST(name, summary, flags, reasons)                                                        \
    bool harmony_test_##name(const struct harmony_board *board);                                   \
    reasons
#include "puzzles/harmony/solve/classic/invalidity_tests.def"
#undef TEST
#undef UNEXPLAINED_ROW
#undef ROW
#undef CELL
#undef CONDITION

/* Defines the test of the whole board that asks one cell, or one row, after the other. */
#define ANY_CELL(name, condition)                                                                  \
    bool harmony_test_##name(const struct harmony_board *board) {                                  \
        for (unsigned row = 0; row < board->rows; row++)                                           \
            for (unsigned column = 0; column < board->columns; column++)                           \
                if (condition(board, harmony_cell(row, column)))                                   \
                    return true;                                                                   \
        return false;                                                                              \
    }
#define ANY_ROW(name, condition)                                                                   \
    bool harmony_test_##name(const struct harmony_board *board) {                                  \
        for (unsigned row = 0; row < board->rows; row++)                                           \
            if (condition(board, row))                                                             \
                return true;                                                                       \
        return false;                                                                              \
    }

static inline bool is_active(const struct harmony_board *board, unsigned row, unsigned column) {
    return board->moves[harmony_cell(row, column)] > 0;
}

static inline unsigned active_in_row(const struct harmony_board *board, unsigned row) {
    unsigned active = 0;
    for (unsigned column = 0; column < board->columns; column++)
        active += is_active(board, row, column);
    return active;
}

static inline char home_letter(const struct position *position, unsigned cell) {
    return harmony_row_letter(position->board.colour[cell]);
}

#endif

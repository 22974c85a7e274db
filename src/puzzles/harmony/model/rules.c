/* The rules of play: a move is a swap of two places, such as A1-B1. */
#include <stdlib.h>

#include "base/mem.h"
#include "puzzles/harmony/model/position.h"

static struct position *copy(const struct position *position) {
    return mem_copy(position, sizeof *position);
}

static size_t bytes(const struct position *position) {
    return sizeof *position;
}

static void release(struct position *position) {
    free(position);
}

static qd_status play_move(struct position *position, const char *text, qd_control *control,
                           struct refusal *refusal) {
    struct harmony_swap swap;
    (void)control; /* nothing is searched for */
    if (!harmony_swap_read(&position->board, text, &swap, &refusal->text) ||
        !harmony_swap_explain(position, swap, &refusal->text))
        return QD_NO;
    harmony_swap_play(&position->board, swap);
    return QD_YES;
}

static void add_if_legal(const struct position *position, unsigned a, unsigned b, size_t limit,
                         struct record *moves) {
    struct harmony_swap swap = {.a = (uint8_t)a, .b = (uint8_t)b};
    if (moves->count >= limit || !harmony_swap_legal(&position->board, swap))
        return;
    struct buf text = {0};
    harmony_swap_add(&text, swap);
    record_add(moves, text.text, 0);
    buf_free(&text);
}

/* By the first cell in the order of reading; partners to its right, then those below. */
static qd_status list_moves(const struct position *position, size_t limit, qd_control *control,
                            struct record *moves) {
    (void)control;
    const struct harmony_board *board = &position->board;
    size_t most = limit < SIZE_MAX - moves->count ? moves->count + limit : SIZE_MAX;
    for (unsigned row = 0; row < board->rows; row++) {
        for (unsigned column = 0; column < board->columns && moves->count < most; column++) {
            unsigned cell = harmony_cell(row, column);
            for (unsigned right = column + 1; right < board->columns; right++)
                add_if_legal(position, cell, harmony_cell(row, right), most, moves);
            for (unsigned below = row + 1; below < board->rows; below++)
                add_if_legal(position, cell, harmony_cell(below, column), most, moves);
        }
    }
    return QD_YES;
}

static bool solved(const struct position *position) {
    return harmony_solved(&position->board);
}

const struct puzzle_rules harmony_rules = {
    .copy = copy,
    .free = release,
    .bytes = bytes,
    .move = play_move,
    .moves = list_moves,
    .solved = solved,
    .irreversible = true,
};

#include <string.h>

#include "puzzles/hanoi/model/position.h"

void hanoi_board_clear(struct hanoi_board *board, unsigned discs, unsigned pegs) {
    memset(board, 0, sizeof *board);
    board->discs = (uint16_t)discs;
    board->pegs = (uint8_t)pegs;
    for (unsigned peg = 0; peg < HANOI_MAX_PEGS; peg++)
        board->top[peg] = HANOI_NONE;
}

void hanoi_board_put(struct hanoi_board *board, unsigned disc, unsigned peg) {
    board->below[disc] = board->top[peg];
    board->top[peg] = (uint16_t)disc;
    board->peg[disc] = (uint8_t)peg;
}

void hanoi_board_move(struct hanoi_board *board, unsigned from, unsigned to) {
    unsigned disc = board->top[from];
    board->top[from] = board->below[disc];
    hanoi_board_put(board, disc, to);
}

void hanoi_board_from_pegs(struct hanoi_board *board, unsigned discs, unsigned pegs,
                           const uint8_t *peg_of) {
    hanoi_board_clear(board, discs, pegs);
    for (unsigned disc = discs; disc-- > 0;)
        hanoi_board_put(board, disc, peg_of[disc]);
}

void hanoi_board_perfect(struct hanoi_board *board, unsigned discs, unsigned pegs, unsigned peg) {
    hanoi_board_clear(board, discs, pegs);
    for (unsigned disc = discs; disc-- > 0;)
        hanoi_board_put(board, disc, peg);
}

bool hanoi_board_regular(const struct hanoi_board *board) {
    for (unsigned disc = 0; disc < board->discs; disc++)
        if (board->below[disc] < disc)
            return false;
    return true;
}

int hanoi_board_perfect_peg(const struct hanoi_board *board) {
    for (unsigned disc = 1; disc < board->discs; disc++)
        if (board->peg[disc] != board->peg[0])
            return -1;
    return hanoi_board_regular(board) ? board->peg[0] : -1;
}

bool hanoi_board_equal(const struct hanoi_board *a, const struct hanoi_board *b) {
    size_t discs = a->discs;
    return a->discs == b->discs && a->pegs == b->pegs &&
           memcmp(a->peg, b->peg, discs * sizeof *a->peg) == 0 &&
           memcmp(a->below, b->below, discs * sizeof *a->below) == 0;
}

unsigned hanoi_board_stack(const struct hanoi_board *board, unsigned peg, uint16_t *out) {
    unsigned height = 0;
    for (unsigned disc = board->top[peg]; disc != HANOI_NONE; disc = board->below[disc])
        out[height++] = (uint16_t)disc;
    for (unsigned i = 0; i < height / 2; i++) {
        uint16_t other = out[i];
        out[i] = out[height - 1 - i];
        out[height - 1 - i] = other;
    }
    return height;
}
